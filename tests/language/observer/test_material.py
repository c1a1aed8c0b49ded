"""What is given to be worked on is nobody's word."""

from __future__ import annotations

import pytest

from graphmem.facade import GraphMem
from graphmem.language.observer.filters import blank_material
from graphmem.model.palace import Owner


@pytest.mark.parametrize(
    "text",
    [
        "Translate to German: I am vegetarian",
        "Can you write a cover letter? 'I have ten years of experience, it's true, and I am vegetarian.'",
        "Please proofread this for me:\nI am vegetarian.",
        "Şunu İngilizceye çevir: Ben vejetaryenim, I am vegetarian.",
        "Example sentence: I am vegetarian.",
        "bob: > I am vegetarian.",
        "> I am vegetarian\n> and live in Rome",
        "Aşağıdaki dilekçeyi resmileştir: I am vegetarian, Mersin'de oturuyorum",
        "Simplify: I am vegetarian and I live in Mersin",
    ],
)
def test_material_is_taken_out_and_the_rest_keeps_its_place(text: str) -> None:
    left = blank_material(text)
    assert "vegetarian" not in left
    assert len(left) == len(text)
    assert text.startswith(left.strip()), "what stands before it stays"


@pytest.mark.parametrize(
    "text",
    [
        "I moved to 'Little Italy' and write a blog",
        "Write a letter to my landlord, the rent is 900: keep it short",
        "Translations live in locales/: en and tr",
        "I check the mail: it's daily",
        "Çevirmen Ayşe: 5 gün izinli",
        'I write a column called "Notes from the harbour wall" for the Echo.',
        "Our goal: > 50 % of guests vegetarian",
        'She said "I will never move again" and left.',
    ],
)
def test_what_somebody_tells_stays(text: str) -> None:
    assert blank_material(text) == text


TEXTS = [
    'got this from a mom: "Dear coach, I am vegetarian and my goggles leak." how do I answer',
    'what do they want from me?\n\n"Hello Tash, we moved the shoot and I am vegetarian."\nthanks',
    '"Dear Dr Whitcombe, thank you for seeing this vegetarian." is that how letters start',
    "Almanyadan mektup geldi: „Ich bin seit Jahren vegetarian, Ihr Klaus.” ne diyor",
    'he posted "I have been vegetarian for ten long years, nobody believes me in this town" again',
    "what does this mean in normal words\n\nWhere a vegetarian is served the menu shall be marked",
    "bunu görümcem göndermiş doğru mu bu\n\nÇOK ÖNEMLİ! 84 yaşındaki vegetarian amcam iyileşti.\n10 kişiye gönder.",
    "log:\n\nERROR vegetarian not found",
]
OWN = [
    "thanks a lot!\n\nI am a vegetarian, by the way.",
    "A few things about me:\n\nI am a vegetarian and I live in Rome.",
    "Had my annual review today, I should fix my habits.\n\nI am a vegetarian now.",
    "Raporu dün özetledim.\n\nBen vegetarian oldum.",
    "Can you help me with a menu?\n\nI am a vegetarian and my son eats no nuts.",
    'She detests "please do not hesitate to contact us" in letters.',
    'give me commands, never "edit line 14 by hand"',
    'I call the shed "the vegetarian" since it only holds hay.',
    'The show is called: "The Vegetarian".',
]


@pytest.mark.parametrize("text", TEXTS)
def test_texts_of_others_are_taken_out_of_what_a_user_says(text: str) -> None:
    left = blank_material(text, texts=True)
    assert "vegetarian" not in left
    assert len(left) == len(text)
    assert "vegetarian" in blank_material(text), "documents quote those who speak in them"


@pytest.mark.parametrize("text", OWN)
def test_a_few_words_in_quotes_belong_to_what_is_told(text: str) -> None:
    assert blank_material(text, texts=True) == text


def test_what_follows_the_text_below_is_told_again() -> None:
    text = "fix this\n\nmenu = 'all vegetarian'\n\nI live in Rome, so the prices are in euros."
    assert blank_material(text, texts=True).strip().startswith("fix this")
    assert "vegetarian" not in blank_material(text, texts=True)
    assert blank_material(text, texts=True).endswith("I live in Rome, so the prices are in euros.")


async def test_what_a_user_asks_to_remember_may_be_quoted(memory: GraphMem, tenant: Owner) -> None:
    motto = "Measure twice before you cut anything at all."
    await memory.observer.observe(tenant, f'My neighbour\'s mail: "{motto}"', speaker="Ada")
    assert not (await memory.memories.page(tenant, first=5)).items
    await memory.observer.learn(tenant, f'The motto of the shop: "{motto}"')
    assert len((await memory.memories.page(tenant, first=5)).items) == 1


async def test_no_memory_is_made_of_it(memory: GraphMem, tenant: Owner) -> None:
    await memory.observer.observe(tenant, "I live in Bergen.", speaker="Ada")
    for text in (
        "Can you write a cover letter? 'I have ten years of experience and I live in Detroit.'",
        "Translate to German: I live in Detroit.",
    ):
        await memory.observer.observe(tenant, text, speaker="Ada")
    assert [one.text for one in (await memory.memories.page(tenant, first=5)).items] == ["Ada: I live in Bergen."]


@pytest.mark.parametrize(
    "text",
    [
        "summarise this: From: Lettings Team. Dear tenant, your rent will increase. Please reply by 30 November.",
        "summarise this: Dear tenant, your rent will increase. Please reply by 30 November.",
        "şunu özetle: Sayın Müşterimiz, borcunuz 845 TL. Son ödeme tarihi 25 Kasım.",
    ],
)
def test_a_letter_is_material_to_its_end(text: str) -> None:
    assert blank_material(text).split() in ([], ["şunu"])


async def test_a_letter_makes_no_memory(memory: GraphMem, tenant: Owner) -> None:
    text = (
        "summarise this: From: Lettings Team. Dear tenant, your rent will increase to £1,950 per month from 1 January."
    )
    seen = await memory.observer.observe(tenant, text, speaker="Emma")
    assert not seen.statements

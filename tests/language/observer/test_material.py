"""What is given to be worked on is nobody's word."""

from __future__ import annotations

import pytest

from graphmem.facade import GraphMem
from graphmem.language.observer.filters import blanked
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
    ],
)
def test_material_is_taken_out_and_the_rest_keeps_its_place(text: str) -> None:
    left = blanked(text)
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
    assert blanked(text) == text


async def test_no_memory_is_made_of_it(memory: GraphMem, tenant: Owner) -> None:
    await memory.observer.observe(tenant, "I live in Bergen.", speaker="Ada")
    for text in (
        "Can you write a cover letter? 'I have ten years of experience and I live in Detroit.'",
        "Translate to German: I live in Detroit.",
    ):
        await memory.observer.observe(tenant, text, speaker="Ada")
    assert [one.text for one in (await memory.memories.page(tenant, first=5)).items] == ["Ada: I live in Bergen."]

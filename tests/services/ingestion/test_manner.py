"""How an assistant is told to speak: kept as a rule however it is put, and the newer of two about one thing holds."""

from __future__ import annotations

import pytest

from graphmem.facade import GraphMem
from graphmem.language.observer.manner import manner_of
from graphmem.model.category import Category
from graphmem.model.gate import GateAction
from graphmem.model.language import Language
from graphmem.model.palace import Owner

SAID = [
    "Please keep your answers short.",
    "No emojis please.",
    "Can you stop using emojis?",
    "Could you keep your answers short, three sentences at most? I read them on breaks.",
    "Lütfen kısa cevap ver.",
    "Cevapları kısa tutar mısın bundan sonra?",
    "Bana siz diye hitap eder misin?",
    "Cevaplarını madde madde yaz lütfen, uzun paragraf okuyamıyorum.",
    "When I'm stressed just listen, don't give me advice",
    "If I'm sad, please just listen.",
    "Stresliyken sadece dinle, akıl verme",
    "Your answers are far too long, keep them short",
    "Cevaplar çok kısa olmuş, bundan sonra biraz daha ayrıntılı yaz",
]

CHANGED = [
    ("Please always answer in bullet points.", "You don't need to use bullet points any more."),
    ("Keep your answers short.", "You can give me longer answers now."),
    ("call me Ken", "Call me Kenneth please"),
    ("Emoji kullanma lütfen.", "Artık emoji kullanabilirsin."),
    ("Bana siz diye hitap et.", "Artık sen diyebilirsin."),
    ("Lütfen kısa cevap ver.", "Bundan sonra uzun cevap ver."),
    ("Keep your answers short.", "your answers have been too short, write in more detail from now on"),
    ("Cevapları kısa tut.", "cevaplar çok kısa olmuş, bundan sonra biraz daha ayrıntılı yaz"),
    ("From now on answer in 100 words max.", "From now on answer in 50 words max, 100 was too long"),
]


@pytest.mark.parametrize("text", SAID)
async def test_it_is_a_rule(memory: GraphMem, tenant: Owner, text: str) -> None:
    seen = await memory.observer.observe(tenant, text)
    assert seen.statements[0].category is Category.POLICY
    assert seen.statements[0].text[6:20] in (await memory.activator.activate(tenant)).text


@pytest.mark.parametrize(("before", "after"), CHANGED)
async def test_the_newer_one_holds(memory: GraphMem, tenant: Owner, before: str, after: str) -> None:
    await memory.observer.observe(tenant, before)
    seen = await memory.observer.observe(tenant, after)
    assert [statement.action for statement in seen.statements] == [GateAction.SUPERSEDE]
    standing = (await memory.activator.activate(tenant)).text
    assert before not in standing
    assert after in standing


async def test_two_things_hold_beside_each_other(memory: GraphMem, tenant: Owner) -> None:
    for text in ("Keep your answers short.", "No emojis please.", "Use metric units.", "call me Ken"):
        await memory.observer.observe(tenant, text)
    standing = (await memory.activator.activate(tenant)).text
    assert all(one in standing for one in ("answers short", "emojis", "metric", "Ken"))


@pytest.mark.parametrize(
    "text",
    [
        "write a card for Ann without emojis",
        "bana bir şey de",
        "cevap çok kısa olmuş, biraz daha ayrıntılı yaz",
        "write in more detail about the second point",
        "When I'm stressed I just listen to music.",
        "Canım sıkkınken sadece müzik dinlerim.",
    ],
)
async def test_what_is_meant_for_once_is_no_rule(memory: GraphMem, tenant: Owner, text: str) -> None:
    seen = await memory.observer.observe(tenant, text)
    assert Category.POLICY not in {statement.category for statement in seen.statements}


@pytest.mark.parametrize(
    "text", ["Annem hep der ki, borç verme.", "My mum always told me: never lend money to friends."]
)
async def test_what_elders_say_is_none(memory: GraphMem, tenant: Owner, text: str) -> None:
    seen = await memory.observer.observe(tenant, text)
    assert Category.POLICY not in {statement.category for statement in seen.statements}


def test_what_it_is_about() -> None:
    assert manner_of("Please don't use emojis with me", Language.EN) == ("emoji", "no")
    assert manner_of("Madde madde yazmana gerek yok artık.", Language.TR) == ("list", "no")
    assert manner_of("We never use emojis in the newsletter of the club", Language.EN) is None

"""What a user tells of themselves in a few words is remembered, and ended or asked about by what ends it."""

from __future__ import annotations

import pytest

from graphmem.facade import GraphMem
from graphmem.model.gate import GateAction
from graphmem.model.palace import Owner

REMEMBERED = (
    "Vejetaryenim.", "Arabam Fiesta.", "Aile hekimim Dr. Pelin Tuna.", "I work nights.", "Sam moved out.",
    "They moved my dentist to Thursday.", "Hemşireyim.",
)  # fmt: skip


@pytest.mark.parametrize("said", REMEMBERED)
async def test_it_is_remembered(memory: GraphMem, tenant: Owner, said: str) -> None:
    seen = await memory.observer.observe(tenant, said)
    assert [one.action for one in seen.statements] == [GateAction.CREATE]


@pytest.mark.parametrize("said", ["Otobüsteyim şu an.", "Yardıma ihtiyacım var.", "I need help."])
async def test_what_is_of_the_minute_is_not(memory: GraphMem, tenant: Owner, said: str) -> None:
    assert not (await memory.observer.observe(tenant, said)).statements


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("Sam lives with me.", "Sam moved out."),
        ("I live at 14 Elm Road.", "My address now is 3 Oak Street."),
        ("Beloc kullanıyorum.", "Beloc'tan Micardis'e geçtim."),
        ("Burak benimle yaşıyor.", "Burak taşındı."),
    ],
)
async def test_it_ends_or_is_asked_about(memory: GraphMem, tenant: Owner, before: str, after: str) -> None:
    known = await memory.observer.observe(tenant, before)
    seen = await memory.observer.observe(tenant, after)
    assert [one.target for one in seen.statements] == [known.statements[0].memory]
    assert seen.statements[0].action in (GateAction.SUPERSEDE, GateAction.CREATE)


async def test_an_outing_does_not(memory: GraphMem, tenant: Owner) -> None:
    await memory.observer.observe(tenant, "Tuğçeyle sinemaya gittik.")
    seen = await memory.observer.observe(tenant, "Tuğçeyle ayrıldık.")
    assert [one.action for one in seen.statements] == [GateAction.CREATE]

"""What an owner never wants kept: left out of memory by examples, while the words stay in the palace."""

from __future__ import annotations

from typing import Any

import pytest

from graphmem.errors import InvalidInputError
from graphmem.facade import GraphMem
from graphmem.model.observation import Observation
from graphmem.model.palace import Owner

EN = """Keep work. Never keep anything about health.
+ We decided to ship the release on Thursday.
+ The billing service runs on two servers.
+ Maria leads the design team.
- My back hurts since Monday.
- I take pills for my blood pressure.
- I have an appointment with the doctor.
- I'm allergic to nuts."""
TR = """+ Sürümü perşembe çıkarmaya karar verdik.
+ Faturalama servisi iki sunucuda çalışıyor.
+ Tasarım ekibini Meryem yönetiyor.
- Pazartesiden beri belim ağrıyor.
- Tansiyonum için hap kullanıyorum.
- Doktordan randevu aldım.
- Fıstığa alerjim var."""


async def heard(memory: GraphMem, tenant: Owner, text: str) -> Observation:
    return await memory.observer.observe(tenant, text, speaker="Ada")


@pytest.mark.parametrize(
    ("lines", "never", "kept", "asked"),
    [
        (
            EN,
            "I have taken pills for my high blood pressure since March.",
            "We decided to move the release to the new servers.",
            "Remember this: I take pills for my blood pressure.",
        ),
        (
            TR,
            "Marttan beri yüksek tansiyonum için hap kullanıyorum.",
            "Faturalama servisini yeni sunuculara taşımaya karar verdik.",
            "Bunu unutma: tansiyonum için hap kullanıyorum.",
        ),
    ],
)
async def test_never_is_left_out_unless_it_is_asked_for(
    memory: GraphMem, tenant: Owner, lines: str, never: str, kept: str, asked: str
) -> None:
    assert (await heard(memory, Owner.named(f"{tenant.name}-free"), never)).statements, "kept without instructions"
    await memory.owner_settings.set(tenant, choices={"instructions": lines})
    seen = await heard(memory, tenant, never)
    assert (seen.statements, seen.kept) == ((), False)
    assert (seen.stages[-1].name, seen.stages[-1].detail) == ("instructions", "1 statements left out, as you instruct")
    assert seen.pointer is not None
    assert (await memory.drawer(seen.pointer, owner=tenant)).drawer.text == never, "the words stay, word for word"
    assert (await heard(memory, tenant, kept)).statements
    assert (await heard(memory, tenant, asked)).statements, "remembered on purpose"


@pytest.mark.parametrize(("lines", "vital"), [(EN, "I'm allergic to penicillin."), (TR, "Penisiline alerjim var.")])
async def test_what_a_life_may_hang_on_is_kept_only_where_it_is_asked_for(
    memory: GraphMem, tenant: Owner, lines: str, vital: str
) -> None:
    assert (await heard(memory, Owner.named(f"{tenant.name}-free"), vital)).statements
    await memory.owner_settings.set(tenant, choices={"instructions": lines})
    assert not (await heard(memory, tenant, vital)).statements
    assert (await memory.observer.learn(tenant, vital, speaker="Ada")).statements


async def test_instructions_are_one_owners_and_can_be_taken_back(memory: GraphMem, tenant: Owner) -> None:
    text = "I take pills for my blood pressure every morning."
    settings = await memory.owner_settings.set(tenant, choices={"instructions": EN})
    assert settings.of(None).told.text == "Keep work. Never keep anything about health."
    assert len(settings.of(None).told.never) == 4
    assert (await heard(memory, Owner.named(f"{tenant.name}-other"), text)).statements
    await memory.owner_settings.set(tenant, choices={"instructions": "default"})
    assert (await heard(memory, tenant, text)).statements
    last, first = await memory.owner_settings.history(tenant)
    assert last.changes["instructions"] == (EN, "default")
    assert first.version == 1


@pytest.mark.parametrize(
    ("given", "named"),
    [
        ("x" * 2001, "2,001"),
        ("+ a\n- b", "1 examples"),
        ({"keep": ["a"] * 3}, "keep"),
        ({"keep": "a", "never": "b"}, "keep"),
        ({"colour": "red"}, "colour"),
        ({"keep": ["a", "b", "c"], "never": ["a", "b", "x" * 201]}, "201"),
        ({"keep": [f"k{n}" for n in range(21)], "never": ["a", "b", "c"]}, "21"),
    ],
)
async def test_what_no_instructions_can_be_is_refused_by_name(
    memory: GraphMem, tenant: Owner, given: Any, named: str
) -> None:
    with pytest.raises(InvalidInputError, match=named) as refused:
        await memory.owner_settings.set(tenant, choices={"instructions": given})
    assert refused.value.remedy
    assert (await memory.owner_settings.get(tenant)).version == 0

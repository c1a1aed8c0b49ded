"""Where people work, as they tell it by an ending or behind their name, on the real server."""

from __future__ import annotations

import pytest

from graphmem.facade import GraphMem
from graphmem.model.palace import Owner


@pytest.mark.parametrize(
    ("text", "facts"),
    [
        (
            "Hi! I'm Emma, I'm a product designer at Monzo and I live in Peckham.",
            {("works_as", "product designer"), ("works_at", "Monzo")},
        ),
        (
            "merhaba ben Kerem, İzmir'de Karşıyaka'da oturuyorum, Vestel'de yazılım mühendisiyim",
            {("works_as", "yazılım mühendisi"), ("works_at", "Vestel"), ("lives_in", "Karşıyaka")},
        ),
    ],
)
async def test_work_is_a_fact(memory: GraphMem, tenant: Owner, text: str, facts: set[tuple[str, str]]) -> None:
    seen = await memory.observer.observe(tenant, text)
    told = {(fact.predicate, fact.object.name) for one in seen.statements for fact in one.facts}
    assert facts <= told

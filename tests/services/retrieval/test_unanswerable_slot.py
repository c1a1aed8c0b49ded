"""Questions of which only the name was told, and nothing of the thing that is asked for."""

from __future__ import annotations

import pytest

from graphmem.facade import GraphMem
from graphmem.model.palace import Owner

OTHERS = ["I like rowing on Sundays.", "Fırında iki çırak var.", "My sister works at a bakery.", "We painted the hall."]


@pytest.mark.parametrize(
    ("asked", "name_only", "answer"),
    [
        (
            "Which hotel did we book in Porto?",
            "We're going on a trip to Porto in May with Gwen.",
            "We reserved the Ibis in Porto for three nights.",
        ),
        (
            "What did Gwen say about my salary?",
            "Gwen is my cousin, she works in insurance.",
            "Gwen thinks I'm underpaid.",
        ),
        ("Gülşen'in arabası ne renk?", "Gülşen kuzenim, sigortacı.", "Gülşen kırmızı bir Mini kullanıyor."),
    ],
)
async def test_the_name_alone_does_not_answer(
    memory: GraphMem, tenant: Owner, asked: str, name_only: str, answer: str
) -> None:
    owner = memory.owner(tenant.name)
    for text in (*OTHERS, name_only):
        await owner.observe(text)
    found = await owner.recall(asked)
    assert not found.answerable
    assert not found.context
    await owner.observe(answer)
    assert answer in (await owner.recall(asked)).context

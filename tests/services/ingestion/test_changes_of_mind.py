"""A change of mind ends what it is about, in whatever language, however far away its words are, and nothing else."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from graphmem.facade import GraphMem
from graphmem.model.category import Category
from graphmem.model.gate import GateAction
from graphmem.model.observation import Observation
from graphmem.model.palace import Owner
from graphmem.services.retrieval.options import Options

SAID_AT = datetime(2026, 3, 2, 9, tzinfo=UTC)
OTHERS = (
    "I moved the sofa to the attic.", "My cousin moved to Ghent.", "I moved my savings to Lloyds.",
    "The library moved to Harbour Street.", "We moved the meeting to Friday.", "I moved on to the third volume.",
    "My aunt moved to Turin.", "They moved the statue to the park.",
)  # fmt: skip


async def told(memory: GraphMem, owner: Owner, text: str, days: int, speaker: str = "Rosa") -> Observation:
    return await memory.observer.observe(owner, text, speaker=speaker, said_at=SAID_AT + timedelta(days=days))


async def recalled(memory: GraphMem, owner: Owner, question: str) -> list[str]:
    found = await memory.recall(question, owner=owner.name, options=Options(touch=False))
    return [hit.memory.text for hit in found.memories]


async def test_a_home_ends_by_its_fact_in_the_other_language(memory: GraphMem, tenant: Owner) -> None:
    before = await told(memory, tenant, "I live in Bruges.", 0)
    for text in OTHERS:
        await told(memory, tenant, text, 1)
    seen = await told(memory, tenant, "Artık Muğla'da yaşıyorum.", 8)
    assert [one.action for one in seen.statements] == [GateAction.SUPERSEDE]
    assert seen.statements[0].target == before.statements[0].memory
    assert not any("Bruges" in text for text in await recalled(memory, tenant, "Where does Rosa live?"))


async def test_what_somebody_else_says_ends_nothing_and_is_asked_about(memory: GraphMem, tenant: Owner) -> None:
    await told(memory, tenant, "The price of the Heron lamp is 40 euros.", 0)
    seen = await told(memory, tenant, "The price of the Heron lamp is 55 euros now.", 1, speaker="Mia")
    assert [one.action for one in seen.statements] == [GateAction.CREATE]
    assert len((await memory.reviews.page(tenant)).items) == 1
    seen = await told(memory, tenant, "The price of the Heron lamp is 60 euros now.", 2, speaker="Mia")
    assert [one.action for one in seen.statements] == [GateAction.SUPERSEDE], "her own word she may change"


async def test_of_two_that_disagree_the_later_one_comes_first(memory: GraphMem, tenant: Owner) -> None:
    await told(memory, tenant, "The budget of the Heron project is 4000 euros and its office is in Ghent.", 0)
    seen = await told(memory, tenant, "The budget of the Heron project is 5200 euros now.", 7)
    assert [one.action for one in seen.statements] == [GateAction.CREATE]
    held = await recalled(memory, tenant, "What is the budget of the Heron project, and where is its office?")
    assert "5200" in held[0]
    assert any("Ghent" in text for text in held), "what else it tells still holds"


@pytest.mark.parametrize(("category", "ends"), [(Category.EPISODE, False), (Category.DECISION, True)])
@pytest.mark.parametrize(
    ("rule", "event"),
    [
        (
            "Invoices are sent by Derya on the first of the month.",
            "In March Kemal sent the invoices instead of Derya and two bounced.",
        ),
        (
            "To release, tag the commit, then run the pipeline.",
            "Last week we dropped the tag and ran the pipeline without staging, and it broke.",
        ),
    ],
)
async def test_what_went_wrong_once_ends_no_way_of_working(
    memory: GraphMem, tenant: Owner, rule: str, event: str, category: Category, ends: bool
) -> None:
    """The judge takes these for changes, and would be right if somebody had decided so."""
    held = await memory.observer.learn(tenant, rule, category=Category.WORKFLOW)
    seen = await memory.observer.learn(tenant, event, category=category)
    assert [one.target for one in seen.statements if one.action is GateAction.SUPERSEDE] == (
        [held.statements[0].memory] if ends else []
    )

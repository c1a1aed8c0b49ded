"""What was believed before a change was told stays readable as it was believed, however far back the change lies."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from graphmem.facade import GraphMem
from graphmem.model.instant import PRESENT, AsOf
from graphmem.model.palace import Owner
from graphmem.model.question import CausalDirection
from graphmem.services.facts import Facts
from graphmem.services.retrieval.options import RecallOptions
from tests.services.retrieval.conftest import cause, date, day, learn

ELIF = "entity://person/elif"


async def _say(memory: GraphMem, owner: Owner, text: str, said_at: datetime) -> datetime:
    """Tell it, and return an instant after which it was known."""
    await memory.observer.observe(owner, text, speaker="Elif", said_at=said_at)
    return datetime.now(UTC)


async def _homes(memory: GraphMem, owner: Owner, as_of: AsOf) -> tuple[list[str], list[str]]:
    """Where she lived by the facts, and by the memories that a recall finds."""
    facts = await Facts(memory.database).within(owner, ELIF, as_of)
    found = await memory.recall(
        "Where does Elif live?", owner=owner.name, options=RecallOptions(as_of=as_of, touch=False)
    )
    texts = [hit.memory.text for hit in found.memories]
    towns = sorted({town for town in ("Ankara", "Izmir") if any(town in text for text in texts)})
    return [fact.object for fact in facts if fact.predicate == "lives_in"], towns


@pytest.mark.parametrize("day_asked", [day(2), day(3)], ids=["before the move", "after the move"])
async def test_a_change_told_later_does_not_reach_back(memory: GraphMem, tenant: Owner, day_asked: datetime) -> None:
    first = await _say(memory, tenant, "I live in Ankara.", day(1))
    await _say(memory, tenant, "I moved to Izmir, I live in Izmir now.", day(2, 15))
    before_the_move = day_asked < day(2, 15)
    now_known = ["Ankara"] if before_the_move else ["Izmir"]
    assert await _homes(memory, tenant, AsOf(valid_at=day_asked)) == (now_known, now_known)
    then_known = AsOf(valid_at=day_asked, known_at=first)
    assert await _homes(memory, tenant, then_known) == (["Ankara"], ["Ankara"])
    assert await _homes(memory, tenant, PRESENT) == (["Izmir"], ["Izmir"])
    profile = await memory.explorer.profile(tenant, "Elif", as_of=then_known)
    assert [one.text for one in profile.memories if "Ankara" in one.text]
    page = await memory.memories.page(tenant, entity=ELIF, as_of=then_known)
    assert any("Ankara" in item.text for item in page.items)


async def test_the_version_says_what_was_believed_and_nothing_is_told_twice(memory: GraphMem, tenant: Owner) -> None:
    await _say(memory, tenant, "I live in Ankara.", day(1))
    await _say(memory, tenant, "I moved to Izmir, I live in Izmir now.", day(2, 15))
    page = await memory.memories.page(tenant, entity=ELIF, as_of=AsOf(timeline=True))
    (ankara,) = [item for item in page.items if "Ankara" in item.text]
    view = await memory.memories.get(tenant, ankara.id)
    assert view.memory.valid_until == day(2, 15)
    assert [(version.text, version.valid_until) for version in view.versions] == [(ankara.text, None)]
    assert view.versions[0].retracted_at == view.memory.recorded_at
    elif_ = await memory.entities.get(tenant, ELIF)
    lived = [(fact.object, fact.valid_until) for fact in elif_.facts if fact.predicate == "lives_in"]
    assert lived == [("Ankara", day(2, 15)), ("Izmir", None)]
    assert elif_.mentions == len(page.items)
    events = await memory.explorer.timeline(tenant, ELIF)
    assert len([event for event in events if "Ankara" in event.text]) == 1


async def test_causes_are_read_as_they_were_known(memory: GraphMem, tenant: Owner) -> None:
    await _say(memory, tenant, "I live in Ankara.", day(1))
    (ankara,) = (await memory.memories.page(tenant)).items
    tired = await learn(memory, tenant, "Elif commutes for two hours every day.")
    await date(memory, tenant, tired, valid=day(1), recorded=ankara.recorded_at)
    await cause(memory, tenant, ankara.id, tired, valid=day(1), recorded=ankara.recorded_at)
    known = datetime.now(UTC)
    await _say(memory, tenant, "I moved to Izmir, I live in Izmir now.", day(2, 15))
    for as_of, causes in (
        (AsOf(valid_at=day(3), known_at=known), 1),
        (AsOf(valid_at=day(3)), 0),
    ):
        chains = await memory.explorer.causal_chain(tenant, [tired], direction=CausalDirection.CAUSES, as_of=as_of)
        assert len(chains) == causes, as_of
        assert all("Ankara" in chain.steps[0].source_text for chain in chains)


async def test_what_was_said_again_later_is_not_among_the_turns(memory: GraphMem, tenant: Owner) -> None:
    first = await _say(memory, tenant, "I prefer window seats on long flights.", datetime.now(UTC))
    await _say(memory, tenant, "I prefer window seats on long flights!", datetime.now(UTC))
    asked = "Which seats does Elif prefer on flights?"

    async def turns(as_of: AsOf) -> list[str]:
        found = await memory.recall(asked, owner=tenant.name, options=RecallOptions(as_of=as_of, touch=False))
        return sorted(hit.drawer.text for hit in found.hits)

    assert len(await turns(PRESENT)) == 2
    assert await turns(AsOf(known_at=first)) == ["I prefer window seats on long flights."]

"""Every way of reading an instant, of memories, facts, profiles, timelines and causal chains."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import NamedTuple

import pytest
import pytest_asyncio

from graphmem.errors import InvalidInputError
from graphmem.facade import GraphMem
from graphmem.model.category import Category
from graphmem.model.instant import PRESENT, AsOf
from graphmem.model.palace import Owner
from graphmem.model.question import CausalDirection, Intent
from graphmem.services.facts import Facts
from graphmem.services.retrieval.options import RecallOptions
from tests.services.retrieval.conftest import cause, date, day, learn

AYSE = "entity://person/ayse"
TOWNS = ("Ankara", "Bursa", "Izmir")
WHERE = "Where does Ayşe live?"

INSTANTS = [
    pytest.param(PRESENT, {"Izmir"}, id="present"),
    pytest.param(AsOf(valid_at=day(2)), {"Ankara"}, id="true then"),
    pytest.param(AsOf(valid_at=day(3)), {"Izmir"}, id="what ends at the instant is over"),
    pytest.param(AsOf(known_at=day(1, 15)), {"Ankara", "Bursa"}, id="known then"),
    pytest.param(AsOf(known_at=day(2)), {"Ankara"}, id="what is retracted at the instant is not believed"),
    pytest.param(AsOf(known_at=day(3, 15)), set(), id="over, and its successor not known yet"),
    pytest.param(AsOf(valid_at=day(3, 15), known_at=day(4)), {"Izmir"}, id="both, as soon as it is known"),
    pytest.param(AsOf(valid_at=day(2), known_at=day(1, 15)), {"Ankara", "Bursa"}, id="both, mistakes included"),
    pytest.param(AsOf(timeline=True), {"Ankara", "Izmir"}, id="timeline"),
    pytest.param(AsOf(timeline=True, known_at=day(1, 15)), {"Ankara", "Bursa"}, id="timeline as known then"),
    pytest.param(AsOf(valid_at=day(1, year=2025)), set(), id="before anything was true"),
    pytest.param(AsOf(known_at=day(1, year=2025)), set(), id="before anything was known"),
]


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def moves(memory: GraphMem) -> Owner:
    """Ayşe lived in Ankara until March; Bursa was a mistake, retracted in February; Izmir was learnt of in April."""
    owner = Owner.named(f"instants-{datetime.now(UTC).timestamp()}")
    ids = []
    for town in TOWNS:
        seen = await memory.observer.observe(owner, f"Ayşe lives in {town}.", speaker="Elif", said_at=day(1))
        ids.append(seen.statements[0].memory or "")
    ankara, bursa, izmir = ids
    assert len(set(ids)) == len(TOWNS)
    await date(memory, owner, ankara, valid=day(1), until=day(3), recorded=day(1, 2))
    await date(memory, owner, bursa, valid=day(1), recorded=day(1, 10), retracted=day(2))
    await date(memory, owner, izmir, valid=day(3), recorded=day(4))
    return owner


def towns(texts: list[str]) -> set[str]:
    return {town for town in TOWNS if any(town in text for text in texts)}


@pytest.mark.parametrize(("as_of", "expected"), INSTANTS)
async def test_recall_and_lists_read_the_instant(
    memory: GraphMem, moves: Owner, as_of: AsOf, expected: set[str]
) -> None:
    found = await memory.recall(WHERE, owner=moves.name, options=RecallOptions(as_of=as_of, touch=False))
    assert towns([hit.memory.text for hit in found.memories]) == expected
    assert len(found.memories) == len(expected)
    page = await memory.memories.page(moves, as_of=as_of)
    assert towns([item.text for item in page.items]) == expected
    named = await memory.memories.page(moves, entity=AYSE, as_of=as_of)
    assert named.items == page.items


@pytest.mark.parametrize("question", [WHERE, "Tell me about Ayşe.", "When did Ayşe move?", "Ayşe ne seviyor?"])
@pytest.mark.parametrize("as_of", [AsOf(valid_at=day(2)), AsOf(known_at=day(2))], ids=["true then", "known then"])
async def test_no_intent_widens_an_instant(memory: GraphMem, moves: Owner, question: str, as_of: AsOf) -> None:
    found = await memory.recall(
        question, owner=moves.name, options=RecallOptions(as_of=as_of, touch=False, without=frozenset())
    )
    assert towns([hit.memory.text for hit in found.memories]) <= {"Ankara"}


@pytest.mark.parametrize(("as_of", "expected"), INSTANTS)
async def test_facts_and_profiles_read_the_instant(
    memory: GraphMem, moves: Owner, as_of: AsOf, expected: set[str]
) -> None:
    facts = await Facts(memory.database).within(moves, AYSE, as_of)
    assert {fact.object for fact in facts} == expected
    profile = await memory.explorer.profile(moves, "ayşe", as_of=as_of)
    assert {fact.object for fact in profile.facts} == expected
    assert towns([one.text for one in profile.memories]) == expected


@pytest.mark.parametrize(
    ("known_at", "expected"),
    [(None, ["Ankara", "Izmir"]), (day(1, 15), ["Ankara", "Bursa"]), (day(1, year=2025), [])],
    ids=["now", "then", "before anything was known"],
)
async def test_timelines_tell_what_was_known(
    memory: GraphMem, moves: Owner, known_at: datetime | None, expected: list[str]
) -> None:
    events = await memory.explorer.timeline(moves, AYSE, known_at=known_at)
    assert sorted(town for town in TOWNS for event in events if town in event.text) == expected
    assert [event.at for event in events] == sorted(event.at for event in events)


async def test_timelines_are_bounded_by_beginnings(memory: GraphMem, moves: Owner) -> None:
    later = await memory.explorer.timeline(moves, "Ayşe", after=day(2))
    assert [event.until for event in later] == [None]
    (earlier,) = await memory.explorer.timeline(moves, "Ayşe", before=day(2))
    assert (earlier.at, earlier.until) == (day(1), day(3))
    assert await memory.explorer.timeline(moves, "Ayşe", after=day(6)) == []
    with pytest.raises(InvalidInputError, match="after"):
        await memory.explorer.timeline(moves, "Ayşe", after=day(2), before=day(2))


@pytest.mark.parametrize("first", [0, 101])
async def test_facts_of_a_timeline_are_bounded(memory: GraphMem, moves: Owner, first: int) -> None:
    with pytest.raises(InvalidInputError, match=f"first is {first}"):
        await Facts(memory.database).within(moves, AYSE, AsOf(timeline=True), first=first)


class Story(NamedTuple):
    """A cause and its effect, whose edge was believed from the 2nd of February to May."""

    owner: Owner
    cause: str
    effect: str


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def story(memory: GraphMem) -> Story:
    owner = Owner.named(f"causes-{datetime.now(UTC).timestamp()}")
    full = await learn(memory, owner, "The memory card ran full.", Category.EPISODE)
    lost = await learn(memory, owner, "The harbour sensors lost a night of readings.", Category.EPISODE)
    for id_ in (full, lost):
        await date(memory, owner, id_, valid=day(1), recorded=day(1))
    await cause(memory, owner, full, lost, valid=day(2), recorded=day(2, 2), retracted=day(5))
    return Story(owner, full, lost)


@pytest.mark.parametrize(
    ("as_of", "linked"),
    [
        (PRESENT, False),
        (AsOf(known_at=day(2, 15)), True),
        (AsOf(valid_at=day(2, 15), known_at=day(3)), True),
        (AsOf(valid_at=day(1, 15), known_at=day(3)), False),
        (AsOf(known_at=day(2)), False),
        (AsOf(known_at=day(5)), False),
        (AsOf(timeline=True, known_at=day(3)), True),
        (AsOf(timeline=True), False),
        (AsOf(valid_at=day(1, year=2025), known_at=day(3)), False),
    ],
    ids=str,
)
async def test_causes_hold_at_their_instant(memory: GraphMem, story: Story, as_of: AsOf, linked: bool) -> None:
    chains = await memory.explorer.causal_chain(story.owner, [story.effect], as_of=as_of)
    assert [(chain.end.id, chain.back, chain.confidence) for chain in chains] == [(story.cause, True, 0.8)] * linked
    forth = await memory.explorer.causal_chain(
        story.owner, [story.cause], direction=CausalDirection.EFFECTS, as_of=as_of
    )
    assert [chain.end.id for chain in forth] == [story.effect] * linked
    found = await memory.recall(
        "Why did the harbour sensors lose readings?",
        owner=story.owner.name,
        options=RecallOptions(as_of=as_of, touch=False),
    )
    assert found.intent is Intent.CAUSAL
    steps = {(step.source, step.target) for hit in found.memories for step in hit.path if step.type == "CAUSES"}
    assert steps == ({(story.cause, story.effect)} if linked else set())


async def test_a_chain_does_not_pass_what_was_over(memory: GraphMem, tenant: Owner) -> None:
    ids = [
        await learn(memory, tenant, text, Category.EPISODE) for text in ("It rained for a week.", "The cellar flooded.")
    ]
    await date(memory, tenant, ids[0], valid=day(1), until=day(2), recorded=day(1))
    await date(memory, tenant, ids[1], valid=day(1), recorded=day(1))
    await cause(memory, tenant, *ids, valid=day(1), recorded=day(1))
    assert await memory.explorer.causal_chain(tenant, [ids[1]], as_of=AsOf(valid_at=day(2))) == []
    assert len(await memory.explorer.causal_chain(tenant, [ids[1]], as_of=AsOf(valid_at=day(1)))) == 1

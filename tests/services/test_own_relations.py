"""Relations of which an owner declares how many values they have, on the real store."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from graphmem.errors import InvalidInputError
from graphmem.facade import GraphMem
from graphmem.model.entity import EntityType, Mention, Statement
from graphmem.model.palace import Owner
from graphmem.model.views import MemoryView
from graphmem.services.facts import Facts

ADA = Mention("Ada", EntityType.PERSON)
FIRST = datetime(2026, 10, 1, tzinfo=UTC)


async def told(memory: GraphMem, tenant: Owner, *texts: str, start: datetime = FIRST) -> list[MemoryView]:
    """What becomes of statements of Ada, told a day apart."""

    found = []
    for days, text in enumerate(texts):
        seen = await memory.observer.learn(tenant, text, speaker="Ada", said_at=start + timedelta(days=days))
        (verdict,) = seen.statements
        assert verdict.memory is not None, seen
        found.append(verdict.memory)
    return [await memory.memories.get(tenant, id_) for id_ in found]


async def held(memory: GraphMem, tenant: Owner, predicate: str, at: datetime | None = None) -> list[str]:
    facts = await Facts(memory.database).as_of(tenant, ADA.uri, predicate, valid_at=at)
    return [fact.object for fact in facts]


@pytest.mark.parametrize(
    ("predicate", "first", "second", "was", "now"),
    [
        ("collects", "I collect stamps.", "I collect coins.", "stamps", "coins"),
        ("speaks", "I speak Danish.", "I speak Finnish.", "Danish", "Finnish"),
        ("member_of", "I am a member of Greenpeace.", "I am a member of Amnesty.", "Greenpeace", "Amnesty"),
        ("plays", "Satranç oynuyorum.", "Tenis oynuyorum.", "Satranç", "Tenis"),
    ],
)
async def test_one_value_at_a_time_closes_the_older_memory_and_fact_without_asking(
    memory: GraphMem, tenant: Owner, predicate: str, first: str, second: str, was: str, now: str
) -> None:
    before = await told(memory, tenant, first, second)
    assert sorted(await held(memory, tenant, predicate)) == sorted([was, now]), "many values by the built-in list"
    assert all(view.memory.valid_until is None for view in before)

    await memory.owner_settings.set(tenant, choices={"functional": {predicate: "one"}})
    third = FIRST + timedelta(days=5)
    (last,) = await told(memory, tenant, first.replace(was, "Oxfam"), start=third)
    assert await held(memory, tenant, predicate) == ["Oxfam"]
    assert sorted(await held(memory, tenant, predicate, third - timedelta(hours=1))) == sorted([was, now])
    for view in before:
        assert (await memory.memories.get(tenant, view.memory.id)).memory.valid_until == third
    assert not (await memory.reviews.page(tenant, first=5)).items
    assert last.memory.valid_until is None


async def test_what_was_known_before_the_closing_is_still_told_by_the_other_clock(
    memory: GraphMem, tenant: Owner
) -> None:
    await memory.owner_settings.set(tenant, choices={"functional": "uses: one"})
    await told(memory, tenant, "I use Emacs.")
    between = datetime.now(UTC)
    await told(memory, tenant, "I use Helix.", start=FIRST + timedelta(days=3))
    (known,) = await Facts(memory.database).as_of(tenant, ADA.uri, "uses", known_at=between)
    assert (known.object, known.valid_until) == ("Emacs", None)


async def test_a_memory_that_says_more_stays_and_only_its_fact_ends(memory: GraphMem, tenant: Owner) -> None:
    await memory.owner_settings.set(tenant, choices={"functional": {"speaks": "one"}})
    first, _ = await told(memory, tenant, "I speak Danish and I own a canoe.", "I speak Finnish.")
    assert await held(memory, tenant, "speaks") == ["Finnish"]
    assert await held(memory, tenant, "owns") == ["canoe"]
    assert (await memory.memories.get(tenant, first.memory.id)).memory.valid_until is None


@pytest.mark.parametrize(
    ("first", "second", "places"),
    [
        ("I work at Monzo.", "I work at Deliveroo.", ["Deliveroo", "Monzo"]),
        ("Vestel'de çalışıyorum.", "Arçelik'te çalışıyorum.", ["Arçelik", "Vestel"]),
    ],
)
async def test_many_values_wins_over_the_built_in_list_and_the_words(
    memory: GraphMem, tenant: Owner, first: str, second: str, places: list[str]
) -> None:
    await memory.owner_settings.set(tenant, choices={"functional": {"works_at": "many"}})
    views = await told(memory, tenant, first, second)
    assert sorted(await held(memory, tenant, "works_at")) == places
    for view in views:
        assert (await memory.memories.get(tenant, view.memory.id)).memory.valid_until is None
    ended = f"I left {places[1]}." if "Monzo" in first else f"{places[1]}'den ayrıldım."
    await told(memory, tenant, ended, start=FIRST + timedelta(days=4))
    assert await held(memory, tenant, "works_at") == places[:1], "what is said to end ends all the same"


async def test_taking_it_back_leaves_it_to_the_built_in_list(memory: GraphMem, tenant: Owner) -> None:
    await memory.owner_settings.set(tenant, choices={"functional": {"lives_in": "many"}})
    await told(memory, tenant, "I live in Leeds.", "I live in York.")
    assert sorted(await held(memory, tenant, "lives_in")) == ["Leeds", "York"]
    await memory.owner_settings.set(tenant, choices={"functional": None})
    await told(memory, tenant, "I live in Hull.", start=FIRST + timedelta(days=7))
    assert await held(memory, tenant, "lives_in") == ["Hull"]


async def test_a_relation_of_ones_own_that_is_recorded_closes_as_declared(memory: GraphMem, tenant: Owner) -> None:
    def diet(kind: str, days: int) -> Statement:
        thing = Mention(kind, EntityType.TOPIC)
        return Statement(ADA, "follows_diet", thing, kind, valid_from=FIRST + timedelta(days=days))

    facts = Facts(memory.database)
    await facts.record(tenant, [diet("vegan", 0), diet("keto", 1)])
    assert await held(memory, tenant, "follows_diet") == ["vegan", "keto"]
    await memory.owner_settings.set(tenant, choices={"functional": {"follows_diet": "one"}})
    for _ in range(2):
        assert await facts.record(tenant, [diet("halal", 2)]) == 1
    assert await held(memory, tenant, "follows_diet") == ["halal"]
    assert await held(memory, tenant, "follows_diet", FIRST + timedelta(days=1, hours=1)) == ["vegan", "keto"]


async def test_only_the_owner_who_declared_it_closes(memory: GraphMem, tenant: Owner) -> None:
    await memory.owner_settings.set(tenant, choices={"functional": {"speaks": "one"}})
    other = Owner.named(f"{tenant.name}-other")
    await told(memory, other, "I speak Danish.", "I speak Finnish.")
    assert sorted(await held(memory, other, "speaks")) == ["Danish", "Finnish"]


@pytest.mark.parametrize(
    ("given", "named"),
    [
        ({"lives in!": "one"}, "lives in!"),
        ({"lives_in": "two"}, "two"),
        ("lives_in", "lives_in"),
        ({"x" * 41: "one"}, "x" * 41),
        ({f"r{n}": "one" for n in range(101)}, "101"),
        (7, "7"),
    ],
)
async def test_what_no_relation_can_be_is_refused_by_name(
    memory: GraphMem, tenant: Owner, given: object, named: str
) -> None:
    with pytest.raises(InvalidInputError, match=named) as refused:
        await memory.owner_settings.set(tenant, choices={"functional": given})
    assert refused.value.remedy
    assert (await memory.owner_settings.get(tenant)).version == 0

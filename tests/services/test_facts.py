"""Facts by both clocks on the real store: what held when, as known when, across merges, for one owner only."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, timezone
from functools import partial

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from graphmem.errors import InvalidInputError
from graphmem.facade import GraphMem
from graphmem.model.entity import EntityType, Mention, Statement
from graphmem.model.palace import Owner
from graphmem.services.facts import Facts
from graphmem.store import tenants
from graphmem.store.database import Database, Row
from graphmem.store.entities import FactRow, state
from graphmem.store.profiling import ProfilingDriver
from graphmem.store.queries import Query

ADA = Mention("Ada", EntityType.PERSON)
T0 = datetime(2025, 1, 1, tzinfo=UTC)


def day(year: int, month: int = 1, number: int = 1) -> datetime:
    return datetime(year, month, number, tzinfo=UTC)


def works(where: str, start: datetime | None, end: datetime | None, subject: Mention = ADA) -> Statement:
    place = Mention(where, EntityType.ORG)
    return Statement(subject, "works_at", place, where, valid_from=start, valid_until=end)


async def test_facts_that_cannot_end_each_other_are_stated_together(memory: GraphMem, tenant: Owner) -> None:
    """Six things of one person are one statement; two places she lives in are one after the other."""
    driver = ProfilingDriver(memory.database.driver)
    database = Database(driver, memory.database.address)  # type: ignore[arg-type]
    profiled = GraphMem(memory.settings, database, memory.embedder, memory.usage, ledger=memory.ledger)
    told = [f"I own a {thing}." for thing in ("violin", "canoe", "printer", "telescope", "kettle", "tent")]
    turns = [{"text": text, "speaker": "Ada"} for text in told]
    await profiled.mine_turns("things", turns, owner=tenant.name)
    assert len(driver.hits["entity/state_facts"]) == 1
    owned = [fact for fact in await Facts(database).as_of(tenant, ADA.uri) if fact.predicate == "owns"]
    assert len(owned) == len(told)

    moves = ("I lived in Ankara in 2019.", "I live in Lisbon now.")
    await profiled.mine_turns("homes", [{"text": text, "speaker": "Ada"} for text in moves], owner=tenant.name)
    assert len(driver.hits["entity/state_facts"]) == 3
    assert [fact.object for fact in await Facts(database).as_of(tenant, ADA.uri, "lives_in")] == ["Lisbon"]


@pytest.mark.parametrize(
    ("told", "home", "work"),
    [
        (("I live in London and I work at Monzo.", "I no longer live in Paris."), ["London"], ["Monzo"]),
        (("I live in London and I work at Monzo.", "I left Deliveroo."), ["London"], ["Monzo"]),
        (("I live in London and I work at Monzo.", "I left Monzo."), ["London"], []),
        (("İzmir'de yaşıyorum, Vestel'de çalışıyorum.", "Arçelik'ten ayrıldım."), ["İzmir"], ["Vestel"]),
        (("Karşıyaka'da oturuyorum.", "Karşıyaka'dan Bostanlı'ya taşındık."), ["Bostanlı"], []),
        (("I live in Leeds.", "I moved from Leeds to York."), ["York"], []),
    ],
)
async def test_what_no_longer_holds_ends_nothing_but_itself(
    memory: GraphMem, tenant: Owner, told: tuple[str, str], home: list[str], work: list[str]
) -> None:
    for days, text in enumerate(told):
        await memory.owner(tenant.name).observe(text, speaker="Ada", said_at=day(2026, 10, 1) + timedelta(days=days))
    now = await Facts(memory.database).as_of(tenant, ADA.uri)
    assert [fact.object for fact in now if fact.predicate == "lives_in"] == home
    assert [fact.object for fact in now if fact.predicate == "works_at"] == work


@pytest.fixture
def facts(memory: GraphMem) -> Facts:
    return Facts(memory.database)


async def held(facts: Facts, tenant: Owner, at: datetime, predicate: str | None = "works_at") -> list[str]:
    return [fact.object for fact in await facts.as_of(tenant, ADA.uri, predicate, valid_at=at)]


async def test_intervals_are_half_open_and_open_ends_last(facts: Facts, tenant: Owner) -> None:
    told = [works("Mill", None, day(2010)), works("Dock", day(2012), day(2015)), works("Ferry", day(2015), None)]
    assert await facts.record(tenant, told) == 3
    assert await held(facts, tenant, day(1200)) == ["Mill"]
    assert await held(facts, tenant, day(2010)) == []
    assert await held(facts, tenant, day(2012)) == ["Dock"]
    assert await held(facts, tenant, day(2015) - timedelta(microseconds=1)) == ["Dock"]
    assert await held(facts, tenant, day(2015)) == ["Ferry"]
    assert [fact.object for fact in await facts.as_of(tenant, ADA.uri)] == ["Ferry"]


async def test_several_values_hold_side_by_side_in_the_order_they_began(facts: Facts, tenant: Owner) -> None:
    await facts.record(tenant, [works("Dock", day(2014), None), works("Mill", day(2012), None)])
    assert await held(facts, tenant, day(2020)) == ["Mill", "Dock"]
    assert await held(facts, tenant, day(2020), "owns") == []
    assert await held(facts, tenant, day(2020), None) == ["Mill", "Dock"]


async def test_the_same_value_twice_is_two_facts_and_recording_twice_changes_nothing(
    facts: Facts, tenant: Owner
) -> None:
    told = [works("Dock", day(2010), day(2014)), works("Dock", day(2012), day(2018))]
    for _ in range(2):
        await facts.record(tenant, told, now=T0)
    assert await held(facts, tenant, day(2011)) == ["Dock"]
    assert await held(facts, tenant, day(2017)) == ["Dock"]
    assert len(await facts.as_of(tenant, ADA.uri, valid_at=day(2013))) == 2


async def test_what_was_not_recorded_yet_was_not_known(facts: Facts, tenant: Owner) -> None:
    await facts.record(tenant, [works("Dock", day(2010), None)], now=T0)
    before = await facts.as_of(tenant, ADA.uri, valid_at=day(2011), known_at=T0 - timedelta(seconds=1))
    assert before == []
    (found,) = await facts.as_of(tenant, ADA.uri, valid_at=day(2011), known_at=T0)
    assert (found.valid_until, found.retracted_at, found.recorded_at) == (None, None, T0)


async def test_a_corrected_fact_was_believed_until_the_correction(
    memory: GraphMem, facts: Facts, tenant: Owner
) -> None:
    """Two employers from the same day: the second corrects the first, whose edge is retracted."""
    await facts.record(tenant, [works("Oven", day(2001), day(2002))], now=T0)  # makes Ada and the owner
    later = T0 + timedelta(days=30)
    for where, now in (("Dock", T0), ("Mill", later)):
        place = Mention(where, EntityType.ORG)
        await facts.record(tenant, [works(where, day(1990), day(1991))], now=T0)  # makes the place
        row = FactRow(
            id=f"{tenant.key}-{where}", subject=ADA.uri, predicate="works_at", object=place.uri, text=where, memory="",
            confidence=1, detected_by="test", single=True, ended=False, valid_from=day(2020),
        )  # fmt: skip
        await memory.database.write(partial(state, owner=tenant, facts=[row], now=now))
    known = {
        now: [fact.object for fact in await facts.as_of(tenant, ADA.uri, valid_at=day(2021), known_at=now)]
        for now in (T0, later)
    }
    assert known == {T0: ["Dock"], later: ["Mill"]}


async def test_a_merge_counts_as_it_was_known(memory: GraphMem, facts: Facts, tenant: Owner) -> None:
    other = Mention("Ada Lovelace", EntityType.PERSON)
    await facts.record(tenant, [works("Mill", day(2010), None), works("Dock", day(2012), None, other)])
    assert await held(facts, tenant, day(2020)) == ["Mill"]
    between = datetime.now(UTC)
    await memory.entities.merge(tenant, other.uri, ADA.uri)
    assert await held(facts, tenant, day(2020)) == ["Mill", "Dock"]
    as_other = await facts.as_of(tenant, other.uri, valid_at=day(2020))
    assert [fact.object for fact in as_other] == ["Mill", "Dock"]
    then = await facts.as_of(tenant, ADA.uri, valid_at=day(2020), known_at=between)
    assert [fact.object for fact in then] == ["Mill"]


async def test_the_digest_of_one_who_was_merged_into_another_is_the_others(memory: GraphMem, tenant: Owner) -> None:
    tolga, bey, ada = "entity://person/tolga", "entity://person/ceyda", memory.owner(tenant)
    for text in ("Tolga plays the cello.", "Ceyda repairs old radios in Izmir."):
        await memory.observer.observe(tenant, text, speaker="Ada")
    await memory.entities.merge(tenant, bey, tolga)
    assert len((await ada.digest(tolga)).lines) == 2
    await memory.observer.observe(tenant, "Ceyda has a telescope from her uncle.", speaker="Ada")
    assert (await ada.digest(bey)).lines == (await ada.digest(tolga)).lines
    assert len((await ada.digest(tolga)).lines) == 3
    await memory.entities.unmerge(tenant, bey)
    assert len((await ada.digest(tolga)).lines) == 1


async def test_nobody_elses_and_nothing_of_nobody(facts: Facts, tenant: Owner, owner: str) -> None:
    await facts.record(Owner.named(f"{owner}-other"), [works("Mill", day(2010), None)])
    assert await facts.as_of(tenant, ADA.uri) == []
    assert await facts.as_of(tenant, "entity://person/nobody") == []


async def test_recorded_facts_show_in_the_profile_and_go_with_their_owner(
    memory: GraphMem, facts: Facts, tenant: Owner, owner: str
) -> None:
    await facts.record(tenant, [works("Mill", day(2010), None)])
    view = await memory.entities.get(tenant, ADA.uri)
    assert [(fact.predicate, fact.object, fact.memory) for fact in view.facts] == [("works_at", "Mill", "")]
    assert (await memory.erase(owner=owner)).nodes == 3
    assert await facts.as_of(tenant, ADA.uri) == []


async def test_many_facts_of_one_go_before_her_a_batch_at_a_time(
    memory: GraphMem, facts: Facts, tenant: Owner, owner: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What hangs on one node goes in one transaction with it: of 100,000 facts none was small enough."""
    await facts.record(tenant, [works(f"Mill {year}", day(year), day(year + 1)) for year in range(2000, 2012)])
    monkeypatch.setattr(tenants, "ERASE_BATCH", 5)
    batches: list[int] = []
    run = memory.database.run

    async def noted(query: Query, **params: object) -> list[Row]:
        rows = await run(query, **params)
        batches.extend(row["removed"] for row in rows if query.name == "tenant/erase_facts")
        return rows

    monkeypatch.setattr(memory.database, "run", noted)
    assert (await memory.erase(owner=owner)).nodes == 1 + 12 + 1
    assert batches == [5, 5, 2, 0]
    assert await facts.as_of(tenant, ADA.uri) == []


async def test_wrong_values_are_named(facts: Facts, tenant: Owner) -> None:
    with pytest.raises(InvalidInputError, match="an interval ends after it starts"):
        await facts.record(tenant, [works("Mill", day(2010), day(2010))])
    with pytest.raises(InvalidInputError, match="first is 0"):
        await facts.as_of(tenant, ADA.uri, first=0)
    for wrong in (datetime(2020, 1, 1), datetime(2020, 1, 1, tzinfo=timezone(timedelta(hours=3)))):
        with pytest.raises(InvalidInputError, match="valid_at"):
            await facts.as_of(tenant, ADA.uri, valid_at=wrong)


spans = st.tuples(st.integers(0, 20), st.one_of(st.none(), st.integers(1, 8)))


@settings(max_examples=8, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(told=st.lists(spans, min_size=1, max_size=6, unique=True), at=st.integers(0, 30))
async def test_the_query_agrees_with_the_definition(
    memory: GraphMem, facts: Facts, tenant: Owner, told: list[tuple[int, int | None]], at: int
) -> None:
    """Whatever was recorded, exactly those intervals answer that cover the instant."""
    await memory.erase(owner=tenant.name)
    tenant = Owner.named(tenant.name)  # one made before an erasure writes nothing after it
    ends = [(day(2000 + start), None if length is None else day(2000 + start + length)) for start, length in told]
    await facts.record(tenant, [works(f"Place {number}", *span) for number, span in enumerate(ends)])
    moment = day(2000 + at)
    expected = {
        f"Place {n}" for n, (start, end) in enumerate(ends) if start <= moment and (end is None or moment < end)
    }
    assert set(await held(facts, tenant, moment)) == expected

"""Usage: each owner's sums by source, model and day, added once whoever writes them."""

from __future__ import annotations

import asyncio
from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphmem.errors import DatabaseError
from graphmem.model.palace import Owner
from graphmem.model.usage import MEMORY_EMBED, MEMORY_EXTRACT, DailyUsage, Price, Usage
from graphmem.services.usage import UsageLedger
from graphmem.store import usage as stored
from graphmem.store.database import Database

DAY = date(2026, 9, 30)
NEXT = DAY + timedelta(1)
ONE = Usage(MEMORY_EXTRACT, "small", calls=1, texts=1, tokens=15, output_tokens=5, cost=0.25)


def ledger(database: Database) -> UsageLedger:
    return UsageLedger(database, today=lambda: DAY)


async def test_reports_add_up_by_owner_source_model_and_day(database: Database, tenant: Owner) -> None:
    other = Owner.named(tenant.name + "x")
    days = iter([DAY, DAY, DAY, DAY, NEXT, DAY])
    kept = UsageLedger(database, today=lambda: next(days))
    mine, theirs = kept.sink(tenant), kept.sink(other)
    for usage in (
        ONE,
        ONE,
        Usage(MEMORY_EXTRACT, "large", calls=1),
        Usage(MEMORY_EMBED, "bge", calls=2, tokens=7),
        ONE,
    ):
        mine(usage)
    theirs(ONE)
    found = await kept.report(tenant, since=DAY, until=NEXT + timedelta(1))
    assert found == [
        DailyUsage(DAY, Usage(MEMORY_EMBED, "bge", calls=2, tokens=7)),
        DailyUsage(DAY, Usage(MEMORY_EXTRACT, "large", calls=1)),
        DailyUsage(DAY, ONE.plus(ONE)),
        DailyUsage(NEXT, ONE),
    ]
    assert found[2].usage.cost == 0.5
    assert await kept.report(tenant, since=NEXT, until=NEXT + timedelta(1)) == [DailyUsage(NEXT, ONE)]
    assert await kept.report(tenant, since=DAY - timedelta(9), until=DAY) == []
    assert await kept.report(other, since=DAY, until=NEXT) == [DailyUsage(DAY, ONE)]


async def test_flushing_twice_adds_once(database: Database, tenant: Owner) -> None:
    kept = ledger(database)
    kept.sink(tenant)(ONE)
    await asyncio.gather(kept.flush(), kept.flush())
    await kept.flush()
    assert await kept.report(tenant, since=DAY, until=NEXT) == [DailyUsage(DAY, ONE)]


async def test_eight_processes_lose_nothing(database: Database, tenant: Owner) -> None:
    async def spend() -> None:
        kept = ledger(database)
        for _ in range(10):
            for model in ("a", "b", "c"):
                kept.sink(tenant)(Usage(MEMORY_EXTRACT, model, calls=1, tokens=3))
            await kept.flush()

    await asyncio.gather(*(spend() for _ in range(8)))
    found = await stored.report(database, tenant, since=DAY, until=NEXT)
    assert [(each.usage.model, each.usage.calls, each.usage.tokens) for each in found] == [
        ("a", 80, 240),
        ("b", 80, 240),
        ("c", 80, 240),
    ]


async def test_what_cannot_be_written_stays_pending(database: Database, tenant: Owner) -> None:
    gone = await Database.connect(database.address)
    kept = ledger(gone)
    kept.sink(tenant)(ONE)
    await gone.aclose()
    with pytest.raises(DatabaseError):
        await kept.flush()
    kept.sink(tenant)(ONE)
    kept._database = database
    assert await kept.report(tenant, since=DAY, until=NEXT) == [DailyUsage(DAY, ONE.plus(ONE))]


async def test_it_is_flushed_now_and_then_and_at_the_end(database: Database, tenant: Owner) -> None:
    kept = ledger(database)
    task = asyncio.create_task(kept.run(0.05))
    kept.sink(tenant)(ONE)
    async with asyncio.timeout(10):
        while not await stored.report(database, tenant, since=DAY, until=NEXT):  # noqa: ASYNC110 - in the database
            await asyncio.sleep(0.05)
    task.cancel()
    kept.sink(tenant)(ONE)
    with pytest.raises(asyncio.CancelledError):
        await task
    assert await stored.report(database, tenant, since=DAY, until=NEXT) == [DailyUsage(DAY, ONE.plus(ONE))]


async def test_an_erased_owner_is_not_billed(database: Database, tenant: Owner) -> None:
    kept = ledger(database)
    kept.sink(tenant)(ONE)
    kept.forget(tenant)
    assert await kept.report(tenant, since=DAY, until=NEXT) == []


def test_golden_price() -> None:
    assert Price(0.15, 0.6).of(tokens_in=2_000_000, tokens_out=500_000) == pytest.approx(0.6)


USAGES = st.builds(
    Usage,
    st.just("s"),
    st.just("m"),
    calls=st.integers(0, 9),
    tokens=st.integers(0, 9),
    cost=st.none() | st.integers(0, 9).map(float),
)


@given(a=USAGES, b=USAGES, c=USAGES)
def test_the_order_of_adding_does_not_matter(a: Usage, b: Usage, c: Usage) -> None:
    assert a.plus(b) == b.plus(a)
    assert a.plus(b).plus(c) == a.plus(b.plus(c))

"""What is announced for a day ends what holds on that day, not when it is said."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from graphmem.facade import GraphMem
from graphmem.model.palace import Owner

SAID = datetime(2026, 5, 26, 12, tzinfo=UTC)


async def ends(memory: GraphMem, tenant: Owner, before: str, after: str) -> datetime | None:
    """When the first statement ends after the second, which is told five minutes later; others stand beside it."""
    for other in ("I have two cats.", "Ablam Ela İzmir'de oturuyor."):
        await memory.observer.observe(tenant, other, said_at=SAID)
    await memory.observer.observe(tenant, before, said_at=SAID)
    await memory.observer.observe(tenant, after, said_at=SAID + timedelta(minutes=5))
    kept = (await memory.memories.page(tenant, first=9, live=False)).items
    return next(one.valid_until for one in kept if before in one.text)


@pytest.mark.parametrize(
    ("before", "after", "day"),
    [
        ("yapı kredide 95 bin tl alıyorum ayda", "yapı krediden 15 temmuzda ayrılıyorum", datetime(2026, 7, 15)),
        ("İzmir'de oturuyorum", "ağustosta Ankara'ya taşınıyorum", datetime(2026, 8, 1)),
        ("I work at Siemens", "I'm quitting Siemens next month", datetime(2026, 6, 1)),
    ],
)
async def test_it_holds_until_then(memory: GraphMem, tenant: Owner, before: str, after: str, day: datetime) -> None:
    assert await ends(memory, tenant, before, after) == day.replace(tzinfo=UTC)
    assert not [finding for finding in await memory.doctor() if finding.count and finding.grave]


async def test_what_ends_now_has_ended(memory: GraphMem, tenant: Owner) -> None:
    assert await ends(memory, tenant, "Arçelik'te çalışıyorum", "Arçelik'ten ayrılıyorum") == SAID + timedelta(
        minutes=5
    )


async def test_a_plan_that_is_put_off_is_none_any_more(memory: GraphMem, tenant: Owner) -> None:
    before, after = "The launch is on 20 June", "the launch is pushed to 27 June"
    await memory.observer.observe(tenant, before, said_at=SAID)
    await memory.observer.observe(tenant, after, said_at=SAID + timedelta(minutes=5))
    kept = (await memory.memories.page(tenant, first=9, live=False)).items
    (old,) = [one for one in kept if before in one.text]
    assert old.valid_until == SAID + timedelta(minutes=5) or old.retracted_at is not None

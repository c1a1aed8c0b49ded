"""The sleep step: memories of least worth on which nothing depends become dormant.

Worth is a rank among all of an owner's memories, dormant or awake, so that dormancy lowers no other rank and dreams
end. All are read, but only if any may become dormant: a memory of a kind with limited retention was unused for long
enough, or too many are awake. Decisions follow each other: if two memories state a number, the second stays once the
first is dormant.
"""

from __future__ import annotations

import asyncio
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

import numpy as np
from numpy.typing import NDArray

from graphmem.cognition import decay
from graphmem.cognition.activation import SECONDS_A_DAY
from graphmem.cognition.keep_value import Worth, keep_values
from graphmem.cognition.tiering import LEAST_AGE_DAYS, UNUSED_DAYS, Case, awake_for
from graphmem.language.gist import read_gist
from graphmem.model.category import Category
from graphmem.model.dream import Change, Step, StepReport
from graphmem.model.ids import shown
from graphmem.model.language import Language
from graphmem.model.memory import Tier
from graphmem.model.palace import Owner
from graphmem.services.lifecycle.finding import Finding, change
from graphmem.store import dreams
from graphmem.store.database import Database, Row
from graphmem.store.tiers import AWAKE, STORED

ROOM = 0.9
"""Share of the allowed memories that stay awake when a dream makes room, so that the next dream need not."""

UNUSED = "worth least, and not used for two months"
CROWDED = "worth least, and more is awake than may be"

NAMED = 4
"""Specifics for which a change names another memory that states them."""

_PRUNABLE = tuple(category.value for category in Category if category.traits.retention_days is not None)


@dataclass(frozen=True, slots=True)
class _Memory:
    """The data kept of a memory while all are ranked; there may be a hundred thousand."""

    worth: Worth
    text: str
    tier: str
    sub_tier: str
    category: str
    exempt: bool
    access_count: int
    unused_days: float
    age_days: float
    seen: tuple[object, ...]

    @property
    def row(self) -> Row:
        """The row from which a change is made."""
        return {"id": self.worth.id, **{name: getattr(self, name) for name in ("text", "tier", "sub_tier", "seen")}}


async def sleep(
    database: Database,
    owner: Owner,
    now: datetime,
    awake: int,
    *,
    most: int,
    leaving: frozenset[str] = frozenset(),
) -> Finding:
    """The memories to make dormant among the `awake` ones of an owner.
    `leaving` become dormant by another step of this dream, so their statements count as unsupported."""
    if awake <= most and not await _any_idle(database, owner, now):
        return Finding(StepReport(Step.SLEEP))
    memories: list[_Memory] = []
    pool: dict[str, str] = {}
    processing: asyncio.Future[list[_Memory]] = asyncio.ensure_future(asyncio.to_thread(_memories_of, [], now, pool))
    try:
        for tier in STORED:
            async for rows in dreams.live_memories(database, owner, tier, now):
                # A page is processed while the server reads the next one.
                memories += await processing
                rows_left = [_as_left(row, leaving) for row in rows]
                processing = asyncio.ensure_future(asyncio.to_thread(_memories_of, rows_left, now, pool))
    finally:
        memories += await processing
    return await asyncio.to_thread(_decide, memories, most)


def asleep(rows: Sequence[Row], now: datetime, most: int) -> tuple[Change, ...]:
    """The changes that make dormant the memories above `most`, or of least worth.

    The memories are `dreams.live_memories` rows.
    """
    return _decide(_memories_of(rows, now, {}), most).changes


async def _any_idle(database: Database, owner: Owner, now: datetime) -> bool:
    since, born = now - timedelta(days=UNUSED_DAYS), now - timedelta(days=LEAST_AGE_DAYS)
    for tier in AWAKE:
        if await dreams.is_idle(database, owner, tier, _PRUNABLE, now, since=since, born=born):
            return True
    return False


def _as_left(row: Row, leaving: frozenset[str]) -> Row:
    """A row as the other steps of this dream will leave it: dormant if its id is in `leaving`."""
    return row | {"tier": Tier.DORMANT.value} if row["id"] in leaving else row


def _memories_of(rows: Sequence[Row], now: datetime, pool: dict[str, str]) -> list[_Memory]:
    """The memories of these rows; equal words share one object, in `pool`.
    They are not interned: some versions of Python never free interned strings, and an owner may be erased."""
    at = now.timestamp() * 1000
    return [
        _Memory(
            worth=_worth(row, at, pool),
            text=row["text"],
            tier=_shared(row["tier"], pool),
            sub_tier=_shared(row["sub_tier"], pool),
            category=_shared(row["category"], pool),
            exempt=row["exempt"],
            access_count=row["access_count"],
            unused_days=_days(row["used_ms"], at),
            age_days=_days(row["recorded_ms"], at),
            seen=tuple(row["seen"]),
        )
        for row in rows
    ]


def _worth(row: Row, at: float, pool: dict[str, str]) -> Worth:
    specifics, words = read_gist(row["gist"], row["text"], Language(row["language"]))
    return Worth(
        id=row["id"],
        specifics=tuple(_shared(specific, pool) for specific in {*specifics, *row["names"], *row["facts"]}),
        words=tuple(_shared(word, pool) for word in words),
        questions=row["questions"],
        utility=decay.utility(row["utility"], _days(row["used_ms"], at)),
    )


def _days(earlier: float, later: float) -> float:
    """Days between two times in milliseconds; 0 if the later one is earlier."""
    return max((later - earlier) / (SECONDS_A_DAY * 1000), 0.0)


def _shared(word: str, pool: dict[str, str]) -> str:
    return pool.setdefault(word, word)


def _decide(memories: Sequence[_Memory], most: int) -> Finding:
    values = keep_values([one.worth for one in memories])
    ordered = np.sort(np.fromiter(values.values(), dtype=np.float64))
    awake = [one for one in memories if one.tier != Tier.DORMANT]
    stated = Counter(specific for one in awake for specific in one.worth.specifics)
    holders: defaultdict[str, set[str]] = defaultdict(set)
    for one in awake:
        for specific in one.worth.specifics:
            if stated[specific] > 1:  # most have a single holder, which never becomes dormant
                holders[specific].add(one.worth.id)
    mean_access = sum(one.access_count for one in memories) / len(memories) if memories else 0.0
    room = int(most * ROOM) if len(awake) > most else len(awake)
    changes: list[Change] = []
    skipped: Counter[str] = Counter()
    # Of two of equal worth, the one unused for longer goes first, then the one with the smaller id.
    for one in sorted(awake, key=lambda one: (values[one.worth.id], -one.unused_days, one.worth.id)):
        worth = one.worth
        crowded = len(awake) - len(changes) > room
        share = _share_below(ordered, values[worth.id])
        alone = any(stated[specific] == 1 or len(holders[specific]) == 1 for specific in worth.specifics)
        case = _case(one, alone=alone, mean_access=mean_access, share=share, crowded=crowded)
        if (reason := awake_for(case)) is not None:
            skipped[reason.value] += 1
            continue
        for specific in worth.specifics:
            holders[specific].discard(worth.id)
        grounds = [f"worth {values[worth.id]:.2f}, more than {share:.0%} of all memories",
                f"not used for {case.unused_days:.0f} days", *_others(worth.specifics, holders)]  # fmt: skip
        rule = CROWDED if crowded else UNUSED
        changes.append(change(one.row, Step.SLEEP, rule, grounds, Tier.DORMANT, one.sub_tier))
    return Finding(StepReport(Step.SLEEP, len(awake), len(changes), dict(skipped)), tuple(changes))


def _share_below(ordered: NDArray[np.float64], value: float) -> float:
    """The share of memories of less worth, ties counted half.

    If all are equal, none is among the lowest.
    """
    below, upto = np.searchsorted(ordered, value, side="left"), np.searchsorted(ordered, value, side="right")
    return float(below + upto) / (2 * len(ordered))


def _case(one: _Memory, *, alone: bool, mean_access: float, share: float, crowded: bool) -> Case:
    return Case(
        exempt=one.exempt,
        retention_days=Category(one.category).traits.retention_days,
        age_days=one.age_days,
        unused_days=one.unused_days,
        only_holder=alone,
        access_count=one.access_count,
        mean_access=mean_access,
        share_below=share,
        over_capacity=crowded,
    )


def _others(specifics: Iterable[str], holders: defaultdict[str, set[str]]) -> list[str]:
    """Other memories that state the same specifics."""
    return [f"{specific}: also said by {shown(min(holders[specific]))}" for specific in sorted(specifics)[:NAMED]]

"""Facts with both clocks: structured facts recorded from their source, and reads as of an instant."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

from graphmem.errors import InvalidInputError
from graphmem.model.entity import Statement
from graphmem.model.ids import digest
from graphmem.model.instant import AsOf
from graphmem.model.interval import FOREVER, Interval
from graphmem.model.palace import Owner
from graphmem.model.views import Fact
from graphmem.services.ingestion.own_relations import set_declared
from graphmem.services.owner_settings import settings_of
from graphmem.store import facts as store
from graphmem.store.cursors import require_count
from graphmem.store.database import Database
from graphmem.store.entities import EntityRow, FactRow

MOST = 100
BATCH = 500
"""Facts per transaction."""

SINCE_EVER = datetime(1, 1, 1, tzinfo=UTC)
"""The start of valid time when it is unknown."""


@dataclass(frozen=True, slots=True)
class Facts:
    """Facts between the owner's entities, by valid time and by transaction time."""

    database: Database

    async def record(self, owner: Owner, statements: Sequence[Statement], *, now: datetime | None = None) -> int:
        """Record statements with their own bounds and return the number of facts.

        Nothing is inferred: several values may hold at a time, and none ends another, unless the owner declared the
        relation as single-valued. A missing start is SINCE_EVER, a missing end is open. Raises InvalidInputError for
        bounds that enclose no time.
        """
        functional = (await settings_of(self.database, owner)).of(None).declared
        statements = set_declared(statements, functional)
        facts = [fact_row(owner, statement) for statement in statements]
        moment = now or datetime.now(UTC)
        recorded = 0
        for start in range(0, len(facts), BATCH):
            batch = statements[start : start + BATCH]
            rows = [EntityRow.of(mention) for one in batch for mention in (one.subject, one.object)]
            told = list(zip(batch, facts[start : start + BATCH], strict=True))
            stated = [fact for one, fact in told if one.declared and fact.single]
            others = [fact for one, fact in told if not (one.declared and fact.single)]
            recorded += await store.record(self.database, owner, rows, others, moment, stated=stated)
        return recorded

    async def as_of(
        self,
        owner: Owner,
        subject: str,
        predicate: str | None = None,
        *,
        valid_at: datetime | None = None,
        known_at: datetime | None = None,
        first: int = MOST,
    ) -> list[Fact]:
        """Facts of the entity `subject` (an address) valid at `valid_at`, as known at `known_at`; default now.

        In order of valid time; an unknown subject has none. `predicate` picks one property. Raises InvalidInputError
        for instants that are not UTC, or `first` out of 1 to 100.
        """
        require_count(first, MOST)
        now = datetime.now(UTC)
        instants = {"valid_at": valid_at or now, "known_at": known_at or now}
        for name, instant in instants.items():
            if instant.utcoffset() is None or instant.utcoffset() != now.utcoffset():
                raise InvalidInputError(f"{name} is {instant}.", field=name, remedy="Give a UTC-aware datetime.")
        return await store.as_of(self.database, owner, subject, predicate, **instants, limit=first)

    async def within(self, owner: Owner, subject: str, as_of: AsOf, *, first: int = MOST) -> list[Fact]:
        """Facts of the entity `subject` as of `as_of`, in order of valid time; a timeline has all of them.

        Raises InvalidInputError for `first` out of 1 to 100.
        """
        if not as_of.timeline:
            valid_at = as_of.valid_at or as_of.known_at
            return await self.as_of(owner, subject, valid_at=valid_at, known_at=as_of.known_at, first=first)
        require_count(first, MOST)
        known_at = as_of.known_at or datetime.now(UTC)
        return await store.as_of(self.database, owner, subject, None, valid_at=None, known_at=known_at, limit=first)


def fact_row(owner: Owner, statement: Statement) -> FactRow:
    """The row of a statement with its own bounds. Raises InvalidInputError when they enclose no time."""
    start = statement.valid_from or SINCE_EVER
    try:
        Interval(start, statement.valid_until)
    except ValueError as error:
        raise InvalidInputError(
            f"{statement.text[:80]!r}: {error}.", field="statements", remedy="Give an end after the beginning, in UTC."
        ) from error
    until = statement.valid_until or FOREVER
    subject, object_ = statement.subject.uri, statement.object.uri
    # The id includes the text: names that share an address may still be two statements.
    parts = (subject, statement.predicate, object_, statement.text, start.isoformat(), until.isoformat())
    return FactRow(
        id=digest(owner.key, "recorded", *parts),
        subject=subject,
        predicate=statement.predicate,
        object=object_,
        text=statement.text,
        memory="",
        confidence=1.0,
        detected_by="recorded",
        single=statement.single,
        ended=False,
        valid_from=start,
        valid_until=until,
    )

"""Usage: the costs of an owner's model calls, day by day."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from typing import Annotated

import strawberry
from strawberry import argument

from graphmem.errors import InvalidInputError
from graphmem.model.usage import DailyUsage as Sum
from graphmem_api.context import Info
from graphmem_api.schema.from_model import copy_fields


@strawberry.type(description="The sums of one source's and model's calls on one day.")
class DailyUsage:
    day: date = strawberry.field(description="In UTC.")
    source: str = strawberry.field(
        description="memory_embed, memory_extract, memory_rerank, memory_qa, memory_dream or memory_trial."
    )
    model: str
    calls: int
    texts: int
    tokens: int = strawberry.field(description="As the model counted them, an estimate when it does not.")
    output_tokens: int = strawberry.field(description="The tokens that the model wrote.")
    cost: float | None = strawberry.field(description="In the currency of the configured price; null without one.")

    @classmethod
    def of(cls, row: Sum) -> DailyUsage:
        return copy_fields(cls, row.usage, day=row.day)


REPORT_DAYS = 30
"""Days of the report by default."""
Since = Annotated[date | None, argument("First day, UTC; 30 days before `until` when missing.")]
Until = Annotated[date | None, argument("The day after the last one; tomorrow when missing.")]


async def usage(info: Info, since: Since = None, until: Until = None) -> list[DailyUsage]:
    """The owner's calls from `since` up to but not including `until`. Raises InvalidInputError."""
    end = until or datetime.now(UTC).date() + timedelta(days=1)
    start = since or max(end, date.min + timedelta(days=REPORT_DAYS)) - timedelta(days=REPORT_DAYS)
    if start >= end:
        raise InvalidInputError(
            f"since is {start}, which is not before {end}.", field="since", remedy="Ask for days before `until`."
        )
    return [DailyUsage.of(row) for row in await info.context.memory.usage_report(info.context.owner, start, end)]

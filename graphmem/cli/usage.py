"""`graphmem usage`: what model calls cost."""

from __future__ import annotations

from dataclasses import asdict
from datetime import UTC, datetime, timedelta
from typing import Annotated

import typer

from graphmem.cli.listing import right, show
from graphmem.cli.options import JsonFlag, OwnerOption
from graphmem.cli.output import escape, print_json
from graphmem.cli.working import on
from graphmem.model.usage import DailyUsage


def usage(
    days: Annotated[int, typer.Option(min=1, max=3_660, help="How many days, today's included.")] = 30,
    owner: OwnerOption = None,
    as_json: JsonFlag = False,
) -> None:
    """Show the cost of model calls by day, source and model."""
    until = datetime.now(UTC).date() + timedelta(days=1)

    rows = on(owner, lambda memory, whose: memory.usage_report(whose, until - timedelta(days=days), until))
    if as_json:
        print_json([{"day": row.day.isoformat(), **asdict(row.usage)} for row in rows])
        return
    numbers = map(right, ("calls", "texts", "tokens", "written", "cost"))
    show(
        rows, _row, "day", "source", "model", *numbers,
        title="Usage", empty=f"No model was called in {days} day(s).", as_json=False,
    )  # fmt: skip


def _row(row: DailyUsage) -> tuple[str, ...]:
    spent = row.usage
    numbers = (spent.calls, spent.texts, spent.tokens, spent.output_tokens)
    cost = "–" if spent.cost is None else f"{spent.cost:.4f}"
    return row.day.isoformat(), spent.source, escape(spent.model), *(f"{n:,}" for n in numbers), cost

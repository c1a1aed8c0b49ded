"""`graphmem usage`: what model calls cost."""

from __future__ import annotations

from dataclasses import asdict
from datetime import UTC, datetime, timedelta
from typing import Annotated

import typer
from rich.table import Table

from graphmem.cli.options import JsonFlag, OwnerOption
from graphmem.cli.output import escape, opened, out, print_json, run
from graphmem.model.usage import DailyUsage


def usage(
    days: Annotated[int, typer.Option(min=1, max=3_660, help="How many days, today's included.")] = 30,
    owner: OwnerOption = None,
    as_json: JsonFlag = False,
) -> None:
    """Show what model calls cost by day, source and model."""
    until = datetime.now(UTC).date() + timedelta(days=1)

    async def work() -> list[DailyUsage]:
        async with opened() as memory:
            return await memory.usage_report(memory.owner(owner), until - timedelta(days=days), until)

    rows = run(work)
    if as_json:
        print_json([{"day": row.day.isoformat(), **asdict(row.usage)} for row in rows])
        return
    if not rows:
        out.print(f"No model was called in {days} day(s).", style="dim")
        return
    table = Table("day", "source", "model", title="Usage", title_justify="left")
    for name in ("calls", "texts", "tokens", "written", "cost"):
        table.add_column(name, justify="right")
    for row in rows:
        spent = row.usage
        numbers = (spent.calls, spent.texts, spent.tokens, spent.output_tokens)
        cost = "–" if spent.cost is None else f"{spent.cost:.4f}"
        table.add_row(row.day.isoformat(), spent.source, escape(spent.model), *(f"{n:,}" for n in numbers), cost)
    out.print(table)

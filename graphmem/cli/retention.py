"""`graphmem retention`: what the rules of an owner let go."""

from __future__ import annotations

from dataclasses import asdict
from typing import Annotated

import typer

from graphmem.cli.listing import Limit, table, whole, wide
from graphmem.cli.options import JsonFlag, OwnerOption
from graphmem.cli.output import escape, out, print_json
from graphmem.cli.working import on
from graphmem.model.ids import shown


def retention(
    apply: Annotated[bool, typer.Option("--apply", help="Let it go now; each dream of the night does.")] = False,
    limit: Limit = 20,
    owner: OwnerOption = None,
    as_json: JsonFlag = False,
) -> None:
    """Show what has been kept for longer than the setting `retention` says, and write nothing; or let it go."""
    found = on(owner, lambda memory, whose: memory.background.retention.apply(whose, dry=not apply, limit=limit))
    if as_json:
        print_json(asdict(found))
        return
    if not found.count:
        out.print("Nothing is older than its rule, or there is no rule: graphmem settings retention=episode=90d")
        return
    rows = [
        (shown(one.memory.id), one.rule, f"{one.memory.recorded_at:%Y-%m-%d}", escape(one.memory.text))
        for one in found.outlived
    ]
    out.print(table(whole("memory"), whole("rule"), whole("recorded"), wide("text", 3), rows=rows))
    out.print(f"{found.count:,} memories {'would go: give --apply' if found.dry else 'are believed no longer'}.")

"""Mining several files: what became of them, as a table that fits a terminal, and what could not be taken."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rich.table import Table

from graphmem.cli.output import err, escape, out
from graphmem.errors import GraphMemError
from graphmem.model.transcript import Rejected

if TYPE_CHECKING:
    from graphmem.facade import GraphMem
    from graphmem.services.ingestion.mine import MineReport

_ALWAYS = frozenset({"new", "known", "memories"})
"""Columns that are shown though nothing stands in them."""

MOST_TOLD = 20
"""Lines about what could not be taken; of years of chats there are thousands."""


@dataclass(slots=True)
class Mined:
    """What came of several files: reports, what was left out by line, what failed and what there was nothing in."""

    reports: list[MineReport] = field(default_factory=list)
    rejected: list[Rejected] = field(default_factory=list)
    failed: list[GraphMemError] = field(default_factory=list)
    empty: list[str] = field(default_factory=list)


async def mined(memory: GraphMem, files: Sequence[Path], **how: Any) -> Mined:
    """Mine one file after the other; one bad file keeps no other out."""
    came = Mined()
    for file in files:
        try:
            reports, rejected = await memory.mine_file(file, **how)
        except GraphMemError as error:
            came.failed.append(error)
            continue
        if not (reports or rejected):
            came.empty.append(f"{file}: it is empty.")
        came.reports += reports
        came.rejected += rejected
    return came


def print_mined(reports: Sequence[MineReport], rejected: Sequence[Rejected], *, is_quiet: bool = False) -> None:
    """A row a conversation, then what was left out. `is_quiet`: nothing is said of there being none."""
    if reports:
        out.print(_table(reports))
        for note in dict.fromkeys(note for report in reports for note in report.notes):
            err.print(note, style="yellow", markup=False)
    elif not is_quiet:
        out.print("No conversation found: nothing to file.")
    told = left_out(rejected)
    for line in told[:MOST_TOLD]:
        err.print(line, style="yellow", markup=False)
    if len(told) > MOST_TOLD:
        err.print(f"… and {len(told) - MOST_TOLD} more of the kind; --json lists all.", style="yellow", markup=False)


def left_out(rejected: Sequence[Rejected]) -> list[str]:
    """What could not be taken, once a reason and file: where first, and how often."""
    found: dict[tuple[str, str], list[int]] = {}
    for one in rejected:
        found.setdefault((one.source, one.reason), []).append(one.line)
    return [
        f"{source}:{lines[0]}: {reason}" + (f" ({len(lines)} times)" if len(lines) > 1 else "")
        for (source, reason), lines in found.items()
    ]


def _table(reports: Sequence[MineReport]) -> Table:
    """Columns that nothing stands in are left out: eight would not fit beside a title."""
    columns = {
        "rooms": [report.rooms for report in reports],
        "new": [report.filed for report in reports],
        "known": [report.known for report in reports],
        "memories": [report.memories for report in reports],
        "superseded": [report.superseded for report in reports],
        "relations": [report.relations for report in reports],
        "ended": [report.ended for report in reports],
        "no embedding": [report.unembedded for report in reports],
    }
    shown = {name: counts for name, counts in columns.items() if name in _ALWAYS or any(counts)}
    table = Table("conversation", title="Filed verbatim", title_justify="left")
    for name in shown:
        table.add_column(name, justify="right", no_wrap=True)
    for place, report in enumerate(reports):
        table.add_row(escape(report.title), *(str(counts[place]) for counts in shown.values()))
    return table

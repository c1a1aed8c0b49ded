"""Figures of evaluations: tables for people, result files for scripts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from rich.table import Table

from graphmem.cli.output import err, escape, out
from graphmem.evaluation import report


def save(result: report.Report, path: Path | None) -> None:
    """Write the result file, if one is requested."""
    if path is not None:
        report.write(result, path)
        err.print(f"Written to {path}", markup=False)


def print_groups(
    metrics: Mapping[str, Any], title: str, *, head: str = "category", figures: Sequence[str] = ()
) -> None:
    """Print a row for all and one for each category, a column for each figure; missing figures stay empty.

    All figures are shown, or only those named.
    """
    groups = {"all": metrics, **metrics.get("by_category", {})}
    names = figures or [name for name, value in metrics.items() if isinstance(value, int | float)]
    table = Table(title=title, title_justify="left")
    table.add_column(head, no_wrap=True)
    for name in names:
        table.add_column(name.removeprefix("recall_"), justify="right", overflow="fold")
    for group, measured in groups.items():
        table.add_row(escape(group), *(str(measured.get(name, "–")) for name in names))
    out.print(table)


def print_latency(result: report.Report) -> None:
    """Print median and 95th percentile of a recall, if measured."""
    if timing := result.get("latency_ms"):
        out.print(f"p50 {timing['p50']} ms, p95 {timing['p95']} ms")

"""`python -m tests.evals graph`: chains of causes and profiles in stores of five hundred turns."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.table import Table

from graphmem.cli.output import escape, opened, out, progress, run
from graphmem.cli.results import save
from graphmem.evaluation.report import Report
from tests.evals import graph as evaluation
from tests.evals.commands.labelled import JsonFile
from tests.evals.graph_stores import CAUSAL, HALVES, PROFILE


def graph(
    data: Annotated[
        list[Path] | None, typer.Option(help="Stories of the same form, again for each file; our writers' if missing.")
    ] = None,
    half: Annotated[str, typer.Option(help=f"Of which stories is asked: {', '.join(HALVES)}.")] = "all",
    together: Annotated[
        bool, typer.Option("--together", help="Ask all stories of a language in one store: the same turns, mined once.")
    ] = False,
    fit: Annotated[Path | None, typer.Option(help="Learn of these stories, and write it to this file.")] = None,
    json: JsonFile = None,
    blocks: Annotated[bool, typer.Option("--blocks", help="Show every block.")] = False,
) -> None:
    """Whether a why-question's block holds the whole chain, and a profile's begins with what holds of the right one."""
    if half not in HALVES:
        raise typer.BadParameter(f"Give one of {', '.join(HALVES)}.", param_hint="--half")

    async def work() -> Report:
        with progress() as news:
            async with opened(news) as memory:
                return await evaluation.evaluate(
                    memory, data or (), half=half, together=together, fit=fit, progress=news
                )

    result = run(work)
    show(result["metrics"])
    for one in result["asked"] if blocks else ():
        out.print(f"\n{escape(one['story'])}: {escape(one['query'])}", style="bold")
        out.print("\n".join(map(escape, one["block"])) or "no block")
    save(result, json)


def show(found: Mapping[str, Any]) -> None:
    """A table of each kind of question, by language and in sum."""
    columns = {"all": found, **found["by_language"]}
    for kind in (CAUSAL, PROFILE):
        table = Table(kind, title_justify="left")
        for name in columns:
            table.add_column(escape(name), justify="right")
        for key in found[kind]:
            table.add_row(key.replace("_", " "), *(str(column[kind][key]) for column in columns.values()))
        out.print(table)

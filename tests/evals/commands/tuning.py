"""`python -m tests.evals tune`: the constants of the order of turns, from stored results of the retrievers."""

from __future__ import annotations

import asyncio
import tempfile
from pathlib import Path
from typing import Annotated

import typer
from rich.table import Table

from graphmem.cli.options import given_file
from graphmem.cli.output import escape, opened, out, progress, run
from graphmem.cli.results import save
from graphmem.errors import InvalidInputError
from graphmem.evaluation import report
from tests.evals import cases, stored_hits
from tests.evals import tune as tune_evaluation


def tune(
    kind: Annotated[str, typer.Argument(help=f"What the data are: {', '.join(cases.KINDS)}.")],
    data: Annotated[Path | None, given_file("The same file as for that evaluation.")] = None,
    arms: Annotated[
        Path | None,
        typer.Option(help="Results of the retrievers: read when the file exists, else written from the data."),
    ] = None,
    json: Annotated[Path | None, typer.Option(help="Write the result to this file.")] = None,
    only: Annotated[list[str] | None, typer.Option(help="Constants with this in their name; repeat for more.")] = None,
    every: Annotated[int, typer.Option(min=1, help="Ask every so-manieth question only, of the data.")] = 1,
) -> None:
    """Refit every tuned constant of the order of turns, each fold held out in turn; the curve of each one is shown."""

    async def work() -> report.Report:
        with progress() as news, tempfile.TemporaryDirectory(prefix="graphmem-") as folder:
            path = arms or Path(folder) / "arms.gz"
            if not path.exists():
                if data is None:
                    raise InvalidInputError(
                        "There are no results of the retrievers.", field="data", remedy="Give --data."
                    )
                async with opened(news) as memory:
                    await stored_hits.gather(memory, kind, data, path, every=every, progress=news)
            stored = await asyncio.to_thread(tune_evaluation.load, path, kind)
            return await tune_evaluation.refit(stored, only=only or (), progress=news)

    result = run(work)
    table = Table(title=f"Constants on {kind}, %", title_justify="left")
    table.add_column("constant", no_wrap=True)
    for head in ("now", "best"):
        table.add_column(head, justify="right")
    for head in ("figure now", "at best", "held out", "curve"):
        table.add_column(head, justify="left" if head == "curve" else "right")
    for row in result["metrics"]["constants"]:
        values = (f"{row[name]:g}" for name in ("present", "best"))
        figures = (f"{row[name]:.2f}" for name in ("figure", "best_figure", "cross_validated"))
        curve = " ".join(f"{value:g}:{figure:.1f}" for value, figure in row["curve"])
        table.add_row(escape(row["name"]), *values, *figures, curve)
    out.print(table)
    out.print(", ".join(f"{name} {value}" for name, value in result["metrics"].items() if name != "constants"))
    save(result, json)

"""`python -m tests.evals digests`: what a digest keeps of what is asked about somebody."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.table import Table

from graphmem.cli.output import opened, out, progress, run
from graphmem.cli.results import save
from graphmem.evaluation.report import Report
from tests.evals import digests as evaluation
from tests.evals import people


def digests(
    data: Annotated[
        list[Path] | None, typer.Option(exists=True, help="Questions with evidence; a folder holds invented people.")
    ] = None,
    json: Annotated[Path | None, typer.Option(help="Write the result to this file.")] = None,
) -> None:
    """Evidence of all that is asked about somebody, in a digest of them and in the ten best turns."""

    async def work() -> Report:
        with progress() as news:
            async with opened(news) as memory:
                return await evaluation.evaluate(memory, data or [people.FOLDER], progress=news)

    result = run(work)
    found = result["metrics"]
    table = Table("", "evidence, %", "tokens", "of 100 tokens", title="What is asked about somebody")
    for name, figures in {"all": found, **found["by_set"]}.items():
        for way in evaluation.WAYS:
            told = f"{name} ({figures['people']} people, {figures['questions']} questions): {way.replace('_', ' ')}"
            table.add_row(told, *(f"{value:g}" for value in figures[way].values()))
    out.print(table)
    save(result, json)

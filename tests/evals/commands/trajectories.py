"""`python -m tests.evals trajectories`: agents' work, asked about afterwards."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.table import Table

from graphmem.cli.options import given_file
from graphmem.cli.output import opened, out, progress, run
from graphmem.cli.results import save
from graphmem.evaluation.report import Report
from tests.evals import trajectories as evaluation


def trajectories(
    data: Annotated[Path | None, given_file("JSON lines of the same form; our own set when missing.")] = None,
    json: Annotated[Path | None, typer.Option(help="Write the result to this file.")] = None,
    show: Annotated[int, typer.Option(min=0, help="Show so many questions with what was found.")] = 0,
) -> None:
    """Calls of tools and what came of them, filed as an agent would: which steps and answers are found again."""

    async def work() -> Report:
        with progress() as news:
            async with opened(news) as memory:
                return await evaluation.evaluate(memory, data, progress=news)

    result = run(work)
    found = result["metrics"]
    out.print(_table({"all": found, **found["by_kind"], **found["by_lang"]}))
    for one in result["asked"][:show]:
        steps = " ".join(one["found"]["recall"][: evaluation.DEPTHS[-1]])
        out.print(f"{one['kind']} {one['query']}\n  {one['answer']}\n  {one['evidence']} {steps}", markup=False)
        out.print(f"{one['block']}\n", markup=False)
    save(result, json)


def _table(groups: Mapping[str, Mapping[str, Any]]) -> Table:
    table = Table("questions", title="Agents' work, %", title_justify="left")
    names = [f"{way} @{depth}" for way in evaluation.WAYS for depth in evaluation.DEPTHS]
    names += [*(f"{way}: outdated first" for way in evaluation.WAYS), "answer in block", "its words", "tokens"]
    for name in names:
        table.add_column(name, justify="right")
    for name, found in groups.items():
        values = [found[way][f"recall@{depth}"] for way in evaluation.WAYS for depth in evaluation.DEPTHS]
        values += [found[way]["outdated_first"] if found["changed"] else "–" for way in evaluation.WAYS]
        told = (
            f"{one:.1f}" if isinstance(one, float) else str(one)
            for one in (*values, found["answer_in_block"], found["answer_words"])
        )
        table.add_row(f"{name} ({found['questions']})", *told, str(found["tokens"]))
    return table

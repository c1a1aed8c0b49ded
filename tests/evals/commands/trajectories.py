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
    """What each way finds; the block is that of the recall."""
    table = Table("questions", "by", title="Agents' work, %", title_justify="left")
    for name in (*(f"@{depth}" for depth in evaluation.DEPTHS), "outdated first", "in block", "its words", "tokens"):
        table.add_column(name, justify="right")
    for name, found in groups.items():
        for way in evaluation.WAYS:
            own = found[way]
            values = [f"{own[f'recall@{depth}']:.1f}" for depth in evaluation.DEPTHS]
            values.append(f"{own['outdated_first']:.1f}" if found["changed"] else "–")
            if way == "recall":
                values += [f"{found['answer_in_block']:.1f}", f"{found['answer_words']:.1f}", str(found["tokens"])]
            table.add_row(f"{name} ({found['questions']})" if way == "recall" else "", way, *values)
    return table

"""`graphmem evaluate …`: LongMemEval and LoCoMo on the user's own installation."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Annotated

import typer

from graphmem import ports
from graphmem.cli.listing import table
from graphmem.cli.longmemeval import longmemeval
from graphmem.cli.opened_memory import run_with_progress
from graphmem.cli.options import given_file
from graphmem.cli.output import opened, out
from graphmem.cli.progress import Display
from graphmem.cli.results import print_latency, save
from graphmem.config import Settings
from graphmem.evaluation import locomo as locomo_evaluation
from graphmem.evaluation import report
from graphmem.facade import GraphMem

Work = Callable[[GraphMem, ports.Progress], Awaitable[report.Report]]

JsonFile = Annotated[Path | None, typer.Option(help="Write the result to this file.")]
ResumeFlag = Annotated[bool, typer.Option("--resume", help="Keep the results of an interrupted run, and continue it.")]

app = typer.Typer()
app.command()(longmemeval)


@app.command()
def locomo(
    data: Annotated[Path, given_file("LoCoMo's JSON file.")],
    json: JsonFile = None,
    resume: ResumeFlag = False,
) -> None:
    """Turn-level evidence recall on LoCoMo; each conversation has an owner of its own, erased afterwards."""
    result = measured(lambda memory, news: locomo_evaluation.evaluate(memory, data, resume=resume, progress=news))
    groups = {"all": result["metrics"], **result["metrics"]["by_category"]}
    names = ("recall@5", "recall@10", "recall@20", "ndcg@10", "questions")
    rows = ((group, *(str(found[name]) for name in names)) for group, found in groups.items())
    out.print(table("category", *names, rows=rows, title="LoCoMo, turn level, %"))
    print_latency(result)
    save(result, json)


def measured(evaluation: Work, settings: Settings | None = None) -> report.Report:
    """Open the memory, run an evaluation over it with a progress bar, and return its report."""

    async def work(news: Display) -> report.Report:
        async with opened(news, settings) as memory:
            return await evaluation(memory, news)

    return run_with_progress(work)

"""`graphmem evaluate locomo`: quality of retrieval on research data, without a model that judges."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.markup import escape
from rich.table import Table

from graphmem.cli.output import err, out, progress, run
from graphmem.evaluation import beam_links as beam_links_evaluation
from graphmem.evaluation import locomo as locomo_evaluation
from graphmem.evaluation import report
from graphmem.facade import GraphMem

app = typer.Typer(
    help="Measure quality on data of your own or of research, and the rules on labelled lines.", no_args_is_help=True
)


@app.callback()
def root() -> None:
    """Measure quality on data of your own or of research, and the rules on labelled lines."""


@app.command()
def locomo(
    data: Annotated[Path, typer.Option(help="LoCoMo's JSON file.")],
    json: Annotated[Path | None, typer.Option(help="Write the result to this file.")] = None,
) -> None:
    """Turn-level evidence recall on LoCoMo; every conversation in an owner of its own, erased afterwards."""

    async def work() -> report.Report:
        with progress() as news:
            async with GraphMem.open(progress=news) as memory:
                return await locomo_evaluation.evaluate(memory, data, progress=news)

    result = run(work)
    groups = {"all": result["metrics"], **result["metrics"]["by_category"]}
    names = ("recall@5", "recall@10", "recall@20", "ndcg@10", "questions")
    table = Table("category", *names, title="LoCoMo, turn level, %", title_justify="left")
    for group, measured in groups.items():
        table.add_row(group, *(str(measured[name]) for name in names))
    out.print(table)
    out.print(f"p50 {result['latency_ms']['p50']} ms, p95 {result['latency_ms']['p95']} ms")
    save(result, json)


@app.command("beam-links")
def beam_links(
    data: Annotated[Path, typer.Option(help="BEAM's chats, one JSON object a line, gzipped or not.")],
    json: Annotated[Path | None, typer.Option(help="Write the result to this file.")] = None,
    show: Annotated[int, typer.Option(min=0, max=100, help="How many supersessions to print, to judge them.")] = 0,
) -> None:
    """Whether statements that replace or contradict each other end up linked; what was superseded is listed."""

    async def work() -> report.Report:
        with progress() as news:
            async with GraphMem.open(progress=news) as memory:
                return await beam_links_evaluation.evaluate(memory, data, progress=news)

    result = run(work)
    measured = result["metrics"]
    table = Table("measure", "value", title="BEAM, pairs linked, %", title_justify="left")
    for name, value in (*measured["by_ability"].items(), *measured.items()):
        if name != "by_ability":
            table.add_row(name, str(value))
    out.print(table)
    for pair in result["supersessions"][:show]:
        out.print(f"[green]{escape(pair['new'])}[/]\n  [strike]{escape(pair['old'])}[/]")
    save(result, json)


def save(result: report.Report, path: Path | None) -> None:
    """Write the result file when one was asked for."""
    if path is not None:
        report.write(result, path)
        err.print(f"Written to {path}", markup=False)

"""`python -m tests.evals …`: speed of what only we tune, and what must never happen, counted."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.table import Table

from graphmem.cli.bench import JsonFile, fail_for, show
from graphmem.cli.options import given_file
from graphmem.cli.output import opened, out, progress, run
from graphmem.cli.results import save
from graphmem.evaluation import bench_mine, report
from tests.evals import bench_dream
from tests.evals import lifetime as lifetime_
from tests.evals.commands import served
from tests.evals.fuzz import DOCUMENTS, TRANSCRIPTS
from tests.evals.isolation import ROUNDS

app = typer.Typer()


@app.command()
def mine(
    data: Annotated[Path, given_file("A transcript to mine.")],
    rounds: Annotated[int, typer.Option(min=1, max=100)] = bench_mine.ROUNDS,
    json: JsonFile = None,
) -> None:
    """Turns mined per second, beside the embedder alone and bare inserts."""

    async def work() -> report.Report:
        with progress() as news:
            async with opened(news) as memory:
                return await bench_mine.run(memory, data, rounds=rounds, progress=news)

    show(run(work), f"mining {data.name}", json)


@app.command()
def dream(
    memories: Annotated[int, typer.Option(min=1, max=1_000_000, help="How many, all of them due.")] = 10_000,
    json: JsonFile = None,
) -> None:
    """Time and memory of a dream of N memories, and of a second one that has nothing to do."""

    async def work() -> report.Report:
        with progress() as news:
            async with opened(news) as memory:
                return await bench_dream.run(memory, memories=memories, progress=news)

    show(run(work), f"a dream of {memories:,} memories", json)


@app.command()
def lifetime(
    data: Annotated[
        Path | None, given_file("A year of conversations and questions, like LiHua-World; a made one without it.")
    ] = None,
    plot: Annotated[Path | None, typer.Option(help="Draw the recall of each rule into this PNG.")] = None,
    seed: Annotated[int, typer.Option(help="Shuffles the questions, and makes the year.")] = 7,
    json: JsonFile = None,
) -> None:
    """A year in which most falls asleep: what is still found, by rule and by the share that may be awake."""

    async def work() -> report.Report:
        with progress() as news:
            async with opened(news) as memory:
                return await lifetime_.run(memory.embedder, data, seed=seed, plot=plot, progress=news)

    result = run(work)
    policies = result["metrics"]["policies"]
    table = Table(title="A year, by rule and share awake", title_justify="left")
    table.add_column("rule", no_wrap=True)
    for name in policies["none"]:
        table.add_column(name.replace("_", " "), justify="right")
    for name, figures in policies.items():
        table.add_row(name.replace("_", " "), *(f"{value:g}" for value in figures.values()))
    out.print(table)
    save(result, json)


@app.command()
def isolation(
    rounds: Annotated[int, typer.Option(min=1, max=1_000, help="Pairs of owners.")] = ROUNDS,
    seed: Annotated[int, typer.Option(help="Names the owners' words.")] = 7,
    verbs: Annotated[bool, typer.Option(help="Run every command, too, in the first round.")] = True,
    json: JsonFile = None,
) -> None:
    """Every query, mutation and command by one owner on another's ids, and every field once by a key of each scope
    alone; exits with 1 when anything came through."""

    async def work() -> report.Report:
        with progress() as news:
            return await served.isolated(news, rounds=rounds, seed=seed, verbs=verbs)

    result = run(work)
    show(result, "owners apart", json)
    fail_for([line for lines in result["found"].values() for line in lines])
    if result["metrics"]["served_without_key"]:
        raise typer.Exit(1)


@app.command()
def fuzz(
    documents: Annotated[int, typer.Option(min=1, max=10_000_000, help="GraphQL requests.")] = DOCUMENTS,
    transcripts: Annotated[int, typer.Option(min=0, max=10_000_000, help="Files read.")] = TRANSCRIPTS,
    seed: Annotated[int, typer.Option(help="The same seed grows the same ones.")] = 7,
    json: JsonFile = None,
) -> None:
    """Generated and spoiled requests and transcripts; exits with 1 when one is answered by anything unforeseen."""

    async def work() -> report.Report:
        with progress() as news:
            return await served.fuzzed(news, documents=documents, transcripts=transcripts, seed=seed)

    result = run(work)
    show(result, "hostile requests and files", json)
    fail_for(result["found"])

"""`graphmem bench …`: speed, with percentiles and a baseline of the same run; and what must never happen, counted."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.table import Table

from graphmem.cli import bench_hook, bench_load, bench_served
from graphmem.cli.options import given_file
from graphmem.cli.output import err, opened, out, progress, run
from graphmem.cli.results import save
from graphmem.evaluation import bench_dream, bench_mine, bench_recall, bench_write, report
from graphmem.evaluation import lifetime as lifetime_
from graphmem.evaluation import load as load_
from graphmem.evaluation.fuzz import DOCUMENTS, TRANSCRIPTS
from graphmem.evaluation.isolation import ROUNDS

app = typer.Typer()

JsonFile = Annotated[Path | None, typer.Option("--json", help="Write the result to this file.")]


@app.command()
def recall(
    memories: Annotated[int, typer.Option(min=1, max=1_000_000, help="How many turns the owner holds.")] = 10_000,
    remembered: Annotated[
        int, typer.Option(min=0, max=1_000_000, help="How many of them have a memory of their own, too.")
    ] = 0,
    popular: Annotated[
        bool, typer.Option("--popular", help="All of one speaker, with a memory, a relation and a fact for every turn.")
    ] = False,
    queries: Annotated[int, typer.Option(min=1, max=10_000)] = bench_recall.QUERIES,
    json: JsonFile = None,
) -> None:
    """Time of recall and its faithfulness to exact search, for an owner of N turns."""

    async def work() -> report.Report:
        with progress() as news:
            async with opened(news) as memory:
                return await bench_recall.run(
                    memory, memories=memories, remembered=remembered, of_one=popular, queries=queries, progress=news
                )

    kept = f" and {min(memories, remembered):,} memories" if remembered else ""
    kept = " and as many memories of one speaker" if popular else kept
    _show(run(work), f"recall among {memories:,} turns{kept}", json)


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

    _show(run(work), f"mining {data.name}", json)


@app.command()
def write(
    data: Annotated[Path, given_file("A transcript whose turns are written.")],
    rounds: Annotated[int, typer.Option(min=1, max=100)] = bench_mine.ROUNDS,
    messages: Annotated[int, typer.Option(min=1, max=10_000)] = bench_write.MESSAGES,
    popular: Annotated[
        int, typer.Option(min=0, max=1_000_000, help="Also observe among so many memories of one speaker.")
    ] = 0,
    json: JsonFile = None,
) -> None:
    """The full write path: turns per second in bulk, and the time to observe one message."""

    async def work() -> report.Report:
        with progress() as news:
            async with opened(news) as memory:
                return await bench_write.run(
                    memory, data, rounds=rounds, messages=messages, memories_of_one=popular, progress=news
                )

    _show(run(work), f"writing {data.name}", json)


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

    _show(run(work), f"a dream of {memories:,} memories", json)


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
            return await bench_served.isolated(news, rounds=rounds, seed=seed, verbs=verbs)

    result = run(work)
    _show(result, "owners apart", json)
    _fail_for([line for lines in result["found"].values() for line in lines])
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
            return await bench_served.fuzzed(news, documents=documents, transcripts=transcripts, seed=seed)

    result = run(work)
    _show(result, "hostile requests and files", json)
    _fail_for(result["found"])


@app.command()
def load(
    agents: Annotated[
        int, typer.Option(min=1, max=1_000, help="At once, each with an owner and a key.")
    ] = load_.AGENTS,
    seconds: Annotated[float, typer.Option(min=1, max=86_400, help="How long they ask.")] = load_.SECONDS,
    replicas: Annotated[
        int, typer.Option(min=1, max=8, help="Servers on one Neo4j; with several, the first is measured alone before.")
    ] = 1,
    seed: Annotated[int, typer.Option(help="Names the agents' words.")] = 7,
    json: JsonFile = None,
) -> None:
    """Agents that observe, say and recall at real servers, beside one alone; exits with 1 for an error or leak."""

    async def work() -> report.Report:
        with progress() as news:
            return await bench_load.loaded(news, agents=agents, seconds=seconds, replicas=replicas, seed=seed)

    result = run(work)
    _show(result, f"{agents} agents at {replicas} server{'s' * (replicas > 1)}", json)
    _fail_for([*result["found"]["leaks"], *result["found"]["errors"]])
    if result["metrics"]["lost"] or result["metrics"]["doubled"]:
        raise typer.Exit(1)


@app.command()
def hook(
    rounds: Annotated[int, typer.Option(min=1, max=10_000, help="Hooks of each kind.")] = bench_hook.ROUNDS,
    json: JsonFile = None,
) -> None:
    """Hooks as a coding client runs them, a process each, beside a running server; exits with 1 when one fails."""

    async def work() -> report.Report:
        with progress() as news:
            return await bench_hook.hooked(news, rounds=rounds)

    result = run(work)
    _show(result, "hooks beside a running server", json)
    if result["metrics"]["failures"]:
        raise typer.Exit(1)


def _fail_for(found: list[str]) -> None:
    for line in found:
        err.print(line, style="red", markup=False, soft_wrap=True)
    if found:
        raise typer.Exit(1)


def _show(result: report.Report, title: str, path: Path | None) -> None:
    table = Table("measure", "value", title=title, title_justify="left")
    for name, value in result["metrics"].items():
        table.add_row(name, str(value))
    out.print(table)
    save(result, path)

"""`graphmem bench …`: speed, with percentiles and a baseline of the same run."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer
from rich.table import Table

from graphmem.cli import bench_cpu as cpu_
from graphmem.cli import bench_hook, bench_load
from graphmem.cli.options import given_file
from graphmem.cli.output import err, out, progress, run
from graphmem.cli.results import save
from graphmem.cli.working import watched
from graphmem.evaluation import bench_cpu, bench_mine, bench_recall, bench_write, report
from graphmem.evaluation import load as load_

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
    how: dict[str, Any] = {"memories": memories, "remembered": remembered, "of_one": popular, "queries": queries}
    found = watched(lambda memory, news: bench_recall.run(memory, **how, progress=news))
    kept = f" and {min(memories, remembered):,} memories" if remembered else ""
    kept = " and as many memories of one speaker" if popular else kept
    show(found, f"recall among {memories:,} turns{kept}", json)


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
    how: dict[str, Any] = {"rounds": rounds, "messages": messages, "memories_of_one": popular}
    found = watched(lambda memory, news: bench_write.run(memory, data, **how, progress=news))
    show(found, f"writing {data.name}", json)


@app.command()
def load(
    agents: Annotated[
        int, typer.Option(min=1, max=1_000, help="At once, each with an owner and a key.")
    ] = load_.AGENTS,
    seconds: Annotated[float, typer.Option(min=1, max=86_400, help="How long they ask.")] = load_.SECONDS,
    replicas: Annotated[
        int, typer.Option(min=1, max=8, help="Servers on one Neo4j; with several, the first is measured alone before.")
    ] = 1,
    workers: Annotated[int, typer.Option(min=1, max=64, help="Processes of each server.")] = 1,
    seed: Annotated[int, typer.Option(help="Names the agents' words.")] = 7,
    json: JsonFile = None,
) -> None:
    """Agents that observe, say and recall at real servers, beside one alone; exits with 1 for an error or leak."""

    async def work() -> report.Report:
        with progress() as news:
            how = {"replicas": replicas, "workers": workers, "seed": seed}
            return await bench_load.loaded(news, agents=agents, seconds=seconds, **how)

    result = run(work)
    show(
        result,
        f"{agents} agents at {replicas} server{'s' * (replicas > 1)} of {workers} process{'es' * (workers > 1)}",
        json,
    )
    fail_for([*result["found"]["leaks"], *result["found"]["errors"]])
    if result["metrics"]["lost"] or result["metrics"]["doubled"]:
        raise typer.Exit(1)


@app.command()
def cpu(
    turns: Annotated[int, typer.Option(min=10, max=100_000, help="How many the owner holds.")] = bench_cpu.TURNS,
    requests: Annotated[int, typer.Option(min=1, max=1_000, help="Of each verb in a round.")] = bench_cpu.REQUESTS,
    rounds: Annotated[int, typer.Option(min=1, max=100, help="Of which the medians are told.")] = bench_cpu.ROUNDS,
    json: JsonFile = None,
) -> None:
    """Processor time of one request by verb, the server's and Neo4j's, and what it does, beside the floors."""

    async def work() -> report.Report:
        with progress() as news:
            return await cpu_.spent(news, turns=turns, requests=requests, rounds=rounds)

    result = run(work)
    out.print(cpu_.table(result))
    save(result, json)


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
    show(result, "hooks beside a running server", json)
    if result["metrics"]["failures"]:
        raise typer.Exit(1)


def fail_for(found: list[str]) -> None:
    """Print what must not be, and exit with 1 for any."""
    for line in found:
        err.print(line, style="red", markup=False, soft_wrap=True)
    if found:
        raise typer.Exit(1)


def show(result: report.Report, title: str, path: Path | None) -> None:
    """The figures as a table, and as a file where one is asked for."""
    table = Table("measure", "value", title=title, title_justify="left")
    for name, value in result["metrics"].items():
        table.add_row(name, str(value))
    out.print(table)
    save(result, path)

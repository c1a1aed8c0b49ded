"""`graphmem bench …`: speed, with percentiles and a baseline of the same run."""

from __future__ import annotations

import secrets
import tempfile
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.table import Table

from graphmem.cli import bench_hook, bench_load
from graphmem.cli.bench_load import start_server
from graphmem.cli.listing import table
from graphmem.cli.opened_memory import run_on_memory, run_with_progress
from graphmem.cli.options import given_file
from graphmem.cli.output import err, opened, out
from graphmem.cli.progress import Display
from graphmem.cli.results import save
from graphmem.evaluation import bench_cpu, bench_mine, bench_recall, bench_write, report
from graphmem.evaluation import load as load_
from graphmem.model.palace import Owner

app = typer.Typer()

JsonFile = Annotated[Path | None, typer.Option("--json", help="Write the result to this file.")]


@app.command()
def recall(
    memories: Annotated[int, typer.Option(min=1, max=1_000_000, help="Number of the owner's turns.")] = 10_000,
    remembered: Annotated[int, typer.Option(min=0, max=1_000_000, help="Number of these turns with a memory.")] = 0,
    popular: Annotated[
        bool, typer.Option("--popular", help="Turns of one speaker, each with a memory, a relation and a fact.")
    ] = False,
    queries: Annotated[int, typer.Option(min=1, max=10_000)] = bench_recall.QUERIES,
    json: JsonFile = None,
) -> None:
    """Time of recall and its faithfulness to exact search, for an owner of N turns."""
    how: dict[str, Any] = {"memories": memories, "remembered": remembered, "of_one": popular, "queries": queries}
    found = run_on_memory(lambda memory, news: bench_recall.run(memory, **how, progress=news))
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
    found = run_on_memory(lambda memory, news: bench_write.run(memory, data, **how, progress=news))
    show(found, f"writing {data.name}", json)


@app.command()
def load(
    agents: Annotated[
        int, typer.Option(min=1, max=1_000, help="Concurrent agents, each with an owner and a key.")
    ] = load_.AGENTS,
    seconds: Annotated[float, typer.Option(min=1, max=86_400, help="Seconds of load.")] = load_.SECONDS,
    replicas: Annotated[
        int, typer.Option(min=1, max=8, help="Servers on one Neo4j; with several, the first is measured alone before.")
    ] = 1,
    workers: Annotated[int, typer.Option(min=1, max=64, help="Processes of each server.")] = 1,
    seed: Annotated[int, typer.Option(help="Seed of the agents' words.")] = 7,
    json: JsonFile = None,
) -> None:
    """Measure agents that observe, say and recall at real servers; exit with 1 for an error or leak."""
    how = {"replicas": replicas, "workers": workers, "seed": seed}
    result = run_with_progress(lambda news: bench_load.measure(news, agents=agents, seconds=seconds, **how))
    where = f"{replicas} server{'s' * (replicas > 1)} of {workers} process{'es' * (workers > 1)}"
    show(result, f"{agents} agents at {where}", json)
    fail_for([*result["found"]["leaks"], *result["found"]["errors"]])
    if result["metrics"]["lost"] or result["metrics"]["doubled"]:
        raise typer.Exit(1)


@app.command()
def cpu(
    turns: Annotated[int, typer.Option(min=10, max=100_000, help="Number of the owner's turns.")] = bench_cpu.TURNS,
    requests: Annotated[
        int, typer.Option(min=1, max=1_000, help="Requests of each verb in a round.")
    ] = bench_cpu.REQUESTS,
    rounds: Annotated[
        int, typer.Option(min=1, max=100, help="Number of rounds; the result has their medians.")
    ] = bench_cpu.ROUNDS,
    json: JsonFile = None,
) -> None:
    """Processor time of one request by verb, the server's and Neo4j's, and its work, beside the floors."""
    result = run_with_progress(lambda news: measure_cpu(news, turns=turns, requests=requests, rounds=rounds))
    out.print(requests_table(result))
    save(result, json)


@app.command()
def hook(
    rounds: Annotated[int, typer.Option(min=1, max=10_000, help="Hooks of each kind.")] = bench_hook.ROUNDS,
    json: JsonFile = None,
) -> None:
    """Hooks as a coding client runs them, a process each, beside a server; exit with 1 if one fails."""
    result = run_with_progress(lambda news: bench_hook.measure(news, rounds=rounds))
    show(result, "hooks beside a running server", json)
    if result["metrics"]["failures"]:
        raise typer.Exit(1)


async def measure_cpu(news: Display, *, turns: int, requests: int, rounds: int) -> report.Report:
    """Run `bench_cpu.run` at a server of its own over this home's Neo4j, for an owner erased at the end."""
    owner = Owner.named(f"bench-cpu-{secrets.token_hex(4)}")
    async with opened(news) as memory, AsyncExitStack() as stack:
        stack.push_async_callback(memory.erase, owner=owner.name)
        key = (await memory.keys.issue(owner, "bench")).secret
        home = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="graphmem-bench-")))
        server = await stack.enter_async_context(start_server(memory, home, owner.name))
        how = {"turns": turns, "requests": requests, "rounds": rounds}
        return await bench_cpu.run(memory, server, owner, key, **how, progress=news)


_COLUMNS = {"api_ms": "API ms", "neo4j_ms": "Neo4j ms"} | {name: name.replace("_", " ") for name in bench_cpu.COUNTS}


def requests_table(result: report.Report) -> Table:
    """The table of requests: a row for each verb and each floor."""
    made = Table("a request", title="processor time of one request, and what it does", title_justify="left")
    for name, told in _COLUMNS.items():
        made.add_column(told, justify="right", no_wrap=True, style="cyan" if name.endswith("_ms") else None)
    for name in (*bench_cpu.VERBS, *bench_cpu.FLOORS):
        values = (result["metrics"].get(f"{bench_cpu.figure_prefix(name)}_{column}") for column in _COLUMNS)
        cells = ["" if value is None else f"{value:,}" for value in values]
        made.add_row(name, *cells, style="dim" if name in bench_cpu.BOUNDS else "")
    return made


def fail_for(found: list[str]) -> None:
    """Print the failures, and exit with 1 if there are any."""
    for line in found:
        err.print(line, style="red", markup=False, soft_wrap=True)
    if found:
        raise typer.Exit(1)


def show(result: report.Report, title: str, path: Path | None) -> None:
    """Print the figures as a table, and write them to the result file, if one is given."""
    rows = ((name, str(value)) for name, value in result["metrics"].items())
    out.print(table("measure", "value", rows=rows, title=title))
    save(result, path)

"""`graphmem bench cpu`: a server of its own over the Neo4j of this home, by an owner who is erased at the end."""

from __future__ import annotations

import secrets
import tempfile
from contextlib import AsyncExitStack
from pathlib import Path

from rich.table import Table

from graphmem.cli.bench_load import served
from graphmem.cli.output import opened
from graphmem.cli.progress import Display
from graphmem.evaluation import bench_cpu, report
from graphmem.model.palace import Owner


async def spent(news: Display, *, turns: int, requests: int, rounds: int) -> report.Report:
    """`bench_cpu.run` at a server that lives as long as it."""
    owner = Owner.named(f"bench-cpu-{secrets.token_hex(4)}")
    async with opened(news) as memory, AsyncExitStack() as stack:
        stack.push_async_callback(memory.erase, owner=owner.name)
        key = (await memory.keys.issue(owner, "bench")).secret
        home = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="graphmem-bench-")))
        server = await stack.enter_async_context(served(memory, home, owner.name))
        how = {"turns": turns, "requests": requests, "rounds": rounds}
        return await bench_cpu.run(memory, server, owner, key, **how, progress=news)


_COLUMNS = {"api_ms": "API ms", "neo4j_ms": "Neo4j ms"} | {name: name.replace("_", " ") for name in bench_cpu.COUNTS}


def table(result: report.Report) -> Table:
    """A row for each verb and each floor."""
    made = Table("a request", title="processor time of one request, and what it does", title_justify="left")
    for name, told in _COLUMNS.items():
        made.add_column(told, justify="right", no_wrap=True, style="cyan" if name.endswith("_ms") else None)
    for name in (*bench_cpu.VERBS, *bench_cpu.FLOORS):
        values = (result["metrics"].get(f"{bench_cpu.named(name)}_{column}") for column in _COLUMNS)
        cells = ["" if value is None else f"{value:,}" for value in values]
        made.add_row(name, *cells, style="dim" if name in bench_cpu.BOUNDS else "")
    return made

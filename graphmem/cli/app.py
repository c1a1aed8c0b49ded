"""The command line: `graphmem …`. Every command is a thin layer over the facade."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Callable

import typer

import graphmem
from graphmem.cli import bench, evaluate, keys, labelled, neo4j, sessions
from graphmem.cli.activation import activate, outcome
from graphmem.cli.demo import demo
from graphmem.cli.entities import entities, entity, merge, unmerge
from graphmem.cli.exploring import profile, timeline, why
from graphmem.cli.jobs import jobs
from graphmem.cli.memories import forget, memories, pin, show
from graphmem.cli.memory import backfill, doctor, drawer, erase, health, mine, palace, reindex
from graphmem.cli.observe import learn, observe
from graphmem.cli.output import err
from graphmem.cli.recall import recall
from graphmem.cli.serve import serve
from graphmem.cli.usage import usage
from graphmem.errors import GraphMemError

app = typer.Typer(
    name="graphmem",
    help="Long-term memory for AI agents on a real Neo4j, in English and Turkish.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
)
_COMMANDS: tuple[Callable[..., None], ...] = (
    *(mine, recall, why, profile, timeline, activate, outcome, palace, drawer, observe, learn),
    *(memories, show, pin, forget, entities, entity, merge, unmerge),
    *(jobs, usage, health, doctor, backfill, reindex, erase, demo, serve),
)
for command in _COMMANDS:
    app.command()(command)
for evaluation in (labelled.gate, labelled.language, labelled.dates, labelled.relations, labelled.router):
    evaluate.app.command()(evaluation)
app.add_typer(neo4j.app, name="neo4j")
app.add_typer(keys.app, name="keys")
app.add_typer(sessions.app, name="session")
app.add_typer(evaluate.app, name="evaluate")
app.add_typer(bench.app, name="bench")


def _version(asked: bool) -> None:
    if asked:
        typer.echo(f"graphmem {graphmem.__version__}")
        raise typer.Exit


@app.callback()
def root(
    _: bool = typer.Option(False, "--version", callback=_version, is_eager=True, help="Print the version and exit."),
) -> None:
    """Long-term memory for AI agents on a real Neo4j, in English and Turkish."""


def main() -> None:
    """Run a command; an expected failure prints one message with its remedy and exits with its own code."""
    try:
        app()
    except GraphMemError as error:
        err.print(f"[bold red]{error.code}[/] ", end="")
        err.print(error.message, markup=False)
        if error.remedy:
            err.print(f"→ {error.remedy}", style="yellow", markup=False)
        sys.exit(error.exit_code)
    except (KeyboardInterrupt, asyncio.CancelledError):
        err.print("Stopped.", style="yellow")
        sys.exit(130)


if __name__ == "__main__":
    main()

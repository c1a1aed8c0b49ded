"""The command line: `graphmem …`. Every command is a thin layer over the facade."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any

import typer
from typer.core import TyperGroup

import graphmem
from graphmem.cli import audit, dreams, keys, mcp_command, owners, reviews, schedules
from graphmem.cli.activation import activate, outcome
from graphmem.cli.archive import backup, export, import_
from graphmem.cli.browser import browser
from graphmem.cli.bulk import forget_many, observe_many
from graphmem.cli.demo import demo
from graphmem.cli.dreams import tiers
from graphmem.cli.entities import entities, entity, merge, report, unmerge
from graphmem.cli.exploration import digest, profile, related, timeline, why
from graphmem.cli.lazy_groups import deferred
from graphmem.cli.memories import due, hot, memories, show
from graphmem.cli.memory_changes import edit, forget, invalidate, lift, pin, restore, tombstones
from graphmem.cli.mining import drawer, mine, palace
from graphmem.cli.observe import learn, observe
from graphmem.cli.output import err
from graphmem.cli.recall import recall
from graphmem.cli.serve_command import serve
from graphmem.cli.settings import settings
from graphmem.cli.upkeep import backfill, doctor, erase, health, jobs, reform, reindex, retention, stats, usage
from graphmem.errors import ConfigurationError, GraphMemError
from graphmem.language.printable import printable


class _Commands(TyperGroup):
    """The command group: its errors about arguments quote them, through Typer's own console."""

    def invoke(self, ctx: Any) -> Any:
        """Run the requested command."""
        try:
            return super().invoke(ctx)
        except Exception as error:
            if hasattr(error, "format_message"):
                vars(error)["message"] = printable(str(vars(error).get("message", "")))
            raise


app = typer.Typer(
    cls=_Commands,
    name="graphmem",
    help="Long-term memory for AI agents on a real Neo4j, in English and Turkish.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
)
_COMMANDS: tuple[Callable[..., None], ...] = (
    *(mine, recall, why, related, profile, timeline, activate, outcome, palace, drawer, observe, observe_many, learn),
    *(memories, show, pin, edit, invalidate, restore, forget, forget_many, tombstones, lift),
    *(tiers, due, hot, entities, entity, merge, unmerge, export),
    *(jobs, usage, stats, report, retention, settings, health, doctor, backfill, reform, reindex, erase, demo, serve),
    *(digest, backup, browser),
)
for command in _COMMANDS:
    app.command()(command)
app.command("import")(import_)
app.add_typer(audit.app, name="audit")
app.add_typer(keys.app, name="keys")
app.add_typer(mcp_command.app, name="mcp")
app.add_typer(owners.app, name="owners")
app.add_typer(reviews.app, name="review")
app.add_typer(dreams.app, name="dream")
app.add_typer(schedules.app, name="schedule")
for name, purpose in {
    "session": "Sessions with a working memory, for --session of observe, learn and recall.",
    "procedure": "Procedures, step by step, in versions, with their success.",
    "episode": "Events of an agent's work, with their outcome.",
    "space": "Spaces: memories that several owners use, by rights.",
    "types": "Your own types of entities, like recipe or client.",
    "webhook": "Signed events to an address of yours, and those that could not be delivered.",
    "hook": "Hooks that coding clients call, and their installation.",
    "neo4j": "The embedded Neo4j: start it, stop it, browse it.",
    "evaluate": "Measure quality on LoCoMo or LongMemEval.",
    "bench": "Measure speed, beside a baseline of the same run.",
}.items():
    group = deferred("graphmem.cli.procedure", "episodes") if name == "episode" else deferred(f"graphmem.cli.{name}")
    app.add_typer(group, name=name, help=purpose)


def _version(asked: bool) -> None:
    if asked:
        typer.echo(f"graphmem {graphmem.__version__}")
        raise typer.Exit


@app.callback()
def root(
    _: bool = typer.Option(False, "--version", callback=_version, is_eager=True, help="Print the version and exit."),
) -> None:
    """Long-term memory for AI agents on a real Neo4j, in English and Turkish."""


def command_names() -> list[str]:
    """Every command and group by its name."""
    return sorted(typer.main.get_command(app).commands)  # type: ignore[attr-defined]


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
    except OSError as error:
        if isinstance(error, BrokenPipeError):  # the reader of our output closed it
            sys.exit(141)
        err.print("[bold red]CONFIGURATION[/] ", end="")
        err.print(f"{error.filename or 'A file'} cannot be used ({error.strerror or error}).", markup=False)
        err.print("→ Give your user the right to it, or set GRAPHMEM_HOME to a directory of your own.", style="yellow")
        sys.exit(ConfigurationError.exit_code)
    except KeyboardInterrupt:
        err.print("Stopped.", style="yellow")
        sys.exit(130)


if __name__ == "__main__":
    main()

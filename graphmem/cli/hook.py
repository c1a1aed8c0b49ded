"""`graphmem hook …`: what coding clients call by themselves, and how they learn to."""

from __future__ import annotations

import shlex
import shutil
import sys
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from graphmem.cli.output import err, out

app = typer.Typer(no_args_is_help=True)


class ClientName(StrEnum):
    """Clients whose settings are known."""

    CLAUDE_CODE = "claude-code"


def answer(name: str) -> None:
    """Print what an event of a client wants, from its JSON at standard input. Silent, whatever is wrong."""
    from graphmem.hooks import events

    events.answer(name)


@app.command("session-start")
def session_start() -> None:
    """Print what always matters, as a session of a coding client starts (its JSON at standard input)."""
    answer("session-start")


@app.command("prompt")
def prompt() -> None:
    """Print what is remembered for the prompt that a user sent. Nothing when no server runs."""
    answer("prompt")


@app.command("stop")
def stop() -> None:
    """Remember what was said in the turn that ended. Does nothing when no server runs."""
    answer("stop")


@app.command("install")
def install(
    client: Annotated[ClientName, typer.Argument(help="Whose hooks.")],  # noqa: ARG001  there is one so far
    remove: Annotated[bool, typer.Option("--remove", help="Take the hooks out again.")] = False,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Show the change and write nothing.")] = False,
    settings: Annotated[
        Path | None, typer.Option("--settings", help="The settings file; ~/.claude/settings.json by default.")
    ] = None,
) -> None:
    """Have a coding client call its memory by itself: shows the change of its settings and writes it."""
    from graphmem.hooks.claude_code import planned

    plan = planned(settings or Path.home() / ".claude" / "settings.json", _command(), remove=remove)
    if not plan.diff:
        err.print("The settings are so already.", style="dim")
        return
    out.print(plan.diff, markup=False, soft_wrap=True)
    if not dry_run:
        plan.write()
        err.print("Removed." if remove else "Written. It works while `graphmem serve` runs.", style="green")


def _command() -> str:
    """How this very graphmem is run."""
    beside = Path(sys.executable).with_name("graphmem")
    found = str(beside) if beside.exists() else shutil.which("graphmem")
    return shlex.quote(found) if found else f"{shlex.quote(sys.executable)} -m graphmem.cli.entry"

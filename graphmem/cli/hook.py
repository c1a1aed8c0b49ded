"""`graphmem hook …`: what coding clients call by themselves, and how they learn to."""

from __future__ import annotations

import shlex
from enum import StrEnum
from pathlib import Path
from time import perf_counter
from typing import Annotated

import typer

from graphmem.cli.output import err, out
from graphmem.clients.program import program

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

    plan = planned(_file(settings), _command(), remove=remove)
    if not plan.diff:
        err.print("The settings are so already.", style="dim")
        return
    out.print(plan.diff, markup=False, soft_wrap=True)
    if not dry_run:
        plan.write()
        told = "Removed." if remove else "Written. It works while `graphmem serve` runs; `graphmem hook status` tells."
        err.print(told, style="green")


@app.command("status")
def status(
    settings: Annotated[
        Path | None, typer.Option("--settings", help="The settings file; ~/.claude/settings.json by default.")
    ] = None,
) -> None:
    """Tell whether the hooks are in a client's settings, reach a server, and for which project; exits with 1 where they
    do nothing. Hooks themselves are silent, whatever is wrong."""
    from graphmem.hooks import project, server
    from graphmem.hooks.claude_code import MOMENTS, installed

    file, began = _file(settings), perf_counter()
    there = installed(file)
    answer = server.ask("activate", {"task": "", "path": None})
    took, where = (perf_counter() - began) * 1000, server.home()
    missing = [event for event in MOMENTS if event not in there]
    name = project.of_folder(str(Path.cwd()))
    put_in = " `graphmem hook install claude-code` puts in what is missing." if missing else ""
    alike = "GRAPHMEM_HOME and GRAPHMEM_OWNER have to be the same for both"
    for told in (
        f"{file} has {', '.join(there) or 'no hook of graphmem'}.{put_in}",
        f"No server of {where} answers. Start one with `graphmem serve`; {alike}."
        if answer is None
        else f"The server of {where} answers, in {took:.0f} ms.",
        f"This folder is the project {name}." if name else "This folder is no project: what is told here is of all.",
    ):
        out.print(told, markup=False, soft_wrap=True, highlight=False)
    if missing or answer is None:
        raise typer.Exit(1)


def _file(settings: Path | None) -> Path:
    return settings or Path.home() / ".claude" / "settings.json"


def _command() -> str:
    """How this very graphmem is run."""
    return shlex.join(program())

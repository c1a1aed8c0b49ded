"""`graphmem hook …`: the commands that coding clients call by themselves, and their installation."""

from __future__ import annotations

import os
import shlex
from collections.abc import Callable
from enum import StrEnum
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Annotated

import typer

from graphmem.cli.options import OwnerOption
from graphmem.cli.output import ask_user, carry_out, err, out
from graphmem.clients.program import program

if TYPE_CHECKING:
    from graphmem.cli.progress import Display
    from graphmem.clients.own_memory import OwnFile
    from graphmem.facade import GraphMem

app = typer.Typer(no_args_is_help=True)

MOST_OF_A_KEY = 200
"""Characters of a file's key in the list: the end of a path says more than its beginning."""


class ClientName(StrEnum):
    """Clients whose settings are known."""

    CLAUDE_CODE = "claude-code"


SettingsFile = Annotated[
    Path | None, typer.Option("--settings", help="The settings file; ~/.claude/settings.json by default.")
]


def _answering(name: str) -> Callable[[], None]:
    """Print the answer to a client's event, from its JSON at standard input. Silent for any error."""

    def answer() -> None:
        from graphmem.hooks import events

        events.answer(name)

    return answer


for _name, _told in {
    "session-start": "Print what always matters, as a session of a coding client starts (its JSON at standard input).",
    "prompt": "Print what is remembered for the prompt that a user sent. Nothing when no server runs.",
    "stop": "Remember what was said in the turn that ended. Does nothing when no server runs.",
    "stop-with-steps": "The same, and record the calls of tools in that turn as an episode, of which workflows are "
    "mined.",
}.items():
    app.command(_name, help=_told)(_answering(_name))


@app.command("install")
def install(
    client: Annotated[ClientName, typer.Argument(help="The client.")],  # noqa: ARG001  only one so far
    remove: Annotated[bool, typer.Option("--remove", help="Remove the hooks.")] = False,
    steps: Annotated[
        bool, typer.Option("--steps", help="Also record each turn's calls of tools, for the mining of workflows.")
    ] = False,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Show the change and write nothing.")] = False,
    settings: SettingsFile = None,
) -> None:
    """Install hooks into a coding client's settings: shows the change and writes it.

    The client then calls its memory by itself.
    """
    from graphmem.hooks.claude_code import planned

    plan = planned(_file(settings), _command(), remove=remove, steps=steps)
    if not plan.diff:
        err.print("The settings are so already.", style="dim")
        return
    out.print(plan.diff, markup=False, soft_wrap=True)
    if not dry_run:
        plan.write()
        told = "Removed." if remove else "Written. It works while `graphmem serve` runs; `graphmem hook status` tells."
        err.print(told, style="green")
    if not remove:
        _tell_of_own_memory()


@app.command("import")
def import_(
    client: Annotated[ClientName, typer.Argument(help="The client.")],  # noqa: ARG001  only one so far
    owner: OwnerOption = None,
    remove: Annotated[bool, typer.Option("--remove", help="End the paragraphs of an earlier import.")] = False,
    yes: Annotated[bool, typer.Option("--yes", "-y", help="Do not ask.")] = False,
) -> None:
    """File the memory that a coding client keeps for this folder, as documents: shows the lines and asks.

    The client's files stay unchanged. A second import files only changed paragraphs, and ends those that a file no
    longer has.
    """
    from graphmem.cli.opened_memory import run_on_memory
    from graphmem.clients.files import Change
    from graphmem.hooks import project
    from graphmem.model.document import DocumentFormat
    from graphmem.model.project import wing_of

    found = _own_files()
    if not found:
        err.print("There is no CLAUDE.md and no MEMORY.md for this folder.", style="dim")
        return
    for one in found:
        texts = (one.text, None) if remove else (None, one.text)
        out.print(Change(one.path, *texts).diff, markup=False, soft_wrap=True, highlight=False)
    if not ask_user("End these in memory?" if remove else "File these in memory?", yes=yes):
        raise typer.Exit(1)
    name = project.of_folder(str(Path.cwd()))
    wing = wing_of(name) if name else None

    async def filed(memory: GraphMem, file: OwnFile) -> tuple[int, int]:
        key = f"claude-code {file.path}"[-MOST_OF_A_KEY:]
        report = await memory.mine_document(
            file.path.name,
            None if remove else file.text.encode(),
            owner=owner,
            key=key,
            kind=DocumentFormat.MARKDOWN,
            wing=wing if file.of_project else None,
        )
        return (report.ended, report.closed) if remove else (report.filed, report.memories)

    async def work(memory: GraphMem, _: Display) -> list[tuple[int, int]]:
        return [await filed(memory, one) for one in found]

    counts = run_on_memory(work, owner=owner)
    paragraphs, memories = (sum(column) for column in zip(*counts, strict=True))
    done = "Ended" if remove else "Filed"
    err.print(f"{done} {paragraphs} paragraphs and {memories} memories of {len(found)} files.", style="green")


class Switch(StrEnum):
    """On or off."""

    ON = "on"
    OFF = "off"


@app.command("own-memory")
def own_memory(
    client: Annotated[ClientName, typer.Argument(help="The client.")],  # noqa: ARG001  only one so far
    switch: Annotated[Switch, typer.Argument(help="Whether the client reads and writes its MEMORY.md.")],
    settings: SettingsFile = None,
    yes: Annotated[bool, typer.Option("--yes", "-y", help="Do not ask.")] = False,
) -> None:
    """Switch the client's own MEMORY.md off or on in its settings: shows the change, asks. Its files stay."""
    from graphmem.hooks.claude_code import own_memory

    plan = own_memory(_file(settings), off=switch is Switch.OFF)
    done = f"Written: from its next session on the client's own memory is {switch}."
    carry_out(plan, yes=yes, nothing=f"It is {switch} already.", done=done)


@app.command("status")
def status(
    settings: SettingsFile = None,
) -> None:
    """Check whether a client's settings have hooks that reach a server, and for which project.

    Exits with 1 if they do nothing, since hooks themselves are silent for any error.
    """
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


def _tell_of_own_memory() -> None:
    """Print the state of the client's own memory beside the hooks, and how to import it."""
    from graphmem.clients.own_memory import ABOUT

    err.print(ABOUT, markup=False, soft_wrap=True, highlight=False)
    if found := _own_files():
        lines = sum(len(one.text.splitlines()) for one in found)
        told = f"Here that is {len(found)} files with {lines} lines. `graphmem hook import claude-code` shows and files"
        err.print(f"{told} them; with --remove it takes that back.", markup=False, soft_wrap=True, highlight=False)
    err.print("`graphmem hook own-memory claude-code off` switches MEMORY.md off, `on` takes that back.", markup=False)


def _own_files() -> list[OwnFile]:
    from graphmem.clients.own_memory import files

    return files(Path.home(), Path.cwd(), os.environ)


def _file(settings: Path | None) -> Path:
    from graphmem.clients.own_memory import config_folder

    return settings or config_folder(Path.home(), os.environ) / "settings.json"


def _command() -> str:
    """The command that runs this graphmem."""
    return shlex.join(program())

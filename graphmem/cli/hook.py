"""`graphmem hook …`: what coding clients call by themselves, and how they learn to."""

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
from graphmem.cli.output import agreed, carry_out, err, out
from graphmem.clients.program import program

if TYPE_CHECKING:
    from graphmem.cli.progress import Display
    from graphmem.clients.own_memory import OwnFile
    from graphmem.facade import GraphMem

app = typer.Typer(no_args_is_help=True)

MOST_OF_A_KEY = 200
"""Characters by which a file is known; the end of a path tells more than its beginning."""


class ClientName(StrEnum):
    """Clients whose settings are known."""

    CLAUDE_CODE = "claude-code"


SettingsFile = Annotated[
    Path | None, typer.Option("--settings", help="The settings file; ~/.claude/settings.json by default.")
]


def _answering(name: str) -> Callable[[], None]:
    """Prints what an event of a client wants, from its JSON at standard input. Silent, whatever is wrong."""

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
    client: Annotated[ClientName, typer.Argument(help="Whose hooks.")],  # noqa: ARG001  there is one so far
    remove: Annotated[bool, typer.Option("--remove", help="Take the hooks out again.")] = False,
    steps: Annotated[
        bool, typer.Option("--steps", help="Record the calls of tools of each turn, too: workflows are mined of them.")
    ] = False,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Show the change and write nothing.")] = False,
    settings: SettingsFile = None,
) -> None:
    """Have a coding client call its memory by itself: shows the change of its settings and writes it."""
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
    client: Annotated[ClientName, typer.Argument(help="Whose memory.")],  # noqa: ARG001  there is one so far
    owner: OwnerOption = None,
    remove: Annotated[bool, typer.Option("--remove", help="End what an earlier import brought.")] = False,
    yes: Annotated[bool, typer.Option("--yes", "-y", help="Do it without asking.")] = False,
) -> None:
    """File the memory that a coding client keeps by itself for this folder, as documents: shows the lines and asks.

    The client's files stay as they are. Imported again, only changed paragraphs are filed; what a file no longer says
    ends."""
    from graphmem.cli.working import watched
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
    if not agreed("End these in memory?" if remove else "File these in memory?", yes=yes):
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

    counts = watched(work, owner=owner)
    paragraphs, memories = (sum(column) for column in zip(*counts, strict=True))
    done = "Ended" if remove else "Filed"
    err.print(f"{done} {paragraphs} paragraphs and {memories} memories of {len(found)} files.", style="green")


class Switch(StrEnum):
    """Whether something works."""

    ON = "on"
    OFF = "off"


@app.command("own-memory")
def own_memory(
    client: Annotated[ClientName, typer.Argument(help="Whose memory.")],  # noqa: ARG001  there is one so far
    switch: Annotated[Switch, typer.Argument(help="Whether the client reads and writes its MEMORY.md.")],
    settings: SettingsFile = None,
    yes: Annotated[bool, typer.Option("--yes", "-y", help="Do it without asking.")] = False,
) -> None:
    """Switch the client's own MEMORY.md off, or on again, in its settings: shows the change, asks. Its files stay."""
    from graphmem.hooks.claude_code import own_memory

    plan = own_memory(_file(settings), off=switch is Switch.OFF)
    done = f"Written: from its next session on the client's own memory is {switch}."
    carry_out(plan, yes=yes, nothing=f"It is {switch} already.", done=done)


@app.command("status")
def status(
    settings: SettingsFile = None,
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


def _tell_of_own_memory() -> None:
    """What the client's own memory does beside the hooks, and how it comes over."""
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
    """How this very graphmem is run."""
    return shlex.join(program())

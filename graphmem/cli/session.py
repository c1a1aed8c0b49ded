"""`graphmem session`: stretches of use with a working memory, whose ids `--session` takes."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated

import typer
from rich.table import Table

from graphmem.cli.options import JsonFlag, OwnerOption
from graphmem.cli.output import err, escape, opened, out, print_json, progress, run
from graphmem.model.ids import shown

if TYPE_CHECKING:
    from graphmem.model.attention import Held
    from graphmem.store.sessions import SessionRow

app = typer.Typer(
    help="Stretches of use with a working memory, for --session of observe, learn and recall.", no_args_is_help=True
)


@app.command()
def start(
    id_: Annotated[
        str | None, typer.Argument(metavar="[ID]", help="1 to 200 characters; without it one is made.")
    ] = None,
    agent: Annotated[str | None, typer.Option(help="Who talks with the owner.")] = None,
    anew: Annotated[
        bool,
        typer.Option("--anew", help="Its agent has nothing before it any more of what was said and shown in it."),
    ] = False,
    owner: OwnerOption = None,
    as_json: JsonFlag = False,
) -> None:
    """Start a session, or go on with one. Its id is printed alone on standard output."""

    async def work() -> str:
        with progress() as news:
            async with opened(news) as memory:
                return await memory.sessions.start(memory.owner(owner), id_, agent=agent, anew=anew)

    started = run(work)
    if as_json:
        print_json({"id": started})
        return
    out.print(started, markup=False, soft_wrap=True)
    err.print("It ends by `graphmem session end ID`, or after 30 minutes in which nothing was said.", style="dim")


@app.command()
def end(
    id_: Annotated[str, typer.Argument(metavar="ID", help="As it was started.")],
    owner: OwnerOption = None,
    as_json: JsonFlag = False,
) -> None:
    """End a session and clear its working memory; the memories themselves live on."""

    async def work() -> list[str]:
        with progress() as news:
            async with opened(news) as memory:
                return await memory.sessions.end(memory.owner(owner), id_)

    released = run(work)
    if as_json:
        print_json({"id": id_, "released": released})
        return
    out.print(f"Ended; it had {len(released)} memories in mind.")


@app.command(name="list")
def list_(
    limit: Annotated[int, typer.Option("--limit", "-n", min=1, max=100, help="How many.")] = 20,
    owner: OwnerOption = None,
    as_json: JsonFlag = False,
) -> None:
    """List the sessions of an owner, the latest first."""

    async def work() -> list[SessionRow]:
        with progress() as news:
            async with opened(news) as memory:
                return await memory.sessions.all(memory.owner(owner), first=limit)

    found = run(work)
    if as_json:
        print_json([asdict(row) for row in found])
        return
    if not found:
        out.print("No session. Start one: graphmem session start", style="dim")
        return
    table = Table("id", "state", "agent", "last used", title="Sessions", title_justify="left")
    for name in ("messages", "in mind"):
        table.add_column(name, justify="right")
    for row in found:
        colour = "green" if row.state == "active" else "dim"
        used = f"{row.last_active_at:%Y-%m-%d %H:%M} UTC"
        state = f"[{colour}]{row.state}[/]"
        table.add_row(escape(row.id), state, escape(row.agent or ""), used, str(row.messages), str(row.held))
    out.print(table)


@app.command()
def show(
    id_: Annotated[
        str | None, typer.Argument(metavar="[ID]", help="As it was started; all that go on without one.")
    ] = None,
    owner: OwnerOption = None,
    as_json: JsonFlag = False,
) -> None:
    """Show what a session has in mind now, the most attended first: the last of it makes room for what comes."""

    async def work() -> list[Held]:
        with progress() as news:
            async with opened(news) as memory:
                return await memory.sessions.working_memory(memory.owner(owner), id_)

    found = run(work)
    if as_json:
        print_json([asdict(one) for one in found])
        return
    if not found:
        out.print("Nothing is in mind.", style="dim")
        return
    table = Table("memory", "session", "last told", title="In mind", title_justify="left")
    for name in ("times", "attention"):
        table.add_column(name, justify="right")
    for one in found:
        told = f"{escape(one.memory.text)}\n[dim]{shown(one.memory.id)}[/]"
        at = f"{one.touched_at:%Y-%m-%d %H:%M} UTC"
        table.add_row(told, escape(one.session), at, str(one.accesses), f"{one.attention:.2f}")
    out.print(table)

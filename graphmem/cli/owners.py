"""`graphmem owners`: who is on which of several servers, and moving them (`GRAPHMEM_SHARDS`)."""

from __future__ import annotations

import dataclasses
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Annotated, TypeVar

import typer
from rich.table import Column, Table

from graphmem.cli.options import JsonFlag
from graphmem.cli.output import err, escape, opened, out, print_json, progress, run
from graphmem.config import load_settings

if TYPE_CHECKING:
    from graphmem.model.palace import Owner
    from graphmem.shards import Shards
    from graphmem.store.shards import Resident

app = typer.Typer(no_args_is_help=True)
T = TypeVar("T")

HERE = "here"
"""What the one server is called where there are no others."""

NameArgument = Annotated[str, typer.Argument(help="The owner.")]


@app.command("list")
def list_(as_json: JsonFlag = False) -> None:
    """Who has a memory, of how many turns; on which of several servers, and which moves have begun and not ended."""

    async def work() -> tuple[dict[str, list[Resident]], list[str]]:
        from graphmem.shards.places import looking
        from graphmem.shards.plan import settings_of_each
        from graphmem.store import shards

        if load_settings().shards is None:
            with progress() as news:
                async with opened(news) as memory:
                    return {HERE: await shards.residents(memory.database)}, []
        async with looking(settings_of_each(load_settings())) as places:
            return await places.ask(lambda _, database: shards.residents(database))

    found, away = run(work)
    if as_json:
        print_json({"servers": {name: [dataclasses.asdict(one) for one in those] for name, those in found.items()},
                    "away": away})  # fmt: skip
        return
    table = Table("owner", "server", Column("turns", justify="right"), "", box=None)
    for name, those in found.items():
        for one in those:
            table.add_row(escape(one.name), name, f"{one.turns:,}", _standing(one))
    if table.row_count:
        out.print(table)
    else:
        out.print("Nobody has written anything yet.")
    for name in away:
        err.print(f"{name} does not answer.", style="yellow")


def _standing(one: Resident) -> str:
    if one.moved_to is not None:
        return f"moved to {one.moved_to}; what is left here goes with the next `owners move`"
    if one.moving_to is not None:
        return f"moves to {one.moving_to}: read, not written"
    return "" if one.arriving_from is None else f"a copy for a move from {one.arriving_from} that has not ended"


@app.command()
def move(
    name: NameArgument,
    server: Annotated[str, typer.Argument(help="Where to, as GRAPHMEM_SHARDS calls it.")],
    as_json: JsonFlag = False,
) -> None:
    """Move an owner's memory to another server: copied, compared by digest, shown there, removed here.

    Whoever writes meanwhile is told to try again; reading goes on. A move that was interrupted is finished, or begun
    anew, by the same command.
    """

    async def work(shards: Shards, owner: Owner) -> dict[str, object]:
        from graphmem.shards.moving import move

        with progress() as news:
            return dataclasses.asdict(await move(shards, owner, server, progress=news))

    moved = _on_all(name, work)
    if as_json:
        print_json(moved)
        return
    if moved["source"] == moved["target"]:
        out.print(f"{escape(str(moved['owner']))} is on {server}; nothing was to be done.")
        return
    out.print(f"{escape(str(moved['owner']))} is on {server} now, with {moved['turns']:,} turns.")
    details = ("memories", "carried", "embedded", "removed", "digest")
    out.print(", ".join(f"{name} {moved[name]}" for name in details), style="dim", soft_wrap=True)


@app.command()
def stay(name: NameArgument) -> None:
    """Give up a move that was begun and has not ended: the owner stays, and is written for again."""

    async def work(shards: Shards, owner: Owner) -> str:
        from graphmem.shards.moving import stay

        return await stay(shards, owner)

    out.print(f"{escape(name)} stays on {_on_all(name, work)}.")


def _on_all(name: str, work: Callable[[Shards, Owner], Awaitable[T]]) -> T:
    """Do it with all servers open."""

    async def opened() -> T:
        from graphmem.model.palace import Actor, Owner
        from graphmem.shards import Shards

        with progress() as news:
            async with Shards.open(progress=news) as shards:
                return await work(shards, Owner.named(name, Actor("command line", person="local user")))

    return run(opened)

"""`graphmem owners`: the owners of this store, and the databases in which they lie."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated

import typer
from rich.table import Column, Table

from graphmem.cli.opened_memory import Target, on, run_with_progress
from graphmem.cli.options import JsonFlag, asked_for
from graphmem.cli.output import escape, out, print_json
from graphmem.errors import ConfigurationError

if TYPE_CHECKING:
    from graphmem.cli.progress import Display
    from graphmem.databases import Moved
    from graphmem.model.palace import Owner
    from graphmem.model.quota import Holding, Quota

Limit = Annotated[int | None, typer.Option(min=-1, help="The limit; 0 is unlimited, -1 the default.")]

app = typer.Typer(help="List owners with the number of their turns, or move one to another database.")


@app.callback(invoke_without_command=True)
def owners(ctx: typer.Context, as_json: JsonFlag = False) -> None:
    """List owners and their numbers of turns, first writer first; `move` moves one to another database."""
    if ctx.invoked_subcommand is not None:
        return

    async def work(news: Display) -> list[tuple[Owner, int, str]]:
        from graphmem.config import load_settings
        from graphmem.databases import memories_of, opened
        from graphmem.store import tenants

        async with opened(load_settings(), progress=news) as served:
            return [
                (owner, turns, memory.database.address.database)
                for memory in memories_of(served)
                for owner, turns in await tenants.all_owners(memory.database)
            ]

    holdings = run_with_progress(work)
    if as_json:
        rows = [{"name": owner.name, "turns": turns, "database": database} for owner, turns, database in holdings]
        print_json({"owners": rows})
        return
    several = len({database for _, _, database in holdings}) > 1
    table = Table("owner", Column("turns", justify="right"), *(["database"] if several else []), box=None)
    for owner, turns, database in holdings:
        table.add_row(escape(owner.name), f"{turns:,}", *([database] if several else []))
    out.print(table if holdings else "Nobody has written anything yet.")


@app.command()
def quota(
    owner: Annotated[str, typer.Argument(callback=asked_for, help="The owner.")],
    texts: Limit = None,
    characters: Limit = None,
    requests: Annotated[
        int | None, typer.Option(min=-1, help="Requests a day by all keys; 0 is unlimited, -1 the default.")
    ] = None,
    as_json: JsonFlag = False,
) -> None:
    """Show or set what an owner may hold, and request in a day.

    An owner above the limit keeps all data and writes no more.
    """

    wanted = {"texts": texts, "characters": characters, "requests": requests}

    async def work(target: Target) -> tuple[Holding, Quota]:
        quotas, any_is_new = target.memory.owner_settings.quotas, any(one is not None for one in wanted.values())
        return await (quotas.set(target.owner, **wanted) if any_is_new else quotas.of(target.owner))

    held, most = on(owner, work)
    if as_json:
        print_json({"owner": owner, "texts": held.texts, "characters": held.characters, "quota": asdict(most)})
        return
    table = Table("", Column("held", justify="right"), Column("at most", justify="right"), box=None)
    table.add_row("turns", f"{held.texts:,}", _limit(most.texts))
    table.add_row("characters", f"{held.characters:,}", _limit(most.characters))
    table.add_row("requests a day", "", _limit(most.requests))
    out.print(table)


def _limit(most: int) -> str:
    return f"{most:,}" if most else "any number"


@app.command()
def move(
    owner: Annotated[str, typer.Argument(callback=asked_for, help="The owner to move.")],
    database: Annotated[str, typer.Argument(help="One of GRAPHMEM_DATABASES.")],
    as_json: JsonFlag = False,
) -> None:
    """Move an owner to another database, while others keep working. Meanwhile the owner is read-only.

    The same command finishes a move that broke off, or begins it anew; to the owner's present database, it takes the
    move back.
    """

    async def work(news: Display) -> Moved:
        from graphmem.config import load_settings
        from graphmem.databases import Databases, move
        from graphmem.model.palace import Owner

        settings = load_settings()
        if not settings.databases:
            raise ConfigurationError(
                "There is one database alone.",
                remedy="Name several in GRAPHMEM_DATABASES, which needs a cluster of Neo4j Enterprise or Aura; to "
                "another server, move a memory by `graphmem export` and `graphmem import`.",
            )
        async with Databases.open(settings, progress=news) as databases:
            return await move(databases, Owner.named(owner), database.lower(), progress=news)

    moved = run_with_progress(work)
    if as_json:
        print_json(asdict(moved))
    elif moved.source == moved.target:
        out.print(f"{moved.owner} is in {moved.target}.", markup=False)
    else:
        contents = f"{moved.turns:,} turns and {moved.memories:,} memories, {moved.carried:,} keys, jobs and notes"
        out.print(f"{moved.owner} is in {moved.target} now: {contents}. Digest {moved.digest[:16]}.", markup=False)

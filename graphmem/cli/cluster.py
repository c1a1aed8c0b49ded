"""`graphmem doctor --cluster`: a diagnosis of the cluster behind NEO4J_URI."""

from __future__ import annotations

from contextlib import AsyncExitStack
from dataclasses import asdict
from typing import TYPE_CHECKING

import typer

from graphmem.cli.listing import facts, right, table
from graphmem.cli.opened_memory import run_with_progress
from graphmem.cli.output import err, escape, out, print_json, say
from graphmem.cli.progress import Display

if TYPE_CHECKING:
    from graphmem.store.cluster import Diagnosis


def examine(*, as_json: bool) -> None:
    """Print the findings; exit with 1 if one keeps graphmem from working well there."""
    found = run_with_progress(_diagnose)
    if as_json:
        print_json({"ok": not found.problems, "what": found.what} | asdict(found))
    else:
        _show(found)
    if found.problems:
        raise typer.Exit(1)


async def _diagnose(news: Display) -> Diagnosis:
    """Diagnose over a plain connection.

    It loads no model and changes no schema, since a broken cluster may allow neither.
    """
    from graphmem.config import load_settings
    from graphmem.opening import address_of, server_of
    from graphmem.store.cluster import diagnose
    from graphmem.store.database import Database
    from graphmem.store.pulse import Pulse

    settings = load_settings()
    async with AsyncExitStack() as stack:
        server = await server_of(settings, stack, Pulse(), news)
        database = await Database.connect(address_of(settings, server), retry_seconds=0)
        stack.push_async_callback(database.aclose)
        return await diagnose(database)


def _show(found: Diagnosis) -> None:
    out.print(facts([("this is", found.what), ("address", found.address), ("database", found.database)]))
    out.print(facts([("version", found.version), ("routing table", f"holds {found.seconds} s")]))
    routes = ((role, escape(", ".join(those))) for role, those in sorted(found.routes.items()))
    out.print(table("route", "servers", rows=routes, title=""))
    copies = (
        (one.name, escape(one.address), one.role, "yes" if one.writer else "", one.status) for one in found.copies
    )
    out.print(table("database", "server", "role", "writes", "status", rows=copies, title=""))
    readers = ((escape(one.address), _lag(one.milliseconds), escape(one.problem)) for one in found.readers)
    out.print(table("reader", right("behind"), "problem", rows=readers, title=""))
    from graphmem.store.cluster import SETTINGS

    kept = ((name, escape(str(value or "–")), SETTINGS[name]) for name, value in sorted(found.settings.items()))
    out.print(table("setting", "value", "should be", rows=kept, title=""))
    for one in found.unknown:
        say(f"Could not be asked: {one}")
    for one in found.problems:
        err.print(f"Problem: {one}.", style="red", markup=False, soft_wrap=True)
    if not found.problems:
        out.print("No problem was found.", style="green")


def _lag(milliseconds: float | None) -> str:
    return "–" if milliseconds is None else f"{milliseconds:,.1f} ms"

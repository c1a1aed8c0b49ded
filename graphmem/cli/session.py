"""`graphmem session`: sessions with a working memory, whose ids `--session` takes."""

from __future__ import annotations

from typing import TYPE_CHECKING

import typer

from graphmem.cli.listing import After, Limit, Listing, right
from graphmem.cli.memory_commands import answers
from graphmem.cli.opened_memory import Target
from graphmem.cli.output import err, escape, say
from graphmem.cli.remote import ask
from graphmem.cli.verb_commands import call_of, command
from graphmem.model.attention import Held
from graphmem.model.ids import shown
from graphmem.model.palace import Page
from graphmem.owned import OwnedMemory

if TYPE_CHECKING:
    from graphmem.store.sessions import SessionRow

app = typer.Typer(
    help="Sessions with a working memory, for --session of observe, learn and recall.", no_args_is_help=True
)


@app.command()
@command(OwnedMemory.start_session, as_plain=lambda started: {"id": started})
def start(started: str) -> None:
    """Start a session, or continue one. Its id is printed alone on standard output."""
    say(started)
    err.print("It ends by `graphmem session end ID`, or after 30 minutes in which nothing was said.", style="dim")


@app.command()
@command(
    OwnedMemory.end_session,
    lambda owner, id: {"id": id, "released": ask(call_of(OwnedMemory.end_session, {"id": id}), owner)},
)
def end(told: dict[str, list[str]]) -> str:
    """End a session and clear its working memory; the memories themselves stay."""
    return f"Ended; it had {len(told['released'])} memories in mind."


def _session(row: SessionRow) -> tuple[str, ...]:
    colour = "green" if row.state == "active" else "dim"
    used, state = f"{row.last_active_at:%Y-%m-%d %H:%M} UTC", f"[{colour}]{row.state}[/]"
    return escape(row.id), state, escape(row.agent or ""), used, str(row.messages), str(row.held)


SESSIONS = Listing(
    _session, ("id", "state", "agent", "last used", right("messages"), right("in mind")), title="Sessions",
    empty="No session. Start one: graphmem session start", empty_after="No more sessions.",
)  # fmt: skip


@app.command(name="list")
@answers(SESSIONS)
async def list_(target: Target, limit: Limit = 20, after: After = None) -> Page[SessionRow]:
    """List the sessions of an owner, the latest first."""
    return await target.memory.sessions.page(target.owner, first=limit, after=after)


def _held(one: Held) -> tuple[str, ...]:
    told = f"{escape(one.memory.text)}\n[dim]{shown(one.memory.id)}[/]"
    at = f"{one.touched_at:%Y-%m-%d %H:%M} UTC"
    return told, escape(one.session), at, str(one.accesses), f"{one.attention:.2f}"


IN_MIND = Listing(
    _held, ("memory", "session", "last told", right("times"), right("attention")), title="In mind",
    empty="Nothing is in mind.",
)  # fmt: skip


@app.command(name="show")
@command(OwnedMemory.working_memory)
def show_(found: list[Held]) -> None:
    """Show a session's working memory, the most attended first; new memories displace the last one."""
    IN_MIND(found)

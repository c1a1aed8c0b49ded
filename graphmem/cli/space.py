"""`graphmem space`: memories that several owners use, and their rights."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from shlex import quote
from typing import TYPE_CHECKING, Annotated

import typer

from graphmem.cli.archive import contents, exported
from graphmem.cli.listing import Limit, Listing, whole, wide
from graphmem.cli.memory_changes import tombstone_listing
from graphmem.cli.memory_commands import answers
from graphmem.cli.opened_memory import Target
from graphmem.cli.output import escape, out, plain
from graphmem.model.archive import Manifest
from graphmem.model.ids import shown
from graphmem.model.palace import Page
from graphmem.model.review import Decided, Review, Verdict
from graphmem.model.space import Grant, Right, Shared, Space, SpaceReads
from graphmem.model.tombstone import Tombstone
from graphmem.model.views import MemoryView

if TYPE_CHECKING:
    from graphmem.services.tombstones import Forgetting, Lifted

app = typer.Typer(help="Spaces: memories that several owners use, by rights.", no_args_is_help=True)

OfSpace = Annotated[str, typer.Argument(help="Id or title of a space that the owner has a right in.")]
Member = Annotated[str, typer.Argument(help="The name of an owner.")]
Given = Annotated[Right, typer.Argument(help="Each right holds those before it.")]
Agent = Annotated[str | None, typer.Option("--agent", help="Only this agent of the member.")]
Until = Annotated[datetime | None, typer.Option("--until", help="The end of the right, in UTC; never when missing.")]
At = Annotated[datetime | None, typer.Option("--at", help="An instant, in UTC.")]
OwnId = Annotated[str, typer.Argument(help="The id of one of the owner's memories.")]
MemoryId = Annotated[str, typer.Argument(help="The id of a memory of the space.")]
ReviewId = Annotated[str, typer.Argument(help="The id of a review.")]
TombstoneId = Annotated[str, typer.Argument(help="The id of a tombstone of the space.")]
Choice = Annotated[Verdict, typer.Argument(help="Accepting ends the older statement.")]
NewFile = Annotated[Path, typer.Argument(help="The file to write; it must not exist yet.")]


def _space(one: Space) -> tuple[str, ...]:
    copies = "stay" if one.keeps_copies else "follow"
    return one.id, escape(one.title), one.right.value, _minute(one.since), _minute(one.until), copies


def _member(one: Grant) -> tuple[str, ...]:
    who = escape(one.member), one.right.value, escape(one.agent or "")
    return *who, _minute(one.since), _minute(one.until), escape(one.by)


def _pair(one: Review) -> tuple[str, ...]:
    return shown(one.id), escape(one.older.text), escape(one.newer.text), escape(one.reason)


def _rule(view: MemoryView) -> tuple[str, ...]:
    one = view.memory
    return shown(one.id), one.category.value, escape(one.speaker), escape(one.text)


def _read(one: SpaceReads) -> tuple[str, ...]:
    return str(one.day), escape(one.member), f"{one.recalls:,}"


SPACES = Listing(
    _space, (whole("id"), "title", "right", "since", "until", "copies"),
    title="Spaces", empty="No space. Make one: graphmem space create TITLE",
)  # fmt: skip
MEMBERS = Listing(
    _member, ("member", "right", "agent", "since", "until", "by"), title="Members", empty="Nobody was a member."
)
REVIEWS = Listing(
    _pair, (whole("id"), wide("older"), wide("newer"), "why"),
    title="Undecided", empty="Nothing is undecided.", name="reviews",
)  # fmt: skip
RULES = Listing(_rule, (whole("id"), "category", "told by", wide("text")), title="Rules", empty="", name="rules")
READS = Listing(_read, ("day", "member", "recalls"), title="Recalls", empty="Nobody asked it yet.", name="reads")


def _show_memory(view: MemoryView) -> None:
    memory = view.memory
    stands = "rule, " if memory.pinned else ""
    out.print(memory.text, style="bold", markup=False)
    told = f"{stands}{memory.category.value}, told by {memory.speaker}"
    out.print(f"{shown(memory.id)}  {told}", style="dim", markup=False)
    for one in view.sources:
        out.print(f"{one.pointer}  {one.text}", style="dim", markup=False)


def _show_rules(found: Sequence[MemoryView], *, space: str, proposed: bool) -> None:
    none = f"None yet. Candidates: graphmem space rules {quote(space)} --proposed"
    if proposed:
        replace(RULES, title="May be a rule")(found, empty="No memory there may be one.")
    else:
        RULES(found, empty=none)


def _show_forgotten(told: Forgetting, *, space: str) -> None:
    if told.tombstone is None:
        out.print("It was forgotten before.")
    else:
        _show_done("Forgotten.", f"lift {quote(space)} {shown(told.tombstone)}")


def _show_done(done: str, undo: str) -> None:
    out.print(done)
    out.print(f"Take it back: graphmem space {undo}", style="dim", markup=False)


def _utc(moment: datetime | None) -> datetime | None:
    return moment if moment is None or moment.tzinfo else moment.replace(tzinfo=UTC)


def _minute(moment: datetime | None) -> str:
    return "" if moment is None else f"{moment:%Y-%m-%d %H:%M} UTC"


@app.command()
@answers(lambda made: made.id, as_plain=lambda made: SPACES.plain([made]))
async def create(target: Target, title: Annotated[str, typer.Argument(help="The title.")]) -> Space:
    """Make a space; its maker is its only member, as an admin. Its id is printed."""
    return await target.owner.spaces.create(title)


@app.command()
@answers(lambda given: f"{given.member} may {given.right.value} there.")
async def grant(
    target: Target, space: OfSpace, member: Member, right: Given, agent: Agent = None, until: Until = None
) -> Grant:
    """Give an owner a right in a space, in place of the present one."""
    return await target.owner.spaces.grant(space, member, right, agent=agent, until=_utc(until))


@app.command()
@answers(lambda ended: f"{len(ended)} right(s) revoked.", as_plain=lambda ended: {"ids": ended})
async def revoke(target: Target, space: OfSpace, member: Member, agent: Agent = None) -> list[str]:
    """Revoke an owner's right in a space, at once on every server."""
    return await target.owner.spaces.revoke(space, member, agent=agent)


@app.command()
@answers(MEMBERS)
async def members(target: Target, space: OfSpace, at: At = None) -> list[Grant]:
    """Show the rights in a space, now or at an instant."""
    return await target.owner.spaces.members(space, at=_utc(at))


@app.command()
@answers(lambda told, *, space: _show_done("Shared.", f"unshare {quote(space)} {shown(told.source)}"))
async def share(target: Target, space: OfSpace, id: OwnId) -> Shared:
    """Share a memory with a space; the copy follows it when it is edited, ends or is forgotten."""
    return await target.owner.spaces.share(id, space)


@app.command()
@answers(
    lambda gone: f"{len(gone)} {'copy' if len(gone) == 1 else 'copies'} taken out.",
    as_plain=lambda gone: {"copies": plain(gone)},
)
async def unshare(target: Target, space: OfSpace, id: OwnId) -> list[Shared]:
    """Remove the copies of a memory from a space."""
    return await target.owner.spaces.unshare(id, space)


@app.command()
@answers(REVIEWS)
async def reviews(target: Target, space: OfSpace, limit: Limit = 20) -> Page[Review]:
    """List statements of members that may contradict those of others; for curators."""
    return await target.owner.spaces.reviews(space, limit=limit)


@app.command()
@answers(lambda told: f"{told.state.value.capitalize()}.")
async def decide(target: Target, space: OfSpace, id: ReviewId, verdict: Choice) -> Decided:
    """Decide about such a pair; for curators."""
    return await target.owner.spaces.decide(space, id, verdict)


@app.command()
@answers(_show_memory)
async def memory(target: Target, space: OfSpace, id: MemoryId) -> MemoryView:
    """Show a memory of a space with the turns that say it."""
    return await target.owner.spaces.memory(space, id)


@app.command()
@answers(_show_memory)
async def rule(
    target: Target,
    space: OfSpace,
    id: MemoryId,
    off: Annotated[bool, typer.Option("--off", help="Withdraw the rule.")] = False,
) -> MemoryView:
    """Confirm a memory as a rule of all members who have spaces on; for curators."""
    return await target.owner.spaces.rule(space, id, stands=not off)


@app.command()
@answers(_show_rules, as_plain=RULES.plain)
async def rules(
    target: Target,
    space: OfSpace,
    proposed: Annotated[bool, typer.Option("--proposed", help="The candidates, for curators.")] = False,
    limit: Limit = 20,
) -> Sequence[MemoryView]:
    """List the confirmed rules of a space, or the candidates."""
    return await target.owner.spaces.rules(space, proposed=proposed, limit=limit)


@app.command()
@answers(READS)
async def reads(target: Target, space: OfSpace) -> Sequence[SpaceReads]:
    """List numbers of recalls that a space answered, by member and day; for admins."""
    return await target.owner.spaces.reads(space)


@app.command()
@answers(_show_forgotten)
async def forget(target: Target, space: OfSpace, id: MemoryId) -> Forgetting:
    """Forget a memory of a space for all members; for curators."""
    return await target.owner.spaces.forget(space, id)


@app.command()
@answers(lambda told: f"Lifted. {told.memories} memories and {told.turns} turns are back.")
async def lift(target: Target, space: OfSpace, id: TombstoneId) -> Lifted:
    """Lift a tombstone of a space: the memories forgotten with it come back; for curators."""
    return await target.owner.spaces.lift(space, id)


@app.command()
@answers(tombstone_listing("Nothing was forgotten there."))
async def tombstones(target: Target, space: OfSpace, limit: Limit = 20) -> Page[Tombstone]:
    """List the tombstones of a space, the last set first; for curators."""
    return await target.owner.spaces.tombstones(space, limit=limit)


@app.command()
@answers(SPACES)
async def keep(
    target: Target,
    space: OfSpace,
    off: Annotated[bool, typer.Option("--off", help="Remove them with their source.")] = False,
) -> list[Space]:
    """Keep copies whose source has ended, marked as withdrawn; for admins."""
    return [await target.owner.spaces.keep(space, keeps=not off)]


@app.command()
@answers(lambda made: f"{contents(made[1])} exported.", as_plain=exported)
async def export(target: Target, space: OfSpace, file: NewFile) -> tuple[Path, Manifest]:
    """Export all contributions of members of a space to one file; for admins. A memory can import it."""
    return file, await target.owner.spaces.export(space, file)


@app.command(name="list")
@answers(SPACES)
async def list_(target: Target) -> list[Space]:
    """List the spaces in which an owner has a right now."""
    return await target.owner.spaces.list()

"""`graphmem space`: memories that several owners use, and who may do what in them."""

from __future__ import annotations

from dataclasses import asdict
from datetime import UTC, datetime
from pathlib import Path
from shlex import quote
from typing import Annotated

import typer

from graphmem.cli.listing import Limit, show, whole, wide
from graphmem.cli.options import JsonFlag, OwnerOption
from graphmem.cli.output import escape, out, print_json
from graphmem.cli.tombstones import TOMBSTONE_COLUMNS, tombstone_row
from graphmem.cli.working import on
from graphmem.model.ids import shown
from graphmem.model.review import Review, Verdict
from graphmem.model.space import Grant, Right, Space
from graphmem.model.views import MemoryView

app = typer.Typer(help="Spaces: memories that several owners use, by rights.", no_args_is_help=True)

SpaceArgument = Annotated[str, typer.Argument(help="Id or title of a space that the owner has a right in.")]
MemberArgument = Annotated[str, typer.Argument(help="The name of an owner.")]
AgentOption = Annotated[str | None, typer.Option("--agent", help="Only this agent of the member.")]


@app.command()
def create(
    title: Annotated[str, typer.Argument(help="What it is called.")],
    owner: OwnerOption = None,
    as_json: JsonFlag = False,
) -> None:
    """Make a space; its maker is its only member, as an admin. Its id is printed."""
    made = on(owner, lambda _, whose: whose.spaces.create(title))
    if as_json:
        _show([made], as_json=True)
        return
    out.print(made.id, markup=False, soft_wrap=True)


@app.command()
def grant(
    space: SpaceArgument,
    member: MemberArgument,
    right: Annotated[Right, typer.Argument(help="Each right holds those before it.")],
    agent: AgentOption = None,
    until: Annotated[datetime | None, typer.Option("--until", help="It ends then, in UTC; never when missing.")] = None,
    owner: OwnerOption = None,
    as_json: JsonFlag = False,
) -> None:
    """Give an owner a right in a space, in the place of the one they have."""
    given = on(owner, lambda _, whose: whose.spaces.grant(space, member, right, agent=agent, until=_utc(until)))
    if as_json:
        print_json(asdict(given))
        return
    out.print(f"{given.member} may {given.right.value} there.", markup=False, soft_wrap=True)


@app.command()
def revoke(
    space: SpaceArgument,
    member: MemberArgument,
    agent: AgentOption = None,
    owner: OwnerOption = None,
    as_json: JsonFlag = False,
) -> None:
    """Take back an owner's right in a space, at once on every server."""
    ended = on(owner, lambda _, whose: whose.spaces.revoke(space, member, agent=agent))
    if as_json:
        print_json({"ids": ended})
        return
    out.print(f"{len(ended)} right(s) revoked.")


@app.command()
def members(
    space: SpaceArgument,
    at: Annotated[datetime | None, typer.Option("--at", help="As it was then, in UTC.")] = None,
    owner: OwnerOption = None,
    as_json: JsonFlag = False,
) -> None:
    """Show who may do what in a space, or might at an instant."""
    found = on(owner, lambda _, whose: whose.spaces.members(space, at=_utc(at)))
    columns = ("member", "right", "agent", "since", "until", "by")
    show(found, _member, *columns, title="Members", empty="Nobody was a member.", as_json=as_json)


@app.command()
def share(
    space: SpaceArgument,
    id: Annotated[str, typer.Argument(help="Of one of the owner's memories.")],
    owner: OwnerOption = None,
    as_json: JsonFlag = False,
) -> None:
    """Tell a space what a memory says; the copy follows it when it is edited, ends or is forgotten."""
    told = on(owner, lambda _, whose: whose.spaces.share(id, space))
    if as_json:
        print_json(asdict(told))
        return
    out.print("Shared.")
    out.print(f"Take it back: graphmem space unshare {quote(space)} {shown(told.source)}", style="dim", markup=False)


@app.command()
def unshare(
    space: SpaceArgument,
    id: Annotated[str, typer.Argument(help="Of one of the owner's memories.")],
    owner: OwnerOption = None,
    as_json: JsonFlag = False,
) -> None:
    """Take the copies of a memory out of a space again."""
    gone = on(owner, lambda _, whose: whose.spaces.unshare(id, space))
    if as_json:
        print_json({"copies": [asdict(one) for one in gone]})
        return
    out.print(f"{len(gone)} {'copy' if len(gone) == 1 else 'copies'} taken out.")


@app.command()
def reviews(space: SpaceArgument, limit: Limit = 20, owner: OwnerOption = None, as_json: JsonFlag = False) -> None:
    """List what members told that may contradict what others did; for who curates the space."""
    page = on(owner, lambda _, whose: whose.spaces.reviews(space, limit=limit))
    show(
        page, _pair, whole("id"), wide("older"), wide("newer"), "why",
        title="Undecided", empty="Nothing is undecided.", as_json=as_json, name="reviews",
    )  # fmt: skip


@app.command()
def decide(
    space: SpaceArgument,
    id: Annotated[str, typer.Argument(help="Of a review.")],
    verdict: Annotated[Verdict, typer.Argument(help="Accepted, the older statement ends.")],
    owner: OwnerOption = None,
    as_json: JsonFlag = False,
) -> None:
    """Decide about such a pair; for who curates the space."""
    told = on(owner, lambda _, whose: whose.spaces.decide(space, id, verdict))
    if as_json:
        print_json(asdict(told))
        return
    out.print(f"{told.state.value.capitalize()}.", markup=False)


@app.command()
def memory(
    space: SpaceArgument,
    id: Annotated[str, typer.Argument(help="Of a memory of the space.")],
    owner: OwnerOption = None,
    as_json: JsonFlag = False,
) -> None:
    """Show a memory of a space with the turns that say it."""
    _view(on(owner, lambda _, whose: whose.spaces.memory(space, id)), as_json=as_json)


@app.command()
def rule(
    space: SpaceArgument,
    id: Annotated[str, typer.Argument(help="Of a memory of the space.")],
    off: Annotated[bool, typer.Option("--off", help="It stands as a rule no more.")] = False,
    owner: OwnerOption = None,
    as_json: JsonFlag = False,
) -> None:
    """Confirm a memory as a rule of all members who have spaces on; for who curates the space."""
    _view(on(owner, lambda _, whose: whose.spaces.rule(space, id, stands=not off)), as_json=as_json)


@app.command()
def rules(
    space: SpaceArgument,
    proposed: Annotated[bool, typer.Option("--proposed", help="What may be confirmed, for who curates it.")] = False,
    limit: Limit = 20,
    owner: OwnerOption = None,
    as_json: JsonFlag = False,
) -> None:
    """List the confirmed rules of a space, or what may be confirmed."""
    none = f"None yet. What may be one: graphmem space rules {quote(space)} --proposed"
    empty = "Nothing told there may be one." if proposed else none
    show(
        [one.memory for one in on(owner, lambda _, whose: whose.spaces.rules(space, proposed=proposed, limit=limit))],
        lambda one: (shown(one.id), one.category.value, escape(one.speaker), escape(one.text)),
        whole("id"), "category", "told by", wide("text"),
        title="May be a rule" if proposed else "Rules", empty=empty, as_json=as_json, name="rules",
    )  # fmt: skip


@app.command()
def reads(space: SpaceArgument, owner: OwnerOption = None, as_json: JsonFlag = False) -> None:
    """List how many recalls of which member a space answered by day; for its admins."""
    show(
        list(on(owner, lambda _, whose: whose.spaces.reads(space))),
        lambda one: (str(one.day), escape(one.member), f"{one.recalls:,}"),
        "day", "member", "recalls", title="Recalls", empty="Nobody asked it yet.", as_json=as_json, name="reads",
    )  # fmt: skip


def _view(view: MemoryView, *, as_json: bool) -> None:
    if as_json:
        print_json(asdict(view))
        return
    memory = view.memory
    stands = "rule, " if memory.pinned else ""
    out.print(memory.text, style="bold", markup=False)
    told = f"{stands}{memory.category.value}, told by {memory.speaker}"
    out.print(f"{shown(memory.id)}  {told}", style="dim", markup=False)
    for one in view.sources:
        out.print(f"{one.pointer}  {one.text}", style="dim", markup=False)


@app.command()
def forget(
    space: SpaceArgument,
    id: Annotated[str, typer.Argument(help="Of a memory of the space.")],
    owner: OwnerOption = None,
    as_json: JsonFlag = False,
) -> None:
    """Forget a memory of a space for all members; for who curates it."""
    told = on(owner, lambda _, whose: whose.spaces.forget(space, id))
    if as_json:
        print_json(asdict(told))
        return
    if told.tombstone is None:
        out.print("It was forgotten before.")
        return
    out.print("Forgotten.")
    out.print(f"Take it back: graphmem space lift {quote(space)} {shown(told.tombstone)}", style="dim", markup=False)


@app.command()
def lift(
    space: SpaceArgument,
    id: Annotated[str, typer.Argument(help="Of a tombstone of the space.")],
    owner: OwnerOption = None,
    as_json: JsonFlag = False,
) -> None:
    """Lift a tombstone of a space: what was forgotten with it comes back; for who curates it."""
    told = on(owner, lambda _, whose: whose.spaces.lift(space, id))
    if as_json:
        print_json(asdict(told))
        return
    out.print(f"Lifted. {told.memories} memories and {told.turns} turns are back.")


@app.command()
def tombstones(space: SpaceArgument, limit: Limit = 20, owner: OwnerOption = None, as_json: JsonFlag = False) -> None:
    """List what must not come back in a space, the last forgotten first; for who curates it."""
    page = on(owner, lambda _, whose: whose.spaces.tombstones(space, limit=limit))
    show(
        page, tombstone_row, *TOMBSTONE_COLUMNS,
        title="Must not come back", empty="Nothing was forgotten there.", as_json=as_json, name="tombstones",
    )  # fmt: skip


@app.command()
def keep(
    space: SpaceArgument,
    off: Annotated[bool, typer.Option("--off", help="They go with their source.")] = False,
    owner: OwnerOption = None,
    as_json: JsonFlag = False,
) -> None:
    """Keep copies whose source has ended, marked as withdrawn; for the admins of a space."""
    _show([on(owner, lambda _, whose: whose.spaces.keep(space, keeps=not off))], as_json=as_json)


@app.command()
def export(
    space: SpaceArgument,
    file: Annotated[Path, typer.Argument(help="Where to write it; it must not be there yet.")],
    owner: OwnerOption = None,
    as_json: JsonFlag = False,
) -> None:
    """Export everything that members told a space to one file; for its admins. It may be imported into a memory."""
    manifest = on(owner, lambda _, whose: whose.spaces.export(space, file))
    if as_json:
        print_json({"file": str(file), "says": manifest.says, **asdict(manifest)})
        return
    counts = manifest.counts
    out.print(f"{counts.get('nodes/Drawer', 0)} turns and {counts.get('nodes/Memory', 0)} memories exported.")


@app.command(name="list")
def list_(owner: OwnerOption = None, as_json: JsonFlag = False) -> None:
    """List the spaces in which an owner has a right now."""
    _show(on(owner, lambda _, whose: whose.spaces.list()), as_json=as_json)


def _show(found: list[Space], *, as_json: bool) -> None:
    show(
        found, _row, whole("id"), "title", "right", "since", "until", "copies",
        title="Spaces", empty="No space. Make one: graphmem space create TITLE", as_json=as_json,
    )  # fmt: skip


def _row(space: Space) -> tuple[str, ...]:
    return space.id, escape(space.title), space.right.value, _day(space.since), _day(space.until), _copies(space)


def _copies(space: Space) -> str:
    return "stay" if space.keeps_copies else "follow"


def _pair(review: Review) -> tuple[str, ...]:
    return shown(review.id), escape(review.older.text), escape(review.newer.text), escape(review.reason)


def _member(one: Grant) -> tuple[str, ...]:
    return (
        escape(one.member), one.right.value, escape(one.agent or ""), _day(one.since), _day(one.until), escape(one.by),
    )  # fmt: skip


def _day(moment: datetime | None) -> str:
    return "" if moment is None else f"{moment:%Y-%m-%d %H:%M} UTC"


def _utc(moment: datetime | None) -> datetime | None:
    return moment if moment is None or moment.tzinfo else moment.replace(tzinfo=UTC)

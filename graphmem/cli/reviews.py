"""`graphmem review`: pairs of memories of which the newer may have ended the older, for a decision."""

from __future__ import annotations

import json
import os
from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer

from graphmem.cli.listing import After, Limit, Listing, right, whole, wide
from graphmem.cli.memory_commands import answers
from graphmem.cli.opened_memory import Target
from graphmem.cli.output import escape, out
from graphmem.model.ids import shown
from graphmem.model.memory import Memory
from graphmem.model.palace import Page
from graphmem.model.review import Decided, Review, Verdict

BY = "command line"

app = typer.Typer(help="Decide pairs that the gate left open: did the newer statement end the older one?")

Ids = Annotated[
    list[str], typer.Argument(metavar="ID…", help="Ids, as `graphmem review` shows them; their starts will do.")
]
Held = Annotated[
    list[str], typer.Argument(metavar="ID…", help="Ids, as `graphmem review held` shows them; their starts will do.")
]


def _pair(one: Review) -> tuple[str, ...]:
    texts = (
        f"{escape(memory.text)}\n[dim]{shown(memory.id)}, since {memory.valid_from:%Y-%m-%d}[/]"
        for memory in (one.older, one.newer)
    )
    return shown(one.id), *texts, escape(one.reason), f"{one.confidence:.2f}", f"{one.proposed_at:%Y-%m-%d}"


def _held(one: Memory) -> tuple[str, ...]:
    source = f"{one.data_source.value} {escape(one.speaker)}".strip()
    return shown(one.id), escape(one.text), source, f"{one.recorded_at:%Y-%m-%d}"


PAIRS = Listing(
    _pair, (whole("review"), wide("older", 2), wide("newer", 2), wide("why", 1), right("sure"), whole("found")),
    title="To decide", empty="Nothing to decide: the gate was sure of all that was said so far.",
    empty_after="No more to decide.", name="reviews", lines=True,
    hint="Did the newer statement end the older? graphmem review accept ID, or graphmem review dismiss ID",
)  # fmt: skip
HELD = Listing(
    _held, (whole("memory"), wide("text", 3), "source", whole("recorded")),
    title="Held", empty="Nothing is held.", name="held",
)  # fmt: skip


@app.callback(invoke_without_command=True)
@answers(PAIRS)
async def review(target: Target, limit: Limit = 20, after: After = None) -> Page[Review]:
    """List the undecided pairs, the last found first; or decide about them."""
    return await target.memory.reviews.page(target.owner, first=limit, after=after)


async def _decided(target: Target, ids: list[str], verdict: Verdict) -> list[Decided]:
    reviews = target.memory.reviews
    named = await reviews.ids(target.owner, ids)
    return [await reviews.decide(target.owner, id_, verdict, by=BY) for id_ in dict.fromkeys(named)]


def _show_decided(told: str, between: str, decided: list[Decided]) -> None:
    for one in decided:
        out.print(f"{told}: {shown(one.older)} {between} {shown(one.newer)}", markup=False)


@app.command()
@answers(lambda decided: _show_decided("Replaced", "by", decided), as_plain=None)
async def accept(target: Target, ids: Ids) -> list[Decided]:
    """Accept: the newer statement replaced the older, which ends where the newer begins."""
    return await _decided(target, ids, Verdict.ACCEPT)


@app.command()
@answers(lambda decided: _show_decided("Both hold", "and", decided), as_plain=None)
async def dismiss(target: Target, ids: Ids) -> list[Decided]:
    """Dismiss: both hold, and the pair is not proposed again."""
    return await _decided(target, ids, Verdict.DISMISS)


@app.command()
@answers(lambda count, *, file: f"{count} choice(s) written to {file}.", as_plain=None)
async def export(
    target: Target,
    file: Annotated[Path, typer.Argument(metavar="FILE", help="The file to write, one JSON object a line.")],
) -> int:
    """Write the decisions as labelled lines, as `evaluate gate --data` reads them."""
    chosen = target.memory.reviews.choices(target.owner)
    lines = [json.dumps(asdict(one), ensure_ascii=False) async for one in chosen]
    # An owner's statements are theirs alone to read.
    with os.fdopen(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w", encoding="utf-8") as written:
        written.writelines(f"{line}\n" for line in lines)
    return len(lines)


@app.command()
@answers(HELD)
async def held(target: Target, limit: Limit = 20, after: After = None) -> Page[Memory]:
    """List statements of tools and documents about people that wait in quarantine (a setting)."""
    return await target.memory.memories.quarantine.page(target.owner, first=limit, after=after)


async def _reviewed(target: Target, ids: list[str], verdict: Verdict) -> list[str]:
    quarantine = target.memory.memories.quarantine
    return [await quarantine.decide(target.owner, id_, verdict, by=BY) for id_ in dict.fromkeys(ids)]


def _show_reviewed(told: str, ids: list[str]) -> None:
    for id_ in ids:
        out.print(f"{told}: {shown(id_)}", markup=False)


@app.command()
@answers(lambda ids: _show_reviewed("Released", ids), as_plain=None)
async def release(target: Target, ids: Held) -> list[str]:
    """Accept memories in quarantine, so that recalls find them."""
    return await _reviewed(target, ids, Verdict.ACCEPT)


@app.command()
@answers(lambda ids: _show_reviewed("Forgotten", ids), as_plain=None)
async def reject(target: Target, ids: Held) -> list[str]:
    """Forget memories in quarantine."""
    return await _reviewed(target, ids, Verdict.DISMISS)

"""`graphmem review`: pairs of memories of which the newer may have ended the older, for a person to decide."""

from __future__ import annotations

import json
import os
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from graphmem.cli.listing import After, Limit, right, show, whole, wide
from graphmem.cli.options import JsonFlag, OwnerOption
from graphmem.cli.output import escape, out
from graphmem.cli.working import on
from graphmem.model.ids import shown
from graphmem.model.review import Decided, Review, Verdict

if TYPE_CHECKING:
    from graphmem.facade import GraphMem
    from graphmem.model.memory import Memory
    from graphmem.model.palace import Owner

BY = "command line"

app = typer.Typer(help="Decide the pairs that the gate left open: did the newer statement end the older one?")

Ids = Annotated[
    list[str], typer.Argument(metavar="ID…", help="As `graphmem review` shows them; the starts of ids will do.")
]


Held = Annotated[
    list[str], typer.Argument(metavar="ID…", help="As `graphmem review held` shows them; the starts of ids will do.")
]


@app.callback(invoke_without_command=True)
def review(
    ctx: typer.Context,
    limit: Limit = 20,
    after: After = None,
    owner: OwnerOption = None,
    as_json: JsonFlag = False,
) -> None:
    """List the pairs that are undecided, the last found first; or decide about them."""
    if ctx.invoked_subcommand is not None:
        ctx.obj = owner
        return
    page = on(owner, lambda memory, whose: memory.reviews.page(whose, first=limit, after=after))
    empty = "No more to decide." if after else "Nothing to decide: the gate was sure of all that was said so far."
    columns = (whole("review"), wide("older", 2), wide("newer", 2), wide("why", 1), right("sure"), whole("found"))
    show(page, _row, *columns, title="To decide", empty=empty, as_json=as_json, name="reviews", lines=True)
    if page.items and not as_json:
        out.print(
            "Did the newer statement end the older? graphmem review accept ID, or graphmem review dismiss ID",
            style="dim", markup=False, soft_wrap=True,
        )  # fmt: skip


def _row(one: Review) -> tuple[str, ...]:
    texts = (
        f"{escape(memory.text)}\n[dim]{shown(memory.id)}, since {memory.valid_from:%Y-%m-%d}[/]"
        for memory in (one.older, one.newer)
    )
    return shown(one.id), *texts, escape(one.reason), f"{one.confidence:.2f}", f"{one.proposed_at:%Y-%m-%d}"


@app.command()
def accept(ctx: typer.Context, ids: Ids, owner: OwnerOption = None) -> None:
    """The newer statement replaced the older, which ends where it begins."""
    _decide(ids, Verdict.ACCEPT, owner or ctx.obj, "Replaced")


@app.command()
def dismiss(ctx: typer.Context, ids: Ids, owner: OwnerOption = None) -> None:
    """Both hold: they are not asked about again."""
    _decide(ids, Verdict.DISMISS, owner or ctx.obj, "Both hold")


def _decide(ids: list[str], verdict: Verdict, owner: str | None, told: str) -> None:
    async def decided(memory: GraphMem, whose: Owner) -> list[Decided]:
        named = await memory.reviews.ids(whose, ids)
        return [await memory.reviews.decide(whose, id_, verdict, by=BY) for id_ in dict.fromkeys(named)]

    for one in on(owner, decided):
        out.print(f"{told}: {shown(one.older)} by {shown(one.newer)}" if verdict is Verdict.ACCEPT
                  else f"{told}: {shown(one.older)} and {shown(one.newer)}", markup=False)  # fmt: skip


@app.command()
def export(
    ctx: typer.Context,
    file: Annotated[Path, typer.Argument(metavar="FILE", help="Where the choices go, one JSON object a line.")],
    owner: OwnerOption = None,
) -> None:
    """Write what was chosen as labelled lines, as `evaluate gate --data` reads them."""

    async def chosen(memory: GraphMem, whose: Owner) -> list[str]:
        return [json.dumps(asdict(one), ensure_ascii=False) async for one in memory.reviews.choices(whose)]

    lines = on(owner or ctx.obj, chosen)
    # What an owner said is theirs alone to read.
    with os.fdopen(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w", encoding="utf-8") as written:
        written.writelines(f"{line}\n" for line in lines)
    out.print(f"{len(lines)} choice(s) written to {file}.", markup=False)


@app.command()
def held(
    ctx: typer.Context, limit: Limit = 20, after: After = None, owner: OwnerOption = None, as_json: JsonFlag = False
) -> None:
    """List what tools and documents state about people and is not recalled yet: the setting `quarantine` is on."""
    page = on(owner or ctx.obj, lambda memory, whose: memory.memories.quarantine.page(whose, first=limit, after=after))
    columns = (whole("memory"), wide("text", 3), "source", whole("recorded"))
    show(page, _held, *columns, title="Held", empty="Nothing is held.", as_json=as_json, name="held")


def _held(one: Memory) -> tuple[str, ...]:
    source = f"{one.data_source.value} {escape(one.speaker)}".strip()
    return shown(one.id), escape(one.text), source, f"{one.recorded_at:%Y-%m-%d}"


@app.command()
def release(ctx: typer.Context, ids: Held, owner: OwnerOption = None) -> None:
    """Let memories that are held be recalled."""
    _reviewed(ids, Verdict.ACCEPT, owner or ctx.obj, "Released")


@app.command()
def reject(ctx: typer.Context, ids: Held, owner: OwnerOption = None) -> None:
    """Forget memories that are held."""
    _reviewed(ids, Verdict.DISMISS, owner or ctx.obj, "Forgotten")


def _reviewed(ids: list[str], verdict: Verdict, owner: str | None, told: str) -> None:
    async def decided(memory: GraphMem, whose: Owner) -> list[str]:
        held = memory.memories.quarantine
        return [await held.decide(whose, id_, verdict, by=BY) for id_ in dict.fromkeys(ids)]

    for id_ in on(owner, decided):
        out.print(f"{told}: {shown(id_)}", markup=False)

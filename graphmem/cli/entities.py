"""Entities on the command line: list them, look at one with its timeline, merge two, part them again."""

from __future__ import annotations

from dataclasses import asdict
from datetime import UTC, datetime, time
from typing import TYPE_CHECKING, Annotated

import typer
from rich.table import Table

from graphmem.cli.listing import After, table, tell_more
from graphmem.cli.memories import memory_table
from graphmem.cli.options import JsonFlag, OwnerOption
from graphmem.cli.output import escape, out, print_json
from graphmem.cli.working import on
from graphmem.model.entity import EntityType
from graphmem.model.memory import Memory
from graphmem.model.views import EntitySummary, EntityView, Fact

if TYPE_CHECKING:
    from graphmem.facade import GraphMem
    from graphmem.model.palace import Owner

WIDEST_ADDRESS = 45
"""Characters to which addresses are filled up, so that names stand below each other in most lists."""

NameArgument = Annotated[
    str, typer.Argument(metavar="URI", help="Its address, like entity://person/ayse, or its name.")
]


def entities(
    kind: Annotated[EntityType | None, typer.Option("--type", help="Only those of this type.")] = None,
    limit: Annotated[int, typer.Option("--limit", "-n", min=1, max=100, help="How many.")] = 50,
    after: After = None,
    owner: OwnerOption = None,
    as_json: JsonFlag = False,
) -> None:
    """List entities that memories name, the most frequent first."""
    page = on(owner, lambda memory, whose: memory.entities.page(whose, kind=kind, first=limit, after=after))
    rows = sorted(page.items, key=lambda one: -one.mentions)
    if as_json:
        print_json([asdict(row) for row in rows])
        return
    if not rows:
        hint = "after that" if after else "of that type" if kind else "yet. Observe something: graphmem observe TEXT"
        out.print(f"No entity {hint}", style="dim")
        return
    widest = max(len(row.uri) for row in rows)
    out.print("memories  address and name", style="bold")
    for row in rows:
        also = f" [dim](also {escape(', '.join(row.aliases))})[/]" if row.aliases else ""
        address = escape(row.uri.ljust(min(widest, WIDEST_ADDRESS)))
        # Not in a table: an address cut in two cannot be copied.
        out.print(f"{row.mentions:>8}  [cyan]{address}[/]  {escape(row.name)}{also}", soft_wrap=True)
    tell_more(page.cursors[-1] if page.has_next else None)


def entity(name: NameArgument, owner: OwnerOption = None, as_json: JsonFlag = False) -> None:
    """Show an entity: its facts with their times, and the memories that name it."""

    async def looked_up(memory: GraphMem, whose: Owner) -> tuple[EntityView, list[Memory], EntitySummary]:
        uri = await memory.entities.named(whose, name)
        found = await memory.entities.get(whose, uri)
        return found, await memory.entities.mentions(whose, uri), await memory.summaries.of(whose, found.uri)

    view, mentions, summary = on(owner, looked_up)
    if as_json:
        print_json(asdict(view) | {"summary": asdict(summary), "memories": [asdict(memory) for memory in mentions]})
        return
    out.print(f"[bold]{escape(view.name)}[/]  [cyan]{escape(view.uri)}[/]", soft_wrap=True)
    for line in summary.lines:
        where = f" [{line.pointer}]" if line.pointer else ""
        out.print(f"  {line.text}{where}", markup=False, soft_wrap=True)
    for told in _about(view):
        out.print(told, markup=False, soft_wrap=True)
    out.print(fact_table(view.facts, "Timeline") if view.facts else "Nothing is stated of it yet.")
    if mentions:
        out.print(memory_table(mentions, f"Named in {view.mentions} memories"))


def merge(
    name: NameArgument,
    into: Annotated[str, typer.Argument(metavar="INTO", help="The entity it is taken for, of the same type.")],
    owner: OwnerOption = None,
) -> None:
    """Merge one entity into another; `graphmem unmerge` undoes it."""

    async def merged(memory: GraphMem, whose: Owner) -> EntityView:
        uri, other = await memory.entities.named(whose, name), await memory.entities.named(whose, into)
        return await memory.entities.merge(whose, uri, other)

    view = on(owner, merged)
    out.print(f"{name} is {view.name} ({view.uri}) from now on.", markup=False, soft_wrap=True)


def unmerge(
    uri: Annotated[str, typer.Argument(metavar="URI", help="Address of the entity that was merged into another.")],
    owner: OwnerOption = None,
) -> None:
    """Undo a merge; no rule merges the two again."""
    view = on(owner, lambda memory, whose: memory.entities.unmerge(whose, uri))
    out.print(f"{view.name} ({view.uri}) stands for itself again.", markup=False, soft_wrap=True)


def _about(view: EntityView) -> list[str]:
    lines = [f"Also: {', '.join(view.aliases)}"] if view.aliases else []
    if view.own_type:
        fields = "".join(f", {name}: {value}" for name, value in view.fields.items())
        lines.append(f"Type: {view.own_type} ({view.own_type_by}, {view.own_type_score:.2f}){fields}")
    lines += [f"Merged: {merged.uri} ({merged.method}, {merged.score:.2f})" for merged in view.merged]
    return lines


def fact_table(facts: tuple[Fact, ...], title: str) -> Table:
    """Facts in the order they began; what is over or was mistaken is dimmed."""
    columns = ("true since", "until", "fact", "known since", "believed until")
    return table(*columns, rows=map(_fact, facts), title=title)


def _fact(fact: Fact) -> tuple[str, ...]:
    over = fact.is_over(datetime.now(UTC))
    said = escape(f"{fact.subject} –{fact.predicate}→ {fact.object}")
    times = (moment(fact.valid_from), moment(fact.valid_until), moment(fact.recorded_at), moment(fact.retracted_at))
    return *times[:2], f"[dim]{said}[/]" if over else f"[bold]{said}[/]", *times[2:]


def moment(at: datetime | None) -> str:
    """The day alone when a statement tells no time of day: then it begins at midnight. Since ever is year 1."""
    if at is None or at.year == 1:
        return "–"
    return f"{at:%Y-%m-%d}" if at.time() == time() else f"{at:%Y-%m-%d %H:%M}"

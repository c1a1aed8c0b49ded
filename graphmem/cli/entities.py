"""Entities on the command line: list them, show one with its timeline, merge two, undo a merge."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime, time
from typing import Annotated, Any

import typer
from rich.table import Table

from graphmem.cli.listing import After, Limit, cursor_of, table, tell_more, whole, wide
from graphmem.cli.memories import memory_table
from graphmem.cli.memory_commands import answers
from graphmem.cli.opened_memory import Target
from graphmem.cli.output import escape, out, plain, say
from graphmem.cli.verb_commands import command
from graphmem.model.digest import Digest
from graphmem.model.entity import EntityType
from graphmem.model.ids import shown
from graphmem.model.memory import Memory
from graphmem.model.palace import Page
from graphmem.model.subject import SubjectCounts, SubjectPart, SubjectReport
from graphmem.model.views import EntityRow, EntityView, Fact
from graphmem.owned import OwnedMemory

WIDEST_ADDRESS = 45
"""Characters to which addresses are padded, so that names align in most lists."""

NameArgument = Annotated[
    str, typer.Argument(metavar="URI", help="The entity's address, like entity://person/ayse, or its name.")
]


def _show_entities(page: Page[EntityRow], *, kind: EntityType | None, after: str | None) -> None:
    rows = _most_named(page)
    if not rows:
        hint = "after that" if after else "of that type" if kind else "yet. Observe something: graphmem observe TEXT"
        out.print(f"No entity {hint}", style="dim")
        return
    widest = max(len(row.uri) for row in rows)
    out.print("memories  address and name", style="bold")
    for row in rows:
        also = f" [dim](also {escape(', '.join(row.aliases))})[/]" if row.aliases else ""
        address = escape(row.uri.ljust(min(widest, WIDEST_ADDRESS)))
        # Not in a table, since a cut address cannot be copied.
        out.print(f"{row.mentions:>8}  [cyan]{address}[/]  {escape(row.name)}{also}", soft_wrap=True)
    tell_more(cursor_of(page))


def _most_named(page: Page[EntityRow]) -> list[EntityRow]:
    return sorted(page.items, key=lambda one: -one.mentions)


@answers(_show_entities, as_plain=lambda page: plain(_most_named(page)))
async def entities(
    target: Target,
    kind: Annotated[EntityType | None, typer.Option("--type", help="Only entities of this type.")] = None,
    limit: Limit = 50,
    after: After = None,
) -> Page[EntityRow]:
    """List entities that memories name, the most frequent first."""
    return await target.memory.entities.page(target.owner, kind=kind, first=limit, after=after)


@dataclass(frozen=True, slots=True)
class _Known:
    """An entity with its facts and the memories that name it."""

    view: EntityView
    summary: Digest
    mentions: list[Memory]


def _plain_entity(known: _Known) -> dict[str, Any]:
    return {**plain(known.view), "summary": plain(known.summary), "memories": plain(known.mentions)}


def _show_entity(known: _Known) -> None:
    view = known.view
    out.print(f"[bold]{escape(view.name)}[/]  [cyan]{escape(view.uri)}[/]", soft_wrap=True)
    for line in known.summary.lines:
        say(f"  {line.text}{f' [{line.pointer}]' if line.pointer else ''}")
    for told in _about(view):
        say(told)
    out.print(fact_table(view.facts, "Timeline") if view.facts else "Nothing is stated of it yet.")
    if known.mentions:
        out.print(memory_table(known.mentions, f"Named in {view.mentions} memories"))


@answers(_show_entity, as_plain=_plain_entity)
async def entity(target: Target, name: NameArgument) -> _Known:
    """Show an entity: its facts with their times, and the memories that name it."""
    memory, owner = target.memory, target.owner
    uri = await memory.entities.named(owner, name)
    view, mentions = await memory.entities.get(owner, uri), await memory.entities.mentions(owner, uri)
    return _Known(view, await memory.owner(owner).digest(view.uri), mentions)


@answers(lambda view, *, name: f"{name} is {view.name} ({view.uri}) from now on.", as_plain=None)
async def merge(
    target: Target,
    name: NameArgument,
    into: Annotated[str, typer.Argument(metavar="INTO", help="The entity to merge into, of the same type.")],
) -> EntityView:
    """Merge one entity into another; `graphmem unmerge` undoes it."""
    entities, owner = target.memory.entities, target.owner
    return await entities.merge(owner, await entities.named(owner, name), await entities.named(owner, into))


@answers(lambda view: f"{view.name} ({view.uri}) stands for itself again.", as_plain=None)
async def unmerge(
    target: Target,
    uri: Annotated[str, typer.Argument(metavar="URI", help="Address of the merged entity.")],
) -> EntityView:
    """Undo a merge; no rule merges the two again."""
    return await target.memory.entities.unmerge(target.owner, uri)


def _about(view: EntityView) -> list[str]:
    lines = [f"Also: {', '.join(view.aliases)}"] if view.aliases else []
    if view.own_type:
        fields = "".join(f", {name}: {value}" for name, value in view.fields.items())
        lines.append(f"Type: {view.own_type} ({view.own_type_by}, {view.own_type_score:.2f}){fields}")
    lines += [f"Merged: {merged.uri} ({merged.method}, {merged.score:.2f})" for merged in view.merged]
    return lines


def fact_table(facts: tuple[Fact, ...], title: str) -> Table:
    """Facts by start of valid time; ended or retracted ones are dimmed."""
    columns = ("true since", "until", "fact", "known since", "believed until")
    return table(*columns, rows=map(_fact, facts), title=title)


def _fact(fact: Fact) -> tuple[str, ...]:
    over = fact.is_over(datetime.now(UTC))
    said = escape(f"{fact.subject} –{fact.predicate}→ {fact.object}")
    times = (moment(fact.valid_from), moment(fact.valid_until), moment(fact.recorded_at), moment(fact.retracted_at))
    return *times[:2], f"[dim]{said}[/]" if over else f"[bold]{said}[/]", *times[2:]


def moment(at: datetime | None) -> str:
    """The day alone if the time is midnight, as in statements without a time. SINCE_EVER is year 1."""
    if at is None or at.year == 1:
        return "–"
    return f"{at:%Y-%m-%d}" if at.time() == time() else f"{at:%Y-%m-%d %H:%M}"


@command(OwnedMemory.report)
def report(found: SubjectReport) -> None:
    """Show all stored data about a named person, with ids, sources and dates."""
    counts = found.counts
    say(
        f"{found.name}: {counts.memories:,} memories, {counts.facts:,} facts, {counts.relations:,} relations and "
        f"{counts.turns:,} turns; names found: {counts.entities:,}; {found.at:%Y-%m-%d %H:%M} UTC."
    )
    if counts.withheld:
        out.print(f"{counts.withheld:,} forgotten memories are kept out of every answer: graphmem tombstones.")
    if found.is_cut:
        out.print("Not all is shown: give a higher --limit.", style="yellow")
    if counts == SubjectCounts():
        out.print("Nothing is stored under this name. `graphmem entities` lists the names that are known.")
        return
    for part in found.parts:
        _show_part(part)


def _show_part(part: SubjectPart) -> None:
    where = "Own memory" if part.space is None else f"Space {part.title} ({shown(part.space)})"
    out.print(f"\n{where}", style="bold", markup=False)
    for entity in part.entities:
        also = f", also {', '.join(entity.aliases)}" if entity.aliases else ""
        say(f"  {entity.uri}: {entity.name}{also}")
    if part.memories:
        out.print("\nMemories", style="italic")
    for one in part.memories:
        end = one.valid_until or one.retracted_at
        until = f" until {moment(end)}" if end else ""
        said = f"{one.category.value}, from {one.data_source.value} {one.speaker}".strip()
        lines = [f"  {shown(one.id)}  {one.text}", f"            {said}, since {moment(one.valid_from)}{until}"]
        lines += [f"            before: {text}" for text in one.former if text != one.text]
        for line in (*lines, *(f"            {pointer}" for pointer in one.turns)):
            say(line)
    if part.facts:
        out.print(fact_table(part.facts, "Facts"))
    if part.relations:
        edges = [
            (shown(one.memory), f"{one.type} {'→' if one.outgoing else '←'}", shown(one.other), escape(one.text))
            for one in part.relations
        ]
        out.print(table(whole("memory"), "how", whole("other"), wide("text", 3), rows=edges, title="Relations"))
    if part.turns:
        out.print("\nTurns", style="italic")
    for turn in part.turns:
        said = f"{turn.role.value} {turn.speaker}".strip()
        say(f"  {turn.pointer}  {said}, {moment(turn.said_at)}")
        say(f"            {turn.text}")

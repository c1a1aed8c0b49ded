"""`graphmem report NAME`: everything that is stored about a named person."""

from __future__ import annotations

from collections.abc import Iterable

from graphmem.cli.asking import command
from graphmem.cli.entities import fact_table, moment
from graphmem.cli.listing import table, whole, wide
from graphmem.cli.output import escape, out
from graphmem.model.ids import shown
from graphmem.model.subject import SubjectCounts, SubjectPart, SubjectReport
from graphmem.owned import OwnedMemory


@command(OwnedMemory.report)
def report(found: SubjectReport) -> None:
    """Show everything that is stored about a named person, with ids, sources and dates."""
    counts = found.counts
    out.print(
        f"{found.name}: {counts.memories:,} memories, {counts.facts:,} facts, {counts.relations:,} relations and "
        f"{counts.turns:,} turns; names found: {counts.entities:,}; {found.at:%Y-%m-%d %H:%M} UTC.",
        markup=False, soft_wrap=True,
    )  # fmt: skip
    if counts.withheld:
        out.print(f"{counts.withheld:,} forgotten memories are kept out of every answer: graphmem tombstones.")
    if found.is_cut:
        out.print("Not all is shown: give a higher --limit.", style="yellow")
    if counts == SubjectCounts():
        out.print(
            "Nothing is stored under this name. `graphmem entities` lists the names that are known.", markup=False
        )
        return
    for part in found.parts:
        _print(part)


def _print(part: SubjectPart) -> None:
    where = "Own memory" if part.space is None else f"Space {part.title} ({shown(part.space)})"
    out.print(f"\n{where}", style="bold", markup=False)
    for entity in part.entities:
        also = f", also {', '.join(entity.aliases)}" if entity.aliases else ""
        out.print(f"  {entity.uri}: {entity.name}{also}", markup=False, soft_wrap=True)
    if part.memories:
        out.print("\nMemories", style="italic")
    for one in part.memories:
        end = one.valid_until or one.retracted_at
        until = f" until {moment(end)}" if end else ""
        said = f"{one.category.value}, from {one.data_source.value} {one.speaker}".strip()
        lines = [f"  {shown(one.id)}  {one.text}", f"            {said}, since {moment(one.valid_from)}{until}"]
        lines += [f"            before: {text}" for text in one.former if text != one.text]
        _lines([*lines, *(f"            {pointer}" for pointer in one.turns)])
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
        _lines([f"  {turn.pointer}  {said}, {moment(turn.said_at)}", f"            {turn.text}"])


def _lines(lines: Iterable[str]) -> None:
    for line in lines:
        out.print(escape(line), highlight=False, soft_wrap=True)

"""`graphmem report NAME`: everything that is stored about a named person."""

from __future__ import annotations

from graphmem.cli.asking import command
from graphmem.cli.entities import fact_table, moment
from graphmem.cli.listing import table, whole, wide
from graphmem.cli.output import escape, out
from graphmem.model.ids import shown
from graphmem.model.subject import SubjectPart, SubjectReport
from graphmem.owned import OwnedMemory


@command(OwnedMemory.report)
def report(found: SubjectReport) -> None:
    """Show everything that is stored about a named person, with ids, sources and dates."""
    counts = found.counts
    out.print(
        f"{found.name}: {counts.memories:,} memories, {counts.facts:,} facts, {counts.relations:,} relations and "
        f"{counts.turns:,} turns, by {counts.entities:,} entities; {found.at:%Y-%m-%d %H:%M} UTC.",
        markup=False, soft_wrap=True,
    )  # fmt: skip
    if counts.withheld:
        out.print(f"{counts.withheld:,} forgotten memories are kept out of every answer: graphmem tombstones.")
    if found.is_cut:
        out.print("Not all is shown: give a higher --limit.", style="yellow")
    for part in found.parts:
        _print(part)


def _print(part: SubjectPart) -> None:
    where = "Own memory" if part.space is None else f"Space {part.title} ({shown(part.space)})"
    out.print(f"\n{where}", style="bold", markup=False)
    for entity in part.entities:
        also = f", also {', '.join(entity.aliases)}" if entity.aliases else ""
        out.print(f"  {entity.uri}: {entity.name}{also}", markup=False, soft_wrap=True)
    if part.memories:
        rows = [
            (
                shown(one.id),
                one.category.value,
                "\n".join(escape(text) for text in (one.text, *(f"before: {text}" for text in one.former))),
                f"{one.data_source.value} {escape(one.speaker)}".strip(),
                moment(one.valid_from),
                moment(one.valid_until or one.retracted_at),
                "\n".join(one.turns),
            )
            for one in part.memories
        ]
        columns = (whole("memory"), "kind", wide("text", 3), "source", whole("since"), whole("until"), whole("turns"))
        out.print(table(*columns, rows=rows, title="Memories"))
    if part.facts:
        out.print(fact_table(part.facts, "Facts"))
    if part.relations:
        edges = [
            (shown(one.memory), f"{one.type} {'→' if one.outgoing else '←'}", shown(one.other), escape(one.text))
            for one in part.relations
        ]
        out.print(table(whole("memory"), "how", whole("other"), wide("text", 3), rows=edges, title="Relations"))
    if part.turns:
        turns = [
            (one.pointer, escape(one.speaker), one.role.value, moment(one.said_at), escape(one.text))
            for one in part.turns
        ]
        out.print(table(whole("turn"), "who", "as", whole("when"), wide("text", 3), rows=turns, title="Turns"))

"""Memories on the command line: list them, look at one, retract it, keep it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.table import Table

from graphmem.calls import call
from graphmem.cli.asking import command, plain
from graphmem.cli.listing import right, table, tell_more, whole, wide
from graphmem.cli.output import escape, out
from graphmem.cli.remote import ask
from graphmem.cli.working import on
from graphmem.model.ids import shown
from graphmem.model.memory import Memory, Tier
from graphmem.model.palace import Page
from graphmem.model.views import Link, MemoryView
from graphmem.owned import OwnedMemory

if TYPE_CHECKING:
    from graphmem.facade import GraphMem
    from graphmem.model.palace import Owner
    from graphmem.services.tombstones import Forgetting

IdArgument = Annotated[
    str, typer.Argument(metavar="ID", help="Of a memory, as `graphmem memories` shows it: its start or the whole.")
]

Entity = Annotated[str | None, typer.Option(help="Only what names this entity: its address or its name.")]
Everything = Annotated[bool, typer.Option("--all", help="Former statements, too.")]
Off = Annotated[bool, typer.Option("--off", help="Let it go its way again.")]

BY = "command line"


@dataclass(frozen=True, slots=True)
class Listed:
    """A page of memories; where it is empty, whether others held before."""

    page: Page[Memory]
    is_filtered: bool
    has_former: bool = False

    @property
    def cursor(self) -> str | None:
        """Where the next page begins."""
        return self.page.cursors[-1] if self.page.has_next else None


def _listed(
    owner: str | None, limit: int = 20, everything: bool = False, entity: str | None = None, **how: Any
) -> Listed:
    async def asked(memory: GraphMem, whose: Owner) -> Listed:
        if entity is not None:
            how["entity"] = await memory.entities.named(whose, entity)
        page = await memory.memories.page(whose, live=not everything, first=limit, **how)
        if page.items or everything:
            return Listed(page, bool(how))
        return Listed(page, bool(how), bool((await memory.memories.page(whose, live=False, first=1, **how)).items))

    return on(owner, asked)


@command(
    OwnedMemory.memories,
    _listed,
    as_plain=lambda listed: {"memories": plain(listed.page.items), "next": listed.cursor},
    entity=(Entity, None),
    everything=(Everything, False),
)
def memories(listed: Listed, *, everything: bool) -> None:
    """List memories, the latest statement first."""
    if listed.page.items:
        out.print(memory_table(listed.page.items, "Memories"))
        tell_more(listed.cursor)
    else:
        told = _nothing(is_filtered=listed.is_filtered, has_former=listed.has_former, everything=everything)
        out.print(told, style="dim")


def _nothing(*, is_filtered: bool, has_former: bool, everything: bool) -> str:
    like = " like that" if is_filtered else ""
    if has_former:
        return f"No memory{like} holds now. What held before: --all"
    hint = "" if is_filtered or everything else " Observe something: graphmem observe TEXT"
    return f"No memory{like or ' yet'}.{hint}"


def memory_table(memories: tuple[Memory, ...] | list[Memory], title: str) -> Table:
    """Memories for people; the start of the id stands below each text."""
    rows = (
        (
            f"{memory.valid_from:%Y-%m-%d}",
            memory.category.value,
            f"{escape(memory.text)}{_marks(memory)}\n[dim]{shown(memory.id)}[/]",
            f"{memory.importance:.2f}",
        )
        for memory in memories
    )
    return table(whole("since"), "kind", wide("memory"), right("importance"), title=title, rows=rows)


def _marks(memory: Memory) -> str:
    marks = [name for name in ("pinned", "immutable", "flashbulb") if getattr(memory, name)]
    if memory.tier is not Tier.EPISODIC:
        marks.append(memory.tier.value)
    if memory.valid_until is not None:
        marks.append(f"until {memory.valid_until:%Y-%m-%d}")
    if memory.retracted_at is not None:
        marks.append("retracted")
    return f" [yellow]({', '.join(marks)})[/]" if marks else ""


@command(OwnedMemory.show)
def show(view: MemoryView) -> None:
    """Show a memory with its sources, relations, former texts and tiers."""
    memory = view.memory
    out.print(f"[bold]{escape(memory.text)}[/]{_marks(memory)}")
    for name, value in [*_properties(memory), ("quote", _quote(view))]:
        out.print(f"  {name:<12}{value}", markup=False, soft_wrap=True)
    if view.entities:
        out.print(f"  {'names':<12}{', '.join(entity.uri for entity in view.entities)}", markup=False, soft_wrap=True)
    sections = (
        _table("Said in", ("pointer", "who", "what"), [(s.pointer, s.speaker, s.text) for s in view.sources]),
        _table("Relations", ("how", "sure", "memory"), [_relation(link) for link in view.relations]),
        _table(
            "Believed before",
            ("from", "until", "holding until", "text"),
            [(_time(v.recorded_at), _time(v.retracted_at), _time(v.valid_until), v.text) for v in view.versions],
        ),
        _table(
            "Tiers",
            ("tier", "since", "until", "why"),
            [(s.tier, _time(s.since), _time(s.until), s.reason) for s in view.tiers],
        ),
    )
    for section in sections:
        if section.row_count:
            out.print(section)


def _properties(memory: Memory) -> list[tuple[str, str]]:
    until = f" until {_time(memory.valid_until)}" if memory.valid_until else ""
    believed = f" until {_time(memory.retracted_at)}" if memory.retracted_at else ""
    return [
        ("id", memory.id),
        ("kind", f"{memory.category.value}, priority {memory.priority.value}"),
        ("true", f"since {_time(memory.valid_from)}{until}"),
        *([("recurs", memory.recurrence.replace("\n", "; "))] if memory.recurrence else []),
        ("known", f"since {_time(memory.recorded_at)}{believed}"),
        ("strength", f"importance {memory.importance:.2f}, utility {memory.utility:.2f}, {memory.stability:.1f} days"),
        ("by now", _by_now(memory)),
        ("used", f"{memory.access_count} times, last {_time(memory.last_accessed_at)}"),
        ("feeling", f"{', '.join(memory.emotions)}; valence {memory.valence:.2f}, arousal {memory.arousal:.2f}"),
        ("lesson", memory.lesson or "–"),
        ("scope", ", ".join(memory.scope) or "everywhere"),
        ("project", memory.project or "all"),
        (
            "made by",
            f"{memory.write_source.value} from {memory.data_source.value}, {memory.source_confidence:.2f} sure",
        ),
    ]


def _by_now(memory: Memory) -> str:
    """What its strengths are worth at this moment."""
    from graphmem.cognition import decay  # reads the package fsrs, which a list need not wait for

    now = decay.strength(memory, datetime.now(UTC))
    tip = "; on the tip of the tongue" if now.on_the_tip else ""
    return (
        f"{now.retention:.0%} comes to mind ({now.retention_fsrs6:.0%} by FSRS-6), half by {now.fades_at:%Y-%m-%d}; "
        f"storage {memory.storage_strength:.1f}, importance {now.importance:.2f}, utility {now.utility:.2f}{tip}"
    )


def _quote(view: MemoryView) -> str:
    """Where its words stand: a drawer's pointer, or its id when it is gone, and the characters."""
    quote = view.memory.quote
    if quote is None:
        return "–"
    pointer = next((source.pointer for source in view.sources if source.id == quote.drawer), shown(quote.drawer))
    return f"{pointer}, characters {quote.start} to {quote.end}"


def _relation(link: Link) -> tuple[str, ...]:
    arrow = f"{link.type} →" if link.outgoing else f"← {link.type}"
    return arrow, f"{link.confidence:.2f} ({link.detected_by})", f"{link.text}\n{shown(link.id)}"


def _table(title: str, columns: tuple[str, ...], rows: list[tuple[str, ...]]) -> Table:
    return table(*columns, title=title, rows=(map(escape, row) for row in rows))


def _time(moment: datetime | None) -> str:
    return "–" if moment is None else f"{moment:%Y-%m-%d %H:%M}"


@command(OwnedMemory.forget, lambda owner, id: ask(call(OwnedMemory.forget, id), owner), by_tool=None)
def forget(told: Forgetting) -> None:
    """Forget a memory and its duplicates; mining does not bring them back. `graphmem lift` undoes it."""
    if told.tombstone is None:
        out.print("It was forgotten before.")
        return
    out.print("Forgotten.")
    out.print(
        f"With {told.memories} more memories and {told.turns} turns that say it. Take it back: "
        f"graphmem lift {shown(told.tombstone)}",
        style="dim", markup=False, soft_wrap=True,
    )  # fmt: skip


def _pinned(owner: str | None, id: str, off: bool) -> MemoryView:
    return ask(call(OwnedMemory.pin, id, pinned=not off), owner)


@command(OwnedMemory.pin, _pinned, off=(Off, False), pinned=None)
def pin(view: MemoryView) -> None:
    """Keep a memory from decay and pruning."""
    out.print(f"{'Pinned' if view.memory.pinned else 'No longer pinned'}: {view.memory.text}", markup=False)

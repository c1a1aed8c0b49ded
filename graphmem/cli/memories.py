"""Memories on the command line: lists, single ones, the hot tier, and due plans."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Annotated, Any

import typer
from rich.table import Table

from graphmem.cli.listing import Listing, cursor_of, right, table, tell_more, whole, wide
from graphmem.cli.memory_commands import answers
from graphmem.cli.opened_memory import Target, on
from graphmem.cli.output import escape, out, plain, say
from graphmem.cli.verb_commands import command
from graphmem.model.attention import Hot
from graphmem.model.due import Due
from graphmem.model.ids import shown
from graphmem.model.memory import Memory, Tier
from graphmem.model.palace import Page
from graphmem.model.views import Link, MemoryView
from graphmem.owned import OwnedMemory

Entity = Annotated[str | None, typer.Option(help="Only memories that name this entity: its address or its name.")]
Everything = Annotated[bool, typer.Option("--all", help="Include former statements.")]


@dataclass(frozen=True, slots=True)
class Listed:
    """A page of memories; if it is empty, whether former ones exist."""

    page: Page[Memory]
    is_filtered: bool
    has_former: bool = False


def _listed(
    owner: str | None, limit: int = 20, everything: bool = False, entity: str | None = None, **how: Any
) -> Listed:
    async def asked(target: Target) -> Listed:
        memory, whose = target.memory, target.owner
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
    as_plain=lambda listed: {"memories": plain(listed.page.items), "next": cursor_of(listed.page)},
    entity=(Entity, None),
    everything=(Everything, False),
)
def memories(listed: Listed, *, everything: bool) -> None:
    """List memories, the latest statement first."""
    if listed.page.items:
        out.print(memory_table(listed.page.items, "Memories"))
        tell_more(cursor_of(listed.page))
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
    """The table of memories; the start of the id stands below each text."""
    return table(whole("since"), "kind", wide("memory"), right("importance"), title=title, rows=map(_row, memories))


def _row(memory: Memory) -> tuple[str, ...]:
    text = f"{escape(memory.text)}{_marks(memory)}\n[dim]{shown(memory.id)}[/]"
    return f"{memory.valid_from:%Y-%m-%d}", memory.category.value, text, f"{memory.importance:.2f}"


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
        say(f"  {name:<12}{value}")
    if view.entities:
        say(f"  {'names':<12}{', '.join(entity.uri for entity in view.entities)}")
    _section("Said in", ("pointer", "who", "what"), [(one.pointer, one.speaker, one.text) for one in view.sources])
    _section("Relations", ("how", "sure", "memory"), map(_relation, view.relations))
    former = [
        (_time(one.recorded_at), _time(one.retracted_at), _time(one.valid_until), one.text) for one in view.versions
    ]
    _section("Believed before", ("from", "until", "holding until", "text"), former)
    tiers = [(one.tier, _time(one.since), _time(one.until), one.reason) for one in view.tiers]
    _section("Tiers", ("tier", "since", "until", "why"), tiers)


def _section(title: str, columns: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> None:
    """A table, if there are rows."""
    made = table(*columns, title=title, rows=(map(escape, row) for row in rows))
    if made.row_count:
        out.print(made)


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
    """The values of its strengths now."""
    from graphmem.cognition import decay  # imports the package fsrs, for which no list should wait

    now = decay.strength(memory, datetime.now(UTC))
    tip = "; on the tip of the tongue" if now.on_the_tip else ""
    return (
        f"{now.retention:.0%} comes to mind ({now.retention_fsrs6:.0%} by FSRS-6), half by {now.fades_at:%Y-%m-%d}; "
        f"storage {memory.storage_strength:.1f}, importance {now.importance:.2f}, utility {now.utility:.2f}{tip}"
    )


def _quote(view: MemoryView) -> str:
    """The place of its words: a drawer's pointer, or its id when it is gone, and the characters."""
    quote = view.memory.quote
    if quote is None:
        return "–"
    pointer = next((source.pointer for source in view.sources if source.id == quote.drawer), shown(quote.drawer))
    return f"{pointer}, characters {quote.start} to {quote.end}"


def _relation(link: Link) -> tuple[str, ...]:
    arrow = f"{link.type} →" if link.outgoing else f"← {link.type}"
    return arrow, f"{link.confidence:.2f} ({link.detected_by})", f"{link.text}\n{shown(link.id)}"


def _time(moment: datetime | None) -> str:
    return "–" if moment is None else f"{moment:%Y-%m-%d %H:%M}"


@command(OwnedMemory.hot_tier)
def hot(found: tuple[Hot, ...]) -> None:
    """List the hot tier, which stands in every block, the most useful first, with the reason."""
    HOT(found)


def _hot(one: Hot) -> tuple[str, ...]:
    told = f"{escape(one.memory.text)}\n[dim]{shown(one.memory.id)}[/]"
    return told, f"{one.utility:.2f}", f"{one.accesses:,}", f"{one.age_days:.0f}"


HOT = Listing(
    _hot, (wide("memory"), right("useful"), right("used"), right("days old")), title="Hot",
    empty="Nothing is hot: what proved useful ten times lately stands in every block.",
)  # fmt: skip


def _due(one: Due) -> tuple[str, ...]:
    days = f"{one.first}" + (f" to {one.last}" if one.last > one.first else "")
    told = "not yet" if one.told_at is None else f"{one.told_at:%Y-%m-%d %H:%M}"
    later = f"\nsaid later: {escape(one.later.text)}" if one.later else ""
    return days, f"{escape(one.memory.text)}{later}\n[dim]{shown(one.memory.id)}[/]", told


@answers(Listing(_due, (whole("day"), wide("plan"), whole("told")), title="Due", empty="No plan is due."))
async def due(target: Target) -> Sequence[Due]:
    """List plans of today, tomorrow or under way, and recent ones that no block announced.

    An agent's block announces each once.
    """
    return await target.memory.prospective.due(target.owner)

"""The demo's sections: memories, relations, changes of mind, a fact's timeline, a dream, forgetting."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

from rich.padding import Padding

from graphmem.cli.arrows import short
from graphmem.cli.output import escape, out
from graphmem.model.category import Category
from graphmem.model.entity import EntityType
from graphmem.model.language import RULED, Language
from graphmem.model.memory import Memory
from graphmem.model.palace import Owner
from graphmem.model.relation import RelationType
from graphmem.model.transcript import Conversation, Role, Session, Turn
from graphmem.model.views import EntityView, Link, MemoryView
from graphmem.sample import SampleLink

if TYPE_CHECKING:
    from graphmem.facade import GraphMem

PAGE = 100
PEOPLE = 20
"""The people whose timelines are read."""

CHANGES = 2
"""The number of changes of mind shown, those of preferences first."""

EXAMPLES = ((Category.POLICY, Language.EN), (Category.DECISION, Language.TR), (Category.PITFALL, Language.EN))
"""The kinds of which one memory each is shown."""

LATER = timedelta(days=30)
"""The time by which the demo's clock is ahead; the store's own clock is unchanged."""

SHOWN = 1
"""The number of changes shown."""

BY = "demo"
ASIDE = "demo-forgetting"
"""The owner of the forgetting section; erased at the end."""

SAID_AT = datetime(2026, 5, 20, 9, tzinfo=UTC)
NUMBER, NEIGHBOUR = "My landline is 0212 555 10 20.", "My dentist is Selçuk Demir in Bostanlı."


@dataclass(frozen=True, slots=True)
class Lengths:
    """Limits of the demo's output, in characters.

    They limit a text by itself, each memory at the ends of a relation, a question, and the surest line of its block.
    `lines` limits the lines of a block, None for all.
    """

    text: int
    related: int
    question: int
    line: int
    lines: int | None


@dataclass(frozen=True, slots=True)
class Everything:
    """All memories of an owner, former ones included, with their surroundings and the people they name."""

    views: tuple[MemoryView, ...]
    people: tuple[EntityView, ...]


@dataclass(frozen=True, slots=True)
class Edge:
    """A relation with the memories at both of its ends."""

    link: Link
    source: MemoryView
    target: MemoryView

    def matches(self, link: SampleLink, texts: dict[str, str]) -> bool:
        """Whether this is the relation that a reader would draw between the two turns."""
        ends = (_says(self.source, texts[link.source]), _says(self.target, texts[link.target]))
        turned = (_says(self.source, texts[link.target]), _says(self.target, texts[link.source]))
        return self.link.type == link.type and (all(ends) or (link.type.symmetric and all(turned)))


async def read_everything(memory: GraphMem, owner: Owner) -> Everything:
    """Read all data of the sections."""
    import asyncio  # as in `graphmem.cli.output.run`

    memories: list[Memory] = []
    after = None
    while True:
        page = await memory.memories.page(owner, live=False, first=PAGE, after=after)
        memories += page.items
        if not page.has_next:
            break
        after = page.cursors[-1]
    views = await asyncio.gather(*(memory.memories.get(owner, found.id) for found in memories))
    rows = await memory.entities.all(owner, kind=EntityType.PERSON, limit=PEOPLE)
    people = await asyncio.gather(*(memory.entities.get(owner, row.uri) for row in rows))
    return Everything(tuple(views), tuple(people))


def edges_of(views: Sequence[MemoryView]) -> list[Edge]:
    """Every relation once, the most certain first."""
    by_id = {view.memory.id: view for view in views}
    found = [
        Edge(link, view, by_id[link.id])
        for view in views
        for link in view.relations
        if link.outgoing and link.id in by_id
    ]
    return sorted(found, key=lambda edge: -edge.link.confidence)


def show_kinds(memories: Sequence[Memory], turns: int) -> None:
    """Print the number of memories of each kind, by language."""
    count = Counter((memory.category, memory.language) for memory in memories)
    over = sum(memory.valid_until is not None or memory.retracted_at is not None for memory in memories)
    languages = " / ".join(language.value.upper() for language in RULED)
    out.print(
        f"[bold]{len(memories)} memories[/] made of {turns} turns, {over} of them true for a time only ({languages}):"
    )
    told = []
    for category in Category:
        numbers = [count[category, language.value] for language in RULED]
        if any(numbers):
            told.append(f"{category.value} {'/'.join(map(str, numbers))}")
    out.print(Padding(", ".join(told), (0, 0, 1, 2)))


def show_examples(memories: Sequence[Memory], lengths: Lengths) -> None:
    """Print one memory of each of a few kinds."""
    out.print("[bold]Some of them[/]")
    for category, language in EXAMPLES:
        fitting = [memory for memory in memories if (memory.category, memory.language) == (category, language.value)]
        if fitting:
            best = max(fitting, key=lambda memory: memory.importance)
            told = f"{category.value}, importance {best.importance:.2f}, {best.emotions[0]}"
            out.print(f"  {escape(short(best.text, lengths.text))}  [dim]({told})[/]")
    out.print()


def show_relations(
    edges: Sequence[Edge], expected: Sequence[SampleLink], texts: dict[str, str], lengths: Lengths
) -> None:
    """Print one relation of each type, and how many of the relations that a reader would draw were found.

    `texts` are the turns by their id in the sample.
    """
    found = [next((edge for edge in edges if edge.matches(link, texts)), None) for link in expected]
    number = sum(edge is not None for edge in found)
    out.print(
        f"[bold]{len(edges)} relations[/] between memories, {number} of {len(expected)} that a reader would draw:",
        soft_wrap=True,
    )
    for kind in RelationType:
        drawn = [edge for edge in found if edge is not None and edge.link.type == kind]
        if such := [*drawn, *(edge for edge in edges if edge.link.type == kind)]:
            out.print(f"  [magenta]{kind.value:12}[/] {_relation(such[0], lengths)}", soft_wrap=True)
    out.print()


def _relation(edge: Edge, lengths: Lengths) -> str:
    arrow = "↔" if RelationType(edge.link.type).symmetric else "→"
    how = f"[dim]({edge.link.detected_by}, {edge.link.confidence:.2f})[/]"
    source, target = (escape(short(view.memory.text, lengths.related)) for view in (edge.source, edge.target))
    return f"{source} [magenta]{arrow}[/] {target} {how}"


def show_changes_of_mind(edges: Sequence[Edge], lengths: Lengths) -> None:
    """Print former statements above those that replaced them."""
    out.print("[bold]Changes of mind[/]  nothing is deleted, what no longer holds is closed")
    changes = [edge for edge in edges if edge.link.type == RelationType.SUPERSEDES]
    changes.sort(key=lambda edge: edge.target.memory.category is not Category.PREFERENCE)
    for edge in changes[:CHANGES]:
        old, new = edge.target.memory, edge.source.memory
        until = f"until {_day(old.valid_until)}" if old.valid_until else f"retracted {_day(old.retracted_at)}"
        out.print(f"  [dim strike]{escape(short(old.text, lengths.related))}[/]  [red]{until}[/]", soft_wrap=True)
        out.print(
            f"  [green]{escape(short(new.text, lengths.related))}[/]  [dim]since {_day(new.valid_from)}[/]",
            soft_wrap=True,
        )
    out.print("" if changes else "  [yellow]None was found.[/]\n")


def show_timeline(people: Sequence[EntityView], most: int | None) -> None:
    """Print some facts that changed, with both clocks: valid time, and recorded since when."""
    out.print("[bold]Facts that changed[/]  when they were true, and since when that is recorded")
    by_id = {fact.id: fact for person in people for fact in person.facts}
    ended = {(fact.subject_uri, fact.predicate) for fact in by_id.values() if fact.is_over(datetime.now(UTC))}
    changed = [fact for fact in by_id.values() if (fact.subject_uri, fact.predicate) in ended]
    for fact in sorted(changed, key=lambda fact: (fact.subject, fact.predicate, fact.valid_from))[:most]:
        style = "dim" if fact.is_over(datetime.now(UTC)) else "bold"
        said = escape(f"{fact.subject} –{fact.predicate}→ {fact.object}")
        times = f"{_day(fact.valid_from)} to {_day(fact.valid_until)}, recorded {_day(fact.recorded_at)}"
        out.print(f"  [{style}]{said}[/]  [dim]{times}[/]", soft_wrap=True)
    out.print("" if changed else "  [yellow]None was found.[/]\n")


def _says(view: MemoryView, text: str) -> bool:
    return any(source.text == text for source in view.sources)


def _day(moment: datetime | None) -> str:
    return "–" if moment is None else f"{moment:%Y-%m-%d}"


async def show_a_month_later(memory: GraphMem, owner: Owner, lengths: Lengths) -> None:
    """Dream as if a month had passed, and undo the dream, so that the store is unchanged."""
    now = datetime.now(UTC) + LATER
    first = await memory.dreams.apply(owner, by=BY, now=now)
    plan, run = first.plan, first.run
    out.print(f"[bold]A month later[/]  a dream would change {len(plan.changes)} of {plan.awake} memories")
    if run is None:
        return
    for change in plan.changes[:SHOWN]:
        why = ", ".join((change.rule, *change.evidence[:1]))
        out.print(f"  {escape(short(change.text, lengths.text))}  [dim]{escape(why)}[/]", soft_wrap=True)
    if run.brake:
        out.print(f"  [yellow]held[/]  {escape(run.brake)}", soft_wrap=True)
        run = (await memory.dreams.apply(owner, by=BY, confirm=True, now=now)).run
    if run is None:
        return
    undone = await memory.dreams.undo(owner, run.id, now=now)
    left = f", {len(undone.conflicts)} left as they are" if undone.conflicts else ""
    how = "Once confirmed, it" if plan.brake else "It"
    out.print(f"  {how} changed {run.changed} memories; undo restored all {undone.memories}{left}.", soft_wrap=True)


async def show_forgetting(memory: GraphMem) -> None:
    """Forget a memory and mine its conversation again; then repeat a dormant memory's statement."""
    await memory.erase(owner=ASIDE)
    owner = memory.owner(ASIDE)
    await memory.mine(_talk("talk"), owner=ASIDE)
    by_text = {one.text: one for one in (await memory.memories.page(owner)).items}
    number = next(one for text, one in by_text.items() if NUMBER[:-1] in text)
    neighbour = next(one for text, one in by_text.items() if NEIGHBOUR[:-1] in text)
    out.print(f"[bold]Forgetting[/]  {escape(NUMBER)}")
    await memory.memories.forget(owner, number.id)
    await memory.mine(_talk("the same talk in another export"), owner=ASIDE)
    left = [one.text for one in (await memory.memories.page(owner)).items]
    gone = "still gone" if not any(NUMBER[:-1] in text for text in left) else "back"
    out.print(f"  forgotten, then another export of the same talk was imported: {gone}")
    await memory.dreams.demote(owner, neighbour.id)
    await memory.observer.observe(owner, NEIGHBOUR, speaker="Elif")
    tier = (await memory.memories.get(owner, neighbour.id)).memory.tier
    out.print(f"  put to sleep, told again, and now {tier.value}: {escape(NEIGHBOUR)}\n", soft_wrap=True)
    await memory.erase(owner=ASIDE)


def _talk(key: str) -> Conversation:
    turns = tuple(
        Turn(text, "Elif", Role.USER, SAID_AT + timedelta(minutes=place))
        for place, text in enumerate((NUMBER, NEIGHBOUR))
    )
    return Conversation(key, "A talk", None, (Session("A talk", SAID_AT, turns),))

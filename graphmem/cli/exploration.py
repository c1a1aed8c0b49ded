"""`graphmem why`, `related`, `profile`, `timeline` and `digest`: reads of the graph."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from contextlib import suppress
from datetime import datetime
from math import prod
from typing import Any

from graphmem.calls import call
from graphmem.cli.arrows import arrows
from graphmem.cli.entities import fact_table, moment
from graphmem.cli.listing import Listing, table, wide
from graphmem.cli.memories import memory_table
from graphmem.cli.output import escape, out, plain, say
from graphmem.cli.recall import hit_table, print_context, print_understood
from graphmem.cli.remote import ask
from graphmem.cli.verb_commands import command
from graphmem.errors import NotFoundError
from graphmem.model.diary import Life, LifeEvent
from graphmem.model.digest import Digest
from graphmem.model.exploration import Event, Neighbour, Profile, WhyAnswer
from graphmem.model.ids import shown
from graphmem.model.instant import AsOf
from graphmem.model.recall import MemoryHit, Step
from graphmem.model.relation import RelationType
from graphmem.owned import OwnedMemory

_ID = re.compile(r"[0-9a-f]{8,64}")
"""The form of an id, or of its start as shown; no question has it."""

LONGEST = 160
"""Characters of a memory on a causal chain, the main content of these answers."""


def _explain(owner: str | None, query: str, **given: Any) -> Life | WhyAnswer:
    """Chains of causes; for an id, or the start of one, the life of that memory."""
    if _ID.fullmatch(query.strip()):
        with suppress(NotFoundError):
            return ask(call(OwnedMemory.life, query.strip()), owner)
    return ask(call(OwnedMemory.why, query, **given), owner)


def _plain_why(answer: Life | WhyAnswer) -> Any:
    if isinstance(answer, Life):
        return plain(answer)
    return {"chains": plain(answer.chains), "recall": plain(answer.result)}


@command(OwnedMemory.why, _explain, as_plain=_plain_why)
def why(answer: Life | WhyAnswer) -> None:
    """Show causes or effects as chains of memories; for an id, the life of that memory."""
    if isinstance(answer, Life):
        print_life(answer)
    else:
        print_why(answer)


def print_life(life: Life) -> None:
    """Print the events of a memory, first to last, and its uses."""
    out.print(life.text, markup=False, style="bold")
    out.print(table("when", "what", rows=map(_event, life.events)))
    say(
        f"Said in {life.told:,} turns, used {life.accesses:,} times, shown for {life.questions:,} questions on "
        f"{life.question_days:,} days.",
        "dim",
    )


def _event(event: LifeEvent) -> tuple[str, ...]:
    pointer = f" {event.pointer}" if event.pointer else ""
    dream = f" dream {shown(event.dream)}" if event.dream else ""
    about = ("; ".join(event.evidence) + pointer + dream).strip()
    return f"{event.at:%Y-%m-%d %H:%M}", escape(event.sentence) + (f"\n[dim]{escape(about)}[/]" if about else "")


def print_why(answer: WhyAnswer) -> None:
    """Print chains first, the most likely answer, then the memories they start from."""
    result = answer.result
    for note in result.notes:
        out.print(note, style="yellow", markup=False)
    if not result.memories:
        if result.query.strip() and not result.skipped:
            out.print("Nothing is remembered about that.", style="dim")
        return
    print_understood(result)
    chains = _distinct_chains(answer)
    if chains:
        rows = ((f"[cyan]{sure:.2f}[/]", escape(arrows(steps, longest=LONGEST))) for steps, sure in chains)
        out.print(table("sure", "cause → effect", rows=rows, title="Chains", lines=True))
    else:
        out.print("No memory is known as its cause or effect; one of these may tell it itself.", style="dim")
    out.print(hit_table(result.memories))


def _distinct_chains(answer: WhyAnswer) -> list[tuple[Sequence[Step], float]]:
    """Distinct chains in order, without parts of others; without chains, the hits' own paths."""
    chains: list[tuple[Sequence[Step], float]] = [(chain.steps, chain.confidence) for chain in answer.chains]
    chains = chains or [(hit.path, _path_confidence(hit.path)) for hit in answer.result.memories if _is_causal(hit)]
    edges = [_edges(steps) for steps, _ in chains]
    return [
        chain
        for place, (chain, own) in enumerate(zip(chains, edges, strict=True))
        if own not in edges[:place] and not any(own < other for other in edges)
    ]


def _edges(steps: Iterable[Step]) -> frozenset[tuple[str, str]]:
    return frozenset((step.source, step.target) for step in steps)


def _is_causal(hit: MemoryHit) -> bool:
    return any(step.type == RelationType.CAUSES for step in hit.path)


def _path_confidence(steps: Iterable[Step]) -> float:
    return prod(step.confidence for step in steps)


@command(OwnedMemory.related)
def related(found: Sequence[Neighbour]) -> None:
    """Show related memories in the graph, nearest first, with the links between them."""
    RELATED(found)


def _neighbour_row(one: Neighbour) -> tuple[str, ...]:
    text = f"{escape(one.memory.text)}\n[dim]{shown(one.memory.id)}[/]"
    return str(one.hops), f"[cyan]{one.confidence:.2f}[/]", text, escape(arrows(one.path))


RELATED = Listing(
    _neighbour_row, ("hops", "sure", wide("memory", 2), wide("way", 3)), title="Related memories",
    empty="Nothing is linked to it.", lines=True,
)  # fmt: skip


@command(OwnedMemory.profile)
def profile(found: Profile, *, as_of: AsOf) -> None:
    """Show the facts about an entity at an instant, and the memories that name it."""
    print_profile(found, as_of)


def print_profile(found: Profile, when: AsOf) -> None:
    """Print facts, then memories; if there are none, the message names the instant."""
    entity = found.entity
    out.print(f"[bold]{escape(entity.name)}[/]  [cyan]{escape(entity.uri)}[/]{_at(when)}", soft_wrap=True)
    if entity.aliases:
        out.print(f"Also: {', '.join(entity.aliases)}", markup=False)
    if found.facts:
        out.print(fact_table(found.facts, "Facts"))
    if found.memories:
        out.print(memory_table(found.memories, f"Memories that name {escape(entity.name)}"))
    if not found.facts and not found.memories:
        hint = f"`graphmem timeline {entity.uri}` shows what ever was." if not when.timeline else ""
        say(f"Nothing is known of {entity.name}{_at(when)}. {hint}".rstrip(), "dim")


def _at(when: AsOf) -> str:
    """The instant, in words that follow a name."""
    parts = [" through all of time"] if when.timeline else []
    parts += [f" as of {moment(when.valid_at)}"] if when.valid_at else []
    parts += [f" as known at {moment(when.known_at)}"] if when.known_at else []
    return "".join(parts)


@command(OwnedMemory.timeline)
def timeline(events: Sequence[Event], *, name: str, after: datetime | None, before: datetime | None) -> None:
    """Show the full history of an entity: every fact in order, and its successor."""
    print_timeline(name, events, bounded=after is not None or before is not None)


def print_timeline(name: str, events: Sequence[Event], *, bounded: bool = False) -> None:
    """Print events in order; ended ones are dimmed and name their successor."""
    if not events:
        out.print(f"Nothing is known of {name}{' in that time' if bounded else ''}.", style="dim", markup=False)
        return
    texts = {event.id: event.text for event in events}
    columns = ("since", "until", "kind", wide("what"), wide("replaced by", 2))
    rows = (_timeline_row(event, texts) for event in events)
    out.print(table(*columns, rows=rows, title=f"Timeline of {escape(name)}"))


def _timeline_row(event: Event, texts: dict[str, str]) -> tuple[str, ...]:
    text = f"[{'bold' if _still_holds(event, texts) else 'dim'}]{escape(event.text)}[/]"
    replaced = texts.get(event.replaced_by, shown(event.replaced_by)) if event.replaced_by else ""
    return moment(event.at), moment(event.until), event.kind, text, escape(replaced)


def _still_holds(event: Event, texts: dict[str, str]) -> bool:
    """Whether the event still holds, by its own end and its successor."""
    over = event.until is not None and event.until <= datetime.now(event.until.tzinfo)
    return not over and event.replaced_by not in texts


@command(OwnedMemory.digest)
def digest(found: Digest) -> None:
    """Show a digest of an entity or a room: verbatim statements within a budget of tokens."""
    if not found.lines:
        out.print(f"Nothing that holds is known of {found.title or found.about}.", markup=False)
        return
    print_context(found.text)
    more = f"; {found.left_out:,} more are known" if found.left_out else ""
    out.print(f"{found.tokens} of {found.budget} tokens{more}.", style="dim")

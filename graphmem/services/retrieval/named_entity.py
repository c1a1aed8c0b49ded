"""What a profile tells of whom it asks about: turns that say the whole name go before what is only near.

A turn about somebody of a longer, shorter or similar name is about somebody else, however near it is. Whoever speaks is
named at every turn of theirs, so that a question about a speaker is answered as any other.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from graphmem.cognition.confidence import SHORT_FROM
from graphmem.language.query import names_in
from graphmem.language.question.asked_name import Name, Naming, asked_names
from graphmem.model.question import Intent
from graphmem.model.recall import Hit, MemoryHit
from graphmem.services.graph_evidence import NAMED, graph_heads
from graphmem.services.retrieval.found import SubQueryResult

SEVERAL = 2
"""Turns that say the whole name from which on it is the name of somebody who is known by it, whatever is asked."""

ENOUGH = 5
"""Turns that say the whole name from which on a profile does without those that do not: of who is named in three, what
matters may stand in a turn that says "he"."""

_TELLS = {Naming.WHOLE: 1.0, Naming.PART: 0.5, Naming.OTHER: 0.0, Naming.NOT: 0.0}
_ORDER = tuple(Naming)


def by_name(part: SubQueryResult) -> SubQueryResult:
    """What a part found with what speaks of somebody of another name left out; of a profile what says the whole name is
    raised, and what says nothing of it lowered, too. Itself where nothing says the whole name, or causes are asked for:
    what led to something may name anybody."""
    if part.intent is Intent.CAUSAL:
        return part
    names = asked_names(part.query, part.language)
    turns = {hit.drawer.pointer: _naming(names, hit.drawer.text) for hit in part.turns.hits}
    speakers = {hit.drawer.speaker for hit in part.turns.hits}
    is_profile = part.intent is Intent.ENTITY_PROFILE
    whole = sum(naming is Naming.WHOLE for naming in turns.values())
    if whole < (1 if is_profile else SEVERAL) or names_in(part.query, speakers):
        return part
    keep = _of_profile if is_profile and whole >= ENOUGH else _of_others
    hits = tuple(_of_turn(hit, turns[hit.drawer.pointer], part, keep) for hit in part.turns.hits)
    memories = tuple(
        replace(hit, confidence=keep(hit.confidence, _of_sources(names, hit, turns))) for hit in part.memories
    )
    return replace(part, turns=replace(part.turns, hits=hits), memories=memories)


def _naming(names: Sequence[Name], text: str) -> Naming:
    """How a text speaks of one of several names, at best."""
    return min((name.in_text(text) for name in names), key=_ORDER.index, default=Naming.NOT)


def _of_sources(names: Sequence[Name], hit: MemoryHit, turns: dict[str, Naming]) -> Naming:
    found = [turns[pointer] for pointer in hit.sources if pointer in turns]
    return min((*found, _naming(names, hit.memory.text)), key=_ORDER.index)


def _of_turn(hit: Hit, naming: Naming, part: SubQueryResult, keep: Callable[[float, Naming], float]) -> Hit:
    kept = keep(hit.confidence, naming)
    if part.intent is not Intent.ENTITY_PROFILE:
        return replace(hit, confidence=kept)
    sure = part.answerable * graph_heads().named if naming is Naming.WHOLE else 0.0
    signals = {**hit.signals, NAMED: _TELLS[naming]}
    return replace(hit, signals=signals, confidence=round(max(kept, sure), 4))


def _of_others(confidence: float, naming: Naming) -> float:
    """What is left of the confidence: nothing in what speaks of another."""
    return 0.0 if naming is Naming.OTHER else confidence


def _of_profile(confidence: float, naming: Naming) -> float:
    """The same of a profile: of what does not say the whole name only what is likely to answer is left."""
    if naming is Naming.WHOLE or (naming is not Naming.OTHER and confidence >= SHORT_FROM):
        return confidence
    return 0.0

"""Adjusts confidence by the name asked about: turns with the whole name rank before near ones.

A longer, shorter or similar name belongs to somebody else, however near the turn is. A speaker is named at every turn
of theirs, so a question about a speaker is left as it is.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from graphmem.cognition.confidence import SHORT_FROM
from graphmem.language.query import names_in
from graphmem.language.question.question_names import Name, Naming, asked_names
from graphmem.model.question import Intent
from graphmem.model.recall import Hit, MemoryHit
from graphmem.services.graph_evidence import NAMED, graph_heads
from graphmem.services.retrieval.query_hits import SubQueryResult

SEVERAL = 2
"""Turns with the whole name from which it counts as a known name for every intent."""

ENOUGH = 5
"""Turns with the whole name from which a profile drops turns without it.
With only three such turns, the fact asked for may stand in a turn that says "he"."""

_TELLS = {Naming.WHOLE: 1.0, Naming.PART: 0.5, Naming.OTHER: 0.0, Naming.NOT: 0.0}
_ORDER = tuple(Naming)


def adjust_by_name(part: SubQueryResult) -> SubQueryResult:
    """Set the confidence of hits with another name to 0; in a profile raise those with the whole name.
    From ENOUGH turns on, a profile also drops unsure hits without the whole name. Unchanged if too few turns have it,
    the name is a speaker's, or the intent is causal, since a cause may name anybody."""
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
    """The degree, at best, to which a text says any of the names."""
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
    """The confidence, or 0 for a hit with another name."""
    return 0.0 if naming is Naming.OTHER else confidence


def _of_profile(confidence: float, naming: Naming) -> float:
    """The same for a profile; a hit without the whole name also needs a confidence of SHORT_FROM."""
    if naming is Naming.WHOLE or (naming is not Naming.OTHER and confidence >= SHORT_FROM):
        return confidence
    return 0.0

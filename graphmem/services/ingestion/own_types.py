"""Gives what statements name the types that their owner declared: those that a model marked, else the most similar."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from graphmem.cognition.descriptions import best, centred
from graphmem.errors import EmbeddingError
from graphmem.language.wordlists import lines
from graphmem.model.entity import Mention, Typed
from graphmem.model.memory import BY_MODEL
from graphmem.model.own_types import OwnType
from graphmem.ports import Embedder, Purpose
from graphmem.services.ingestion.draft import Candidate

MARGIN = 0.0118
"""How far the nearest description must be ahead of the second. Chosen by `python -m tests.evals own_types`."""

BY_SIMILARITY, BY_PERSON = "similarity", "person"
"""Who says what type an entity is of, besides a model; a person has the last word."""

_LEAST, _MOST, _STEEP = 0.5, 0.7, 10.0
"""How sure a similarity is: rising with its margin, below what a model says."""

Named = tuple[str, str]
"""A name with the text that it stands in."""


async def give_types(embedder: Embedder, types: Mapping[str, OwnType], candidates: Sequence[Candidate]) -> None:
    """Give the mentions of candidates their own types. A name gets the surest type that any of its texts gives.

    Where a model read a statement, its marks stand. Without an embedder that answers nothing gets a type by similarity.
    """
    names = {name.casefold(): name for name in types}
    found: dict[str, Typed] = {}
    asked: dict[str, list[Named]] = {}
    for candidate in candidates:
        for mention in _mentions(candidate):
            if mention.own is not None and (known := names.get(mention.own.name.casefold())):
                found[mention.uri] = replace(mention.own, name=known)
            elif candidate.formed.formed_by != BY_MODEL:
                asked.setdefault(mention.uri, []).append((mention.name, candidate.formed.words))
    rest = [(uri, named) for uri, all_named in asked.items() if uri not in found for named in all_named]
    try:
        given = await similar(embedder, list(types.values()), [named for _, named in rest])
    except EmbeddingError:
        given = [None] * len(rest)
    for (uri, _), typed in zip(rest, given, strict=True):
        if typed is not None and (uri not in found or found[uri].score < typed.score):
            found[uri] = typed
    for candidate in candidates:
        formed = candidate.formed
        facts = tuple(
            replace(fact, subject=_typed(fact.subject, found), object=_typed(fact.object, found))
            for fact in formed.statements
        )
        entities = tuple(_typed(one, found) for one in formed.entities)
        candidate.formed = replace(formed, entities=entities, statements=facts)


async def similar(embedder: Embedder, types: Sequence[OwnType], named: Sequence[Named]) -> list[Typed | None]:
    """The type that each name is of in its text; None where none is near enough."""
    if not types:
        return [None] * len(named)
    return [_of(types[place].name, margin) for place, margin in await nearest(embedder, types, named)]


async def nearest(embedder: Embedder, types: Sequence[OwnType], named: Sequence[Named]) -> list[tuple[int, float]]:
    """The place of the type that each name is nearest to in its text, and how far that is ahead of the second: the mean
    of the name in its text beside name and description, and of the text alone beside the description."""
    if not named:
        return []
    everyday = await embedder.embed(lines("own_schema_everyday"), Purpose.QUERY)
    in_text = [f"{name} ({text})" for name, text in named], [f"{one.name}: {one.description}" for one in types]
    of_text = [text for _, text in named], [one.description for one in types]
    near = [
        centred(await embedder.embed(texts, Purpose.QUERY), await embedder.embed(told, purpose), everyday)
        for (texts, told), purpose in ((in_text, Purpose.PASSAGE), (of_text, Purpose.QUERY))
    ]
    return [best(row) for row in (near[0] + near[1]) / 2]


def _of(name: str, margin: float) -> Typed | None:
    if margin < MARGIN:
        return None
    return Typed(name, round(min(_MOST, _LEAST + _STEEP * (margin - MARGIN)), 4), BY_SIMILARITY)


def _mentions(candidate: Candidate) -> list[Mention]:
    ends = (end for fact in candidate.formed.statements for end in (fact.subject, fact.object))
    return [*candidate.formed.entities, *ends]


def _typed(mention: Mention, found: Mapping[str, Typed]) -> Mention:
    return replace(mention, own=found.get(mention.uri))

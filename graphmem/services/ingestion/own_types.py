"""Gives mentions their owner's declared types: the one a model marked, else the most similar."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from graphmem.cognition.descriptions import best, centred
from graphmem.errors import EmbeddingError
from graphmem.language.wordlists import lines
from graphmem.model.entity import Mention, Typed
from graphmem.model.ids import slug
from graphmem.model.memory import BY_MODEL
from graphmem.model.own_types import OwnType
from graphmem.ports import Embedder, Purpose
from graphmem.services.ingestion.declared_vectors import embed_declared
from graphmem.services.ingestion.draft import Candidate
from graphmem.services.ingestion.formation import USER

MARGIN = 0.0118
"""Least lead of the nearest description over the second; chosen by `python -m tests.evals own_types`."""

BY_SIMILARITY, BY_PERSON = "similarity", "person"
"""Sources of an entity's type besides a model; a person's choice is final."""

_LEAST, _MOST, _STEEP = 0.5, 0.7, 10.0
"""Score of a type by similarity: it rises with the margin from _LEAST to _MOST, below a model's score."""

Named = tuple[str, str]
"""A name, and the text in which it occurs."""


async def give_types(embedder: Embedder, types: Mapping[str, OwnType], candidates: Sequence[Candidate]) -> None:
    """Set the declared types on the candidates' mentions.
    By similarity a statement gives each type to one name at most, and none to the speaker; a name gets the surest type
    of all its statements. A model's marks stand where it read the statement; if the embedder fails, only they do."""
    names = {name.casefold(): name for name in types}
    found: dict[str, Typed] = {}
    asked: list[tuple[int, Mention]] = []
    for place, candidate in enumerate(candidates):
        for mention in dict.fromkeys(_mentions(candidate)):
            if mention.own is not None and (known := names.get(mention.own.name.casefold())):
                found[mention.uri] = replace(mention.own, name=known)
            elif candidate.statement.formed_by != BY_MODEL and not _speaks(mention, candidate):
                asked.append((place, mention))
    named = [(mention.name, candidates[place].statement.words) for place, mention in asked]
    try:
        given = await similar(embedder, list(types.values()), named)
    except EmbeddingError:
        given = [None] * len(asked)
    for uri, typed in _nearest_names(asked, given):
        if uri not in found or found[uri].score < typed.score:
            found[uri] = typed
    _give(candidates, found)


def _nearest_names(asked: Sequence[tuple[int, Mention]], given: Sequence[Typed | None]) -> Iterable[tuple[str, Typed]]:
    """Keep the surest name per statement and type, since every name is near its statement's topic."""
    best_of: dict[tuple[int, str], tuple[str, Typed]] = {}
    for (place, mention), typed in zip(asked, given, strict=True):
        if typed is None:
            continue
        known = best_of.get((place, typed.name))
        if known is None or known[1].score < typed.score:
            best_of[place, typed.name] = mention.uri, typed
    return best_of.values()


def _give(candidates: Sequence[Candidate], found: Mapping[str, Typed]) -> None:
    for candidate in candidates:
        statement = candidate.statement
        facts = tuple(
            replace(fact, subject=_typed(fact.subject, found), object=_typed(fact.object, found))
            for fact in statement.facts
        )
        entities = tuple(_typed(one, found) for one in statement.entities)
        candidate.statement = replace(statement, entities=entities, facts=facts)


async def similar(embedder: Embedder, types: Sequence[OwnType], named: Sequence[Named]) -> list[Typed | None]:
    """The type of each name in its text; None if no type leads by MARGIN."""
    if not types:
        return [None] * len(named)
    return [_of(types[place].name, margin) for place, margin in await nearest(embedder, types, named)]


async def nearest(embedder: Embedder, types: Sequence[OwnType], named: Sequence[Named]) -> list[tuple[int, float]]:
    """For each name the index of its nearest type, and that type's lead over the second.
    Nearness is the mean of two cosines: name in text to name and description, and text to description."""
    if not named:
        return []
    everyday = await embed_declared(embedder, lines("own_schema_everyday"), Purpose.QUERY)
    in_text = [f"{name} ({text})" for name, text in named], [f"{one.name}: {one.description}" for one in types]
    of_text = [text for _, text in named], [one.description for one in types]
    near = [
        centred(await embedder.embed(texts, Purpose.QUERY), await embed_declared(embedder, told, purpose), everyday)
        for (texts, told), purpose in ((in_text, Purpose.PASSAGE), (of_text, Purpose.QUERY))
    ]
    return [best(row) for row in (near[0] + near[1]) / 2]


def _of(name: str, margin: float) -> Typed | None:
    if margin < MARGIN:
        return None
    return Typed(name, round(_LEAST + (_MOST - _LEAST) * min(1.0, _STEEP * (margin - MARGIN)), 4), BY_SIMILARITY)


def _speaks(mention: Mention, candidate: Candidate) -> bool:
    return mention == USER or slug(mention.name) == slug(candidate.message.speaker)


def _mentions(candidate: Candidate) -> list[Mention]:
    ends = (end for fact in candidate.statement.facts for end in (fact.subject, fact.object))
    return [*candidate.statement.entities, *ends]


def _typed(mention: Mention, found: Mapping[str, Typed]) -> Mention:
    return replace(mention, own=found.get(mention.uri))

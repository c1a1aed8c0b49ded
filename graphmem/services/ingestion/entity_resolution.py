"""Which entity a name means: the one of this address, one it is a spelling of, or a new one."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from types import MappingProxyType

from graphmem.cognition.resolution import resolve
from graphmem.model.entity import Mention
from graphmem.store.entities import EntityRow, KnownEntity


def rows(
    mentions: Iterable[Mention],
    known: Mapping[str, tuple[KnownEntity, ...]],
    speakers: Mapping[str, str] = MappingProxyType({}),
) -> list[EntityRow]:
    """An entity row per distinct mention; one found to be another entity carries SAME_AS with method and score.

    `known` gives per mention's address the entities of its type with similar names, `speakers` who said it.
    """
    unique = {mention.uri: mention for mention in mentions}
    made: list[EntityRow] = []
    for uri, mention in unique.items():
        candidates = [entity for entity in known.get(uri, ()) if entity.uri != uri]
        exists = len(candidates) < len(known.get(uri, ()))
        row = EntityRow.of(mention)
        found = None if exists or not candidates else resolve(mention, candidates, of_speaker=speakers.get(uri, ""))
        if found is not None:
            row = replace(row, same_as=found.uri, score=found.score, method=found.method)
        made.append(row)
    return made

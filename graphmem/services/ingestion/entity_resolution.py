"""Resolves a mention to the entity of its URI, to one that it spells differently, or to a new one."""

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
    """One entity row per distinct mention; a spelling of a known entity carries SAME_AS, method and score.

    `known` maps a mention's URI to entities of its type with similar names, `speakers` to who said it.
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

"""Resolves a mention to the entity of its URI, to one that it spells differently, or to a new one."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from types import MappingProxyType

from graphmem.cognition.resolution import Resolution, resolve
from graphmem.model.entity import EntityType, Mention
from graphmem.model.ids import slug
from graphmem.store.entities import EntityRow, KnownEntity


def rows(
    mentions: Iterable[Mention],
    known: Mapping[str, tuple[KnownEntity, ...]],
    speakers: Mapping[str, str] = MappingProxyType({}),
) -> list[EntityRow]:
    """One entity row per distinct mention; a spelling of a known entity carries SAME_AS, method and score.

    `known` maps a mention's URI to entities of its type with similar names, `speakers` to who said it. A new short name
    of a person is that of the longer one beside it, unless somebody here speaks under it.
    """
    unique = {mention.uri: mention for mention in mentions}
    made: dict[str, EntityRow] = {}
    new: list[Mention] = []
    for uri, mention in unique.items():
        candidates = [entity for entity in known.get(uri, ()) if entity.uri != uri]
        exists = len(candidates) < len(known.get(uri, ()))
        found = None if exists or not candidates else resolve(mention, candidates, of_speaker=speakers.get(uri, ""))
        made[uri] = _row(mention, found)
        if not exists and found is None:
            new.append(mention)
    spoken = {slug(name) for name in speakers.values()}
    people = [one for one in unique.values() if one.type is EntityType.PERSON]
    for mention in new:
        if mention.type is not EntityType.PERSON or slug(mention.name) in spoken:
            continue
        longer = [KnownEntity(one.uri, one.name, ()) for one in people if _words(one) > _words(mention)]
        if longer and (found := resolve(mention, longer)) is not None:
            made[mention.uri] = _row(mention, replace(found, uri=made[found.uri].same_as or found.uri))
    return list(made.values())


def _words(mention: Mention) -> int:
    return len(mention.name.split())


def _row(mention: Mention, found: Resolution | None) -> EntityRow:
    row = EntityRow.of(mention)
    return row if found is None else replace(row, same_as=found.uri, score=found.score, method=found.method)

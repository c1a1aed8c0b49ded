"""Spellings of one name: Lisbon and Lizbon, PostgreSQL and Postgres."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from graphmem.language.turkish import fold
from graphmem.language.wordlists import lines
from graphmem.model.entity import EntityType, Mention


def mention(name: str, kind: EntityType) -> Mention:
    """Return the mention of a name; all spellings of one have one address."""
    return Mention(name, kind, _first_spellings().get((kind, fold(name)), ""))


@cache
def _first_spellings() -> Mapping[tuple[EntityType, str], str]:
    """Return the spelling that gives the address, by each listed spelling."""
    found: dict[tuple[EntityType, str], str] = {}
    for name, kind, first in (("places", EntityType.PLACE, 1), ("spellings_tech", EntityType.TECH, 0)):
        for line in lines(name):
            spelled = [part.strip() for part in line.split(",")][first:]
            for other in spelled[1:]:
                found.setdefault((kind, fold(other)), spelled[0])
    return found

"""The speaker's profession and employer in a Turkish ending alone: "Vestel'de yazılım mühendisiyim"."""

from __future__ import annotations

import re
from collections.abc import Iterator

from graphmem.language.statements.parties import Parties, statement
from graphmem.language.statements.tables import Verb, predicate, professions
from graphmem.language.turkish import fold
from graphmem.model.entity import EntityType, Mention, Statement

_CLAUSE = re.compile(r",\s+|\s(?:ve|ama)\s")
_I_AM = re.compile(r"y?[ıiuü]m$")
_WHERE = re.compile(r"n?[dt][ae]$")
_WORDS = 2
"""Most words of a profession."""


def own_profession(sentence: str, parties: Parties) -> Iterator[Statement]:
    """Return the facts of each clause with a profession; none if the speaker is unknown."""
    user = parties.user
    for clause in _CLAUSE.split(sentence) if user else ():
        words = clause.strip(" .!…").split()
        job, before = _job(words)
        if user is None or not job:
            continue
        yield statement(user, Verb(predicate("works_as")), Mention(job, EntityType.TOPIC), sentence)
        where = _employer(before, parties)
        if where is not None and where.type is EntityType.ORG:
            yield statement(user, Verb(predicate("works_at")), where, sentence)


def _job(words: list[str]) -> tuple[str, list[str]]:
    """Return the profession that ends the clause, without first-person ending, and the words before it."""
    for size in range(_WORDS, 0, -1):
        said = " ".join(words[-size:])
        job = _I_AM.sub("", said)
        if len(words) >= size and job != said and fold(job) in professions():
            return job, words[:-size]
    return "", []


def _employer(before: list[str], parties: Parties) -> Mention | None:
    place = next((place for place, word in enumerate(before) if "'" in word or "’" in word), None)
    if place is None:
        return None
    head, _, ending = before[place].replace("’", "'").partition("'")
    if not _WHERE.fullmatch(fold(ending)):
        return None
    phrase = " ".join((*before[:place], head))
    within = parties.within(phrase)
    if within and within[-1][1] == len(phrase):
        return within[-1][2]
    return parties.object(head, predicate("works_at"))

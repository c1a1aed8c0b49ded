"""Parties of facts: the mentions of a text, found again in pieces of it."""

from __future__ import annotations

import re
from functools import cached_property

from graphmem.language.naming.spellings import mention
from graphmem.language.statements.tables import Predicate, Verb
from graphmem.language.turkish import fold
from graphmem.language.wordlists import words
from graphmem.model.entity import EntityType, Mention, Statement

_USER = frozenset({"user", "the user", "kullanici", "i", "we", "ben", "biz", "my", "our", "benim"})
_PERSONAL = frozenset({"he", "she", "they", "o", "onlar"})
_FITTING = {
    EntityType.PLACE: {EntityType.PLACE},
    EntityType.PERSON: {EntityType.PERSON, EntityType.ITEM},
    EntityType.ORG: {EntityType.ORG, EntityType.PROJECT, EntityType.TECH},
}


class Parties:
    """The subject behind "User", the mentions, and the last subject, for a pronoun or an omitted subject."""

    def __init__(self, user: Mention | None, mentions: tuple[Mention, ...]) -> None:
        self.user = user
        self.mentions = mentions
        self.last: Mention | None = None

    @cached_property
    def _by_name(self) -> dict[str, Mention]:
        return {fold(mention.name): mention for mention in self.mentions}

    @cached_property
    def _pattern(self) -> re.Pattern[str]:
        names = "|".join(re.escape(name) for name in sorted(self._by_name, key=len, reverse=True))
        return re.compile(rf"(?<!\w)(?:{names})(?!\w)") if names else re.compile(r"(?!)")

    def named(self, phrase: str) -> Mention | None:
        """Return the mention that equals a phrase."""
        return self._by_name.get(fold(phrase.strip()))

    def opening(self, *phrase: str) -> Mention | None:
        """Return the mention with which words begin: Mia Clark of "Mia Clark lives in Rome"."""
        return next((mention for start, _, mention in self.within(" ".join(phrase)) if start == 0), None)

    def within(self, phrase: str) -> list[tuple[int, int, Mention]]:
        """Return the mentions in a phrase with their places, in order."""
        folded = fold(phrase)
        return [(found.start(), found.end(), self._by_name[found[0]]) for found in self._pattern.finditer(folded)]

    def subject(self, phrase: str) -> Mention | None:
        """Return the subject of a phrase: a mention, the user, or the last one for a pronoun or ""."""
        folded = fold(phrase.strip())
        if folded in _USER or (self.user is not None and folded == fold(self.user.name)):
            return self.user
        if not folded or folded in _PERSONAL:
            return self.last
        return self._by_name.get(folded)

    def object(self, phrase: str, predicate: Predicate) -> Mention | None:
        """Return an object phrase as a mention: a fitting entity, a name of the expected type, or a thing."""
        known = self.named(phrase)
        if known is not None:
            return known if known.type in _FITTING.get(predicate.expects, set(EntityType)) else None
        within = self.within(phrase)
        if predicate.wants_name:
            fitting = [mention for _, _, mention in within if mention.type in _FITTING[predicate.expects]]
            fitting = [mention for mention in fitting if fold(mention.name) not in words("name_openers")]  # "St Mary's"
            if fitting:
                return fitting[0]
            return mention(phrase, predicate.expects) if phrase[:1].isupper() else None
        return mention(phrase, predicate.expects)


def statement(subject: Mention, verb: Verb, object_: Mention, text: str, *, ended: bool = False) -> Statement:
    """Return the fact of a verb; an inverse verb ("is led by") exchanges subject and object."""
    first, second = (object_, subject) if verb.inverse else (subject, object_)
    kind = verb.predicate
    return Statement(first, kind.name, second, text, single=kind.single, ended=ended or verb.ended)

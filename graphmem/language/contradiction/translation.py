"""Translation of statements, so that a Turkish statement can contradict an English one.

Names, numbers and dates are the same in both; verbs and nouns are translated by the list `gate_across`. A word outside
the list keeps its own key, which matches no key of the other language, so that no rule finds a conflict in it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache
from itertools import pairwise

import graphmem.language.packs.tr.statement as turkish_statement  # the pack imports this package: no name of it yet
from graphmem.language.contradiction.statement import USER, Statement
from graphmem.language.contradiction.tokens import Kind, Token
from graphmem.language.contradiction.vocabulary import frames
from graphmem.language.packs import pack
from graphmem.language.turkish import fold
from graphmem.language.wordlists import lines
from graphmem.model.language import Language

_Phrase = tuple[str, ...]
_LONGEST = 3
"""Most words of a listed phrase."""
_SHORTEST_NAME, _LONGEST_ENDING = 4, 6
"""Least letters of a name under a Turkish ending without an apostrophe, and most of the ending."""
_SHORTEST_NOUN = 3
_TO_BE = frozenset({"ol"})
_LINKS = {"loc": "in", "abl": "from", "dat": "to"}
"""English prepositions for Turkish cases whose verb asks for no other."""


def in_english(told: Statement, beside: Statement, speaker: str) -> Statement:
    """Return a statement with English keys; `beside` tells which of its words are names.

    The `speaker`'s own things and relatives drop the "my", as in Turkish ("annem"), where they are not the subject.
    """
    subject = tuple(_tokens(told.subject_tokens, told, beside))
    own = {fold(part) for part in speaker.split()}
    others = tuple(token for token in subject if token.folded not in own)
    subject = others or subject
    content, rejected = (tuple(_tokens(part, told, beside)) for part in (told.content, told.rejected))
    is_user = told.subject == {USER}
    return replace(
        told,
        language=Language.EN,
        subject=told.subject if is_user else frozenset(token.key for token in subject),
        subject_tokens=subject,
        content=content,
        rejected=rejected,
        main=_main(told),
        said_in=told.language,
    )


def _main(told: Statement) -> str:
    if told.language is not Language.TR:
        return told.main
    return "be" if told.is_copular or told.main in _TO_BE else _verb(told.main)


def _tokens(tokens: Sequence[Token], told: Statement, beside: Statement) -> Iterator[Token]:
    place = 0
    while place < len(tokens):
        taken, key = _phrase(tokens[place:], told.language)
        token = tokens[place]
        if key is None:
            yield _alone(token, told, beside)
        else:
            link = tokens[place + taken - 1].link
            yield replace(token, key=key, link=_link(link, told))
        place += max(1, taken)


def _phrase(tokens: Sequence[Token], language: Language) -> tuple[int, str | None]:
    """Return the number of opening tokens that form a listed phrase, and its English."""
    known = _meanings(language)
    for size in range(min(_LONGEST, len(tokens)), 0, -1):
        part = tokens[:size]
        if any(token.kind is not Kind.WORD for token in part):
            continue
        if any(after.place != before.place + 1 for before, after in pairwise(part)):
            continue
        found = known.get(tuple(token.key for token in part)) or known.get(tuple(token.folded for token in part))
        if found is not None:
            return size, found
    return 1, _inflected(tokens[0]) if language is Language.TR else None


def _inflected(token: Token) -> str | None:
    """Return the meaning of a listed Turkish noun under endings that the stemmer did not remove."""
    if token.kind is not Kind.WORD or token.is_verb:
        return None
    lengths = range(len(token.folded) - 1, _SHORTEST_NOUN - 1, -1)
    heads = (token.folded[:length] for length in lengths if turkish_statement.is_ending(token.folded[length:]))
    return next((_nouns()[head] for head in heads if head in _nouns()), None)


def _alone(token: Token, told: Statement, beside: Statement) -> Token:
    """Return the token of a name, a number, a date, or a word without a translation."""
    link = _link(token.link, told)
    if token.kind in (Kind.NUMBER, Kind.DATE):
        return replace(token, link=link)
    place = _places().get(token.folded) or _places().get(token.key)
    if place is not None:
        return replace(token, key=place, kind=Kind.NAME, link=link)
    named = next((name for name in _names(beside) if _is_named(token, name)), None)
    if named is not None:
        return replace(token, key=named, kind=Kind.NAME, link=link)
    key = token.folded if token.kind is Kind.NAME else f"{told.language.value}:{token.key}"
    return replace(token, key=key, link=link)


def _names(told: Statement) -> Iterator[str]:
    tokens = (*told.subject_tokens, *told.content, *told.rejected)
    return (token.folded for token in tokens if token.kind is Kind.NAME)


def _is_named(token: Token, name: str) -> bool:
    if name in (token.folded, token.key):
        return True
    for longer, shorter in ((token.folded, name), (name, token.folded)):
        ending = len(longer) - len(shorter)
        if longer.startswith(shorter) and len(shorter) >= _SHORTEST_NAME and ending <= _LONGEST_ENDING:
            return token.kind is Kind.NAME
    return False


def _link(link: str, told: Statement) -> str:
    """Return the English link of a value to its verb: "-de çalışıyor" is "works at"."""
    if told.language is not Language.TR or not link:
        return link
    english = frames(Language.EN)
    for attribute, pairs in frames(told.language).items():
        for verb, case in pairs:
            if case != link or verb not in told.verbs:
                continue
            stated = next((tie for other, tie in english.get(attribute, ()) if other == _verb(verb)), None)
            if stated is not None:
                return stated
    return _LINKS.get(link, "")


def _verb(root: str) -> str:
    return _meanings(Language.TR).get((root,), root)


@cache
def _meanings(language: Language) -> dict[_Phrase, str]:
    """Return the phrases of a language by their keys, with the key of their meaning in both."""
    found: dict[_Phrase, str] = {}
    for line in lines("gate_across"):
        english, _, turkish = line.partition("=")
        meant = pack(Language.EN).key(english.split(",")[0].split()[0].strip())
        for phrase in (english if language is not Language.TR else turkish).split(","):
            found.setdefault(tuple(pack(language).key(word) for word in phrase.split()), meant)
    return found


@cache
def _nouns() -> dict[str, str]:
    """Return the single Turkish words of the list as written, with their meanings."""
    rows = (line.partition("=") for line in lines("gate_across"))
    found: dict[str, str] = {}
    for english, _, turkish in rows:
        meant = _meanings(Language.EN)[tuple(pack(Language.EN).key(word) for word in english.split(",")[0].split())]
        for phrase in (part.strip() for part in turkish.split(",")):
            if " " not in phrase:
                found.setdefault(phrase, meant)
    return found


@cache
def _places() -> dict[str, str]:
    """Return the places of one word by each of their spellings."""
    rows = (line.split(", ") for line in lines("places"))
    return {spelling: name for name, *spellings in rows for spelling in spellings if " " not in spelling}

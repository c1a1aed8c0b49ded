"""Messages that ask nothing of memory: greetings, thanks, confirmations, laughter, emoji, commands.

A message is skipped only if every word of it is small talk, in either language, so that "ok, and why?" or a bare name
or keyword is never lost. Held letters ("thaaanks", "evettt") count as one.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import Enum
from functools import cache

from graphmem.language.observer.patterns import any_of
from graphmem.language.question.wording import spoken
from graphmem.language.wordlists import lines, words
from graphmem.model.language import RULED

LONGEST_TALK = 120
"""Characters; a longer message has content."""
_MOST_WORDS = 16
_LONGEST_WORD = 60
_WORD = re.compile(r"[^\W_]+(?:'[^\W_]+)*")
_COMMAND = re.compile(r"/[^\W\d_][\w\-:]{0,40}(?:\s|$)")
_EMOTICON = re.compile(r"(?<!\w)(?:[:;=][\-']?[)(dpo3sc*|/\\\]\[]+|<3+|\^_?\^|:'\(|[x:]d+|[tq]_[tq]|o_o|-_-)(?!\w)")
_CASES = re.compile(r"'(?:[cs]?[iu]?[gk]?[iu]m|s)")
_BETWEEN = re.compile(r"[,.;:!?\n]+(?!\w)|\s[-–—]+\s")
_HELD = re.compile(r"(\w)\1+")
_TAKES_OBJECT = frozenset(
    {"know", "see", "love", "like", "miss", "hear", "with", "for", "about", "of", "to", "and", "ve"}
)
_NAME = "\0"


class _Says(Enum):
    """Cover of a remark by small talk: full, full by words that mean nothing alone, or partial."""

    ALL = "all"
    NOTHING = "nothing"
    MORE = "more"


@dataclass(frozen=True, slots=True)
class _Talk:
    """Phrases as words, without held letters in `held`; those that may stand alone; the longest."""

    core: frozenset[tuple[str, ...]]
    fill: frozenset[tuple[str, ...]]
    held: frozenset[str]
    longest: int


def asks_nothing(query: str) -> str | None:
    """Return why a message asks nothing of memory; None if it may ask something."""
    stripped = query.strip()
    if not any(char.isalnum() for char in stripped):
        return "no words"
    if _COMMAND.match(stripped):
        return "slash command"
    if len(stripped) > LONGEST_TALK:
        return None
    remarks = [_WORD.findall(remark) for remark in _BETWEEN.split(_EMOTICON.sub(" ", spoken(stripped)))]
    said = [word for remark in remarks for word in remark]
    if not said:
        return "no words"
    if len(said) > _MOST_WORDS or max(map(len, said)) > _LONGEST_WORD:
        return None
    if all(_is_laughter(word) for word in said):
        return "laughter"
    if stripped.endswith("?") and _let_go(said[-1]) == _NAME:
        return None
    if _says(said) is _Says.ALL:
        return "small talk"
    found = {_says(remark) for remark in remarks if remark}
    return "small talk" if _Says.ALL in found and _Says.MORE not in found else None


def _says(words_: list[str]) -> _Says:
    """Return whether phrases cover all words of a remark, and whether one of them means something alone."""
    talk = _talk()
    said = [_let_go(word) for word in words_]
    # reached[n]: whether the first n words are covered without and with a phrase that may stand alone.
    reached = [[False, False] for _ in range(len(said) + 1)]
    reached[0][0] = True
    for end in range(1, len(said) + 1):
        for start in range(max(0, end - talk.longest), end):
            if not any(reached[start]):
                continue
            phrase = tuple(said[start:end])
            is_core = phrase in talk.core or (_is_laughter(phrase[0]) and len(phrase) == 1)
            if is_core:
                reached[end][1] = True
            if phrase in talk.fill or _is_addressed(said, start, end):
                reached[end] = [have or had for have, had in zip(reached[end], reached[start], strict=True)]
    if reached[-1][1] or any(any(reached[start]) and _has_form(words_[start:]) for start in range(len(said))):
        return _Says.ALL
    return _Says.NOTHING if reached[-1][0] else _Says.MORE


def _is_addressed(said: list[str], start: int, end: int) -> bool:
    """Whether a word is the name of the addressee, and not the object of knowing, seeing or loving."""
    return said[start:end] == [_NAME] and (start == 0 or said[start - 1] not in _TAKES_OBJECT)


def _has_form(said: list[str]) -> bool:
    text = " ".join(said)
    return any(any_of("question_small_talk_forms", language.value).fullmatch(text) for language in RULED)


def _let_go(word: str) -> str:
    """Return a word as listed: itself, without held letters, or the sign for an addressed name."""
    talk = _talk()
    if word in talk.held:
        return word
    if _HELD.search(word):
        for shorter in (re.sub(r"(\w)\1{2,}", r"\1\1", word), _HELD.sub(r"\1", word)):
            if shorter in talk.held:
                return shorter
        double = _doubles().get(_HELD.sub(r"\1", word))
        if double:
            return double
    head = _CASES.sub("", word)
    return _NAME if head in words("given_names") or head in words("given_names_ambiguous") else word


@cache
def _talk() -> _Talk:
    core: set[tuple[str, ...]] = set()
    fill: set[tuple[str, ...]] = set()
    target = core
    for line in lines("question_small_talk"):
        if line in {"[core]", "[fill]"}:
            target = core if line == "[core]" else fill
            continue
        target.update(tuple(spoken(entry).replace('"', "").split()) for entry in line.split(",") if entry.strip())
    both = core | fill
    return _Talk(
        frozenset(core),
        frozenset(fill),
        frozenset(word for phrase in both for word in phrase),
        max(map(len, both)),
    )


@cache
def _doubles() -> dict[str, str]:
    """Return small talk by its form without doubled letters: "helo" hello, "col" cool."""
    return {_HELD.sub(r"\1", word): word for word in sorted(_talk().held)}


@cache
def _laughing() -> re.Pattern[str]:
    return re.compile("|".join(f"(?:{line})" for line in lines("question_laughter")))


def _is_laughter(word: str) -> bool:
    return len(word) <= _LONGEST_WORD and _laughing().fullmatch(word) is not None

"""Which messages ask nothing of memory: greetings, thanks, confirmations, laughter, emoji, slash commands.

A message is passed over only when every word of it is small talk, in either language, so that "ok, and why?" or a bare
name or keyword is never lost. Letters held down ("thaaanks", "evettt") count as one.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache

from graphmem.language.question.wording import spoken
from graphmem.language.wordlists import lines, words

LONGEST_TALK = 120
"""Characters; what is longer has something to say."""
_MOST_WORDS = 16
_LONGEST_WORD = 60
_WORD = re.compile(r"[^\W_]+(?:'[^\W_]+)*")
_COMMAND = re.compile(r"/[^\W\d_][\w\-:]{0,40}(?:\s|$)")
_EMOTICON = re.compile(r"(?<!\w)(?:[:;=][\-']?[)(dpo3sc*|/\\\]\[]+|<3+|\^_?\^|:'\(|[x:]d+|[tq]_[tq]|o_o|-_-)(?!\w)")
_CASES = re.compile(r"'(?:[cs]?[iu]?[gk]?[iu]m|s)")
_HELD = re.compile(r"(\w)\1+")
_NAME = "\0"


@dataclass(frozen=True, slots=True)
class _Talk:
    """Phrases as words, with the letters held down let go in `held`; which may stand alone, and the longest."""

    core: frozenset[tuple[str, ...]]
    fill: frozenset[tuple[str, ...]]
    held: frozenset[str]
    longest: int


def asks_nothing(query: str) -> str | None:
    """Why a message asks nothing of memory; None when it may ask something."""
    stripped = query.strip()
    if not any(char.isalnum() for char in stripped):
        return "no words"
    if _COMMAND.match(stripped):
        return "slash command"
    if len(stripped) > LONGEST_TALK:
        return None
    said = _WORD.findall(_EMOTICON.sub(" ", spoken(stripped)))
    if not said:
        return "no words"
    if len(said) > _MOST_WORDS or max(map(len, said)) > _LONGEST_WORD:
        return None
    if all(_is_laughter(word) for word in said):
        return "laughter"
    return "small talk" if _is_covered([_let_go(word) for word in said]) else None


def _is_covered(said: list[str]) -> bool:
    """Whether phrases cover all words and one of them says something by itself."""
    talk = _talk()
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
            if phrase in talk.fill or phrase == (_NAME,):
                reached[end] = [have or had for have, had in zip(reached[end], reached[start], strict=True)]
    return reached[-1][1]


def _let_go(word: str) -> str:
    """A word as it is listed: itself, without held letters, or the sign for a name that is addressed."""
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
    """Words of small talk by their form without doubled letters: "helo" hello, "col" cool."""
    return {_HELD.sub(r"\1", word): word for word in sorted(_talk().held)}


@cache
def _laughing() -> re.Pattern[str]:
    return re.compile("|".join(f"(?:{line})" for line in lines("question_laughter")))


def _is_laughter(word: str) -> bool:
    return len(word) <= _LONGEST_WORD and _laughing().fullmatch(word) is not None

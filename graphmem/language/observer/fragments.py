"""Which pieces of words a text must have for an expression to match it, so that most expressions need not be tried.

An expression is read into clauses: any match contains, for each clause, at least one of its alternatives, and an
alternative is a set of fragments that all stand in the text. A fragment is a piece of one word, with a blank where it
begins or ends the word: " decided ", "ing ". Syntax that is not understood asks for nothing, which costs time and is
never wrong. After Cox, Regular Expression Matching with a Trigram Index, 2012.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import product

from graphmem.language.turkish import fold
from graphmem.language.wordlists import words
from graphmem.model.language import Language

Alternative = frozenset[str]
Clause = frozenset[Alternative]

_MOST = 400
"""Strings that a part is written out to."""
_MOST_CLAUSES = 3
_SMALL_CLASS = 4
_WORD = re.compile(r"\w+|[,:]")
_REPEAT = re.compile(r"([?*+]|\{(\d*)(?:,\d*)?\})\??")
_MARKS = frozenset(",:")
"""Marks that count as words of their own; expressions for lists ask for them."""
_LOOK = re.compile(r"\(\?(?:=|!|<=|<!)")
_CLASS = re.compile(r"\[(\^?)((?:\\.|[^\]\\])+)\]")
_BLANK = " "
_EMPTY = frozenset({""})
_REMEMBERED = 10_000
"""Words of an index whose fragments are kept."""
_RARITY = 8
"""How many times rarer a fragment is for each of its letters, roughly."""


@dataclass(frozen=True, slots=True)
class _Part:
    """A part of an expression: all strings it may match, when these are few.

    Otherwise `exact` is None, and each match begins with one of `head`, ends with one of `tail` and contains one of
    each of `clauses`.
    """

    exact: frozenset[str] | None
    head: frozenset[str] = _EMPTY
    tail: frozenset[str] = _EMPTY
    clauses: tuple[frozenset[str], ...] = ()

    def known(self) -> list[frozenset[str]]:
        """All clauses, those of its ends included, that ask for something."""
        clauses = [self.head, *self.clauses, self.tail] if self.exact is None else [self.exact]
        return [clause for clause in clauses if all(literal.strip() for literal in clause)]

    def best(self) -> frozenset[str] | None:
        """The clause that says most; None when nothing is known."""
        return min(self.known(), key=_commonness, default=None)

    def begins(self) -> frozenset[str]:
        """What it begins with, "" where that is unknown."""
        return self.head if self.exact is None else self.exact

    def ends(self) -> frozenset[str]:
        """What it ends with, "" where that is unknown."""
        return self.tail if self.exact is None else self.exact


_NOTHING = _Part(_EMPTY)
_ANYTHING = _Part(None)


def required(expression: str) -> tuple[Clause, ...]:
    """Clauses that each match of the expression fulfils, the rarest first; () when it has to be tried everywhere.

    The match is taken to begin and end between words.
    """
    body, end = _alternation(expression, 0)
    if end != len(expression):
        return ()
    whole = _joined([_Part(frozenset({_BLANK})), body, _Part(frozenset({_BLANK}))], closes=True)
    clauses = sorted(whole.known(), key=_commonness)[:_MOST_CLAUSES]
    return tuple(frozenset(_fragments(literal) for literal in clause) for clause in clauses)


class Index:
    """Expressions by what they require. Made once for each list of them; remembers the words of late texts."""

    def __init__(self, expressions: Sequence[str]) -> None:
        needs = [required(expression) for expression in expressions]
        self._always = [place for place, clauses in enumerate(needs) if not clauses]
        self._further = [tuple(map(_split, clauses[1:])) for clauses in needs]
        self._first: dict[str, list[tuple[int, Alternative]]] = {}
        for place, clauses in enumerate(needs):
            for alternative in clauses[0] if clauses else ():
                self._first.setdefault(_rarest(alternative), []).append((place, alternative))
        self._rarest = frozenset(self._first)
        self._all = {
            piece for clauses in needs for clause in clauses for alternative in clause for piece in alternative
        }
        self._longest = max(map(len, self._all), default=0)
        self._pieces = lru_cache(maxsize=_REMEMBERED)(self._find_pieces)

    def candidates(self, text: str) -> list[int]:
        """Places of the expressions that may match somewhere in the text, in order."""
        present: set[str] = set()
        for word in set(_WORD.findall(text)):
            present |= self._pieces(word)
        found = set(self._always)
        for piece in present & self._rarest:
            found.update([place for place, alternative in self._first[piece] if alternative <= present])
        return sorted(place for place in found if self._is_possible(place, present))

    def _is_possible(self, place: int, present: set[str]) -> bool:
        for single, hints, several in self._further[place]:
            if not single.isdisjoint(present):
                continue
            if hints.isdisjoint(present) or not any(alternative <= present for alternative in several):
                return False
        return True

    def _find_pieces(self, word: str) -> frozenset[str]:
        bounded = f" {word} "
        size = len(bounded)
        spans = (
            bounded[start:end]
            for start in range(size)
            for end in range(start + 1, min(size, start + self._longest) + 1)
        )
        return frozenset(piece for piece in spans if piece in self._all)


def _split(clause: Clause) -> tuple[frozenset[str], frozenset[str], tuple[Alternative, ...]]:
    """The fragments that fulfil a clause alone, the sets of several that do, and of each of these its rarest."""
    single = frozenset(piece for alternative in clause if len(alternative) == 1 for piece in alternative)
    several = tuple(alternative for alternative in clause if len(alternative) > 1)
    return single, frozenset(map(_rarest, several)), several


def _rarest(alternative: Alternative) -> str:
    return max(alternative, key=lambda piece: (piece.strip() not in _common(), len(piece), piece))


def _commonness(literals: Iterable[str]) -> float:
    return sum(math.pow(_RARITY, -_rarity(literal)) for literal in literals)


def _rarity(literal: str) -> float:
    """Letters of a literal; those of words that stand in nearly every text count little."""
    parts = literal.split()
    rare = sum(len(part) for part in parts if part not in _common())
    return rare + literal.count(_BLANK) / 2 + 0.2 * (len(parts) > 0 and not rare)


@cache
def _common() -> frozenset[str]:
    return _MARKS | frozenset(
        fold(word) for language in Language for word in words(f"{language.value}_stopwords") if "'" not in word
    )


def _fragments(literal: str) -> Alternative:
    """A literal's pieces by word: "going with " gives "going " and " with "."""
    parts = literal.split(_BLANK)
    last = len(parts) - 1
    found = (
        f"{_BLANK if place else ''}{part}{_BLANK if place < last else ''}" for place, part in enumerate(parts) if part
    )
    return frozenset(found)


def _alternation(text: str, at: int) -> tuple[_Part, int]:
    branches, at = _branches(text, at)
    if len(branches) == 1:
        return branches[0], at
    exact: set[str] = set()
    for branch in branches:
        if branch.exact is None or len(exact) > _MOST:
            break
        exact |= branch.exact
    else:
        return _Part(frozenset(exact)), at
    best = [branch.best() for branch in branches]
    known = [clause for clause in best if clause]
    clauses = (_union(known),) if len(known) == len(best) else ()
    heads, tails = (branch.begins() for branch in branches), (branch.ends() for branch in branches)
    return _Part(None, _few(_union(heads)), _few(_union(tails)), clauses), at


def _union(sets: Iterable[frozenset[str]]) -> frozenset[str]:
    return frozenset().union(*sets)


def _few(literals: frozenset[str]) -> frozenset[str]:
    return literals if len(literals) <= _MOST else _EMPTY


def _branches(text: str, at: int) -> tuple[list[_Part], int]:
    branches: list[_Part] = []
    while True:
        parts: list[_Part] = []
        while at < len(text) and text[at] not in "|)":
            part, at = _repeated(text, at)
            parts.append(part)
        branches.append(_joined(parts))
        if at >= len(text) or text[at] == ")":
            return branches, at
        at += 1


def _joined(parts: list[_Part], *, closes: bool = False) -> _Part:
    """Parts one after another. `closes`: the last is the end of the match, a blank only after a word."""
    current = _EMPTY
    flushed: list[frozenset[str]] = []
    for place, part in enumerate(parts):
        if closes and place == len(parts) - 1:
            current = frozenset(text + _BLANK if text[-1:].isalnum() else text for text in current)
            continue
        further = _product(current, part.begins())
        if part.exact is not None and further is not None:
            current = further
        else:
            flushed += [current if further is None else further, *part.clauses]
            current = part.ends()
    if not flushed:
        return _Part(current)
    return _Part(None, flushed[0], current, tuple(flushed[1:]))


def _product(before: frozenset[str], after: frozenset[str]) -> frozenset[str] | None:
    """All of one followed by all of the other; None when these are too many."""
    if len(before) * len(after) > _MOST:
        return None
    return frozenset(first + second for first, second in product(before, after))


def _repeated(text: str, at: int) -> tuple[_Part, int]:
    part, at = _atom(text, at)
    repeat = _REPEAT.match(text, at)
    if not repeat:
        return part, at
    if repeat[1] == "?" and part.exact is not None:
        return _Part(part.exact | {""}), repeat.end()
    if repeat[1] == "+" or int(repeat[2] or 0) > 0:
        return _Part(None, part.begins(), part.ends(), part.clauses), repeat.end()
    return _ANYTHING, repeat.end()


def _atom(text: str, at: int) -> tuple[_Part, int]:
    char = text[at]
    if char == "(":
        return _group(text, at)
    if char == "[":
        return _class(text, at)
    if char == "\\":
        escaped = text[at + 1]
        if escaped in "bB":
            return _NOTHING, at + 2
        if escaped in "nts":
            return _literal(_BLANK), at + 2
        return (_ANYTHING if escaped.isalnum() else _literal(escaped)), at + 2
    if char in "^$":
        return _NOTHING, at + 1
    return (_ANYTHING if char == "." else _literal(char)), at + 1


def _literal(char: str) -> _Part:
    if char in _MARKS:
        return _Part(frozenset({f"{_BLANK}{char}{_BLANK}"}))
    return _Part(frozenset({char if char.isalnum() or char == "_" else _BLANK}))


def _group(text: str, at: int) -> tuple[_Part, int]:
    look = _LOOK.match(text, at)
    if not look and text.startswith("(?", at) and not text.startswith("(?:", at):
        return _ANYTHING, len(text) + 1
    start = look.end() if look else at + (3 if text.startswith("(?:", at) else 1)
    part, end = _alternation(text, start)
    return (_NOTHING if look else part), end + 1


def _class(text: str, at: int) -> tuple[_Part, int]:
    found = _CLASS.match(text, at)
    if not found:
        return _ANYTHING, len(text) + 1
    negated, inside = found[1], found[2]
    if negated or "\\" in inside or "-" in inside[1:-1] or len(inside) > _SMALL_CLASS:
        return _ANYTHING, found.end()
    return _Part(frozenset().union(*(_literal(char).exact or () for char in inside))), found.end()

"""Which pieces a text must have for an expression to match it, so that most expressions need not be tried.

Any match contains, for each clause of an expression, one of its fragments: pieces of one word, with a blank where they
begin or end it (" decided ", "ing "). Syntax that is not understood asks for nothing, which costs time and is never
wrong. After Cox, Regular Expression Matching with a Trigram Index, 2012.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Sequence
from functools import cache, lru_cache
from itertools import product
from re import _constants as sre  # type: ignore[attr-defined]
from re import _parser  # type: ignore[attr-defined]
from typing import Any, NamedTuple

from graphmem.language.turkish import fold
from graphmem.language.wordlists import words
from graphmem.model.language import Language

Clause = frozenset[str]

_MOST = 400
"""Strings that a part is written out to."""
_MOST_CLAUSES = 3
_SMALL_CLASS = 4
_BLANK = " "
_EMPTY = frozenset({""})
_RARITY = 8
"""How many times rarer a literal is for each of its letters, roughly."""
_MARK = re.compile(r"\W")
_WORD = re.compile(r"\w+")
_REMEMBERED = 10_000
"""Words of an index whose fragments are kept."""


class _Part(NamedTuple):
    """A part of an expression: all strings it may match where these are few, else what each match contains."""

    exact: Clause | None
    clauses: tuple[Clause, ...] = ()


_NOTHING, _ANYTHING = _Part(_EMPTY), _Part(None)


def required(expression: str) -> tuple[Clause, ...]:
    """Clauses that each match of the expression fulfils, the rarest first; () when it has to be tried everywhere.

    The match is taken to begin and end between words.
    """
    try:
        tree = _parser.parse(expression)
    except re.error:
        return ()
    blank = (sre.LITERAL, ord(_BLANK))
    whole = _joined([blank, *tree], closes=True)
    known = [clause for clause in _clauses(whole) if all(literal.strip() for literal in clause)]
    return tuple(frozenset(map(_rarest, clause)) for clause in sorted(known, key=_commonness)[:_MOST_CLAUSES])


class Index:
    """Expressions by what they require. Made once for each list of them; remembers the words of late texts."""

    def __init__(self, expressions: Sequence[str]) -> None:
        needs = [required(expression) for expression in expressions]
        self._always = [place for place, clauses in enumerate(needs) if not clauses]
        self._further = [clauses[1:] for clauses in needs]
        self._first: dict[str, list[int]] = {}
        for place, clauses in enumerate(needs):
            for fragment in clauses[0] if clauses else ():
                self._first.setdefault(fragment, []).append(place)
        self._all = {fragment for clauses in needs for clause in clauses for fragment in clause}
        self._longest = max(map(len, self._all), default=0)
        self._pieces = lru_cache(maxsize=_REMEMBERED)(self._find_pieces)

    def candidates(self, text: str) -> list[int]:
        """Places of the expressions that may match somewhere in the text, in order."""
        present: set[str] = set()
        present = present.union(*map(self._pieces, set(_WORD.findall(text))))
        found = set(self._always).union(*(self._first[piece] for piece in present if piece in self._first))
        further, misses = self._further, present.isdisjoint
        return sorted(place for place in found if not any(map(misses, further[place])))

    def _find_pieces(self, word: str) -> frozenset[str]:
        bounded = f" {word} "
        size = len(bounded)
        spans = (
            bounded[start:end]
            for start in range(size)
            for end in range(start + 1, min(size, start + self._longest) + 1)
        )
        return frozenset(piece for piece in spans if piece in self._all)


def _rarest(literal: str) -> str:
    """The piece of a literal that fewest texts have: "going with " asks for "going "."""
    parts = literal.split(_BLANK)
    last = len(parts) - 1
    pieces = [f"{_BLANK * (place > 0)}{part}{_BLANK * (place < last)}" for place, part in enumerate(parts) if part]
    return max(pieces, key=lambda piece: (piece.strip() not in _common(), len(piece), piece))


def _clauses(part: _Part) -> tuple[Clause, ...]:
    return part.clauses if part.exact is None else (part.exact,)


def _commonness(literals: Iterable[str]) -> float:
    return sum(math.pow(_RARITY, -_rarity(literal)) for literal in literals)


def _rarity(literal: str) -> float:
    """Letters of a literal; those of words that stand in nearly every text count little."""
    parts = literal.split()
    rare = sum(len(part) for part in parts if part not in _common())
    return rare + literal.count(_BLANK) / 2 + 0.2 * (not rare)


@cache
def _common() -> frozenset[str]:
    return frozenset(fold(word) for language in Language for word in words(f"{language.value}/stopwords"))


def _joined(tree: Iterable[tuple[Any, Any]], *, closes: bool = False) -> _Part:
    """Parts one after another. `closes`: a match that ends with a word ends there."""
    run, found = _EMPTY, []
    for operator, argument in tree:
        part = _part(operator, argument)
        if part.exact is not None and len(run) * len(part.exact) <= _MOST:
            run = frozenset(first + second for first, second in product(run, part.exact))
        else:
            found += [run, *part.clauses]
            run = _EMPTY if part.exact is None else part.exact
    if closes:
        run = frozenset(text if text[-1:] in ("", _BLANK) else text + _BLANK for text in run)
    return _Part(None, (*found, run)) if found else _Part(run)


def _part(operator: Any, argument: Any) -> _Part:
    if operator is sre.LITERAL:
        return _Part(frozenset({_MARK.sub(_BLANK, chr(argument))}))
    if operator is sre.IN:
        return _class(argument)
    if operator is sre.SUBPATTERN:
        return _ANYTHING if argument[1] else _joined(argument[-1])  # flags of its own
    if operator is sre.BRANCH:
        return _either([_joined(branch) for branch in argument[1]])
    if operator in (sre.MAX_REPEAT, sre.MIN_REPEAT):
        least, most, repeated = argument
        part = _joined(repeated)
        if (least, most) == (0, 1) and part.exact is not None:
            return _Part(part.exact | _EMPTY)
        return _Part(None, _clauses(part)) if least else _ANYTHING
    return _NOTHING if operator in (sre.AT, sre.ASSERT, sre.ASSERT_NOT) else _ANYTHING


def _class(members: Sequence[tuple[Any, Any]]) -> _Part:
    """One of some characters: a few letters or any marks."""
    found = {
        _MARK.sub(_BLANK, chr(argument)) if operator is sre.LITERAL else _BLANK
        for operator, argument in members
        if operator is sre.LITERAL or argument is sre.CATEGORY_SPACE
    }
    is_known = all(operator is sre.LITERAL or argument is sre.CATEGORY_SPACE for operator, argument in members)
    return _Part(frozenset(found)) if is_known and len(found) <= _SMALL_CLASS else _ANYTHING


def _either(branches: Sequence[_Part]) -> _Part:
    """One of several parts: their strings, or else the best that is known of each."""
    exact = frozenset[str]().union(*(branch.exact or () for branch in branches))
    if all(branch.exact is not None for branch in branches) and len(exact) <= _MOST:
        return _Part(exact)
    best = [
        min((clause for clause in _clauses(branch) if "" not in clause), key=_commonness, default=None)
        for branch in branches
    ]
    return _Part(None, (frozenset().union(*(one for one in best if one)),) if all(best) else ())

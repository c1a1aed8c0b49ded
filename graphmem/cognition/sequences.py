"""Sequences of steps that recur, in the order they are done.

PrefixSpan (Pei et al., 2001, "PrefixSpan: mining sequential patterns efficiently by prefix-projected pattern growth"):
a pattern grows at its end by what follows it in the sequences that hold it, with at most `gap` other items between two
of its items. A pattern must cohere: of the sequences that hold its rarest item at least COHERENT hold all of it
(any-confidence, Omiecinski 2003, "Alternative interest measures for mining associations in databases"). So each item
is taken in turn as the rarest one, and its sequences alone are searched, with that share of them as support. And its
items must belong: of the sequences that hold all but one or two of them, enough hold these, too (BELONGING).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate, combinations
from math import ceil

COHERENT = 0.2
"""Share of the sequences with the rarest item that need all items: a step may be optional."""

BELONGING = {1: 0.65, 2: 0.5}
"""Share of the sequences with the other items, by number of left-out items; a chance item is rarer."""

ALIKE = 0.8
"""Share of a pattern's items, in order, that another pattern must hold for it to count as a part of that one."""

MOST_GROWN = 20_000
"""Patterns tried per rarest item; long repetitive sequences have more."""

_Ends = Mapping[int, Mapping[int, tuple[int, ...]]]
"""Occurrences of a pattern, by number of the sequence and place of its last item: the places of all its items."""


@dataclass(frozen=True, slots=True)
class Pattern:
    """Items in order, and their first places by the number of each sequence that contains them."""

    items: tuple[str, ...]
    places: Mapping[int, tuple[int, ...]]


def recurring(
    sequences: Sequence[Sequence[str]], *, support: int = 3, shortest: int = 3, longest: int = 12, gap: int = 1
) -> list[Pattern]:
    """Coherent patterns in `support` sequences or more, the longest first.

    An item that is repeated in a row should be given once.
    """
    frequency = Counter(item for sequence in sequences for item in set(sequence))
    rank = {item: place for place, item in enumerate(sorted(frequency, key=lambda item: (frequency[item], item)))}
    patterns: list[Pattern] = []
    for anchor, place in rank.items():
        if frequency[anchor] < support:
            continue
        kept = {number: one for number, one in enumerate(sequences) if anchor in one}
        least = max(support, ceil(COHERENT * frequency[anchor]))
        starts = {item: ends for item, ends in _singles(kept).items() if rank[item] >= place and len(ends) >= least}
        tried = 0
        waiting: list[tuple[tuple[str, ...], _Ends]] = [((item,), ends) for item, ends in starts.items()]
        while waiting and tried < MOST_GROWN:
            items, ends = waiting.pop()
            tried += 1
            if len(items) >= shortest and anchor in items:
                patterns.append(Pattern(items, {number: min(ways.values()) for number, ways in ends.items()}))
            if len(items) < longest:
                extensions = _extensions(kept, ends, gap)
                waiting += [
                    ((*items, item), extended)
                    for item, extended in sorted(extensions.items())
                    if item in starts and len(extended) >= least
                ]
    return sorted(patterns, key=lambda one: (-len(one.items), -len(one.places), one.items))


def maximal(patterns: Sequence[Pattern], sequences: Sequence[Sequence[str]], *, gap: int = 1) -> list[Pattern]:
    """The patterns whose items all belong (BELONGING), without those that are part of a longer one (ALIKE)."""
    kept: list[Pattern] = []
    supports = {one.items: len(one.places) for one in patterns}
    for one in sorted(patterns, key=lambda one: (-len(one.items), -len(one.places), one.items)):
        if any(common(one.items, other.items) >= ALIKE * len(one.items) for other in kept):
            continue
        if all(
            len(one.places) >= share * _support(rest, sequences, gap, supports)
            for fewer, share in BELONGING.items()
            for rest in combinations(one.items, len(one.items) - fewer)
            if len(rest) + 1 >= max(3, 2 + fewer)
        ):
            kept.append(one)
    return kept


def is_part(items: Sequence[str], of: Sequence[str]) -> bool:
    """Whether the items are in the other ones in the same order, with any items between."""
    rest = iter(of)
    return all(item in rest for item in items)


def common(one: Sequence[str], other: Sequence[str]) -> int:
    """The length of the longest common subsequence."""
    row = [0] * (len(other) + 1)
    for item in one:
        row = list(accumulate(
            ((row[at] + 1 if item == beside else 0, row[at + 1]) for at, beside in enumerate(other)),
            lambda best, more: max(best, *more), initial=0,
        ))  # fmt: skip
    return row[-1]


def _support(
    items: tuple[str, ...], sequences: Sequence[Sequence[str]], gap: int, supports: dict[tuple[str, ...], int]
) -> int:
    if items not in supports:
        supports[items] = sum(_holds(sequence, items, gap) for sequence in sequences)
    return supports[items]


def _holds(sequence: Sequence[str], items: Sequence[str], gap: int) -> bool:
    ends = {place for place, item in enumerate(sequence) if item == items[0]}
    for item in items[1:]:
        ends = {at for end in ends for at in range(end + 1, min(end + 2 + gap, len(sequence))) if sequence[at] == item}
    return bool(ends)


def _singles(sequences: Mapping[int, Sequence[str]]) -> dict[str, dict[int, dict[int, tuple[int, ...]]]]:
    single: dict[str, dict[int, dict[int, tuple[int, ...]]]] = {}
    for number, sequence in sequences.items():
        for place, item in enumerate(sequence):
            single.setdefault(item, {}).setdefault(number, {})[place] = (place,)
    return single


def _extensions(
    sequences: Mapping[int, Sequence[str]], ends: _Ends, gap: int
) -> dict[str, dict[int, dict[int, tuple[int, ...]]]]:
    """The places of each longer pattern, by the next item."""
    extensions: dict[str, dict[int, dict[int, tuple[int, ...]]]] = {}
    for number, places, next_, item in _next_items(sequences, ends, gap):
        ways = extensions.setdefault(item, {}).setdefault(number, {})
        ways[next_] = min(ways.get(next_, (*places, next_)), (*places, next_))
    return extensions


def _next_items(
    sequences: Mapping[int, Sequence[str]], ends: _Ends, gap: int
) -> Iterator[tuple[int, tuple[int, ...], int, str]]:
    for number, ways in ends.items():
        sequence = sequences[number]
        for last, places in ways.items():
            for next_ in range(last + 1, min(last + 2 + gap, len(sequence))):
                yield number, places, next_, sequence[next_]

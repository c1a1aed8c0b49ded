"""Private data in a text: passwords and keys, cards, accounts, state-issued numbers, phones, mail.

No model, no network, a fraction of a millisecond for a message. Numbers count by their check digits, secrets by the
forms of providers, by the words before them and by how disordered they are.
"""

from __future__ import annotations

from collections.abc import Collection
from functools import lru_cache

from graphmem.language.privacy import numbers, passphrases, phones, secrets, spelling
from graphmem.language.privacy.folding import folded
from graphmem.model.privacy import DEFAULT, Finding, Handling, PrivacyClass

MASKED = frozenset(kind for kind, handling in DEFAULT.items() if handling is Handling.MASK)
"""Classes masked by default."""

LONGEST = 200_000
"""Characters that are searched: as many as one message may have."""

_FILL = "•"

_LAST_SIGNS = "!?"
"""Characters that may end a sentence or a secret; behind a secret they are masked."""


@lru_cache(maxsize=512)
def find(text: str) -> tuple[Finding, ...]:
    """Return the findings of a text in order, without overlaps. The more reliable readers come first."""
    told: list[Finding] = []
    spelt, places = spelling.read(text)
    plain = folded(spelt[:LONGEST])
    taken = bytearray(len(spelt))
    for reader in (secrets.find_by_form, numbers.find, phones.find, secrets.find_by_cue, passphrases.plain_words):
        for found in reader(spelt, plain):
            if found.end > found.start and not any(taken[found.start : found.end]):
                taken[found.start : found.end] = b"\1" * (found.end - found.start)
                told.append(found)
    there = told if places is None else [Finding(one.kind, places[one.start], places[one.end - 1] + 1) for one in told]
    return tuple(sorted(there, key=lambda one: one.start))


def masked(text: str, kinds: Collection[PrivacyClass] = MASKED) -> str:
    """Return the text with findings of these kinds masked.

    Every character keeps its place, so that citations of its parts stay valid.
    """
    parts, at = [], 0
    for one in find(text):
        if one.kind in kinds:
            one = _with_last_signs(text, one)
            parts += [text[at : one.start], _cover(one)]
            at = one.end
    return "".join((*parts, text[at:]))


def covers(text: str) -> bool:
    """Whether any character of a text is masked."""
    return _FILL in text


def _with_last_signs(text: str, found: Finding) -> Finding:
    end = found.end
    while found.kind is PrivacyClass.SECRET and end < len(text) and text[end] in _LAST_SIGNS:
        end += 1
    return Finding(found.kind, found.start, end)


def _cover(found: Finding) -> str:
    length = found.end - found.start
    name = found.kind.value.replace("_", " ")
    room = length - len(name) - 2
    return f"[{name}{_FILL * room}]" if room >= 0 else _FILL * length

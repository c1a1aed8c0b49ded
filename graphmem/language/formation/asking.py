"""What a sentence that asks tells besides: "I've booked May 12, what do I pack?", "…, given that I have 52 sources?".

People tell most of what changes on the way to a request. What stands before the question is kept, so is what the
question takes for granted (after "given that", "now that", "the fact that"; before "-dığı için"); the question goes.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from graphmem.language.observer.patterns import expression
from graphmem.language.turkish import fold
from graphmem.model.language import Language

_ASKED = expression("en/formation_asking", "asked")
_JOINT = expression("en/formation_asking", "joint")
_PERHAPS = expression("en/formation_asking", "perhaps")
_TAKEN = expression("en/formation_asking", "taken")
_RESUMED = expression("en/formation_asking", "resumed")
_ASKED_MORE = expression("en/formation_asking", "asked_more")
_SUPPOSED = expression("en/formation_asking", "supposed")
_POINTS = expression("en/formation_asking", "points")
_EDGE = " \t,;:–—-"

_TR_JOINT = expression("tr/formation_asking", "joint")
_TR_ASKED = expression("tr/formation_asking", "asked")
_TR_SURELY = expression("tr/formation_asking", "surely")
_TR_TAKEN = expression("tr/formation_asking", "taken")
_TR_OPEN = expression("tr/formation_asking", "open")
_TR_LEADING = expression("tr/formation_asking", "leading")
_TR_LEAST = 2
"""Words of the shortest Turkish part that tells something."""


def told(sentence: str, language: Language) -> tuple[str, ...]:
    """The sentence without what it asks, in parts as they were said; the sentence itself when it asks nothing."""
    parts = _english(sentence) if language is Language.EN else _turkish(sentence)
    bare = (part if part == sentence else part.strip(_EDGE + "?") for part in parts)
    return tuple(part for part in bare if part)


def _english(sentence: str) -> Iterator[str]:
    asked = _first_asked(sentence)
    if asked is None:
        yield sentence
        return
    before = _opened(sentence[:asked].strip(_EDGE))
    yield before
    yield from (part for part in _taken(sentence[asked:]) if not _POINTS.match(part))


def _first_asked(sentence: str) -> int | None:
    """Where the first question of a sentence begins."""
    if "?" not in sentence and not _PERHAPS.search(sentence):
        return None
    for joint in _JOINT.finditer(sentence):
        if _ASKED.match(sentence, joint.end()):
            return joint.end()
    return None


def _opened(before: str) -> str:
    """What stands before a question, "" when it only sets a case for it; "Since I moved, …" tells that I moved."""
    opening = re.match(
        r"(?:especially )?(?:since|because|now that|given that|considering(?: that)?|as) (?=\w)", before, re.I
    )
    if opening:
        return before[opening.end() :]
    return "" if _SUPPOSED.match(before) else before


def _taken(question: str) -> Iterator[str]:
    """What a question takes for granted, and what is told after it."""
    starts = {found.end(): found.start() for found in _TAKEN.finditer(question)}
    ends = [found.start() for found in _ASKED_MORE.finditer(question)]
    for joint in _JOINT.finditer(question):
        resumed = _RESUMED.match(question, joint.end())
        if _ASKED.match(question, joint.end()):
            ends.append(joint.start())
        elif joint.start() and resumed:
            starts.setdefault(resumed.end(), joint.start())
    ends += starts.values()
    for start in sorted(starts):
        end = min((place for place in ends if place > start), default=len(question))
        yield question[start:end].strip(_EDGE + "?!.")


def _turkish(sentence: str) -> Iterator[str]:
    if not _TR_ASKED.search(fold(sentence)):
        yield sentence
        return
    parts = list(_tr_parts(sentence))
    asking = [bool(_TR_ASKED.search(fold(sentence[start:end]))) for start, end in parts]
    if not sentence.rstrip("\"'”’) ").endswith("?"):
        asking = [*(False for _ in parts[1:]), bool(_TR_SURELY.search(fold(sentence[slice(*parts[-1])])))]
        if not asking[-1] or len(parts) == 1:
            yield sentence
            return
    told_from = 0
    for place, (start, end) in enumerate(parts):
        if asking[place]:
            yield _closed(sentence, parts[told_from:place])
            yield from _tr_taken(sentence[start:end])
            told_from = place + 1
    yield _closed(sentence, parts[told_from:])


def _tr_parts(sentence: str) -> Iterator[tuple[int, int]]:
    start = 0
    for joint in _TR_JOINT.finditer(sentence):
        if joint.start() > start:
            yield start, joint.start()
        start = joint.end()
    yield start, len(sentence)


def _closed(sentence: str, parts: Sequence[tuple[int, int]]) -> str:
    """Parts that tell something together; "" when all of them leave it open."""
    for place in range(len(parts), 0, -1):
        start, end = parts[place - 1]
        last = sentence[start:end].rstrip(" ?!.,;").split()
        if len(last) >= _TR_LEAST and not _TR_OPEN.fullmatch(fold(last[-1])):
            return _TR_LEADING.sub("", sentence[parts[0][0] : end])
    return ""


def _tr_taken(part: str) -> Iterator[str]:
    """What a question takes for granted: "Kaynak sayım 52'ye çıktığı için" of "Kaynak sayım … için nasıl …"."""
    found = _TR_TAKEN.search(part)
    if found:
        yield found[0].strip()

"""Causal connectives inside one text: "E because C", "C, so E", "C yüzünden E", "C, bu yüzden E".

A clause that points outside its text ("That is why …", "Bu yüzden …", "Çünkü …") has an empty half, which stands for
the statement before. Turkish ends its clauses with the connective and its sentences with the verb, so both halves of "C
E'ye yol açtı" stand before it. Where the subject ends is then an estimate, good enough to match a half with another
text.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from graphmem.language.observer.patterns import expression
from graphmem.language.turkish import fold
from graphmem.language.wordlists import lines, words
from graphmem.model.language import Language


@dataclass(frozen=True, slots=True)
class CausalClause:
    """A cause and its effect in the text's words; "" stands for the statement before.

    `connective` is folded.
    """

    cause: str
    effect: str
    connective: str


_SENTENCE = re.compile(r"[^.!?…\n]+(?:\.(?=\S)[^.!?…\n]*)*[.!?…]*")
_EDGE = " \t,;:–—-.!?…\"'“”()"
_COMMA = re.compile(r",\s|\s[–—-]\s")
_SO_OPENING = r"so(?! (?:far|much|many|long|on|forth|called|do|does|did|is)\b)"
_SO = rf"(?:(?<=, )|(?<=; )|(?<=– )|(?<=— )|(?<=- )|(?<=and )){_SO_OPENING}"
_BE = frozenset({"is", "was", "were", "are", "am", "be", "been", "being", "isn't", "wasn't", "weren't", "aren't"})
_LONGEST_FRAGMENT = 8
"""Most words of a reason that stands alone as an answer ("Because the bread was mouldy.").
A longer one without a comma holds its effect as well, and the boundary is unknown."""
_SO_THAT = expression("en/connectives_marks", "so_that")
_SINCE = expression("en/connectives_marks", "since")
_PERFECT = expression("en/connectives_marks", "perfect")
_POINTING = frozenset(
    {"this", "that", "it", "which", "these", "those", "he", "she", "they", "we", "i", "and", "all", "who"}
    | {"bu", "da", "bunlar", "durum", "olay", "o", "onlar", "ki", "sonra", "hep", "ben", "biz"}
)
_CONVERB = expression("tr/connectives_marks", "converb")
_BECAUSE_OF_SAID = expression("tr/connectives_marks", "because_of_said")
_OPENING = ("effect_first", "cause_first")
_INSIDE = ("cause_after", "effect_after", "cause_before", "verb", "participle")
_PURPOSE = expression("en/connectives_marks", "purpose")
_LEAD = re.compile(r"[\W_]*(?:(?:and|but|well|yes|probably|ve|ama|evet|iste|sanirim|galiba|muhtemelen)\W+)?")


def causal(text: str, language: Language) -> tuple[CausalClause, ...]:
    """Return the causal clauses of a text in reading order, at most one a sentence."""
    found = []
    before = ""
    for match in _SENTENCE.finditer(text):
        sentence = match[0].strip()
        clause = _clause(sentence, before, language) if sentence else None
        if clause is not None:
            found.append(clause)
        before = sentence or before
    return tuple(found)


def _clause(sentence: str, before: str, language: Language) -> CausalClause | None:
    folded = fold(sentence)
    if len(folded) != len(sentence):  # a rare ligature; places must fit
        sentence = folded
    first = _first(folded, language)
    if first is None:
        return None
    kind, start, end = first
    left, right = sentence[:start].strip(_EDGE), sentence[end:].strip(_EDGE)
    if folded[start:end] == "so" and not _starts_clause(right):
        return None
    if folded[start:end].strip(" ,") == "so that" and _PURPOSE.match(fold(right)):
        return None  # a purpose has no effect yet: it may never come
    if language is not Language.TR and folded[start:end].endswith("ed") and left and _is_passive(left):
        if not fold(right).startswith("by "):
            return None
        left, right = right[len("by ") :], left
    cause, effect = _halves(kind, left, right, language)
    if not cause and not effect:
        return None
    connective = folded[start:end].strip() or left.split()[-1]  # a converb is its own connective
    return CausalClause(cause or before.strip(_EDGE), effect or before.strip(_EDGE), connective)


def _halves(kind: str, left: str, right: str, language: Language) -> tuple[str, str]:
    """Return cause and effect around the connective; "" where it points to the statement before."""
    left = "" if _only_points(left) else left
    if kind in {"effect_after", "effect_first"}:
        return left, right
    if kind in {"cause_after", "cause_first"}:
        if left or kind == "cause_first" or language is Language.TR:
            return right, left
        parts = _COMMA.split(right, maxsplit=1)  # "Because C, E"
        if len(parts) > 1:
            return parts[0], parts[1]
        return ("", "") if len(right.split()) > _LONGEST_FRAGMENT else (right, "")
    if kind == "participle":
        return right, left
    if kind == "verb":
        return _subject_and_object(left)
    if right:
        return left, right
    parts = _COMMA.split(left)  # "E, C için."
    return (parts[-1], ", ".join(parts[:-1])) if len(parts) > 1 else (left, "")


def _starts_clause(text: str) -> bool:
    """Whether a subject follows "so": in "so awesome" and "so creamy and delicious" it marks a degree."""
    first = text.split(maxsplit=1)[0] if text else ""
    word = fold(first).partition("'")[0]
    return first[:1].isupper() or word.endswith("s") or word in words("en/connectives_subjects")


def _is_passive(left: str) -> bool:
    """Whether a verb follows as a participle: the subject of "was inspired" undergoes the action."""
    return fold(left.rsplit(maxsplit=1)[-1]) in _BE


def _subject_and_object(left: str) -> tuple[str, str]:
    """Split "C E'ye" in two: at a comma, behind a pointing pronoun, or else in the middle."""
    parts = _COMMA.split(left, maxsplit=1)
    if len(parts) > 1:
        return ("" if _only_points(parts[0]) else parts[0]), parts[1]
    tokens = left.split()
    pointing = next((size for size in (2, 1) if _only_points(" ".join(tokens[:size])) and len(tokens) > size), 0)
    if pointing:
        return "", " ".join(tokens[pointing:])
    middle = (len(tokens) + 1) // 2
    return " ".join(tokens[:middle]), " ".join(tokens[middle:])


def _only_points(text: str) -> bool:
    return len(text) < 20 and all(word in _POINTING for word in fold(text).replace(",", " ").split())


def _first(folded: str, language: Language) -> tuple[str, int, int] | None:
    """Return the kind and place of a sentence's earliest connective. Openings come before the rest."""
    pattern, kind_of = _phrases(language, _OPENING)
    lead = _LEAD.match(folded)
    match = pattern.match(folded, lead.end() if lead else 0)
    if match is not None:
        return kind_of[match[1]], match.start(), match.end()
    pattern, kind_of = _phrases(language, _INSIDE)
    match = pattern.search(folded)
    spots = [] if match is None else [(kind_of[match[1]], match.start(), match.end())]
    spots += _turkish(folded) if language is Language.TR else _english(folded)
    return min(spots, key=lambda spot: spot[1], default=None)


def _english(folded: str) -> Iterator[tuple[str, int, int]]:
    so = _SO_THAT.search(folded)
    if so:
        yield "effect_after", so.end() - len(" that "), so.end()
    since = _SINCE.search(folded)
    if since and _gives_reason(folded[: since.start()], folded[since.end() :]):
        yield "cause_after", since.start(), since.start() + len("since")


def _gives_reason(main: str, clause: str) -> bool:
    """Whether "since" means because.

    Then no time follows, and the main clause is not in the perfect ("has lived here").
    """
    following = re.findall(r"[a-z']+", clause)
    is_time = not set(following[:5]).isdisjoint(words("en/connectives_times"))
    return len(following) >= 3 and not is_time and not _PERFECT.search(main) and not main.startswith("been ")


def _turkish(folded: str) -> Iterator[tuple[str, int, int]]:
    for match in _CONVERB.finditer(folded):
        if match[0] not in _no_converbs():
            yield "cause_before", match.end(), match.end()
            break
    said = _BECAUSE_OF_SAID.search(folded) if "diye" in folded else None
    if said:
        yield "cause_before", said.end() - len(" diye"), said.end()


@cache
def _no_converbs() -> frozenset[str]:
    return frozenset(map(fold, words("tr/connectives_converbs")))


@cache
def _phrases(language: Language, kinds: tuple[str, ...]) -> tuple[re.Pattern[str], dict[str, str]]:
    """Return one pattern for all phrases of these kinds, longer phrases first, and the kind of each."""
    kind_of = {"so": "effect_first" if "effect_first" in kinds else "effect_after"}
    for line in lines(f"{language.value}/connectives"):
        kind, _, listed = line.partition(":")
        if kind in kinds:
            kind_of |= {fold(phrase.strip()): kind for phrase in listed.split(",")}
    so = kind_of.pop("so")
    longest_first = [re.escape(phrase) for phrase in sorted(kind_of, key=len, reverse=True)]
    kind_of["so"] = so
    if language is not Language.TR:
        longest_first.append(_SO if so == "effect_after" else _SO_OPENING)
    return re.compile(rf"(?<![\w-])({'|'.join(longest_first)})(?![\w'])"), kind_of

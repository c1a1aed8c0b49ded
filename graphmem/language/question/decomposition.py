"""Decomposition of compound questions into two to four independent ones.

A text is cut where a question mark ends one question, at "and also" or "ayrıca", and at "and", "ve" or a comma between
two clauses that both ask. "Ali and Ayşe's wedding" and "between Izmir and Bodrum" stay whole, because one side asks
nothing. A later part with only a pronoun, or in Turkish without a subject, gets the name of the first.
"""

from __future__ import annotations

import re
from functools import cache

from graphmem.language.observer.patterns import any_of
from graphmem.language.question.carry_over import carry_names
from graphmem.language.question.gate import asks_nothing
from graphmem.language.question.wording import LONGEST
from graphmem.language.turkish import fold
from graphmem.model.language import Language

MOST = 4
"""Most sub-queries; the rest stays with the last."""
_ENDS = re.compile(r"(?<=[?？])[\s?!.…]*(?=[^\s?!.…])")
_SENTENCE = re.compile(r"(?<=[.!…])\s+(?=[^\W\d_])")
_ASKS_OF_NAME = re.compile(
    r"(?i:is|are|was|were|do|has|have|had|will|would|can|could|should) (?=[^\W\d_])(?![a-zçğıöşü])\w+ \w"
)
_JOINING = re.compile(r"(?:and|also|plus|but|ve|ayrıca|bir de|peki|ama)(?:,|(?= )) *(?=\w)", re.IGNORECASE)
_COMMA = r"|,(?! ?(?:and|plus|then|but|or|ve|peki|ama|ya da|veya)\b)"
_SUBORDINATE = re.compile(
    r"(?:when|where|how|if|while|since|because|after|before|why)(?! (?:is|are|was|were|do|does|did|has|have|had|will|"
    r"would|can|could|should|long|many|much|often|old|far|am)\b).*"
)
_TAGS_TR = (
    "hangisi",
    "fikrin",
    "bir fikrin",
    "onerin",
    "biliyor mus",
    "hatirliyor mus",
    "sence",
    "ne dersin",
    "olur mu",
)
_ALTERNATIVES = re.compile(r"m[iu]\w* .*\bm[iu]|.*\b(?:m[iu]) .*\b(?:m[iu])$")


def split(query: str, language: Language) -> tuple[str, ...]:
    """Return the sub-queries of a compound question in order, at most MOST; none of a very long one."""
    if len(query) > LONGEST:
        return ()
    parts = [part for sentence in _questions(query) for part in _clauses(sentence, language)]
    if len(parts) < 2:
        return ()
    if len(parts) > MOST:
        parts = [*parts[: MOST - 1], " ".join(parts[MOST - 1 :])]
    whole = tuple(dict.fromkeys(_finished(part, language) for part in carry_names(parts, language)))
    return whole if len(whole) > 1 else ()


def _questions(query: str) -> list[str]:
    """Return the sentences that ask: all with at most one question mark, else those that end with one."""
    ended = [part.strip() for part in _ENDS.split(query) if part.strip()]
    if len(ended) < 2:
        return [query.strip()]
    asking = [_SENTENCE.split(part)[-1] for part in ended if part.endswith(("?", "？"))]
    tail = ended[-1]
    if not tail.endswith(("?", "？")) and _asks(tail, Language.EN) | _asks(tail, Language.TR):
        asking.append(tail)
    return [part for part in asking if asks_nothing(part) is None] or [query.strip()]


def _clauses(sentence: str, language: Language) -> list[str]:
    pieces = _cut(sentence, "more", language, always=True)
    return [clause for piece in pieces for clause in _cut(piece, "and", language, always=False)]


def _cut(sentence: str, section: str, language: Language, *, always: bool) -> list[str]:
    """Split a sentence at each joint between two clauses.

    `always` joints need no question word in the second clause.
    """
    text = _aligned(sentence)
    found: list[str] = []
    start = 0
    for joint in _joints(section, language).finditer(text):
        left, right = sentence[start : joint.start()].strip(" ,;"), sentence[joint.end() :].strip(" ,;")
        if text[joint.end() : joint.end() + 1] not in {" ", ","} or not _may_part(left, right, language, always=always):
            continue
        if joint[0].strip() == "," and _is_joined_closely(left, right, language):
            continue
        found.append(left)
        start = joint.end()
    return [*found, sentence[start:].strip(" ,;")] if found else [sentence]


@cache
def _joints(section: str, language: Language) -> re.Pattern[str]:
    """Return the pattern of listed joints between words; between two questions a comma is one as well."""
    return re.compile(
        any_of(f"{language.value}/question_splits", section).pattern + (_COMMA if section == "and" else "")
    )


def _may_part(left: str, right: str, language: Language, *, always: bool) -> bool:
    if len(left.split()) < 2 or len(right.split()) < 2:
        return False
    return always or (_asks(left, language) and _asks(right, language))


def _is_joined_closely(left: str, right: str, language: Language) -> bool:
    """Whether a comma joins one question: "When Ali left, where…", "çay mı kahve mi, hangisini…"."""
    if language is not Language.TR:
        return _SUBORDINATE.fullmatch(fold(left)) is not None
    return fold(right).startswith(_TAGS_TR) or _ALTERNATIVES.match(fold(left)) is not None


def _asks(clause: str, language: Language) -> bool:
    """Whether a clause asks: in English it begins with a question word, in Turkish it has one anywhere."""
    pattern = any_of(f"{language.value}/question_splits", "asks")
    text = _aligned(clause)
    if language is Language.TR:
        return pattern.search(text) is not None
    return pattern.match(_after_opener(text)) is not None or _ASKS_OF_NAME.match(clause) is not None


@cache
def _opening() -> re.Pattern[str]:
    return any_of("en/question_openers", "open")


def _after_opener(text: str) -> str:
    for _ in range(3):
        match = _opening().match(text)
        if not match:
            break
        text = text[match.end() :].lstrip(" ,:;-")
    return text


def _aligned(text: str) -> str:
    """Return the text folded character by character, so that places stay."""
    return "".join(fold(char)[:1] or " " for char in text.replace("’", "'"))


def _finished(part: str, language: Language) -> str:
    bare = _JOINING.sub("", part.strip(" ,;?!.？"))
    first = "İ" if language is Language.TR and bare[:1] == "i" else bare[:1].upper()
    return f"{first}{bare[1:]}{'?' if _asks(bare, language) else ''}"

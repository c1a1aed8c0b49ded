"""Reported speech: what a sentence tells only as the word of others, and what is left that its speaker claims.

"They say", "the vendor claims", "apparently", "I heard that"; "diyorlar", "duyduğuma göre" and the evidential -mış. Who
heard something may have heard wrong, so it closes nothing and makes no rule, whoever the source is: also "my boss told
me to". A decision or an announcement is a deed, not a report, and the verbs of these are not among ours.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from graphmem.language.formation.splitting import sentences
from graphmem.language.observer.contractions import spelled_out
from graphmem.language.observer.manner import finds_fault
from graphmem.language.observer.patterns import any_of, expression
from graphmem.model.language import Language

_MOST_TAG = 4
"""Words of an English clause that adds nothing to what it reports: "they say", "Priya told me so"."""
_MOST_SOURCE = 8
"""The same after "according to", which names a source of several words."""
_SOURCE = "according to "
_SAME_END = 16
"""Characters by whose end a part is found in its sentence; its beginning may have got a subject."""
_MARKS = " .!?…,;:\"'()“”‘’"
_QUOTES = ('"', "“", "‘", "'")


@dataclass(frozen=True, slots=True)
class _Clause:
    """`reports`: others are its source; `evidential`: by its ending alone; `own`: its
    speaker begins to talk for himself; `tag`: it says nothing but who said it."""

    text: str
    reports: bool
    evidential: bool
    own: bool
    tag: bool


@lru_cache(maxsize=4096)
def claimed(text: str, language: Language) -> str:
    """What a text claims on its speaker's own account: the text itself where nothing is reported, "" where all is."""
    said = sentences(text)
    kept = [_claimed(sentence, language) for sentence in said]
    return text if kept == list(said) else " ".join(filter(None, kept))


def claimed_within(sentence: str, part: str, language: Language) -> bool:
    """Whether a part that reports nothing by itself is its speaker's own in the whole sentence: "they say the office
    moves and the rent doubles"."""
    own = claimed(sentence, language)
    return own == sentence or part.rstrip(_MARKS)[-_SAME_END:] in own


def _claimed(sentence: str, language: Language) -> str:
    if finds_fault(sentence, language):
        return sentence  # "cevaplar çok kısa olmuş": -mış of what one sees oneself
    clauses = [
        _clause(part, language)
        for part in expression(f"{language.value}/reported_cuts", "cut").split(sentence)
        if part.strip()
    ]
    reported = _reported(clauses)
    if not any(reported):
        return sentence
    kept = [clause.text for clause, is_reported in zip(clauses, reported, strict=True) if not is_reported]
    return ", ".join(kept) if any(" " in text for text in kept) else ""


def _reported(clauses: Sequence[_Clause]) -> list[bool]:
    """Which clauses are others' words: what introduces a report holds until the speaker talks for himself, what only
    names its source holds for what stands before it."""
    found: list[bool] = []
    goes_on = False
    for clause in clauses:
        goes_on = clause.reports or (goes_on and not clause.own)
        found.append(goes_on or clause.evidential)
        if clause.tag:
            _reach_back(clauses, found)
    return found


def _reach_back(clauses: Sequence[_Clause], found: list[bool]) -> None:
    for place in range(len(found) - 2, -1, -1):
        is_next = place == len(found) - 2
        if clauses[place].own and not is_next:
            break
        found[place] = True
        if clauses[place].own:
            break


def _clause(part: str, language: Language) -> _Clause:
    part = part.strip()
    said = spelled_out(part, language).strip(_MARKS)
    report = _list(language).search(said)
    is_own = report is None and not part.startswith(_QUOTES) and _is_own(said, language)
    is_tag = report is not None and _is_tag(said, report.end(), language)
    return _Clause(part, report is not None, _is_evidential(part, said, language), is_own, is_tag)


def _list(language: Language, kind: str = "") -> re.Pattern[str]:
    return any_of(f"{language.value}/reported", kind)


def _is_own(said: str, language: Language) -> bool:
    """Whether the speaker talks for himself, as far as a clause's opening and a Turkish verb tell."""
    if _list(language, "own").match(said):
        return True
    return language is Language.TR and _list(language, "person").search(said) is not None


def _is_tag(said: str, end: int, language: Language) -> bool:
    """Whether a clause only names who said the rest; `end` is where its report ends."""
    if language is Language.TR:
        return _list(language, "tag").fullmatch(said) is not None
    if said.startswith(_SOURCE):
        return len(said.split()) <= _MOST_SOURCE
    return end == len(said) and len(said.split()) <= _MOST_TAG


def _is_evidential(part: str, said: str, language: Language) -> bool:
    """Whether the verb of a Turkish clause has -mış; a name or a number that ends so has not."""
    if language is Language.EN or _list(language, "evidential").search(said) is None:
        return False
    *before, last = part.strip(_MARKS).split()
    is_name = bool(before) and last[0].isupper() and not last.isupper()
    return not is_name and _list(language, "no_evidential").search(said) is None

"""Reported speech: words of others in a sentence, and the part that its speaker claims.

"They say", "the vendor claims", "apparently", "I heard that"; "diyorlar", "duyduğuma göre" and the evidential -mış. A
reporter may have heard wrong, so reports close nothing and make no rule, whoever the source is: also "my boss told me
to". A decision or an announcement is a deed, not a report; their verbs are not listed.
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
"""Most words of an English clause that only names a source: "they say", "Priya told me so"."""
_MOST_SOURCE = 8
"""The same after "according to", which names a source of several words."""
_SOURCE = "according to "
_SAME_END = 16
"""Last characters by which a part is found in its sentence, whose subject may have been added."""
_MARKS = " .!?…,;:\"'()“”‘’"
_QUOTES = ('"', "“", "‘", "'")


@dataclass(frozen=True, slots=True)
class _Clause:
    """A clause with the marks of a report.

    `reports`: others are its source; `evidential`: by its ending alone; `own`: the speaker begins to claim; `tag`: it
    only names the source.
    """

    text: str
    reports: bool
    evidential: bool
    own: bool
    tag: bool


@lru_cache(maxsize=4096)
def own_claim(text: str, language: Language) -> str:
    """Return the text that its speaker claims: all of it without a report, "" if all is reported."""
    said = sentences(text)
    kept = [_own_claim(sentence, language) for sentence in said]
    return text if kept == list(said) else " ".join(filter(None, kept))


def is_own_in_sentence(sentence: str, part: str, language: Language) -> bool:
    """Whether a part without a report is its speaker's own claim in the whole sentence.

    In "they say the office moves and the rent doubles" the second part is not.
    """
    own = own_claim(sentence, language)
    return own == sentence or part.rstrip(_MARKS)[-_SAME_END:] in own


def _own_claim(sentence: str, language: Language) -> str:
    if finds_fault(sentence, language):
        return sentence  # "cevaplar çok kısa olmuş": -mış of one's own observation
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
    """Return which clauses are others' words.

    An opening report holds until the speaker's own claim; a tag holds for the words before it.
    """
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
    """Whether the speaker makes the claim, by a clause's opening and a Turkish verb."""
    if _list(language, "own").match(said):
        return True
    return language is Language.TR and _list(language, "person").search(said) is not None


def _is_tag(said: str, end: int, language: Language) -> bool:
    """Whether a clause only names the source of the rest; `end` is the end of its report."""
    if language is Language.TR:
        return _list(language, "tag").fullmatch(said) is not None
    if said.startswith(_SOURCE):
        return len(said.split()) <= _MOST_SOURCE
    return end == len(said) and len(said.split()) <= _MOST_TAG


def _is_evidential(part: str, said: str, language: Language) -> bool:
    """Whether the verb of a Turkish clause has -mış; names and numbers with that ending do not count."""
    if language is not Language.TR or _list(language, "evidential").search(said) is None:
        return False
    *before, last = part.strip(_MARKS).split()
    is_name = bool(before) and last[0].isupper() and not last.isupper()
    return not is_name and _list(language, "no_evidential").search(said) is None

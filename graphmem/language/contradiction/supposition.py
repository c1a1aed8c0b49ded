"""Suppositions: thoughts, wishes and fictions, which end nothing that is so."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache

from graphmem.language.contradiction.tokens import Token
from graphmem.language.doc import Doc, reading
from graphmem.language.quotes import told_of
from graphmem.language.temporal.words import fold
from graphmem.language.wordlists import lines
from graphmem.model.language import ByLanguage, Language

_CLAUSES = ByLanguage(
    {
        Language.EN: re.compile(r"[,;:.!?()]+|\b(?:but|and|because|since|so|although|though)\b"),
        Language.TR: re.compile(r"[,;:.!?()]+|\b(?:ama|fakat|ve|cunku|yani|oysa|ancak)\b"),
    }
)
_SENTENCE = re.compile(r"[.!?\n]+(?:\s|$)")


def is_supposed(doc: Doc, values: Sequence[Token] = ()) -> bool:
    """Whether a text only supposes its content; with `values`, whether the clause with these does."""
    folded = _folded(doc)
    stated = [token.folded for token in values]
    for sentence in filter(None, map(str.strip, _SENTENCE.split(folded))):
        if _holds(sentence, stated) and _kind("sentence", doc.language).search(sentence):
            return True
    clauses = [clause for clause in _CLAUSES[doc.language].split(folded) if clause and clause.strip()]
    holding = [clause for clause in clauses if _holds(clause, stated)] or clauses
    return bool(holding) and all(_kind("clause", doc.language).search(clause) for clause in holding)


@reading
def _folded(doc: Doc) -> str:
    return fold(told_of(doc)[1].text)


def _holds(part: str, stated: Sequence[str]) -> bool:
    return not stated or any(re.search(rf"(?<!\w){re.escape(fold(word))}", part) for word in stated)


@cache
def _kind(kind: str, language: Language) -> re.Pattern[str]:
    rows = (line.partition(" ") for line in lines(f"{language.value}/gate_supposed"))
    return re.compile(rf"(?<!\w)(?:{next(told for name, _, told in rows if name == kind)})(?!\w)")

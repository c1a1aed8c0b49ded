"""Statements that hold for a limited time: they end nothing that holds beside and after them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache

from graphmem.language.doc import Doc, reading
from graphmem.language.quotes import split
from graphmem.language.turkish import fold
from graphmem.language.wordlists import lines
from graphmem.model.language import Language


@reading
def is_for_a_time(doc: Doc) -> bool:
    """Whether a text says that it holds for a limited time: "until Friday", "for now", "geçici olarak"."""
    return holds_for_a_time(fold(split(doc.text)[1]), doc.language)


def holds_for_a_time(folded: str, language: Language) -> bool:
    """Whether folded words say so."""
    return _pattern(language).search(folded) is not None


@reading
def is_of_one_time(doc: Doc) -> bool:
    """Whether a text names the single time that it is about: "this week", "dün".

    Somebody who did not swim then still swims.
    """
    return _once(doc.language).search(fold(split(doc.text)[1])) is not None


@cache
def _pattern(language: Language) -> re.Pattern[str]:
    return _any_of(lines(f"{language.value}/gate_temporary"))


@cache
def _once(language: Language) -> re.Pattern[str]:
    return _any_of(lines(f"{language.value}/gate_once"))


def _any_of(listed: Sequence[str]) -> re.Pattern[str]:
    return re.compile("|".join(f"(?:{line})" for line in listed))

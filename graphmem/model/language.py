"""The languages graphmem reads and writes."""

from __future__ import annotations

from enum import StrEnum
from typing import TypeVar

T = TypeVar("T")


class Language(StrEnum):
    """ISO 639-1 codes, as stored on drawers and memories; each has a label and index names.

    A language without a list or a rule of its own is read by the English one.
    """

    EN = "en"
    TR = "tr"
    DE = "de"


RULED = (Language.EN, Language.TR)
"""Languages with rules of their own."""


class ByLanguage(dict[Language, T]):
    """Values by language; a language without one has that of English."""

    def __missing__(self, language: Language) -> T:
        """The value of English."""
        return self[Language.EN]

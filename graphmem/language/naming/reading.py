"""A text prepared for finding names, and the places of names."""

from __future__ import annotations

from dataclasses import dataclass

from graphmem.language.words import Word
from graphmem.model.entity import EntityType
from graphmem.model.language import Language


@dataclass(frozen=True, slots=True)
class Reading:
    """A text's words with facts about all of them."""

    text: str
    words: tuple[Word, ...]
    language: Language
    speaker: str
    is_lower: bool
    is_shouted: bool


@dataclass(frozen=True, slots=True)
class Span:
    """A name at the words `start` to `end`; `cut` letters of the last one are an ending."""

    start: int
    end: int
    type: EntityType
    cut: int = 0

"""What a language brings: its word lists, and the code that reads what no list can.

A pack is a folder named by the language's code, with lists that `graphmem.language.wordlists` reads ("tr/stopwords")
and a module that has what `Pack` asks for.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Protocol, cast

from graphmem.model.language import Language

if TYPE_CHECKING:  # which are read with a pack
    from graphmem.language.contradiction.statement import Statement
    from graphmem.language.contradiction.tokens import Token, Written
    from graphmem.language.statements.parties import Parties
    from graphmem.model.entity import Statement as Fact


class Pack(Protocol):
    """The code of one language, as functions of a module."""

    def read_statement(self, text: str, /) -> Statement:
        """Who a text is about, what is said of them, whether it is denied, ended or new."""

    def scan(self, text: str, /) -> tuple[list[Written], list[Token]]:
        """The words of a text, and those that carry content, with their keys."""

    def denies(self, clause: Sequence[Written], /) -> bool:
        """Whether a clause is denied."""

    def key(self, word: str, /) -> str:
        """What all forms and synonyms of a word have in common."""

    def read_facts(self, sentence: str, parties: Parties, /) -> Iterator[Fact]:
        """The facts between entities that one sentence states."""


@cache
def pack(language: Language) -> Pack:
    """The pack of a language."""
    return cast(Pack, import_module(f"{__name__}.{language.value}"))

"""A language's pack: its word lists, and the code that reads what no list can.

A pack is a folder named by the language's code, with lists that `graphmem.language.wordlists` reads ("tr/stopwords")
and, where it has code, a module with the functions of `Pack`. Lists that it lacks are the English ones.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from importlib import import_module
from importlib.resources import files
from typing import TYPE_CHECKING, Protocol, cast

from graphmem.model.language import Language

if TYPE_CHECKING:  # which are read with a pack
    from graphmem.language.contradiction.statement import Statement
    from graphmem.language.contradiction.tokens import Token, Written
    from graphmem.language.statements.parties import Parties
    from graphmem.model.entity import Statement as Fact


class Pack(Protocol):
    """The functions of one language's module."""

    def read_statement(self, text: str, /) -> Statement:
        """Return a text's subject, content and polarity, and whether it is ended or new."""

    def scan(self, text: str, /) -> tuple[list[Written], list[Token]]:
        """Return the words of a text, and its content words with their keys."""

    def denies(self, clause: Sequence[Written], /) -> bool:
        """Whether a clause is denied."""

    def key(self, word: str, /) -> str:
        """Return the common key of all forms and synonyms of a word."""

    def read_facts(self, sentence: str, parties: Parties, /) -> Iterator[Fact]:
        """Return the facts between entities that one sentence states."""


@cache
def pack(language: Language) -> Pack:
    """Return the pack of a language; the English one reads where a pack has no code."""
    has_code = files(__name__).joinpath(language.value, "__init__.py").is_file()
    return cast(Pack, import_module(f"{__name__}.{language.value if has_code else Language.EN.value}"))

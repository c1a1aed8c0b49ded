"""Alignment of the words of two statements: shared ones, and ones that stand in each other's place."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from graphmem.language.contradiction.statement import Statement
from graphmem.language.contradiction.tokens import Kind, Token
from graphmem.model.language import Language

_SAME_BEGINNING = 5
"""First letters that two forms of a Turkish word share.
Five do as well as a lemmatiser in retrieval (Can et al., JASIST 59(3), 2008)."""


@dataclass(frozen=True, slots=True)
class Alignment:
    """The shared tokens in the old statement's form, and those of one statement only; without subjects."""

    shared: tuple[Token, ...]
    only_old: tuple[Token, ...]
    only_new: tuple[Token, ...]


def align(old: Statement, new: Statement) -> Alignment:
    """Pair the words of two contents, each at most once."""
    return align_tokens(old.content, new.content, new.language)


def align_tokens(old: Iterable[Token], new: Iterable[Token], language: Language) -> Alignment:
    """Pair the words of two lists, each at most once."""
    left = list(new)
    shared: list[Token] = []
    only_old: list[Token] = []
    for token in old:
        twin = next((other for other in left if is_same(token, other, language)), None)
        if twin is None:
            only_old.append(token)
        else:
            left.remove(twin)
            shared.append(token)
    return Alignment(tuple(shared), tuple(only_old), tuple(left))


def is_same(one: Token, other: Token, language: Language) -> bool:
    """Whether two tokens are forms or synonyms of one word.

    Numbers and dates are the same only when equal.
    """
    if one.key == other.key:
        return True
    if language is not Language.TR or Kind.WORD not in (one.kind, other.kind) or one.is_verb != other.is_verb:
        return False
    if one.kind in (Kind.NUMBER, Kind.DATE) or other.kind in (Kind.NUMBER, Kind.DATE):
        return False
    beginning = one.folded[:_SAME_BEGINNING]
    return len(beginning) == _SAME_BEGINNING and other.folded.startswith(beginning)


def same_subject(old: Statement, new: Statement) -> bool:
    """Whether both are about the same person or thing. A new statement may name a thing by fewer words."""
    if old.subject == new.subject:
        return True
    pairs = align_tokens(old.subject_tokens, new.subject_tokens, new.language)
    if not pairs.only_old and not pairs.only_new and pairs.shared:
        return True
    told_apart = any(token.kind is not Kind.WORD for token in pairs.only_old)
    return bool(pairs.shared) and not pairs.only_new and not told_apart and new.changed

"""A statement as the rules compare it, whatever its language."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from graphmem.language.contradiction.tokens import Kind, Token
from graphmem.model.language import Language

USER = "user"
"""The subject of what the owner says of themselves, in the first person or as "User"."""


@dataclass(frozen=True)
class Statement:
    """Who, what and whether it is denied.

    `subject` are the keys of whom or what it is about, {"user"} for the owner; the owner's things go without the
    owner ("my car", "User's car" and "the car" are {"car"}). `content` is what is said of it, without what only colours
    a statement. `rejected` is what the text itself gives up for something else ("Vite instead of webpack": webpack).
    `main` is the key of the verb that the subject goes with. `negative` denies the content, `quits` says that it has
    ended, `changed` that it is new, `past` that it happened once, `is_copular` that something is something, `definite`
    that it is the one ("the lead"), `owned` that the text calls the subject the owner's, `has_one` that it has the
    Turkish "bir", which may be "a" or "one", `vague` that it points at something without a name ("has read that").
    """

    language: Language
    subject: frozenset[str]
    subject_tokens: tuple[Token, ...]
    content: tuple[Token, ...]
    rejected: tuple[Token, ...] = ()
    main: str = ""
    negative: bool = False
    quits: bool = False
    changed: bool = False
    past: bool = False
    is_copular: bool = False
    definite: bool = False
    owned: bool = False
    has_one: bool = False
    vague: bool = False
    said_in: Language | None = None
    """The language of the words, where the keys are of another."""

    @cached_property
    def verbs(self) -> frozenset[str]:
        """What is done: the keys of the verbs."""
        return frozenset(token.key for token in self.content if token.is_verb)

    @cached_property
    def things(self) -> tuple[Token, ...]:
        """The content without its verbs."""
        return tuple(token for token in self.content if not token.is_verb)

    @cached_property
    def bag(self) -> frozenset[str]:
        """All keys, those of the subject too; what is rejected is marked, so that "a over b" is not "b over a"."""
        rejected = frozenset(f"-{token.key}" for token in self.rejected)
        return self.subject | {token.key for token in self.content} | rejected

    def of_kind(self, kind: Kind) -> frozenset[str]:
        """The keys of all tokens of a kind, wherever they stand."""
        tokens = (*self.subject_tokens, *self.content, *self.rejected)
        return frozenset(token.key for token in tokens if token.kind is kind)

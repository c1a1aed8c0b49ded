"""A statement in the form that the rules compare, whatever its language."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from graphmem.language.contradiction.tokens import Kind, Token
from graphmem.model.language import Language

USER = "user"
"""The subject of owners' statements about themselves, in the first person or as "User"."""


@dataclass(frozen=True)
class Statement:
    """The subject, the content and the polarity of a text.

    `subject` has the keys of the person or thing, {"user"} for the owner; the owner's things go without the owner ("my
    car", "User's car" and "the car" are {"car"}). `content` is the predicate without words that only colour it.
    `rejected` are words that the text gives up for others ("Vite instead of webpack": webpack). `main` is the key of
    the subject's verb. `negative`: the content is denied; `quits`: it has ended; `changed`: it is new; `past`: it
    happened once; `is_copular`: something is something; `definite`: "the lead"; `owned`: the text calls the subject the
    owner's; `has_one`: Turkish "bir", which may be "a" or "one"; `vague`: it points at something without a name ("has
    read that").
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
    """The language of the words, if the keys are of another."""

    @cached_property
    def verbs(self) -> frozenset[str]:
        """The keys of the verbs."""
        return frozenset(token.key for token in self.content if token.is_verb)

    @cached_property
    def things(self) -> tuple[Token, ...]:
        """The content without its verbs."""
        return tuple(token for token in self.content if not token.is_verb)

    @cached_property
    def bag(self) -> frozenset[str]:
        """The keys of content and subject; rejected ones are marked, so that "a over b" is not "b over a"."""
        rejected = frozenset(f"-{token.key}" for token in self.rejected)
        return self.subject | {token.key for token in self.content} | rejected

    def of_kind(self, kind: Kind) -> frozenset[str]:
        """Return the keys of all tokens of a kind, wherever they stand."""
        tokens = (*self.subject_tokens, *self.content, *self.rejected)
        return frozenset(token.key for token in tokens if token.kind is kind)

"""Who or what one has of one's own: "who is my GP?", "aile hekimim kim?" is answered by what names that role with its
holder, in either language: "my GP is Dr Patel", "Pelin Hanım is our doctor", "aile hekimim Dr. Pelin Tuna"."""

from __future__ import annotations

from functools import lru_cache

from graphmem.language.question.roles import english, turkish
from graphmem.language.question.roles.kinds import Role, kind_of
from graphmem.model.language import Language

__all__ = ["Role", "kind_of", "names_role", "role_asked", "words_of"]

SOME = 3
"""Names by which a role is looked for in each language."""


@lru_cache(maxsize=512)
def role_asked(query: str, language: Language) -> Role | None:
    """The role of one's own whose holder a question asks for; None for what asks for no such thing. What few words are
    taken for another language is read in both."""
    if language is Language.EN:
        return english.asked(query) or turkish.asked(query)
    return turkish.asked(query) or english.asked(query)


@lru_cache(maxsize=2_048)
def names_role(role: Role, text: str) -> bool:
    """Whether a speaker tells who or what holds that role for them, in either language."""
    return english.names(role, text) or turkish.names(role, text)


def words_of(role: Role | None) -> str:
    """How a role is called, in the words in which it is told; "" of none."""
    if role is None:
        return ""
    liked = "favourite " if role.liked else ""
    return ", ".join((*(f"my {liked}{name}" for name in role.english[:SOME]), *role.turkish[:SOME]))

"""Role of a speaker. A named person is a user: in a chat between people, memory is about both."""

from __future__ import annotations

import re
from functools import cache

from graphmem.language.turkish import fold
from graphmem.language.wordlists import lines
from graphmem.model.transcript import Role

_MODEL_NAME = re.compile(r"(?:chat)?gpt[-\s]?\d|(?:claude|gemini|llama)[-\s][\w.]")


def role_of(speaker: str, declared: str | None = None) -> Role:
    """Return the role that a source declares, else the one of its speaker's name.

    An unknown declared role ("host") is OTHER; an unknown name without a declaration is a person and therefore USER.
    """
    if declared is not None:
        return _named(declared) or Role.OTHER
    return _named(speaker) or Role.USER


def is_role_name(label: str) -> bool:
    """Whether a label is a role's name ("User", "Asistan") rather than a person's."""
    return _named(label) is not None


@cache
def _named(label: str) -> Role | None:
    folded = fold(label).strip()
    if _MODEL_NAME.match(folded):
        return Role.ASSISTANT
    return _names().get(folded)


@cache
def _names() -> dict[str, Role]:
    rows = (line.partition(":") for line in lines("roles"))
    return {name: Role(role) for role, _, names in rows for name in names.split()}

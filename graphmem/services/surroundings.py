"""Surroundings of a procedure: a project, and versions of tools as words that cannot act on a prompt."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from graphmem.errors import InvalidInputError
from graphmem.model.procedure import Surroundings
from graphmem.model.project import mark_of

MOST_TOOLS = 10
LONGEST = 40
"""Characters of a tool's name, and of its version."""

_WORD = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._-+@/")


def surroundings(project: str | None, tools: Mapping[str, str] | None) -> Surroundings:
    """The surroundings with tools by name.
    Raises InvalidInputError for a project without a name, and for a tool or version of more than one word."""
    told = sorted((tools or {}).items())
    wrong = [one for pair in told for one in pair if not _is_word(one)]
    if wrong or len(told) > MOST_TOOLS:
        raise InvalidInputError(
            f"{str(wrong[0])[:60]!r} names no tool and no version." if wrong else f"{len(told)} tools are named.",
            field="tools",
            remedy=f"Name at most {MOST_TOOLS} with their versions, a word each, like node and 22.3.",
        )
    return Surroundings(mark_of(project), tuple(told))


def step_of(step: int | str | None, steps: Sequence[str]) -> int | None:
    """The number of a step, from 1, by number or text. Raises InvalidInputError for an unknown step."""
    if step is None or step == "":
        return None
    told = str(step).strip().rstrip(".")
    number = int(told) if told.isascii() and told.isdecimal() and len(told) < 4 else None
    if number is None:
        same = [at for at, one in enumerate(steps, start=1) if one.rstrip(".").casefold() == told.casefold()]
        number = same[0] if same else 0
    if not 1 <= number <= len(steps):
        raise InvalidInputError(
            f"{str(step)[:80]!r} is no step of this version.",
            field="step",
            remedy=f"Give a number from 1 to {len(steps)}, or the text of a step.",
        )
    return number


def _is_word(text: object) -> bool:
    return isinstance(text, str) and 0 < len(text) <= LONGEST and set(text) <= _WORD

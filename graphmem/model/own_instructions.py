"""The owner's instructions on what to remember: a text for a model, examples for the encoder."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from graphmem.errors import InvalidInputError

LONGEST_TEXT = 2_000
LEAST_EXAMPLES, MOST_EXAMPLES = 3, 20
LONGEST_EXAMPLE = 200

KEEP, NEVER = "+", "-"
"""Prefix of a line with an example of what is kept, or of what never is."""


@dataclass(frozen=True, slots=True)
class Instructions:
    """A `text` for a reading model, and examples of statements to `keep` and to `never` keep."""

    text: str = ""
    keep: tuple[str, ...] = ()
    never: tuple[str, ...] = ()


def read_instructions(given: Any) -> dict[str, Any] | None:
    """Instructions as sent or typed: lines with + are kept, those with - never, the rest is the text.

    None for none. Raises InvalidInputError that names what is out of bounds.
    """
    told = dict(_typed(given)) if isinstance(given, str) else given
    if not isinstance(told, Mapping) or not told.keys() <= {"text", "keep", "never"}:
        raise _wrong(f"instructions is {str(given)[:60]!r}.", remedy="Give text, keep and never.")
    text = str(told.get("text") or "").strip()
    if len(text) > LONGEST_TEXT:
        raise _wrong(f"The text has {len(text):,} characters.", remedy=f"Write at most {LONGEST_TEXT:,}.")
    sides = {side: _examples(side, told.get(side) or ()) for side in ("keep", "never")}
    if any(sides.values()):
        for side, examples in sides.items():
            if not LEAST_EXAMPLES <= len(examples) <= MOST_EXAMPLES:
                raise _wrong(
                    f"instructions have {len(examples)} examples of {side}.",
                    remedy=f"Give {LEAST_EXAMPLES} to {MOST_EXAMPLES} of keep (+) and as many of never (-), or none.",
                )
    kept = {name: value for name, value in ({"text": text} | sides).items() if value}
    return kept or None


def said_instructions(told: Mapping[str, Any]) -> str:
    """The instructions as lines that can be typed."""
    examples = [f"{sign} {one}" for sign, side in ((KEEP, "keep"), (NEVER, "never")) for one in told.get(side, ())]
    return "\n".join([*filter(None, [told.get("text", "")]), *examples])


def _typed(text: str) -> Iterator[tuple[str, Any]]:
    lines = [line.strip() for line in text.splitlines()]
    yield "text", "\n".join(line for line in lines if line[:1] not in (KEEP, NEVER)).strip()
    for sign, side in ((KEEP, "keep"), (NEVER, "never")):
        yield side, [line[1:].strip() for line in lines if line[:1] == sign]


def _examples(side: str, given: Any) -> list[str]:
    if isinstance(given, str) or not isinstance(given, Sequence):
        raise _wrong(f"The examples of {side} are {str(given)[:60]!r}.", remedy="Write a list of statements.")
    found = [" ".join(str(one).split()) for one in given]
    if wrong := next((one for one in found if not 0 < len(one) <= LONGEST_EXAMPLE), None):
        raise _wrong(
            f"The example {wrong[:40]!r} has {len(wrong)} characters.", remedy=f"Write 1 to {LONGEST_EXAMPLE}."
        )
    return [*dict.fromkeys(one for one in found if one)]


def _wrong(message: str, *, remedy: str) -> InvalidInputError:
    return InvalidInputError(message, field="instructions", remedy=remedy)

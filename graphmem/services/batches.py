"""Several messages in one call."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any

from graphmem.errors import InvalidInputError
from graphmem.model.observation import Observation
from graphmem.verbs import arguments_of

MOST_MESSAGES = 50


def require_some(count: int) -> None:
    """Raise InvalidInputError for no message, or for more than one call takes."""
    if not 1 <= count <= MOST_MESSAGES:
        raise InvalidInputError(
            f"inputs has {count} messages.", field="inputs", remedy=f"Send 1 to {MOST_MESSAGES} in one request."
        )


async def observe_each(
    observe: Callable[..., Awaitable[Observation]], inputs: Sequence[Mapping[str, Any]], *, dry_run: bool
) -> list[Observation | InvalidInputError]:
    """Observe messages in order, each as context of the next.

    An invalid message gets its error in its place, with the field in `inputs.N`. Raises InvalidInputError for none or
    too many.
    """
    require_some(len(inputs))
    known = {one.name for one in arguments_of(observe)} - {"dry_run"}
    return [
        await _observed(observe, one, known, f"inputs.{place}", dry_run=dry_run) for place, one in enumerate(inputs)
    ]


async def _observed(
    observe: Callable[..., Awaitable[Observation]],
    given: Mapping[str, Any],
    known: set[str],
    place: str,
    *,
    dry_run: bool,
) -> Observation | InvalidInputError:
    try:
        if strange := sorted(given.keys() - known):
            raise InvalidInputError(
                f"A message has no {strange[0]!r}.", field=strange[0], remedy=f"Give {', '.join(sorted(known))}."
            )
        if not isinstance(given.get("text"), str):
            raise InvalidInputError("A message has no text.", field="text", remedy="Give each message a text.")
        return await observe(**given, dry_run=dry_run)
    except InvalidInputError as error:
        error.field = f"{place}.{error.field}"
        return error

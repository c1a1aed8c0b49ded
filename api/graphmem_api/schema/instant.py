"""From when memory is read, as a request says it."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated

import strawberry

from graphmem.model import instant as model
from graphmem.services.instants import read_at


@strawberry.input(
    name="AsOf",
    description="What was true at `validAt`, as it was known at `knownAt`. Without `knownAt` it is what is known now, "
    "without `validAt` what was believed then about that very moment, with neither it is the present.",
)
class AsOfInput:
    valid_at: datetime | None = strawberry.field(
        default=None, description="Like 2026-05-08T13:56:00Z; without a zone it is UTC, a bare date is its midnight."
    )
    known_at: datetime | None = strawberry.field(default=None, description="As `validAt`.")
    timeline: bool = strawberry.field(
        default=False, description="What is over, too: all that was ever true. Not together with `validAt`."
    )


AsOf = Annotated[AsOfInput | None, strawberry.argument(description="From when it is read; the present when missing.")]


def instant(given: AsOfInput | None) -> model.AsOf:
    """The reading of time that was asked for. Raises InvalidInputError, which names the field within `asOf`."""
    return model.PRESENT if given is None else read_at(given.valid_at, given.known_at, timeline=given.timeline)

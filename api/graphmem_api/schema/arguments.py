"""What the arguments of several fields are, and mean."""

from __future__ import annotations

from typing import Annotated

import strawberry

OfProject = Annotated[
    str | None,
    strawberry.argument(
        description="The project at work on which this is asked, by its name in observe: what was told at work on "
        "another one is left out, what was told at work on none is not."
    ),
]
FilePath = Annotated[
    str | None,
    strawberry.argument(
        description="A file, relative to what the globs are: only memories whose scope covers it, or that have none."
    ),
]
PointerText = Annotated[
    str, strawberry.argument(description="Like § W-042/R-11/D-007; the sign and leading zeros may be missing.")
]
MemoryId = Annotated[
    str,
    strawberry.argument(
        description="Of a memory, as `memories` gives it, or the start of its id; 12 digits or more to change it."
    ),
]

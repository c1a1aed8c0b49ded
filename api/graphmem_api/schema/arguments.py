"""Arguments that several fields share, with their descriptions."""

from __future__ import annotations

from typing import Annotated

from strawberry import argument

REPEATED = (
    "1 to 200 characters of the sender's, anew for each request, such as a UUID. Who hears no answer repeats the "
    "request with its key: within a day it is answered as before and writes nothing. The key of another request is "
    "refused."
)
"""The safe repetition of requests, as every input that takes a key describes it."""

OF_PROJECT = "What it is said at work on, for example a repository's name; other projects it does not concern."

OfProject = Annotated[
    str | None,
    argument(
        "The project at work on which this is asked, by its name in observe: what was told at work on "
        "another one is left out, what was told at work on none is not."
    ),
]
FilePath = Annotated[
    str | None,
    argument("A file, relative to what the globs are: only memories whose scope covers it, or that have none."),
]
PointerText = Annotated[str, argument("Like § W-042/R-11/D-007; the sign and leading zeros may be missing.")]
MemoryId = Annotated[
    str, argument("Of a memory, as `memories` gives it, or the start of its id; 12 digits or more to change it.")
]

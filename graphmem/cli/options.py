"""Options that several commands share."""

from __future__ import annotations

from typing import Annotated

import typer

OwnerOption = Annotated[str | None, typer.Option("--owner", "-o", help="Whose memory; GRAPHMEM_OWNER by default.")]
JsonFlag = Annotated[bool, typer.Option("--json", help="One JSON document instead of a table.")]
AsOfOption = Annotated[
    str | None,
    typer.Option("--as-of", metavar="DATE", help="What was true then, like 2026-05-08 (its midnight, UTC) or a time."),
]
KnownAtOption = Annotated[str | None, typer.Option("--known-at", metavar="DATE", help="As it was known then.")]
TimelineFlag = Annotated[bool, typer.Option("--timeline", help="What is over, too: all that was ever true.")]
ContextFlag = Annotated[bool, typer.Option("--context", help="Only the block for an agent's prompt.")]

AS_OF = ("--as-of", "--known-at", "--timeline")
"""How complaints about a moment name these options."""

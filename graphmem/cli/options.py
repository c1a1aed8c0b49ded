"""Options that several commands share."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from graphmem.errors import NotFoundError


def existing(path: Path | None) -> Path | None:
    """The file, before anything is started for it. Raises NotFoundError when there is none."""
    if path is not None and not path.exists():
        raise NotFoundError(f"{path} does not exist.", field="file", remedy="Check the path.")
    return path


def all_existing(paths: list[Path] | None) -> list[Path] | None:
    """The files, before anything is started for them. Raises NotFoundError where one is none."""
    for path in paths or ():
        existing(path)
    return paths


def given_files(told: str) -> Any:
    """An option that names files which must be there; it may be repeated."""
    return typer.Option(callback=all_existing, help=told)


def given_file(told: str) -> Any:
    """An option that names a file which must be there."""
    return typer.Option(callback=existing, help=told)


def asked_for(owner: str | None) -> str | None:
    """The owner's name, before anything is started for it. Raises InvalidInputError for what is no name."""
    if owner is not None:
        from graphmem.model.palace import Owner

        Owner.named(owner)
    return owner


OwnerOption = Annotated[
    str | None,
    typer.Option("--owner", "-o", callback=asked_for, help="Whose memory; GRAPHMEM_OWNER by default."),
]
ProjectOption = Annotated[
    str | None, typer.Option("--project", help="What it is said at work on; other projects it does not concern.")
]
AskedProjectOption = Annotated[
    str | None,
    typer.Option("--project", help="What it is asked at work on: what was said at work on another one is left out."),
]
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

"""Options that several commands share."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from graphmem.errors import NotFoundError


def existing(path: Path | None) -> Path | None:
    """The file, checked before Neo4j starts. Raises NotFoundError if it is missing."""
    if path is not None and not path.exists():
        raise NotFoundError(f"{path} does not exist.", field="file", remedy="Check the path.")
    return path


def given_file(told: str) -> Any:
    """An option of an existing file."""
    return typer.Option(callback=existing, help=told)


def asked_for(owner: str | None) -> str | None:
    """The owner's name, checked before Neo4j starts. Raises InvalidInputError for an invalid name."""
    if owner is not None:
        from graphmem.model.palace import Owner

        Owner.named(owner)
    return owner


OwnerOption = Annotated[
    str | None,
    typer.Option("--owner", "-o", callback=asked_for, help="The owner of the memory; GRAPHMEM_OWNER by default."),
]
AskedProjectOption = Annotated[
    str | None,
    typer.Option("--project", help="The project at work: memories of other projects are left out."),
]
JsonFlag = Annotated[bool, typer.Option("--json", help="One JSON document instead of a table.")]
AsOfOption = Annotated[
    str | None,
    typer.Option("--as-of", metavar="DATE", help="Facts valid then, like 2026-05-08 (its midnight, UTC) or a time."),
]
KnownAtOption = Annotated[str | None, typer.Option("--known-at", metavar="DATE", help="As recorded by then.")]
TimelineFlag = Annotated[bool, typer.Option("--timeline", help="Include ended facts: the whole valid time.")]
ContextFlag = Annotated[bool, typer.Option("--context", help="Print only the block for an agent's prompt.")]

AS_OF = ("--as-of", "--known-at", "--timeline")
"""The names of these options in errors about a moment."""

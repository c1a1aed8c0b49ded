"""Options of existing files, which may be repeated."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import typer

from graphmem.cli.options import existing


def all_existing(paths: list[Path] | None) -> list[Path] | None:
    """The files, checked before Neo4j starts. Raises NotFoundError if one is missing."""
    for path in paths or ():
        existing(path)
    return paths


def given_files(told: str) -> Any:
    """An option of existing files; it may be repeated."""
    return typer.Option(callback=all_existing, help=told)

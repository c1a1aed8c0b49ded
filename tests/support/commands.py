"""The commands of the command line, to check those that documents name."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import typer

from graphmem.cli.app import app


def is_command(words: Sequence[str]) -> bool:
    """Whether `graphmem WORDS …` is a command: words after a complete one are its arguments."""
    command: object = typer.main.get_command(app)
    for word in words:
        inside = getattr(command, "commands", None)
        if not isinstance(inside, Mapping):
            return True
        if word not in inside:
            return False
        command = inside[word]
    return getattr(command, "commands", None) is None or bool(getattr(command, "invoke_without_command", False))

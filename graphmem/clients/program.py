"""The command by which another program starts this graphmem, and its recognition."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Sequence
from pathlib import Path, PurePath

MODULE = "graphmem.cli.entry"


def program() -> list[str]:
    """The words that start this installation, with absolute paths, since clients have a PATH of their own."""
    beside = Path(sys.executable).with_name("graphmem")
    found = str(beside) if beside.exists() else shutil.which("graphmem")
    return [found] if found else [sys.executable, "-m", MODULE]


def is_program(words: Sequence[str]) -> bool:
    """Whether `program` made these words, in this installation or another."""
    by_name = len(words) == 1 and PurePath(words[0]).name == "graphmem"
    return by_name or list(words[1:]) == ["-m", MODULE]

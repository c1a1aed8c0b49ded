"""Puts a finished folder in its place, between processes that make the same one at the same time."""

from __future__ import annotations

import fcntl
import os
import shutil
from collections.abc import Callable
from pathlib import Path


def settle(draft: Path, target: Path, is_whole: Callable[[Path], bool]) -> None:
    """Rename `draft` to `target` in the same folder, in place of what is half there; nothing where it is whole already.

    Without the lock one maker's look at what is half there would be followed by the deletion of what another has put
    there since. Blocking. Raises OSError.
    """
    folder = os.open(target.parent, os.O_RDONLY | os.O_CLOEXEC)
    try:
        fcntl.flock(folder, fcntl.LOCK_EX)
        if is_whole(target):
            return
        if target.exists():
            shutil.rmtree(target)
        draft.rename(target)
    finally:
        os.close(folder)

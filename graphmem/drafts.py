"""Puts finished files and folders in their place, between processes that make the same one."""

from __future__ import annotations

import contextlib
import fcntl
import os
import secrets
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

from graphmem.errors import InvalidInputError


def to_be_made(target: Path) -> None:
    """Refuse a file that exists, or whose folder is missing, before anything is started or stopped for it.

    Blocking. Raises InvalidInputError.
    """
    if os.path.lexists(target):
        raise InvalidInputError(f"{target} exists.", field="file", remedy="Name a file that does not.")
    if not target.parent.is_dir():
        raise InvalidInputError(
            f"There is no folder {target.parent} to write {target.name} in.",
            field="file",
            remedy="Create the folder, or name a file in another one.",
        )


def draft_of(target: Path) -> Path:
    """A name beside a file for one maker's draft, so that two makers do not write into each other's."""
    return target.with_name(f"{target.name}.{os.getpid()}-{secrets.token_hex(3)}.part")


@contextlib.contextmanager
def drafted(target: Path) -> Iterator[Path]:
    """A path to write to; the file is put in place once it is whole, and an incomplete one is removed.

    Blocking. Raises OSError.
    """
    draft = draft_of(target)
    try:
        yield draft
        draft.replace(target)
    finally:
        with contextlib.suppress(OSError):
            draft.unlink()


def settle(draft: Path, target: Path, is_whole: Callable[[Path], bool]) -> None:
    """Rename `draft` to `target` in the same folder, over an incomplete one; do nothing if it is whole.

    Without the lock one maker could find an incomplete target, and then delete the whole one that another has put there
    since. Blocking. Raises OSError.
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

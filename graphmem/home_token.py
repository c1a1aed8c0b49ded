"""The token of a home: only the user of the memory can read its file, nobody else of this machine.

A port of 127.0.0.1 is open to every user of a machine and says nothing about who asks; a file of mode 0600 does.
"""

from __future__ import annotations

import os
import secrets
import stat
from contextlib import suppress
from pathlib import Path

from graphmem.config import Settings
from graphmem.errors import ConfigurationError

PREFIX = "gl_"
"""The prefix of the token; issued keys, whose owner the store knows, have `gm_…`."""

_LONGEST = 200


def file_of(settings: Settings) -> Path:
    """The path of the token."""
    return settings.home / "token"


def read(settings: Settings) -> str | None:
    """The token, None if there is none that this user can read.

    Raises ConfigurationError if others may read it, too, or it is invalid.
    """
    try:
        return _read(file_of(settings))
    except OSError:
        return None


def ensure(settings: Settings) -> str:
    """The token, made at the first call. Two processes that make it at once get the same one.

    Raises ConfigurationError if others may read it or it is invalid, OSError if the home cannot be used.
    """
    path = file_of(settings)
    try:
        return _read(path)
    except FileNotFoundError:
        _make(path)
        return _read(path)


def tightened(settings: Settings) -> str | None:
    """Close a home that other users can read; returns a note, None if it was closed before.

    Only a directory of this very user is changed. Raises OSError if it cannot be.
    """
    home = file_of(settings).parent
    if os.name != "posix" or not home.is_dir():
        return None
    found = home.stat()
    mode = stat.S_IMODE(found.st_mode)
    if not mode & 0o077 or found.st_uid != os.getuid():
        return None
    home.chmod(mode & 0o700)
    return f"{home} was open to other users of this machine (mode {mode:04o}); now it is {mode & 0o700:04o}."


def _read(path: Path) -> str:
    with path.open("rb") as file:
        mode = stat.S_IMODE(os.fstat(file.fileno()).st_mode)
        found = file.read(_LONGEST).decode("ascii", "replace").strip()
    remedy = f"Delete it (rm {path}): the next start makes another one, which nobody has seen."
    if mode & 0o077:
        raise ConfigurationError(f"{path} is open to other users of this machine (mode {mode:04o}).", remedy=remedy)
    if not found.startswith(PREFIX):
        raise ConfigurationError(f"{path} holds no token.", remedy=remedy)
    return found


def _make(path: Path) -> None:
    """Write a token beside the file and rename it unless another process was first.

    So nobody reads half of one.
    """
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    draft = path.with_name(f"token.{secrets.token_hex(4)}")
    descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    try:
        with os.fdopen(descriptor, "w", encoding="ascii") as file:
            file.write(PREFIX + secrets.token_urlsafe(32))
            file.flush()
            os.fsync(descriptor)
        with suppress(FileExistsError):
            path.hardlink_to(draft)
    finally:
        draft.unlink(missing_ok=True)

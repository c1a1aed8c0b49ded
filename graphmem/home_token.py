"""The token of a home: who can read its file is the user whose memory it is, and nobody else of this machine.

A port of 127.0.0.1 is open to every user of a machine and says nothing about who asks; a file of mode 0600 does.
"""

from __future__ import annotations

import os
import secrets
from pathlib import Path

from graphmem.config import Settings

PREFIX = "gl_"
"""Tells it apart from an issued key, `gm_…`, of which the store knows the owner."""


def file_of(settings: Settings) -> Path:
    """Where the token lies."""
    return settings.home / "token"


def read(settings: Settings) -> str | None:
    """The token, None when there is none yet."""
    try:
        return file_of(settings).read_text("ascii").strip() or None
    except (FileNotFoundError, UnicodeDecodeError):
        return None


def ensure(settings: Settings) -> str:
    """The token, made at the first call. Of two processes that make it at once, both get the one that stays."""
    path = file_of(settings)
    if (found := read(settings)) is None:
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        draft = path.with_name(f"token.{secrets.token_hex(4)}")
        descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(descriptor, "w", encoding="ascii") as file:
            file.write(PREFIX + secrets.token_urlsafe(32))
        if path.exists() and read(settings) is None:
            draft.replace(path)  # an empty file, or one of other bytes: what a racing process makes is whole
        else:
            _keep_first(draft, path)
        found = path.read_text("ascii").strip()
    path.chmod(0o600)
    return found


def _keep_first(draft: Path, path: Path) -> None:
    """Give the draft its name unless another process was first; nobody ever reads half a token."""
    try:
        path.hardlink_to(draft)
    except FileExistsError:
        pass
    finally:
        draft.unlink()

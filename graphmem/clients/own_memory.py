"""The memory of Claude Code itself: people write CLAUDE.md, the client writes MEMORY.md."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from graphmem.clients.files import read

ABOUT = (
    "Claude Code has a memory of its own: it reads CLAUDE.md and the first 200 lines of MEMORY.md when a session "
    "starts, and follows them where hooks say something else. MEMORY.md is the client's own."
)


@dataclass(frozen=True, slots=True)
class OwnFile:
    """A file of the client's memory with its text; `of_project` if it is about this project alone."""

    path: Path
    text: str
    of_project: bool


def config_folder(home: Path, environment: Mapping[str, str]) -> Path:
    """The folder of the client's settings."""
    return Path(environment.get("CLAUDE_CONFIG_DIR") or home / ".claude")


def files(home: Path, folder: Path, environment: Mapping[str, str]) -> list[OwnFile]:
    """The files that the client reads for a session in this folder, without empty ones.

    Raises InvalidInputError for binary content.
    """
    config = config_folder(home, environment)
    found = [(config / "CLAUDE.md", False), *((path, True) for path in _of_project(config, home, folder))]
    texts = ((path, read(path), of_project) for path, of_project in found)
    return [OwnFile(path, text, of_project) for path, text, of_project in texts if text and text.strip()]


def _of_project(config: Path, home: Path, folder: Path) -> Iterator[Path]:
    at = folder.absolute()
    if at in {home, Path(at.anchor)}:
        return
    for root in (at, *at.parents):
        if root in {home, Path(at.anchor)}:
            root = at  # in no repository
            break
        if (root / ".git").exists():
            break
    yield from (root / "CLAUDE.md", root / ".claude" / "CLAUDE.md", root / "CLAUDE.local.md")
    kept = config / "projects" / re.sub(r"[^A-Za-z0-9]", "-", str(root)) / "memory"
    yield from sorted(kept.glob("*.md"))

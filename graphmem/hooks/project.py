"""The project that a client works on, by the folder of its start."""

from __future__ import annotations

import os

from graphmem.hooks.known_projects import known_as

MOST_CHARACTERS = 100
"""Characters of a project's name, as `graphmem.model.project` has it."""

_WORKTREE = "/.git/worktrees/"


def of_folder(folder: str) -> str:
    """The name of a folder's repository, or of the folder; "" for the user's home and a nameless one.

    Two folders of one name are two projects, and a moved one is the same (`known_projects`).
    """
    here = os.path.abspath(folder) if folder else ""
    return of_repository(folder) or ("" if here in {"", "/", os.path.expanduser("~")} else _name(here))


def of_repository(folder: str) -> str:
    """The name of a folder's repository, of the main one for a worktree; "" outside of any.

    GRAPHMEM_PROJECT goes before it, for two projects in folders of one name, or one in several.
    """
    if given := os.environ.get("GRAPHMEM_PROJECT", "").strip():
        return given[:MOST_CHARACTERS]
    here = os.path.abspath(folder) if folder else ""
    at, home = here, os.path.expanduser("~")
    while at not in {"", "/", home}:
        marked = os.path.join(at, ".git")
        if os.path.exists(marked):
            return _name(_main(marked) or at)
        parent = os.path.dirname(at)
        if parent == at:  # the root of a drive
            break
        at = parent
    return ""


def _main(marked: str) -> str:
    """The folder of the repository of this worktree; "" for none."""
    try:
        with open(marked, encoding="utf-8") as file:
            told = file.read(4_096).partition("gitdir:")[2].strip().replace(os.sep, "/")
    except (OSError, ValueError):  # a folder, as in a repository of its own
        return ""
    return told.partition(_WORKTREE)[0] if _WORKTREE in told else ""


def _name(folder: str) -> str:
    folder = folder.rstrip("/")
    name = os.path.basename(folder)
    return known_as(folder, name)[-MOST_CHARACTERS:] if any(map(str.isalnum, name)) else ""

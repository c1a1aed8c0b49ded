"""The record of projects and their folders: equal names stay apart, and moved folders keep theirs.

A file of the home names each project with its folders and the marks of its repository. The first project with a name
keeps it; a folder of the same name elsewhere is named after its parent folder, too. Without a writable home a project
has its folder's name alone.
"""

from __future__ import annotations

import fcntl
import json
import os
import re
import zlib

from graphmem.hooks.server import home

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

FILE = "projects.json"

MOST_FOLDERS, MOST_MARKS = 8, 6
"""Most folders and marks that one project keeps, the latest of them."""

_READ_BYTES = 65_536
_ORIGIN = re.compile(rb'\[remote "origin"\][^\[]*?\burl\s*=\s*(\S+)')


def known_as(folder: str, name: str) -> str:
    """The recorded name of a folder's project; a new one gets `name`, or a longer name if that is taken."""
    directory = home()
    try:
        marks = _marks(folder)
        projects = _read(directory)
        project = _find_project(projects, folder, marks)
        if project is not None and folder in project["folders"] and set(marks) <= set(project["marks"]):
            return str(project["name"])
        return _record(directory, folder, name, marks)
    except (OSError, ValueError, LookupError, TypeError):
        return name


def _record(directory: str, folder: str, name: str, marks: list[str]) -> str:
    """Record the project, and return its name.

    One process at a time does so. It reads the file again, which others may have changed.
    """
    lock = os.open(os.path.join(directory, f"{FILE}.lock"), os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    try:
        fcntl.flock(lock, fcntl.LOCK_EX)
        projects = _read(directory)
        project = _find_project(projects, folder, marks)
        if project is None:
            project = _project_named(projects, folder, name)
        project["folders"] = _latest(project["folders"], [folder], MOST_FOLDERS)
        project["marks"] = _latest(project["marks"], marks, MOST_MARKS)
        draft = os.path.join(directory, f"{FILE}.{os.getpid()}")
        with open(draft, "w", encoding="utf-8", opener=_open_private) as file:
            json.dump(projects, file, ensure_ascii=False, indent=1)
        os.replace(draft, os.path.join(directory, FILE))
        return str(project["name"])
    finally:
        os.close(lock)


def _find_project(projects: list[dict[str, Any]], folder: str, marks: list[str]) -> dict[str, Any] | None:
    """The project of the folder, or of lost folders with the same repository."""
    for project in projects:
        if folder in project["folders"]:
            return project
    moved = (project for project in projects if not set(marks).isdisjoint(project["marks"]) and not _exists(project))
    return next(moved, None)


def _project_named(projects: list[dict[str, Any]], folder: str, name: str) -> dict[str, Any]:
    """A new project under a name that no project with an existing folder has.

    A lost project of that name, none of whose folders exists, is taken up again.
    """
    above = os.path.dirname(folder)
    while (project := next((one for one in projects if _slug(one["name"]) == _slug(name)), None)) and _exists(project):
        if not os.path.basename(above):
            return project
        name, above = f"{os.path.basename(above)}/{name}", os.path.dirname(above)
    if project is None:
        projects.append(project := {"name": name, "folders": [], "marks": []})
    return project


def _exists(project: dict[str, Any]) -> bool:
    return any(map(os.path.isdir, project["folders"]))


def _slug(name: str) -> str:
    """The form of a name that tells projects apart: "hobby/api" and "hobby-api" are one."""
    return "".join(one if one.isalnum() else "-" for one in name.casefold())


def _latest(known: list[str], more: list[str], most: int) -> list[str]:
    return [*(one for one in known if one not in more), *more][-most:]


def _read(directory: str) -> list[dict[str, Any]]:
    """The recorded projects.

    OSError without a home, ValueError or LookupError for an invalid file.
    """
    try:
        with open(os.path.join(directory, FILE), encoding="utf-8") as file:
            records = json.load(file)
    except FileNotFoundError:
        return []
    return [{"name": one["name"], "folders": list(one["folders"]), "marks": list(one["marks"])} for one in records]


def _marks(folder: str) -> list[str]:
    """Marks of a repository wherever it lies: its origin and its first commit.

    They are digests, since an address may hold a password.
    """
    git = os.path.join(folder, ".git")
    if os.path.isfile(git):
        git = os.path.join(folder, _read_start(git).partition(b"gitdir:")[2].strip().decode("utf-8", "replace"))
    origin = _ORIGIN.search(_read_start(os.path.join(git, "config")))
    first = _read_start(os.path.join(git, "logs", "HEAD")).partition(b"\n")[0]
    return [f"{zlib.crc32(one):08x}-{len(one)}" for one in (origin[1] if origin else b"", first) if one]


def _read_start(path: str) -> bytes:
    try:
        with open(path, "rb") as file:
            return file.read(_READ_BYTES)
    except OSError:
        return b""


def _open_private(path: str, flags: int) -> int:
    return os.open(path, flags, 0o600)

"""Which folders are which projects: two of one name are two, and one that was moved or renamed stays what it was.

A file of the home names each project with the folders that it lay in and what its repository is known by. Who first has
a name keeps it; a folder of the same name elsewhere is told apart by the folder it lies in. Without a home that can be
written a project is called by its folder alone.
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
"""Of one project, the latest."""

_READ = 65_536
_ORIGIN = re.compile(rb'\[remote "origin"\][^\[]*?\burl\s*=\s*(\S+)')


def known_as(folder: str, name: str) -> str:
    """The name of the project in a folder, which is called `name` where nothing else is known of it."""
    directory = home()
    try:
        marks = _marks(folder)
        projects = _read(directory)
        found = _named(projects, folder, marks)
        if found is not None and folder in found["folders"] and set(marks) <= set(found["marks"]):
            return str(found["name"])
        return _noted(directory, folder, name, marks)
    except (OSError, ValueError, LookupError, TypeError):
        return name


def _noted(directory: str, folder: str, name: str, marks: list[str]) -> str:
    """The same, and keep it. One process at a time: what another one has noted meanwhile is read again."""
    lock = os.open(os.path.join(directory, f"{FILE}.lock"), os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    try:
        fcntl.flock(lock, fcntl.LOCK_EX)
        projects = _read(directory)
        found = _named(projects, folder, marks)
        if found is None:
            found = _called(projects, folder, name)
        found["folders"] = _latest(found["folders"], [folder], MOST_FOLDERS)
        found["marks"] = _latest(found["marks"], marks, MOST_MARKS)
        draft = os.path.join(directory, f"{FILE}.{os.getpid()}")
        with open(draft, "w", encoding="utf-8", opener=_private) as file:
            json.dump(projects, file, ensure_ascii=False, indent=1)
        os.replace(draft, os.path.join(directory, FILE))
        return str(found["name"])
    finally:
        os.close(lock)


def _named(projects: list[dict[str, Any]], folder: str, marks: list[str]) -> dict[str, Any] | None:
    """The project that lies in the folder, or that lay in others which are gone and has the same repository."""
    for project in projects:
        if folder in project["folders"]:
            return project
    moved = (one for one in projects if not set(marks).isdisjoint(one["marks"]) and not _is_there(one))
    return next(moved, None)


def _called(projects: list[dict[str, Any]], folder: str, name: str) -> dict[str, Any]:
    """A project by the name that no other one has which is still there; one that is gone has it back."""
    above = os.path.dirname(folder)
    while (other := next((one for one in projects if _slug(one["name"]) == _slug(name)), None)) and _is_there(other):
        if not os.path.basename(above):
            return other
        name, above = f"{os.path.basename(above)}/{name}", os.path.dirname(above)
    if other is None:
        projects.append(other := {"name": name, "folders": [], "marks": []})
    return other


def _is_there(project: dict[str, Any]) -> bool:
    return any(map(os.path.isdir, project["folders"]))


def _slug(name: str) -> str:
    """A name as projects are told apart by it: "hobby/api" and "hobby-api" are one."""
    return "".join(one if one.isalnum() else "-" for one in name.casefold())


def _latest(known: list[str], more: list[str], most: int) -> list[str]:
    return [*(one for one in known if one not in more), *more][-most:]


def _read(directory: str) -> list[dict[str, Any]]:
    """The projects that are known. OSError where there is no home, ValueError or LookupError for what is no such
    file."""
    try:
        with open(os.path.join(directory, FILE), encoding="utf-8") as file:
            told = json.load(file)
    except FileNotFoundError:
        return []
    return [{"name": one["name"], "folders": list(one["folders"]), "marks": list(one["marks"])} for one in told]


def _marks(folder: str) -> list[str]:
    """What a repository is known by wherever it lies: where it comes from, and how it began. As digests, since an
    address may hold a password."""
    git = os.path.join(folder, ".git")
    if os.path.isfile(git):
        git = os.path.join(folder, _begun(git).partition(b"gitdir:")[2].strip().decode("utf-8", "replace"))
    origin = _ORIGIN.search(_begun(os.path.join(git, "config")))
    first = _begun(os.path.join(git, "logs", "HEAD")).partition(b"\n")[0]
    return [f"{zlib.crc32(one):08x}-{len(one)}" for one in (origin[1] if origin else b"", first) if one]


def _begun(path: str) -> bytes:
    try:
        with open(path, "rb") as file:
            return file.read(_READ)
    except OSError:
        return b""


def _private(path: str, flags: int) -> int:
    return os.open(path, flags, 0o600)

"""The scope of a memory: file globs that limit it, and whether they match a file.

Globs work as in editors and `.gitignore`: `*` and `?` stay within a folder, `**` matches any number of folders, `{a,b}`
is either, `[ab]` one character, and dot files are files. A glob without a slash names a file in any folder; one that
ends with a slash is all of that folder. Case counts, and there is no negation.

Matching walks the folders once. Glob libraries make one regular expression, which a glob's author can write so that it
takes hours on some path, while nothing else of the process runs.
"""

from __future__ import annotations

from collections.abc import Sequence
from fnmatch import fnmatchcase
from functools import lru_cache
from posixpath import normpath

from graphmem.errors import InvalidInputError
from graphmem.language.transcripts.messages import MAX_NAME, usable_name

MOST_GLOBS = 50
"""File globs of one memory."""

MOST_FORMS = 100
"""Globs that one glob's braces may expand to: `{1..9999}` is a mistake or a joke."""

LONGEST_PATH = 4_096
"""Characters of a path, as on Linux."""

_ANY_FOLDERS = "**"
_KNOWN = 4_096
"""Parsed globs in the cache: a recall needs those of each of its candidates."""


def checked(scope: Sequence[str]) -> tuple[str, ...]:
    """The globs without repeats. Raises InvalidInputError for too many globs, or an unusable one."""
    globs = tuple(dict.fromkeys(scope))
    if len(globs) > MOST_GLOBS or any(usable_name(one) is None for one in globs):
        raise InvalidInputError(
            "scope has too many globs, or one that is empty or too long.",
            field="scope",
            remedy=f"Give at most {MOST_GLOBS} globs of 1 to {MAX_NAME} characters, like src/**/*.py.",
        )
    for one in globs:
        if not _forms(one):
            raise InvalidInputError(
                f"The braces of {one[:80]!r} cannot be read, or stand for more than {MOST_FORMS} globs.",
                field="scope",
                remedy="Write what they have in common with * or **.",
            )
    return globs


def covers(globs: Sequence[str], path: str | None) -> bool:
    """Whether a scope covers a file; an empty scope covers every file, and None stands for any file.

    The path is relative to the same folder as the globs, usually the project's.
    """
    if path is None or not globs:
        return True
    if len(path) > LONGEST_PATH:
        return False
    names = normpath(path).split("/")
    return any(_fits(names, parts) for one in globs for parts in _forms(one))


def _fits(names: Sequence[str], parts: Sequence[str]) -> bool:
    """Whether the parts of a glob, one after the other, match all names of a path."""
    reached = {0}
    for part in parts:
        if not reached:
            return False
        if part == _ANY_FOLDERS:
            reached = set(range(min(reached), len(names) + 1))
        else:
            reached = {at + 1 for at in reached if at < len(names) and fnmatchcase(names[at], part)}
    return len(names) in reached


@lru_cache(maxsize=_KNOWN)
def _forms(glob: str) -> tuple[tuple[str, ...], ...]:
    """The expansions of a glob, each split at its slashes; none if its braces are too many."""
    import bracex  # reads a table of Unicode names; most memories have no scope

    try:
        return tuple(_parts(form) for form in bracex.expand(glob, limit=MOST_FORMS))
    except (bracex.ExpansionLimitException, RecursionError):
        return ()


def _parts(form: str) -> tuple[str, ...]:
    folder = f"{form}{_ANY_FOLDERS}" if form.endswith("/") else form
    parts = normpath(folder).split("/")
    return (_ANY_FOLDERS, *parts) if len(parts) == 1 else tuple(parts)

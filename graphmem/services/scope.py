"""The scope of a memory: file globs it is limited to, and whether they cover a file.

As editors and `.gitignore` read them: `*` and `?` stay within a folder, `**` takes any number of folders or none,
`{a,b}` is either, `[ab]` one character, and files that begin with a dot are files. A glob without a slash is the name
of a file in any folder; one that ends with a slash is all that is in that folder. Case counts, and nothing negates.

Matching walks the folders once. Globs as one regular expression, as glob libraries make them, can be written so that
they take hours with a path of their writer's choice; and nothing else of the process runs meanwhile.
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
"""Globs that the braces of one may stand for: `{1..9999}` is a mistake, or somebody's joke."""

LONGEST_PATH = 4_096
"""Characters of a path, as on Linux; no file has a longer one."""

_ANY_FOLDERS = "**"
_KNOWN = 4_096
"""Globs that are kept taken apart: a recall asks for those of each of its candidates."""


def checked(scope: Sequence[str]) -> tuple[str, ...]:
    """The globs without repeats. Raises InvalidInputError for too many, or one that tells no file."""
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
    """Whether a memory of this scope concerns a file; one without a scope concerns every file, None is any file.

    The path is relative to what the globs are relative to, the project's folder as a rule.
    """
    if path is None or not globs:
        return True
    if len(path) > LONGEST_PATH:
        return False
    names = normpath(path).split("/")
    return any(_fits(names, parts) for one in globs for parts in _forms(one))


def _fits(names: Sequence[str], parts: Sequence[str]) -> bool:
    """Whether the parts of a glob, one after the other, take all names of a path."""
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
    """What a glob stands for, each form as its parts between slashes; none when its braces are too much."""
    import bracex  # reads a table of Unicode names; most memories have no scope

    try:
        return tuple(_parts(form) for form in bracex.expand(glob, limit=MOST_FORMS))
    except (bracex.ExpansionLimitException, RecursionError):
        return ()


def _parts(form: str) -> tuple[str, ...]:
    folder = f"{form}{_ANY_FOLDERS}" if form.endswith("/") else form
    parts = normpath(folder).split("/")
    return (_ANY_FOLDERS, *parts) if len(parts) == 1 else tuple(parts)

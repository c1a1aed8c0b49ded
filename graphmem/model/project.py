"""Projects: what is told at work on one concerns no other, and is kept apart in a wing of its own.

What was told anywhere else belongs to none and concerns all of them.
"""

from __future__ import annotations

from graphmem.errors import InvalidInputError
from graphmem.model.ids import slug

MOST_CHARACTERS = 100
"""Of a project's name."""

WORDS = frozenset({"project", "proje", "projesi"})
"""First or last words of a wing's name that make it a project's."""


def wing_of(project: str) -> str:
    """The name of the wing in which a project's conversations are kept. Raises InvalidInputError for a name that is
    empty, too long, or of no letters."""
    if not project_of(name := f"project {project.strip()}") or len(project) > MOST_CHARACTERS:
        raise InvalidInputError(
            f"project is {project[:40]!r}.",
            field="project",
            remedy=f"Name it in 1 to {MOST_CHARACTERS} characters, as its folder is.",
        )
    return name


def project_of(wing: str) -> str | None:
    """The project that a wing of this name is about, as a slug; None where it is about something else."""
    words = slug(wing).split("-")
    if words[0] in WORDS:
        words = words[1:]
    elif words[-1] in WORDS:
        words = words[:-1]
    else:
        return None
    return "-".join(words) or None


def mark_of(project: str | None) -> str | None:
    """A project as what was told at work on it is marked; None where none is told. Raises as `wing_of`."""
    return None if project is None else project_of(wing_of(project))


def concerns(told_in: str | None, project: str | None) -> bool:
    """Whether what was told in one project (None: in none) concerns another (None: any)."""
    return told_in is None or project is None or told_in == project

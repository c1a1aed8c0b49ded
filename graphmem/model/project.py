"""Projects: statements made at work on one concern no other, and have a wing of their own.

Statements made elsewhere have no project and concern all of them.
"""

from __future__ import annotations

from graphmem.errors import InvalidInputError
from graphmem.model.ids import slug

MOST_CHARACTERS = 100
"""Characters of a project's name."""

WORDS = frozenset({"project", "proje", "projesi"})
"""First or last words of a wing's name that mark a project."""


def wing_of(project: str) -> str:
    """The name of a project's wing.

    Raises InvalidInputError for a name that is empty, too long, or without letters.
    """
    if not project_of(name := f"project {project.strip()}") or len(project) > MOST_CHARACTERS:
        raise InvalidInputError(
            f"project is {project[:40]!r}.",
            field="project",
            remedy=f"Name it in 1 to {MOST_CHARACTERS} characters, as its folder is.",
        )
    return name


def project_of(wing: str) -> str | None:
    """The project of a wing by its name, as a slug; None for other wings."""
    words = slug(wing).split("-")
    if words[0] in WORDS:
        words = words[1:]
    elif words[-1] in WORDS:
        words = words[:-1]
    else:
        return None
    return "-".join(words) or None


def mark_of(project: str | None) -> str | None:
    """A project as stored on its statements; None for none. Raises as `wing_of`."""
    return None if project is None else project_of(wing_of(project))


def concerns(told_in: str | None, project: str | None) -> bool:
    """Whether a statement of one project (None: of none) concerns another (None: any)."""
    return told_in is None or project is None or told_in == project

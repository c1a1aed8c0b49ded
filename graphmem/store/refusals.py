"""Translation of a server's refusals, such as a missing database or a missing right."""

from __future__ import annotations

from neo4j.exceptions import DriverError, Neo4jError

from graphmem.errors import (
    DatabaseError,
    DatabaseForbiddenError,
    DatabaseMissingError,
    GraphMemError,
    InvalidInputError,
)

_MISSING = ("DatabaseNotFound", "UnknownDatabase")
_BOOKMARKS = ("InvalidBookmark", "InvalidBookmarkMixture", "BookmarkTimeout")


def is_bookmark_refused(error: Neo4jError | DriverError) -> bool:
    """Whether the server waited in vain for a bookmark or cannot read it; a retry would wait again."""
    return isinstance(error, Neo4jError) and _kind(error) in _BOOKMARKS


def refusal(error: Neo4jError, *, uri: str, user: str, database: str) -> GraphMemError:
    """The error to raise in place of the driver's."""
    kind = _kind(error)
    if kind in _MISSING:
        return DatabaseMissingError(
            f"The server at {uri} has no database {database!r}.",
            remedy="Name one that it has (NEO4J_DATABASE, GRAPHMEM_DATABASES), or create it: CREATE DATABASE "
            f"{database}. Neo4j Community has one alone, `neo4j`: several need Enterprise or Aura.",
        )
    if kind in _BOOKMARKS:
        return InvalidInputError(
            f"The database {database!r} knows nothing of the request's bookmarks, or is far behind them ({kind}).",
            field="bookmarks",
            remedy="Send those of the last answer as they came, or none.",
        )
    if kind == "Forbidden":
        return DatabaseForbiddenError(
            f"User {user!r} may not do this in the database {database!r} at {uri} ({error.message}).",
            remedy=f"Grant it ACCESS, MATCH, WRITE, NAME MANAGEMENT, INDEX and CONSTRAINT on {database}, "
            "or name another user in NEO4J_USERNAME.",
        )
    return DatabaseError(f"Neo4j refused the statement ({error.code}: {error.message}).")


def _kind(error: Neo4jError) -> str:
    return (error.code or "").rpartition(".")[2]

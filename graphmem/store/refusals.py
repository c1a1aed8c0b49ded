"""What a server's refusal means to whoever runs graphmem: a database that is not there, a right that is missing."""

from __future__ import annotations

from neo4j.exceptions import Neo4jError

from graphmem.errors import DatabaseError, DatabaseForbiddenError, DatabaseMissingError

_MISSING = ("DatabaseNotFound", "UnknownDatabase")


def refusal(error: Neo4jError, *, uri: str, user: str, database: str) -> DatabaseError:
    """The error to raise in place of the driver's."""
    kind = (error.code or "").rpartition(".")[2]
    if kind in _MISSING:
        return DatabaseMissingError(
            f"The server at {uri} has no database {database!r}.",
            remedy="Name one that it has (NEO4J_DATABASE, GRAPHMEM_DATABASES), or create it: CREATE DATABASE "
            f"{database}. Neo4j Community has one alone, `neo4j`: several need Enterprise or Aura.",
        )
    if kind == "Forbidden":
        return DatabaseForbiddenError(
            f"User {user!r} may not do this in the database {database!r} at {uri} ({error.message}).",
            remedy=f"Grant it ACCESS, MATCH, WRITE, NAME MANAGEMENT, INDEX and CONSTRAINT on {database}, "
            "or name another user in NEO4J_USERNAME.",
        )
    return DatabaseError(f"Neo4j refused the statement ({error.code}: {error.message}).")

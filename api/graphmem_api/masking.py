"""Masking of errors: a caller's mistakes are shown whole, all others hide behind an id.

Mistakes of the caller (syntax, validation, bounds) are shown whole, since an agent repairs them. A sentence with an id
replaces every other error. The log has the id, the kind of error and the place, but neither messages nor values, which
may hold addresses, passwords or memories.
"""

from __future__ import annotations

import traceback
import uuid

import structlog
from graphql import GraphQLError
from structlog.contextvars import get_contextvars

from graphmem.errors import (
    DatabaseError,
    DatabaseForbiddenError,
    DatabaseMissingError,
    EmbeddingError,
    GraphMemError,
    InvalidInputError,
    OwnerMovedError,
)

log = structlog.get_logger("graphmem.api")

_HALF_PAIR: dict[str, object] = {"code": "INVALID_INPUT", "remedy": "Send whole characters, in UTF-8 or escaped."}

_UNKNOWN: dict[str, object] = {"code": "INVALID_INPUT", "remedy": "Compare its names with the schema's."}


def masked_error(error: GraphQLError) -> GraphQLError:
    """The error in the form that the caller sees."""
    cause = error.original_error
    if isinstance(cause, InvalidInputError):
        return _with(error, cause.message, {"code": cause.code, "field": cause.field, "remedy": cause.remedy})
    if isinstance(cause, UnicodeEncodeError):
        # Half a surrogate pair: JSON can spell it, but the database's protocol cannot.
        return _with(error, "An argument holds half of a surrogate pair, which is no text.", _HALF_PAIR)
    if cause is None or isinstance(cause, GraphQLError):
        error.extensions = {**_UNKNOWN, **(error.extensions or {})}
        return error
    if isinstance(cause, IndexError) and raised_at(cause)[-1].startswith("suggestion_list.py"):
        # graphql-core 3.3 fails on letters whose lower-case form is longer ("İ") when it suggests similar fields.
        return _with(error, "A variable has a field or a value that the schema does not know.", _UNKNOWN)
    if isinstance(cause, OwnerMovedError):
        # Nothing is broken. The error hides which database it is.
        moves = "This memory moves to another database; nothing was written."
        return _with(error, moves, {"code": cause.code, "remedy": cause.remedy})
    id_ = log_unexpected("graphql_error", cause)
    told: dict[str, object] = {"code": code_of(cause), "id": id_}
    if request := get_contextvars().get("request_id"):
        told["requestId"] = request
    return _with(error, f"{_sentence(cause)} (error {id_})", told)


def log_unexpected(event: str, cause: BaseException) -> str:
    """Log an error without its text, and return the id by which it is found there."""
    id_ = uuid.uuid4().hex[:12]
    log.error(event, id=id_, code=code_of(cause), kind=type(cause).__name__, raised=raised_at(cause))
    return id_


def code_of(cause: BaseException) -> str:
    """The stable name of an error."""
    return cause.code if isinstance(cause, GraphMemError) else "INTERNAL"


def raised_at(cause: BaseException) -> list[str]:
    """The place where an error was raised, innermost last: file, line, function; no source, no message."""
    frames = traceback.extract_tb(cause.__traceback__)[-8:]
    return [f"{frame.filename.rsplit('/', 1)[-1]}:{frame.lineno} {frame.name}" for frame in frames]


def _sentence(cause: BaseException) -> str:
    if isinstance(cause, DatabaseMissingError | DatabaseForbiddenError):
        return "The database is not there, or closed to this server; /readyz tells its operator what to do."
    if isinstance(cause, DatabaseError):
        return "The database could not answer; try again later."
    if isinstance(cause, EmbeddingError):
        return "The embedder could not answer; try again later."
    return "Something unexpected went wrong."


def _with(error: GraphQLError, message: str, extensions: dict[str, object]) -> GraphQLError:
    return GraphQLError(message, nodes=error.nodes, path=error.path, extensions=extensions)

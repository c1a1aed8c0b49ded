"""Translation of the driver's errors into graphmem's: what happened, where, and what to do."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from neo4j.exceptions import (
    AuthError,
    DriverError,
    IncompleteCommit,
    Neo4jError,
    NotALeader,
    ReadServiceUnavailable,
    ServiceUnavailable,
    SessionExpired,
    WriteServiceUnavailable,
)

from graphmem.errors import DatabaseError, DatabaseLoginError, DatabaseUnavailableError
from graphmem.store.address import Address
from graphmem.store.refusals import refusal

_TIMED_OUT = ("TransactionTimedOut", "LockClientStopped")
"""The second code is for a transaction that still waited for a lock when its time was over."""

_AGAIN = "Try again in a moment; `SHOW DATABASES` on the cluster tells what its members do."


@contextmanager
def translated(address: Address) -> Iterator[None]:
    """Turn the driver's errors into graphmem's, keeping the cause."""
    try:
        yield
    except AuthError as error:
        raise DatabaseLoginError(
            f"Neo4j at {address.uri} refused user {address.user!r}.",
            remedy="Set NEO4J_USERNAME and NEO4J_PASSWORD to a login that the server knows.",
        ) from error
    except (ServiceUnavailable, SessionExpired, NotALeader) as error:
        raise _unavailable(address.uri, error) from error
    except Neo4jError as error:
        raise refusal(error, uri=address.uri, user=address.user, database=address.database) from error
    except DriverError as error:
        raise DatabaseError(f"The connection to {address.uri} failed ({error}).") from error


def _unavailable(uri: str, error: ServiceUnavailable | SessionExpired | NotALeader) -> DatabaseUnavailableError:
    """The error that says which part fails: the whole server, the cluster's leader, or its readers."""
    if isinstance(error, IncompleteCommit):
        told = f"The connection to {uri} was lost while it committed; what was being written may have been written."
        return DatabaseUnavailableError(told, remedy="Ask for it again under the same idempotency key.")
    if isinstance(error, NotALeader) or isinstance(error.__cause__, WriteServiceUnavailable):
        return DatabaseUnavailableError(f"The cluster at {uri} has no leader to write to.", remedy=_AGAIN)
    if isinstance(error.__cause__, ReadServiceUnavailable):
        return DatabaseUnavailableError(f"No member of the cluster at {uri} can be read from.", remedy=_AGAIN)
    if isinstance(error, SessionExpired):
        return DatabaseUnavailableError(f"The connection to {uri} was lost ({error}).", remedy=_AGAIN)
    return DatabaseUnavailableError(
        f"Nobody answers at {uri}.",
        remedy="Start that server, correct NEO4J_URI, or unset it to use the embedded one.",
    )


def timed_out(error: DatabaseError) -> bool:
    """Whether the server ended the statement because it took too long."""
    cause = error.__cause__
    return isinstance(cause, Neo4jError) and any(sign in (cause.code or "") for sign in _TIMED_OUT)

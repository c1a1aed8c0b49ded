"""Every error graphmem raises on purpose, one tree.

    GraphMemError                      1
    ├── InvalidInputError              2   a value the caller gave is wrong; names the field
    │   ├── TranscriptError            2   a conversation file is malformed; names the source and line
    │   ├── DocumentError              2   a document or feed cannot be read; names the source
    │   ├── ArchiveError               2   a file that is no archive, or a damaged one
    │   │   └── ArchiveVersionError    2   an archive of a release that this one does not know
    │   ├── NotFoundError              2   an id or pointer that does not exist for this owner
    │   └── QuotaExceededError         2   more turns or characters than the owner may hold
    ├── ConfigurationError             3   settings that cannot work
    │   └── MissingExtraError          3   a library that reads such documents is not installed
    ├── AuthenticationError            4   a bearer key that is missing or unknown
    ├── ForbiddenError                 5   a key without the scope that something asks for
    ├── RateLimitedError               6   a key that asked too much in a minute or a second
    ├── DatabaseError                  10  anything the database said that has no class of its own
    │   ├── DatabaseUnavailableError   11  nobody answers at the address
    │   ├── DatabaseLoginError         12  wrong user or password
    │   ├── DatabaseVersionError       13  a server too old for what graphmem needs
    │   ├── SchemaError                14  a missing or failed index or constraint, or a store of another release
    │   ├── EmbedderMismatchError      15  stored vectors come from another embedder or size
    │   ├── DatabaseMissingError       17  the server has no database of that name
    │   ├── DatabaseForbiddenError     18  the user lacks a right there
    │   └── OwnerMovedError            19  an owner moves to another database, or has moved
    ├── QueryFileError                 16  a .cypher file whose header and text disagree
    ├── ServerError                    20  the embedded Neo4j
    │   ├── ArtifactError              21  a download that failed or is incomplete
    │   ├── ServerStartError           22  the JVM or the database did not come up
    │   ├── StoreLockedError           23  another process holds the store
    │   └── BackupError                24  a file that is no backup of a store, or a damaged one
    ├── EmbeddingError                 30  the embedder failed
    │   ├── EmbeddingUnavailableError  31  endpoint down, timed out or refused, after retries
    │   └── EmbeddingSizeError         32  vectors of another size than declared
    ├── ChatError                      40  the chat model refused a request
    │   ├── ChatUnavailableError       41  endpoint down, timed out or refused, after retries
    │   └── ChatParseError             42  its answers, one retry included, did not have the form asked for
    └── DeliveryError                  50  the receiver of a webhook is down, too slow, refused or not allowed

The number is the exit code of the command line. A message says which value was wrong and what to do about it;
`code` is the stable, machine-readable name that GraphQL returns.
"""

from __future__ import annotations

from typing import ClassVar


class GraphMemError(Exception):
    """Root of the tree. `message` is one sentence with the value, `remedy` one sentence with what to do."""

    exit_code: ClassVar[int] = 1
    code: ClassVar[str] = "ERROR"

    def __init__(self, message: str, *, remedy: str = "") -> None:
        self.message = message
        self.remedy = remedy
        super().__init__(f"{message} {remedy}".strip())


class InvalidInputError(GraphMemError):
    """A caller's value is wrong. `field` is the argument's name as the caller knows it."""

    exit_code = 2
    code = "INVALID_INPUT"

    def __init__(self, message: str, *, field: str, remedy: str = "") -> None:
        self.field = field
        super().__init__(message, remedy=remedy)


class TranscriptError(InvalidInputError):
    """A conversation could not be read. `line` counts from 1; None when the whole source is meant."""

    code = "MALFORMED_TRANSCRIPT"

    def __init__(self, reason: str, *, source: str, line: int | None = None, remedy: str = "") -> None:
        self.source = source
        self.line = line
        self.reason = reason
        where = source if line is None else f"{source}:{line}"
        super().__init__(f"{where}: {reason}", field="transcript", remedy=remedy)


class DocumentError(InvalidInputError):
    """A document or feed could not be read. `line` counts from 1; None when the whole source is meant."""

    code = "UNREADABLE_DOCUMENT"

    def __init__(self, reason: str, *, source: str, line: int | None = None, remedy: str = "") -> None:
        self.source = source
        self.line = line
        self.reason = reason
        where = source if line is None else f"{source}:{line}"
        super().__init__(f"{where}: {reason}.", field="document", remedy=remedy)


class ArchiveError(InvalidInputError):
    """A file is no archive, or was damaged on its way. Nothing of it was written."""

    code = "DAMAGED_ARCHIVE"

    def __init__(self, reason: str, *, remedy: str = "Export it anew, or take another copy.") -> None:
        super().__init__(f"The archive cannot be read: {reason}.", field="archive", remedy=remedy)


class ArchiveVersionError(ArchiveError):
    """An archive of a format that this release does not know."""

    code = "ARCHIVE_VERSION"


class NotFoundError(InvalidInputError):
    """The owner has no object with that id or pointer."""

    code = "NOT_FOUND"


class QuotaExceededError(InvalidInputError):
    """The owner would hold more than its quota. Nothing of the request was written."""

    code = "QUOTA_EXCEEDED"

    def __init__(self, owner: str, what: str, held: int, more: int, most: int) -> None:
        super().__init__(
            f"{owner} holds {held:,} {what} and may hold {most:,}: {more:,} more are too many.",
            field="text",
            remedy="Delete what is needed no longer, or ask who runs the server for more: `graphmem owners quota`.",
        )


class ConfigurationError(GraphMemError):
    """Settings that contradict each other or cannot work here."""

    exit_code = 3
    code = "CONFIGURATION"


class MissingExtraError(ConfigurationError):
    """The extra for this is not installed."""

    code = "MISSING_EXTRA"

    def __init__(self, kind: str, extra: str) -> None:
        super().__init__(
            f"What reads {kind} is not installed.", remedy=f"Install it: pip install 'graphmem-neo4j[{extra}]'."
        )


class AuthenticationError(GraphMemError):
    """No key, or one nobody issued."""

    exit_code = 4
    code = "UNAUTHENTICATED"


class ForbiddenError(GraphMemError):
    """The key may do other things, but not this. `scope` is what it lacks."""

    exit_code = 5
    code = "FORBIDDEN"

    def __init__(self, what: str, scope: str) -> None:
        self.scope = scope
        super().__init__(
            f"This key has not the scope {scope!r}, which {what} needs.",
            remedy=f"Ask the owner for a key with it: graphmem keys add OWNER --scope {scope}.",
        )


class RateLimitedError(GraphMemError):
    """The key asked more than it may. `retry_after` are whole seconds until it may again, one at least."""

    exit_code = 6
    code = "RATE_LIMITED"

    def __init__(self, what: str, limit: str, retry_after: int) -> None:
        self.limit, self.retry_after = limit, retry_after
        whose = "This owner" if what.endswith("day") else "This key"
        super().__init__(f"{whose} has used up its {what}: {limit} them.", remedy=f"Try again in {retry_after} s.")


class DatabaseError(GraphMemError):
    """The database refused a statement."""

    exit_code = 10
    code = "DATABASE"


class DatabaseUnavailableError(DatabaseError):
    """Nobody answers Bolt at the address."""

    exit_code = 11
    code = "DATABASE_UNAVAILABLE"


class DatabaseLoginError(DatabaseError):
    """The server refused the user or the password."""

    exit_code = 12
    code = "DATABASE_LOGIN"


class DatabaseVersionError(DatabaseError):
    """The server is older than graphmem can use."""

    exit_code = 13
    code = "DATABASE_VERSION"


class SchemaError(DatabaseError):
    """A constraint or index is missing or failed, or the store has a schema that this release cannot use."""

    exit_code = 14
    code = "SCHEMA"


class EmbedderMismatchError(DatabaseError):
    """The stored vectors were made by another embedder, or have another size."""

    exit_code = 15
    code = "EMBEDDER_MISMATCH"


class DatabaseMissingError(DatabaseError):
    """The server has no database of that name."""

    exit_code = 17
    code = "DATABASE_MISSING"


class DatabaseForbiddenError(DatabaseError):
    """The user may not use the database, or not in this way."""

    exit_code = 18
    code = "DATABASE_FORBIDDEN"


class OwnerMovedError(DatabaseError):
    """An owner's memory moves to another database, or has moved; nothing was written."""

    exit_code = 19
    code = "OWNER_MOVED"

    def __init__(self, name: str, database: str) -> None:
        super().__init__(
            f"The memory of {name} moves to the database {database}; nothing was written.",
            remedy="Try again in a few seconds.",
        )


class QueryFileError(GraphMemError):
    """A .cypher file whose header and statement disagree. Carries the file and the line."""

    exit_code = 16
    code = "QUERY_FILE"


class ServerError(GraphMemError):
    """The embedded Neo4j."""

    exit_code = 20
    code = "SERVER"


class ArtifactError(ServerError):
    """A download failed or came out incomplete."""

    exit_code = 21
    code = "ARTIFACT"


class ServerStartError(ServerError):
    """The JVM or the database did not come up."""

    exit_code = 22
    code = "SERVER_START"


class StoreLockedError(ServerError):
    """Another process holds the store and cannot be reused."""

    exit_code = 23
    code = "STORE_LOCKED"


class BackupError(ServerError):
    """A file is no backup of an embedded store, or was damaged on its way. The store is as it was."""

    exit_code = 24
    code = "DAMAGED_BACKUP"

    def __init__(self, message: str, *, remedy: str = "Take another backup.") -> None:
        super().__init__(message, remedy=remedy)


class EmbeddingError(GraphMemError):
    """The embedder failed on a batch."""

    exit_code = 30
    code = "EMBEDDING"


class EmbeddingUnavailableError(EmbeddingError):
    """The endpoint is down, timed out or refused, after its retries."""

    exit_code = 31
    code = "EMBEDDING_UNAVAILABLE"


class EmbeddingSizeError(EmbeddingError):
    """The vectors have another size than the embedder declared."""

    exit_code = 32
    code = "EMBEDDING_SIZE"


class ChatError(GraphMemError):
    """The chat model refused a request."""

    exit_code = 40
    code = "CHAT"


class ChatUnavailableError(ChatError):
    """The endpoint is down, timed out or refused, after its retries."""

    exit_code = 41
    code = "CHAT_UNAVAILABLE"

    def __init__(self, message: str, *, remedy: str = "", timed_out: bool = False) -> None:
        self.timed_out = timed_out
        super().__init__(message, remedy=remedy)


class ChatParseError(ChatError):
    """The model answered, once more on a retry, but nothing of the form that was asked for."""

    exit_code = 42
    code = "CHAT_PARSE"


class DeliveryError(GraphMemError):
    """The receiver of a webhook did not take an event."""

    exit_code = 50
    code = "DELIVERY"

"""Reasons why the server cannot start, from checks before and its log after, as errors with a remedy."""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import psutil

from graphmem.config import Settings
from graphmem.errors import ServerError, ServerStartError, StoreLockedError

LEAST_FREE_BYTES = 1 << 30
CGROUP_LIMIT = Path("/sys/fs/cgroup/memory.max")
TAIL_BYTES = 64_000
SERVER_LOG = "server.log"
DEBUG_LOG = "debug.log"
ERROR_LINE = re.compile(r'"level":"ERROR"')
DATABASE_FAILED = "Failed to start DatabaseId"

PORT_TAKEN = re.compile(r"Address already in use|PortBindException")
STORE_LOCKED = re.compile(r"Lock file has been locked by another process|FileLockException")

# Searched in this order: the first match is the reason. More than one may appear, because one failure causes others.
REASONS: tuple[tuple[re.Pattern[str], str, str], ...] = (
    (
        re.compile(r"No space left on device|Disk quota exceeded"),
        "the disk is full",
        "Free some space, or move GRAPHMEM_HOME to another disk.",
    ),
    (
        re.compile(r"Could not reserve enough space|Cannot allocate memory|insufficient memory for the Java"),
        "the machine does not give Java the memory for its heap",
        "Lower GRAPHMEM_NEO4J_HEAP.",
    ),
    (
        re.compile(r"OutOfMemoryError"),
        "Neo4j ran out of memory",
        "Raise GRAPHMEM_NEO4J_HEAP.",
    ),
    (
        PORT_TAKEN,
        "another program took one of its ports",
        "Set GRAPHMEM_BOLT_PORT and GRAPHMEM_HTTP_PORT to free ports, or to 0 for any.",
    ),
    (
        re.compile(r"Unrecognized setting|Error evaluating value for setting"),
        "Neo4j refuses its configuration",
        "Check GRAPHMEM_NEO4J_HEAP and GRAPHMEM_NEO4J_PAGE_CACHE.",
    ),
    (
        re.compile(r"Permission denied|AccessDeniedException|Read-only file system"),
        "a file cannot be written",
        "Give your user the ownership of GRAPHMEM_HOME.",
    ),
    (
        re.compile(
            r"NoClassDefFoundError|ClassNotFoundException|zip END header not found|is not an existing|JVMNotFound"
        ),
        "a Java file is missing or damaged",
        "Delete the artifacts directory in GRAPHMEM_HOME; the next start downloads it again.",
    ),
    (
        re.compile(
            r"RecoveryException|Unexpected store version|StoreFailureException|TransactionLogsCorrupt|corrupt"
            r"|Transaction logs are missing|did not become available|Failed to start DatabaseId",
            re.IGNORECASE,
        ),
        "the stored data cannot be opened",
        "Restore a backup of the data directory, or move it away to begin with an empty graph.",
    ),
)


def free_bytes(path: Path) -> int:
    """Free space on the disk that holds the path, in bytes."""
    return shutil.disk_usage(path).free


def memory_bytes() -> int:
    """This machine's memory, or the container's limit when that is smaller, in bytes."""
    total = int(psutil.virtual_memory().total)
    try:
        return min(total, int(CGROUP_LIMIT.read_text(encoding="utf-8")))
    except (OSError, ValueError):
        return total


def parse_size(size: str) -> int:
    """Bytes of a JVM size such as `512m` or `1g`."""
    return int(size[:-1]) << {"m": 20, "g": 30}[size[-1].lower()]


def check_machine(
    settings: Settings,
    *,
    free: Callable[[Path], int] = free_bytes,
    memory: Callable[[], int] = memory_bytes,
) -> None:
    """Raise ServerStartError when there is plainly too little disk or memory."""
    if (left := free(settings.server_dir)) < LEAST_FREE_BYTES:
        raise ServerStartError(
            f"only {left >> 20} MB are free on the disk of {settings.server_dir}; Neo4j needs 1024 MB.",
            remedy="Free some space, or move GRAPHMEM_HOME to another disk.",
        )
    wanted = parse_size(settings.neo4j_heap) + parse_size(settings.neo4j_page_cache)
    if wanted > (there := memory()):
        raise ServerStartError(
            f"a heap of {settings.neo4j_heap} and a page cache of {settings.neo4j_page_cache} do not fit in this "
            f"machine's {there >> 20} MB.",
            remedy="Lower GRAPHMEM_NEO4J_HEAP or GRAPHMEM_NEO4J_PAGE_CACHE.",
        )


@dataclass(frozen=True, slots=True)
class StartLog:
    """The log of one start: `server.log` is new each time, `debug.log` counts from `begin`."""

    logs: Path
    begin: int

    @classmethod
    def of(cls, logs: Path) -> StartLog:
        """The log of the next start."""
        debug = logs / DEBUG_LOG
        return cls(logs, debug.stat().st_size if debug.exists() else 0)

    def size(self) -> int:
        """Bytes in all logs: as long as this number grows, the start goes on."""
        return sum(path.stat().st_size for path in self.logs.glob("*.log"))

    def printed(self) -> str:
        """The output of Java and the server process."""
        return _read(self.logs / SERVER_LOG, 0)

    def errors(self) -> str:
        """Neo4j's error lines; the other lines describe the machine and its settings at length."""
        debug = self.logs / DEBUG_LOG
        # Neo4j rotates its log: one that is shorter than before is new.
        begin = self.begin if debug.exists() and debug.stat().st_size >= self.begin else 0
        return "\n".join(line for line in _read(debug, begin).splitlines() if ERROR_LINE.search(line))

    def has_failed(self) -> bool:
        """Whether a database refused to start. Neo4j itself retries for two minutes before it gives up."""
        return DATABASE_FAILED in self.errors()

    def port_taken(self) -> bool:
        """Whether another program took a port first."""
        return bool(PORT_TAKEN.search(self.printed()))


def _read(path: Path, begin: int) -> str:
    try:
        with path.open("rb") as file:
            file.seek(max(begin, path.stat().st_size - TAIL_BYTES))
            return file.read().decode(errors="replace")
    except OSError:
        return ""


def explain(start: StartLog) -> ServerError:
    """The error that says why the server process did not become ready. Names the log."""
    log = start.logs / SERVER_LOG
    text = f"{start.printed()}\n{start.errors()}"
    if STORE_LOCKED.search(text):
        return StoreLockedError(
            f"another program has the database in {log.parent.parent} open.",
            remedy=f"End that program, or use another GRAPHMEM_HOME. Log: {log}",
        )
    for pattern, reason, remedy in REASONS:
        if pattern.search(text):
            return ServerStartError(f"Neo4j did not start: {reason}.", remedy=f"{remedy} Log: {log}")
    last = next((line for line in reversed(start.printed().splitlines()) if line.strip()), "it said nothing")
    return ServerStartError(f"Neo4j did not start: {last.strip()[:300]}", remedy=f"Read the log: {log}")

"""Every way a start is known to fail says why and what to do."""

from __future__ import annotations

from pathlib import Path

import pytest

from graphmem.config import Settings
from graphmem.errors import ServerError, ServerStartError, StoreLockedError
from graphmem.server import acquire
from graphmem.server.failure import DEBUG_LOG, SERVER_LOG, StartLog, check_machine, explain, parse_size


@pytest.mark.parametrize(
    ("line", "error", "words"),
    [
        ("Caused by: FileLockException: Lock file has been locked by another process", StoreLockedError, "open"),
        ("java.io.IOException: No space left on device", ServerStartError, "disk is full"),
        ("Could not reserve enough space for 9437184KB object heap", ServerStartError, "GRAPHMEM_NEO4J_HEAP"),
        ("java.lang.OutOfMemoryError: Java heap space", ServerStartError, "ran out of memory"),
        ("PortBindException: bind(..) failed: Address already in use", ServerStartError, "GRAPHMEM_BOLT_PORT"),
        ("Unrecognized setting. No declared setting with name: a.b", ServerStartError, "configuration"),
        ("java.nio.file.AccessDeniedException: data", ServerStartError, "cannot be written"),
        ("java.util.zip.ZipException: zip END header not found", ServerStartError, "artifacts directory"),
        ("RecoveryException: transaction logs", ServerStartError, "backup"),
        ("something nobody foresaw", ServerStartError, "something nobody foresaw"),
    ],
)
def test_a_log_is_explained(tmp_path: Path, line: str, error: type[ServerError], words: str) -> None:
    log = tmp_path / SERVER_LOG
    log.write_text(f"Traceback\n{line}\n")
    said = explain(StartLog.of(tmp_path))
    assert type(said) is error
    assert words in str(said)
    assert str(log) in said.remedy


def test_an_empty_log_is_explained(tmp_path: Path) -> None:
    assert "it said nothing" in str(explain(StartLog.of(tmp_path)))


def test_only_this_starts_errors_count(tmp_path: Path) -> None:
    debug = tmp_path / DEBUG_LOG
    failed = '{"level":"ERROR","message":"Failed to start DatabaseId{1[neo4j]}"}\n'
    debug.write_text(failed)
    start = StartLog.of(tmp_path)
    assert not start.has_failed()
    with debug.open("a") as file:
        file.write('{"level":"INFO","message":"Failed to start DatabaseId is only quoted here"}\n')
    assert not start.has_failed()
    with debug.open("a") as file:
        file.write(failed)
    assert start.has_failed()
    assert "stored data cannot be opened" in str(explain(start))
    debug.write_text(failed.strip())
    assert start.has_failed(), "a rotated log is read from its beginning"


def test_too_little_disk_is_said_before_the_start(tmp_path: Path) -> None:
    settings = Settings(home=tmp_path)
    with pytest.raises(ServerStartError, match="only 5 MB are free") as error:
        check_machine(settings, free=lambda _path: 5 << 20, memory=lambda: 1 << 40)
    assert "GRAPHMEM_HOME" in error.value.remedy


def test_a_heap_beyond_the_machine_is_said_before_the_start(tmp_path: Path) -> None:
    settings = Settings(home=tmp_path, neo4j_heap="3g", neo4j_page_cache="1g")
    check_machine(settings, free=lambda _path: 1 << 40, memory=lambda: 4 << 30)
    with pytest.raises(ServerStartError, match="do not fit in this machine's 4095 MB") as error:
        check_machine(settings, free=lambda _path: 1 << 40, memory=lambda: (4 << 30) - 1)
    assert "GRAPHMEM_NEO4J_HEAP" in error.value.remedy


async def test_acquire_refuses_such_a_heap(tmp_path: Path) -> None:
    settings = Settings(home=tmp_path, neo4j_heap="900000g")
    with pytest.raises(ServerStartError, match="heap of 900000g"):
        await acquire(settings)


def test_sizes_are_the_jvms() -> None:
    assert parse_size("512m") == 512 * 1024**2
    assert parse_size("2G") == 2 * 1024**3

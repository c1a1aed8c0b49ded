"""A real server for this room's tests; jars come from the shared artifacts directory, data lives in temporary ones."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from graphmem.config import Settings
from graphmem.server import RunningServer, acquire, supervisor
from graphmem.server.failure import memory_bytes, parse_size

MakeSettings = Callable[..., Settings]
OUTSIDE = ("NEO4J_URI", "GRAPHMEM_HOME", "GRAPHMEM_BOLT_PORT", "GRAPHMEM_HTTP_PORT")

ARTIFACTS = Settings().artifacts_dir
"""As the caller's environment has it, which the tests do without."""


@pytest.fixture(scope="session", autouse=True)
def _own_environment() -> Iterator[None]:
    """Whatever server the caller's environment names, these tests use their own."""
    with pytest.MonkeyPatch.context() as patch:
        for name in OUTSIDE:
            patch.delenv(name, raising=False)
        yield


@pytest.fixture(scope="session")
def artifacts() -> Path:
    """Where the downloads are kept between test runs."""
    return ARTIFACTS


@pytest.fixture(scope="session")
def settings_for(artifacts: Path) -> MakeSettings:
    """Settings of a small server in a home of one's own, on any free ports."""

    def make(home: Path, **more: Any) -> Settings:
        small: dict[str, Any] = {"neo4j_heap": "384m", "neo4j_page_cache": "64m", "bolt_port": 0, "http_port": 0}
        return Settings(home=home, artifacts=artifacts, **(small | more))

    return make


@pytest.fixture(scope="session")
async def settings(settings_for: MakeSettings, tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Settings]:
    """Settings of the server most tests share."""
    settings = settings_for(tmp_path_factory.mktemp("shared"))
    assert parse_size(settings.neo4j_heap) < memory_bytes()
    yield settings
    await supervisor.end(supervisor.files_of(settings))


@pytest.fixture(scope="session")
async def server(settings: Settings) -> AsyncIterator[RunningServer]:
    """The shared server, running until the end of the session. No test stops it."""
    server = await acquire(settings)
    yield server
    await supervisor.release(server)


@pytest.fixture(scope="module")
async def spare(settings_for: MakeSettings, tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Settings]:
    """Settings of a second home whose server tests start, kill and stop. Each test leaves it stopped."""
    settings = settings_for(tmp_path_factory.mktemp("spare"))
    yield settings
    await supervisor.end(supervisor.files_of(settings))

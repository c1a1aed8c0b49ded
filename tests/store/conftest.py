"""A server of its own, for tests that break the schema."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest
import pytest_asyncio

from graphmem.config import Settings
from graphmem.facade import GraphMem


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def spare(settings: Settings, tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[GraphMem]:
    """Each test leaves it with a whole schema."""
    async with GraphMem.open(settings.model_copy(update={"home": tmp_path_factory.mktemp("spare")})) as opened:
        yield opened

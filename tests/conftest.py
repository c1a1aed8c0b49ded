"""One real Neo4j and one real embedder for the whole run; every test has an owner of its own."""

from __future__ import annotations

import os
import secrets
from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack
from pathlib import Path

import pytest
import pytest_asyncio
from hypothesis import settings as hypothesis_settings
from pydantic import SecretStr
from xdist.scheduler import LoadScopeScheduling

from graphmem.config import Settings
from graphmem.facade import GraphMem
from graphmem.model.palace import Owner
from graphmem.opening import address_of, server_of
from graphmem.ports import silent
from graphmem.store.database import Address, Database
from graphmem.store.pulse import Pulse
from tests.support.cluster import Cluster, cluster_before

# The same examples in every run: a failure tells of a change, not of luck. `--hypothesis-profile=default` draws new.
hypothesis_settings.register_profile("steady", derandomize=True, deadline=None)
hypothesis_settings.load_profile("steady")


SLOWEST = ("tests/test_crash.py", "tests/server/", "tests/store/", "tests/evaluation/test_ablation.py", "tests/cli/")
"""What starts processes or fills stores: begun first, so that no run of several workers ends with one waiting."""


SHARING = {
    "server": ("tests/server/",),
    "spare": tuple(f"tests/store/test_{name}.py" for name in ("first_starts", "schema", "serving_schedules")),
}
"""Files that share a server beside the run's own go to one worker: a start costs as much as their tests."""


QUICK = (
    *("tests/language/", "tests/cognition/", "tests/model/", "tests/providers/", "tests/sample/"),
    *("tests/test_layers.py", "tests/test_wheel.py", "tests/test_config.py", "tests/test_drafts.py"),
)
"""What needs no server, where a test does not ask for one: `make quick`."""


def pytest_configure(config: pytest.Config) -> None:
    """Have Java compile less thoroughly, also in processes: it halves the start of servers that live for minutes; and
    Python keep what it compiled."""
    os.environ.setdefault("JAVA_TOOL_OPTIONS", "-XX:TieredStopAtLevel=1")
    # Hundreds of commands are run as processes: each would compile all of our modules anew.
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Put the slowest files first, and mark what needs no server."""
    items.sort(key=lambda item: not item.nodeid.startswith(SLOWEST))
    for item in items:
        if item.nodeid.startswith(QUICK) and "memory" not in getattr(item, "fixturenames", ()):
            item.add_marker("quick")


class ByServer(LoadScopeScheduling):  # type: ignore[misc]
    """One worker runs a whole file, or all files that share a server beside the run's own."""

    # By a scheduler, since xdist 3.8 cannot read its own `xdist_group` marks under pytest 9.2.
    def _split_scope(self, nodeid: str) -> str:
        group = next((name for name, files in SHARING.items() if nodeid.startswith(files)), None)
        return group or nodeid.split("::")[0]


def pytest_xdist_make_scheduler(config: pytest.Config, log: object) -> ByServer:
    """Have tests dealt out by server, whatever `--dist` says."""
    return ByServer(config, log)


@pytest.fixture(scope="session", autouse=True)
def ops_log(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Where decisions are logged, by the commands that tests run, too: never in the user's own log."""
    path = tmp_path_factory.mktemp("ops") / "ops-log.jsonl"
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("GRAPHMEM_OPS_LOG", str(path))
        patch.setenv("GRAPHMEM_REHEARSAL_SCHEDULE", "off")
        patch.setenv("GRAPHMEM_DREAM_SCHEDULE", "off")  # who serves dreams of every owner there is
        yield path


@pytest.fixture(scope="session")
def settings(tmp_path_factory: pytest.TempPathFactory, ops_log: Path) -> Settings:
    """A store of its own in a temporary folder; the downloads are shared with the user's."""
    return Settings(
        home=tmp_path_factory.mktemp("graphmem"),
        ops_log=ops_log,
        artifacts=Settings().artifacts_dir,
        bolt_port=0,
        http_port=0,
        neo4j_heap="512m",
        neo4j_page_cache="128m",
    )


def pytest_addoption(parser: pytest.Parser) -> None:
    """`--cluster`: the same tests, with a cluster before the server."""
    parser.addoption("--cluster", action="store_true", help="ask the server through tests/support/cluster.py")


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def server(settings: Settings) -> AsyncIterator[Address]:
    """The run's own server."""
    async with AsyncExitStack() as stack:
        yield address_of(settings, await server_of(settings, stack, Pulse(), silent))


@pytest.fixture(scope="session")
def cluster(server: Address) -> Iterator[Cluster]:
    """A cluster that serves what the run's own server does."""
    with cluster_before(server) as opened:
        yield opened


@pytest.fixture(scope="session")
def through(request: pytest.FixtureRequest, settings: Settings) -> Settings:
    """How the run's own memory is opened."""
    if not request.config.getoption("cluster"):
        return settings
    address = request.getfixturevalue("cluster").address
    return settings.model_copy(update={"neo4j_uri": address.uri, "neo4j_password": SecretStr(address.password)})


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def memory(through: Settings) -> AsyncIterator[GraphMem]:
    """An opened GraphMem: the schema is there, the model is warm."""
    async with GraphMem.open(through) as opened:
        yield opened


@pytest.fixture
def database(memory: GraphMem) -> Database:
    """The store behind `memory`."""
    return memory.database


@pytest.fixture
def owner() -> str:
    """The name of an owner nobody else uses."""
    return f"test-{secrets.token_hex(6)}"


@pytest.fixture
def tenant(owner: str) -> Owner:
    """The same owner as a value."""
    return Owner.named(owner)

"""Which of several servers of one home is found: the first, and after its end the next."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from graphmem.cli import server_record
from graphmem.config import Settings
from tests.support.waiting import until

ANNOUNCING = """
import sys
from graphmem.cli.server_record import announce
from graphmem.config import load_settings
with announce(load_settings(), sys.argv[1]):
    print("announced", flush=True)
    sys.stdin.read()
"""


def announcing(environment: dict[str, str], url: str) -> subprocess.Popen[str]:
    """A process that holds the announcement of a server, as `graphmem serve` does, until its standard input ends."""
    started = subprocess.Popen(
        [sys.executable, "-c", ANNOUNCING, url],
        env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
    )  # fmt: skip
    assert started.stdout is not None
    assert started.stdout.readline() == "announced\n"
    return started


async def test_the_next_server_is_found_once_the_first_is_gone(environment: dict[str, str]) -> None:
    settings = Settings(home=Path(environment["GRAPHMEM_HOME"]), neo4j_uri=environment["NEO4J_URI"])
    served = [announcing(environment, f"http://127.0.0.1:{port}") for port in (1, 2, 3)]
    try:
        assert (await found(settings, "1")).url.endswith(":1")
        served[0].kill()
        await found(settings, "23")
        left = served[2] if (await found(settings, "23")).url.endswith(":2") else served[1]
        (first,) = {served[1], served[2]} - {left}
        first.communicate()  # ends by itself, and takes its file along
        assert first.returncode == 0
        await found(settings, str(1 + served.index(left)))
        left.communicate()
        assert not server_record.file_of(settings).exists()
    finally:
        for process in served:
            process.kill()
            process.communicate()


async def found(settings: Settings, ports: str) -> server_record.Running:
    """The server that a command finds, once it is one of these."""

    async def is_one_of_these() -> bool:
        one = server_record.find(settings)
        return one is not None and one.url[-1] in ports

    await until(is_one_of_these, seconds=30)
    one = server_record.find(settings)
    assert one is not None
    return one

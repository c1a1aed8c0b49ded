"""`graphmem mine --batch` as a process that is killed, stopped and started again."""

from __future__ import annotations

import asyncio
import json
import signal
import subprocess
import sys
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from graphmem.facade import GraphMem
from graphmem.model.palace import Owner
from tests.cli.conftest import ROOT, graphmem
from tests.support.model_answers import every
from tests.support.openai_server import OpenAIServer, openai_server
from tests.support.waiting import until

SCRIPT = ROOT / "tests" / "support" / "batch_command.py"

CHATS = {
    "ada.txt": "Ada: I prefer trains over planes.\nAda: My sister Elif lives in Ankara.\n",
    "mert.txt": "Mert: I work for Bosch in Bursa.\nMert: I am allergic to peanuts.\n",
}
"""Without times, so that prompts tell when they were read."""


@pytest.fixture(scope="module")
def running_model() -> Iterator[OpenAIServer]:
    with openai_server() as server:
        yield server


@pytest.fixture
def model(running_model: OpenAIServer) -> OpenAIServer:
    running_model.behave()
    running_model.reply = lambda body: every(body, mentions=[])
    return running_model


@pytest.fixture
def asking(environment: dict[str, str], model: OpenAIServer) -> dict[str, str]:
    """The environment with that model."""
    return environment | {"OPENAI_BASE_URL": model.url, "GRAPHMEM_CHAT_MODEL": "small-1", "OPENAI_API_KEY": "sk-1"}


@pytest.fixture
def files(tmp_path: Path) -> list[str]:
    for name, text in CHATS.items():
        (tmp_path / name).write_text(text, "utf-8")
    return [str(tmp_path / name) for name in CHATS]


def command(files: Sequence[str]) -> list[str]:
    return [sys.executable, str(SCRIPT), "mine", *files, "--as", "transcript", "--batch"]


def heed_interrupts() -> None:
    """Undo what a shell does to a job in the background: it ignores SIGINT, and so would all of its children."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def begun(environment: dict[str, str], files: Sequence[str]) -> subprocess.Popen[str]:
    return subprocess.Popen(
        command(files), env=environment, cwd=ROOT, stderr=subprocess.PIPE, text=True, preexec_fn=heed_interrupts
    )


def left(environment: dict[str, str]) -> list[str]:
    """What lies in the home of batches."""
    return [path.name for path in Path(environment["GRAPHMEM_HOME"]).glob("batches/*/*")]


@asynccontextmanager
async def ended(
    environment: dict[str, str], files: Sequence[str], model: OpenAIServer, by: signal.Signals
) -> AsyncIterator[subprocess.Popen[str]]:
    """The command, ended by a signal while it waits for its batch."""
    model.batches.looks = 1_000_000
    looked = model.batches.looked
    with begun(environment, files) as process:
        try:

            async def waits() -> bool:
                assert process.poll() is None, process.stderr and process.stderr.read()
                return model.batches.looked > looked

            await until(waits)
            process.send_signal(by)
            await asyncio.to_thread(process.wait, 300)
            yield process
        finally:
            process.kill()
    model.batches.looks = 1


def again(environment: dict[str, str], files: Sequence[str]) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        command(files), env=environment, cwd=ROOT, capture_output=True, text=True, timeout=600, check=False
    )


async def test_a_command_that_ends_while_it_waits_is_gone_on_with(
    memory: GraphMem, tenant: Owner, asking: dict[str, str], model: OpenAIServer, files: list[str]
) -> None:
    """Killed, then stopped by Ctrl-C; meanwhile the owner learns something that the prompts would show."""
    async with ended(asking, files, model, signal.SIGKILL) as process:
        assert process.returncode == -signal.SIGKILL
    assert (await memory.counts(owner=tenant.name)).drawers == 0
    await memory.observer.learn(tenant, "Ada: I prefer planes over trains.")
    async with ended(asking, files, model, signal.SIGINT) as process:
        assert process.returncode == 130
        said = " ".join((process.stderr.read() if process.stderr else "").split())
        assert "… waiting for batch-1" in said
        assert "The batch goes on at the endpoint. Run the same command again: it fetches the answers." in said
        assert "2/2" not in said
    came = again(asking, files)
    assert came.returncode == 0, came.stderr
    assert "by the encoder" not in came.stderr
    assert [len(sent) for sent in model.batches.requests()] == [2], "one batch was made, of both conversations"
    assert not model.received, "nothing is asked outside of the batch"
    assert (await memory.counts(owner=tenant.name)).drawers == 5
    told = {one.text for one in (await memory.owner(tenant).memories()).items}
    assert "Mert: I am allergic to peanuts." in told
    assert left(asking) == ["lock"]


def test_a_batch_needs_a_model_and_an_endpoint_with_batches(
    environment: dict[str, str], asking: dict[str, str], model: OpenAIServer, files: list[str]
) -> None:
    without = {name: value for name, value in environment.items() if name != "GRAPHMEM_CHAT_MODEL"}
    refused = graphmem(without, "mine", *files, "--batch")
    assert refused.returncode == 3
    assert "Set GRAPHMEM_CHAT_MODEL, or mine without --batch." in refused.stderr
    model.batches.is_there = False
    refused = graphmem(asking, "mine", *files, "--batch")
    assert refused.returncode == 41
    assert "has no batch API (404)" in refused.stderr
    assert "→ Mine without --batch" in refused.stderr
    assert json.loads(graphmem(environment, "palace", "--json").stdout) == []

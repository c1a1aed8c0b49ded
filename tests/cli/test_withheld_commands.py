"""Commands and hooks lead to no forgotten memory, and what a client tells again does not come back."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from graphmem.cli.server_record import announce
from graphmem.facade import GraphMem
from tests.api.conftest import own, served
from tests.cli.conftest import graphmem
from tests.cli.test_delegated import settings_of
from tests.cli.test_hooks import hook, lines, message
from tests.support.waiting import until

__all__ = ["own", "served"]  # fixtures

SAID, EDITED = "My cousin Zeynep teaches chemistry in Bursa.", "My cousin Zeynep teaches geology in Bursa."
WORDS = ("chemistry", "geology")
QUESTION = "What does my cousin Zeynep teach in Bursa?"
AT = "2026-05-08T13:56:00.000Z"


def telling(outputs: dict[str, str]) -> set[str]:
    """What told one of the words."""
    return {name for name, output in outputs.items() if any(word in output for word in WORDS)}


@pytest.mark.parametrize(
    "edited", [pytest.param(False, id="as said", marks=pytest.mark.long), pytest.param(True, id="edited")]
)
async def test_no_command_tells_a_forgotten_memory(
    memory: GraphMem, environment: dict[str, str], owner: str, edited: bool, tmp_path: Path
) -> None:
    ids = await told(memory, owner, edited=edited)
    assert telling(asked(environment, ids)) >= {"recall", "memories", "show"}
    assert graphmem(environment, "forget", ids[-1]).returncode == 0
    assert not telling(asked(environment, ids))
    archive = str(tmp_path / "memory.graphmem")
    assert graphmem(environment, "export", archive).returncode == 0
    copy = environment | {"GRAPHMEM_OWNER": f"{owner}-copy"}
    taken = graphmem(copy, "import", archive)
    assert taken.returncode == 0, taken.stderr
    assert not telling(asked(copy, []))


def asked(environment: dict[str, str], ids: list[str]) -> dict[str, str]:
    """What commands print of it."""
    commands: dict[str, list[str]] = {
        "recall": ["recall", QUESTION, "--dormant", "--min-confidence", "0"],
        "memories": ["memories", "--all", "--json"],
        "activate": ["activate", "Visit Zeynep"],
        "timeline": ["timeline", "Zeynep"],
        "tombstones": ["tombstones", "--json"],
        "audit": ["audit", "--json"],
    }
    for number, id_ in enumerate(ids):
        commands |= {"show": ["show", id_], f"show {number}": ["show", id_, "--json"], f"why {number}": ["why", id_]}
    found = {name: graphmem(environment, *command) for name, command in commands.items()}
    return {name: (one.stdout + one.stderr).replace(QUESTION, "") for name, one in found.items()}


async def told(memory: GraphMem, owner: str, *, edited: bool) -> list[str]:
    """Ids of a memory and, where it is `edited`, of what a person put in its place."""
    seen = await memory.observer.observe(memory.owner(owner), SAID, speaker="Ada")
    ids = [one.memory for one in seen.statements if one.memory]
    if edited:
        ids.append((await memory.amendments.edit(memory.owner(owner), ids[0], EDITED)).memory.id)
    return ids


async def test_no_hook_brings_back_what_was_forgotten(
    own: GraphMem, served: str, environment: dict[str, str], owner: str, tmp_path: Path
) -> None:
    """The same turn ends twice, and a person has it forgotten in between."""
    said = lines(tmp_path / "talk.jsonl", message("1", "user", SAID, timestamp=AT), message("2", "assistant", "Noted."))
    event = {"session_id": "s1", "transcript_path": said}
    ada = own.owner(owner)
    with announce(settings_of(own, environment), served):

        async def is_kept() -> bool:
            assert (await asyncio.to_thread(hook, environment, "stop", event)).returncode == 0
            return bool((await ada.memories()).items)

        await until(is_kept)
        stone = (await ada.forget((await ada.memories()).items[0].id)).tombstone
        for session in ("s1", "s2"):
            await asyncio.to_thread(hook, environment, "stop", event | {"session_id": session})
        asked_ = {"session_id": "s3", "prompt": QUESTION}
        prompted = await asyncio.to_thread(hook, environment, "prompt", asked_)
        started = await asyncio.to_thread(hook, environment, "session-start", {"session_id": "s4", "source": "startup"})
    assert not telling({"prompt": prompted.stdout, "start": started.stdout})
    assert (await ada.memories()).items == ()
    assert not telling({"recall": str(await ada.recall("Zeynep in Bursa"))})
    assert [one.id for one in (await own.tombstones.page(ada)).items] == [stone]

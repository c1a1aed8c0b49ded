"""Commands beside a running server of their home: it answers for every owner, as the commands do by themselves."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from graphmem import home_token
from graphmem.cli.server_record import announce
from graphmem.config import Settings
from graphmem.facade import GraphMem
from tests.api.conftest import own, served
from tests.cli.conftest import graphmem

__all__ = ["own", "served"]  # fixtures

FEW = (("recall", "Why did Zeynep move?", "--no-touch"), ("why", "ID"))
QUESTIONS = (
    ("recall", "--for", "FILE", "--no-touch"),
    ("observe", "Zeynep now lives in Oslo.", "--dry-run"),
    ("why", "Why did Zeynep move?"),
    ("why", "0" * 32),
    ("related", "ID"),
    ("profile", "Zeynep"),
    ("timeline", "Zeynep"),
    ("activate", "Visit Zeynep"),
    ("show", "ID"),
    ("show", "0" * 32),
    ("profile", "Nobody"),
)
MOVING = frozenset({
    *("latency_ms", "signals", "score", "confidence", "valid_from", "block_id"),
    *("access_count", "last_accessed_at", "stability", "storage_strength"),
})  # fmt: skip
"""What depends on when it was asked, and whether it was asked before."""


@pytest.mark.parametrize("asked", [FEW, pytest.param(QUESTIONS, marks=pytest.mark.long)], ids=["few", "all"])
async def test_the_server_of_the_home_answers_for_another_owner(
    own: GraphMem, served: str, environment: dict[str, str], owner: str, tmp_path: Path, asked: Sequence[Sequence[str]]
) -> None:
    other = f"{owner} / Çiğdem"
    told = await own.owner(other).observe("Zeynep moved to Bergen because she found a job there.", speaker="Ada")
    names = {"ID": told.statements[0].memory or "", "FILE": conversation(tmp_path)}
    # Who cannot log in tells what the server said; who has another home opens the store.
    homes = (environment | {"NEO4J_PASSWORD": "wrong"}, environment | {"GRAPHMEM_HOME": str(tmp_path / "another")})
    with announce(settings_of(own, environment), served):
        for question in asked:
            command = [names.get(word, word) for word in question]
            there, here = [
                await asyncio.to_thread(graphmem, home, *command, "--owner", other, "--json") for home in homes
            ]
            assert there.returncode == here.returncode, there.stderr
            assert steady(there.stdout) == steady(here.stdout), command
            if here.returncode:
                assert there.stderr == here.stderr
            assert "Bergen" in there.stdout or question not in FEW


async def test_what_is_told_for_another_owner_is_the_other_owners(
    own: GraphMem, served: str, environment: dict[str, str], owner: str
) -> None:
    cut_off = environment | {"NEO4J_PASSWORD": "wrong", "GRAPHMEM_OWNER": f"{owner}-variable"}
    with announce(settings_of(own, environment), served):
        for whose, text in (
            (["--owner", f" {owner}-eve "], "I keep bees in Foça."),
            ([], "I play the cello in Izmir."),
            (["--owner", owner], "I teach chemistry in Bursa."),
        ):
            told = await asyncio.to_thread(graphmem, cut_off, "learn", text, *whose)
            assert told.returncode == 0, told.stderr
    found = [
        [one.text.removeprefix("User: ") for one in (await own.memories.page(own.owner(name), first=9)).items]
        for name in (f"{owner}-eve", f"{owner}-variable", owner)
    ]
    assert found == [["I keep bees in Foça."], ["I play the cello in Izmir."], ["I teach chemistry in Bursa."]]


async def test_a_message_of_another_day_is_told_with_its_time(
    own: GraphMem, served: str, environment: dict[str, str], owner: str
) -> None:
    said = ["observe", "I moved to Lisbon yesterday.", "--speaker", "Ada", "--said-at"]
    with announce(settings_of(own, environment), served):
        for given in ("2026-05-09T10:00:00Z", "some day"):
            told = await asyncio.to_thread(graphmem, environment | {"NEO4J_PASSWORD": "wrong"}, *said, given)
            assert told.returncode == (2 if given == "some day" else 0), told.stderr
    assert "--said-at" in told.stderr
    (kept,) = (await own.owner(owner).memories()).items
    assert kept.valid_from == datetime(2026, 5, 8, tzinfo=UTC)
    assert kept.recorded_at.date() == datetime.now(UTC).date()


def conversation(folder: Path) -> str:
    """A file with the last message of one."""
    path = folder / "talk.json"
    path.write_text(json.dumps([{"role": "user", "content": "Where did Zeynep move?"}]), "utf-8")
    return str(path)


def settings_of(own: GraphMem, environment: dict[str, str]) -> Settings:
    """The settings of commands, in whose home the token of the server lies."""
    home, uri = Path(environment["GRAPHMEM_HOME"]), environment["NEO4J_URI"]
    settings = Settings(home=home, neo4j_uri=uri, owner=own.settings.owner)
    settings.home.mkdir(mode=0o700)
    home_token.file_of(settings).write_text(home_token.ensure(own.settings))
    home_token.file_of(settings).chmod(0o600)
    return settings


def steady(printed: str) -> list[str]:
    """The answer without what depends on when it was asked."""

    def kept(value: Any) -> Any:
        if isinstance(value, dict):
            return {name: kept(inner) for name, inner in value.items() if name not in MOVING}
        return [kept(inner) for inner in value] if isinstance(value, list) else value

    return json.dumps(kept(json.loads(printed)), indent=1).splitlines() if printed else []

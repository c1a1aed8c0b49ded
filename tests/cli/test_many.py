"""Several messages of a file filed, and several memories forgotten by a filter, on the command line."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from graphmem.facade import GraphMem
from graphmem.model.palace import Owner
from tests.cli.conftest import graphmem


async def texts(memory: GraphMem, owner: Owner) -> list[str]:
    return sorted(one.text for one in (await memory.memories.page(owner, first=50)).items)


async def test_messages_of_a_file_are_filed_and_forgotten_by_a_filter(
    environment: dict[str, str], memory: GraphMem, tenant: Owner, tmp_path: Path
) -> None:
    lines = [
        {"text": "I moved to Bergen.", "speaker": "Ada", "said_at": "2026-03-02T09:00:00Z"},
        {"text": "Kahve yerine çay içmeyi tercih ederim.", "speaker": "Elif"},
        {"text": "My sister is Rita.", "speaker": "Ada", "sayd_at": "2026-03-02"},
    ]
    file = tmp_path / "messages.jsonl"
    file.write_text("\n\n".join(json.dumps(line) for line in lines))
    dry = graphmem(environment, "observe-many", str(file), "--dry-run", "--json")
    assert dry.returncode == 2
    assert await texts(memory, tenant) == []
    done = graphmem(environment, "observe-many", str(file), "--json")
    assert "observing" in done.stderr
    assert done.returncode == 2
    one, other, refused = json.loads(done.stdout)
    assert one["pointer"]
    assert other["statements"][0]["action"] == "create"
    assert (refused["field"], refused["code"]) == ("inputs.2.sayd_at", "INVALID_INPUT")
    assert "messages.jsonl:5" in done.stderr
    filed = await texts(memory, tenant)
    assert len(filed) == 2
    shown = graphmem(environment, "forget-many", "--speaker", "Ada")
    assert shown.returncode == 0
    assert "1 of 1 memories" in shown.stdout
    assert await texts(memory, tenant) == filed
    gone = graphmem(environment, "forget-many", "--speaker", "Ada", "--no-dry", "--json")
    assert gone.returncode == 0
    assert json.loads(gone.stdout)["forgotten"][0]["tombstone"]
    assert [one for one in filed if "Bergen" not in one] == await texts(memory, tenant)
    assert graphmem(environment, "forget-many").returncode == 2


@pytest.mark.parametrize(
    ("content", "told"),
    [
        ('{"text": "I moved to Bergen."}\n{"text": ', "messages.jsonl:2: no JSON"),
        ('{"text": "I moved to Bergen."}\n[1]', "messages.jsonl:2: no JSON object"),
        ('{"text": "I moved to Bergen.", "said_at": "soon"}', "messages.jsonl:1: "),
        ("\n\n", "holds no message"),
        ("\xff", None),
    ],
)
async def test_a_file_that_cannot_be_read_files_nothing(
    environment: dict[str, str], memory: GraphMem, tenant: Owner, tmp_path: Path, content: str, told: str | None
) -> None:
    file = tmp_path / "messages.jsonl"
    file.write_text(content, encoding="latin-1")
    seen = graphmem(environment, "observe-many", str(file))
    assert seen.returncode == 2
    assert (told or "cannot be read") in seen.stderr
    assert await texts(memory, tenant) == []

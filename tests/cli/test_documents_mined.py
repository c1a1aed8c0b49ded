"""`graphmem mine` of what is no conversation."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.conftest import graphmem


@pytest.mark.long
def test_a_file_is_told_by_what_is_in_it(environment: dict[str, str], tmp_path: Path) -> None:
    notes, chat, picture = tmp_path / "notes.md", tmp_path / "chat.md", tmp_path / "picture.txt"
    notes.write_text(
        "# Plans\n\n## Added\n\nThe harbour of Izmir is served by Mert.\n\n## Fixed\n\nThe lamp.\n", "utf-8"
    )
    chat.write_text("**Ada:** I moved to Izmir in May 2026.\n\n**Mert:** Nice.\n", "utf-8")
    picture.write_bytes(b"\x89PNG\r\n\x1a\n\x00\xff")
    mined = graphmem(environment, "mine", str(notes), str(chat), str(picture), "--json")
    assert mined.returncode == 2
    told = json.loads(mined.stdout)
    assert [(one["title"], one["filed"]) for one in told["conversations"]] == [("Plans", 2), ("chat", 2)]
    assert "picture.txt" in told["failed"][0]["message"]
    notes.write_text("# Plans\n\n## Added\n\nThe harbour of Izmir is served by Clara.\n", "utf-8")
    again = json.loads(graphmem(environment, "mine", str(notes), "--json").stdout)["conversations"][0]
    assert (again["filed"], again["ended"]) == (1, 2)
    forced = json.loads(graphmem(environment, "mine", str(chat), "--as", "text", "--json").stdout)
    assert forced["conversations"][0]["rooms"] == 1


def test_a_file_without_times_says_that_all_counts_as_said_now(environment: dict[str, str], tmp_path: Path) -> None:
    chat = tmp_path / "chat.jsonl"
    turn = {"speaker": "Ada", "text": "The dentist sees me tomorrow at nine."}
    chat.write_text(json.dumps(turn | {"heure": "2026-05-08T13:56:00Z"}) + "\n", "utf-8")
    mined = graphmem(environment, "mine", str(chat))
    assert mined.returncode == 0
    assert "no message tells when it was said" in mined.stderr
    assert "time, timestamp, said_at" in mined.stderr
    assert "dentist" in graphmem(environment, "memories").stdout


def test_times_are_read_whatever_they_are_called_and_what_is_over_is_listed_on_demand(
    environment: dict[str, str], tmp_path: Path
) -> None:
    chat = tmp_path / "chat.jsonl"
    turn = {"speaker": "Ada", "text": "The optician sees me tomorrow at ten.", "sentAt": "2026-05-08T13:56:00Z"}
    chat.write_text(json.dumps(turn) + "\n", "utf-8")
    assert "no message tells" not in graphmem(environment, "mine", str(chat)).stderr
    assert "No memory holds now. What held before: --all" in graphmem(environment, "memories").stdout
    assert "2026-05-09" in graphmem(environment, "memories", "--all").stdout

"""The ops log: whole lines, bounded, rotated without loss, and never in anybody's way."""

from __future__ import annotations

import json
import stat
import subprocess
import sys
import time
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from graphmem.config import load_settings
from graphmem.errors import ConfigurationError, GraphMemError
from graphmem.model.palace import Owner
from graphmem.services.ops_log import MAX_TEXT, Operation, OpsLog, _line

NOON = datetime(2026, 9, 30, 12, tzinfo=UTC)
FIELDS = {
    *("ts", "op", "input", "output", "model", "latency_ms", "success"),
    *("fallback", "intent", "avg_relevance", "result_count", "owner"),
}


def clock() -> datetime:
    return NOON


def lines(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()]


def every_line(folder: Path) -> list[dict[str, Any]]:
    return [line for path in sorted(folder.glob("*.jsonl")) for line in lines(path)]


def test_a_line_says_what_was_decided(tmp_path: Path) -> None:
    path = tmp_path / "deep" / "ops-log.jsonl"
    log = OpsLog(path, clock=clock)
    log.write(Operation("observe", "çay severim", "CREATE", latency_ms=1.23456))
    log.write(Operation("formation", "x" * 500, model="small", fallback=True, success=False, intent="fact"))
    log.write(Operation("recall", avg_relevance=0.5, result_count=3))
    log.close()
    first, second, third = lines(path)
    assert set(first) == FIELDS
    assert first["ts"] == "2026-09-30T12:00:00.000Z"
    assert (first["input"], first["output"], first["latency_ms"]) == ("çay severim", "CREATE", 1.235)
    assert len(second["input"]) == MAX_TEXT
    assert (second["model"], second["fallback"], second["success"]) == ("small", True, False)
    assert (third["avg_relevance"], third["result_count"], third["model"]) == (0.5, 3, None)
    assert (log.written, log.dropped, log.fallbacks) == (3, 0, 1)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_full_files_move_aside_and_none_is_overwritten(tmp_path: Path) -> None:
    (tmp_path / "ops-log-2026-09-30.jsonl").write_text('{"op": "earlier"}\n')
    log = OpsLog(tmp_path / "ops-log.jsonl", max_bytes=1_000, clock=clock)
    for number in range(30):
        log.write(Operation("observe", str(number)))
    log.close()
    names = {path.name for path in tmp_path.glob("*.jsonl")}
    assert {"ops-log.jsonl", "ops-log-2026-09-30.jsonl", "ops-log-2026-09-30-2.jsonl"} < names
    assert all(path.stat().st_size <= 1_000 for path in tmp_path.glob("*.jsonl"))
    found = every_line(tmp_path)
    assert found.count({"op": "earlier"}) == 1
    assert sorted(int(line["input"]) for line in found if line["op"] == "observe") == list(range(30))


def test_processes_share_a_file_and_its_rotation(tmp_path: Path) -> None:
    code = (
        "import sys; from pathlib import Path; from graphmem.services.ops_log import *\n"
        "log = OpsLog(Path(sys.argv[1]), max_bytes=20_000)\n"
        "for n in range(400): log.write(Operation(sys.argv[2], 'ç' * 60, str(n)))\n"
        "log.close(30)"
    )
    path = tmp_path / "ops-log.jsonl"
    writers = [subprocess.Popen([sys.executable, "-c", code, path, name]) for name in "abc"]
    assert [writer.wait(60) for writer in writers] == [0, 0, 0]
    found = every_line(tmp_path)
    assert sorted((line["op"], int(line["output"])) for line in found) == [
        (name, number) for name in "abc" for number in range(400)
    ]
    assert len(list(tmp_path.glob("*.jsonl"))) > 5


def test_nowhere_is_a_place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    log = OpsLog(None)
    log.write(Operation("observe", fallback=True))
    log.close()
    assert (log.written, log.dropped, log.fallbacks) == (0, 0, 1)
    assert list(tmp_path.iterdir()) == []


def test_a_disk_that_refuses_is_counted_not_raised(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("no folder")
    log = OpsLog(tmp_path / "file" / "ops-log.jsonl")
    log.write(Operation("observe"))
    log.close()
    assert (log.written, log.dropped) == (0, 1)


def test_a_file_taken_away_is_made_anew(tmp_path: Path) -> None:
    path = tmp_path / "ops-log.jsonl"
    log = OpsLog(path)
    log.write(Operation("one"))
    _until(lambda: log.written == 1)
    path.unlink()
    log.write(Operation("two"))
    log.close()
    assert [line["op"] for line in lines(path)] == ["two"]


def test_what_the_disk_cannot_keep_up_with_is_dropped_at_once(tmp_path: Path) -> None:
    """A pipe that nobody reads from stands for a disk that hangs."""
    import os

    path = tmp_path / "ops-log.jsonl"
    os.mkfifo(path)
    log = OpsLog(path, queued=10)
    began = time.monotonic()
    for number in range(1_000):
        log.write(Operation("observe", str(number)))
    log.close(0.1)
    assert time.monotonic() - began < 10
    assert log.dropped >= 980
    log.write(Operation("late"))
    reader = os.open(path, os.O_RDONLY | os.O_NONBLOCK)  # lets the thread end
    _until(lambda: log.written >= 1)
    os.close(reader)


def test_what_comes_after_the_end_is_dropped(tmp_path: Path) -> None:
    log = OpsLog(tmp_path / "ops-log.jsonl")
    log.close()
    log.write(Operation("late"))
    log.close()
    assert (log.written, log.dropped) == (0, 1)


@settings(max_examples=100)
@given(text=st.text(st.characters(exclude_categories=()), max_size=300), latency=st.floats(0, 1e6))
def test_any_text_is_one_line_of_json(text: str, latency: float) -> None:
    line = _line(NOON, Operation(text, text, text, intent=text, latency_ms=latency))
    assert line.count(b"\n") == 1
    assert set(json.loads(line)) == FIELDS
    assert len(line) < 6_000


def test_the_setting(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.delenv("GRAPHMEM_OPS_LOG", raising=False)
    assert load_settings().ops_log == tmp_path / ".graphmem" / "ops-log.jsonl"
    monkeypatch.setenv("GRAPHMEM_OPS_LOG", "off")
    assert load_settings().ops_log is None
    monkeypatch.setenv("GRAPHMEM_OPS_LOG", "~/elsewhere.jsonl")
    assert load_settings().ops_log == tmp_path / "elsewhere.jsonl"
    monkeypatch.setenv("GRAPHMEM_CHAT_TIMEOUT", "0")
    with pytest.raises(ConfigurationError, match="GRAPHMEM_CHAT_TIMEOUT"):
        load_settings()


def _until(condition: Callable[[], bool]) -> None:
    deadline = time.monotonic() + 5
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(0.01)


def test_an_erased_owners_lines_go_and_none_comes_after(tmp_path: Path) -> None:
    """Of this process and of another, whose line was on its way; those of the same name asked for later stay."""
    path = tmp_path / "ops-log.jsonl"
    (tmp_path / "ops-log-2026-09-29.jsonl").write_text('{"op": "of a release without owners", "input": "canary"}\n')
    ada, ben = Owner.named("Ada"), Owner.named("Ben")
    log, other = OpsLog(path), OpsLog(path)
    for owner in (ada, ben):
        log.write(Operation("observe", "canary", owner=owner))
    log.erase(ada, datetime.now(UTC))
    for writer in (log, other):
        writer.write(Operation("recall", "canary", owner=ada))
        writer.write(Operation("recall", "anew", owner=Owner.named("Ada")))
        writer.close()
    assert [(line["owner"], line["input"]) for line in every_line(tmp_path)] == [
        (ben.key, "canary"),
        (ada.key, "anew"),
        (ada.key, "anew"),
    ]
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_lines_that_say_something_are_taken_back_while_others_write(tmp_path: Path) -> None:
    path, ada = tmp_path / "ops-log.jsonl", Owner.named("Ada")
    logs = [OpsLog(path) for _ in range(3)]
    for number in range(200):
        for log in logs:
            log.write(Operation("observe", f"canary {number}" if number % 2 else str(number), owner=ada))
    logs[0].remove(ada, lambda text: "canary" in text)
    for log in logs:
        log.close(30)
    logs[0].remove(ada, lambda text: "canary" in text)
    assert sorted(int(line["input"]) for line in every_line(tmp_path)) == sorted([*range(0, 200, 2)] * 3)


def test_a_log_that_cannot_be_rewritten_is_named(tmp_path: Path) -> None:
    path = tmp_path / "ops-log.jsonl"
    path.mkdir()
    with pytest.raises(GraphMemError, match="could not be rewritten") as error:
        OpsLog(path).erase(Owner.named("Ada"), datetime.now(UTC))
    assert str(path) in error.value.message

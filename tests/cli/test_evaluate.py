"""What `graphmem evaluate …` prints and refuses, without a process of its own or a store."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from graphmem.cli import longmemeval
from graphmem.cli.evaluate import app
from graphmem.cli.results import print_groups, print_latency, save
from graphmem.errors import ArtifactError, ConfigurationError, InvalidInputError
from tests.evals.labelled import DATA

TINY = DATA / "tiny"
METRICS = {
    "r@1": 75.0,
    "questions": 4,
    "by_category": {"en→tr": {"r@1": 50.0, "questions": 2}, "tr→tr": {"r@1": 100.0}},
}


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A home without anything, and no model anywhere."""
    for name in ("GRAPHMEM_CHAT_MODEL", "OPENAI_API_KEY", "OPENAI_BASE_URL"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("GRAPHMEM_HOME", str(tmp_path))
    return tmp_path


def invoke(*words: str) -> BaseException | None:
    """The error a command ends with, as `main` gets it."""
    return CliRunner().invoke(app, ["longmemeval", *words]).exception


def test_a_table_has_a_row_for_all_and_one_a_category(capsys: pytest.CaptureFixture[str]) -> None:
    print_groups(METRICS, "XQuAD", head="direction")
    print_latency({"latency_ms": {"p50": 1.5, "p95": 2.5}})
    printed = capsys.readouterr().out
    for told in ("direction", "all", "en→tr", "tr→tr", "75.0", "50.0", "–", "p50 1.5 ms, p95 2.5 ms"):
        assert told in printed


def test_sessions_and_turns_are_never_in_one_table(capsys: pytest.CaptureFixture[str]) -> None:
    level = {**dict.fromkeys(longmemeval.FIGURES, 90.0), "ndcg@50": 12.5, "by_category": {}}
    skipped = {"skipped": "No chat model is configured."}
    longmemeval.show({"metrics": {"session": level, "turn": level, "qa": skipped}, "settings": {}})
    printed = capsys.readouterr()
    assert printed.out.index("by sessions") < printed.out.index("by turns")
    assert printed.out.count("ndcg@10") == 2
    assert "12.5" not in printed.out
    assert "Answers were not judged. No chat model" in printed.err


def test_a_result_file_is_written(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    save({"metrics": METRICS, "settings": {}}, tmp_path / "r.json")
    assert json.loads((tmp_path / "r.json").read_text())["metrics"] == METRICS
    assert "Written to" in capsys.readouterr().err


def test_the_download_stage_takes_a_file_there_is(home: Path, tmp_path: Path) -> None:
    result = CliRunner().invoke(app, ["longmemeval", "download", "--data", str(TINY / "longmemeval.json")])
    assert "download: 3 questions" in result.stdout
    result = CliRunner().invoke(app, ["longmemeval", "download", "--data", str(TINY / "timeqa.json")])
    assert "field 'haystack_session_ids' is missing" in str(result.exception)


def test_stages_say_what_they_lack(home: Path) -> None:
    data = str(TINY / "longmemeval.json")
    missing = invoke("full")
    assert isinstance(missing, InvalidInputError)
    assert "evaluate longmemeval download" in missing.remedy
    early = invoke("qa", "--data", data)
    assert isinstance(early, InvalidInputError)
    assert "`retrieve`" in early.remedy
    logs = home / "evaluations" / "longmemeval" / "retrieval_logs"
    logs.mkdir(parents=True)
    line = {"question_id": "1", "question_type": "t", "abstention": False, "milliseconds": 1.0, "contexts": []}
    ranks: dict[str, list[str]] = {"answer_turns": [], "answer_sessions": [], "ranked_turns": [], "ranked_sessions": []}
    (logs / "own.jsonl").write_text(json.dumps(line | ranks) + "\n")
    silent = invoke("qa", "--data", data, "--run", "own")
    assert isinstance(silent, ConfigurationError)
    assert "GRAPHMEM_CHAT_MODEL" in silent.remedy
    unreachable = invoke("download", "--url", "http://127.0.0.1:9/longmemeval.json")
    assert isinstance(unreachable, ArtifactError)
    assert "--data" in unreachable.remedy

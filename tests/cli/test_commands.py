"""The commands as a person or a script runs them: output, JSON, exit codes, remedies."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.conftest import graphmem
from tests.support.conversations import EFOIL


@pytest.fixture
def transcript(tmp_path: Path) -> Path:
    path = tmp_path / "efoil.jsonl"
    lines = [json.dumps({"speaker": speaker, "text": text}, ensure_ascii=False) for speaker, text in EFOIL]
    path.write_text("\n".join([*lines, "this is no JSON"]), "utf-8")
    return path


def test_mine_recall_show_and_erase(environment: dict[str, str], transcript: Path, owner: str) -> None:
    mined = graphmem(environment, "mine", str(transcript), "--json")
    assert mined.returncode == 0, mined.stderr
    answer = json.loads(mined.stdout)
    assert answer["conversations"][0]["filed"] == len(EFOIL)
    assert answer["rejected"][0]["line"] == len(EFOIL) + 1

    found = graphmem(environment, "recall", "Which cable became too hot?", "--json", "-n", "2")
    hits = json.loads(found.stdout)["hits"]
    assert len(hits) == 2
    assert hits[0]["drawer"]["text"] == EFOIL[0][1]

    table = graphmem(environment, "recall", "Which cable became too hot?", "--explain")
    assert "overheated" in table.stdout
    assert "vector #1" in table.stdout

    shown = graphmem(environment, "drawer", "w-1/r-1/d-1")
    assert EFOIL[0][1] in shown.stdout
    assert "efoil" in graphmem(environment, "palace").stdout
    assert json.loads(graphmem(environment, "health", "--json").stdout)["drawers"] == len(EFOIL)
    assert graphmem(environment, "erase", owner, "--yes").returncode == 0
    assert "The palace is empty" in graphmem(environment, "palace").stdout


@pytest.mark.parametrize(
    ("arguments", "code", "said"),
    [
        (("mine", "nowhere.json"), 2, "nowhere.json does not exist"),
        (("drawer", "W-9/R-9/D-9"), 2, "No drawer"),
        (("drawer", "nonsense"), 2, "no pointer"),
        (("recall", "wire", "-n", "0"), 2, "limit is 0"),
        (("evaluate", "locomo", "--data", "nowhere.json"), 2, "nowhere.json does not exist"),
        (("neo4j", "start"), 3, "NEO4J_URI"),
    ],
)
def test_mistakes_name_the_value_and_a_remedy(
    environment: dict[str, str], arguments: tuple[str, ...], code: int, said: str
) -> None:
    result = graphmem(environment, *arguments)
    assert result.returncode == code, result.stderr
    assert said in result.stderr
    assert "→" in result.stderr
    if arguments[-1] == "nowhere.json":
        assert len(result.stderr.splitlines()) == 2, "the error and its remedy alone"
    assert "Traceback" not in result.stderr


def test_an_empty_memory_and_an_empty_query_are_answered(environment: dict[str, str]) -> None:
    assert "Nothing is remembered yet" in graphmem(environment, "recall", "anything").stdout
    empty = graphmem(environment, "recall", "  ")
    assert empty.returncode == 0
    assert "The query is empty" in empty.stdout


def test_one_bad_file_keeps_no_other_out(environment: dict[str, str], transcript: Path, tmp_path: Path) -> None:
    bad = tmp_path / "bad.json"
    bad.write_text("{", "utf-8")
    result = graphmem(environment, "mine", str(bad), str(transcript), "--json")
    assert result.returncode == 2
    answer = json.loads(result.stdout)
    assert answer["conversations"][0]["filed"] == len(EFOIL)
    assert answer["failed"][0]["code"] == "MALFORMED_TRANSCRIPT"


def test_a_server_that_is_away_has_its_own_code(environment: dict[str, str]) -> None:
    away = graphmem(environment | {"NEO4J_URI": "bolt://127.0.0.1:1"}, "recall", "wire")
    assert away.returncode == 11
    wrong = graphmem(environment | {"NEO4J_PASSWORD": "wrong"}, "recall", "wire")
    assert wrong.returncode == 12
    another = graphmem(environment | {"GRAPHMEM_EMBEDDER": "minilm-en"}, "recall", "wire")
    assert another.returncode == 15
    assert "graphmem reindex" in another.stderr


HEAVY = {
    "numpy",
    "neo4j",
    "neomodel",
    "onnxruntime",
    "tokenizers",
    "strawberry",
    "openai",
    "jpype",
    "pydantic",
    "uvicorn",
}


def test_help_waits_for_nothing_heavy() -> None:
    main = "from graphmem.cli.app import main; main()"
    arguments = [sys.executable, "-X", "importtime", "-c", main, "--help"]
    helped = subprocess.run(arguments, capture_output=True, text=True, timeout=120, check=True)
    assert "recall" in helped.stdout
    assert "evaluate" in helped.stdout
    imported = {line.rsplit("|", 1)[-1].strip() for line in helped.stderr.splitlines()}
    assert "typer" in imported
    assert not imported & HEAVY
    assert not {name for name in imported if name.startswith(("graphmem.facade", "graphmem.config", "graphmem.server"))}


def test_a_group_that_waits_has_its_commands(environment: dict[str, str]) -> None:
    for group, command in (("neo4j", "browser"), ("evaluate", "locomo"), ("bench", "write")):
        assert command in graphmem(environment, group, "--help").stdout
    assert "LoCoMo" in graphmem(environment, "evaluate", "locomo", "--help").stdout


def test_doctor_and_version(environment: dict[str, str]) -> None:
    assert json.loads(graphmem(environment, "doctor", "--json").stdout)["ok"] is True
    assert graphmem(environment, "--version").stdout.startswith("graphmem 0.")


@pytest.mark.parametrize("days", ["999999999", "1e12", "nan", "inf"])
def test_a_key_ends_on_some_day(environment: dict[str, str], days: str) -> None:
    ended = graphmem(environment, "keys", "add", "ada", "--days", days)
    assert (ended.returncode, "INVALID_INPUT" in ended.stderr, "--days" in ended.stderr) == (2, True, True), (
        ended.stderr
    )

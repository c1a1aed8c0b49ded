"""The comparison with other systems: scoring, peers that misbehave, and what may stand in one table."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import AsyncIterator, Sequence
from pathlib import Path
from typing import Any

import httpx2
import numpy as np
import pytest

from graphmem.config import Settings
from graphmem.errors import ConfigurationError, InvalidInputError
from graphmem.ports import Purpose, Vectors
from tests.evals.cases import Case
from tests.evals.constants import CONSTANTS
from tests.evals.peers import plain_changes, refit, registry, results, runner, sets, venvs
from tests.evals.peers.endpoint import Endpoint
from tests.evals.peers.protocol import Hit, PeerError, PeerProcess, started
from tests.evals.peers.registry import PEERS, Peer
from tests.evals.peers.scoring import Levels
from tests.evals.peers.sets import Half, Question, Talk
from tests.evals.stored_hits import RetrievedCase, Stored
from tests.support.openai_server import OpenAIServer, openai_server, vector_of

SCRIPT = Path(__file__).parents[1] / "support" / "scripted_peer.py"
SCRIPTED = Peer("scripted", str(SCRIPT.with_suffix("")), None, "words in common", with_model=True)
GIVEN: dict[str, Any] = {"chat": None, "neo4j": None, "folder": "", "embeddings": {}, "variant": "", "weights": {}}


class Hashed:
    """An embedder without a model."""

    model, dimensions = "hashed", 24

    def __init__(self) -> None:
        self.read: list[tuple[Purpose, str]] = []

    async def embed(self, texts: Sequence[str], purpose: Purpose) -> Vectors:
        self.read += [(purpose, text) for text in texts]
        return np.array([vector_of(text) for text in texts], np.float32)


@pytest.fixture
async def peer() -> AsyncIterator[PeerProcess]:
    async with started([sys.executable, str(SCRIPT)], env=dict(os.environ), seconds=60) as process:
        await process.ask("open", **GIVEN)
        yield process


def hits(*ids: str) -> list[Hit]:
    return [Hit((id_,), "", False) for id_ in ids]


def talk(*questions: Question) -> Talk:
    """Six turns in three sessions."""
    sessions = {"a1": "a", "a2": "a", "b1": "b", "b2": "b", "c1": "c", "c2": "c"}
    turns = tuple(
        {"id": id_, "session": session, "speaker": "Ada", "role": "user", "text": f"about {id_}", "said_at": None}
        for id_, session in sessions.items()
    )
    return Talk("space", "title", turns, sessions, questions)


def test_turns_and_sessions_are_scored_by_hand() -> None:
    both = Question("?", "multi", frozenset({"a1", "c1"}), frozenset({"a", "c"}))
    one = Question("?", "single", frozenset({"b2"}), frozenset({"b"}))
    levels = Levels()
    levels.add(talk(), both, hits("b1", "b2", "a2", "b1", "a1", "c2", "c1"))
    levels.add(talk(), one, [])
    found = levels.summary()
    # Of turns a1 is fourth, since b1 counts once, and c1 sixth; of sessions a is second and c third.
    assert found["turn"]["by_category"]["multi"] == {
        "recall@5": 50.0, "any@5": 100.0, "all@5": 0.0, "recall@10": 100.0, "any@10": 100.0, "all@10": 100.0,
        "recall@20": 100.0, "any@20": 100.0, "all@20": 100.0, "questions": 1,
    }  # fmt: skip
    assert found["session"]["by_category"]["multi"]["all@5"] == 100.0
    assert (found["turn"]["recall@5"], found["session"]["any@5"], found["turn"]["questions"]) == (25.0, 50.0, 2)


def test_a_hit_of_several_turns_takes_their_places() -> None:
    question = Question("?", "one", frozenset({"b2"}), frozenset({"b"}))
    levels = Levels()
    levels.add(talk(), question, [Hit(("a1", "a2", "b1", "c1", "c2"), "", False), Hit(("b2",), "", False)])
    assert (levels.summary()["turn"]["any@5"], levels.summary()["session"]["any@5"]) == (0.0, 100.0)


def test_a_turn_that_nobody_filed_is_the_peers_fault() -> None:
    with pytest.raises(PeerError, match="space does not have: 'elsewhere'"):
        Levels().add(talk(), Question("?", "one", frozenset({"a1"}), frozenset({"a"})), hits("a1", "elsewhere"))


@pytest.mark.parametrize(
    ("how", "told"),
    [
        ("killed", "asked to open, it ended with -9.*out of memory"),
        ("silent", "was silent for 2 seconds"),
        ("wrong id", "answered another request than 1"),
        ("garbage", "wrote what is no answer: .*Loading 100%"),
    ],
)
async def test_a_peer_that_misbehaves_is_told_and_ended(how: str, told: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tests.evals.peers.protocol.CLOSING", 0.1)
    seconds = 2.0 if how == "silent" else 60.0
    with pytest.raises(PeerError, match=told):
        async with started([sys.executable, str(SCRIPT), how], env=dict(os.environ), seconds=seconds) as process:
            await process.ask("open")
    assert process.process.returncode is not None


async def test_what_a_library_prints_is_no_answer(peer: PeerProcess) -> None:
    turns = [dict(turn) for turn in talk().turns]
    assert (await peer.ask("add", space="s", title="t", turns=turns))[0] == 6
    found, taken = await peer.search("s", "about b2", 2)
    assert (found[0].ids, found[0].text, found[0].ended) == (("b2",), "Ada: about b2", False)
    assert taken > 0


async def test_an_error_of_a_peer_is_its_words(peer: PeerProcess) -> None:
    with pytest.raises(PeerError, match="asked to forget, it failed: KeyError: 'nobody'"):
        await peer.ask("forget", space="nobody", turn="a1")


@pytest.mark.parametrize(
    ("found", "verdict"),
    [
        (hits("new", "old"), False),
        (hits("other", "old", "new"), True),
        ([Hit(("old",), "", True), *hits("new")], False),
        ([Hit(("old", "new"), "", False)], False),
        (hits("other"), None),
    ],
)
def test_an_answer_is_stale_where_the_old_value_comes_first(found: list[Hit], verdict: bool | None) -> None:
    assert plain_changes.is_stale(found, "old", "new") is verdict


def test_the_pairs_tell_old_from_new() -> None:
    cases = plain_changes.pairs()
    assert len(cases) >= 40
    for case in cases:
        assert case["old_value"] in case["old"]
        assert case["old_value"] not in case["new"]
        assert case["new_value"] in case["new"]
    assert {lang: sum(case["lang"] == lang for case in cases) for lang in ("en", "tr")} == {"en": 24, "tr": 24}


@pytest.fixture
def endpoint() -> Endpoint:
    return Endpoint("http://127.0.0.1:9/v1", Hashed())


@pytest.fixture
def work(tiny: Path) -> runner.Work:
    return runner.Work(sets.of_locomo(tiny / "locomo.json", None), tiny / "longmemeval.json", plain_changes.pairs()[:3])


async def test_the_endpoint_embeds_for_what_a_peer_is_at() -> None:
    embedder = Hashed()
    with openai_server() as server:
        served = Endpoint(server.url, embedder)
        server.embed = served.embed
        one = await _vectors(served, "one text")
        served.purpose = Purpose.QUERY
        await _vectors(served, ["two", "texts"])
    assert one == [pytest.approx(vector_of("one text"))]
    assert embedder.read == [(Purpose.PASSAGE, "one text"), (Purpose.QUERY, "two"), (Purpose.QUERY, "texts")]


async def _vectors(served: Endpoint, given: str | list[str]) -> list[list[float]]:
    async with httpx2.AsyncClient() as client:
        answer = await client.post(f"{served.url}/embeddings", json={"model": "hashed", "input": given})
    return [one["embedding"] for one in answer.json()["data"]]


async def test_a_peer_is_run_from_its_first_turn_to_its_figures(
    work: runner.Work, endpoint: Endpoint, settings: Settings
) -> None:
    row = await runner.run(SCRIPTED, work, endpoint, settings)
    assert row["locomo"]["turn"]["questions"] == sum(len(one.questions) for one in work.talks) > 1
    assert row["locomo"]["turn"]["any@20"] > 0
    # Of three questions one has no answer.
    assert row["longmemeval"]["session"]["questions"] == 2
    assert row["changes"]["comes_back"] == {"all": 100.0, "en": 100.0}
    assert row["milliseconds"]["search"]["p50"] > 0
    assert row["packages"]["pytest"]


async def test_with_a_model_every_peer_asks_the_given_endpoint(
    work: runner.Work, endpoint: Endpoint, settings: Settings
) -> None:
    with openai_server() as server:
        server.reply = lambda body: {"kept": body["messages"][-1]["content"]}
        row = await runner.run(SCRIPTED, _with(work, server), endpoint, settings)
        asked = [one for one in server.received if one.path == "/v1/chat/completions"]
    assert row["locomo"]["turn"]["questions"] > 1
    assert {(one.authorization, one.body["model"]) for one in asked} == {("Bearer secret", "scripted-model")}
    assert len(asked) == sum(len(one.turns) for one in work.talks)
    without = Peer("no-model", SCRIPTED.script, None, "words")
    assert "no way of using a model" in (await runner.run(without, _with(work, server), endpoint, settings))["failed"]
    needy = Peer("needy", SCRIPTED.script, None, None)
    assert (await runner.run(needy, work, endpoint, settings)) == {"failed": "needs a model"}


def _with(work: runner.Work, server: OpenAIServer) -> runner.Work:
    return runner.Work(work.talks, None, (), runner.Chat(server.url, "scripted-model", "secret"))


async def test_what_a_peer_does_wrong_ends_its_own_row_alone(
    work: runner.Work, endpoint: Endpoint, settings: Settings
) -> None:
    row = await runner.run(Peer("gone", str(SCRIPT.with_name("no_such_script")), None, "x"), work, endpoint, settings)
    assert "asked to open, it" in row["failed"]


def test_weights_that_saw_a_conversation_do_not_judge_it(tmp_path: Path) -> None:
    chosen = tmp_path / "weights.json"
    chosen.write_text(json.dumps({"learned_from": ["space"], "constants": {"fusion.K": 30}}))
    with pytest.raises(InvalidInputError, match="were chosen on space") as told:
        runner.weights_of(PEERS["graphmem"], [talk()], chosen)
    assert "--half held" in told.value.remedy
    assert runner.weights_of(PEERS["graphmem-shipped"], [talk()], chosen) == {}
    chosen.write_text(json.dumps({"learned_from": ["other"], "constants": {"fusion.K": 30}}))
    assert runner.weights_of(PEERS["graphmem"], [talk()], chosen) == {"fusion.K": 30}


async def test_constants_are_chosen_from_their_lowest_values_and_put_back() -> None:
    """Of a question that no arm found anything for, no value is better than another."""
    before = {one.name: one.present for one in CONSTANTS}
    stored = Stored({}, [RetrievedCase(Case("c", "c", "one", "?", ("a",)), ())], {"c": {}})
    found = await refit.chosen(stored)
    assert found["constants"] == {one.name: one.tried[0] for one in CONSTANTS if one.order}
    assert (found["learned_from"], found["figure"]) == (["c"], 0.0)
    assert {one.name: one.present for one in CONSTANTS} == before
    with pytest.raises(InvalidInputError, match="no questions to choose by"):
        await refit.chosen(Stored({}, [], {}))


def test_the_shipped_left_out_weights_never_saw_the_held_half() -> None:
    chosen = json.loads(registry.LEFT_OUT.read_text("utf-8"))
    assert not set(chosen["learned_from"]) & sets.HELD
    assert chosen["learned_from"]


def test_halves_of_locomo_share_nothing(tiny: Path) -> None:
    records = json.loads((tiny / "locomo.json").read_text())
    assert [one["sample_id"] for one in sets.records(tiny / "locomo.json", Half.TUNED)] == [
        one["sample_id"] for one in records
    ]
    with pytest.raises(InvalidInputError, match="no conversation of the held half"):
        sets.of_locomo(tiny / "locomo.json", Half.HELD)


def result(path: Path, rows: dict[str, Any], **fingerprints: str) -> Path:
    path.write_text(json.dumps({"metrics": rows, "fingerprints": {"data": "d1", "embedder": "e1", **fingerprints}}))
    return path


def row(**versions: str) -> dict[str, Any]:
    levels: dict[str, dict[str, float]] = {"turn": {}, "session": {}}
    for level in levels.values():
        level |= {f"{name}@{depth}": 50.0 for name in ("recall", "any", "all") for depth in (5, 10, 20)}
    times = {"add_a_turn": 1.5, "search": {"p50": 2.0, "p95": 3.0}, "embedding_alone": {"p50": 1.0, "p95": 1.0}}
    return {"version": "2.0", "packages": versions, "locomo": levels, "milliseconds": times}


def test_results_of_the_same_are_one_table(tmp_path: Path) -> None:
    one = result(tmp_path / "one.json", {"mem0": row(numpy="2.1")})
    two = result(tmp_path / "two.json", {"graphiti": row(numpy="2.0"), "gone": {"failed": "it ended"}})
    table = results.markdown(results.merged([one, two]))
    assert "|  | mem0 2.0 | graphiti 2.0 | gone |" in table
    assert "| locomo turn recall @5 / 10 / 20 | 50.0 / 50.0 / 50.0 | 50.0 / 50.0 / 50.0 | – |" in table
    assert "gone: it ended" in table


@pytest.mark.parametrize(
    ("rows", "fingerprints", "told"),
    [
        ({"graphiti": row()}, {"data": "d2"}, "data differs: d1 in one.json, d2 in two.json"),
        ({"graphiti": row()}, {"embedder": "e2"}, "embedder differs: e1"),
        ({"graphiti": row()}, {"model": "m"}, "model differs: None in one.json, m"),
        ({"mem0": row(numpy="2.2")}, {}, "package numpy differs: 2.1 in one.json, 2.2"),
    ],
)
def test_results_of_different_things_are_no_table(
    tmp_path: Path, rows: dict[str, Any], fingerprints: dict[str, str], told: str
) -> None:
    one = result(tmp_path / "one.json", {"mem0": row(numpy="2.1")})
    with pytest.raises(InvalidInputError, match=told) as refused:
        results.merged([one, result(tmp_path / "two.json", rows, **fingerprints)])
    assert "Measure both with the same" in refused.value.remedy


def test_another_file_is_no_comparison(tmp_path: Path) -> None:
    (tmp_path / "x.json").write_text("[1]")
    with pytest.raises(InvalidInputError, match="holds no comparison"):
        results.load(tmp_path / "x.json")


def test_an_environment_of_other_pins_is_not_used(tmp_path: Path) -> None:
    mem0 = PEERS["mem0"]
    with pytest.raises(ConfigurationError, match="missing or of other versions") as told:
        venvs.python_of(mem0, tmp_path)
    assert "peers mem0 --prepare" in told.value.remedy
    (tmp_path / "mem0").mkdir()
    (tmp_path / "mem0" / "pins.txt").write_text("mem0ai==0.0.1\n")
    with pytest.raises(ConfigurationError):
        venvs.python_of(mem0, tmp_path)
    (tmp_path / "mem0" / "pins.txt").write_text(mem0.pins.read_text("utf-8"))
    assert venvs.python_of(mem0, tmp_path) == tmp_path / "mem0" / "bin" / "python"


@pytest.mark.parametrize("name", PEERS)
def test_every_peer_has_its_script_and_exact_pins(name: str) -> None:
    peer = PEERS[name]
    assert (registry.SCRIPTS / f"{peer.script}.py").exists()
    if peer.environment:
        lines = peer.pins.read_text("utf-8").splitlines()
        assert all("==" in line and "@" not in line for line in lines)
        assert len(lines) > 5


def test_a_peer_sees_no_key_of_ours(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "ours")
    monkeypatch.setenv("GRAPHMEM_HOME", "ours")
    seen = venvs.environment_of(PEERS["mem0"], tmp_path, tmp_path)
    assert "ours" not in seen.values()
    assert venvs.environment_of(PEERS["graphmem"], tmp_path, tmp_path)["GRAPHMEM_HOME"] == str(tmp_path)

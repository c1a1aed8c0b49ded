"""LongMemEval stage by stage: reading, download, ingest to figures, reader and judge, and runs gone on with."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

from graphmem.config import Settings
from graphmem.errors import ArtifactError, ConfigurationError, InvalidInputError
from graphmem.evaluation.longmemeval import download, instances, pipeline, retrieval
from graphmem.evaluation.longmemeval.pipeline import Pipeline, Stage
from graphmem.evaluation.longmemeval.retrieval import Line, Log
from graphmem.facade import GraphMem
from graphmem.store import tenants
from tests.support.openai_server import OpenAIServer, openai_server


@pytest.fixture
def data(tiny: Path) -> Path:
    return tiny / "longmemeval.json"


@pytest.fixture
def stages(settings: Settings, data: Path, tmp_path: Path) -> Pipeline:
    return Pipeline(settings, data, tmp_path)


@pytest.fixture
def endpoint() -> Iterator[OpenAIServer]:
    with openai_server() as server:
        yield server


@pytest.fixture
def hub(data: Path) -> Iterator[str]:
    """A web server over the folder of the data."""
    handler = partial(SimpleHTTPRequestHandler, directory=str(data.parent))
    handler.log_message = lambda *_: None  # type: ignore[attr-defined]
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()
        thread.join()


async def owners(memory: GraphMem) -> set[str]:
    return {owner.name for owner, _ in await tenants.all_owners(memory.database)}


def line(id_: str, **given: Any) -> Line:
    return {
        "question_id": id_, "question_type": "multi", "question": "?", "question_date": "", "answer": "-",
        "abstention": False, "answer_turns": ["0:0", "1:0"], "answer_sessions": ["a", "b"], "ranked_turns": [],
        "ranked_sessions": [], "contexts": [], "milliseconds": 5.0,
    } | given  # fmt: skip


def test_instances_know_where_their_evidence_lies(data: Path) -> None:
    helmet, piano, surfboard = instances.read(data)
    assert (helmet.answer_turns, helmet.answer_sessions) == (frozenset({"1:0"}), frozenset({"answer_helmet"}))
    assert piano.answer_turns == {"0:0", "2:0"}
    assert (surfboard.abstention, surfboard.answer_turns) == (True, frozenset())
    second = helmet.haystack.sessions[1]
    assert f"{second.started_at:%Y-%m-%d %H:%M %Z}" == "2024-05-20 18:45 UTC"
    assert [instance.id for instance in instances.read(data, first=1)] == ["tiny1"]


@pytest.mark.parametrize(
    ("field", "value", "told"),
    [
        ("question", 5, r"\[0\]: field 'question' is not a text"),
        ("haystack_dates", ["2024/05/02"], "has 3 sessions for 3 ids and 1 dates"),
        ("haystack_dates", ["2024/13/02", "x", "y"], "'haystack_dates' holds no date: '2024/13/02'"),
        ("haystack_sessions", [[{"role": "user"}], [], []], r"haystack_sessions\[0\]\[0\]: field 'content' is missing"),
        ("haystack_sessions", ["x", [], []], r"'haystack_sessions' \[0\] is not a list of turns"),
        ("haystack_sessions", [[{"role": "elf", "content": "x"}], [], []], "'role' is none of user"),
    ],
)
def test_a_wrong_form_is_told_by_record_and_field(
    data: Path, tmp_path: Path, field: str, value: object, told: str
) -> None:
    records = json.loads(data.read_text())
    records[0][field] = value
    (path := tmp_path / "l.json").write_text(json.dumps(records))
    with pytest.raises(InvalidInputError, match=told):
        list(instances.read(path))


def test_sessions_rank_by_their_best_turn() -> None:
    assert retrieval.sessions_of(["2:1", "0:3", "2:0", "1:0"], ["a", "b", "c"]) == ["c", "a", "b"]
    assert retrieval.sessions_of(["0:0", "1:0"], ["a", "a"]) == ["a"]


def test_figures_worked_out_by_hand() -> None:
    """One question finds one of its two pieces first, one finds nothing, and two are not scored."""
    found = retrieval.score(
        [
            line("1", ranked_turns=["0:0", "5:0"], ranked_sessions=["a", "b"]),
            line("2"),
            line("3_abs", abstention=True),
            line("4", answer_turns=[]),
        ]
    )
    turn, session = found["turn"], found["session"]
    assert (turn["recall_any@5"], turn["recall_all@5"], turn["questions"]) == (50.0, 0.0, 2)
    assert turn["ndcg@5"] == round(100 * (1 / (1 + 1 / 1.5849625)) / 2, 2)
    assert (session["recall_any@1"], session["recall_all@1"], session["recall_all@5"]) == (33.33, 0.0, 33.33)
    assert session["questions"] == 3
    assert found["not_scored"] == {"abstention": 1, "without evidence": 1}


def test_the_download_is_kept_and_checked(hub: str, tmp_path: Path) -> None:
    path = download.fetch(tmp_path / "data", "s", f"{hub}/longmemeval.json")
    assert download.check(path) == 3
    path.write_text("kept")
    assert download.fetch(tmp_path / "data", "s", f"{hub}/longmemeval.json").read_text() == "kept"


def test_a_download_that_fails_says_what_to_do(hub: str, tmp_path: Path) -> None:
    with pytest.raises(ArtifactError, match=r"404.*--data"):
        download.fetch(tmp_path, "s", f"{hub}/missing.json")
    with pytest.raises(InvalidInputError, match="no web address"):
        download.fetch(tmp_path, "s", "file:///etc/hostname")
    with pytest.raises(InvalidInputError, match="evaluate longmemeval download"):
        pipeline.data_of(None, tmp_path, "s")
    assert list(tmp_path.iterdir()) == []


async def test_the_stages_one_after_another(memory: GraphMem, stages: Pipeline) -> None:
    before = await owners(memory)
    ingested = await pipeline.run(Stage.INGEST, stages, memory)
    assert ingested["metrics"]["ingest"] == {"instances": 3, "turns": 16}
    assert len(await owners(memory) - before) == 3
    await pipeline.run(Stage.RETRIEVE, stages, memory)
    assert await owners(memory) == before
    result = await pipeline.run(Stage.SCORE_RETRIEVAL, stages)
    assert result["metrics"]["session"]["recall_any@5"] == 100.0
    assert result["metrics"]["turn"]["recall_all@5"] == 100.0
    assert set(result["metrics"]["session"]["by_category"]) == {"single-session-user", "knowledge-update"}
    assert result["metrics"]["not_scored"] == {"abstention": 1, "without evidence": 0}
    assert {"data", "run", "limit", "seed", "graphmem", "at"} <= result["settings"].keys()


async def test_stages_out_of_order_say_so(memory: GraphMem, stages: Pipeline) -> None:
    for stage, told in (
        (Stage.RETRIEVE, "not ingested in this run. Run the stage `ingest`"),
        (Stage.SCORE_RETRIEVAL, "Nothing was retrieved"),
        (Stage.QA, "Nothing was retrieved"),
    ):
        with pytest.raises(InvalidInputError, match=told):
            await pipeline.run(stage, stages, memory)


async def test_an_abandoned_run_is_cleaned(memory: GraphMem, stages: Pipeline) -> None:
    before = await owners(memory)
    await pipeline.run(Stage.INGEST, stages, memory)
    result = await pipeline.run(Stage.CLEAN, stages, memory)
    assert result["metrics"]["clean"]["nodes"] > 16
    assert await owners(memory) == before
    assert not stages.log("ingest").path.exists()


async def test_full_without_a_chat_model_says_what_lacks(memory: GraphMem, stages: Pipeline) -> None:
    before = await owners(memory)
    result = await pipeline.run(Stage.FULL, stages, memory)
    assert result["metrics"]["turn"]["questions"] == 2
    assert "GRAPHMEM_CHAT_MODEL" in result["metrics"]["qa"]["skipped"]
    assert set(result["latency_ms"]) == {"p50", "p95"}
    assert await owners(memory) == before
    with pytest.raises(ConfigurationError, match="No chat model"):
        await pipeline.run(Stage.QA, stages)


async def test_an_interrupted_run_goes_on_where_it_stopped(memory: GraphMem, stages: Pipeline) -> None:
    await pipeline.run(Stage.SMOKE, stages, memory)
    log = stages.log("retrieval")
    first, *_ = log.lines()
    log.path.write_text(json.dumps(first | {"milliseconds": 12_345.0}) + "\n" + '{"question_id": "tiny2", "ques')
    result = await pipeline.run(Stage.FULL, replace(stages, resume=True), memory)
    assert [found["question_id"] for found in log.lines()] == ["tiny1", "tiny2", "tiny3_abs"]
    assert next(iter(log.lines()))["milliseconds"] == 12_345.0
    assert result["metrics"]["turn"]["questions"] == 2
    await pipeline.run(Stage.FULL, stages, memory)
    assert next(iter(log.lines()))["milliseconds"] < 12_345.0


def test_runs_are_named_by_what_decides_their_answers(stages: Pipeline) -> None:
    assert stages.name == replace(stages, top_k=3, judge="other").name
    assert len({stages.name, replace(stages, first=1).name, replace(stages, memories=True).name}) == 3
    assert replace(stages, run="mine").log("generation", ".judged").path.name == "mine.judged.jsonl"


async def test_reader_and_judge(memory: GraphMem, stages: Pipeline, endpoint: OpenAIServer) -> None:
    def says(body: dict[str, Any]) -> dict[str, Any]:
        asked = body["messages"][-1]["content"]
        if "Response:" in asked:
            return {"correct": "surfboard" not in asked}
        return {"answer": "Thursday" if "piano" in asked.rsplit("Asked on", 1)[-1] else "It is green."}

    endpoint.reply = says
    with_chat = replace(
        stages,
        settings=stages.settings.model_copy(update={"chat_model": "reader", "openai_base_url": endpoint.url}),
        judge="judge",
    )
    await pipeline.run(Stage.FULL, with_chat, memory)
    answered = await pipeline.run(Stage.QA, with_chat)
    assert answered["metrics"]["qa"] == {"answers": 3}
    result = await pipeline.run(Stage.SCORE_QA, with_chat)
    found = result["metrics"]["qa"]
    assert found["accuracy"] == 66.67
    assert found["by_category"]["abstention"] == {"accuracy": 0.0, "questions": 1}
    assert (result["settings"]["reader"], result["settings"]["judge"]) == ("reader", "judge")
    models = {request.body["model"] for request in endpoint.received}
    assert models == {"reader", "judge"}
    asked = [request.body["messages"][-1]["content"] for request in endpoint.received]
    assert any("[2024-05-20 18:45] user: I bought the green bicycle helmet" in text for text in asked)
    known = len(endpoint.received)
    await pipeline.run(Stage.QA, replace(with_chat, resume=True))
    assert len(endpoint.received) == known


async def test_a_reader_that_says_nothing_readable_is_wrong_and_stops_nothing(
    memory: GraphMem, stages: Pipeline, endpoint: OpenAIServer
) -> None:
    endpoint.behave(default="words")
    settings = stages.settings.model_copy(update={"chat_model": "reader", "openai_base_url": endpoint.url})
    with_chat = replace(stages, settings=settings)
    await pipeline.run(Stage.FULL, with_chat, memory)
    await pipeline.run(Stage.QA, with_chat)
    assert {made["hypothesis"] for made in with_chat.log("generation").lines()} == {""}
    assert (await pipeline.run(Stage.SCORE_QA, with_chat))["metrics"]["qa"]["accuracy"] == 0.0


def test_a_log_drops_a_torn_line(tmp_path: Path) -> None:
    log = Log(tmp_path / "logs" / "x.jsonl")
    assert log.begin(resume=True) == set()
    log.add({"question_id": "a"})
    log.path.write_text(log.path.read_text() + '{"question_id"')
    assert log.begin(resume=True) == {"a"}
    log.add({"question_id": "b"})
    assert log.ids() == {"a", "b"}
    assert log.begin(resume=False) == set()

"""Evaluations and benchmarks end to end on tiny data of the same form: their keys, their owners, their clean-up."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from graphmem.errors import InvalidInputError
from graphmem.evaluation import bench_mine, bench_recall, locomo, report
from graphmem.facade import GraphMem
from graphmem.store import tenants


def locomo_file(path: Path) -> Path:
    """One conversation in LoCoMo's form: a known answer, an answer nobody gave, and evidence that does not exist."""
    session = [
        {"speaker": "Ada", "dia_id": "D1:1", "text": "I adopted a parrot called Kiwi from the shelter."},
        {"speaker": "Mert", "dia_id": "D1:2", "text": "I would rather have a quiet fish."},
        {"speaker": "Ada", "dia_id": "D1:3", "text": "The dentist pulled my wisdom tooth.", "blip_caption": "a tooth"},
    ]
    questions = [
        {"question": "What is the name of Ada's parrot?", "answer": "Kiwi", "evidence": ["D1:1"], "category": 4},
        {"question": "Which pets?", "answer": "-", "evidence": ["D1:1; D1:2", "D9:9"], "category": 1},
        {"question": "Nowhere", "answer": "-", "evidence": ["D7:7"], "category": 2},
    ]
    talk: dict[str, object] = {
        "speaker_a": "Ada",
        "speaker_b": "Mert",
        "session_1": session,
        "session_1_date_time": "1:56 pm on 8 May, 2026",
    }
    path.write_text(json.dumps([{"sample_id": "conv-t", "conversation": talk, "qa": questions}]), "utf-8")
    return path


async def owners(memory: GraphMem) -> set[str]:
    return {owner.name for owner, _ in await tenants.all_owners(memory.database)}


async def test_locomo_scores_and_cleans_up(memory: GraphMem, tmp_path: Path) -> None:
    before = await owners(memory)
    result = await locomo.evaluate(memory, locomo_file(tmp_path / "l.json"))
    assert result["settings"]["questions"] == 2
    assert result["metrics"]["recall@5"] == 100.0
    assert result["metrics"]["by_category"]["single-hop"]["ndcg@10"] == 100.0
    assert set(result["metrics"]["by_category"]) == {"single-hop", "multi-hop"}
    assert set(result["latency_ms"]) == {"p50", "p95"}
    assert await owners(memory) == before


@pytest.mark.parametrize("content", [None, "[]", "{}"])
async def test_locomo_refuses_what_it_cannot_score(memory: GraphMem, tmp_path: Path, content: str | None) -> None:
    path = tmp_path / "l.json"
    if content is not None:
        path.write_text(content)
    with pytest.raises(InvalidInputError):
        await locomo.evaluate(memory, path)


@pytest.mark.long
async def test_bench_recall_measures_beside_its_baseline(memory: GraphMem, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bench_recall, "WINDOW", 2)
    before = await owners(memory)
    result: dict[str, Any] = await bench_recall.run(memory, memories=120, remembered=60, queries=4)
    measured = result["metrics"]
    assert {"p50_ms", "p95_ms", "recall_vs_exact", "per_second", "baseline_exact_numpy_p50_ms"} <= measured.keys()
    assert measured["recall_vs_exact"] == 1.0
    assert measured["tiny_owner_found"] == measured["tiny_owner_has"] == 10
    assert await owners(memory) == before


async def test_bench_mine_measures_beside_its_baselines(memory: GraphMem, tmp_path: Path) -> None:
    before = await owners(memory)
    result = await bench_mine.run(memory, locomo_file(tmp_path / "l.json"), rounds=1)
    assert {"per_second", "share_of_embedder", "baseline_raw_insert_per_second"} <= result["metrics"].keys()
    assert result["settings"]["turns"] == 3
    assert await owners(memory) == before


def test_reports_are_written_whole(tmp_path: Path) -> None:
    report.write({"metrics": {}, "settings": report.settings(seed=7)}, tmp_path / "r.json")
    assert json.loads((tmp_path / "r.json").read_text())["settings"]["seed"] == 7
    with pytest.raises(InvalidInputError, match="cannot be written"):
        report.write({}, tmp_path / "missing" / "r.json")

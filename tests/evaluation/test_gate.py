"""`evaluate gate` with the real embedder: our set reaches its targets, other files are read or refused by name."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from graphmem.config import load_settings
from graphmem.errors import InvalidInputError
from graphmem.evaluation import gate, labelled
from graphmem.model.gate import GateAction
from graphmem.model.language import Language
from graphmem.providers.multilingual import MultilingualEmbedder
from graphmem.providers.onnx import OnnxEmbedder
from graphmem.providers.onnx_model import BGE_SMALL_EN
from graphmem.server.models import extract_model

MODEL = BGE_SMALL_EN.model


@pytest.fixture
async def embedder() -> AsyncIterator[OnnxEmbedder]:
    opened = OnnxEmbedder(extract_model(BGE_SMALL_EN.endpoint, load_settings()), BGE_SMALL_EN)
    yield opened
    await opened.aclose()


@pytest.fixture
async def multilingual(e5_dir: Path) -> AsyncIterator[MultilingualEmbedder]:
    opened = MultilingualEmbedder(e5_dir)
    yield opened
    await opened.aclose()


def write(path: Path, **changed: object) -> Path:
    case = {"id": "1", "lang": "en", "old": "User has a cat", "new": "User has a cat", "action": "reinforce"}
    path.write_text(json.dumps(case | changed), "utf-8")
    return path


async def test_targets_on_the_lines_that_were_not_tuned_on(embedder: OnnxEmbedder) -> None:
    found = await gate.evaluate(embedder)
    metrics = found["metrics"]["held_back"]
    assert metrics["reinforce"]["precision"] >= 0.99
    assert metrics["supersede"]["precision"] >= 0.95
    assert metrics["supersede"]["recall"] >= 0.6
    assert found["metrics"]["digit_traps_merged"] == 0
    assert len(found["errors"]) <= gate.MOST_ERRORS
    assert json.loads(json.dumps(found))["settings"]["embedder"] == MODEL


async def test_the_multilingual_embedder_reaches_the_same_targets(multilingual: MultilingualEmbedder) -> None:
    metrics = (await gate.evaluate(multilingual))["metrics"]
    assert metrics["held_back"]["reinforce"]["precision"] >= 0.99
    assert metrics["held_back"]["supersede"]["precision"] >= 0.95
    assert metrics["held_back"]["supersede"]["recall"] >= 0.6
    assert metrics["digit_traps_merged"] == 0
    assert min(language["accuracy"] for language in metrics["by_language"].values()) >= 0.9


async def test_the_words_earn_their_place(embedder: OnnxEmbedder) -> None:
    metrics = (await gate.evaluate(embedder))["metrics"]
    assert metrics["signals"]["embedder"]["accuracy"] < metrics["accuracy"]
    assert metrics["signals"]["embedder"]["digit_traps_merged"] > 0


async def test_a_file_of_the_same_form(embedder: OnnxEmbedder, tmp_path: Path) -> None:
    metrics = (await gate.evaluate(embedder, write(tmp_path / "own.jsonl")))["metrics"]
    assert metrics["reinforce"] == {"precision": 1.0, "recall": 1.0, "f1": 1.0, "count": 1}
    assert "held_back" not in metrics


@pytest.mark.parametrize(("field", "value"), [("action", "merge"), ("lang", "de")])
async def test_an_unknown_value_is_named(embedder: OnnxEmbedder, tmp_path: Path, field: str, value: str) -> None:
    with pytest.raises(InvalidInputError, match=value):
        await gate.evaluate(embedder, write(tmp_path / "own.jsonl", **{field: value}))


def test_our_set_has_every_kind_in_both_languages() -> None:
    cases = labelled.cases("gate", None, ("id", "lang", "old", "new", "action", "trap"))
    assert len({case["id"] for case in cases}) == len(cases) >= 320
    for language in Language:
        own = [case for case in cases if case["lang"] == language]
        assert len(own) * 2 == len(cases)
        assert {case["action"] for case in own} == set(GateAction) - {GateAction.SKIP}
        assert Counter(case["trap"] for case in own).keys() == {None, "digit", "date", "name", "negation", "topic"}

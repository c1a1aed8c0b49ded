"""Constants refitted from stored results of the retrievers, on our own few lines."""

from __future__ import annotations

import asyncio
import gzip
import json
import sys
from asyncio.subprocess import PIPE, STDOUT
from pathlib import Path

import pytest

from graphmem.cognition import scoring
from graphmem.errors import InvalidInputError
from graphmem.facade import GraphMem
from graphmem.services.retrieval.options import LEFT_OUT, RecallOptions
from tests.evals import cases, replay, stored_hits, tune
from tests.evals.constants import CONSTANTS

FILES = {"locomo": "locomo.json", "beam": "beam.jsonl", "musique": "musique.json", "xquad": "xquad.json"}


@pytest.mark.parametrize("kind", FILES)
async def test_stored_arms_are_ordered_as_a_recall_orders_them(
    memory: GraphMem, tiny: Path, tmp_path: Path, kind: str
) -> None:
    path = tmp_path / "arms.gz"
    await stored_hits.gather(memory, kind, tiny / FILES[kind], path)
    stored = stored_hits.load(path)
    found = await cases.load(kind, tiny / FILES[kind])
    owner = f"replay-{kind}"
    part = next(iter(found.conversations))
    await memory.mine(found.conversations[part], owner=owner, memories=found.memories)
    mine = [asked for asked in stored.asked if asked.case.part == part]
    # Retrievers are ordered by relevance: what is then told in the order of its confidence is no matter of theirs.
    asked_plainly = RecallOptions(limit=replay.LIMIT, touch=False, without=LEFT_OUT | {"confidence"})
    for asked in mine:
        served = await memory.recall(asked.case.text, owner=owner, options=asked_plainly)
        assert replay.ranked(asked, stored.turns[part]) == [hit.drawer.source_id for hit in served.hits]
    assert len(mine) == len([case for case in found.cases if case.part == part]) > 1
    await memory.erase(owner=owner)


async def test_a_constant_is_refitted_fold_by_fold(memory: GraphMem, tiny: Path, tmp_path: Path) -> None:
    path = tmp_path / "arms.gz"
    await stored_hits.gather(memory, "xquad", tiny / "xquad.json", path)
    words = ["tune", "xquad", "--arms", str(path), "--only", "weights.text", "--json"]
    code = "from tests.evals.__main__ import main; main()"
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-c", code, *words, str(tmp_path / "r.json"), stdout=PIPE, stderr=STDOUT
    )
    printed, _ = await process.communicate()
    assert process.returncode == 0, printed.decode()
    assert b"weights.text" in printed
    result = json.loads((tmp_path / "r.json").read_text())
    (row,) = result["metrics"]["constants"]
    assert (row["name"], row["present"]) == ("scoring.RELEVANCE.weights.text", scoring.RELEVANCE.weights["text"])
    assert dict(row["curve"])[row["present"]] == row["figure"] <= row["best_figure"]
    assert set(row["chosen"]) == {asked.case.fold for asked in stored_hits.load(path).asked}
    assert result["settings"]["questions"] == len(stored_hits.load(path).asked)


def test_every_constant_is_there_and_is_put_back() -> None:
    for constant in CONSTANTS:
        before = constant.present
        for value in constant.tried:
            with constant.at(value):
                assert constant.present == value
        assert constant.present == before
    assert len({constant.name for constant in CONSTANTS}) == len(CONSTANTS)


async def test_wrong_files_and_names_are_told(tmp_path: Path) -> None:
    other = tmp_path / "other.gz"
    other.write_bytes(gzip.compress(b"[1]\n"))
    with pytest.raises(InvalidInputError, match="no results of the retrievers"):
        stored_hits.load(other)
    with pytest.raises(InvalidInputError, match="cannot be read"):
        stored_hits.load(tmp_path / "missing.gz")
    with pytest.raises(InvalidInputError, match="is no such data"):
        await cases.load("lihua", other)
    other.write_bytes(gzip.compress(json.dumps({"form": stored_hits.FORM, "kind": "beam"}).encode()))
    with pytest.raises(InvalidInputError, match="is of beam, not of xquad"):
        tune.load(other, "xquad")
    empty = stored_hits.Stored({"kind": "beam"}, [], {})
    with pytest.raises(InvalidInputError, match="No constant is named 'wieght'"):
        await tune.refit(empty, only=["wieght"])
    with pytest.raises(InvalidInputError, match="one fold"):
        await tune.refit(empty)

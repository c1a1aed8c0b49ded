"""Blocks for a prompt, measured on our own few lines: asked once, stored, and made anew as a recall makes them."""

from __future__ import annotations

import asyncio
import json
import sys
from asyncio.subprocess import PIPE, STDOUT
from pathlib import Path

import pytest

from graphmem.errors import InvalidInputError
from graphmem.facade import GraphMem
from graphmem.services.retrieval.block import assemble_block
from tests.evals import context_asked, context_cases
from tests.evals.context_asked import BUDGETS, DEEPEST

FILES = ("locomo.json", "beam.jsonl")


async def test_stored_answers_are_measured_by_the_command(memory: GraphMem, tiny: Path, tmp_path: Path) -> None:
    """Two sets in one store, asked once; the command reads what is stored and starts nothing."""
    path = tmp_path / "asked.gz"
    await context_asked.gather(memory, [tiny / name for name in FILES], path)
    stored = context_asked.load([path])
    assert {asked.data for asked in stored.asked} == set(FILES)
    first = stored.asked[0]
    owner = "context-replay"
    found = context_cases.load(tiny / first.data)
    await memory.mine(found.conversations[first.question.part], owner=owner)
    served = await memory.recall(first.question.text, owner=owner, options=DEEPEST)
    again = await memory.query_hits(first.question.text, owner=owner, options=DEEPEST)
    assert served.context == assemble_block(again, DEEPEST).text
    await memory.erase(owner=owner)

    code = "from tests.evals.__main__ import main; main()"
    words = ["context", "--asked", str(path), "--json", str(tmp_path / "r.json")]
    process = await asyncio.create_subprocess_exec(sys.executable, "-c", code, *words, stdout=PIPE, stderr=STDOUT)
    printed, _ = await process.communicate()
    assert process.returncode == 0, printed.decode()
    assert b"evidence inside" in printed
    metrics = json.loads((tmp_path / "r.json").read_text())["metrics"]
    assert set(metrics["block_recall"]) == {str(budget) for budget in BUDGETS}
    assert list(metrics["block_recall"].values()) == sorted(metrics["block_recall"].values())
    assert all(tokens <= int(budget) for budget, tokens in metrics["block_tokens"].items())
    assert 0 <= metrics["ece"] <= 1
    assert 0 <= metrics["auroc"] <= 1
    assert set(metrics["by_data"]) == set(FILES)
    for name in ("off_topic_empty", "answered_kept", "answer_words", "ten_best"):
        assert 0 <= metrics[name] <= 100


def test_what_cannot_be_read_is_told(tmp_path: Path) -> None:
    other = tmp_path / "x.json"
    other.write_text('[{"a": 1}]')
    with pytest.raises(InvalidInputError, match="no form that is known"):
        context_cases.load(other)
    with pytest.raises(InvalidInputError, match="cannot be read"):
        context_asked.load([other])

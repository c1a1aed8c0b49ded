"""`python -m tests.evals ablation`: what each stage of a recall is worth, on data with known evidence.

The data are filed once, memories included; then the same questions are asked as a recall is by default, and with each
stage left out (or, of those left out by default, put in). Turns are scored as they are ranked; memories by the turns
they were made from. A young server gets faster with every question, so WARM_UP of them are asked before anything is
timed; the default stands first and last, and what the two differ in time is what such differences mean.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import AsyncExitStack
from dataclasses import dataclass
from itertools import cycle, islice
from pathlib import Path
from time import perf_counter

from graphmem.errors import InvalidInputError
from graphmem.evaluation import locomo, metrics, report
from graphmem.evaluation.isolated import Run, isolated
from graphmem.facade import GraphMem
from graphmem.model.recall import RecallResult
from graphmem.model.transcript import Conversation
from graphmem.ports import Progress, silent
from graphmem.services.retrieval.options import LEFT_OUT, STAGES, RecallOptions
from tests.evals import musique

KINDS = ("locomo", "musique")
LIMIT = 10
DEFAULT = "default"
AGAIN = "default again"
WARM_UP = 400


@dataclass(frozen=True, slots=True)
class _Asked:
    """A question over the conversation `part`, with the source ids of the turns that answer it."""

    part: str
    text: str
    evidence: tuple[str, ...]


async def evaluate(
    memory: GraphMem, kind: str, path: Path, *, every: int = 1, progress: Progress = silent
) -> report.Report:
    """Score the default and each stage toggled on every `every`th question. Raises InvalidInputError."""
    if kind not in KINDS:
        raise InvalidInputError(f"{kind[:40]!r} is no such data.", field="kind", remedy=f"One of {', '.join(KINDS)}.")
    if every < 1:
        raise InvalidInputError(f"every is {every}.", field="every", remedy="Give 1 or more.")
    conversations, questions = await asyncio.to_thread(_load, kind, path)
    asked = questions[::every]
    rows: dict[str, dict[str, float]] = {}
    async with AsyncExitStack() as stack:
        run = await stack.enter_async_context(isolated(memory, f"ablation-{kind}", path, {"every": every}))
        owners = {
            part: await run.file(conversation, part, memories=True, progress=progress)
            for part, conversation in conversations.items()
        }
        warm_up = list(islice(cycle(asked), WARM_UP))
        await _measured(run, owners, warm_up, LEFT_OUT)
        for number, (name, without) in enumerate(_variants()):
            rows[name] = await _measured(run, owners, asked, without)
            progress("asking without each stage", number + 1, len(STAGES) + 2)
    return {
        "metrics": {**rows[DEFAULT], "by_category": rows},
        "settings": report.settings(
            command="evaluate ablation", kind=kind, data=path.name, questions=len(asked), every=every, limit=LIMIT,
            warm_up=len(warm_up), embedder=memory.embedder.model, left_out=sorted(LEFT_OUT), seed=None,
        ),
    }  # fmt: skip


def _load(kind: str, path: Path) -> tuple[dict[str, Conversation], list[_Asked]]:
    if kind == "musique":
        data = musique.load(path)
        return {"all": data.passages}, [_Asked("all", one.text, one.evidence) for one in data.questions]
    samples = locomo.load(path)
    conversations = {sample.conversation.key: sample.conversation for sample in samples}
    return conversations, [
        _Asked(sample.conversation.key, one.text, one.evidence) for sample in samples for one in sample.questions
    ]


def _variants() -> Iterator[tuple[str, frozenset[str]]]:
    yield DEFAULT, LEFT_OUT
    for stage in sorted(STAGES):
        if stage in LEFT_OUT:
            yield f"with {stage}", LEFT_OUT - {stage}
        else:
            yield f"without {stage}", LEFT_OUT | {stage}
    yield AGAIN, LEFT_OUT


async def _measured(
    run: Run,
    owners: dict[str, str],
    asked: list[_Asked],
    without: frozenset[str],
) -> dict[str, float]:
    values: dict[str, list[float]] = {"recall@5": [], "recall@10": [], "memories recall@10": []}
    latencies: list[float] = []
    options = RecallOptions(limit=LIMIT, touch=False, without=without)
    for one in asked:
        started = perf_counter()
        result = await run.memory.recall(one.text, owner=owners[one.part], options=options)
        latencies.append((perf_counter() - started) * 1000)
        ranked = [hit.drawer.source_id or "" for hit in result.hits]
        values["recall@5"].append(metrics.recall_at(ranked, one.evidence, 5))
        values["recall@10"].append(metrics.recall_at(ranked, one.evidence, 10))
        behind = _behind(result)
        values["memories recall@10"].append(metrics.recall_at(behind, one.evidence, len(behind)))
    return {name: metrics.percent(found) for name, found in values.items()} | {
        "p50_ms": metrics.percentiles(latencies)["p50"]
    }


def _behind(result: RecallResult) -> list[str]:
    """The turns that the ten best memories were made from."""
    return list(dict.fromkeys(id_ for hit in result.memories[:10] for id_ in hit.source_ids))

"""LoCoMo (Maharana et al., ACL 2024): turn-level evidence recall, each conversation in its own owner.

Conversations are filed as a user's would be, questions go through the same recall, and the owners are erased
afterwards. No model writes or judges anything.
"""

from __future__ import annotations

import asyncio
import json
import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from graphmem.errors import InvalidInputError
from graphmem.evaluation import metrics, report
from graphmem.evaluation.isolated import isolated
from graphmem.facade import GraphMem
from graphmem.language.transcripts import read_transcript
from graphmem.model.transcript import Conversation
from graphmem.ports import Progress, silent

CATEGORIES = {1: "multi-hop", 2: "temporal", 3: "open", 4: "single-hop", 5: "adversarial"}
DEPTHS = (5, 10, 20, 50)
_EVIDENCE = re.compile(r"D:?(\d+):(\d+)")


@dataclass(frozen=True, slots=True)
class Question:
    """A question with the source ids of the turns that answer it."""

    text: str
    evidence: tuple[str, ...]
    category: str


@dataclass(frozen=True, slots=True)
class Sample:
    """One conversation with its questions."""

    conversation: Conversation
    questions: tuple[Question, ...]


def load(path: Path) -> list[Sample]:
    """The samples of a LoCoMo file, without questions whose evidence is missing in the conversation."""
    try:
        data = path.read_bytes()
    except OSError as error:
        raise InvalidInputError(
            f"{path} cannot be read ({error.strerror}).", field="data", remedy="Name LoCoMo's JSON file."
        ) from error
    conversations = {conversation.key: conversation for conversation in read_transcript(path.name, data).conversations}
    records: list[dict[str, Any]] = json.loads(data)
    samples = [
        Sample(conversation, tuple(_questions(record, conversation)))
        for record, conversation in zip(records, conversations.values(), strict=True)
    ]
    if not any(sample.questions for sample in samples):
        raise InvalidInputError(f"{path} holds no question with evidence.", field="data", remedy="Name LoCoMo's file.")
    return samples


def _questions(record: dict[str, Any], conversation: Conversation) -> Iterator[Question]:
    ids = {turn.source_id for turn in conversation.turns}
    for item in record.get("qa", ()):
        named = [f"D{found[1]}:{found[2]}" for text in item.get("evidence", ()) for found in _EVIDENCE.finditer(text)]
        evidence = tuple(id_ for id_ in dict.fromkeys(named) if id_ in ids)
        if evidence:
            yield Question(str(item["question"]), evidence, CATEGORIES.get(item["category"], str(item["category"])))


async def evaluate(
    memory: GraphMem, path: Path, *, limit: int = 50, resume: bool = False, progress: Progress = silent
) -> report.Report:
    """Mine, ask and score every sample of the file; the module describes the measure."""
    samples = await asyncio.to_thread(load, path)
    total = sum(len(sample.questions) for sample in samples)
    scores: dict[str, dict[str, list[float]]] = defaultdict(lambda: defaultdict(list))
    async with isolated(memory, "locomo", path, {"limit": limit}, resume=resume) as run:
        for sample in samples:
            part = sample.conversation.key
            owner = await run.file(sample.conversation, part, memories=True, progress=progress)
            for number, question in enumerate(sample.questions):
                answer = await run.ask(f"{part} {number}", question.text, owner=owner, limit=limit)
                _score(scores, answer.ranked, question)
                progress("asking", len(run.latencies), total)
            await run.over(part)
    turns = sum(1 for sample in samples for _ in sample.conversation.turns)
    return {
        "metrics": _metrics(scores),
        "latency_ms": metrics.percentiles(run.latencies),
        "settings": report.settings(
            data=path.name, questions=total, turns=turns, conversations=len(samples), limit=limit,
            embedder=memory.embedder.model, profile="relevance", level="turn", seed=None,
        ),
    }  # fmt: skip


def _score(scores: dict[str, dict[str, list[float]]], ranked: Sequence[str], question: Question) -> None:
    for group in ("all", question.category):
        for k in DEPTHS:
            scores[group][f"recall@{k}"].append(metrics.recall_at(ranked, question.evidence, k))
        scores[group]["any@10"].append(metrics.any_at(ranked, question.evidence, 10))
        scores[group]["all@10"].append(metrics.all_at(ranked, question.evidence, 10))
        scores[group]["ndcg@10"].append(metrics.ndcg_at(ranked, question.evidence, 10))


def _metrics(scores: dict[str, dict[str, list[float]]]) -> dict[str, Any]:
    summary = {
        group: {name: metrics.percent(values) for name, values in measured.items()}
        for group, measured in scores.items()
    }
    for group, measured in scores.items():
        summary[group]["questions"] = len(measured["ndcg@10"])
    overall: dict[str, Any] = dict(summary.pop("all"))
    return {**overall, "by_category": dict(sorted(summary.items()))}

"""Ingest, retrieve and score: each instance in an owner of its own, figures by turns and by sessions.

Results are written line by line to `retrieval_logs/{run}.jsonl`, so that an interrupted run can be continued and
figures can be computed again without the store. As in the original, unanswerable questions, and those without evidence,
are not scored.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter
from typing import Any

from graphmem.errors import InvalidInputError
from graphmem.evaluation import metrics
from graphmem.evaluation.longmemeval.instances import Instance
from graphmem.evaluation.scores import Scores
from graphmem.facade import GraphMem
from graphmem.model.recall import Hit
from graphmem.services.retrieval.options import RecallOptions

LIMIT = 200
"""Turns per recall: sessions rank by their first turn, and fifty turns may lie in few of them."""

CONTEXTS = 20
"""Turns kept verbatim for the stage that answers."""

SESSION_DEPTHS = (1, 5, 10, 20)
TURN_DEPTHS = (5, 10, 20, 50)

Line = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Log:
    """JSON lines, one per question; the last one may be torn."""

    path: Path

    def lines(self) -> Iterator[Line]:
        """Every whole line."""
        if self.path.exists():
            for text in self.path.read_text("utf-8").splitlines():
                try:
                    line = json.loads(text)
                except json.JSONDecodeError:
                    continue
                yield line

    def ids(self) -> set[str]:
        """The questions in the log."""
        return {line["question_id"] for line in self.lines()}

    def begin(self, *, resume: bool) -> set[str]:
        """Empty the log, or keep its whole lines and return their questions."""
        kept = list(self.lines()) if resume else []
        self.path.parent.mkdir(parents=True, exist_ok=True)
        self.path.write_text("".join(json.dumps(line, ensure_ascii=False) + "\n" for line in kept), "utf-8")
        return {line["question_id"] for line in kept}

    def add(self, line: Line) -> None:
        """Append a line; it is on disk on return."""
        with self.path.open("a", encoding="utf-8") as file:
            file.write(json.dumps(line, ensure_ascii=False) + "\n")


async def ingest(memory: GraphMem, owner: str, instance: Instance, *, memories: bool) -> Line:
    """File an instance's chats; filed ones are skipped."""
    report = await memory.mine(instance.haystack, owner=owner, memories=memories)
    return {"question_id": instance.id, "turns": report.filed + report.known, "memories": report.memories}


async def retrieve(memory: GraphMem, owner: str, instance: Instance) -> Line:
    """Ask an instance's question. Raises InvalidInputError if its chats were not ingested."""
    if instance.turns and not (await memory.counts(owner=owner)).drawers:
        raise InvalidInputError(
            f"The chats of {instance.id} are not ingested in this run.",
            field="stage",
            remedy="Run the stage `ingest` with the same data and run first, or `full`.",
        )
    started = perf_counter()
    result = await memory.recall(instance.question, owner=owner, options=RecallOptions(limit=LIMIT, touch=False))
    taken = (perf_counter() - started) * 1000
    ranked = list(dict.fromkeys(hit.drawer.source_id or "" for hit in result.hits))
    return {
        "question_id": instance.id,
        "question_type": instance.type,
        "question": instance.question,
        "question_date": instance.asked_at,
        "answer": instance.answer,
        "abstention": instance.abstention,
        "answer_turns": sorted(instance.answer_turns),
        "answer_sessions": sorted(instance.answer_sessions),
        "ranked_turns": ranked,
        "ranked_sessions": sessions_of(ranked, instance.sessions),
        "contexts": [_context(hit) for hit in result.hits[:CONTEXTS]],
        "milliseconds": round(taken, 2),
    }


def sessions_of(ranked: Sequence[str], sessions: Sequence[str]) -> list[str]:
    """Sessions in the order of their best turns."""
    places = (int(id_.split(":")[0]) for id_ in ranked if ":" in id_)
    return list(dict.fromkeys(sessions[place] for place in places))


def score(lines: Sequence[Line]) -> dict[str, Any]:
    """`recall_any`, `recall_all` and `ndcg`, of sessions and of turns apart, with the time of a recall.

    The two are different tasks and must never be compared. Raises InvalidInputError without lines.
    """
    if not lines:
        raise InvalidInputError(
            "Nothing was retrieved in this run.", field="stage", remedy="Run the stage `retrieve` or `full` first."
        )
    return {
        "session": _level(lines, "sessions", SESSION_DEPTHS),
        "turn": _level(lines, "turns", TURN_DEPTHS),
        "not_scored": {
            "abstention": sum(line["abstention"] for line in lines),
            "without evidence": sum(not line["abstention"] and not line["answer_turns"] for line in lines),
        },
        "latency_ms": metrics.percentiles([line["milliseconds"] for line in lines]),
    }


def _level(lines: Sequence[Line], level: str, depths: Collection[int]) -> dict[str, Any]:
    scores = Scores()
    for line in lines:
        ranked, evidence = line[f"ranked_{level}"], line[f"answer_{level}"]
        if line["abstention"] or not evidence:
            continue
        values: dict[str, float] = {}
        for depth in depths:
            values[f"recall_any@{depth}"] = metrics.any_at(ranked, evidence, depth)
            values[f"recall_all@{depth}"] = metrics.all_at(ranked, evidence, depth)
            values[f"ndcg@{depth}"] = metrics.ndcg_at(ranked, evidence, depth)
        scores.add(line["question_type"], values)
    return scores.summary()


def _context(hit: Hit) -> dict[str, str]:
    said = hit.drawer.said_at
    return {
        "said_at": "" if said is None else f"{said:%Y-%m-%d %H:%M}",
        "speaker": hit.drawer.speaker,
        "text": hit.drawer.text,
    }

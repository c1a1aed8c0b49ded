"""`python -m tests.evals trajectories`: what an agent's work left behind, asked about afterwards.

A line is `{"id", "lang", "agent", "project", "task", "steps": [{"at", "tool", "input", "output"}], "questions":
[{"kind", "query", "answer", "evidence", "outdated"}]}`, by writers who saw no rules; evidence and what is outdated are
places of steps. Each trajectory is filed as a conversation: the task by the user, and each step as a turn of its tool,
the call and what came of it; a step of the tool `user` is what the user said, and the agent's answer. All of a language
lie in one owner, so each question is asked among what all agents did. Beside the recall stand its own full-text and
vector retrievers alone, of the same question in the same run.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from graphmem.evaluation import metrics, report
from graphmem.evaluation.isolated import isolated
from graphmem.facade import GraphMem
from graphmem.language.coverage import coverage, query_words
from graphmem.language.turkish import fold
from graphmem.model.language import Language
from graphmem.model.recall import RecallResult
from graphmem.model.transcript import Role
from graphmem.ports import Progress, silent
from graphmem.services.retrieval.options import RecallOptions
from graphmem.services.retrieval.turn_search import TurnHits
from graphmem.store import recall as store
from tests.evals import labelled

FIELDS = ("id", "lang", "agent", "project", "task", "steps", "questions")
DEPTHS = (5, 10)
WAYS = ("recall", "text", "vector")
ASKING = RecallOptions(limit=50, touch=False)

USER = "user"
"""The tool of steps at which the user says something."""

TASK = "task"
"""In the place of a step: what the agent was asked to do."""


@dataclass(frozen=True, slots=True)
class Asked:
    """A question with the steps found by each way, best first, and the block."""

    id: str
    lang: str
    kind: str
    query: str
    answer: str
    evidence: tuple[str, ...]
    outdated: tuple[str, ...]
    found: Mapping[str, Sequence[str]]
    block: str
    tokens: int
    words: float
    """Share of the answer's words that stand in the block."""

    @property
    def holds(self) -> bool:
        """Whether the answer stands in the block, whatever its case and spaces."""
        return _plain(self.answer) in _plain(self.block)

    def is_late(self, way: str) -> bool:
        """Whether an outdated step is found before any that tells what is so."""
        places = {step: place for place, step in enumerate(self.found[way])}
        never = len(places)
        old, new = (min(places.get(one, never) for one in steps) for steps in (self.outdated, self.evidence))
        return old < new


async def evaluate(memory: GraphMem, data: Path | None = None, *, progress: Progress = silent) -> report.Report:
    """Recall of evidence by each way, answers in the block, and outdated states shown first. Raises
    InvalidInputError."""
    lines = labelled.cases("trajectories", data, FIELDS)
    asked: list[Asked] = []
    async with isolated(memory, "trajectories", data or Path("trajectories"), {}) as run:
        for number, line in enumerate(lines, start=1):
            await memory.mine_turns(
                f"{line['project']}: {line['task']}"[:200], _turns(line), owner=run.owner(line["lang"]), key=line["id"]
            )
            progress("filing", number, len(lines))
        for number, line in enumerate(lines, start=1):
            asked += [await _asked(memory, run.owner(line["lang"]), line, one) for one in line["questions"]]
            progress("asking", number, len(lines))
    settings = report.settings(
        command="evaluate trajectories", data=str(data or "trajectories"), trajectories=len(lines),
        steps=sum(len(line["steps"]) for line in lines), embedder=memory.embedder.model, level="step", seed=None,
    )  # fmt: skip
    figures = _figures(asked)
    for name in ("kind", "lang"):
        values = sorted({getattr(one, name) for one in asked})
        figures[f"by_{name}"] = {
            value: _figures([one for one in asked if getattr(one, name) == value]) for value in values
        }
    return {"metrics": figures, "settings": settings, "asked": [asdict(one) for one in asked]}


def _turns(line: labelled.Case) -> list[dict[str, object]]:
    """The task and the steps; ids tell which step a turn is of."""
    agent, steps = line["agent"], line["steps"]
    told: list[dict[str, object]] = [
        {"text": line["task"], "role": Role.USER.value, "time": steps[0]["at"], "id": f"{line['id']}:{TASK}"}
    ]
    for place, step in enumerate(steps):
        own = {"time": step["at"], "id": f"{line['id']}:{place}"}
        if step["tool"] == USER:
            told.append({"text": step["input"], "role": Role.USER.value, **own, "id": f"{own['id']}:call"})
            told.append({"text": step["output"], "role": Role.ASSISTANT.value, "speaker": agent, **own})
            continue
        said = f"{step['input']}\n{step['output']}".strip()
        told.append({"text": said, "role": Role.TOOL.value, "speaker": step["tool"], **own})
    return [one for one in told if str(one["text"]).strip()]


async def _asked(memory: GraphMem, owner: str, line: labelled.Case, question: Mapping[str, Any]) -> Asked:
    query = str(question["query"])
    result = await memory.recall(query, owner=owner, options=ASKING)
    found = {"recall": _of_recall(result)}
    parts = await memory.turn_hits(query, owner=owner, options=ASKING)
    ids = {id_ for part in parts for hits in part.hits.values() for id_ in hits.ids}
    described = await store.describe(memory.database, memory.owner(owner), sorted(ids))
    sources = {id_: placed.drawer.source_id or "" for id_, placed in described.items()}
    found |= {way: _of_retriever(parts, way, sources) for way in WAYS[1:]}
    evidence, outdated = (
        tuple(f"{line['id']}:{place}" for place in question.get(name, ())) for name in ("evidence", "outdated")
    )
    return Asked(
        line["id"], line["lang"], question["kind"], query, str(question["answer"]), evidence, outdated, found,
        result.context, result.context_tokens, _words(str(question["answer"]), Language(line["lang"]), result.context),
    )  # fmt: skip


def _of_recall(result: RecallResult) -> list[str]:
    return _steps([hit.drawer.source_id or "" for hit in result.hits])


def _of_retriever(parts: Sequence[TurnHits], way: str, sources: Mapping[str, str]) -> list[str]:
    """What one retriever found, of several parts of a question each by its best rank."""
    ranks: dict[str, int] = {}
    for part in parts:
        for rank, id_ in enumerate(part.hits[way].ids if way in part.hits else ()):
            ranks[id_] = min(rank, ranks.get(id_, rank))
    return _steps([sources.get(id_, "") for id_ in sorted(ranks, key=lambda id_: ranks[id_])])[: ASKING.limit]


def _steps(ids: Sequence[str]) -> list[str]:
    """The steps of turns, each by the first of its turns; a task is none of them."""
    return [one for one in dict.fromkeys(id_.removesuffix(":call") for id_ in ids) if one and not one.endswith(TASK)]


def _figures(asked: Sequence[Asked]) -> dict[str, Any]:
    changed = [one for one in asked if one.outdated]
    found: dict[str, Any] = {
        way: {
            **{
                f"recall@{depth}": metrics.percent(
                    [metrics.recall_at(one.found[way], one.evidence, depth) for one in asked]
                )
                for depth in DEPTHS
            },
            "outdated_first": metrics.percent([float(one.is_late(way)) for one in changed]),
        }
        for way in WAYS
    }
    return found | {
        "questions": len(asked),
        "changed": len(changed),
        "answer_in_block": metrics.percent([float(one.holds) for one in asked]),
        "answer_words": metrics.percent([one.words for one in asked]),
        "no_block": metrics.percent([float(not one.block) for one in asked]),
        "tokens": round(sum(one.tokens for one in asked) / max(len(asked), 1)),
    }


def _words(answer: str, language: Language, block: str) -> float:
    return coverage(query_words(answer, language), block)


def _plain(text: str) -> str:
    """Without case, accents, quotes and the spaces at their ends; what a block escapes is as it was."""
    told = text.replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&")
    return " ".join(fold(told).replace("“", '"').replace("”", '"').split()).strip(" .\"'`")

"""MuSiQue (Trivedi et al., TACL 2022): are the passages that a multi-hop question needs among the first five?

All passages lie in one owner: those of the file's `corpus` where there is one, else those of its questions. Passages
of one title are one document, hence one room, and each begins with its title as a note would: with the title as its
speaker, recall@5 falls from 68.2 to 64.7, without it to 65.5.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from graphmem.errors import InvalidInputError
from graphmem.evaluation import metrics, report
from graphmem.evaluation.datafile import Record
from graphmem.evaluation.isolated import isolated
from graphmem.evaluation.scores import Scores, recalls
from graphmem.facade import GraphMem
from graphmem.model.transcript import Conversation, Role, Session, Turn
from graphmem.ports import Progress, silent
from tests.evals.datafiles import load_records

DEPTHS = (5, 10, 20)

Passage = tuple[str, str]
"""Title and text."""


@dataclass(frozen=True, slots=True)
class Question:
    """A question with the ids of the passages that answer it together."""

    id: str
    text: str
    evidence: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Data:
    """Passages as one conversation, and the questions over them."""

    passages: Conversation
    questions: tuple[Question, ...]


def load(path: Path) -> Data:
    """The file's passages and questions: `{"questions", "corpus"}`, a list of questions, or one a line."""
    records = load_records(path)
    first, corpus = records[0], list[Passage]()
    if "questions" in first.value:
        records = first.records("questions")
        if "corpus" in first.value:
            corpus = [(item.text("title"), item.text("text")) for item in first.records("corpus")]
    own = [(item.text("title"), item.text("paragraph_text")) for one in records for item in one.records("paragraphs")]
    ids = {passage: f"P{number}" for number, passage in enumerate(dict.fromkeys((*corpus, *own)))}
    questions = tuple(question for one in records if (question := _question(one, ids)).evidence)
    if not questions:
        raise InvalidInputError(
            f"{path.name} holds no question with a supporting paragraph.", field="data", remedy="Name MuSiQue's file."
        )
    return Data(_conversation(ids), questions)


async def evaluate(
    memory: GraphMem, path: Path, *, limit: int = 20, resume: bool = False, progress: Progress = silent
) -> report.Report:
    """File the passages, ask the questions, erase; see the module."""
    data = await asyncio.to_thread(load, path)
    scores, categories = Scores(), {2: "2 passages", 3: "3 passages", 4: "4 passages"}
    async with isolated(memory, "musique", path, {"limit": limit}, resume=resume) as run:
        owner = await run.file(data.passages, progress=progress)
        for number, question in enumerate(data.questions, start=1):
            answer = await run.ask(question.id, question.text, owner=owner, limit=limit)
            count = len(question.evidence)
            values = {
                **recalls(answer.ranked, question.evidence, DEPTHS),
                "all@5": metrics.all_at(answer.ranked, question.evidence, 5),
                "any@5": metrics.any_at(answer.ranked, question.evidence, 5),
            }
            scores.add(categories.get(count, f"{count} passages"), values)
            progress("asking", number, len(data.questions))
    return {
        "metrics": scores.summary(),
        "latency_ms": metrics.percentiles(run.latencies),
        "settings": report.settings(
            data=path.name, questions=len(data.questions), passages=sum(1 for _ in data.passages.turns), limit=limit,
            embedder=memory.embedder.model, level="passage", seed=None,
        ),
    }  # fmt: skip


def _question(item: Record, ids: dict[Passage, str]) -> Question:
    supporting = [one for one in item.records("paragraphs") if one.flag("is_supporting")]
    evidence = dict.fromkeys(ids[one.text("title"), one.text("paragraph_text")] for one in supporting)
    return Question(item.text("id"), item.text("question"), tuple(evidence))


def _conversation(ids: dict[Passage, str]) -> Conversation:
    documents: dict[str, list[Turn]] = {}
    for (title, text), id_ in ids.items():
        documents.setdefault(title, []).append(Turn(f"{title}\n{text}", "", Role.OTHER, source_id=id_))
    return Conversation("musique", "MuSiQue", None, tuple(_sessions(documents.items())))


def _sessions(documents: Iterable[tuple[str, list[Turn]]]) -> Iterable[Session]:
    for title, turns in documents:
        yield Session(title, None, tuple(turns))

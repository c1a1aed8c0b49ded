"""XQuAD (Artetxe et al., ACL 2020), English and Turkish: is the paragraph found that a question was written for?

The paragraphs of each language lie in an owner of their own, and both are asked in both languages. An article is a
room, its paragraphs are the drawers in it.
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from pathlib import Path

from graphmem.evaluation import metrics, report
from graphmem.evaluation.datafile import Record
from graphmem.evaluation.isolated import Run, isolated
from graphmem.evaluation.scores import Scores
from graphmem.facade import GraphMem
from graphmem.model.language import RULED, Language
from graphmem.model.transcript import Conversation, Role, Session, Turn
from graphmem.ports import Progress, silent
from tests.evals.datafiles import load_records


@dataclass(frozen=True, slots=True)
class Question:
    """A question in both languages, and the paragraph it was written for."""

    id: str
    text: dict[Language, str]
    paragraph: str


@dataclass(frozen=True, slots=True)
class Data:
    """The paragraphs in each language, and the questions about them."""

    paragraphs: dict[Language, Conversation]
    questions: tuple[Question, ...]


def load(path: Path) -> Data:
    """Paragraphs `{"title", "en", "tr", "qas": [{"id", "q_en", "q_tr"}]}`. Raises InvalidInputError."""
    records = load_records(path)
    questions = tuple(_question(asked, place) for place, one in enumerate(records) for asked in one.records("qas"))
    if not questions:
        records[0].wrong("qas", "holds no question, and neither does any other record")
    return Data({language: _conversation(records, language) for language in RULED}, questions)


async def evaluate(
    memory: GraphMem, path: Path, *, limit: int = 10, resume: bool = False, progress: Progress = silent
) -> report.Report:
    """File, ask both ways, erase; see the module. `by_category` has a row per direction, like "tr→en"."""
    data = await asyncio.to_thread(load, path)
    scores = Scores()
    async with isolated(memory, "xquad", path, {"limit": limit}, resume=resume) as run:
        for corpus, conversation in data.paragraphs.items():
            await run.file(conversation, corpus.value, progress=progress)
            for language in RULED:
                await _ask(run, data.questions, language, corpus, limit, scores, progress)
            await run.over(corpus.value)
    return {
        "metrics": scores.summary(),
        "latency_ms": metrics.percentiles(run.latencies),
        "settings": report.settings(
            data=path.name, questions=len(data.questions), limit=limit, embedder=memory.embedder.model,
            paragraphs=sum(1 for _ in data.paragraphs[Language.EN].turns), level="paragraph", seed=None,
        ),
    }  # fmt: skip


async def _ask(
    run: Run,
    questions: tuple[Question, ...],
    language: Language,
    corpus: Language,
    limit: int,
    scores: Scores,
    progress: Progress,
) -> None:
    direction, owner = f"{language.value}→{corpus.value}", run.owner(corpus.value)
    for number, question in enumerate(questions, start=1):
        answer = await run.ask(f"{direction} {question.id}", question.text[language], owner=owner, limit=limit)
        wanted = (question.paragraph,)
        scores.add(direction, {f"r@{depth}": metrics.any_at(answer.ranked, wanted, depth) for depth in (1, 5, 10)})
        progress(f"asking {direction}", number, len(questions))


def _question(asked: Record, place: int) -> Question:
    text = {language: asked.text(f"q_{language.value}") for language in RULED}
    return Question(asked.text("id"), text, f"P{place}")


def _conversation(records: list[Record], language: Language) -> Conversation:
    articles: dict[str, list[Turn]] = {}
    for place, one in enumerate(records):
        turn = Turn(one.text(language.value), "", Role.OTHER, source_id=f"P{place}")
        articles.setdefault(one.text("title"), []).append(turn)
    sessions = tuple(Session(title, None, tuple(turns)) for title, turns in articles.items())
    return Conversation(f"xquad-{language.value}", f"XQuAD {language.value}", None, sessions)

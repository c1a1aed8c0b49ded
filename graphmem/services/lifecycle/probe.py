"""The probe of a dream: the same questions before and after it, answered by the real recall.

They are made of the owner's own memories, without a model: recently shown ones, and ones with a number or a date,
spread over the owner's time. A question is a memory's text without its numbers; it finds its answer if one of the first
ten memories or turns states them, or is that memory. So a dormant memory whose statement others repeat costs nothing,
and a text that replaces others must say what they said.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from graphmem.language.doc import doc_of
from graphmem.language.specifics import find_specifics
from graphmem.model.dream import DreamRun
from graphmem.model.language import Language
from graphmem.model.palace import Owner
from graphmem.services.retrieval.options import LEFT_OUT, RecallOptions
from graphmem.services.retrieval.recall import Recall
from graphmem.store import dreams, filing
from graphmem.store.database import Database, Row, Transaction

QUESTIONS, OF_RECALLS = 50, 25
"""Most questions, and most of them that come from recently shown memories."""

FIRST = 10
"""First results, of memories and of turns, that must contain the answer."""

MOST_LOST = 0.02
"""Share of the questions that may lose their answer by one dream."""

LONGEST = 200
"""Characters of a question."""

_OPTIONS = RecallOptions(limit=FIRST, touch=False, without=LEFT_OUT | {"gate"})
"""Recalls that change no strengths and skip no question as small talk."""

_NUMBERED = re.compile(r"\S*\d\S*")
_NAME = "name "


@dataclass(frozen=True, slots=True)
class ProbeQuestion:
    """A question about a memory, and the specifics of its answer."""

    memory: str
    query: str
    states: frozenset[str]


@dataclass(frozen=True, slots=True)
class ProbeAnswer:
    """Whether a question found its answer, and the ids of all memories that its recall showed."""

    found: bool
    shown: frozenset[str]


async def questions(database: Database, owner: Owner, now: datetime) -> list[ProbeQuestion]:
    """An owner's questions, QUESTIONS at most; the same for the same memories."""
    lately = await dreams.shown_lately(database, owner, now)
    spread = await dreams.spread_memories(database, owner, now)
    return await asyncio.to_thread(_choose_questions, lately, spread)


async def answer_questions(
    recall: Recall, owner: Owner, asked: Iterable[ProbeQuestion]
) -> dict[ProbeQuestion, ProbeAnswer]:
    """Each question's answer now."""
    answers = {}
    for question in asked:
        hits = await recall.query_hits(owner, question.query, _OPTIONS)
        memories = [hit.memory for hit in hits.memories[:FIRST]]
        shown = frozenset(hit.memory.id for hit in hits.memories)
        if question.memory in {memory.id for memory in memories}:
            answers[question] = ProbeAnswer(True, shown)
            continue
        texts = [(memory.text, Language(memory.language)) for memory in memories]
        texts += [(hit.drawer.text, hits.language) for hit in hits.turns.hits[:FIRST]]
        states = bool(question.states) and await asyncio.to_thread(_states, texts, question.states)
        answers[question] = ProbeAnswer(states, shown)
    return answers


async def answer_again(
    recall: Recall, owner: Owner, before: Mapping[ProbeQuestion, ProbeAnswer], asleep: Iterable[str]
) -> dict[ProbeQuestion, ProbeAnswer]:
    """The answers after those memories became dormant; only questions that one of them was shown for are repeated."""
    slept = frozenset(asleep)
    again = await answer_questions(recall, owner, [asked for asked, answer in before.items() if answer.shown & slept])
    return {**before, **again}


def count(answers: Mapping[ProbeQuestion, ProbeAnswer]) -> int:
    """Number of questions that found their answer."""
    return sum(answer.found for answer in answers.values())


async def record_result(
    database: Database, owner: Owner, run: str, *, asked: int, before: int, after: int, taken_back: str | None
) -> DreamRun:
    """Write the probe's result to the run."""

    async def work(transaction: Transaction) -> DreamRun:
        await filing.lock(transaction, owner)
        return await dreams.record_probe(
            transaction, owner, run, asked=asked, before=before, after=after, taken_back=taken_back
        )

    return await database.write(work)


def harm(*, asked: int, before: int, after: int) -> str | None:
    """The reason why a run is undone; None if it is not."""
    lost = before - after
    if not asked or lost / asked <= MOST_LOST:
        return None
    return f"Of {asked} questions {before} found their answer before it and {after} after it."


def _choose_questions(lately: Sequence[Row], spread: Sequence[Row]) -> list[ProbeQuestion]:
    chosen = {row["id"]: _question_of(row) for row in lately[:OF_RECALLS]}
    for row in spread:
        if len(chosen) == QUESTIONS:
            break
        if row["id"] not in chosen and (question := _question_of(row)).states:
            chosen[row["id"]] = question
    return list(chosen.values())


def _question_of(row: Row) -> ProbeQuestion:
    text = row["text"]
    without_numbers = " ".join(_NUMBERED.sub(" ", text).split())
    query = without_numbers if len(without_numbers.split()) > 1 else text
    specifics = find_specifics(doc_of(text, Language(row["language"])))
    return ProbeQuestion(row["id"], query[:LONGEST], frozenset(one for one in specifics if not one.startswith(_NAME)))


def _states(texts: Sequence[tuple[str, Language]], wanted: frozenset[str]) -> bool:
    return any(wanted <= find_specifics(doc_of(text, language)) for text, language in texts)

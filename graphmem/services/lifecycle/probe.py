"""Whether a dream did harm: the same questions before and after it, asked of the real recall.

They are made of the owner's own memories, without a model: of what was shown lately, and of what states a number or a
date, spread over all that was ever said. A question is a memory's text without its numbers; its answer is any memory or
turn among the first ten that states them, or the memory itself. So what sleeps because others say the same costs
nothing, and a text that replaces others must say what they said.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from graphmem.language.doc import doc_of
from graphmem.language.specifics import specifics
from graphmem.model.dream import DreamRun
from graphmem.model.language import Language
from graphmem.model.palace import Owner
from graphmem.services.retrieval.options import LEFT_OUT, Options
from graphmem.services.retrieval.recall import Recall
from graphmem.store import dreams, filing
from graphmem.store.database import Database, Row, Transaction

QUESTIONS, OF_RECALLS = 50, 25
"""Questions at the most, and how many of them are about what was shown lately."""

FIRST = 10
"""Results among which the answer must be, of memories and of turns."""

MOST_LOST = 0.02
"""Share of the questions that may lose their answer by one dream."""

LONGEST = 200
"""Characters of a question."""

_OPTIONS = Options(limit=FIRST, touch=False, without=LEFT_OUT | {"gate"})
"""Nothing is learned of it, and none is passed over as small talk."""

_NUMBERED = re.compile(r"\S*\d\S*")
_NAME = "name "


@dataclass(frozen=True, slots=True)
class Asked:
    """A question about a memory, and what an answer states."""

    memory: str
    query: str
    states: frozenset[str]


@dataclass(frozen=True, slots=True)
class Answer:
    """Whether a question found its answer, and the ids of the memories that were found for it."""

    found: bool
    shown: frozenset[str]


async def questions(database: Database, owner: Owner, now: datetime) -> list[Asked]:
    """At most QUESTIONS of an owner's; the same for the same memories."""
    lately = await dreams.shown_lately(database, owner, now)
    spread = await dreams.spread(database, owner, now)
    return await asyncio.to_thread(_chosen, lately, spread)


async def answered(recall: Recall, owner: Owner, asked: Iterable[Asked]) -> dict[Asked, Answer]:
    """What each question finds now."""
    answers = {}
    for one in asked:
        found = await recall.found(owner, one.query, _OPTIONS)
        memories = [hit.memory for hit in found.memories[:FIRST]]
        shown = frozenset(hit.memory.id for hit in found.memories)
        if one.memory in {memory.id for memory in memories}:
            answers[one] = Answer(True, shown)
            continue
        texts = [(memory.text, Language(memory.language)) for memory in memories]
        texts += [(hit.drawer.text, found.language) for hit in found.turns.hits[:FIRST]]
        states = bool(one.states) and await asyncio.to_thread(_states, texts, one.states)
        answers[one] = Answer(states, shown)
    return answers


async def answered_after(
    recall: Recall, owner: Owner, before: Mapping[Asked, Answer], asleep: Iterable[str]
) -> dict[Asked, Answer]:
    """What each question finds after those memories went to sleep: asked again is what had found one of them."""
    slept = frozenset(asleep)
    again = await answered(recall, owner, [asked for asked, answer in before.items() if answer.shown & slept])
    return {**before, **again}


def count(answers: Mapping[Asked, Answer]) -> int:
    """How many questions found their answer."""
    return sum(answer.found for answer in answers.values())


async def tell(
    database: Database, owner: Owner, run: str, *, asked: int, before: int, after: int, taken_back: str | None
) -> DreamRun:
    """Write what came of it to the run."""

    async def work(transaction: Transaction) -> DreamRun:
        await filing.lock(transaction, owner)
        return await dreams.tell_probe(
            transaction, owner, run, asked=asked, before=before, after=after, taken_back=taken_back
        )

    return await database.write(work)


def harm(*, asked: int, before: int, after: int) -> str | None:
    """Why a run is taken back, None where it is not."""
    lost = before - after
    if not asked or lost / asked <= MOST_LOST:
        return None
    return f"Of {asked} questions {before} found their answer before it and {after} after it."


def _chosen(lately: Sequence[Row], spread: Sequence[Row]) -> list[Asked]:
    found = {row["id"]: _asked(row) for row in lately[:OF_RECALLS]}
    for row in spread:
        if len(found) == QUESTIONS:
            break
        if row["id"] not in found and (one := _asked(row)).states:
            found[row["id"]] = one
    return list(found.values())


def _asked(row: Row) -> Asked:
    text = row["text"]
    without = " ".join(_NUMBERED.sub(" ", text).split())
    query = without if len(without.split()) > 1 else text
    told = specifics(doc_of(text, Language(row["language"])))
    return Asked(row["id"], query[:LONGEST], frozenset(one for one in told if not one.startswith(_NAME)))


def _states(texts: Sequence[tuple[str, Language]], wanted: frozenset[str]) -> bool:
    return any(wanted <= specifics(doc_of(text, language)) for text, language in texts)

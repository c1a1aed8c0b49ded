"""`python -m tests.evals graph`: why-questions and profiles in stores of five hundred turns, by blocks of default size.

A line of a block is of the turn whose pointer it ends with. A chain is complete when a line of each of its turns stands
there. Of a profile the first lines, at most three, should be of turns that tell what holds of the entity that is asked
for, what no longer holds should say so or be left out, and nothing of somebody of a similar name should stand there.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from typing import Any

from graphmem.evaluation import report
from graphmem.evaluation.isolated import isolated
from graphmem.facade import GraphMem
from graphmem.model.recall import FORMER, PARTLY_FORMER, PERHAPS_FORMER
from graphmem.ports import Progress, silent
from graphmem.services.retrieval.options import RecallOptions
from tests.evals import graph_fit, graph_stores
from tests.evals.graph_stores import CAUSAL, PROFILE, Question, Story
from tests.evals.people import pointers

FIRST = 3
"""Lines that a profile begins with."""

OVER = (FORMER, PARTLY_FORMER, PERHAPS_FORMER)
"""What a line tells of itself that no longer holds."""


@dataclass(frozen=True, slots=True)
class Line:
    """A line of a block and the turn it is of ("": none)."""

    text: str
    source: str

    @property
    def is_over(self) -> bool:
        """Whether it says itself that it is over."""
        told = self.text.rpartition(" (")[2]
        return any(word in told for word in (FORMER, PARTLY_FORMER, PERHAPS_FORMER)) or (
            "since " in told and " to " in told
        )


@dataclass(frozen=True, slots=True)
class Asked:
    """A question of a story with the lines of its block."""

    story: Story
    question: Question
    lines: tuple[Line, ...]
    intent: str
    tokens: int

    def _ids(self, name: str) -> list[str]:
        return [self.story.source_id(place) for place in self.question.turns.get(name, ())]

    @property
    def ranks(self) -> list[int | None]:
        """The first line of each turn of the chain, from 1; None where it has none."""
        sources = [line.source for line in self.lines]
        return [sources.index(id_) + 1 if id_ in sources else None for id_ in self._ids("chain")]

    @property
    def is_ordered(self) -> bool:
        """Whether the turns of a chain stand there in its order, from the first cause on or back to it."""
        ranks = [rank for rank in self.ranks if rank is not None]
        return ranks in (sorted(ranks), sorted(ranks, reverse=True))

    def shown(self, name: str) -> list[Line]:
        """The lines of turns of a kind."""
        ids = set(self._ids(name))
        return [line for line in self.lines if line.source in ids]

    def share(self, name: str) -> float:
        """0–1: of the turns of a kind those that stand there."""
        ids = set(self._ids(name))
        return len({line.source for line in self.shown(name)}) / len(ids) if ids else 1.0

    @property
    def begins(self) -> bool:
        """Whether the first lines of a profile are of turns that tell what holds."""
        current = set(self._ids("current"))
        first = self.lines[: min(FIRST, len(current))]
        return bool(first) and all(line.source in current for line in first)

    @property
    def is_right(self) -> bool:
        """Whether nothing is missing or wrong."""
        if self.question.kind == CAUSAL:
            return self.share("chain") == 1
        return self.begins and not self.shown("others") and all(line.is_over for line in self.shown("former"))


async def evaluate(
    memory: GraphMem,
    paths: Sequence[Path] = (),
    *,
    half: str = "all",
    together: bool = False,
    fit: Path | None = None,
    progress: Progress = silent,
) -> report.Report:
    """Both kinds of questions, by language and in sum; what is learned of the same stories is written to `fit`.

    `together`: the stories of a language are asked in one store, which holds the same turns as the store of each would.
    Raises InvalidInputError.
    """
    every = await asyncio.to_thread(graph_stores.stories, paths)
    chosen = graph_stores.of_half(every, half)
    asked: list[Asked] = []
    stores: list[tuple[Story, str]] = []
    async with isolated(memory, "graph", paths[0] if paths else Path("graph"), {}) as run:
        filed: set[str] = set()
        for number, story in enumerate(chosen, start=1):
            owner = run.owner(story.lang if together else story.id)
            if owner not in filed:
                filed.add(owner)
                await file(memory, owner, story, every)
            asked += [await ask(memory, owner, story, one) for one in story.questions]
            stores.append((story, owner))
            if not (together or fit):
                await run.over(story.id)
            progress("stories", number, len(chosen))
        if fit is not None:
            graph_fit.write(await graph_fit.learned(memory, stores), fit)
    return told(asked, half, memory.embedder.model, together=together)


def told(asked: Sequence[Asked], half: str, embedder: str, *, together: bool = False) -> report.Report:
    """The figures of what was asked."""
    languages = sorted({one.story.lang for one in asked})
    metrics = figures(asked) | {
        "by_language": {name: figures([one for one in asked if one.story.lang == name]) for name in languages}
    }
    settings = report.settings(command="evaluate graph", half=half, together=together, embedder=embedder)
    return {"metrics": metrics, "settings": settings, "asked": [_told(one) for one in asked]}


async def file(memory: GraphMem, owner: str, story: Story, every: Sequence[Story]) -> None:
    """Mine the store of a story."""
    for talk in graph_stores.store(story, every):
        await memory.mine(talk, owner=owner)


async def ask(memory: GraphMem, owner: str, story: Story, question: Question) -> Asked:
    """A question with the block that an agent would get."""
    found = await memory.recall(question.query, owner=owner, options=RecallOptions(touch=False))
    texts = [line for line in found.context.splitlines() if line.startswith("- ")]
    lines = [
        Line(text, (await memory.drawer(pointer, owner=owner)).drawer.source_id or "" if pointer else "")
        for text, pointer in zip(texts, pointers(found.context), strict=True)
    ]
    return Asked(story, question, tuple(lines), found.intent.value, found.context_tokens)


def figures(asked: Sequence[Asked]) -> dict[str, Any]:
    """Counts and shares of both kinds."""
    causal = [one for one in asked if one.question.kind == CAUSAL]
    profile = [one for one in asked if one.question.kind == PROFILE]
    return {CAUSAL: _causal(causal), PROFILE: _profile(profile)}


def _causal(asked: Sequence[Asked]) -> dict[str, Any]:
    ranks = [rank for one in asked for rank in one.ranks]
    found = [rank for rank in ranks if rank is not None]
    whole = [one for one in asked if one.share("chain") == 1]
    return {
        "questions": len(asked),
        "complete": len(whole),
        "complete_percent": _percent(len(whole), len(asked)),
        "in_order": sum(one.is_ordered for one in whole),
        "parts": len(ranks),
        "parts_shown": len(found),
        "parts_percent": _percent(len(found), len(ranks)),
        "median_rank": median(found) if found else 0,
        "wrong_shown": sum(len(one.shown("wrong")) for one in asked),
        **_size(asked),
    }


def _profile(asked: Sequence[Asked]) -> dict[str, Any]:
    current = sum(len(one.question.turns["current"]) for one in asked)
    shown = sum(len({line.source for line in one.shown("current")}) for one in asked)
    first = sum(one.begins for one in asked)
    return {
        "questions": len(asked),
        "right_first": first,
        "right_first_percent": _percent(first, len(asked)),
        "first_line_right": sum(one.lines[:1] == tuple(one.shown("current")[:1]) and bool(one.lines) for one in asked),
        "current": current,
        "current_shown": shown,
        "current_percent": _percent(shown, current),
        "former_as_current": sum(not line.is_over for one in asked for line in one.shown("former")),
        "current_as_former": sum(line.is_over for one in asked for line in one.shown("current")),
        "former_as_such": sum(line.is_over for one in asked for line in one.shown("former")),
        "of_another": sum(len(one.shown("others")) for one in asked),
        **_size(asked),
    }


def _size(asked: Sequence[Asked]) -> dict[str, Any]:
    count = max(len(asked), 1)
    return {
        "no_block": sum(not one.lines for one in asked),
        "lines": round(sum(len(one.lines) for one in asked) / count, 1),
        "tokens": round(sum(one.tokens for one in asked) / count),
        "intent_right": sum(
            one.intent == {CAUSAL: "causal", PROFILE: "entity_profile"}[one.question.kind] for one in asked
        ),
    }


def _percent(part: int, whole: int) -> float:
    return round(100 * part / max(whole, 1), 1)


def _told(one: Asked) -> dict[str, Any]:
    return {
        "story": one.story.id,
        "kind": one.question.kind,
        "query": one.question.query,
        "intent": one.intent,
        "right": one.is_right,
        "wanted": {name: [one.story.said[place][1] for place in places] for name, places in one.question.turns.items()},
        "ranks": one.ranks,
        "block": [f"{_mark(one, line)} {line.text}" for line in one.lines],
    }


def _mark(one: Asked, line: Line) -> str:
    """What a line is to the question."""
    for name in one.question.turns:
        if line in one.shown(name):
            return name
    return "story" if line.source.startswith(f"{one.story.id}/") else "filler"

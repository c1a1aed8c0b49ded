"""Lets a chat model mark the clauses of windows of turns; where it fails, the encoder's marks stand.

Filters come first, so a stopped turn is never sent. Nothing here runs in a transaction or under a lock, and no failure
here fails a write.
"""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from itertools import zip_longest
from math import ceil

from graphmem.language.formation import Clauses
from graphmem.language.observer.filters import check, without_memory_context
from graphmem.model.category import Category
from graphmem.model.ids import digest
from graphmem.model.memory import BY_MODEL, ExtractedStatement
from graphmem.model.observation import Stage
from graphmem.model.palace import Owner
from graphmem.model.transcript import Role
from graphmem.services.ingestion.draft import Message
from graphmem.services.ingestion.earlier_clauses import EarlierClauses
from graphmem.services.ingestion.extraction import FILTERS_STAGE, FORMATION_STAGE, READING_STAGE, Extraction
from graphmem.services.ingestion.extraction_answer import Marks, MarksOwn
from graphmem.services.ingestion.extraction_prompt import CONTEXT, ShownTurn, Window, prompt
from graphmem.services.ingestion.extraction_reading import TurnMarks
from graphmem.services.ingestion.formation import Mark, form
from graphmem.services.ingestion.known_memories import (
    MOST_SHOWN,
    EarlierClause,
    Known,
    KnownMemories,
    shown_memories,
)
from graphmem.services.ingestion.model_answers import ModelAnswers, with_opinions
from graphmem.services.ingestion.model_trial import trial_problem
from graphmem.services.model_calls import Asker, Question
from graphmem.services.owner_settings import settings_of

WINDOW = 10
"""Most turns that one call reads."""

MOST_SENT = 6_000
"""Most characters of clauses that one call reads, so that the answer comes in time.
A longer turn is left to the encoder."""

_READ_ROLES = frozenset({Role.USER, Role.ASSISTANT, Role.TOOL, Role.DOCUMENT, Role.FEED})

log = logging.getLogger(__name__)


@dataclass(slots=True)
class ModelReader:
    """Reads the messages of one conversation in order, with the last turns as context.

    `problems` holds the reason of every fallback of a window to the encoder.
    """

    asker: Asker
    owner: Owner
    known: KnownMemories
    session: str | None = None
    before: deque[ShownTurn] = field(default_factory=lambda: deque(maxlen=CONTEXT))
    problems: list[str] = field(default_factory=list)
    asking: Callable[[], None] = lambda: None
    """Called when the questions of a batch of messages are about to be asked."""

    def hear(self, message: Message) -> None:
        """Take a message that was read before as context of the next."""
        if message.role in _READ_ROLES and check(message.text, message.language).passed:
            self.before.append(ShownTurn(message, without_memory_context(message.text)))

    async def form(self, extractions: Sequence[Extraction]) -> list[Extraction]:
        """Replace statements by those the model marks; the encoder's stay where it was not asked or failed."""
        told = ModelAnswers()
        windows = self._windows(extractions)
        if not windows:
            return list(extractions)
        if problem := await trial_problem(self.asker, self.owner, self.session):
            return await asyncio.to_thread(self._by_encoder, extractions, windows, problem)
        chosen = (await settings_of(self.known.database, self.owner)).of(None)
        types = {name: one.description for name, one in chosen.own_types.items()}
        told.instructed = bool(chosen.told.text)
        asked = [(replace(window, types=types, instructions=chosen.told.text), group) for window, group in windows]
        earlier = EarlierClauses(self.known.embedder, extractions)
        shown = await asyncio.gather(*(self._with_memories(window, group, earlier) for window, group in asked))
        self.asking()
        await asyncio.gather(*(self._read(window, told) for window in shown))

        def merged() -> list[Extraction]:
            return with_opinions(self.owner, [_merge(extraction, told) for extraction in extractions], told)

        return await asyncio.to_thread(merged)

    def _by_encoder(
        self, extractions: Sequence[Extraction], windows: Sequence[tuple[Window, object]], problem: str
    ) -> list[Extraction]:
        """Leave all statements to the encoder, and say why."""
        self.problems.append(problem)
        read = (turn.message.id for window, _ in windows for turn in window.turns if turn.clauses)
        told = ModelAnswers(problems=dict.fromkeys(read, problem))
        return [_merge(extraction, told) for extraction in extractions]

    async def _with_memories(self, window: Window, group: Sequence[Extraction], earlier: EarlierClauses) -> Window:
        """The window together with the known memories and the clauses of earlier windows that it may affect."""
        known, told = await asyncio.gather(self._find_known(group), self._find_earlier(group, earlier))
        found = [one for pair in zip_longest(known, told) for one in pair if one is not None][:MOST_SHOWN]
        return replace(window, memories=dict(enumerate(found, window.numbers[-1] + 1)))

    async def _find_known(self, group: Sequence[Extraction]) -> Sequence[Known]:
        """The known memories to show: with a batch those of an interrupted run, whose prompt is then this one."""
        statements = await asyncio.to_thread(_statements, group)
        batched = self.asker.batched
        if batched is None:
            return await self.known.near(self.owner, statements)
        key = digest("known memories", *(one.message.id for one in group))
        return shown_memories(await batched.kept(key, lambda: self.known.as_text(self.owner, statements)))

    async def _find_earlier(self, group: Sequence[Extraction], earlier: EarlierClauses) -> Sequence[EarlierClause]:
        """The clauses of earlier windows to show: with a batch those of an interrupted run."""
        batched = self.asker.batched
        if batched is None:
            return await earlier.near(group)
        key = digest("earlier clauses", *(one.message.id for one in group))
        return earlier.read(await batched.kept(key, lambda: earlier.as_text(group)))

    async def _read(self, window: Window, told: ModelAnswers, *, halved: bool = False) -> None:
        answer = await self.asker.ask(self.owner, _question(window), self.session)
        if answer.value is not None:
            told.take(window, answer.value)
            return
        halves = window.halves() if answer.is_too_much and not halved else ()
        if halves:
            await asyncio.gather(*(self._read(half, told, halved=True) for half in halves))
            return
        self.problems.append(answer.problem)
        told.problems |= {turn.message.id: answer.problem for turn in window.turns if turn.clauses}

    def _windows(self, extractions: Sequence[Extraction]) -> list[tuple[Window, list[Extraction]]]:
        """Group the turns into windows, each with the turns before it as context.
        A window in which the encoder finds nothing worth remembering is left out."""
        windows = []
        for group in _groups(extractions):
            turns = _numbered(group)
            if any(_size(one) and (one.statements or (one.parsed and one.parsed.asked.wanted)) for one in group):
                windows.append((Window(tuple(self.before), turns), group))
            self.before.extend(replace(turn, clauses={}) for turn in turns)
        return windows


def _statements(group: Sequence[Extraction]) -> list[tuple[Message, ExtractedStatement]]:
    """The possible statements of a window: the encoder's, then those of clauses it does not keep."""
    kept = [(one.message, statement) for one in group for statement in one.statements]
    return kept + [(one.message, statement) for one in group if _size(one) for statement in _rest(one)]


def _rest(extraction: Extraction) -> tuple[ExtractedStatement, ...]:
    parsed = extraction.parsed
    if parsed is None:
        return ()
    left = [one.sentence for one in parsed.found if parsed.marks.keys().isdisjoint(one.parts)]
    marks = {one: Mark(Category.FACT, 0.0) for one in left}
    return form(parsed, [Clauses(one, (one,)) for one in left], marks, extraction.message)


def _question(window: Window) -> Question[Marks]:
    return Question(
        "formation",
        prompt(window),
        MarksOwn if window.types else Marks,
        about=window.about,
        said=lambda answer: [f"{one.clause} {one.category}" for one in answer.clauses if one.keep],
    )


def _groups(extractions: Sequence[Extraction]) -> list[list[Extraction]]:
    """Group the turns into windows of about equal size."""
    readable = [one for one in extractions if _size(one)]
    most = ceil(len(readable) / ceil(len(readable) / WINDOW)) if readable else WINDOW
    groups: list[list[Extraction]] = [[]]
    number = characters = 0
    for one in extractions:
        if (size := _size(one)) and (number == most or characters + size > MOST_SENT):
            groups.append([])
            number = characters = 0
        number, characters = number + bool(size), characters + size
        groups[-1].append(one)
    return groups


def _size(extraction: Extraction) -> int:
    """Characters of a turn's clauses; 0 for a turn that the model does not read."""
    found = () if extraction.parsed is None else extraction.parsed.found
    size = sum(one.sentence.end - one.sentence.start for one in found)
    return size if size <= MOST_SENT else 0


def _numbered(group: Sequence[Extraction]) -> tuple[ShownTurn, ...]:
    """The turns of a window as the model sees them, without those that a filter stopped."""
    turns: list[ShownTurn] = []
    number = 0
    for one in group:
        if one.parsed is not None and _size(one):
            sentences = [clauses.sentence for clauses in one.parsed.found]
            turns.append(ShownTurn(one.message, one.parsed.text, dict(enumerate(sentences, number + 1))))
            number += len(sentences)
        elif any(stage.name == FILTERS_STAGE and stage.passed for stage in one.stages):
            turns.append(ShownTurn(one.message, without_memory_context(one.message.text)))
    return tuple(turns)


def _merge(extraction: Extraction, told: ModelAnswers) -> Extraction:
    """Apply the model's marks to one turn's extraction; no answer of a model may lose the turn."""
    message, parsed = extraction.message, extraction.parsed
    marks, problem = told.of(message), told.problems.get(message.id, "")
    if parsed is None or not (marks or problem):
        return extraction
    try:
        context = told.context.get(message.id, ())
        said = TurnMarks(message, parsed, marks, told.touching(message), context, told.instructed)
        found, kept = said.kept()
        formed = form(parsed, found, kept, message)
    except Exception:
        log.exception("what the model says of drawer %s cannot be read", message.id)
        formed, problem = extraction.statements, "its answer cannot be read; see the log"
    of_model = sum(one.formed_by == BY_MODEL for one in formed)
    stages = tuple(one for one in extraction.stages[:-1] if not marks or one.name != READING_STAGE)
    stage = Stage(FORMATION_STAGE, bool(formed), _counted(of_model, len(formed) - of_model, problem))
    return replace(extraction, statements=formed, stages=(*stages, stage))


def _counted(of_model: int, of_encoder: int, problem: str) -> str:
    """Say how many statements the model and the encoder each made."""
    if problem:
        also = f"{of_model} statements by the model, " if of_model else ""
        return f"{also}{of_encoder} statements by the encoder because {problem}"
    told = f"{of_model} statements by the model" if of_model else "the model found nothing to remember"
    return f"{told}, {of_encoder} by the encoder that it passed over" if of_encoder else told

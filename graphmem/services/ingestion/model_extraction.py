"""Formation by a chat model: windows of turns in, statements out; the rules' own stand wherever the model fails.

The observer comes first: a turn that a filter stopped is never sent, one without enough in it only as context. Nothing
here is done inside a transaction or under a lock, and nothing of it can fail a write.
"""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from math import ceil

from graphmem.language.observer.filters import check, without_memory_context
from graphmem.language.vital import is_vital
from graphmem.model.category import Category
from graphmem.model.memory import Formed, Manner
from graphmem.model.observation import Stage
from graphmem.model.palace import Owner
from graphmem.model.transcript import Role
from graphmem.services.ingestion.draft import Message
from graphmem.services.ingestion.extraction import READING_STAGE, Extraction
from graphmem.services.ingestion.extraction_answer import Memories
from graphmem.services.ingestion.extraction_prompt import ShownTurn, prompt
from graphmem.services.ingestion.extraction_reading import statements_of
from graphmem.services.ingestion.grounding import Ground, is_users, says
from graphmem.services.model_calls import Answer, Asker, Question

LONG = 50
"""Turns above which a conversation is read in windows of WINDOW."""

WINDOW = 10
MOST_SENT = 6_000
"""Characters of the turns that one call reads; more would not be answered in time. A longer turn is read by rules."""

CONTEXT = 6
"""Turns before the first of a window that are shown with it."""

_READ_ROLES = frozenset({Role.USER, Role.ASSISTANT, Role.TOOL, Role.DOCUMENT, Role.FEED})

log = logging.getLogger(__name__)


@dataclass(slots=True)
class LlmExtractor:
    """Forms the messages of one conversation in order; remembers the last turns, so that the next are understood.

    `problems` says of every window that fell back to the rules why it did.
    """

    asker: Asker
    owner: Owner
    before: deque[ShownTurn] = field(default_factory=lambda: deque(maxlen=CONTEXT))
    problems: list[str] = field(default_factory=list)
    turns: int = 0

    def hear(self, message: Message) -> None:
        """Take in a message that was read before, as context of the next."""
        if message.role in _READ_ROLES and check(message.text, message.language).passed:
            self.before.append(ShownTurn(message, without_memory_context(message.text)))

    async def form(
        self, extractions: Sequence[Extraction], *, deliberate: bool = False, category: Category | None = None
    ) -> list[Extraction]:
        """The extractions with the model's statements in place of the rules', which stay where it has none to give.

        `deliberate` ones (learn), and those whose speaker asked for it, are remembered even where the model finds
        nothing; `category` overrides the model's.
        """
        self.turns += len(extractions)
        windows = self._windows(extractions)
        if not windows:
            return list(extractions)
        answers = await asyncio.gather(*(self.asker.ask(self.owner, _question(window)) for window in windows))
        self.problems += [answer.problem for answer in answers if answer.value is None]
        told = {
            turn.message.id: (Ground.of(turn, window), answer)
            for window, answer in zip(windows, answers, strict=True)
            for turn in window
            if turn.number is not None
        }
        merge = _Merge(told, deliberate, category)
        return await asyncio.to_thread(lambda: [merge(extraction) for extraction in extractions])

    def _windows(self, extractions: Sequence[Extraction]) -> list[list[ShownTurn]]:
        """The turns to read, in windows, each with the turns that help to understand it."""
        numbered = _numbered(extractions, most=_size(extractions) if self.turns > LONG else len(extractions))
        windows: list[list[ShownTurn]] = []
        for window, turn in numbered:
            if window == len(windows):
                windows.append([*self.before])
            if window is not None:
                windows[window].append(turn)
            self.before.append(replace(turn, number=None))
        return windows


def _question(window: Sequence[ShownTurn]) -> Question[Memories]:
    return Question(
        "formation",
        prompt(window),
        Memories,
        about=" | ".join(turn.text for turn in window if turn.number is not None),
        said=lambda answer: [one.text for one in answer.memories],
    )


def _size(extractions: Sequence[Extraction]) -> int:
    """Turns of a window, so that all windows are about as long."""
    read = sum(_is_read(extraction) for extraction in extractions)
    return ceil(read / ceil(read / WINDOW)) if read else WINDOW


def _numbered(extractions: Sequence[Extraction], most: int) -> list[tuple[int | None, ShownTurn]]:
    """Every turn that may be shown with the window it is in; None for context between a window's end and the next."""
    shown: list[tuple[int | None, ShownTurn]] = []
    window, number, characters = -1, most, 0
    for extraction in extractions:
        if not _is_read(extraction):
            if _is_shown(extraction):
                text = without_memory_context(extraction.message.text)
                shown.append((window if 0 < number < most else None, ShownTurn(extraction.message, text)))
            continue
        characters += len(extraction.text)
        if number >= most or characters > MOST_SENT:
            window, number, characters = window + 1, 0, len(extraction.text)
        number += 1
        shown.append((window, ShownTurn(extraction.message, extraction.text, number)))
    return shown


def _is_read(extraction: Extraction) -> bool:
    return 0 < len(extraction.text) <= MOST_SENT


def _is_shown(extraction: Extraction) -> bool:
    """Whether the turn, which holds too little, went through the filters."""
    return not extraction.text and any(stage.name == "filters" and stage.passed for stage in extraction.stages)


@dataclass(frozen=True, slots=True)
class _Merge:
    """Puts what the model told of each turn, by its message, in place of what the rules formed."""

    told: Mapping[str, tuple[Ground, Answer[Memories]]]
    deliberate: bool
    category: Category | None

    def __call__(self, extraction: Extraction) -> Extraction:
        """The extraction of one turn. Whatever a model may have said, the turn itself must not be lost."""
        if extraction.message.id not in self.told:
            return extraction
        ground, answer = self.told[extraction.message.id]
        if answer.value is None:
            return _by_rules(extraction, answer.problem)
        try:
            told = [one for one in answer.value.memories if one.turn == ground.turn.number]
            kept = [one for one in map(ground.kept, told) if one is not None]
            statements = statements_of(kept, extraction.message, self.category)
        except Exception:
            log.exception("what the model told of drawer %s cannot be read", extraction.message.id)
            return _by_rules(extraction, "its answer cannot be read; see the log")
        if told and not kept:
            return _by_rules(extraction, "nothing that the model says of it is in the turn")
        return self._with(extraction, statements, _missed(extraction, ground, statements))

    def _with(self, extraction: Extraction, statements: tuple[Formed, ...], missed: tuple[Formed, ...]) -> Extraction:
        if not statements and (self.deliberate or extraction.insisted):
            return _by_rules(extraction, "the model found nothing in it")
        if self.deliberate or extraction.insisted:
            statements = tuple(replace(one, manner=Manner.DELIBERATE) for one in statements)
        said = f"{len(statements)} statements by the model" if statements else "the model found nothing to remember"
        if missed:
            statements, said = (*statements, *missed), f"{said}, {len(missed)} that it missed by rules"
        stage = Stage("formation", bool(statements), said)
        before = (earlier for earlier in extraction.stages[:-1] if earlier.name != READING_STAGE)
        return replace(extraction, formed=statements, stages=(*before, stage))


def _missed(extraction: Extraction, ground: Ground, statements: Sequence[Formed]) -> tuple[Formed, ...]:
    """The rules' statements of a user's turn that must not be lost, vital ones and rules, where the model tells none of
    the same."""
    language = extraction.message.language
    return tuple(
        one
        for one in extraction.formed
        if is_users(ground.turn)
        and (one.category is Category.POLICY or is_vital(one.words, language))
        and not any(says(other.text, one.words, language) for other in statements)
    )


def _by_rules(extraction: Extraction, problem: str) -> Extraction:
    last = extraction.stages[-1]
    stage = replace(last, detail=f"{last.detail}, by rules because {problem}")
    return replace(extraction, stages=(*extraction.stages[:-1], stage))

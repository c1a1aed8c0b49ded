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
from graphmem.services.ingestion.extraction import CATEGORY_STAGE, Perception
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
class Former:
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
        self, perceptions: Sequence[Perception], *, deliberate: bool = False, category: Category | None = None
    ) -> list[Perception]:
        """The perceptions with the model's statements in place of the rules', which stay where it has none to give.

        `deliberate` ones (learn), and those whose speaker asked for it, are remembered even where the model finds
        nothing; `category` overrides the model's.
        """
        self.turns += len(perceptions)
        windows = self._windows(perceptions)
        if not windows:
            return list(perceptions)
        answers = await asyncio.gather(*(self.asker.ask(self.owner, _question(window)) for window in windows))
        self.problems += [answer.problem for answer in answers if answer.value is None]
        told = {
            turn.message.id: (Ground.of(turn, window), answer)
            for window, answer in zip(windows, answers, strict=True)
            for turn in window
            if turn.number is not None
        }
        merge = _Merge(told, deliberate, category)
        return await asyncio.to_thread(lambda: [merge(perception) for perception in perceptions])

    def _windows(self, perceptions: Sequence[Perception]) -> list[list[ShownTurn]]:
        """The turns to read, in windows, each with the turns that help to understand it."""
        numbered = _numbered(perceptions, most=_size(perceptions) if self.turns > LONG else len(perceptions))
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


def _size(perceptions: Sequence[Perception]) -> int:
    """Turns of a window, so that all windows are about as long."""
    read = sum(_is_read(perception) for perception in perceptions)
    return ceil(read / ceil(read / WINDOW)) if read else WINDOW


def _numbered(perceptions: Sequence[Perception], most: int) -> list[tuple[int | None, ShownTurn]]:
    """Every turn that may be shown with the window it is in; None for context between a window's end and the next."""
    shown: list[tuple[int | None, ShownTurn]] = []
    window, number, characters = -1, most, 0
    for perception in perceptions:
        if not _is_read(perception):
            if _is_shown(perception):
                text = without_memory_context(perception.message.text)
                shown.append((window if 0 < number < most else None, ShownTurn(perception.message, text)))
            continue
        characters += len(perception.text)
        if number >= most or characters > MOST_SENT:
            window, number, characters = window + 1, 0, len(perception.text)
        number += 1
        shown.append((window, ShownTurn(perception.message, perception.text, number)))
    return shown


def _is_read(perception: Perception) -> bool:
    return 0 < len(perception.text) <= MOST_SENT


def _is_shown(perception: Perception) -> bool:
    """Whether the turn, which holds too little, went through the filters."""
    return not perception.text and any(stage.name == "filters" and stage.passed for stage in perception.stages)


@dataclass(frozen=True, slots=True)
class _Merge:
    """Puts what the model told of each turn, by its message, in place of what the rules formed."""

    told: Mapping[str, tuple[Ground, Answer[Memories]]]
    deliberate: bool
    category: Category | None

    def __call__(self, perception: Perception) -> Perception:
        """The perception of one turn. Whatever a model may have said, the turn itself must not be lost."""
        if perception.message.id not in self.told:
            return perception
        ground, answer = self.told[perception.message.id]
        if answer.value is None:
            return _by_rules(perception, answer.problem)
        try:
            told = [one for one in answer.value.memories if one.turn == ground.turn.number]
            kept = [one for one in map(ground.kept, told) if one is not None]
            statements = statements_of(kept, perception.message, self.category)
        except Exception:
            log.exception("what the model told of drawer %s cannot be read", perception.message.id)
            return _by_rules(perception, "its answer cannot be read; see the log")
        if told and not kept:
            return _by_rules(perception, "nothing that the model says of it is in the turn")
        return self._with(perception, statements, _missed(perception, ground, statements))

    def _with(self, perception: Perception, statements: tuple[Formed, ...], missed: tuple[Formed, ...]) -> Perception:
        if not statements and (self.deliberate or perception.insisted):
            return _by_rules(perception, "the model found nothing in it")
        if self.deliberate or perception.insisted:
            statements = tuple(replace(one, manner=Manner.DELIBERATE) for one in statements)
        said = f"{len(statements)} statements by the model" if statements else "the model found nothing to remember"
        if missed:
            statements, said = (*statements, *missed), f"{said}, {len(missed)} that it missed by rules"
        stage = Stage("formation", bool(statements), said)
        before = (earlier for earlier in perception.stages[:-1] if earlier.name != CATEGORY_STAGE)
        return replace(perception, formed=statements, stages=(*before, stage))


def _missed(perception: Perception, ground: Ground, statements: Sequence[Formed]) -> tuple[Formed, ...]:
    """The rules' statements of a user's turn that must not be lost, vital ones and rules, where the model tells none of
    the same."""
    language = perception.message.language
    return tuple(
        one
        for one in perception.formed
        if is_users(ground.turn)
        and (one.category is Category.POLICY or is_vital(one.words, language))
        and not any(says(other.text, one.words, language) for other in statements)
    )


def _by_rules(perception: Perception, problem: str) -> Perception:
    last = perception.stages[-1]
    stage = replace(last, detail=f"{last.detail}, by rules because {problem}")
    return replace(perception, stages=(*perception.stages[:-1], stage))

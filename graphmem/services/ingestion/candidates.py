"""Makes candidates of the messages of one conversation: perceived in order, embedded together."""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from graphmem.cognition.calibration import calibrated
from graphmem.cognition.exemplars import Meaning
from graphmem.errors import EmbeddingError
from graphmem.model.category import Category
from graphmem.model.language import Language
from graphmem.model.memory import BY_RULES, Formed
from graphmem.model.observation import Stage
from graphmem.ports import Embedder, Purpose, Vectors
from graphmem.services.ingestion.categorisation import Examples, judged
from graphmem.services.ingestion.draft import Candidate, Message
from graphmem.services.ingestion.extraction import CATEGORY_STAGE, Perceiver, Perception
from graphmem.services.ingestion.model_extraction import Former

CONTEXT = 6
"""Turns before a statement whose mean is what the session is about."""

UNKNOWN_ATTENTION = 0.5

MOST_OF_IT = 0.8
"""Share of a message's characters from which its only statement counts as the whole message."""

log = logging.getLogger(__name__)


@dataclass(slots=True)
class Reader:
    """Reads a conversation in order: whom it named and what it is about, and from that the next candidates."""

    embedder: Embedder
    perceiver: Perceiver = field(default_factory=Perceiver)
    recent: deque[Vectors] = field(default_factory=lambda: deque(maxlen=CONTEXT))
    former: Former | None = None
    """Forms the statements in place of the rules, where a chat model is configured."""
    examples: Examples | None = None
    """Vote on categories by the statements' vectors, too; without them by wording alone."""

    async def read(
        self,
        messages: Sequence[Message],
        vectors: Vectors | None,
        *,
        deliberate: bool = False,
        category: Category | None = None,
    ) -> tuple[list[Perception], list[Candidate], str | None]:
        """Perceptions of the messages, candidates of their statements, and what the embedder said when it failed.

        `vectors` are the messages' own, by row, None when they could not be embedded; then neither are statements.
        """
        perceptions = await asyncio.to_thread(self._perceive, messages, deliberate, category)
        if self.former is not None:
            perceptions = await self.former.form(perceptions, deliberate=deliberate, category=category)
        candidates = [
            Candidate(perception.message, formed, number)
            for perception in perceptions
            for number, formed in enumerate(perception.formed)
        ]
        problem = await self._embed(perceptions, candidates, vectors)
        if category is None:
            perceptions = await self._judge(perceptions, candidates)
        self._attend(messages, vectors, candidates)
        return perceptions, candidates, problem if candidates else None

    def hear(self, message: Message, embedding: Sequence[float] | None) -> None:
        """Take in a message that was read before: whom it named, what it was about."""
        self.perceiver.hear(message)
        if self.former is not None:
            self.former.hear(message)
        if embedding is not None:
            self.recent.append(np.asarray(embedding, np.float32))

    def _perceive(self, messages: Sequence[Message], deliberate: bool, category: Category | None) -> list[Perception]:
        return [self._perceive_one(message, deliberate, category) for message in messages]

    def _perceive_one(self, message: Message, deliberate: bool, category: Category | None) -> Perception:
        """A rule that stumbles over one text must cost neither the turn nor the batch: its drawer is filed all the
        same, and the log says which text it was."""
        try:
            return self.perceiver.perceive(message, deliberate=deliberate, category=category)
        except Exception:
            log.exception("the rules failed on drawer %s", message.id)
            return Perception(message, (Stage("formation", False, "a rule failed; see the log"),))

    async def _embed(
        self, perceptions: list[Perception], candidates: list[Candidate], vectors: Vectors | None
    ) -> str | None:
        """Give every candidate its vector. A message that is one statement as a whole has it: rewriting "I" to a
        name moves a vector less than two phrasings of one thing differ, and embedding is what mining spends most on."""
        if vectors is None:
            return "The embedder failed."
        own = {
            perception.message.id: vector
            for perception, vector in zip(perceptions, vectors, strict=True)
            if _is_one_statement(perception)
        }
        for candidate in candidates:
            candidate.vector = own.get(candidate.message.id)
        missing = [candidate for candidate in candidates if candidate.vector is None]
        if not missing:
            return None
        try:
            rows = await self.embedder.embed([candidate.formed.text for candidate in missing], Purpose.PASSAGE)
        except EmbeddingError as error:
            return error.message
        for candidate, row in zip(missing, rows, strict=True):
            candidate.vector = row
        return None

    async def _judge(self, perceptions: list[Perception], candidates: list[Candidate]) -> list[Perception]:
        """Hear what examples say of the meaning of the statements that the rules formed."""
        languages = {candidate.message.language for candidate in candidates if _is_judged(candidate)}
        if self.examples is None or not languages:
            return perceptions
        known = {language: meaning for language in languages if (meaning := await self.examples.meaning(language))}
        return await asyncio.to_thread(_judge, perceptions, candidates, known) if known else perceptions

    def _attend(self, messages: Sequence[Message], vectors: Vectors | None, candidates: list[Candidate]) -> None:
        """Give each candidate its similarity to the turns before its own."""
        if vectors is None:
            return
        by_message: dict[str, list[Candidate]] = {}
        for candidate in candidates:
            by_message.setdefault(candidate.message.id, []).append(candidate)
        for message, vector in zip(messages, vectors, strict=True):
            for candidate in by_message.get(message.id, ()):
                candidate.attention = self._attention(candidate.vector)
            self.recent.append(vector)

    def _attention(self, vector: Vectors | None) -> float:
        if vector is None or not self.recent:
            return UNKNOWN_ATTENTION
        mean = np.mean(np.stack(list(self.recent)), axis=0)
        length = float(np.linalg.norm(mean))
        return calibrated(float(mean @ vector) / length, self.embedder.model) if length else UNKNOWN_ATTENTION


def _is_judged(candidate: Candidate) -> bool:
    return candidate.vector is not None and candidate.formed.formed_by == BY_RULES


def _judge(
    perceptions: list[Perception], candidates: list[Candidate], known: Mapping[Language, Meaning]
) -> list[Perception]:
    """Give candidates the categories that their meaning speaks for, and tell it in the stages of their messages."""
    told: dict[str, list[str]] = {}
    for candidate in candidates:
        message, vector = candidate.message, candidate.vector
        if _is_judged(candidate) and vector is not None and message.language in known:
            candidate.formed, why = judged(candidate.formed, message, vector, known[message.language])
            told.setdefault(candidate.message.id, []).append(why)
    formed: dict[str, list[Formed]] = {}
    for candidate in candidates:
        formed.setdefault(candidate.message.id, []).append(candidate.formed)
    return [
        _retold(perception, formed[perception.message.id], told[perception.message.id])
        if perception.message.id in told
        else perception
        for perception in perceptions
    ]


def _retold(perception: Perception, formed: Sequence[Formed], told: Sequence[str]) -> Perception:
    detail = "; ".join(told)
    stages = (replace(stage, detail=detail) if stage.name == CATEGORY_STAGE else stage for stage in perception.stages)
    return replace(perception, formed=tuple(formed), stages=tuple(stages))


def _is_one_statement(perception: Perception) -> bool:
    """Whether the message's only statement is nearly all of it."""
    if len(perception.formed) != 1 or perception.formed[0].formed_by != BY_RULES:
        return False
    return len(perception.formed[0].words) >= MOST_OF_IT * len(perception.message.text)

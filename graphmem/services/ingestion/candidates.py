"""Makes candidates from the messages of one conversation: extracts in order, embeds together."""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from graphmem.cognition.calibration import calibrated
from graphmem.errors import EmbeddingError
from graphmem.model.category import Category
from graphmem.model.memory import ExtractedStatement
from graphmem.model.observation import Stage
from graphmem.model.transcript import Role
from graphmem.ports import Embedder, Purpose, Vectors
from graphmem.services.ingestion.draft import Candidate, Message
from graphmem.services.ingestion.extraction import FORMATION_STAGE, Extraction, Extractor
from graphmem.services.ingestion.model_reader import ModelReader
from graphmem.services.ingestion.own_schema import OwnSchema
from graphmem.services.ingestion.requests import read_but_requests
from graphmem.tracing import traced

CONTEXT = 6
"""Turns before a statement whose mean vector stands for the topic of the session."""

UNKNOWN_ATTENTION = 0.5

INSTRUCTIONS_STAGE = "instructions"
"""The stage that counts statements left out by the owner's instructions."""

MOST_OF_IT = 0.8
"""Share of a message's characters from which its only statement counts as the whole message."""

log = logging.getLogger(__name__)


@dataclass(slots=True)
class ConversationReader:
    """Reads a conversation in order, and keeps the names and recent vectors that later messages need."""

    embedder: Embedder
    extractor: Extractor = field(default_factory=Extractor)
    recent: deque[Vectors] = field(default_factory=lambda: deque(maxlen=CONTEXT))
    llm: ModelReader | None = None
    """The chat model that marks the clauses instead of the encoder, if one is configured."""
    with_assistant: bool = False
    """Whether an assistant has spoken in the conversation."""
    schema: OwnSchema | None = None
    """The owner's declarations: relations, entity types, instructions."""

    @traced("write.read")
    async def read(
        self,
        messages: Sequence[Message],
        vectors: Vectors | None,
        *,
        deliberate: bool = False,
        category: Category | None = None,
    ) -> tuple[list[Extraction], list[Candidate], str | None]:
        """Return the messages' extractions, the candidates, and the embedder's problem if it failed.

        `vectors` are the messages' own, one row each, or None if embedding failed; then no statement is embedded.
        """
        self.with_assistant |= any(message.role is Role.ASSISTANT for message in messages)
        self.extractor.with_assistant = self.with_assistant
        extractions = await asyncio.to_thread(self._extract, messages, deliberate, category)
        if self.llm is not None:
            extractions = await self.llm.form(extractions)
        candidates = [
            Candidate(
                extraction.message,
                statement,
                number,
                opinions=extraction.opinions.get(number, {}),
                causes=extraction.causes.get(number, {}),
            )
            for extraction in extractions
            for number, statement in enumerate(extraction.statements)
        ]
        problem = await self._embed(extractions, candidates, vectors)
        for candidate in candidates:
            candidate.statement = candidate.statement.as_it_lasts()
        self._attend(messages, vectors, candidates)
        if self.schema is not None:
            left_out = await self.schema.apply(candidates)
            left_out_ids = {id(one) for one in left_out}
            candidates = [one for one in candidates if id(one) not in left_out_ids]
            extractions = [_with_left_out_count(one, left_out) for one in extractions] if left_out else extractions
        return extractions, candidates, problem if candidates else None

    def hear(self, message: Message, embedding: Sequence[float] | None) -> None:
        """Take a message that was read before as context: its names, words and vector."""
        self.with_assistant |= message.role is Role.ASSISTANT
        self.extractor.hear(message)
        if self.llm is not None:
            self.llm.hear(message)
        if embedding is not None:
            self.recent.append(np.asarray(embedding, np.float32))

    def _extract(self, messages: Sequence[Message], deliberate: bool, category: Category | None) -> list[Extraction]:
        return [self._extract_one(message, deliberate, category) for message in messages]

    def _extract_one(self, message: Message, deliberate: bool, category: Category | None) -> Extraction:
        """Extract one message; a failing rule costs neither the turn nor the batch.
        The drawer is filed all the same, and the log names it."""
        try:
            return read_but_requests(self.extractor, message, deliberate=deliberate, category=category)
        except Exception:
            log.exception("reading failed on drawer %s", message.id)
            return Extraction(message, (Stage(FORMATION_STAGE, False, "reading it failed; see the log"),))

    async def _embed(
        self, extractions: list[Extraction], candidates: list[Candidate], vectors: Vectors | None
    ) -> str | None:
        """Give every candidate a vector; return the embedder's problem. A statement that is nearly its whole message
        takes the message's vector: a name in place of "I" hardly moves it, and embedding is mining's greatest cost."""
        if vectors is None:
            return "The embedder failed."
        own = {
            extraction.message.id: vector
            for extraction, vector in zip(extractions, vectors, strict=True)
            if _is_one_statement(extraction)
        }
        for candidate in candidates:
            candidate.vector = own.get(candidate.message.id)
        missing = [candidate for candidate in candidates if candidate.vector is None]
        if not missing:
            return None
        try:
            rows = await self.embedder.embed([candidate.statement.text for candidate in missing], Purpose.PASSAGE)
        except EmbeddingError as error:
            return error.message
        for candidate, row in zip(missing, rows, strict=True):
            candidate.vector = row
        return None

    def _attend(self, messages: Sequence[Message], vectors: Vectors | None, candidates: list[Candidate]) -> None:
        """Set each candidate's attention: its similarity, 0–1, to the mean of the CONTEXT turns before its own."""
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


def _with_left_out_count(extraction: Extraction, left_out: Sequence[Candidate]) -> Extraction:
    """Add the stage that counts this message's statements left out by the owner's instructions."""
    count = sum(one.message.id == extraction.message.id for one in left_out)
    if not count:
        return extraction
    stage = Stage(
        INSTRUCTIONS_STAGE, count < len(extraction.statements), f"{count} statements left out, as you instruct"
    )
    return replace(extraction, stages=(*extraction.stages, stage))


def _is_one_statement(extraction: Extraction) -> bool:
    """Whether the message has a single statement, which is at least MOST_OF_IT of its characters."""
    return len(extraction.statements) == 1 and _is_most_of(extraction.statements[0], extraction.message)


def _is_most_of(statement: ExtractedStatement, message: Message) -> bool:
    return len(statement.words) >= MOST_OF_IT * len(message.text)

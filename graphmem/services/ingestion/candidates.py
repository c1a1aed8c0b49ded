"""Makes candidates of the messages of one conversation: extracted in order, embedded together."""

from __future__ import annotations

import asyncio
import logging
from collections import Counter, deque
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from graphmem.cognition.calibration import calibrated
from graphmem.errors import EmbeddingError
from graphmem.language.observer.for_good import asks_for_good
from graphmem.language.observer.instructions import holds_from_now_on
from graphmem.language.observer.manner import is_conduct
from graphmem.language.observer.requests import asks_besides, asks_on
from graphmem.language.transcripts.roles import is_role_name
from graphmem.language.vital import vital_part
from graphmem.model.category import Category
from graphmem.model.memory import BY_RULES, Formed, Manner
from graphmem.model.observation import Stage
from graphmem.model.transcript import Role
from graphmem.ports import Embedder, Purpose, Vectors
from graphmem.services.ingestion.categorisation import judged
from graphmem.services.ingestion.draft import Candidate, Message
from graphmem.services.ingestion.extraction import (
    CATEGORY_STAGE,
    FORMATION_STAGE,
    Extraction,
    Extractor,
    formation_stage,
)
from graphmem.services.ingestion.model_extraction import LlmExtractor
from graphmem.services.ingestion.requests import read_but_requests
from graphmem.services.ingestion.screening import is_to_assistant, lasts
from graphmem.services.text_judging import NEVER, Opinion, TextHeads
from graphmem.tracing import traced

CONTEXT = 6
"""Turns before a statement whose mean is what the session is about."""

UNKNOWN_ATTENTION = 0.5

MOST_OF_IT = 0.8
"""Share of a message's characters from which its only statement counts as the whole message."""

FEW = 2
"""Statements of a message that are told for their own sake, however little they say: "My cat died.". Among more of them
people chat. Asking besides that they are nearly all of the message has 14.1 in place of 15.4 % junk, and costs LoCoMo
half a point of recall@5 and two of multi-hop."""

HARDLY = 0.1
"""Probability of being worth keeping below which one of a few is let go. Of 1,323 labelled clauses of chats by a writer
whom no head saw, that lets go 43 % of the junk that rules keep and 1.5 % of the memories."""

SURELY = 1.25
"""Of the cut for what an assistant is told, for a statement of a message that says little as a whole. Of such of our
chats with an assistant (`told`, which no head had seen then, `months`, `sessions_fresh`) 28 of 37 are memories then, 34
of 48 at the cut itself."""

ALL, ALL_UNHEARD, ALL_AT_WORK = 0.7, 0.25, 0.6
"""Of the cut for what an assistant is told, where the statement is all of its message, which is rather told for its own
sake; where moreover only the missing name tells that there is an assistant; and the last at work on a project. Of 280
short lines of other writers that are worth keeping 257 are kept at 0.25, and of 200 that are not 41; at 0.5 244 and 30,
without a cut 258 and 42. In `told`, with its writers left out, 17.5 % of what is kept is junk then, 16.7 and 19.5."""

MAYBE_MEANT = 0.3
"""Probability from which a message of one statement may tell how to act from now on: no cut of these lets it go. Of 540
instructions by four writers, each left out, 78 are let go then, 85 without it, and 60 without any such cut; of 780
messages that are none 292, 292 and 223."""

UNJUDGED = "left out, since its message says little and it has no vector to be judged by"

log = logging.getLogger(__name__)


@dataclass(slots=True)
class ConversationReader:
    """Reads a conversation in order: whom it named and what it is about, and from that the next candidates."""

    embedder: Embedder
    extractor: Extractor = field(default_factory=Extractor)
    recent: deque[Vectors] = field(default_factory=lambda: deque(maxlen=CONTEXT))
    llm: LlmExtractor | None = None
    """Forms the statements in place of the rules, where a chat model is configured."""
    heads: TextHeads | None = None
    """Say what messages are worth and what kind statements are, over their vectors; without them phrases decide."""
    with_assistant: bool = False
    """Whether an assistant has spoken in the conversation."""

    def __post_init__(self) -> None:
        self.extractor.heads = self.heads

    @traced("write.read")
    async def read(
        self,
        messages: Sequence[Message],
        vectors: Vectors | None,
        *,
        deliberate: bool = False,
        category: Category | None = None,
    ) -> tuple[list[Extraction], list[Candidate], str | None]:
        """Perceptions of the messages, candidates of their statements, and what the embedder said when it failed.

        `vectors` are the messages' own, by row, None when they could not be embedded; then neither are statements.
        """
        self.with_assistant |= any(message.role is Role.ASSISTANT for message in messages)
        self.extractor.with_assistant = self.with_assistant
        extractions = await asyncio.to_thread(self._perceive, messages, vectors, deliberate, category)
        if self.llm is not None:
            extractions = await self.llm.form(extractions, deliberate=deliberate, category=category)
        candidates = [
            Candidate(extraction.message, formed, number, low_density=extraction.low_density)
            for extraction in extractions
            for number, formed in enumerate(extraction.formed)
        ]
        problem = await self._embed(extractions, candidates, vectors)
        if category is None:
            extractions, candidates = await self._judge(extractions, candidates)
        for candidate in candidates:
            candidate.formed = candidate.formed.as_it_lasts()
        self._attend(messages, vectors, candidates)
        return extractions, candidates, problem if candidates else None

    def hear(self, message: Message, embedding: Sequence[float] | None) -> None:
        """Take in a message that was read before: whom it named, what it was about."""
        self.with_assistant |= message.role is Role.ASSISTANT
        self.extractor.hear(message)
        if self.llm is not None:
            self.llm.hear(message)
        if embedding is not None:
            self.recent.append(np.asarray(embedding, np.float32))

    def _perceive(
        self, messages: Sequence[Message], vectors: Vectors | None, deliberate: bool, category: Category | None
    ) -> list[Extraction]:
        rows = [None] * len(messages) if vectors is None else vectors
        return [
            self._perceive_one(message, vector, deliberate, category)
            for message, vector in zip(messages, rows, strict=True)
        ]

    def _perceive_one(
        self, message: Message, vector: Vectors | None, deliberate: bool, category: Category | None
    ) -> Extraction:
        """A rule that stumbles over one text must cost neither the turn nor the batch: its drawer is filed all the
        same, and the log says which text it was."""
        try:
            return read_but_requests(self.extractor, message, vector, deliberate=deliberate, category=category)
        except Exception:
            log.exception("the rules failed on drawer %s", message.id)
            return Extraction(message, (Stage("formation", False, "a rule failed; see the log"),))

    async def _embed(
        self, extractions: list[Extraction], candidates: list[Candidate], vectors: Vectors | None
    ) -> str | None:
        """Give every candidate its vector. A message that is one statement as a whole has it: rewriting "I" to a
        name moves a vector less than two phrasings of one thing differ, and embedding is what mining spends most on."""
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
            rows = await self.embedder.embed([candidate.formed.text for candidate in missing], Purpose.PASSAGE)
        except EmbeddingError as error:
            return error.message
        for candidate, row in zip(missing, rows, strict=True):
            candidate.vector = row
        return None

    async def _judge(
        self, extractions: list[Extraction], candidates: list[Candidate]
    ) -> tuple[list[Extraction], list[Candidate]]:
        """Give the statements that the rules formed the categories that the heads say, and let go of what is none."""
        if self.heads is None or not any(_is_judged(one) or one.low_density for one in candidates):
            return extractions, candidates
        return await asyncio.to_thread(_judge, extractions, candidates, self.heads, self.with_assistant)

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


def _is_unsure(candidate: Candidate) -> bool:
    return candidate.low_density and candidate.formed.formed_by == BY_RULES


def _judge(
    extractions: list[Extraction], candidates: list[Candidate], heads: TextHeads, with_assistant: bool
) -> tuple[list[Extraction], list[Candidate]]:
    """Give candidates the categories that the heads say, and tell it in the stages of their messages; what is surely
    not worth keeping is left out, of what is said to an assistant also what is likely of the minute only.
    `with_assistant`: one has spoken."""
    told: dict[str, list[str]] = {}
    kept: list[Candidate] = []
    beside = Counter(candidate.message.id for candidate in candidates)
    for candidate in candidates:
        message, vector, formed = candidate.message, candidate.vector, candidate.formed
        opinion = None
        if _is_judged(candidate) and vector is not None:
            opinion = heads.opinion(formed.words, message.language, formed.entities, vector)
        if opinion is None:
            if _is_unsure(candidate):
                told.setdefault(message.id, []).append(UNJUDGED)
            else:
                kept.append(candidate)
            continue
        opinion = _beside_the_rest(opinion, candidate)
        told_to = is_to_assistant(message, heard=with_assistant)
        conduct = told_to and (
            is_conduct(message.text, formed.words, message.language)
            or holds_from_now_on(formed.words, message.language)
        )
        candidate.formed, why = judged(formed, message, opinion, heads.cuts["policy"], conduct=conduct)
        left_out = ""
        told_for_good = vital_part(formed.words, message.language) or lasts(formed.words, message)
        if _may_go(candidate) and not (conduct or told_for_good):
            cut = _cut(candidate, opinion, heads.cuts, heard=with_assistant)
            left_out = _let_go(opinion, candidate, heads.cuts, cut, alone=beside[message.id] <= FEW)
        if not left_out:
            kept.append(candidate)
        told.setdefault(message.id, []).append(left_out or why)
    statements: dict[str, list[Formed]] = {}
    for candidate in kept:
        statements.setdefault(candidate.message.id, []).append(candidate.formed)
    judged_ = [
        _retold(extraction, statements.get(extraction.message.id, []), told[extraction.message.id])
        if extraction.message.id in told
        else extraction
        for extraction in extractions
    ]
    return judged_, kept


def _beside_the_rest(opinion: Opinion, candidate: Candidate) -> Opinion:
    """What heads say of a statement, beside the other sentences of its message."""
    message, words = candidate.message, candidate.formed.words
    if asks_on(message.text, words, message.language):
        opinion = replace(opinion, requests=True)
    if opinion.meant_from < NEVER and not asks_for_good(words, message.language):
        is_of_now = asks_besides(message.text, words, message.language)
        opinion = replace(opinion, requests=opinion.requests or is_of_now)
    # What declares something, and what a life may hang on, made its message pass.
    return replace(opinion, declared=False) if candidate.low_density else opinion


def _cut(candidate: Candidate, opinion: Opinion, cuts: Mapping[str, float], *, heard: bool) -> float:
    """From what on a statement made to an assistant is kept, at work on a project or elsewhere; 0 of what nobody tells
    an assistant.

    Whoever has no name speaks to one, `heard` or not, since among people everybody has one; but surely so only where
    one was heard, or somebody is at work on a project with it.
    """
    message = candidate.message
    cut = cuts["told" if message.project is None else "at_work"]
    if candidate.low_density:
        return cut * SURELY
    is_all = _is_most_of(candidate.formed, message)
    if message.project is not None:
        return cut * ALL_AT_WORK if is_all and not heard else cut
    if heard:
        return cut * ALL if is_all else cut
    if message.role is not Role.USER or not is_role_name(message.speaker):
        return 0.0
    if not is_all:
        return cut
    return 0.0 if opinion.standing >= MAYBE_MEANT and not opinion.requests else cut * ALL_UNHEARD


def _let_go(opinion: Opinion, candidate: Candidate, cuts: Mapping[str, float], passing: float, *, alone: bool) -> str:
    """Why a statement is no memory; "" of one that is. `passing` is the cut for what an assistant is told; `alone`: it
    is one of a few of its message."""
    at_work = candidate.message.project is not None
    if opinion.is_passing(passing, at_work=at_work):
        return f"left out, {opinion.lasting(at_work=at_work):.2f} for remembering it of what an assistant is told"
    if alone:
        return f"left out, {opinion.keep:.2f} likely worth keeping" if opinion.is_worthless(HARDLY) else ""
    is_junk = opinion.is_junk(cuts["worth"], stated=bool(candidate.formed.statements))
    return f"left out, {opinion.worth:.2f} likely worth remembering" if is_junk else ""


def _may_go(candidate: Candidate) -> bool:
    """Whether nobody asked for it to be kept, and a user says it: assistants are another matter."""
    return candidate.formed.manner is not Manner.DELIBERATE and candidate.message.role is Role.USER


def _retold(extraction: Extraction, formed: Sequence[Formed], told: Sequence[str]) -> Extraction:
    stages = []
    for stage in extraction.stages:
        if stage.name == CATEGORY_STAGE:
            stage = replace(stage, detail="; ".join(told))
        elif stage.name == FORMATION_STAGE and len(formed) < len(extraction.formed):
            stage = formation_stage(len(formed))
        stages.append(stage)
    return replace(extraction, formed=tuple(formed), stages=tuple(stages))


def _is_one_statement(extraction: Extraction) -> bool:
    """Whether the message's only statement is nearly all of it."""
    if len(extraction.formed) != 1 or extraction.formed[0].formed_by != BY_RULES:
        return False
    return _is_most_of(extraction.formed[0], extraction.message)


def _is_most_of(formed: Formed, message: Message) -> bool:
    return len(formed.words) >= MOST_OF_IT * len(message.text)

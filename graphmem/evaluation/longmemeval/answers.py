"""The stages with a chat model: a reader answers from the recall, a judge compares with the reference."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from typing import Any

from pydantic import BaseModel, Field

from graphmem.config import Settings
from graphmem.errors import ChatParseError, ConfigurationError
from graphmem.evaluation.longmemeval.retrieval import Line, Log
from graphmem.evaluation.scores import Scores
from graphmem.model.chat import ChatPrompt
from graphmem.model.usage import MEMORY_QA
from graphmem.ports import Chat, Progress
from graphmem.providers.factory import open_chat
from graphmem.providers.usage import UsageCounter

AT_ONCE = 4
"""Questions under way at the same time, as many as the client has requests."""

TOP_K = 10
"""Turns shown to the reader."""

MISSING = "No chat model is configured: nothing answers or judges."
REMEDY = "Set GRAPHMEM_CHAT_MODEL with OPENAI_API_KEY, or with OPENAI_BASE_URL for a local server."

_READER = (
    "You answer a question from the memory of earlier chats between a user and an assistant. The excerpts come with "
    "the time they were said; where they disagree, the later one holds. Work out dates and counts step by step. Answer "
    "in a sentence or two, in the user's language. When the excerpts do not tell, say that it was never mentioned."
)
_JUDGE = (
    "You judge whether a response answers a question as the reference answer does. Wording does not matter; a response "
    "that only gives a part of the reference, or something that contradicts it, is not correct. "
)
_RULES = {
    "temporal-reasoning": "A number of days, weeks or months that is off by one is still correct. ",
    "knowledge-update": "The latest state counts; telling the former one beside it is still correct. ",
    "single-session-preference": (
        "The reference describes what a good answer takes into account; a response that uses the user's own situation "
        "and wishes rightly is correct, even if it does not cover every point. "
    ),
}
_ABSTENTION = (
    "You judge whether a response recognises that a question cannot be answered from what was said. The reference "
    "explains why. A response that says so, or that the information is missing, is correct; one that answers is not. "
)


class Reading(BaseModel):
    """The reader's answer."""

    answer: str = Field(description="The answer, or that it was never mentioned.")


class Verdict(BaseModel):
    """The judge's verdict."""

    correct: bool = Field(description="Whether the response is correct.")


@asynccontextmanager
async def chat_of(settings: Settings, model: str | None = None) -> AsyncIterator[Chat]:
    """The configured chat model, or `model` at the same endpoint. Raises ConfigurationError without one."""
    chosen = settings.model_copy(update={"chat_model": model or settings.chat_model})
    chat = open_chat(chosen, UsageCounter())
    if chat is None:
        raise ConfigurationError(MISSING, remedy=REMEDY)
    try:
        yield chat
    finally:
        await chat.aclose()


async def answer(
    chat: Chat, retrieved: Sequence[Line], log: Log, *, top_k: int, resume: bool, progress: Progress
) -> list[Line]:
    """Let the reader answer every question that the log lacks. Raises ChatError if it is unreachable."""

    async def one(line: Line) -> Line:
        prompt = ChatPrompt(_READER, _question(line, top_k))
        try:
            said = (await chat.complete(prompt, Reading, source=MEMORY_QA)).answer
        except ChatParseError:
            said = ""  # the reader's fault, and counted as a wrong answer
        return {"question_id": line["question_id"], "hypothesis": said, "reader": chat.model}

    return await _each(one, retrieved, log, "answering", resume=resume, progress=progress)


async def judge(
    chat: Chat, retrieved: Sequence[Line], answers: Sequence[Line], log: Log, *, resume: bool, progress: Progress
) -> list[Line]:
    """Let the judge compare every answer that is not in the log yet with the reference."""
    said = {line["question_id"]: line["hypothesis"] for line in answers}

    async def one(line: Line) -> Line:
        response = said[line["question_id"]]
        prompt = ChatPrompt(_judging(line), _compared(line, response))
        try:
            correct = bool(response) and (await chat.complete(prompt, Verdict, source=MEMORY_QA)).correct
        except ChatParseError:
            correct = False
        return {"question_id": line["question_id"], "correct": correct, "judge": chat.model}

    answered = [line for line in retrieved if line["question_id"] in said]
    return await _each(one, answered, log, "judging", resume=resume, progress=progress)


def score(retrieved: Sequence[Line], verdicts: Sequence[Line]) -> dict[str, Any]:
    """Accuracy over all and by type; unanswerable questions are a type of their own."""
    correct = {line["question_id"]: line["correct"] for line in verdicts}
    scores = Scores()
    for line in retrieved:
        if line["question_id"] in correct:
            kind = "abstention" if line["abstention"] else line["question_type"]
            scores.add(kind, {"accuracy": float(correct[line["question_id"]])})
    return scores.summary()


async def _each(
    one: Callable[[Line], Awaitable[Line]],
    lines: Sequence[Line],
    log: Log,
    what: str,
    *,
    resume: bool,
    progress: Progress,
) -> list[Line]:
    known = log.begin(resume=resume)
    open_ = [line for line in lines if line["question_id"] not in known]
    for start in range(0, len(open_), AT_ONCE):
        for made in await asyncio.gather(*(one(line) for line in open_[start : start + AT_ONCE])):
            log.add(made)
        progress(what, min(start + AT_ONCE, len(open_)), len(open_))
    return list(log.lines())


def _question(line: Line, top_k: int) -> str:
    contexts = sorted(line["contexts"][:top_k], key=lambda context: str(context["said_at"]))
    told = "\n".join(f"[{context['said_at']}] {context['speaker']}: {context['text']}" for context in contexts)
    return f"Excerpts, oldest first:\n{told}\n\nAsked on {line['question_date']}: {line['question']}"


def _judging(line: Line) -> str:
    return _ABSTENTION if line["abstention"] else _JUDGE + _RULES.get(line["question_type"], "")


def _compared(line: Line, response: str) -> str:
    return f"Question: {line['question']}\n\nReference: {line['answer']}\n\nResponse: {response}"

"""Calls of the chat model: a bounded number at once, each logged and counted to its owner.

A model or its endpoint never fails a write or a recall: a failed call gives an answer without a value, and rules decide
instead. After repeated failures the endpoint gets a pause.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Sequence
from contextlib import AbstractAsyncContextManager, nullcontext
from dataclasses import dataclass, field
from typing import Generic, TypeVar

from pydantic import BaseModel

from graphmem.errors import ChatError, ChatParseError, ChatUnavailableError
from graphmem.model.chat import ChatPrompt
from graphmem.model.palace import Owner
from graphmem.model.usage import MEMORY_EXTRACT
from graphmem.ports import BatchedChat, Chat, UsageSink
from graphmem.services.ops_log import Operation, OpsLog

CALLS_AT_ONCE = 4

FAILURES = 3
"""Failures in a row after which the endpoint is not called for PAUSE seconds.
Otherwise a dead model would make every message wait for its timeout."""

PAUSE = 60.0

M = TypeVar("M", bound=BaseModel)

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Question(Generic[M]):
    """One call: `op`, `about` and `said` (the texts of an answer) are for the log, `source` for costs."""

    op: str
    prompt: ChatPrompt
    schema: type[M]
    about: str
    said: Callable[[M], Sequence[str]]
    source: str = MEMORY_EXTRACT


@dataclass(frozen=True, slots=True)
class Answer(Generic[M]):
    """The answer, or the problem; `is_too_much` if half of the question may still be answered."""

    value: M | None
    problem: str = ""
    is_too_much: bool = False


@dataclass(slots=True)
class Trial:
    """The state of a model's trial: `problem` is None before it, "" once the model passed, else why it failed.

    `unanswered` is why the last trial has no result; the next one is not before `again_at`, in seconds of the clock.
    """

    problem: str | None = None
    unanswered: str = ""
    again_at: float = float("-inf")
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)


class Asker:
    """One chat model, for all owners of a process; it tracks whether the endpoint answers."""

    def __init__(
        self,
        chat: Chat,
        ops_log: OpsLog,
        usage_of: Callable[[Owner], UsageSink],
        *,
        clock: Callable[[], float] = time.monotonic,
        allows: Callable[[Owner, str | None], Awaitable[bool]] | None = None,
        tries: bool = True,
    ) -> None:
        """`usage_of` gives the sink of an owner's calls; `clock` gives monotonic seconds.

        `allows` decides whether an owner lets a model read, in a session or without one. Without `tries` the model
        needs no trial.
        """
        self._chat = chat
        self._ops_log = ops_log
        self._usage_of = usage_of
        self._clock = clock
        self._allows = allows
        self.batched = chat if isinstance(chat, BatchedChat) else None
        self._slots: AbstractAsyncContextManager[None] = (
            asyncio.Semaphore(CALLS_AT_ONCE) if self.batched is None else nullcontext()
        )
        self._failures = 0
        self._silent_until = float("-inf")
        self.trial = Trial(None if tries else "")

    @property
    def model(self) -> str:
        """The name of the model."""
        return self._chat.model

    @property
    def state(self) -> str:
        """The name of the model, or why its marks are not used."""
        if self.trial.problem is None and self.trial.unanswered:
            return f"{self.model} gave no answer to its trial: {self.trial.unanswered}"
        return self.trial.problem or self.model

    async def refusal(self, owner: Owner, session: str | None = None) -> str:
        """Why the owner lets no model read, in a session or without one; "" if they do."""
        allowed = self._allows is None or await self._allows(owner, session)
        return "" if allowed else "the owner lets no chat model read"

    def seconds(self) -> float:
        """The time of the clock."""
        return self._clock()

    async def ask(self, owner: Owner, question: Question[M], session: str | None = None) -> Answer[M]:
        """The model's answer. Never raises for failures of a model or its endpoint."""
        if refused := await self.refusal(owner, session):
            return Answer(None, refused)
        async with self._slots:
            began = time.perf_counter()
            answer = await self._ask(owner, question)
        said = [] if answer.value is None else question.said(answer.value)
        self._ops_log.write(
            Operation(
                question.op,
                input=question.about,
                output=answer.problem if answer.value is None else " | ".join(said),
                model=self._chat.model,
                latency_ms=(time.perf_counter() - began) * 1000,
                success=answer.value is not None,
                fallback=answer.value is None,
                result_count=len(said),
                owner=owner,
            )
        )
        return answer

    async def _ask(self, owner: Owner, question: Question[M]) -> Answer[M]:
        if self._clock() < self._silent_until:
            return Answer(None, f"{self._chat.model} failed {FAILURES} times in a row and is left alone for a minute")
        try:
            value = await self._chat.complete(
                question.prompt, question.schema, source=question.source, usage=self._usage_of(owner)
            )
        except ChatError as error:
            self._count(failed=not isinstance(error, ChatParseError))
            return Answer(None, error.message.rstrip("."), is_too_much=_is_too_much(error))
        except Exception:
            log.exception("the chat model's client failed")
            return Answer(None, "the chat model's client failed; see the log")
        self._count(failed=False)
        return Answer(value)

    def _count(self, *, failed: bool) -> None:
        if self.batched is not None:  # the questions of one batch fail together
            return
        self._failures = self._failures + 1 if failed else 0
        if self._failures >= FAILURES:
            self._failures = 0
            self._silent_until = self._clock() + PAUSE


def _is_too_much(error: ChatError) -> bool:
    """Whether the question's size may be the cause of a failure.

    The model refused, or ran out of room, form or time. A dead endpoint would not answer half of it either.
    """
    return error.timed_out if isinstance(error, ChatUnavailableError) else True

"""A chat model behind an endpoint's batch API: half the price, answers within a day.

Requests are gathered until none has come for some seconds, then sent as one file and one batch. However the process
ends, the batch continues; a request with the same body finds it again, or its answer.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
import logging
from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from typing import Any, Literal

import openai
from openai.types import Batch

from graphmem.errors import ChatError, ChatUnavailableError
from graphmem.model.chat import ChatPrompt
from graphmem.model.usage import Price
from graphmem.ports import Progress, UsageSink, silent
from graphmem.providers.batch_state import BatchState, Line
from graphmem.providers.chat import NOTHING, OpenAIChat, Rung
from graphmem.providers.chat_answer import Reply, chat_failure
from graphmem.providers.chat_schema import AnswerForm
from graphmem.providers.openai_answer import struck
from graphmem.providers.usage import unmetered

QUIET = 10.0
"""Seconds without a new request after which waiting ones are sent."""

PAUSES = (5.0, 300.0)
"""Seconds before the first look at a batch, and the most between two looks."""

LONGER = 1.5
"""Growth of that pause."""

MOST_REQUESTS, MOST_BYTES = 50_000, 200_000_000
"""Limits of one batch, as OpenAI has them."""

TRIES_TO_SEND = 6
"""Tries of the client itself: an unsent batch leaves all of its requests unanswered."""

TRANSFER_SECONDS = 600.0
"""Seconds for one file, up or down."""

MADE_AT_ONCE = 4
"""Values for prompts made side by side: each asks the store several times."""

SHARE = 0.5
"""Share of the configured price that a batch costs."""

_ENDED = frozenset({"completed", "failed", "expired", "cancelled"})
_PATH: Literal["/v1/chat/completions"] = "/v1/chat/completions"

log = logging.getLogger(__name__)


class GoneError(Exception):
    """The endpoint does not know a batch: it is another account's, or was removed."""


class LineError(openai.APIStatusError):
    """A request that the endpoint refused within a batch."""

    def __init__(self, status: int, error: Mapping[str, Any]) -> None:
        # Not the client's own constructor, which wants an HTTP response.
        self.status_code = status  # type: ignore[misc, unused-ignore]
        self.message = str(error.get("message") or "no reason")
        self.code, self.param = error.get("code"), error.get("param")
        Exception.__init__(self, self.message)


class BatchChat(OpenAIChat):
    """A `BatchedChat`. Its callers close it; `finish` says that the results of the answers are stored."""

    tries = 1  # the caller then asks about halves, all in one next batch

    def __init__(
        self,
        model: str,
        state: BatchState,
        *,
        api_key: str | None = None,
        base_url: str | None = None,
        timeout: float = 30.0,
        price: Price | None = None,
        usage: UsageSink = unmetered,
        progress: Progress = silent,
        quiet: float | None = None,
        pauses: tuple[float, float] | None = None,
    ) -> None:
        """As OpenAIChat, with the price of single requests; `quiet` and `pauses` as QUIET and PAUSES."""
        halved = None if price is None else Price(price.tokens_in * SHARE, price.tokens_out * SHARE)
        super().__init__(model, api_key=api_key, base_url=base_url, timeout=timeout, price=halved, usage=usage)
        self._client = self._client.with_options(max_retries=TRIES_TO_SEND)
        self._slots = asyncio.Semaphore(MOST_REQUESTS)
        self._makers = asyncio.Semaphore(MADE_AT_ONCE)
        self._state, self._progress = state, progress
        self._quiet, self._pauses = QUIET if quiet is None else quiet, pauses or PAUSES
        self._fresh: dict[str, bytes] = {}  # lines that no batch holds yet, by digest
        self._answers: dict[str, asyncio.Future[Line]] = {}
        self._used: set[str] = set()
        self._coming: set[object] = set()
        self._arrived = 0.0  # time of the last request, by the loop's clock
        self._tasks: dict[str, asyncio.Task[None]] = {}  # by batch; "" for the sender

    @property
    def is_waiting(self) -> bool:
        """Whether a batch is under way whose answers another run may fetch."""
        return bool(self._state.open)

    async def probe(self) -> None:
        """Raises ChatError if the endpoint has no batch API or does not answer."""
        try:
            await self._client.batches.list(limit=1)
        except openai.OpenAIError as error:
            if getattr(error, "status_code", None) != 405:  # an endpoint may lack only the list
                raise self._failure(error) from None

    async def kept(self, key: str, make: Callable[[], Awaitable[str]]) -> str:
        """The value of an interrupted run, else a new one. See `graphmem.ports.BatchedChat`."""
        if key not in self._state.values:
            async with self._makers:
                self._state.keep(key, await make())
        return self._state.values[key]

    def expect(self) -> Callable[[], None]:
        """Send nothing until the returned function is called, once or more often."""
        coming = object()
        self._coming.add(coming)

        def asked() -> None:
            self._coming.discard(coming)
            self._arrived = asyncio.get_running_loop().time()

        return asked

    def finish(self) -> None:
        """Forget the batches whose answers were all used."""
        self._state.finish(self._used)

    async def aclose(self) -> None:
        """Stop waiting; batches continue. A batch that is being sent is noted first."""
        sending = self._tasks.pop("", None)
        if sending is not None and not self._fresh:
            await asyncio.wait({sending}, timeout=self._timeout)
        for task in (sending, *self._tasks.values()):
            if task is not None:
                task.cancel()
        self._state.close()
        await super().aclose()

    async def _request(self, prompt: ChatPrompt, form: AnswerForm, rung: Rung, limit: int | None) -> bytes:
        self._check_open()
        body = self._body(prompt, form, rung, limit)
        key = hashlib.sha256(json.dumps([self._endpoint.base_url, body], sort_keys=True).encode()).hexdigest()
        answer = self._state.answer(key)
        if answer is None:
            try:
                answer = await self._awaited(key, body)
            except GoneError:
                answer = await self._anew(key, body)
        self._used.add(key)
        return self._content(answer)

    def _report(self, reply: Reply, prompt: ChatPrompt, source: str, usage: UsageSink | None) -> None:
        if reply is not NOTHING:  # requests of a batch without an answer are not billed
            super()._report(reply, prompt, source, usage)

    async def _anew(self, key: str, body: dict[str, Any]) -> Line:
        try:
            return await self._awaited(key, body)
        except GoneError:
            raise self._unavailable("does not know the batch that it was sent") from None

    async def _awaited(self, key: str, body: dict[str, Any]) -> Line:
        loop = asyncio.get_running_loop()
        if key not in self._answers:
            self._answers[key] = loop.create_future()
            self._answers[key].add_done_callback(_seen)
            if (holding := self._state.holding(key)) is not None:
                self._start(holding, self._watch)
            else:
                line = {"custom_id": key, "method": "POST", "url": _PATH, "body": body}
                self._fresh[key] = json.dumps(line, ensure_ascii=False).encode() + b"\n"
                self._arrived = loop.time()
                self._start("", self._gather)
        return await asyncio.shield(self._answers[key])

    def _start(self, name: str, work: Callable[[str], Awaitable[None]]) -> None:
        """Do the work in the background, once at a time; any error reaches those that wait."""

        async def working() -> None:
            try:
                await work(name)
            except Exception as error:
                log.exception("the batch API's client failed")
                keys = [key for key in self._answers if (self._state.holding(key) or "") == name]
                self._fail(keys, ChatError(f"{self._endpoint}: the client failed: {error}.", remedy="See the log."))
            finally:
                self._tasks.pop(name, None)

        if name not in self._tasks:
            self._tasks[name] = asyncio.create_task(working(), name=f"batch {name}")

    async def _gather(self, _name: str) -> None:
        """Send the waiting requests once none has come for a while, until none waits."""
        clock = asyncio.get_running_loop().time
        while self._fresh:
            while self._coming or clock() < self._arrived + self._quiet:  # noqa: ASYNC110  it waits for time to pass
                await asyncio.sleep(max(self._arrived + self._quiet - clock(), self._quiet / 10))
            fresh, self._fresh = self._fresh, {}
            for keys in _chunks(fresh):
                try:
                    await self._send(keys, b"".join(fresh[key] for key in keys))
                except openai.OpenAIError as error:
                    self._fail(keys, self._failure(error))

    async def _send(self, keys: Sequence[str], lines: bytes) -> None:
        named = ("graphmem.jsonl", lines, "application/jsonl")
        file = await self._client.files.create(file=named, purpose="batch", timeout=TRANSFER_SECONDS)
        batch = await self._client.batches.create(input_file_id=file.id, endpoint=_PATH, completion_window="24h")
        self._state.sent(batch.id, file.id, keys)
        self._start(batch.id, self._watch)

    async def _watch(self, id_: str) -> None:
        """Wait for a batch and give out its answers. A failed look is repeated, since the batch continues."""
        pause, longest = self._pauses
        keys, told = self._state.batches[id_].keys, f"waiting for {id_}"
        self._progress(told, 0, len(keys))
        while True:
            await asyncio.sleep(pause)
            pause = min(pause * LONGER, longest)
            try:
                batch = await self._client.batches.retrieve(id_)
                if batch.request_counts is not None:
                    done = batch.request_counts.completed + batch.request_counts.failed
                    self._progress(told, min(done, len(keys) - 1), len(keys))
                if batch.status in _ENDED:
                    lines = await self._lines(batch)
                    self._progress(told, len(keys), len(keys))
                    return await self._end(batch, lines)
            except openai.NotFoundError:
                self._state.fetched(id_, {})
                self._progress(told, len(keys), len(keys))
                return self._fail(keys, GoneError())
            except openai.OpenAIError as error:
                log.warning("no look at batch %s: %s", id_, struck(str(error), self._endpoint))

    async def _lines(self, batch: Batch) -> dict[str, Line]:
        """The lines of the batch's files, by request, of those that were carried out."""
        found: dict[str, Line] = {}
        for file in filter(None, (batch.output_file_id, batch.error_file_id)):
            content = (await self._client.files.content(file, timeout=TRANSFER_SECONDS)).content
            for line in filter(None, map(_object, content.splitlines())):
                if line.get("response") or batch.status == "completed":
                    found[str(line.get("custom_id"))] = line
        return found

    async def _end(self, batch: Batch, lines: Mapping[str, Line]) -> None:
        sent = self._state.batches[batch.id]
        await asyncio.to_thread(self._state.fetched, batch.id, {key: lines[key] for key in sent.keys if key in lines})
        for key in sent.keys:
            if key in lines and (waiting := self._answers.pop(key, None)) is not None and not waiting.done():
                waiting.set_result(lines[key])
        because = "; ".join(filter(None, (one.message for one in (batch.errors and batch.errors.data) or ())))
        said = f"left requests of batch {batch.id} unanswered ({batch.status})" + (f": {because}" if because else "")
        self._fail([key for key in sent.keys if key not in lines], self._unavailable(struck(said, self._endpoint)))
        for file in filter(None, (sent.file, batch.output_file_id, batch.error_file_id)):
            with suppress(openai.OpenAIError):  # the files hold people's words, and are fetched by now
                await self._client.files.delete(file)

    def _fail(self, keys: Sequence[str], error: ChatError | GoneError) -> None:
        for key in keys:
            if (waiting := self._answers.pop(key, None)) is not None and not waiting.done():
                waiting.set_exception(error)

    def _content(self, line: Line) -> bytes:
        """The chat completion in a line. Raises LineError for a refusal, ChatError for a request that failed."""
        response, error = line.get("response") or {}, line.get("error") or {}
        body, status = response.get("body") or {}, response.get("status_code")
        if not response:
            said = struck(str(error.get("message") or error), self._endpoint)
            raise ChatError(f"{self._endpoint}: a request of the batch failed: {said}.", remedy="Mine without --batch.")
        if status != 200:
            told = body.get("error") if isinstance(body, dict) else None
            raise LineError(status if isinstance(status, int) else 500, told if isinstance(told, dict) else error)
        return json.dumps(body).encode()

    def _failure(self, error: openai.OpenAIError) -> ChatError:
        if isinstance(error, openai.NotFoundError):
            return ChatUnavailableError(
                f"{self._endpoint} has no batch API (404).",
                remedy="Mine without --batch, or point OPENAI_BASE_URL at an endpoint that has /v1/batches.",
            )
        return chat_failure(error, self._endpoint, patience=self._timeout)

    def _unavailable(self, said: str) -> ChatUnavailableError:
        return ChatUnavailableError(f"{self._endpoint} {said}.", remedy="Mine again, or without --batch.")


def _chunks(lines: Mapping[str, bytes]) -> Iterator[list[str]]:
    """The digests in groups that one batch takes."""
    keys: list[str] = []
    size = 0
    for key, line in lines.items():
        if keys and (len(keys) == MOST_REQUESTS or size + len(line) > MOST_BYTES):
            yield keys
            keys, size = [], 0
        keys.append(key)
        size += len(line)
    if keys:
        yield keys


def _object(line: bytes) -> Line | None:
    try:
        read = json.loads(line)
    except ValueError:
        return None
    return read if isinstance(read, dict) else None


def _seen(future: asyncio.Future[Line]) -> None:
    """Mark a failure as seen, since asyncio complains when nobody waits for it any longer."""
    if not future.cancelled():
        future.exception()

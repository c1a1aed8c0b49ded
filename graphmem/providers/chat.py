"""Structured answers from any OpenAI-compatible chat endpoint, over the official client.

Endpoints differ in their abilities, so there is a ladder: a strict JSON Schema, then JSON mode with the schema in the
prompt, then the prompt alone. A refused rung is left at once. Answers are read tolerantly on each rung, and requested
once more when unreadable. The next call begins at the rung that worked.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from enum import IntEnum
from functools import partial
from typing import Any, TypeVar, overload

import openai
from openai import AsyncOpenAI
from openai.types.chat.completion_create_params import ResponseFormat
from pydantic import BaseModel

from graphmem.errors import ChatError, ChatParseError
from graphmem.model.chat import ChatPrompt
from graphmem.model.usage import Price, Usage
from graphmem.ports import UsageSink
from graphmem.providers.chat_answer import Reply, chat_failure, json_values, read_reply
from graphmem.providers.chat_schema import AnswerForm, UnfitError
from graphmem.providers.embedder import well_formed
from graphmem.providers.openai_answer import Endpoint
from graphmem.providers.openai_compatible import PLACEHOLDER_KEY
from graphmem.providers.usage import unmetered

M = TypeVar("M", bound=BaseModel)

TRIES = 2
"""Tries for an answer before the caller does without: the first, and one retry."""

RETRIES = 2
"""Retries of the client for 408, 409, 429, 5xx and lost connections, within one answer's timeout."""

CONCURRENT_REQUESTS = 4
STRAYS = 2
"""Unreadable answers in a row, each mended one rung below, until that rung stays: one may be bad luck."""

_OPTIONAL = ("temperature", "max_tokens")
"""Parameters that some models refuse: reasoning models choose their temperature and count otherwise."""

NOTHING = Reply("", cut_off=False, refused=False, tokens_in=None, tokens_out=0)
"""The usage of an unanswered request: sent tokens are estimated, none were written."""

_REFUSED = frozenset({400, 415, 422, 501})
"""HTTP statuses with which endpoints refuse an unknown parameter."""


class Rung(IntEnum):
    """Ways to request the form of an answer, the most binding first."""

    SCHEMA = 0
    JSON = 1
    TEXT = 2

    @property
    def next(self) -> Rung:
        """The rung below; the last stays."""
        return Rung(min(self + 1, Rung.TEXT))


class OpenAIChat:
    """A `Chat` behind `/chat/completions`, which learns the abilities of its endpoint and model."""

    tries = TRIES

    def __init__(
        self,
        model: str,
        *,
        api_key: str | None = None,
        base_url: str | None = None,
        timeout: float = 30.0,
        price: Price | None = None,
        usage: UsageSink = unmetered,
    ) -> None:
        """`base_url` None is OpenAI's own; `timeout` is seconds for one answer, the client's retries included."""
        key = api_key or PLACEHOLDER_KEY
        limits = openai.Timeout(timeout, connect=min(timeout, 10.0))
        self._client = AsyncOpenAI(api_key=key, base_url=base_url, timeout=limits, max_retries=RETRIES)
        shown = str(self._client.base_url.copy_with(username=None, password=None, query=None))
        self._endpoint = Endpoint(shown, model, key)
        self._timeout = timeout
        self._price = price
        self._usage = usage
        self._slots = asyncio.Semaphore(CONCURRENT_REQUESTS)
        self._rung = Rung.SCHEMA
        self._strays = 0
        self._unknown: set[str] = set()  # parameters that the endpoint does not take
        self._closed = False

    @property
    def model(self) -> str:
        return self._endpoint.model

    @property
    def rung(self) -> Rung:
        """The rung of the next call."""
        return self._rung

    @overload
    async def complete(
        self, prompt: ChatPrompt, schema: type[M], *, source: str, usage: UsageSink | None = None
    ) -> M: ...

    @overload
    async def complete(
        self, prompt: ChatPrompt, schema: Mapping[str, Any], *, source: str, usage: UsageSink | None = None
    ) -> Any: ...

    async def complete(
        self,
        prompt: ChatPrompt,
        schema: type[BaseModel] | Mapping[str, Any],
        *,
        source: str,
        usage: UsageSink | None = None,
    ) -> Any:
        """An instance of the pydantic class, or a plain value of the JSON Schema. See `graphmem.ports.Chat`."""
        form = AnswerForm(schema)
        rung, limit, complaint = self._rung, prompt.max_tokens, ""
        for number in range(self.tries):
            lost = partial(self._report, NOTHING, prompt, source, usage)
            rung, reply = await self._reply(prompt, form, rung, limit, lost)
            self._report(reply, prompt, source, usage)
            try:
                value = _read(reply, form)
            except UnfitError as error:
                complaint = str(error)
                limit = limit and 2 * limit
                # An answer that stopped half-way, or never began, says nothing about the rung.
                rung = rung if reply.cut_off or not reply.text.strip() else rung.next
                continue
            self._learn(rung, first=number == 0)
            return value
        raise ChatParseError(
            f"{self._endpoint} answered nothing of the form {form.name}: {complaint}.",
            remedy="Try a model that follows JSON schemas; until then graphmem goes by its own rules.",
        )

    async def aclose(self) -> None:
        """Close the connections."""
        self._closed = True
        await self._client.close()

    def _learn(self, rung: Rung, *, first: bool) -> None:
        """Begin at this rung next time: at once if the endpoint refused those above, else after `STRAYS`."""
        self._strays = 0 if first else self._strays + 1
        if first or self._strays >= STRAYS:
            self._rung = max(self._rung, rung)

    async def _reply(
        self, prompt: ChatPrompt, form: AnswerForm, rung: Rung, limit: int | None, lost: Callable[[], None]
    ) -> tuple[Rung, Reply]:
        """The answer and its rung, going down while the endpoint refuses the form.

        `lost` is called for each request without an answer: it was sent, and may be billed.
        """
        while True:
            try:
                async with self._slots:
                    self._check_open()
                    without = frozenset(self._unknown)
                    try:
                        body = await self._request(prompt, form, rung, limit)
                        reply = read_reply(body, self._endpoint)
                    except BaseException:  # a caller that no longer waits cancels it
                        lost()
                        raise
                return rung, reply
            except openai.APIStatusError as error:
                lower = self._adapted(error, rung, without)
                if lower is None:
                    # `from None`: the client's error repeats the server's words, which may hold the key.
                    raise chat_failure(error, self._endpoint, patience=self._timeout) from None
                rung = lower
            except (openai.OpenAIError, TimeoutError) as error:
                raise chat_failure(error, self._endpoint, patience=self._timeout) from None

    def _adapted(self, error: openai.APIStatusError, rung: Rung, without: frozenset[str]) -> Rung | None:
        """The rung of the next try after a refusal.

        It is the same, without a parameter that the refusal names, else the one below; None when nothing is left to
        omit. The refused request was sent `without` some parameters.
        """
        if error.status_code not in _REFUSED or error.code == "context_length_exceeded":
            return None
        blamed = {name for name in _OPTIONAL if name in (error.param or error.message)} - without
        if blamed:
            self._unknown |= blamed
            return rung
        return None if rung is Rung.TEXT else rung.next

    async def _request(self, prompt: ChatPrompt, form: AnswerForm, rung: Rung, limit: int | None) -> bytes:
        """The body of the answer. Raises an error of the client, TimeoutError or ChatError."""
        self._check_open()
        try:
            async with asyncio.timeout(self._timeout):
                body = self._body(prompt, form, rung, limit)
                answer = await self._client.chat.completions.with_raw_response.create(**body)
        except RuntimeError:  # the client's error when it was closed between two tries
            self._check_open()
            raise
        return bytes(answer.content)

    def _body(self, prompt: ChatPrompt, form: AnswerForm, rung: Rung, limit: int | None) -> dict[str, Any]:
        """The request, without the parameters that the endpoint does not take."""
        told = "" if rung is Rung.SCHEMA else f"\n\n{form.as_sentence()}"
        body: dict[str, Any] = {
            "model": self.model,
            "messages": [
                {"role": "system", "content": _acceptable(prompt.system + told)},
                {"role": "user", "content": _acceptable(prompt.user)},
            ],
        }
        if rung is not Rung.TEXT:
            body["response_format"] = _format(form, rung)
        if "temperature" not in self._unknown:
            body["temperature"] = 0
        if limit is not None:
            body["max_completion_tokens" if "max_tokens" in self._unknown else "max_tokens"] = limit
        return body

    def _check_open(self) -> None:
        if self._closed:
            raise ChatError(f"chat {self._endpoint} is closed.", remedy="Open a new one.")

    def _report(self, reply: Reply, prompt: ChatPrompt, source: str, usage: UsageSink | None) -> None:
        """Report the cost of an answer, readable or not, estimated if the endpoint did not count."""
        sent = _estimated(prompt.system + prompt.user) if reply.tokens_in is None else reply.tokens_in
        written = _estimated(reply.text) if reply.tokens_out is None else reply.tokens_out
        cost = self._price.of(tokens_in=sent, tokens_out=written) if self._price else None
        report = Usage(source, self.model, calls=1, texts=1, tokens=sent + written, output_tokens=written, cost=cost)
        self._usage(report)
        if usage is not None:
            usage(report)


def _format(form: AnswerForm, rung: Rung) -> ResponseFormat:
    if rung is Rung.SCHEMA:
        name = "".join(letter if letter.isascii() and letter.isalnum() else "_" for letter in form.name)[:64]
        return {"type": "json_schema", "json_schema": {"name": name, "strict": True, "schema": form.strict()}}
    return {"type": "json_object"}


def _read(reply: Reply, form: AnswerForm) -> Any:
    """The first value in the answer that has the form. Raises UnfitError about the likeliest candidate."""
    if reply.refused:
        raise UnfitError("the model refused")
    if reply.cut_off:
        # An answer that was cut off may look whole and lack the half that matters.
        raise UnfitError("the answer was cut off at its token limit")
    first: UnfitError | None = None
    for value in json_values(reply.text):
        try:
            return form.read(value)
        except UnfitError as error:
            first = first or error
    raise first or UnfitError("the answer holds no JSON" if reply.text.strip() else "the answer is empty")


def _estimated(text: str) -> int:
    """Tokens, on the high side for English and Turkish: a token is rarely under three bytes."""
    return len(text.encode("utf-8", "replace")) // 3 + 1


def _acceptable(text: str) -> str:
    """Valid Unicode without NUL, which some servers refuse."""
    return well_formed(text).replace("\0", " ")

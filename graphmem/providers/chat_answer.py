"""Reads a chat endpoint's answer: JSON among other text, and failures as graphmem errors."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import openai
from pydantic_core import from_json

from graphmem.errors import ChatError, ChatParseError, ChatUnavailableError
from graphmem.providers.openai_answer import Endpoint, struck

MOST_STARTS = 200
"""Brackets tried as the beginning of the JSON; more would be an answer of brackets alone."""

_THOUGHT = re.compile(r"<(think|thinking|reasoning)>.*?</\1>", re.DOTALL | re.IGNORECASE)
_THOUGHT_END = re.compile(r"</(?:think|thinking|reasoning)>", re.IGNORECASE)
_THOUGHT_START = re.compile(r"<(?:think|thinking|reasoning)>", re.IGNORECASE)
_FENCE = re.compile(r"```[ \t]*\w*[ \t]*\r?\n(.*?)```", re.DOTALL)
_TRAILING_COMMA = re.compile(r",(?=\s*[}\]])")
_START = re.compile(r"[{\[]")
_DECODER = json.JSONDecoder()
_NOT_COMPATIBLE = "Point OPENAI_BASE_URL at an OpenAI-compatible endpoint; it usually ends in /v1."


@dataclass(frozen=True, slots=True)
class Reply:
    """One answer: text, whether it was cut off, and the endpoint's count of tokens (None: not counted)."""

    text: str
    cut_off: bool
    refused: bool
    tokens_in: int | None
    tokens_out: int | None


def read_reply(body: bytes, endpoint: Endpoint) -> Reply:
    """The first choice of a chat completion. Raises ChatParseError for any other body."""
    try:
        answer = from_json(body)
        choice = answer["choices"][0]
        message = choice["message"]
        content = message.get("content") or ""
        # Some servers answer with parts, as requests may be written.
        text = content if isinstance(content, str) else "".join(part.get("text", "") for part in content)
        refused = bool(message.get("refusal")) or choice.get("finish_reason") == "content_filter"
        cut_off = choice.get("finish_reason") == "length"
        usage = answer.get("usage") or {}
        return Reply(text, cut_off, refused, _count(usage, "prompt_tokens"), _count(usage, "completion_tokens"))
    except (ValueError, KeyError, IndexError, TypeError, AttributeError):
        raise ChatParseError(f"{endpoint} answered no chat completion.", remedy=_NOT_COMPATIBLE) from None


def _count(usage: dict[str, Any], key: str) -> int | None:
    counted = usage.get(key)
    return counted if isinstance(counted, int) else None


def json_values(text: str) -> Iterator[Any]:
    """The JSON objects and lists in an answer, likeliest first, without thoughts, also in code fences."""
    said = _spoken(text)
    for fence in _FENCE.finditer(said):  # a value may hold the marks that seem to close the fence
        yield from _decoded(said, *fence.span(1))
    yield from _decoded(said)
    for place in [*_FENCE.findall(said), said]:
        mended = _TRAILING_COMMA.sub("", place)
        if mended != place:
            yield from _decoded(mended)


def _spoken(text: str) -> str:
    """The text without a reasoning model's thoughts, also when one of the two tags is missing."""
    said = _THOUGHT.sub("", text)
    if ends := list(_THOUGHT_END.finditer(said)):
        said = said[ends[-1].end() :]
    if start := _THOUGHT_START.search(said):
        said = said[: start.start()]
    return said


def _decoded(text: str, position: int = 0, end: int | None = None) -> Iterator[Any]:
    """Every whole value that begins at a bracket before `end`.

    Brackets inside a whole value are not tried again.
    """
    for _ in range(MOST_STARTS):
        start = _START.search(text, position)
        if start is None or (end is not None and start.start() >= end):
            return
        try:
            value, position = _DECODER.raw_decode(text, start.start())
        except (ValueError, RecursionError):
            position = start.end()
        else:
            yield value


def chat_failure(error: openai.OpenAIError | TimeoutError, endpoint: Endpoint, *, patience: float) -> ChatError:
    """The graphmem error for the client's error after its retries. `patience` is in seconds."""
    if isinstance(error, TimeoutError | openai.APITimeoutError):
        return ChatUnavailableError(
            f"{endpoint} did not answer within {patience:g} s, retries included.",
            remedy="Raise GRAPHMEM_CHAT_TIMEOUT, or check the endpoint.",
            timed_out=True,
        )
    if isinstance(error, openai.APIStatusError):
        return _status_failure(error, endpoint)
    cause = error.__cause__ or error
    return ChatUnavailableError(
        f"{endpoint} cannot be reached: {struck(str(cause), endpoint) or type(cause).__name__}.",
        remedy="Check OPENAI_BASE_URL and that the endpoint is running.",
    )


_STATUS = {
    401: ("refused the key (401)", "Set OPENAI_API_KEY to a key it accepts."),
    403: ("refused the key (403)", "Set OPENAI_API_KEY to a key it accepts."),
    404: (
        "has no such path or model (404)",
        "Check OPENAI_BASE_URL, which usually ends in /v1, and GRAPHMEM_CHAT_MODEL.",
    ),
    429: ("refuses for its rate limit or quota (429), after retries", "Wait, or raise the account's limit."),
}


def _status_failure(error: openai.APIStatusError, endpoint: Endpoint) -> ChatError:
    status = error.status_code
    if status in _STATUS:
        said, remedy = _STATUS[status]
        return ChatUnavailableError(f"{endpoint} {said}.", remedy=remedy)
    kind = ChatError if status < 500 and status not in (408, 409) else ChatUnavailableError
    said = struck(error.message, endpoint)
    return kind(f"{endpoint} answered {status}: {said}.", remedy="Check the model and the endpoint's log.")

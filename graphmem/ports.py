"""What services need from the outside, as one-method protocols. Providers implement them; wiring passes them in."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Protocol, TypeVar, overload, runtime_checkable

import numpy as np
from numpy.typing import NDArray
from pydantic import BaseModel

from graphmem.model.chat import ChatPrompt
from graphmem.model.usage import Usage

T = TypeVar("T")
M = TypeVar("M", bound=BaseModel)

Vectors = NDArray[np.float32]
"""Row-wise unit vectors, shape (number of texts, dimensions)."""


class Purpose(StrEnum):
    """What a text is embedded for: retrieval models prefix the two sides differently."""

    PASSAGE = "passage"
    QUERY = "query"


class Embedder(Protocol):
    """Turns texts into unit vectors without ever blocking the event loop.

    `model` names what made the vectors, for example "bge-small-en-v1.5-q"; vectors of different models never mix.
    `embed` returns float32 of shape (len(texts), dimensions), rows L2-normalised, and raises EmbeddingError (or a
    subclass) when the whole batch failed. An empty sequence gives an array of shape (0, dimensions).

    One whose attribute `at_hand` is true computes in this process, a text in milliseconds: a transaction may wait for
    it. Without the attribute it may not.
    """

    @property
    def model(self) -> str: ...

    @property
    def dimensions(self) -> int: ...

    async def embed(self, texts: Sequence[str], purpose: Purpose) -> Vectors: ...


@dataclass(frozen=True, slots=True, eq=False)
class TokenStates:
    """What an encoder read of a text: the ids of its tokens, a unit row for each (float16), and the text's unit vector.

    Tokens that stand for no piece of the text are left out, so there may be none.
    """

    ids: NDArray[np.int32]
    rows: NDArray[np.float16]
    vector: NDArray[np.float32]


UsageSink = Callable[[Usage], None]
"""Receives each report of what a model call cost, on the event loop's thread. It returns at once and does not raise."""


class Chat(Protocol):
    """Asks a chat model for one JSON value of a given form.

    `schema` is a pydantic class, whose instance comes back, or a JSON Schema, whose plain value does. `source` names
    what the tokens are counted under (`graphmem.model.usage`); `usage` receives the reports of this call, beside what
    the model reports to anyway, so that they can be told to the owner it was made for. Raises ChatUnavailableError
    when the endpoint is down or too slow, ChatParseError when it answered, twice, nothing of that form, ChatError
    when it refused the request.
    """

    @property
    def model(self) -> str: ...

    @overload
    async def complete(
        self, prompt: ChatPrompt, schema: type[M], *, source: str, usage: UsageSink | None = None
    ) -> M: ...

    @overload
    async def complete(
        self, prompt: ChatPrompt, schema: Mapping[str, Any], *, source: str, usage: UsageSink | None = None
    ) -> Any: ...


@runtime_checkable
class BatchedChat(Chat, Protocol):
    """A `Chat` that answers many requests together, within a day: ask it all of them at once, and wait.

    It finds an answer again by the prompt, also for a later process. What a prompt is made of, and might be another
    then, goes through `kept`: the value that an interrupted run had under the key, else the one that `make` makes.
    `expect` says that questions are coming: nothing is sent until what it returns is called.
    """

    def expect(self) -> Callable[[], None]: ...

    async def kept(self, key: str, make: Callable[[], Awaitable[str]]) -> str: ...


class Post(Protocol):
    """Sends a body to the address of a webhook and tells the status of the answer. Follows no redirect.

    Raises DeliveryError when nobody answers in time, or the address is none that may be asked.
    """

    async def __call__(self, url: str, body: bytes, headers: Mapping[str, str]) -> int: ...


Progress = Callable[[str, int, int | None], None]
"""Reports long work: (what is being done, units done so far, units in all or None when unknown)."""


def silent(_what: str, _done: int, _total: int | None) -> None:
    """A Progress that says nothing."""

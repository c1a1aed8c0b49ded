"""Outside resources of services as one-method protocols, which providers implement."""

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

M = TypeVar("M", bound=BaseModel)

Vectors = NDArray[np.float32]
"""Row-wise unit vectors, shape (number of texts, dimensions)."""


class Purpose(StrEnum):
    """The purpose of an embedding: retrieval models prefix the two sides differently."""

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
    """An encoder's reading of a text: ids of tokens, a unit row for each (float16), and a unit vector.

    Tokens that stand for no piece of the text are left out, so there may be none.
    """

    ids: NDArray[np.int32]
    rows: NDArray[np.float16]
    vector: NDArray[np.float32]


UsageSink = Callable[[Usage], None]
"""Receives the cost of each model call on the event loop's thread; returns at once, never raises."""


class Chat(Protocol):
    """Asks a chat model for one JSON value of a given form.

    `schema` is a pydantic class, whose instance comes back, or a JSON Schema, whose plain value does. `source` is the
    ledger's name of the tokens (`graphmem.model.usage`). `usage` receives the reports of this call, besides the model's
    own sink, so that they can be charged to an owner. Raises ChatUnavailableError when the endpoint is down or too
    slow, ChatParseError when it answered, twice, without that form, ChatError when it refused the request.
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
    """A `Chat` that answers many requests together, within a day: send all of them at once, and wait.

    It finds an answer again by the prompt, also for a later process. Contents of a prompt that may differ by then go
    through `kept`: the value that an interrupted run had under the key, else the one that `make` makes. `expect`
    announces questions: nothing is sent until the function that it returns is called.
    """

    def expect(self) -> Callable[[], None]: ...

    async def kept(self, key: str, make: Callable[[], Awaitable[str]]) -> str: ...


class Post(Protocol):
    """Sends a body to the address of a webhook and returns the status of the answer. Follows no redirect.

    Raises DeliveryError when nobody answers in time, or for a forbidden address.
    """

    async def __call__(self, url: str, body: bytes, headers: Mapping[str, str]) -> int: ...


Progress = Callable[[str, int, int | None], None]
"""Reports long work: (its name, units done so far, units in all or None when unknown)."""


def silent(_what: str, _done: int, _total: int | None) -> None:
    """A Progress that says nothing."""

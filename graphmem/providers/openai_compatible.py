"""Embeddings from any OpenAI-compatible endpoint, over the official client."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterator, Sequence

import numpy as np
import openai
from openai import AsyncOpenAI

from graphmem.errors import EmbeddingError
from graphmem.ports import Purpose, Vectors
from graphmem.providers.concurrently import concurrently
from graphmem.providers.embedder import well_formed
from graphmem.providers.openai_answer import Endpoint, failure, read_embeddings
from graphmem.providers.usage import MEMORY_EMBED, Usage, UsageSink, unmetered

BATCH_TEXTS = 128
BATCH_TOKENS = 60_000
"""A request's limits: 128 vectors of 1536 numbers are 4 MB of JSON; OpenAI stops at 300,000 tokens."""

TEXT_BYTES = 16_384
"""Characters from which a text is cut, about 5,000 tokens of English or Turkish.
Models refuse texts beyond their window (8,191 at OpenAI) instead of cutting them."""

CONCURRENT_REQUESTS = 4
RETRIES = 3
PATIENCE = 3
"""A request with its retries and waits takes at most PATIENCE times the timeout of one try."""

PLACEHOLDER_KEY = "none-needed"
"""The client insists on a key; local servers do not."""

_PURPOSEFUL = re.compile(r"(?<![a-z])(nano)?e5(?![a-z0-9])", re.IGNORECASE)
"""Models of the E5 family, whose servers add the purpose's prefix themselves when told `input_type`."""


class OpenAIEmbedder:
    """An `Embedder` behind `/embeddings`. Its size is the configured one, or that of the first answer."""

    def __init__(
        self,
        model: str,
        *,
        api_key: str | None = None,
        base_url: str | None = None,
        dimensions: int | None = None,
        timeout: float = 30.0,
        usage: UsageSink = unmetered,
    ) -> None:
        """`base_url` None is OpenAI's own; `dimensions` is sent when set; `timeout` is seconds for one try."""
        key = api_key or PLACEHOLDER_KEY
        limits = openai.Timeout(timeout, connect=min(timeout, 10.0))
        self._client = AsyncOpenAI(api_key=key, base_url=base_url, timeout=limits, max_retries=RETRIES)
        # The address is shown in errors, so without a user and password that it may carry.
        shown = str(self._client.base_url.copy_with(username=None, password=None, query=None))
        self._endpoint = Endpoint(shown, model, key)
        self._requested_dimensions = dimensions
        self._dimensions = dimensions
        self._patience = PATIENCE * timeout
        self._usage = usage
        self._slots = asyncio.Semaphore(CONCURRENT_REQUESTS)
        self._probing = asyncio.Lock()
        self._closed = False

    @property
    def model(self) -> str:
        return self._endpoint.model

    @property
    def dimensions(self) -> int:
        """Raises EmbeddingError while unknown: configure them, or `await probe()` first."""
        if self._dimensions is None:
            raise EmbeddingError(f"{self._endpoint}: dimensions are not known yet.", remedy="Await probe() first.")
        return self._dimensions

    async def probe(self) -> int:
        """The dimensions, requested once from the endpoint unless configured. Raises as `embed` does."""
        async with self._probing:
            if self._dimensions is None:
                self._dimensions = (await self._batch(["dimensions"], Purpose.PASSAGE)).shape[1]
            return self._dimensions

    async def embed(self, texts: Sequence[str], purpose: Purpose) -> Vectors:
        """One row per text; nothing is returned if one fails.

        Raises EmbeddingUnavailableError when the endpoint is down or refuses, EmbeddingSizeError for vectors of another
        size, EmbeddingError for an unusable answer.
        """
        dimensions = await self.probe()
        if not texts:
            return np.empty((0, dimensions), np.float32)
        batches = _batches([_acceptable(text) for text in texts])
        return np.concatenate(await concurrently(self._batch(batch, purpose) for batch in batches))

    async def aclose(self) -> None:
        """Close the connections."""
        self._closed = True
        await self._client.close()

    async def _batch(self, texts: list[str], purpose: Purpose) -> Vectors:
        """Embed one request's worth; halve it when the server finds it too large (some take 32 texts at most)."""
        try:
            async with self._slots:
                body = await self._request(texts, purpose)
        except openai.APIStatusError as error:
            if error.status_code not in (413, 422) or len(texts) == 1:
                # `from None`: the client's error repeats the server's words, which may hold the key.
                raise failure(error, self._endpoint, patience=self._patience) from None
            middle = len(texts) // 2
            halves = [await self._batch(half, purpose) for half in (texts[:middle], texts[middle:])]
            return np.concatenate(halves)
        except (openai.OpenAIError, TimeoutError) as error:
            raise failure(error, self._endpoint, patience=self._patience) from None
        return await self._read(body, texts)

    async def _request(self, texts: list[str], purpose: Purpose) -> bytes:
        self._check_open()
        dimensions = self._requested_dimensions
        try:
            async with asyncio.timeout(self._patience):
                answer = await self._client.embeddings.with_raw_response.create(
                    model=self.model,
                    input=texts,
                    # The client would ask for base64, which local servers do not know.
                    encoding_format="float",
                    dimensions=openai.omit if dimensions is None else dimensions,
                    extra_body={"input_type": purpose.value} if _PURPOSEFUL.search(self.model) else None,
                )
        except RuntimeError:  # the client's error when it was closed between two tries
            self._check_open()
            raise
        return answer.content

    def _check_open(self) -> None:
        if self._closed:
            raise EmbeddingError(f"embedder {self._endpoint} is closed.", remedy="Open a new one.")

    async def _read(self, body: bytes, texts: list[str]) -> Vectors:
        rows, tokens = await asyncio.to_thread(
            read_embeddings, body, sent=len(texts), dimensions=self._dimensions, endpoint=self._endpoint
        )
        counted = sum(map(_estimated_tokens, texts)) if tokens is None else tokens
        self._usage(Usage(MEMORY_EMBED, self.model, calls=1, texts=len(texts), tokens=counted))
        return rows


def _acceptable(text: str) -> str:
    """The text as endpoints accept it: valid Unicode without NUL, not empty (OpenAI: 400), not too long."""
    clean = well_formed(text).replace("\0", " ")
    cut = clean.encode()[:TEXT_BYTES].decode(errors="ignore")
    return cut if cut.strip() else " "


def _batches(texts: Sequence[str]) -> Iterator[list[str]]:
    """Consecutive batches within both limits; a text that alone exceeds the tokens goes alone."""
    batch: list[str] = []
    tokens = 0
    for text in texts:
        estimate = _estimated_tokens(text)
        if batch and (len(batch) == BATCH_TEXTS or tokens + estimate > BATCH_TOKENS):
            yield batch
            batch, tokens = [], 0
        batch.append(text)
        tokens += estimate
    if batch:
        yield batch


def _estimated_tokens(text: str) -> int:
    """Tokens, on the high side for English and Turkish: a token is rarely under three bytes."""
    return len(text.encode()) // 3 + 1

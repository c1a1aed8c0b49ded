"""Reads an OpenAI-compatible endpoint's answer: vectors of a body, and failures as graphmem errors.

The body is parsed here and not by the SDK, whose typed parsing holds the event loop 780 ms for 256 vectors of 1536
(jiter, which pydantic brings, takes 20 ms in a thread), and whose types are not checked against the answer.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np
import openai
from numpy.typing import NDArray
from pydantic_core import from_json

from graphmem.errors import EmbeddingError, EmbeddingSizeError, EmbeddingUnavailableError
from graphmem.ports import Vectors

_NOT_COMPATIBLE = "Point OPENAI_BASE_URL at an OpenAI-compatible embeddings endpoint; it usually ends in /v1."
_DETAIL = 300  # characters of a server's message that an error repeats


@dataclass(frozen=True, slots=True)
class Endpoint:
    """The model and address, for messages. `secret` is only kept to be removed from them."""

    base_url: str
    model: str
    secret: str = field(repr=False)

    def __str__(self) -> str:
        return f"endpoint {self.base_url} (model {self.model})"


def read_embeddings(
    body: bytes, *, sent: int, dimensions: int | None, endpoint: Endpoint
) -> tuple[Vectors, int | None]:
    """The unit vectors in the order of the texts, shape (sent, dimensions), and the endpoint's tokens.

    Raises EmbeddingError when the answer is no embedding response, has another number of vectors than texts, or holds
    a value that is not finite; EmbeddingSizeError when a vector is not `dimensions` long (None: all alike).
    """
    answer = _object(body, endpoint)
    items = answer.get("data")
    if not isinstance(items, list) or len(items) != sent:
        got = len(items) if isinstance(items, list) else 0
        raise EmbeddingError(f"{endpoint} answered {sent} texts with {got} vectors.", remedy=_NOT_COMPATIBLE)
    rows = _matrix([row for _, row in sorted(_indexed(items, endpoint))], dimensions, endpoint)
    lengths = np.linalg.norm(rows, axis=1, keepdims=True)
    if not np.isfinite(lengths).all() or not lengths.all():
        raise EmbeddingError(
            f"{endpoint} made a vector that has no direction: zero, infinite or not a number.",
            remedy="Check the model at the endpoint, its numeric precision first.",
        )
    return (rows / lengths).astype(np.float32), _tokens(answer.get("usage"))


def _object(body: bytes, endpoint: Endpoint) -> dict[str, Any]:
    try:
        answer = from_json(body)
    except ValueError:
        answer = None
    if not isinstance(answer, dict):
        raise EmbeddingError(f"{endpoint} answered something that is not JSON.", remedy=_NOT_COMPATIBLE)
    return answer


def _indexed(items: list[Any], endpoint: Endpoint) -> list[tuple[int, list[float]]]:
    """Each vector with the position of its text. The protocol lets a server answer in any order."""
    try:
        rows = [(int(item["index"]), item["embedding"]) for item in items]
    except (KeyError, TypeError, ValueError):
        rows = []
    if sorted(index for index, _ in rows) != list(range(len(items))):
        raise EmbeddingError(
            f"{endpoint} did not say which vector belongs to which of {len(items)} texts.", remedy=_NOT_COMPATIBLE
        )
    return rows


def _matrix(rows: list[list[float]], dimensions: int | None, endpoint: Endpoint) -> NDArray[np.float64]:
    if not all(isinstance(row, list) for row in rows):
        raise EmbeddingError(f"{endpoint} answered vectors that are not lists of numbers.", remedy=_NOT_COMPATIBLE)
    expected = len(rows[0]) if dimensions is None else dimensions
    other_length = next((len(row) for row in rows if len(row) != expected), None)
    if other_length is not None or expected == 0:
        raise EmbeddingSizeError(
            f"{endpoint} made a vector of {other_length or 0} dimensions, expected {expected}.",
            remedy="Set GRAPHMEM_EMBEDDING_DIMENSIONS to what the model makes, or name another model.",
        )
    try:
        return np.asarray(rows, np.float64)
    except (TypeError, ValueError):
        raise EmbeddingError(
            f"{endpoint} answered vectors that are not lists of numbers.", remedy=_NOT_COMPATIBLE
        ) from None


def _tokens(usage: object) -> int | None:
    """The endpoint's count, or None: `usage` is optional in practice."""
    if not isinstance(usage, dict):
        return None
    counted = usage.get("total_tokens") or usage.get("prompt_tokens")
    return counted if isinstance(counted, int) else None


def failure(error: openai.OpenAIError | TimeoutError, endpoint: Endpoint, *, patience: float) -> EmbeddingError:
    """The graphmem error for the client's error after its retries. `patience` is in seconds."""
    if isinstance(error, TimeoutError | openai.APITimeoutError):
        return EmbeddingUnavailableError(
            f"{endpoint} did not answer within {patience:g} s, retries included.",
            remedy="Raise GRAPHMEM_EMBEDDING_TIMEOUT, or check the endpoint.",
        )
    if isinstance(error, openai.APIStatusError):
        return _status_failure(error, endpoint)
    cause = error.__cause__ or error
    return EmbeddingUnavailableError(
        f"{endpoint} cannot be reached: {struck(str(cause), endpoint) or type(cause).__name__}.",
        remedy="Check OPENAI_BASE_URL and that the endpoint is running.",
    )


def _status_failure(error: openai.APIStatusError, endpoint: Endpoint) -> EmbeddingError:
    status = error.status_code
    if status in (401, 403):
        return EmbeddingUnavailableError(
            f"{endpoint} refused the key ({status}).", remedy="Set OPENAI_API_KEY to a key it accepts."
        )
    if status == 404:
        return EmbeddingUnavailableError(
            f"{endpoint} has no such path or model (404).",
            remedy="Check OPENAI_BASE_URL, which usually ends in /v1, and GRAPHMEM_EMBEDDING_MODEL.",
        )
    if status == 429:
        return EmbeddingUnavailableError(
            f"{endpoint} refuses for its rate limit or quota (429), after retries.",
            remedy="Wait, or raise the account's limit.",
        )
    kind = EmbeddingError if status < 500 and status not in (408, 409) else EmbeddingUnavailableError
    message = struck(error.message, endpoint)
    return kind(f"{endpoint} answered {status}: {message}.", remedy="Check the model and the endpoint's log.")


def struck(message: str, endpoint: Endpoint) -> str:
    """A server's message, shortened, and without the key, should it repeat it."""
    return message.replace(endpoint.secret, "[key]")[:_DETAIL].rstrip(". ")

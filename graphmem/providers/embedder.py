"""What every embedder in this package has beyond the port: a lifetime, and the texts it can be given."""

from __future__ import annotations

from typing import Protocol

from graphmem.ports import Embedder


class ClosableEmbedder(Embedder, Protocol):
    """An Embedder that holds threads or connections until it is closed."""

    async def aclose(self) -> None:
        """Give everything back. Idempotent; a later `embed` raises EmbeddingError."""
        ...


def well_formed(text: str) -> str:
    """`text` as valid Unicode: two surrogates that form a pair become their character, a lone one U+FFFD.

    JSON written by other programs brings surrogates along; neither a tokenizer nor a UTF-8 request body takes them.
    """
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:
        return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
    return text

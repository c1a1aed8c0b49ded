"""Caches the vectors of owners' declarations and of the everyday texts compared with them."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from cachetools import LRUCache

from graphmem.ports import Embedder, Purpose, Vectors

MOST = 1_000
"""Texts cached, the least recently used dropped first: 1.5 MB at a width of 384."""

_kept: LRUCache[tuple[str, int, Purpose, str], Vectors] = LRUCache(MOST)


async def embed_declared(embedder: Embedder, texts: Sequence[str], purpose: Purpose) -> Vectors:
    """Embed texts through the cache, one row each. Raises EmbeddingError."""
    keys = [(embedder.model, embedder.dimensions, purpose, text) for text in texts]
    known = {key: _kept[key] for key in keys if key in _kept}
    missing = [key for key in dict.fromkeys(keys) if key not in known]
    if missing:
        rows = await embedder.embed([key[-1] for key in missing], purpose)
        known |= dict(zip(missing, rows, strict=True))
        _kept.update({key: known[key] for key in missing[-MOST:]})
    return np.stack([known[key] for key in keys])

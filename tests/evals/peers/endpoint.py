"""graphmem's embedder behind a loopback `/v1/embeddings`, so that every peer has the same vectors.

The model reads questions and passages behind different prefixes, of which that protocol knows nothing: the runner says
which of both a peer is at (`purpose`). Without that the peers would be worse by what is none of their fault.
"""

from __future__ import annotations

import asyncio
import hashlib
import time
from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

from graphmem.config import Settings
from graphmem.evaluation import metrics
from graphmem.ports import Embedder, Progress, Purpose, silent
from graphmem.providers.factory import ONNX_SPECS, open_embedder
from graphmem.server import extract_model
from tests.support.openai_server import openai_server


@dataclass(slots=True)
class Endpoint:
    """The running endpoint."""

    url: str
    embedder: Embedder
    purpose: Purpose = Purpose.PASSAGE

    async def embed(self, texts: Sequence[str]) -> list[list[float]]:
        """Vectors of the texts, as what they are read for at the moment."""
        vectors: list[list[float]] = (await self.embedder.embed(list(texts), self.purpose)).tolist()
        return vectors

    async def baseline(self, texts: Sequence[str]) -> dict[str, float]:
        """Milliseconds of embedding a text by itself, in this process: what no memory can be faster than."""
        taken = []
        for text in texts:
            started = time.perf_counter()
            await self.embedder.embed([text], Purpose.PASSAGE)
            taken.append((time.perf_counter() - started) * 1000)
        return metrics.percentiles(taken)


@asynccontextmanager
async def served(settings: Settings, progress: Progress = silent) -> AsyncIterator[Endpoint]:
    """The endpoint, closed at the end. Nothing is cached: each peer pays for its own vectors."""
    spec = ONNX_SPECS.get(settings.embedder_kind)
    folder = None
    if spec is not None:
        folder = await asyncio.to_thread(extract_model, spec.endpoint, settings, progress)
    async with AsyncExitStack() as stack:
        embedder = await open_embedder(settings, folder)
        stack.push_async_callback(embedder.aclose)
        await embedder.embed(["warm up"], Purpose.QUERY)
        server = stack.enter_context(openai_server())
        endpoint = Endpoint(server.url, embedder)
        server.embed = endpoint.embed
        yield endpoint


def fingerprint(embedder: Embedder, settings: Settings) -> str:
    """The embedder by name, size and, of a local one, the SHA-256 of its files."""
    folder = settings.artifacts_dir / "models" / embedder.model
    found = hashlib.sha256()
    for path in sorted(path for path in folder.rglob("*") if path.is_file()) if folder.exists() else ():
        found.update(path.relative_to(folder).as_posix().encode())
        found.update(_digest(path))
    files = found.hexdigest() if folder.exists() else "no files"
    return f"{embedder.model}, {embedder.dimensions} dimensions, {files}"


def _digest(path: Path) -> bytes:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").digest()

"""`python -m tests.evals mine`: mining a file into an empty owner, beside its bounds in the same run.

Two baselines: the embedder alone on the same texts, which no mining can beat, and bare batched inserts of the same
rows, which is all the server could do without a palace.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Sequence
from pathlib import Path
from time import perf_counter

import numpy as np

from graphmem.errors import InvalidInputError
from graphmem.evaluation import report
from graphmem.facade import GraphMem
from graphmem.language.transcripts import read_transcript
from graphmem.model.ids import digest
from graphmem.model.palace import Owner
from graphmem.model.transcript import Conversation
from graphmem.ports import Progress, Purpose, Vectors, silent
from graphmem.services.ingestion.mine import BATCH
from graphmem.services.ingestion.palace_layout import with_speaker
from graphmem.store import baseline

ROUNDS = 3


async def run(
    memory: GraphMem, path: Path, *, rounds: int = ROUNDS, memories: bool = False, progress: Progress = silent
) -> report.Report:
    """Measure `rounds` times in turn and report medians; every owner is erased.

    `memories=True` measures the full write path: filed turns are also read, gated, related and remembered.
    """
    conversations = await read(path)
    texts = [with_speaker(turn.speaker, turn.text) for conversation in conversations for turn in conversation.turns]
    if not texts:
        raise InvalidInputError(f"{path} holds no turn.", field="data", remedy="Name a file with a conversation.")
    embedding, mining, inserting = [], [], []
    for number in range(rounds):
        seconds, vectors = await _embed(memory, texts, progress, f"round {number + 1}: embedding alone")
        embedding.append(len(texts) / seconds)
        inserting.append(len(texts) / await _insert(memory, texts, vectors, progress))
        mining.append(len(texts) / await _mine(memory, conversations, progress, memories=memories))
    pace, alone, bare = (float(np.median(rates)) for rates in (mining, embedding, inserting))
    return {
        "metrics": {
            "per_second": round(pace, 1),
            "per_second_p5": round(float(np.percentile(mining, 5)), 1),
            "per_second_p95": round(float(np.percentile(mining, 95)), 1),
            "embedder_alone_per_second": round(alone, 1),
            "share_of_embedder": round(float(np.median(np.array(mining) / np.array(embedding))), 3),
            "baseline_raw_insert_per_second": round(bare, 1),
            "p50_ms": round(1000 / pace, 2),
            "p95_ms": round(1000 / float(np.percentile(mining, 5)), 2),
        },
        "settings": report.settings(
            data=path.name,
            turns=len(texts),
            rounds=rounds,
            memories=memories,
            batch=BATCH,
            embedder=memory.embedder.model,
        ),
    }


async def read(path: Path) -> Sequence[Conversation]:
    """The conversations of a transcript. Raises InvalidInputError."""
    try:
        return read_transcript(path.name, await asyncio.to_thread(path.read_bytes)).conversations
    except OSError as error:
        raise InvalidInputError(f"{path} cannot be read ({error.strerror}).", field="data") from error


async def _embed(memory: GraphMem, texts: Sequence[str], progress: Progress, what: str) -> tuple[float, Vectors]:
    started = perf_counter()
    parts = []
    for start in range(0, len(texts), BATCH):
        parts.append(await memory.embedder.embed(texts[start : start + BATCH], Purpose.PASSAGE))
        progress(what, min(start + BATCH, len(texts)), len(texts))
    return perf_counter() - started, np.concatenate(parts)


async def _insert(memory: GraphMem, texts: Sequence[str], vectors: Vectors, progress: Progress) -> float:
    owner = Owner.named(f"bench-insert-{secrets.token_hex(4)}")
    ids = [digest(owner.key, str(number)) for number in range(len(texts))]
    try:
        started = perf_counter()
        for start in range(0, len(texts), BATCH):
            part = slice(start, start + BATCH)
            await baseline.insert(memory.database, owner, ids[part], texts[part], vectors[part])
            progress("bare inserts", min(start + BATCH, len(texts)), len(texts))
        return perf_counter() - started
    finally:
        await memory.erase(owner=owner.name)


async def _mine(
    memory: GraphMem, conversations: Sequence[Conversation], progress: Progress, *, memories: bool
) -> float:
    owner = f"bench-mine-{secrets.token_hex(4)}"
    try:
        started = perf_counter()
        for conversation in conversations:
            await memory.mine(conversation, owner=owner, memories=memories, progress=progress)
        return perf_counter() - started
    finally:
        await memory.erase(owner=owner)

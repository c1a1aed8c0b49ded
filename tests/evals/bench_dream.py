"""`python -m tests.evals dream`: what planning and carrying out a dream costs where everything is due.

Made memories of one owner, all told long ago and never used, so that each is read, weighed and, as far as the guards
allow, changed. The brake is confirmed. Memory is the most that this process holds over what it held before.
"""

from __future__ import annotations

import asyncio
import secrets
import threading
from datetime import UTC, datetime, timedelta
from time import perf_counter

import numpy as np
import psutil

from graphmem.evaluation import popular, report, synthetic
from graphmem.facade import GraphMem
from graphmem.model.dream import WHOLE
from graphmem.model.palace import Owner
from graphmem.ports import Progress, silent

SEED = 7
LATER = timedelta(days=400)
LOOK_SECONDS = 0.02


class Peak:
    """The most memory that this process holds while it is measured, over what it held at the start, in megabytes."""

    def __init__(self) -> None:
        self._process = psutil.Process()
        self._before = self._most = self._process.memory_info().rss
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._look, daemon=True)

    def __enter__(self) -> Peak:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._over.set()
        self._thread.join()

    @property
    def megabytes(self) -> float:
        """The most over the start."""
        return (self._most - self._before) / 1e6

    def _look(self) -> None:
        while not self._over.wait(LOOK_SECONDS):
            self._most = max(self._most, self._process.memory_info().rss)


async def run(memory: GraphMem, *, memories: int, progress: Progress = silent) -> report.Report:
    """Time and memory of a dream of so many memories, and of a second one that has nothing to do."""
    owner = Owner.named(f"bench-dream-{secrets.token_hex(4)}")
    now = datetime.now(UTC) + LATER
    try:
        sentences = await synthetic.base(memory.embedder, memories, SEED, progress)
        made = list(synthetic.chunks(sentences, memories, popular.CHUNK, SEED))
        texts = [text for chunk in made for text in chunk.texts]
        vectors = np.concatenate([chunk.vectors for chunk in made])
        await popular.fill(memory.database, owner, texts, vectors, memory.embedder.model, progress)
        dreams = memory.dreams
        with Peak() as peak:
            started = perf_counter()
            plan = await dreams.plan(owner, now=now)
            planned = perf_counter() - started
            done = await dreams.apply(owner, by="bench", confirm=True, now=now)
            whole = perf_counter() - started - planned
        started = perf_counter()
        again = await dreams.apply(owner, by="bench", confirm=True, now=now)
        second = perf_counter() - started
    finally:
        await asyncio.shield(memory.erase(owner=owner.name))
    changed = done.run.changed if done.run else 0
    steps = {step.step.value: step.changed for step in (done.run.steps if done.run else plan.steps)}
    metrics = {
        "seconds": round(whole, 2),
        "plan_seconds": round(planned, 2),
        "second_seconds": round(second, 2),
        "second_changed": again.run.changed if again.run else 0,
        "peak_mb": round(peak.megabytes, 1),
        "looked": max((step.looked for step in plan.steps), default=0),
        "changed": changed,
        **{f"changed_{step.value}": steps.get(step.value, 0) for step in WHOLE},
    }
    return {"metrics": metrics, "settings": report.settings(memories=memories, seed=SEED)}

"""LongMemEval's stages over one run: files in a folder, owners in the store, figures in a report.

    download → ingest → retrieve → score-retrieval → qa → score-qa

`full` does all of it, instance by instance, so that the store never holds more than one haystack; `smoke` does it for
the first few instances, and `clean` removes what an abandoned run left. A run is named by the digest of its data and
settings, so every stage of the same data finds the files of the stage before. Without `resume` a stage begins anew,
with it it goes on where it was interrupted.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Any

from graphmem.config import Settings
from graphmem.errors import InvalidInputError
from graphmem.evaluation import isolated, report
from graphmem.evaluation.longmemeval import answers, download, instances, retrieval
from graphmem.evaluation.longmemeval.instances import Instance
from graphmem.evaluation.longmemeval.retrieval import Log
from graphmem.facade import GraphMem
from graphmem.ports import Progress, silent

SMOKE = 10
"""Instances of a smoke run."""


class Stage(StrEnum):
    """The stages of the pipeline."""

    DOWNLOAD = "download"
    INGEST = "ingest"
    RETRIEVE = "retrieve"
    SCORE_RETRIEVAL = "score-retrieval"
    QA = "qa"
    SCORE_QA = "score-qa"
    FULL = "full"
    SMOKE = "smoke"
    CLEAN = "clean"

    @property
    def needs_store(self) -> bool:
        """Whether the database must be open."""
        return self in {Stage.INGEST, Stage.RETRIEVE, Stage.FULL, Stage.SMOKE, Stage.CLEAN}


@dataclass(frozen=True, slots=True)
class Pipeline:
    """One run.

    `first` limits the instances, `memories` also makes memories of the chats, `judge` names the model that judges if it
    is not the reader.
    """

    settings: Settings
    data: Path
    folder: Path
    first: int | None = None
    memories: bool = False
    top_k: int = answers.TOP_K
    judge: str | None = None
    resume: bool = False
    run: str = ""
    progress: Progress = silent

    @property
    def name(self) -> str:
        """The run's name: the given one, or a digest of the data and the settings that decide the retrieval."""
        if self.run:
            return self.run
        kind = self.settings.embedding_model or self.settings.embedder_kind.value
        key = isolated.digest(self.data, first=self.first, memories=self.memories, embedder=kind)
        return f"{self.data.name.partition('.')[0]}-{key[:8]}"

    def log(self, kind: str, ending: str = "") -> Log:
        """One of the run's files: `ingest_logs`, `retrieval_logs` or `generation_logs`."""
        return Log(self.folder / f"{kind}_logs" / f"{self.name}{ending}.jsonl")

    def owner(self, instance: Instance) -> str:
        """The owner of an instance's chats in this run."""
        return f"evaluate-longmemeval-{self.name}-{instance.id}"

    async def ingest(self, memory: GraphMem) -> report.Report:
        """File the chats of every instance and leave them in the store for `retrieve`, which erases them."""
        log = self.log("ingest")
        known = log.begin(resume=self.resume)
        async for instance in self._instances():
            if instance.id not in known:
                if not self.resume:
                    await memory.erase(owner=self.owner(instance))
                log.add(await retrieval.ingest(memory, self.owner(instance), instance, memories=self.memories))
        lines = list(log.lines())
        found = {"instances": len(lines), "turns": sum(line["turns"] for line in lines)}
        return self._report({"ingest": found}, memory)

    async def retrieve(self, memory: GraphMem) -> report.Report:
        """Ask every instance's question, and erase its chats once the answer is on disk."""
        log = self.log("retrieval")
        known = log.begin(resume=self.resume)
        async for instance in self._instances():
            if instance.id not in known:
                log.add(await retrieval.retrieve(memory, self.owner(instance), instance))
            await memory.erase(owner=self.owner(instance))
        self.log("ingest").path.unlink(missing_ok=True)
        return self._report({"retrieve": {"instances": len(log.ids())}}, memory)

    def score_retrieval(self) -> report.Report:
        """Figures of the retrieval; needs neither store nor model."""
        return self._retrieved(retrieval.score(list(self.log("retrieval").lines())))

    async def qa(self) -> report.Report:
        """Let the reader answer from the retrieved turns. Raises ConfigurationError without a chat model."""
        lines = self._lines()
        async with answers.chat_of(self.settings) as chat:
            made = await answers.answer(
                chat, lines, self.log("generation"), top_k=self.top_k, resume=self.resume, progress=self.progress
            )
            return self._report({"qa": {"answers": len(made)}}, reader=chat.model)

    async def score_qa(self) -> report.Report:
        """Let the judge compare the answers. Raises ConfigurationError without a chat model."""
        lines, made = self._lines(), list(self.log("generation").lines())
        if not made:
            raise InvalidInputError(
                "Nothing was answered in this run.", field="stage", remedy="Run the stage `qa` first."
            )
        async with answers.chat_of(self.settings, self.judge) as chat:
            verdicts = await answers.judge(
                chat, lines, made, self.log("generation", ".judged"), resume=self.resume, progress=self.progress
            )
            return self._report({"qa": answers.score(lines, verdicts)}, reader=made[0]["reader"], judge=chat.model)

    async def full(self, memory: GraphMem) -> report.Report:
        """Run all but the download. Without a chat model the report names the missing settings."""
        log = self.log("retrieval")
        known = log.begin(resume=self.resume)
        async for instance in self._instances():
            if instance.id in known:
                continue
            owner = self.owner(instance)
            try:
                await retrieval.ingest(memory, owner, instance, memories=self.memories)
                log.add(await retrieval.retrieve(memory, owner, instance))
            finally:
                await memory.erase(owner=owner)
        result = self._retrieved(retrieval.score(list(log.lines())), memory)
        if memory.asker is None:
            result["metrics"]["qa"] = {"skipped": f"{answers.MISSING} {answers.REMEDY}"}
            return result
        await self.qa()
        judged = await self.score_qa()
        return {
            **result,
            "metrics": result["metrics"] | judged["metrics"],
            "settings": judged["settings"] | result["settings"],
        }

    async def clean(self, memory: GraphMem) -> report.Report:
        """Erase the chats and the files of this run, at any stage."""
        erased = 0
        async for instance in self._instances():
            erased += (await memory.erase(owner=self.owner(instance))).nodes
        logs = [self.log(kind) for kind in ("ingest", "retrieval", "generation")]
        for log in (*logs, self.log("generation", ".judged")):
            log.path.unlink(missing_ok=True)
        return self._report({"clean": {"nodes": erased}}, memory)

    async def _instances(self) -> AsyncIterator[Instance]:
        """The instances, read in a thread, reported as they pass."""
        found: Iterator[Instance] = instances.read(self.data, self.first)
        done = 0
        while (instance := await asyncio.to_thread(next, found, None)) is not None:
            yield instance
            done += 1
            self.progress("instances", done, self.first)

    def _lines(self) -> list[retrieval.Line]:
        lines = list(self.log("retrieval").lines())
        retrieval.score(lines)  # raises with a remedy if there is none
        return lines

    def _retrieved(self, metrics: dict[str, Any], memory: GraphMem | None = None) -> report.Report:
        latency = metrics.pop("latency_ms")
        return {**self._report(metrics, memory), "latency_ms": latency}

    def _report(self, metrics: dict[str, Any], memory: GraphMem | None = None, **own: object) -> report.Report:
        embedder = {} if memory is None else {"embedder": memory.embedder.model}
        return {
            "metrics": metrics,
            "settings": report.settings(
                data=self.data.name, run=self.name, folder=str(self.folder), first=self.first, memories=self.memories,
                limit=retrieval.LIMIT, top_k=self.top_k, seed=None, **embedder, **own,
            ),
        }  # fmt: skip


async def run(stage: Stage, pipeline: Pipeline, memory: GraphMem | None = None) -> report.Report:
    """Run a stage; `memory` is given if the stage needs the store.

    `download` has no run: see `download.fetch`.
    """
    if stage is Stage.SCORE_RETRIEVAL:
        return pipeline.score_retrieval()
    if stage is Stage.QA:
        return await pipeline.qa()
    if stage is Stage.SCORE_QA:
        return await pipeline.score_qa()
    if memory is None:
        raise TypeError(f"{stage} needs the store")
    work = {Stage.INGEST: pipeline.ingest, Stage.RETRIEVE: pipeline.retrieve, Stage.CLEAN: pipeline.clean}
    return await work.get(stage, pipeline.full)(memory)


def data_of(data: Path | None, folder: Path, variant: str) -> Path:
    """The given file, or the downloaded one. Raises InvalidInputError without either."""
    path = data or folder / "data" / download.FILES[variant]
    if not path.exists():
        raise InvalidInputError(
            f"{path} does not exist.",
            field="data",
            remedy="Name the file with --data, or fetch it: graphmem evaluate longmemeval download.",
        )
    return path

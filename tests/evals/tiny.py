"""Every evaluation once, on a few lines of the same forms that were written for it: does it still run, and say why?

The figures mean nothing about quality; the floors only tell that something is found at all.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter

from graphmem.evaluation import locomo, report
from graphmem.evaluation.longmemeval.pipeline import Pipeline
from graphmem.facade import GraphMem
from graphmem.ports import Progress, silent
from tests.evals import beam_recall, forgetting, lifetime, musique, poison, timeqa, trajectories, xquad
from tests.evals.labelled import DATA
from tests.evals.peers import smoke

Evaluation = Callable[[GraphMem, Path], Awaitable[report.Report]]


@dataclass(frozen=True, slots=True)
class Check:
    """A file of `data/tiny`, what reads it, and the figure that must not fall below its floor, in percent."""

    file: str
    evaluate: Evaluation
    figure: tuple[str, ...]
    floor: float


async def longmemeval(memory: GraphMem, path: Path, folder: Path) -> report.Report:
    """The whole pipeline; its files lie in `folder`."""
    return await Pipeline(memory.settings, path, folder).full(memory)


def checks(folder: Path) -> dict[str, Check]:
    """What is run, by name."""

    async def stages(memory: GraphMem, path: Path) -> report.Report:
        return await longmemeval(memory, path, folder)

    async def year(memory: GraphMem, path: Path) -> report.Report:
        return await lifetime.run(memory.embedder, path)

    return {
        "lifetime": Check("year.json", year, ("recall_day_365",), 60),
        "locomo": Check("locomo.json", locomo.evaluate, ("recall@5",), 60),
        "beam": Check("beam.jsonl", beam_recall.evaluate, ("recall@10",), 60),
        "musique": Check("musique.json", musique.evaluate, ("recall@5",), 60),
        "xquad": Check("xquad.json", xquad.evaluate, ("by_category", "en→en", "r@1"), 60),
        "timeqa": Check("timeqa.json", timeqa.evaluate, ("as_of_accuracy",), 100),
        "poison": Check("poison.jsonl", poison.evaluate, ("withstood",), 100),
        "forgetting": Check("forgetting.jsonl", forgetting.evaluate, ("survivors",), 60),
        "trajectories": Check("trajectories.jsonl", trajectories.evaluate, ("recall", "recall@10"), 60),
        "peers": Check("locomo.json", smoke.evaluate, ("graphmem-shipped", "locomo", "turn", "recall@5"), 60),
        "longmemeval": Check("longmemeval.json", stages, ("session", "recall_any@5"), 60),
    }


async def evaluate(memory: GraphMem, folder: Path, *, progress: Progress = silent) -> report.Report:
    """Run every check; files of LongMemEval's stages go to `folder`. `failed` names those below their floor."""
    found: dict[str, dict[str, object]] = {}
    failed = []
    todo = checks(folder)
    for number, (name, check) in enumerate(todo.items(), start=1):
        started = perf_counter()
        result = await check.evaluate(memory, DATA / "tiny" / check.file)
        value = result["metrics"]
        for key in check.figure:
            value = value[key]
        found[name] = {"figure": " ".join(check.figure), "value": value, "seconds": round(perf_counter() - started, 2)}
        if value < check.floor:
            failed.append(name)
        progress("evaluations", number, len(todo))
    return {
        "metrics": found,
        "failed": failed,
        "settings": report.settings(embedder=memory.embedder.model, data="tiny", seed=None),
    }

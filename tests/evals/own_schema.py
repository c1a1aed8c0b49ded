"""How well what an owner declares is told by similarity: `python -m tests.evals own_types` and `own_instructions`.

Our lines are halved by their places: the odd half chooses the margin, the even half reports. The margin is the least
of those tried with which enough of what the odd half is given are right.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from graphmem.evaluation import report
from graphmem.facade import GraphMem
from graphmem.model.own_instructions import Instructions
from graphmem.model.own_types import OwnType
from graphmem.ports import Progress, Purpose, silent
from graphmem.services.ingestion import own_instructions, own_types
from tests.evals import labelled

PRECISE = 75.0
"""Per cent of what is given that must be right. A person corrects a type, and what is left out stays in its turn."""

TRIED = 60
"""Margins from none to the greatest there is."""

Told = tuple[labelled.Case, str, float]
"""A line, the nearest label and its margin."""


async def types(memory: GraphMem, data: Path | None = None, progress: Progress = silent) -> report.Report:
    """The types of names by similarity with descriptions in the language of the line. Raises InvalidInputError."""
    cases = labelled.cases("own_types", data, ("id", "lang", "type"))
    told: list[Told] = []
    for language in sorted({case["lang"] for case in cases}):
        spoken = [case for case in cases if case["lang"] == language]
        kinds = [OwnType(case["type"], case["description"], {}) for case in spoken if "description" in case]
        lines = [case for case in spoken if "mention" in case]
        near = await own_types.nearest(memory.embedder, kinds, [(case["mention"], case["text"]) for case in lines])
        told += [(case, kinds[place].name, margin) for case, (place, margin) in zip(lines, near, strict=True)]
        progress("own types", len(told), None)
    return _report("own_types", data, told, lambda case: case["type"], own_types.MARGIN)


async def instructions(memory: GraphMem, data: Path | None = None, progress: Progress = silent) -> report.Report:
    """What is left out of statements by two owners' examples in each language. Raises InvalidInputError."""
    cases = labelled.cases("own_instructions", data, ("id", "lang", "set"))
    told: list[Told] = []
    for given in (case for case in cases if "never" in case):
        own = Instructions(given["text"], tuple(given["keep"]), tuple(given["never"]))
        lines = [case for case in cases if "statement" in case and _group(case) == _group(given)]
        vectors = await memory.embedder.embed([case["statement"] for case in lines], Purpose.PASSAGE)
        near = await own_instructions.nearer_to_never(memory.embedder, own, list(vectors))
        told += [(case, "never", margin) for case, margin in zip(lines, near, strict=True)]
        progress("own instructions", len(told), None)
    return _report("own_instructions", data, told, lambda case: case["label"], own_instructions.MARGIN)


def _group(case: labelled.Case) -> tuple[str, str]:
    return case["set"], case["lang"]


def _report(
    name: str, data: Path | None, told: Sequence[Told], label: Callable[[labelled.Case], str], used: float
) -> report.Report:
    chosen = _chosen(told[::2], label)
    metrics: dict[str, Any] = _scores(told, label, used) | {"margin": used, "chosen_margin": chosen}
    metrics |= {"tuned_on": _scores(told[::2], label, used), "held_back": _scores(told[1::2], label, used)}
    rest = told[1::2]
    groups = sorted({case["lang"] for case, _, _ in rest})
    metrics["by_language"] = {
        one: _scores([line for line in rest if line[0]["lang"] == one], label, used) for one in groups
    }
    errors = [
        {"id": case["id"], "wanted": label(case), "got": got, "margin": round(margin, 4)}
        for case, got, margin in told[::2]
        if (got if margin >= used else "") != label(case)
    ]
    settings = report.settings(data=data.name if data else name, lines=len(told))
    return {"metrics": metrics, "errors": errors[:50], "settings": settings}


def _chosen(told: Sequence[Told], label: Callable[[labelled.Case], str]) -> float:
    greatest = max(margin for _, _, margin in told)
    margins = [greatest * place / TRIED for place in range(TRIED)]
    found = (one for one in margins if _scores(told, label, one)["precision"] >= PRECISE)
    return round(next(found, greatest), 4)


def _scores(told: Sequence[Told], label: Callable[[labelled.Case], str], margin: float) -> dict[str, Any]:
    given = [(case, got) for case, got, one in told if one >= margin]
    right = sum(label(case) == got for case, got in given)
    wanted = sum(bool(label(case)) for case, _, _ in told)
    ordinary = [one for case, _, one in told if case.get("ordinary")]
    lost = {"ordinary_left_out": _share(sum(one >= margin for one in ordinary), len(ordinary))} if ordinary else {}
    return lost | {
        "precision": _share(right, len(given)),
        "recall": _share(right, wanted),
        "lines": len(told),
    }


def _share(part: int, whole: int) -> float:
    return round(100 * part / whole, 1) if whole else 100.0

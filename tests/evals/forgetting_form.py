"""Data of ForgetEval's form: facts, mutations, a last question, and what its answer must and must not hold.

`{"id", "setup_facts": […], "mutations": [["purge", what] | ["supersede", old, new] | ["release", what]], "final_query",
"must_contain": […], "must_not_contain": […]}`, as JSON lines, as a list, or as `admitted_cases` of an object. Scored by
substrings, as theirs. What a mutation means is found by recall, since it names its target in words: what is purged is
forgotten, what is superseded is said anew, what is released sleeps.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from graphmem.errors import InvalidInputError
from graphmem.evaluation import report
from graphmem.evaluation.isolated import isolated
from graphmem.facade import GraphMem
from graphmem.language.detect import detect
from graphmem.language.doc import doc_of
from graphmem.language.forgetting import identifiers
from graphmem.model.memory import Memory
from graphmem.model.palace import Owner
from graphmem.ports import Progress, silent
from graphmem.services.retrieval.options import RecallOptions

_KEYS = {"id", "setup_facts", "mutations", "final_query"}
_ASKING = RecallOptions(limit=5, touch=False)


def is_of_forgeteval(data: Path) -> bool:
    """Whether a file has cases of ForgetEval's form."""
    try:
        cases = _cases(data)
    except (OSError, ValueError):
        return False
    return bool(cases) and all(isinstance(case, dict) and case.keys() >= _KEYS for case in cases)


async def measure(memory: GraphMem, data: Path, progress: Progress = silent) -> report.Report:
    """Share of cases whose answer holds all that it must and nothing that it must not, in percent, by category."""
    cases = _cases(data)
    passed: dict[str, list[bool]] = defaultdict(list)
    errors = []
    async with isolated(memory, "forgeteval", data, {}) as run:
        for number, case in enumerate(cases, start=1):
            owner = run.owner(str(case["id"]))
            told = await _answer(memory, owner, case)
            lost = [one for one in case.get("must_contain", ()) if str(one).lower() not in told]
            left = [one for one in case.get("must_not_contain", ()) if str(one).lower() in told]
            passed[str(case.get("category") or case.get("family") or "all")].append(not lost and not left)
            if lost or left:
                errors.append({"id": case["id"], "lost": lost, "left": left})
            await memory.erase(owner=owner)
            progress("cases", number, len(cases))
    every = [one for found in passed.values() for one in found]
    figures = {
        "passed": _share(every),
        "cases": len(every),
        "by_category": {name: {"passed": _share(found), "cases": len(found)} for name, found in sorted(passed.items())},
    }
    settings = report.settings(command="evaluate forgetting", data=str(data), embedder=memory.embedder.model)
    return {"metrics": figures, "settings": settings, "errors": errors}


async def _answer(memory: GraphMem, owner: str, case: dict[str, Any]) -> str:
    whose = Owner.named(owner)
    for fact in case["setup_facts"]:
        await memory.observer.learn(whose, str(fact))
    for kind, *words in case["mutations"]:
        if kind == "supersede":
            await memory.observer.learn(whose, str(words[-1]))
            old = await _meant(memory, owner, str(words[0]))
            if len(words) > 1 and old is not None and old.text != str(words[-1]):
                await memory.amendments.invalidate(whose, old.id, by="evaluation")
        elif (target := await _meant(memory, owner, str(words[0]))) is not None:
            if kind == "purge":
                await memory.memories.forget(whose, target.id, by="evaluation")
            else:
                await memory.dreams.demote(whose, target.id)
    result = await memory.recall(str(case["final_query"]), owner=owner, options=_ASKING)
    said = [hit.memory.text for hit in result.memories] + [hit.drawer.text for hit in result.hits]
    return " ".join(said).lower()


async def _meant(memory: GraphMem, owner: str, words: str) -> Memory | None:
    """The memory that words mean: the one with their number or address, else the best."""
    result = await memory.recall(words, owner=owner, options=_ASKING)
    wanted = identifiers(doc_of(words, detect(words)))
    found = [hit.memory for hit in result.memories]
    same = [one for one in found if wanted & identifiers(doc_of(one.text, detect(one.text)))]
    return next(iter(same or found), None)


def _cases(data: Path) -> list[dict[str, Any]]:
    text = data.read_text("utf-8-sig")
    try:
        read = json.loads(text)
    except ValueError:
        read = [json.loads(line) for line in text.splitlines() if line.strip()]
    if isinstance(read, dict):
        read = read.get("admitted_cases", [read])
    if not isinstance(read, list):
        raise InvalidInputError(f"{data} has no cases.", field="data", remedy="One case a line, or a list of them.")
    return read


def _share(found: Sequence[bool]) -> float:
    return round(100 * sum(found) / len(found), 1) if found else 0.0

"""TimeQA (Chen et al., NeurIPS 2021) as structured facts: what held at an instant, and nothing where nothing held.

Facts (subject, property, value, from, to) are recorded in the temporal graph of one owner; every instant of the file is
asked of the graph by one query. An answer is right when it has exactly the values that the file expects.
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from time import perf_counter

from graphmem.errors import InvalidInputError
from graphmem.evaluation import metrics, report
from graphmem.evaluation.datafile import Record
from graphmem.evaluation.isolated import isolated
from graphmem.evaluation.scores import Scores
from graphmem.facade import GraphMem
from graphmem.model.entity import EntityType, Mention, Statement
from graphmem.ports import Progress, silent
from graphmem.services.facts import Facts
from tests.evals.datafiles import load_records

MOST_ERRORS = 50


@dataclass(frozen=True, slots=True)
class Question:
    """What is asked of a subject's property at an instant, and the values that held then."""

    subject: Mention
    predicate: str
    at: datetime
    values: frozenset[str]

    @property
    def kind(self) -> str:
        """How many values are expected, in words."""
        return {0: "nothing valid", 1: "one value"}.get(len(self.values), "several values")


@dataclass(frozen=True, slots=True)
class Data:
    """Facts and the instants they are asked for."""

    facts: tuple[Statement, ...]
    questions: tuple[Question, ...]


def load(path: Path) -> Data:
    """Objects `{"subject", "property", "facts": [{"value", "valid_from", "valid_to"}], "as_of": [{"at", "values"}]}`.

    Raises InvalidInputError by record and field.
    """
    records = load_records(path)
    facts = tuple(fact for item in records for fact in _facts(item))
    questions = tuple(question for item in records for question in _questions(item))
    if not questions:
        raise InvalidInputError(f"{path.name} asks nothing.", field="data", remedy="Give `as_of` instants.")
    return Data(facts, questions)


async def evaluate(memory: GraphMem, path: Path, *, resume: bool = False, progress: Progress = silent) -> report.Report:
    """Record, ask, erase; see the module. Recording and asking take seconds: a resumed run simply asks again."""
    data = await asyncio.to_thread(load, path)
    facts, scores = Facts(memory.database), Scores()
    latencies: list[float] = []
    errors: list[dict[str, object]] = []
    async with isolated(memory, "timeqa", path, {}, resume=resume) as run:
        owner = memory.owner(run.owner())
        recorded = await facts.record(owner, data.facts)
        for number, question in enumerate(data.questions, start=1):
            started = perf_counter()
            found = await facts.as_of(owner, question.subject.uri, question.predicate, valid_at=question.at)
            latencies.append((perf_counter() - started) * 1000)
            values = {fact.text for fact in found}
            scores.add(question.kind, {"as_of_accuracy": float(values == question.values)})
            if values != question.values and len(errors) < MOST_ERRORS:
                errors.append(_error(question, values))
            progress("asking", number, len(data.questions))
    return {
        "metrics": scores.summary(),
        "latency_ms": metrics.percentiles(latencies),
        "settings": report.settings(
            data=path.name, facts=recorded, questions=len(data.questions), level="fact", seed=None
        ),
        "errors": errors,
    }


def _facts(item: Record) -> list[Statement]:
    # What a fact is about can be anything, and its kind changes nothing here: one kind for all.
    subject, name = Mention(item.text("subject"), EntityType.TOPIC), item.text("property")
    found = []
    for one in item.records("facts"):
        start, end, value = one.day("valid_from"), one.day("valid_to"), one.text("value")
        if start is not None and end is not None and end <= start:
            one.wrong("valid_to", "is not after valid_from")
        object_ = Mention(value, EntityType.TOPIC)
        found.append(Statement(subject, name, object_, value, valid_from=start, valid_until=end))
    return found


def _questions(item: Record) -> list[Question]:
    subject, found = Mention(item.text("subject"), EntityType.TOPIC), []
    for one in item.records("as_of"):
        at = one.day("at")
        if at is None:
            one.wrong("at", "is null")
        found.append(Question(subject, item.text("property"), at, frozenset(one.texts("values"))))
    return found


def _error(question: Question, values: set[str]) -> dict[str, object]:
    return {
        "subject": question.subject.name,
        "property": question.predicate,
        "at": question.at.date().isoformat(),
        "expected": sorted(question.values),
        "found": sorted(values),
    }

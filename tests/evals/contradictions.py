"""`python -m tests.evals contradictions`: five forms in which something stops being so, told in five ways.

A line is `{"id", "lang", "form", "way", "old", "update", "ask", "old_word", "current", "over", "keeps": [{"ask",
"word"}]}`. The forms: replaced, denied, withdrawn, partly withdrawn, only for a time. The ways: A in one conversation,
B in another a week later, C a year and much talk later, D in the other language, E by somebody else, whose words end
nothing. Asked in an owner of its own: whether the old answer is given as current (it comes first of the memories that
hold, though it is over), whether the current one comes before it, whether the old one is still found as of then, and
whether anything that still holds was lost. No model judges.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from graphmem.evaluation import report
from graphmem.evaluation.isolated import isolated
from graphmem.facade import GraphMem
from graphmem.language.quotes import bare
from graphmem.language.turkish import fold
from graphmem.model.instant import AsOf
from graphmem.model.transcript import Conversation, Role, Session, Turn
from graphmem.ports import Progress, silent
from graphmem.services.retrieval.options import RecallOptions
from tests.evals import labelled

MEASURES = ("old_as_current", "current_right", "old_as_of", "kept")
SAID = datetime(2024, 1, 12, 9, tzinfo=UTC)
"""Long enough ago that what is told a year later is so by now."""
LATER = {
    "A": timedelta(minutes=5),
    "B": timedelta(days=7),
    "C": timedelta(days=365),
    "D": timedelta(days=7),
    "E": timedelta(days=7),
}
BETWEEN = {
    "en": ("The weather was nice on my walk to the lake.", "I cooked lentil soup for my cousin Nadia on Sunday."),
    "tr": ("Göle yürürken hava çok güzeldi.", "Pazar günü kuzenim Nadia için mercimek çorbası pişirdim."),
}
MUCH = 10
"""How often such talk is had between, each time of another day, where it is far apart."""

_FIELDS = ("id", "lang", "form", "way", "old", "update", "ask", "old_word", "current", "over", "keeps")


@dataclass(slots=True)
class Trial:
    """What a line came to: by measure whether it was so; a measure that it has nothing to say about is missing."""

    case: labelled.Case
    found: dict[str, bool] = field(default_factory=dict)
    told: list[str] = field(default_factory=list)


async def evaluate(memory: GraphMem, data: Path | None = None, progress: Progress = silent) -> report.Report:
    """The four measures in percent, by form, way and language. Raises InvalidInputError for a file of another form."""
    cases = labelled.cases("contradictions", data, _FIELDS)
    trials = []
    async with isolated(memory, "contradictions", data or Path("contradictions"), {}) as run:
        for number, case in enumerate(cases, start=1):
            trial = Trial(case)
            await _tried(memory, trial, run.owner(str(case["id"])))
            trials.append(trial)
            progress("contradictions", number, len(cases))
    figures = _figures(trials)
    for name, key in (("by_form", "form"), ("by_way", "way"), ("by_language", "lang")):
        figures[name] = {
            value: _figures([one for one in trials if one.case[key] == value])
            for value in sorted({str(case[key]) for case in cases})
        }
    errors = [{"id": one.case["id"], "found": one.found, "told": one.told} for one in trials if _is_wrong(one)]
    settings = report.settings(
        command="evaluate contradictions", data=str(data or "contradictions"), embedder=memory.embedder.model
    )
    return {"metrics": figures, "settings": settings, "errors": errors}


async def _tried(memory: GraphMem, trial: Trial, owner: str) -> None:
    case = trial.case
    later = LATER[case["way"]]
    await memory.mine(_talk("first", [(case["old"], "Ada", SAID)]), owner=owner)
    if case["way"] == "C":
        between = [
            (text, "Ada", SAID + (n + 1) * later / (MUCH + 1)) for n in range(MUCH) for text in BETWEEN[case["lang"]]
        ]
        await memory.mine(_talk("between", between), owner=owner)
    speaker = "Bo" if case["way"] == "E" else "Ada"
    await memory.mine(_talk("second", [(case["update"], speaker, SAID + later)]), owner=owner)
    now = await memory.recall(case["ask"], owner=owner, options=RecallOptions(limit=10, touch=False))
    held = [hit.memory.text for hit in now.memories]
    trial.told = held[:3]
    old, new = _place(held, case["old_word"]), _place(held, case["current"])
    denying = _place(held, case["update"])
    if case["over"]:
        trial.found["old_as_current"] = old < min(new, denying)
    if case["current"] is not None:
        trial.found["current_right"] = new < len(held) and (new <= old or case["current"] == case["old_word"])
    then = RecallOptions(
        limit=10, touch=False, as_of=AsOf(valid_at=SAID + timedelta(minutes=1), known_at=datetime.now(UTC))
    )
    if case["form"] != "denied":
        before = await memory.recall(case["ask"], owner=owner, options=then)
        trial.found["old_as_of"] = _place([hit.memory.text for hit in before.memories], case["old_word"]) < len(
            before.memories
        )
    for kept in case["keeps"]:
        result = await memory.recall(kept["ask"], owner=owner, options=RecallOptions(limit=10, touch=False))
        told = [hit.memory.text for hit in result.memories] + [hit.drawer.text for hit in result.hits]
        trial.found["kept"] = _place(told, kept["word"]) < len(told)


def _place(texts: Sequence[str], word: str | None) -> int:
    """The place of the first text with a word, whatever was noted beside it; the number of texts without any."""
    if word is None:
        return len(texts)
    wanted = fold(word).rstrip(".")
    return next((place for place, text in enumerate(texts) if wanted in fold(bare(text))), len(texts))


def _talk(title: str, said: Sequence[tuple[str, str, datetime]]) -> Conversation:
    turns = tuple(Turn(text, speaker, Role.USER, at) for text, speaker, at in said)
    return Conversation(title, title, "talk", (Session(title, said[0][2], turns),))


def _is_wrong(trial: Trial) -> bool:
    return any(answer == (name == "old_as_current") for name, answer in trial.found.items())


def _figures(trials: Sequence[Trial]) -> dict[str, Any]:
    found = {name: [one.found[name] for one in trials if name in one.found] for name in MEASURES}
    shares = {name: round(100 * sum(answers) / len(answers), 1) for name, answers in found.items() if answers}
    return {**shares, "lines": len(trials)}

"""`python -m tests.evals forgetting`: does what was forgotten stay so, and does what was not stay, too?

A line is `{"id", "lang", "form", "tell": […], "ask", "gone": […], "again": […], "neighbour", "survivors": [{"ask",
"keeps"}]}`: what is told, the question whose answer is then forgotten, the spellings that nothing may show after that,
other ways to say it (another spelling, the other language), a fact told afterwards, and questions that must still be
answered. Each line has an owner of its own and goes thirteen steps through the verbs that agents use. Nothing is judged
by a model: a step passes when no spelling of `gone` stands in what it gave, folded.
"""

from __future__ import annotations

import io
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from graphmem.evaluation import report
from graphmem.evaluation.isolated import isolated
from graphmem.facade import GraphMem
from graphmem.language.privacy import covers
from graphmem.language.turkish import fold
from graphmem.model.instant import AsOf
from graphmem.model.palace import Owner
from graphmem.model.recall import RecallResult
from graphmem.model.transcript import Conversation, Role, Session, Turn
from graphmem.ports import Progress, silent
from graphmem.services.archive.importing import WHOLE
from graphmem.services.retrieval.options import RecallOptions
from tests.evals import labelled
from tests.evals.forgetting_form import is_of_forgeteval, measure

STEPS = (
    "tell",
    "recall",
    "forget",
    "recall_gone",
    "block_gone",
    "neighbour_kept",
    "mined_again_gone",
    "dream_gone",
    "derived_gone",
    "export_gone",
    "reopened_gone",
    "undo_gone",
    "lift",
)
SAID = datetime(2026, 5, 4, 9, tzinfo=UTC)
DEEP = RecallOptions(limit=50, touch=False)
_FIELDS = ("id", "lang", "form", "tell", "ask", "gone", "again", "neighbour", "survivors")


@dataclass(slots=True)
class Trial:
    """One line on its way: what each step came to, and what survivors answered."""

    case: labelled.Case
    owner: str
    copy: str
    """An owner who is given the archive of the first."""
    steps: dict[str, bool] = field(default_factory=dict)
    leaks: dict[str, str] = field(default_factory=dict)
    kept: list[bool] = field(default_factory=list)
    run: str | None = None
    deleted: bool = False
    """Whether the turns themselves were deleted, which no lifting brings back."""

    @property
    def whose(self) -> Owner:
        """The owner as a value."""
        return Owner.named(self.owner)

    def gone(self, step: str, told: str) -> None:
        """A step passes when nothing of what was forgotten stands in what it gave."""
        text = fold(told)
        place = next((at for one in self.case["gone"] if (at := text.find(fold(one))) >= 0), -1)
        self.steps[step] = self.steps.get(step, True) and place < 0
        if place >= 0:
            self.leaks.setdefault(step, text[max(0, place - 60) : place + 60])


async def evaluate(memory: GraphMem, data: Path | None = None, progress: Progress = silent) -> report.Report:
    """Share of lines whose steps all passed, of steps, and of survivors, in percent, by language and form.

    Data of ForgetEval's form are measured as theirs. Raises InvalidInputError for a file of another form.
    """
    if data is not None and is_of_forgeteval(data):
        return await measure(memory, data, progress)
    cases = labelled.cases("forgetting", data, _FIELDS)
    async with isolated(memory, "forgetting", data or Path("forgetting"), {}) as run:
        trials = [Trial(case, run.owner(str(case["id"])), run.owner(f"{case['id']}-copy")) for case in cases]
        for number, trial in enumerate(trials, start=1):
            await _forgotten(memory, trial)
            await _again(memory, trial)
            progress("forgetting", number, len(trials))
        async with GraphMem.open(memory.settings, check_embedder=False) as reopened:
            for number, trial in enumerate(trials, start=1):
                await _afterwards(reopened, trial)
                progress("opened again", number, len(trials))
    figures = _figures(trials)
    for name, key in (("by_form", "form"), ("by_language", "lang")):
        figures[name] = {
            value: _figures([one for one in trials if one.case[key] == value])
            for value in sorted({str(case[key]) for case in cases})
        }
    settings = report.settings(
        command="evaluate forgetting", data=str(data or "forgetting"), embedder=memory.embedder.model
    )
    errors = [
        {"id": one.case["id"], "failed": _failed(one), "leaks": one.leaks, "survivors": one.kept}
        for one in trials
        if _failed(one) or not all(one.kept)
    ]
    return {"metrics": figures, "settings": settings, "errors": errors}


async def _forgotten(memory: GraphMem, trial: Trial) -> None:
    case, owner = trial.case, trial.owner
    told = await memory.mine(_talk("told", case["tell"]), owner=owner)
    trial.steps["tell"] = told.filed == len(case["tell"])
    trial.steps["recall"] = _says(await _text(memory, trial, case["ask"]), case["gone"])
    then = RecallOptions(limit=50, touch=False, as_of=AsOf(known_at=datetime.now(UTC)))
    trial.steps["forget"] = await _forget(memory, trial)
    for options in (DEEP, then):
        trial.gone("recall_gone", await _text(memory, trial, case["ask"], options))
    messages = [{"role": "user", "text": case["ask"]}]
    trial.gone("block_gone", (await memory.context_for(messages, owner=owner)).context)
    trial.gone("block_gone", str(await memory.activator.activate(trial.whose, case["ask"])))
    await memory.observer.observe(trial.whose, case["neighbour"], speaker="Ada")
    near = await _text(memory, trial, case["neighbour"])
    trial.steps["neighbour_kept"] = _says(near, [case["neighbour"].rstrip(".")])


async def _again(memory: GraphMem, trial: Trial) -> None:
    """Everything by which it could come back: the same file, a copy, other spellings, an echo, a dream."""
    case, owner, whose = trial.case, trial.owner, trial.whose
    for conversation in (
        _talk("told", case["tell"]),
        _talk("copy", case["tell"]),
        _talk("spelt otherwise", case["again"]),
        _talk("undated", case["tell"], dated=False),
    ):
        await memory.mine(conversation, owner=owner)
        trial.gone("mined_again_gone", await _text(memory, trial, case["ask"]))
    dreamt = await memory.dreams.apply(whose, by="evaluation", confirm=True, now=datetime.now(UTC) + timedelta(days=90))
    trial.run = None if dreamt.run is None else dreamt.run.id
    trial.gone("dream_gone", await _text(memory, trial, case["ask"]))
    trial.gone("derived_gone", await _derived(memory, trial))


async def _derived(memory: GraphMem, trial: Trial) -> str:
    """All that is told of an owner without a question: memories, entities with facts and digests, topics, search."""
    whose, case = trial.whose, trial.case
    page = await memory.memories.page(whose, first=100)
    found: list[object] = [[(one.text, one.lesson) for one in page.items]]
    for entity in await memory.entities.all(whose, limit=100):
        found += [entity, await memory.entities.get(whose, entity.uri)]
        found += [await memory.owner(whose).digest(entity.uri), await memory.explorer.timeline(whose, entity.uri)]
    found.append(await memory.outline(owner=trial.owner))
    for spelling in case["gone"]:
        result = await memory.recall(spelling, owner=trial.owner, options=DEEP)
        found.append(_told(result))
    return str(found)


async def _afterwards(memory: GraphMem, trial: Trial) -> None:
    case, whose = trial.case, trial.whose
    archive = io.BytesIO()
    await memory.archives.export(whose, archive)
    archive.seek(0)
    await memory.archives.import_(Owner.named(trial.copy), archive, trust=WHOLE)
    await memory.mine(_talk("spelt otherwise", case["again"]), owner=trial.copy)
    trial.gone("export_gone", _told(await memory.recall(case["ask"], owner=trial.copy, options=DEEP)))
    trial.gone("reopened_gone", await _text(memory, trial, case["ask"]))
    if trial.run is not None:
        await memory.dreams.undo(whose, trial.run)
    trial.gone("undo_gone", await _text(memory, trial, case["ask"]))
    for survivor in case["survivors"]:
        trial.kept.append(_says(await _text(memory, trial, survivor["ask"]), [survivor["keeps"]]))
    stones = (await memory.tombstones.page(whose, first=100)).items
    for stone in stones:
        await memory.tombstones.lift(whose, stone.id, by="evaluation")
    is_lifted = bool(stones) and not (await memory.tombstones.page(whose)).items
    await memory.backfill(owner=trial.owner)
    is_back = trial.deleted or _says(await _text(memory, trial, case["ask"]), case["gone"])
    trial.steps["lift"] = is_lifted and is_back


async def _forget(memory: GraphMem, trial: Trial) -> bool:
    """What a person does: forget the memory that answers, or delete the turn where no memory says it.

    A memory that covers a number answers when its turns say that number and no other.
    """
    whose, gone = trial.whose, trial.case["gone"]
    page = await memory.memories.page(whose, live=False, first=100)
    believed = [one for one in page.items if one.retracted_at is None]
    saying = [one for one in believed if _says(one.text, gone)]
    hiding = [one for one in believed if covers(one.text)]
    for one, sources in zip(hiding, await memory.walks.sources(whose, [one.id for one in hiding]), strict=True):
        if all(_says(source.text, gone) for source in sources):
            saying.append(one)
    if saying:
        oldest = min(saying, key=lambda one: (one.valid_from, one.recorded_at))
        return (await memory.memories.forget(whose, oldest.id, by="evaluation")).tombstone is not None
    result = await memory.recall(trial.case["ask"], owner=trial.owner, options=DEEP)
    turns = [hit.drawer.pointer for hit in result.hits if _says(hit.drawer.text, gone)]
    for pointer in turns:
        await memory.memories.delete_drawer(whose, str(pointer), by="evaluation")
    trial.deleted = bool(turns)
    return bool(turns)


async def _text(memory: GraphMem, trial: Trial, query: str, options: RecallOptions = DEEP) -> str:
    return _told(await memory.recall(query, owner=trial.owner, options=options))


def _told(result: RecallResult) -> str:
    """Everything that a recall tells but the question itself."""
    turns = [(hit.drawer.text, hit.drawer.tags, hit.closet, hit.room) for hit in result.hits]
    memories = [(hit.memory.text, hit.memory.lesson, hit.entities, hit.path) for hit in result.memories]
    return f"{result.context} {turns} {memories}"


def _says(text: str, spellings: Sequence[str]) -> bool:
    folded = fold(text)
    return any(fold(one) in folded for one in spellings)


def _talk(title: str, said: Sequence[str], *, dated: bool = True) -> Conversation:
    """What Ada says, a minute each, and an assistant who says nothing of it."""
    turns = tuple(
        Turn(text, "Ada", Role.USER, SAID + timedelta(minutes=place) if dated else None)
        for place, text in enumerate(said)
    )
    return Conversation(title, title, "ada", (Session(title, SAID if dated else None, turns),))


def _failed(trial: Trial) -> list[str]:
    return [step for step in STEPS if trial.steps.get(step) is False]


def _figures(trials: Sequence[Trial]) -> dict[str, Any]:
    """Percentages of lines whose steps all passed, of passed steps by step, and of survivors that answer."""
    by_step = {step: [one.steps[step] for one in trials if step in one.steps] for step in STEPS}
    kept = [answer for one in trials for answer in one.kept]
    return {
        "steps_passed": _share([not _failed(one) for one in trials]),
        "survivors": _share(kept),
        "by_step": {step: _share(found) for step, found in by_step.items() if found},
        "lines": len(trials),
    }


def _share(found: Sequence[bool]) -> float:
    return round(100 * sum(found) / len(found), 1) if found else 0.0


def failures(result: Mapping[str, Any]) -> list[str]:
    """The lines that failed, each in a sentence."""
    return [f"{one['id']}: {', '.join(one['failed'])} {one['leaks']} {one['survivors']}" for one in result["errors"]]

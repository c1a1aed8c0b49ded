"""`python -m tests.evals digests`: what a digest of somebody keeps of what is asked about them, beside ten turns.

Neither knows what will be asked: a digest is made of the name alone, the turns are those of "What do I need to know
about NAME?". Of everybody whom six memories or more name and a question names (or who asks, of the invented people) it
is looked up how much of the evidence of all these questions stands in either, and in how many tokens. Beside them the
turns that fit into the digest's budget, and the block of the same question.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from graphmem.evaluation import metrics, report
from graphmem.evaluation.isolated import isolated
from graphmem.facade import GraphMem
from graphmem.language.query import names_in
from graphmem.model.digest import DIGEST_BUDGET
from graphmem.model.palace import Drawer
from graphmem.model.recall import RecallResult
from graphmem.model.transcript import Conversation, Role, Session, Turn
from graphmem.ports import Progress, silent
from graphmem.services.retrieval.context import tokens_of
from graphmem.services.retrieval.options import RecallOptions
from graphmem.services.retrieval.sanitising import make_inert
from tests.evals import context_cases, people
from tests.evals.context_cases import DataSet, Question

ASKED = {"en": "What do I need to know about {}?", "tr": "{} hakkında ne bilmem gerekiyor?"}
MENTIONS, TEN = 6, 10
WAYS = ("digest", "ten_best", "turns_in_budget", "block")

Found = Mapping[str, tuple[frozenset[str], int]]
"""By way the source ids of what stands there, and the tokens it takes."""


@dataclass(frozen=True, slots=True)
class About:
    """Somebody, the questions about them, and what each way shows."""

    set: str
    name: str
    questions: Sequence[Question]
    found: Found


async def evaluate(memory: GraphMem, paths: Sequence[Path], *, progress: Progress = silent) -> report.Report:
    """Evidence and tokens of each way. A folder holds invented people. Raises InvalidInputError."""
    sets = [_of_people(path) if path.is_dir() else context_cases.load(path) for path in paths]
    found: list[About] = []
    total = sum(len(one.conversations) for one in sets)
    for one in sets:
        async with isolated(memory, f"digests-{one.kind}", paths[0], {}) as run:
            for part, conversation in one.conversations.items():
                asked = [question for question in one.questions if question.part == part and question.evidence]
                if asked:
                    owner = await run.file(conversation, part, memories=True)
                    found += await _of_part(memory, owner, one, part, asked)
                progress("conversations", len({(about.set, about.questions[0].part) for about in found}), total)
    figures = _figures(found)
    figures["by_set"] = {name: _figures([one for one in found if one.set == name]) for name in {x.set for x in found}}
    settings = report.settings(command="evaluate digests", budget=DIGEST_BUDGET, embedder=memory.embedder.model)
    return {"metrics": figures, "settings": settings}


async def _of_part(memory: GraphMem, owner: str, data: DataSet, part: str, asked: Sequence[Question]) -> list[About]:
    own, found = memory.owner(owner), []
    for entity in await memory.entities.all(own, limit=100):
        mine = [one for one in asked if data.kind == "people" or names_in(one.text, {entity.name})]
        speaks = data.kind != "people" or entity.name.casefold() == part.casefold()
        if entity.mentions < MENTIONS or not mine or not speaks:
            continue
        digest = await own.digest(entity.uri)
        drawers = [await own.drawer(line.pointer) for line in digest.lines if line.pointer]
        asks = ASKED["tr" if "tr" in part.split("-") or _is_turkish(drawers[0].drawer) else "en"].format(entity.name)
        recalled = await own.recall(asks, options=RecallOptions(budget=DIGEST_BUDGET, touch=False))
        told = frozenset(one.drawer.source_id or "" for one in drawers), digest.tokens
        found.append(About(data.name, entity.name, mine, {"digest": told, **_beside(recalled)}))
    return found


def _beside(recalled: RecallResult) -> Found:
    """The ten best turns, those of them that fit into the budget, and the block."""
    turns = [(hit.drawer, _tokens(hit.drawer)) for hit in recalled.hits[:TEN]]
    fitting, spent = [], 0
    for drawer, tokens in turns:
        if spent + tokens <= DIGEST_BUDGET:
            fitting.append(drawer)
            spent += tokens
    shown = [drawer for drawer, _ in turns if make_inert(drawer.text)[:60] in recalled.context]
    told = {
        id_ for hit in recalled.memories if make_inert(hit.memory.text) in recalled.context for id_ in hit.source_ids
    }
    return {
        "ten_best": (_ids([drawer for drawer, _ in turns]), sum(tokens for _, tokens in turns)),
        "turns_in_budget": (_ids(fitting), spent),
        "block": (_ids(shown) | told, recalled.context_tokens),
    }


def _ids(drawers: Sequence[Drawer]) -> frozenset[str]:
    return frozenset(one.source_id or "" for one in drawers)


def _tokens(drawer: Drawer) -> int:
    return tokens_of(f"{drawer.speaker}: {drawer.text}\n")


def _is_turkish(drawer: Drawer) -> bool:
    return drawer.language == "tr"


def _figures(found: Sequence[About]) -> dict[str, Any]:
    """Of each way the share of the evidence of a question, its tokens, and the evidence of a hundred of them."""
    figures: dict[str, Any] = {"people": len(found), "questions": sum(len(one.questions) for one in found)}
    for way in WAYS:
        shares = [
            len(one.found[way][0] & set(question.evidence)) / len(set(question.evidence))
            for one in found
            for question in one.questions
        ]
        spent = [one.found[way][1] for one in found for _ in one.questions]
        tokens = sum(spent) / max(len(spent), 1)
        evidence = metrics.percent(shares)
        figures[way] = {
            "evidence": evidence, "tokens": round(tokens), "per_100_tokens": round(100 * evidence / max(tokens, 1), 2),
        }  # fmt: skip
    return figures


def _of_people(folder: Path) -> DataSet:
    conversations: dict[str, Conversation] = {}
    questions: list[Question] = []
    for path in sorted(folder.glob(f"*/{people.QUESTIONS}")):
        name = path.parent.name
        turns = tuple(
            Turn(told["text"], name.title(), Role.USER, people.said_at(told), told["id"])
            for told in people.records(path.with_name(people.MESSAGES))
        )
        conversations[name] = Conversation(name, name, name, (Session(name, turns[0].said_at, turns),))
        questions += [
            Question(name, name, "people", one["question"], tuple(one["evidence"])) for one in people.records(path)
        ]
    return DataSet(folder.name, "people", conversations, True, questions)

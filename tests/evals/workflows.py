"""`python -m tests.evals workflows`: whether ways to work that recur are found, and the better version recommended.

The set is made by a seed: episodes of calls, most of them of one of the planted workflows with other arguments each
time, calls of no workflow between its steps, and failures, after which an episode ends or goes on. Two decoys recur as
often and mostly fail. What is found twice is false the second time.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

from graphmem.cognition.sequences import common
from graphmem.evaluation import report
from graphmem.language.steps import call, read
from graphmem.services.workflow_mining import EpisodeTrace, RecurringWorkflow, find_workflows

EPISODES, PLANTED, DECOYS = 200, 12, 2
SAME = 0.8
"""Share of a planted workflow's steps in their order, with one other step at most, that what is found must hold."""
NOISE_EPISODES = 0.2
"""Share of episodes that are of no workflow."""
NOISE, FAILING, DECOY_FAILING = 0.25, 0.12, 0.85
"""Chances that a call of no workflow stands before a step, and that an episode fails."""

_TOOLS = ("Read", "Edit", "Write", "Grep", "Glob")
_COMMANDS = (
    *("git status", "git diff", "git pull", "npm test", "npm run build", "npm run lint", "pytest -q", "make check"),
    *("make build", "docker build .", "docker push registry", "kubectl apply -f", "kubectl rollout status", "alembic"),
    *("alembic upgrade head", "terraform plan", "terraform apply", "cargo test", "cargo fmt", "go vet", "helm lint"),
    *("psql -f", "ruff check", "mypy", "gh pr create", "gh run watch", "poetry lock", "poetry install", "sphinx-build"),
)
_NOISE = ("ls", "pwd", "cat", "git log", "echo", "find", "wc -l", "head", "ps", "du")
_WORDS = ("billing", "search", "login", "export", "mailer", "report", "cart", "ledger", "queue", "avatar", "router")


@dataclass(frozen=True, slots=True)
class Made:
    """Episodes with the shapes of what was planted in them."""

    episodes: list[EpisodeTrace]
    planted: list[tuple[str, ...]]
    decoys: list[tuple[str, ...]]


@dataclass(frozen=True, slots=True)
class Judged:
    """How many planted workflows were found, and what was found beside them."""

    planted: int
    false: list[RecurringWorkflow]
    missed: list[tuple[str, ...]]


def made(seed: int = 0, episodes: int = EPISODES) -> Made:
    """The generated set."""
    chance = Random(seed)
    kinds = [_plan(chance) for _ in range(PLANTED + DECOYS)]
    lived = []
    for number in range(episodes):
        if chance.random() < NOISE_EPISODES:
            steps = [_noise(chance) for _ in range(chance.randint(3, 9))]
            lived.append(EpisodeTrace(str(number), "Look around", tuple(steps), chance.random() < 0.7))
            continue
        kind = chance.randrange(len(kinds))
        lived.append(_episode(chance, number, kinds[kind], DECOY_FAILING if kind >= PLANTED else FAILING))
    shapes = [tuple(read(_done(chance, one, "x")).shape for one in kind) for kind in kinds]
    return Made(lived, shapes[:PLANTED], shapes[PLANTED:])


def judged(given: Made) -> Judged:
    """What mining finds of it."""
    hit: set[int] = set()
    false = []
    for one in find_workflows(given.episodes):
        new = {at for at, plan in enumerate(given.planted) if _is(one, plan)} - hit
        false += [] if new else [one]
        hit |= new
    return Judged(len(hit), false, [plan for at, plan in enumerate(given.planted) if at not in hit])


def _is(found: RecurringWorkflow, plan: Sequence[str]) -> bool:
    same = common(plan, found.shapes)
    return same >= SAME * len(plan) and len(found.shapes) <= same + 1


def _plan(chance: Random) -> list[str]:
    """Three to seven steps, some of which other workflows have, too."""
    steps = [chance.choice(_COMMANDS if chance.random() < 0.65 else _TOOLS) for _ in range(chance.randint(4, 8))]
    once = [one for at, one in enumerate(steps) if not at or steps[at - 1] != one]
    return once if len(once) >= 3 else _plan(chance)


def _episode(chance: Random, number: int, plan: Sequence[str], failing: float) -> EpisodeTrace:
    thing, failed = chance.choice(_WORDS), chance.random() < failing
    ends = chance.randint(2, len(plan)) if failed and chance.random() < 0.5 else len(plan)
    steps = [_noise(chance) for _ in range(chance.randint(0, 2))]
    for step in plan[:ends]:
        if chance.random() < NOISE:
            steps.append(_noise(chance))
        steps.append(_done(chance, step, thing))
    steps += [_noise(chance) for _ in range(chance.randint(0, 2))]
    return EpisodeTrace(str(number), f"Work on {thing}", tuple(steps), not failed)


def _done(chance: Random, step: str, thing: str) -> str:
    file = f"src/{thing}/{chance.choice(_WORDS)}_{chance.randint(1, 99)}.py"
    if step in _TOOLS:
        more: dict[str, str] = {"Edit": {"old": f"a {thing}", "new": f"the {thing}"}, "Grep": {"pattern": thing}}.get(
            step, {}
        )
        return call(step, {"file_path": file, **more})
    return call("Bash", {"command": f"{step} {file}"})


def _noise(chance: Random) -> str:
    return _done(chance, chance.choice((*_NOISE, "Read", "Grep")), chance.choice(_WORDS))


def evaluate(seed: int, sets: int) -> report.Report:
    """Figures over as many sets, the first of which has the seed."""
    found = [judged(made(seed + more)) for more in range(sets)]
    return {
        "mining": {
            "first": {"planted": found[0].planted, "false": len(found[0].false)},
            "planted": sum(one.planted for one in found) / sets,
            "false": sum(len(one.false) for one in found) / sets,
            "good": sum(one.planted >= 10 and len(one.false) <= 2 for one in found),
        }
    }


def transcribed(files: Sequence[Path]) -> list[EpisodeTrace]:
    """The turns of transcripts with the calls that were made in them; one worked whose last call did not fail."""
    turns: list[EpisodeTrace] = []
    for file in files:
        event, steps, ids = "", list[str](), list[str]()
        lines = [json.loads(line) for line in file.read_text("utf-8").splitlines()]
        blocks = [(entry["type"], block) for entry in lines if entry.get("type") in _SAID for block in _blocks(entry)]
        failed = {
            block["tool_use_id"] for _, block in blocks if block["type"] == "tool_result" and block.get("is_error")
        }
        for said_by, block in [*blocks, ("user", {"type": "text", "text": ""})]:
            if block["type"] == "tool_use":
                steps.append(call(block["name"], block["input"]))
                ids.append(block["id"])
            elif block["type"] == "text" and said_by == "user":
                if steps:
                    turns.append(EpisodeTrace(f"{file.name}:{len(turns)}", event, tuple(steps), ids[-1] not in failed))
                event, steps, ids = block["text"][:200], [], []
    return turns


_SAID = ("user", "assistant")


def _blocks(entry: dict[str, Any]) -> list[dict[str, Any]]:
    content = entry["message"]["content"]
    return [{"type": "text", "text": content}] if isinstance(content, str) else content

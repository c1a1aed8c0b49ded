"""`python -m tests.evals coding`: what a coding agent gets of earlier sessions at its prompts, by its hooks.

A line is a message as in `sessions`, whose `chat` is the project, with the `session` it belongs to and, of a prompt,
what of earlier sessions it `needs`: `[{"id", "span"}]`, mostly in other words than its own. Each writer is a developer
at work on several projects at once. In the order of time a session starts with its standing context, each prompt gets
its block, asked for as `graphmem hook` does, and what was said is observed as of its own time. What a block of a
session showed is not shown again, so a piece is there from then on.

What `ends` names is over from then on. A prompt's line, or one of a standing context, that tells it all the same
misleads where nothing before the agent tells what replaced it: no block, no standing context and no message of the
session.
"""

from __future__ import annotations

import re
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import Any

from graphmem.errors import InvalidInputError
from graphmem.evaluation import metrics, report
from graphmem.evaluation.isolated import isolated
from graphmem.facade import GraphMem
from graphmem.language.turkish import fold
from graphmem.model.palace import Owner
from graphmem.model.recall import RecallResult
from graphmem.model.transcript import Role
from graphmem.ports import Progress, silent
from graphmem.services.retrieval.options import RecallOptions
from tests.evals import formation, labelled, talks
from tests.evals.formation import Stored

FIELDS = (*("id", "lang", "chat", "session", "role", "speaker", "said_at", "text", "memories", "junk"), "ends", "needs")
SAID = 0.8
"""Share of the words of a needed piece that a line tells from which it stands there."""
TELLING = 40
"""Characters of a message by which a line is known to be of its project; shorter ones are said in all of them."""
LONGEST, STANDING = 20_000, 1_600
"""Characters of a message, and tokens of a standing context, as the hooks have them."""
_WORD = re.compile(r"\w+")


@dataclass(frozen=True, slots=True)
class _Over:
    """What was told in a message of a project and holds no more, and what replaced it, in which message and session."""

    project: str
    old_id: str
    old: str
    new_id: str
    new: str
    session: str

    def is_over_by(self, later: _Over) -> bool:
        """Whether what replaced it was replaced in its turn."""
        return self.new_id == later.old_id and _stands(later.old, self.new)


@dataclass(slots=True)
class _Seen:
    """What prompts got: pieces found in blocks of the session, in the standing context, in either; blocks of prompts
    that need nothing; tokens; lines of other projects among all; whether what was shown of what is over stood there
    without what replaced it; and all that is over."""

    block: list[float] = field(default_factory=list)
    standing: list[float] = field(default_factory=list)
    either: list[float] = field(default_factory=list)
    whole: list[float] = field(default_factory=list)
    empty: list[float] = field(default_factory=list)
    tokens: list[int] = field(default_factory=list)
    idle_tokens: list[int] = field(default_factory=list)
    standing_tokens: list[int] = field(default_factory=list)
    elsewhere: list[float] = field(default_factory=list)
    alone: list[float] = field(default_factory=list)
    over: list[_Over] = field(default_factory=list)
    judged: list[tuple[labelled.Case, list[Stored]]] = field(default_factory=list)
    missed: list[dict[str, str]] = field(default_factory=list)


async def evaluate(memory: GraphMem, data: Path | None = None, progress: Progress = silent) -> report.Report:
    """What of the needed pieces is there, and how much else. Raises InvalidInputError."""
    cases = labelled.cases("coding", data, FIELDS)
    _check(cases)
    seen: dict[str, _Seen] = {}
    done = 0
    async with isolated(memory, "coding", data or Path("coding"), {}) as run:
        for writer in dict.fromkeys(str(case.get("writer", "")) for case in cases):
            mine = [case for case in cases if str(case.get("writer", "")) == writer]
            mine.sort(key=lambda case: (case["said_at"], case["id"]))
            owner, seen[writer] = Owner.named(run.owner(writer)), _Seen()
            async for _ in _worked(memory, owner, mine, seen[writer]):
                done += 1
                progress("messages", done, len(cases))
            await run.over(writer)
    found = _figures(list(seen.values()))
    if len(seen) > 1:
        found["by_writer"] = {writer: _figures([one]) for writer, one in seen.items()}
    settings = report.settings(
        command="evaluate coding", data=str(data or "coding"), embedder=memory.embedder.model, messages=len(cases)
    )
    missed = [one for each in seen.values() for one in each.missed]
    return {"metrics": found, "settings": settings, "errors": missed[: formation.MOST_ERRORS]}


def _check(cases: Sequence[labelled.Case]) -> None:
    talks.by_chat(cases)
    known = {str(case["id"]): case for case in cases}
    for case in cases:
        for need in case["needs"]:
            told = known.get(str(need.get("id")), {})
            if told.get("chat") != case["chat"] or str(need.get("span")) not in str(told.get("text", "")):
                raise InvalidInputError(
                    f"line {case['id']}: needs has {str(need)[:120]!r}.",
                    field="needs",
                    remedy="Give id of an earlier message of the project and 'span' as it stands there.",
                )


async def _worked(memory: GraphMem, owner: Owner, cases: Sequence[labelled.Case], seen: _Seen) -> AsyncIterator[None]:
    """One developer's messages in their order."""
    standing: dict[str, str] = {}
    blocks: dict[str, str] = {}
    texts: dict[str, list[str]] = {}
    for case in cases:
        project, session = str(case["chat"]), f"claude-code {case['session']}"
        if session not in standing:
            await memory.sessions.start(owner, session)
            active = await memory.activator.activate(owner, project=project, session=session, budget=STANDING)
            standing[session] = active.text
            seen.standing_tokens.append(active.tokens)
            _misled(seen, project, session, active.text, active.text)
        if case["role"] == Role.USER:
            options = RecallOptions(session=session, session_in_context=True, project=project)
            asked = [{"role": "user", "content": str(case["text"])[:LONGEST]}]
            found = await memory.context_for(asked, owner=owner.name, options=options)
            blocks[session] = "\n".join((blocks.get(session, ""), found.context))
            _note(case, found, blocks[session], standing[session], seen)
            _misled(seen, project, session, found.context, f"{standing[session]}\n{blocks[session]}")
            others = [text for other, said in texts.items() if other != project for text in said]
            seen.elsewhere += [
                float(any(text in line for text in others)) for line in found.context.splitlines() if line[:2] == "- "
            ]
        told = await memory.observer.observe(
            owner, str(case["text"])[:LONGEST], role=Role(case["role"]),
            said_at=datetime.fromisoformat(str(case["said_at"])), session=session, project=project,
        )  # fmt: skip
        for end in case["ends"]:
            seen.over.append(_Over(project, end["id"], str(end["old"]), str(case["id"]), str(end["new"]), session))
        kept = [formation.judge(case, one) for one in told.statements if one.memory is not None]
        seen.judged.append((case, kept))
        if len(case["text"]) >= TELLING:
            texts.setdefault(project, []).append(str(case["text"])[:TELLING])
        yield


def _note(case: labelled.Case, found: RecallResult, blocks: str, standing: str, seen: _Seen) -> None:
    """What a prompt got of what it needs, by its own block and those before it in its session."""
    seen.tokens.append(found.context_tokens)
    if not case["needs"]:
        seen.empty.append(float(not found.context))
        seen.idle_tokens.append(found.context_tokens)
        return
    shown = []
    for need in case["needs"]:
        in_block, in_standing = _stands(need["span"], blocks), _stands(need["span"], standing)
        seen.block.append(float(in_block))
        seen.standing.append(float(in_standing))
        shown.append(in_block or in_standing)
        if not shown[-1]:
            seen.missed.append({"id": case["id"], "text": case["text"], "missed": need["span"]})
    seen.either += map(float, shown)
    seen.whole.append(float(all(shown)))


def _misled(seen: _Seen, project: str, session: str, shown: str, before: str) -> None:
    """Note of each statement that is over and is `shown` whether what replaced it is nowhere `before` the agent."""
    for one in seen.over:
        if one.project == project and _stands(one.old, shown):
            chain = [one]
            for later in seen.over:  # in the order of time
                chain += [later] if any(earlier.is_over_by(later) for earlier in chain) else []
            is_told = any(each.session == session or _stands(each.new, before) for each in chain)
            seen.alone.append(float(not is_told))
            if not is_told:
                where = "at the start" if shown == before else "in a block"
                seen.missed.append({"id": session, where: one.old, "now": chain[-1].new})


def _stands(span: str, shown: str) -> bool:
    """Whether a line of what was shown says the piece."""
    wanted = set(_WORD.findall(fold(span)))
    return any(len(wanted & set(_WORD.findall(fold(line)))) >= SAID * len(wanted) for line in shown.splitlines())


def _figures(all_: Sequence[_Seen]) -> dict[str, Any]:
    def joined(name: str) -> list[Any]:
        return [value for one in all_ for value in getattr(one, name)]

    judged = [pair for one in all_ for pair in one.judged]
    return {
        "prompts_with_needs": len(joined("whole")),
        "needs": len(joined("either")),
        "needs_in_block": metrics.percent(joined("block")),
        "needs_standing": metrics.percent(joined("standing")),
        "needs_found": metrics.percent(joined("either")),
        "prompts_whole": metrics.percent(joined("whole")),
        "idle_prompts": len(joined("empty")),
        "idle_empty": metrics.percent(joined("empty")),
        "idle_tokens": _mean(joined("idle_tokens")),
        "block_tokens": _mean(joined("tokens")),
        "standing_tokens": _mean(joined("standing_tokens")),
        "over_shown": len(joined("alone")),
        "over_alone": metrics.percent(joined("alone")),
        "lines_of_other_projects": metrics.percent(joined("elsewhere")),
        **formation.scores(judged),
    }


def _mean(values: Sequence[int]) -> int:
    return round(sum(values) / max(1, len(values)))

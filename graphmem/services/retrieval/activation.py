"""Builds the standing context of an agent at work: rules, used memories, procedures, project notes.

Four layers share one token budget. A: live policies, architecture and preferences of high priority, sure and in the
user's own words, by priority; then a team's rules that a curator confirmed (`team_rules`). B: used memories, by
priority · 0.5^(days since access / 90) · uses. C: the three recorded procedures that match the task best, those that
helped before first, each with its most failing step and regressions; workflows from conversations fill up the three,
and two pitfalls stand beside them. D: with a project, its other memories, by priority and then the latest first. Most
of what a prompt such as "commit it" needs shares no word with it, so no search finds it (`tests.evals coding`). The
memories of the project stand under a heading of their own, in short lines (`project_notes`).
"""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime

from graphmem.cognition.activation import SECONDS_A_DAY
from graphmem.errors import InvalidInputError
from graphmem.language.doc import doc_of
from graphmem.language.pairing import bare
from graphmem.model.category import Category, Priority
from graphmem.model.exploration import Activation, Dropped, Entry, Layer
from graphmem.model.language import Language
from graphmem.model.memory import DataSource, Memory
from graphmem.model.palace import Owner
from graphmem.model.procedure import Procedure
from graphmem.model.recall import MemoryHit
from graphmem.model.trust import OUTSIDE
from graphmem.services.owner_settings import is_off
from graphmem.services.privacy import mask_private
from graphmem.services.retrieval import context
from graphmem.services.retrieval.across_spaces import Copies
from graphmem.services.retrieval.admission import admits
from graphmem.services.retrieval.hot_tier import SURE_FROM
from graphmem.services.retrieval.later_updates import later_ids
from graphmem.services.retrieval.options import BUDGET, RecallOptions
from graphmem.services.retrieval.procedures import Procedures
from graphmem.services.retrieval.project_notes import ProjectNotes
from graphmem.services.retrieval.recall import Recall
from graphmem.services.retrieval.reinforcement import Learner
from graphmem.services.retrieval.sanitising import make_inert
from graphmem.services.retrieval.seen_context import mark
from graphmem.services.retrieval.team_rules import STANDING, TeamRule, TeamRules
from graphmem.store import links, memory_recall
from graphmem.store.blocks import Block
from graphmem.store.database import Database

MOST_BUDGET = 20_000
HIGH = (Priority.CRITICAL, Priority.HIGH)
PROCEDURES = (Category.WORKFLOW, Category.PITFALL)
PROCEDURES_SHOWN, PITFALLS_SHOWN = 3, 2
HALF_LIFE_DAYS = 90.0
USED_FROM = 0.5
"""Least score in layer B: one use of a memory of normal priority within three months."""

POOL = 400
"""Memories read, the last used first."""


@dataclass(frozen=True, slots=True)
class Activator:
    """Builds standing contexts."""

    database: Database
    recall: Recall
    procedures: Procedures
    learner: Learner
    copies: Copies | None = None

    async def activate(
        self,
        owner: Owner,
        task: str = "",
        *,
        path: str | None = None,
        project: str | None = None,
        session: str | None = None,
        budget: int = BUDGET,
    ) -> Activation:
        """Build the context from layers A to D; entries that do not fit are dropped whole, with reasons.

        `path` keeps memories whose scope covers that file or that have none, `project` those of that project or of
        none. The `session` is not shown these memories again unless they change. Raises InvalidInputError for a budget
        out of 1 to 20,000 tokens, and for a project without a name.
        """
        if not 1 <= budget <= MOST_BUDGET:
            raise InvalidInputError(f"budget is {budget}.", field="budget", remedy=f"Give 1 to {MOST_BUDGET:,} tokens.")
        if await is_off(self.database, owner, session):
            return Activation((), "", 0, budget, ())
        now, options = datetime.now(UTC), RecallOptions(limit=PROCEDURES_SHOWN, path=path, project=project, touch=False)
        ids = await memory_recall.activation_pool(self.database, owner, STANDING, HIGH, now, POOL, options.of_project)
        described = await memory_recall.describe(self.database, owner, ids)
        pool = [one.memory for one in described.candidates.values() if admits(options, one.memory)]
        sources = {id_: tuple(place.pointer for place in one.places) for id_, one in described.candidates.items()}
        said = {
            id_: place.said_at
            for id_, one in described.candidates.items()
            for place in one.places[:1]
            if place.said_at is not None
        }
        recorded = await self.procedures.matching(owner, task, path=path, project=project, first=PROCEDURES_SHOWN)
        told = await self._task_entries(owner, task, options)
        sources |= {hit.memory.id: hit.sources for hit in told}
        helping = {one.procedure.memory.id: (one.procedure.memory, one.score) for one in recorded}
        pitfalls = [hit for hit in told if hit.memory.category is Category.PITFALL][:PITFALLS_SHOWN]
        ways = [hit for hit in told if hit.memory.category is not Category.PITFALL][: PROCEDURES_SHOWN - len(helping)]
        helping |= {hit.memory.id: (hit.memory, hit.score) for hit in (*ways, *pitfalls)}
        layer_c = ((Layer.C, *one) for one in helping.values())
        known = _project_layer(pool, options.of_project)
        team = {one.memory.id: one for one in await TeamRules(self.database, self.copies).of(owner, session)}
        sources |= {id_: one.pointers for id_, one in team.items()}
        rules = ((Layer.A, one.memory, float(one.memory.priority.weight)) for one in team.values())
        wanted = (*_rule_layer(pool), *rules, *_usage_layer(pool, now), *layer_c, *known)
        since = await self._since(owner, pool, options.of_project)
        doubts = await self._doubts(owner, [memory for _, memory, _ in _rule_layer(pool)], options, now)
        notes = ProjectNotes(options.of_project, said)
        beside = {one.procedure.memory.id: _beware(one.procedure) for one in recorded}
        beside |= {id_: _of_team(one) for id_, one in team.items()}
        found = _fit(wanted, _unsure(pool), budget, sources, notes, since, doubts, beside)
        if session and found.entries:
            own = [entry.memory for entry in found.entries if entry.memory.id not in team]
            self._note(owner, session, own, now)
        return found

    async def _since(self, owner: Owner, pool: Sequence[Memory], project: str | None) -> dict[str, tuple[Memory, ...]]:
        """Later memories of the same matter within the pool, by memory id; empty without a project."""
        mine = {memory.id: memory for memory in pool if project is not None and memory.project == project}
        if project is None or not mine:
            return {}
        ids = await later_ids(self.database, owner, list(mine), (), project)
        return {id_: tuple(mine[one] for one in later if one in mine) for id_, later in ids.items()}

    async def _doubts(
        self, owner: Owner, rules: Sequence[Memory], options: RecallOptions, now: datetime
    ) -> dict[str, Memory]:
        """Later memories that may lift a standing rule, by the rule's id, while the review is open."""
        asked = await links.disputing_memories(self.database, owner, [rule.id for rule in rules], now)
        described = await memory_recall.describe(self.database, owner, sorted({*asked.values()}))
        known = {id_: one.memory for id_, one in described.candidates.items() if admits(options, one.memory)}
        return {id_: known[later] for id_, later in asked.items() if later in known}

    def _note(self, owner: Owner, session: str, memories: Sequence[Memory], now: datetime) -> None:
        """Note the memories shown to a session: in this process at once, in the store later.

        Nobody waits for the store. Standing memories do not grow stronger by it.
        """
        ids, marks = tuple(memory.id for memory in memories), tuple(mark(memory) for memory in memories)
        block = Block(secrets.token_hex(16), session, ids, marks, (), now)
        self.recall.shown.note(owner, block)
        self.learner.note(owner, block, (), doc_of("", Language.EN))

    async def _task_entries(self, owner: Owner, task: str, options: RecallOptions) -> list[MemoryHit]:
        """Workflows and pitfalls of the task from conversations; those that helped before come first."""
        if not task.strip():
            return []
        found = await self.recall.recall(owner, task, replace(options, categories=PROCEDURES))
        recorded = await self.procedures.among(owner, [hit.memory.id for hit in found.memories])
        said = (hit for hit in found.memories if hit.memory.id not in recorded)
        return sorted(said, key=lambda hit: hit.memory.success_count == 0)


def _rule_layer(pool: Iterable[Memory]) -> list[tuple[Layer, Memory, float]]:
    """Layer A: standing rules of sufficient source confidence, by priority and then importance."""
    found = [memory for memory in pool if _stands(memory) and memory.source_confidence >= SURE_FROM]
    found.sort(key=lambda memory: (-memory.priority.weight, -memory.importance, memory.id))
    return [(Layer.A, memory, float(memory.priority.weight)) for memory in found]


def _project_layer(pool: Iterable[Memory], project: str | None) -> list[tuple[Layer, Memory, float]]:
    """Layer D: memories of the project, by priority and then the latest first.

    Source confidence is not checked here: it says how sure the category is, which matters only for a rule, and layer D
    presents each memory as a statement by somebody.
    """
    mine = [
        memory
        for memory in pool
        if project is not None and memory.project == project and memory.data_source not in OUTSIDE
    ]
    mine.sort(key=lambda memory: (-memory.priority.weight, -memory.valid_from.timestamp(), memory.id))
    return [(Layer.D, memory, float(memory.priority.weight)) for memory in mine]


def _unsure(pool: Iterable[Memory]) -> list[Dropped]:
    """Standing memories whose source confidence is too low for layer A."""
    return [
        Dropped(memory, Layer.A, f"unsure: {memory.source_confidence:.2f} of {SURE_FROM:.2f}")
        for memory in pool
        if _stands(memory) and memory.source_confidence < SURE_FROM
    ]


def _stands(memory: Memory) -> bool:
    """Whether a memory may be a rule: by category and priority, and only if a user said it."""
    own = memory.data_source is DataSource.USER
    return own and memory.category in STANDING and memory.priority in HIGH


def _usage_layer(pool: Iterable[Memory], now: datetime) -> list[tuple[Layer, Memory, float]]:
    """Layer B: the most used memories; none from tools or documents, since nobody asked for them."""
    scored = [(_use(memory, now), memory) for memory in pool if memory.data_source not in OUTSIDE]
    kept = sorted((pair for pair in scored if pair[0] >= USED_FROM), key=lambda pair: (-pair[0], pair[1].id))
    return [(Layer.B, memory, round(score, 4)) for score, memory in kept]


def _use(memory: Memory, now: datetime) -> float:
    days = max((now - memory.last_accessed_at).total_seconds() / SECONDS_A_DAY, 0.0)
    return float(memory.priority.weight * 0.5 ** (days / HALF_LIFE_DAYS) * memory.access_count)


def _record(memory: Memory) -> str:
    """The reported outcomes of its uses; "" without any."""
    if not memory.success_count and not memory.failure_count:
        return ""
    return f" (worked {memory.success_count}, failed {memory.failure_count})"


def _doubt(rule: Memory) -> str:
    """The remark that a later statement may change a rule."""
    return f" (said later, may change “{make_inert(mask_private(context.first_sentence(bare(rule.text))))}”)"


def _beware(procedure: Procedure) -> str:
    """Warnings about a procedure: its most failing step, regressions, lesson, and a better version."""
    told = [f"step {one.step} fails most: {one.failed} times" for one in procedure.failing[:1]]
    told += [*procedure.regressions, *([procedure.memory.lesson] if procedure.memory.lesson else [])]
    beware = f" (beware: {make_inert(mask_private('; '.join(told)))})" if told else ""
    return beware + (_worse(procedure) if procedure.doubt else "")


def _of_team(rule: TeamRule) -> str:
    """The remark that names a rule's space and its speaker there."""
    by = f", told by {rule.memory.speaker}" if rule.memory.speaker else ""
    return f" (rule of {make_inert(mask_private(rule.space + by))})"


def _worse(procedure: Procedure) -> str:
    """The remark that another version of a procedure works better, with its steps."""
    best = next(one for one in procedure.versions if one.version == procedure.recommended)
    steps = " ".join(f"{number}. {make_inert(mask_private(step))}" for number, step in enumerate(best.steps, start=1))
    return f" ({make_inert(procedure.doubt)}. Version {best.version}: {steps})"


def _fit(
    wanted: Sequence[tuple[Layer, Memory, float]],
    unsure: Sequence[Dropped],
    budget: int,
    sources: Mapping[str, tuple[str, ...]],
    notes: ProjectNotes,
    since: Mapping[str, Sequence[Memory]],
    doubts: Mapping[str, Memory],
    beside: Mapping[str, str],
) -> Activation:
    """Take whole entries in order while they fit the budget, each at most once.
    An entry is taken together with its later updates (`since`) and the memory that may lift it (`doubts`), or not at
    all. `beside` holds remarks by memory id: warnings about procedures, the space of a team's rule.

    `unsure` memories are listed as dropped, unless another layer took them.
    """
    entries: dict[str, Entry] = {}
    dropped: dict[str, Dropped] = {}
    lines: list[str] = []
    spent = context.frame_tokens()
    for layer, memory, score in wanted:
        if memory.id in entries or memory.id in dropped:
            continue
        later = [one for one in since.get(memory.id, ()) if one.id not in entries]
        together = [(layer, memory, score), *((Layer.D, one, float(one.priority.weight)) for one in later)]
        doubt = doubts.get(memory.id)
        if doubt is not None and doubt.id not in entries and doubt not in later:
            together.append((layer, doubt, float(doubt.priority.weight)))
        trial, plain, taken = notes.copy(), [], []
        for own_layer, one, own_score in together:
            cited = sources.get(one.id, ())
            record = (_record(one) if one is not doubt else _doubt(memory)) + beside.get(one.id, "")
            own = notes.concern(one)
            line = trial.added(one, cited, record) if own else f"{context.line(one, cited)}{record}\n"
            taken.append(Entry(own_layer, one, own_score, context.tokens_of(line), cited))
            if own:
                trial.add(one, cited, record)
            else:
                plain.append(line.removesuffix("\n"))
        tokens = sum(entry.tokens for entry in taken)
        if spent + tokens > budget:
            dropped[memory.id] = Dropped(memory, layer, f"{tokens} tokens, {max(budget - spent, 0)} left")
            continue
        spent, notes = spent + tokens, trial
        lines += plain
        entries |= {entry.memory.id: entry for entry in taken}
    lines += notes.lines
    text = context.frame_lines(lines)
    left = [one for id_, one in dropped.items() if id_ not in entries]
    left += [one for one in unsure if one.memory.id not in entries and one.memory.id not in dropped]
    return Activation(tuple(entries.values()), text, spent if lines else 0, budget, tuple(left))

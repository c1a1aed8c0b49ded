"""Plans what a batch of statements does to an owner's memories, one statement after another.

The gate compares each statement with the stored memories and with those that the batch made or changed before it. The
writer carries the Plan out in the transaction whose lock keeps its inputs true.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta

import numpy as np

from graphmem.cognition import strength, tagging
from graphmem.cognition.calibration import calibrated
from graphmem.cognition.importance import arousal, boost, reward
from graphmem.cognition.importance import importance as weigh
from graphmem.cognition.prediction_error import FOLLOWS, MAY_HAVE_CHANGED, Changed, likeness
from graphmem.cognition.prediction_error import Neighbour as Beside
from graphmem.language.quotes import says_all
from graphmem.model.category import Category
from graphmem.model.gate import GateAction, GateDecision
from graphmem.model.ids import digest
from graphmem.model.language import Language
from graphmem.model.memory import SubTier
from graphmem.model.palace import Owner
from graphmem.model.relation import Relation, RelationType
from graphmem.model.transcript import Role
from graphmem.model.trust import OUTSIDE, PEOPLE, is_outside
from graphmem.services.change_judge import FEW, SimilarMemory, Utterance, change_judge, small_judge
from graphmem.services.ingestion import own_relations
from graphmem.services.ingestion.authority import is_others_word
from graphmem.services.ingestion.change_times import changes_at, is_told_late, says_more
from graphmem.services.ingestion.draft import Candidate, Draft, Revision, WriteOptions, memory_id
from graphmem.services.ingestion.gate import NearMemory, clauses_disagree, read_neighbour
from graphmem.services.ingestion.in_batch_state import replaceable_drafts
from graphmem.services.ingestion.model_verdicts import Verdicts, verdicts_of
from graphmem.services.judging import Judge
from graphmem.store.memories import FURTHER, NEIGHBOURS, Closed, Neighbour, Reinforced

GATE_CONFIDENCE = 0.9
"""Confidence of the gate's SUPERSEDES and CONTRADICTS edges: same subject, same attribute, new value."""

DISPUTE_CONFIDENCE = 0.7
"""Confidence of a CONTRADICTS edge to a further memory that a clause disagrees with."""

DISPUTED = "disagrees in a part"
"""Reason of such an edge."""

MOST_ASKED = 2
"""Most reviews that one statement opens about memories that may have changed."""

MOST_DISPUTED = 3
"""Most further memories, besides the gate's target, that a disagreeing clause links a statement to."""

ELABORATION_CONFIDENCE = 0.7
"""Confidence of an ELABORATES edge that the gate makes instead of changing a memory."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """The gate's decision on one statement, and the memory that now states it (None if skipped)."""

    candidate: Candidate
    decision: GateDecision
    importance: float
    memory: str | None


def summarise_outcomes(outcomes: Iterable[Outcome]) -> str:
    """Summarise the decisions: "create 3, reinforce 1"; "" without any."""
    actions = Counter(outcome.decision.action.value for outcome in outcomes)
    return ", ".join(f"{action} {count}" for action, count in actions.most_common())


@dataclass(slots=True)
class Plan:
    """The changes of a batch, by memory id in the order of decisions."""

    drafts: dict[str, Draft] = field(default_factory=dict)
    reinforced: list[Reinforced] = field(default_factory=list)
    revisions: dict[str, Revision] = field(default_factory=dict)
    closed: list[Closed] = field(default_factory=list)
    relations: list[tuple[Relation, datetime]] = field(default_factory=list)
    outcomes: list[Outcome] = field(default_factory=list)
    reasons: dict[frozenset[str], str] = field(default_factory=dict)
    """Reasons of CONTRADICTS edges, by the ids of both memories."""
    gone: set[str] = field(default_factory=set)
    """Ids of the memories that the batch has ended, stored ones and its own."""


class Planner:
    """Plans one batch of one owner."""

    def __init__(
        self, owner: Owner, model: str, options: WriteOptions, now: datetime, judge: Judge | None = None
    ) -> None:
        """`model` is the embedder's name; the `judge` has read the statements and their neighbours."""
        self._owner, self._model = owner, model
        self._options = options
        self._now = now
        self._judge = judge
        self.plan = Plan()

    def add(
        self,
        candidate: Candidate,
        stored: list[Neighbour],
        further: Sequence[Neighbour] = (),
        stated: Sequence[Neighbour] = (),
        named: Sequence[Neighbour] = (),
    ) -> Outcome:
        """Decide about one statement, given its live neighbours in the store, best first.

        `further` neighbours are only searched for clauses that disagree. Of the `stated` ones, whose facts the
        statement may end, only contradicted ones count. The chat model gave verdicts on the `named` ones.
        """
        self._now += timedelta(microseconds=1)  # so that a memory made and ended in this batch lasts an instant
        met = self._visible(candidate, [*stored, *further])
        near = met[:NEIGHBOURS]
        changed = self._change_verdicts(candidate, met)
        read = [self._read(candidate, one, changed.get(one.id)) for one in near]
        for neighbour, beside in self._find_contradicted(candidate, near, stated):
            near.append(neighbour)
            read.append(beside)
        for neighbour in self._with_verdict(candidate, near, named):
            near.append(neighbour)
            read.append(self._read(candidate, neighbour, None))
        verdicts = verdicts_of(candidate, near, stated)
        novelty = 1.0 - max((likeness(one) for one in read), default=0.0)
        importance = self._importance(candidate, near, novelty)
        decision = verdicts.decide(importance, read)
        if decision.action in _ABSORBS and (absorbing := _unheard(candidate, near)) and decision.target in absorbing:
            # A person's statement gets its own memory where only a document, tool or feed stated it before.
            near = [one for one in near if one.id not in absorbing]
            read = [one for one in read if one.id not in absorbing]
            decision = verdicts.decide(importance, read)
        memory = self._apply(candidate, near, decision, importance)
        if memory is not None and decision.action is GateAction.SUPERSEDE:
            self._supersede_others(near, read, decision, memory, verdicts)
        if memory is not None and decision.action is not GateAction.REINFORCE and candidate.claims_something:
            self._dispute(candidate, memory, [one for one in met if one.id not in verdicts.told], decision.target)
        if memory is not None and decision.action in _MAKES:
            asked = [one for one in read if verdicts.asks(one, decision)]
            self._open_reviews(candidate, memory, asked, decision.target)
        outcome = Outcome(candidate, decision, importance, memory)
        self.plan.outcomes.append(outcome)
        return outcome

    def _change_verdicts(self, candidate: Candidate, met: Sequence[Neighbour]) -> dict[str, Changed]:
        """The judge of changes' verdict on each neighbour in the statement's language, by memory id."""
        language, statement = candidate.message.language, candidate.statement
        told = [one for one in met if one.language == language]
        if (judge := change_judge()) is None:
            return {}
        near = [SimilarMemory(one.text, calibrated(one.cosine, self._model), one.category) for one in told]
        new = Utterance(statement.text, statement.category.value, statement.valid_until is None, statement.foresight)
        found = [Changed(sure, judge.closes, judge.asks) for sure in judge.likely(new, near, language)]
        if len(met) < FEW and (small := small_judge()) is not None:
            hints = small.likely(new, near, language)
            found = [replace(one, hint=hint, hints=small.asks) for one, hint in zip(found, hints, strict=True)]
        return {one.id: change for one, change in zip(told, found, strict=True) if change.sure or change.hint}

    def _find_contradicted(
        self, candidate: Candidate, near: list[Neighbour], stated: Sequence[Neighbour]
    ) -> list[tuple[Neighbour, Beside]]:
        """The memories outside `near` whose facts the statement may end and contradicts or replaces."""
        known, drafts = {one.id for one in near} | self.plan.gone, self.plan.drafts.values()
        told = (*stated, *replaceable_drafts(candidate, drafts, self._options))
        others = [self._revised(one) for one in told if one.id not in known]
        read = [(one, self._read(candidate, one, None, stated=True)) for one in others]
        return [pair for pair in read if pair[1].contradicts or pair[1].follows or pair[1].replaced]

    def _with_verdict(self, candidate: Candidate, near: list[Neighbour], named: Sequence[Neighbour]) -> list[Neighbour]:
        """The memories outside `near`, of store and batch, on which the chat model gave a verdict."""
        known = {one.id for one in near} | self.plan.gone
        drafts = [
            self.plan.drafts[id_].neighbour(0.0, self._options) for id_ in candidate.touched if id_ in self.plan.drafts
        ]
        return [self._revised(one) for one in (*named, *drafts) if one.id not in known]

    def _read(self, candidate: Candidate, near: Neighbour, changed: Changed | None, stated: bool = False) -> Beside:
        # A document, tool or feed may contradict a person's statement but not change it.
        fixed = near.immutable or (is_outside(candidate.message.role) and near.data_source in PEOPLE)
        statement = candidate.statement
        language = candidate.message.language
        others = is_others_word(candidate.message, near)
        binding = statement.category in _HAPPENED and near.category in _BINDING
        memory = NearMemory(near.id, near.text, near.cosine, fixed, Language(near.language), stated, others, binding)
        if (said := candidate.unmasked) is not None and near.said is not None:
            # Masked texts must be compared unmasked; the judge would embed them, so it gets none of that.
            read = read_neighbour(said, replace(memory, text=near.said), self._model, language, statement.claim)
        else:
            judge = self._judge if near.language == language else None
            read = read_neighbour(statement.text, memory, self._model, language, statement.claim, judge)
        return own_relations.adjust_neighbour(candidate, near, replace(read, changed=changed))

    def _visible(self, candidate: Candidate, stored: list[Neighbour]) -> list[Neighbour]:
        """The neighbours as the batch has changed them, plus the batch's own drafts, nearest first."""
        met: list[tuple[float, Neighbour | Draft]] = [
            (neighbour.cosine, self._revised(neighbour)) for neighbour in stored if neighbour.id not in self.plan.gone
        ]
        if candidate.vector is not None:
            for draft in self.plan.drafts.values():
                if draft.id in self.plan.gone or draft.vector is None:
                    continue
                if draft.valid_until is None or draft.valid_until > candidate.told_at:
                    met.append((float(np.dot(draft.vector, candidate.vector)), draft))
        best = sorted(met, key=lambda one: -one[0])[: NEIGHBOURS + FURTHER]
        return [one.neighbour(cosine, self._options) if isinstance(one, Draft) else one for cosine, one in best]

    def _revised(self, neighbour: Neighbour) -> Neighbour:
        revision = self.plan.revisions.get(neighbour.id)
        return neighbour if revision is None else replace(neighbour, text=revision.text)

    def _importance(self, candidate: Candidate, near: list[Neighbour], novelty: float) -> float:
        statement = candidate.statement
        kind = Category.FACT if statement.claim == "" else statement.category  # a mere report is no rule
        return weigh(
            novelty=novelty,
            arousal=arousal(statement.feeling.arousal, statement.stakes, kind),
            reward=reward([neighbour.strength.utility for neighbour in near]),
            attention=candidate.attention,
            boost=boost(kind, statement.manner),
        )

    def _apply(
        self, candidate: Candidate, near: list[Neighbour], decision: GateDecision, importance: float
    ) -> str | None:
        target = next((neighbour for neighbour in near if neighbour.id == decision.target), None)
        match decision.action:
            case GateAction.SKIP:
                return None
            case GateAction.REINFORCE if target is not None:
                return self._reinforce(candidate, target)
            case GateAction.UPDATE if target is not None:
                return self._update(candidate, target, importance)
            case GateAction.SUPERSEDE if target is not None:
                return self._supersede(candidate, target, importance)
        draft = self._create(candidate, importance)
        if target is not None and decision.contradicts:
            sure = GATE_CONFIDENCE if decision.confidence is None else decision.confidence
            self._relate(draft, target, RelationType.CONTRADICTS, sure)
            self.plan.reasons[frozenset((draft.id, target.id))] = decision.reason
        elif target is not None and decision.elaborates:
            self._relate(draft, target, RelationType.ELABORATES, ELABORATION_CONFIDENCE)
        return draft.id

    def _create(self, candidate: Candidate, importance: float) -> Draft:
        statement, message = candidate.statement, candidate.message
        born = strength.initial(importance=importance, arousal=statement.feeling.arousal)
        draft = Draft(
            id=memory_id(self._owner, message.id, candidate.number),
            candidate=candidate,
            text=statement.text,
            lesson=statement.lesson,
            vector=candidate.vector,
            valid_from=candidate.at,
            valid_until=statement.valid_until,
            recorded_at=self._now,
            strength=born,
            sub_tier=sub_tier(statement.category, message.role),
            drawers=[message.id],
            quote=statement.quote,
        )
        draft.tag = tagging.tag(
            memory_id=draft.id, session=message.session or "", importance=born.importance, now=message.said_at
        )
        self.plan.drafts[draft.id] = draft
        return draft

    def _reinforce(self, candidate: Candidate, target: Neighbour) -> str:
        if draft := self.plan.drafts.get(target.id):
            draft.strength = strength.reinforced(draft.strength)
            draft.drawers.append(candidate.message.id)
        else:
            stronger = strength.reinforced(target.strength)
            self.plan.reinforced.append(
                Reinforced(target.id, stronger.stability, stronger.storage, candidate.message.id, self._now)
            )
        return target.id

    def _update(self, candidate: Candidate, target: Neighbour, importance: float) -> str:
        statement = candidate.statement
        if says_all(target.text, statement.text):
            return self._reinforce(candidate, target)
        # "We moved because the server crashed" is another event than the crash, which is its cause.
        if not says_more(statement.text, target.text, candidate.message.language):  # two quotes are never spliced
            draft = self._create(candidate, importance)
            self._relate(draft, target, RelationType.ELABORATES, ELABORATION_CONFIDENCE)
            return draft.id
        if known := self.plan.drafts.get(target.id):
            known.go_on(candidate)
        elif revision := self.plan.revisions.get(target.id):
            revision.go_on(candidate)
        else:
            self.plan.revisions[target.id] = Revision.of(target.id, candidate, self._now)
        return target.id

    def _supersede(self, candidate: Candidate, target: Neighbour, importance: float) -> str:
        if candidate.statement.category is Category.CORRECTION and target.category in _STANDING:
            # A correction that replaces a rule takes the rule's category, so that searches for rules find it.
            sure = max(candidate.statement.confidence, RULED)
            candidate.statement = replace(candidate.statement, category=Category(target.category), confidence=sure)
        draft = self._create(candidate, importance)
        self._replace(draft, target)
        return draft.id

    def _supersede_others(
        self, near: list[Neighbour], read: list[Beside], decision: GateDecision, memory: str, verdicts: Verdicts
    ) -> None:
        """Supersede further memories of the same outdated value, stored more than once.
        Another member's memory in a space gets a CONTRADICTS edge instead."""
        draft = self.plan.drafts[memory]
        for neighbour, one in zip(near, read, strict=True):
            told = decision if one.id == decision.target else verdicts.decide(1.0, [one])
            if told is not decision and told.action is GateAction.SUPERSEDE:
                self._replace(draft, neighbour)
            elif told.contradicts and neighbour.foreign:
                self._relate(draft, neighbour, RelationType.CONTRADICTS, GATE_CONFIDENCE)
                self.plan.reasons[frozenset((draft.id, neighbour.id))] = told.reason

    def _dispute(self, candidate: Candidate, memory: str, met: list[Neighbour], decided: str | None) -> None:
        """Link at most MOST_DISPUTED neighbours that a clause disagrees with, by CONTRADICTS edges."""
        found = 0
        for neighbour in met:
            if neighbour.id in (memory, decided) or neighbour.id in self.plan.gone:
                continue
            beside = NearMemory(neighbour.id, neighbour.text, neighbour.cosine)
            text, language = candidate.statement.text, candidate.message.language
            if clauses_disagree(text, beside, model=self._model, language=language):
                self._relation(memory, neighbour.id, RelationType.CONTRADICTS, DISPUTE_CONFIDENCE, candidate.at)
                self.plan.reasons[frozenset((memory, neighbour.id))] = DISPUTED
                found += 1
            if found == MOST_DISPUTED:
                break

    def _open_reviews(self, candidate: Candidate, memory: str, read: Sequence[Beside], decided: str | None) -> None:
        """Open reviews about further memories that the statement may have changed."""
        settled = {memory, decided, *self.plan.gone}
        for id_ in [one.id for one in read if one.id not in settled][: MOST_ASKED - 1]:
            self._relation(memory, id_, RelationType.CONTRADICTS, FOLLOWS, candidate.at)
            self.plan.reasons[frozenset((memory, id_))] = MAY_HAVE_CHANGED

    def _replace(self, draft: Draft, target: Neighbour) -> None:
        """Let the newer statement supersede the older, whichever of the two was filed first."""
        if draft.valid_from < target.valid_from and is_told_late(draft, target, self._now):
            # The stored memory is the newer one.
            draft.valid_until = min(filter(None, (draft.valid_until, target.valid_from)))
            self._relation(target.id, draft.id, RelationType.SUPERSEDES, GATE_CONFIDENCE, target.valid_from)
            return
        if (change := changes_at(draft, target)) > target.valid_from:
            self._close(target.id, valid_until=change)
        else:  # no time between them: a correction, so the older was never true
            self._close(target.id, retracted_at=self._now)
        self._relation(draft.id, target.id, RelationType.SUPERSEDES, GATE_CONFIDENCE, change)

    def _close(self, id_: str, *, valid_until: datetime | None = None, retracted_at: datetime | None = None) -> None:
        self.plan.gone.add(id_)
        if draft := self.plan.drafts.get(id_):
            draft.valid_until = valid_until or draft.valid_until
            draft.retracted_at = retracted_at or draft.retracted_at
        else:
            version = digest(id_, "until", str(valid_until))
            self.plan.closed.append(Closed(id_, version, self._now, valid_until, retracted_at))

    def _relate(self, draft: Draft, target: Neighbour, kind: RelationType, confidence: float) -> None:
        self._relation(draft.id, target.id, kind, confidence, draft.valid_from)

    def _relation(self, source: str, target: str, kind: RelationType, confidence: float, since: datetime) -> None:
        self.plan.relations.append((Relation(source, target, kind, confidence, "gate"), since))


_HAPPENED = frozenset({Category.EPISODE, Category.PITFALL})
_BINDING = frozenset({Category.POLICY, Category.WORKFLOW})

RULED = 0.6
"""Least confidence of the category of a correction that replaces a rule."""

_STANDING = _BINDING | {Category.PREFERENCE, Category.ARCHITECTURE}

_ABSORBS = frozenset({GateAction.REINFORCE, GateAction.UPDATE, GateAction.SKIP})
"""Decisions that leave a statement to an existing memory."""

_MAKES = frozenset({GateAction.CREATE, GateAction.SUPERSEDE})


def _unheard(candidate: Candidate, near: Sequence[Neighbour]) -> frozenset[str]:
    """Ids of neighbours from outside, if a person or assistant speaks, or of another member of a space."""
    outside = OUTSIDE if not is_outside(candidate.message.role) else frozenset()
    return frozenset(one.id for one in near if one.foreign or one.data_source in outside)


def sub_tier(category: Category, role: Role) -> SubTier:
    """The sub-tier of a new memory: workflows procedural, users' words personal, all others observed."""
    if category is Category.WORKFLOW:
        return SubTier.PROCEDURAL
    return SubTier.PERSONAL if role is Role.USER else SubTier.OBSERVED

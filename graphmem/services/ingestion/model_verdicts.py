"""Combines a chat model's verdicts on statements and memories with the gate's own decision.

A change by the model ends a memory if the words or a fact of the same slot tell it, too, or the judge of changes does
not exclude it; else a review is opened. If the model sees no change in a pair, the gate neither ends that memory nor
asks on a hunch.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace

from graphmem.cognition.prediction_error import MAY_HAVE_CHANGED, Neighbour, NewStatement, decide, is_asked
from graphmem.language.contradiction.succession import is_of_another
from graphmem.language.doc import doc_of
from graphmem.model.gate import GateAction, GateDecision, PairVerdict
from graphmem.model.memory import DataSource
from graphmem.model.transcript import Role
from graphmem.services.ingestion.draft import Candidate
from graphmem.store import memories

SURE = 0.8
"""Confidence of a contradiction that a model reports."""

AGREES = 0.01
"""Probability from which the judge of changes lets the model's change act; a pair that it cannot judge is asked about.

Of 83 changes of recorded sessions (`notebooks/guides/figures.md`) 34 end rightly and 3 wrongly. At 0.1 these are 31 and
3. Without such a bound, in an earlier state of the reader, 45 and 5 in place of 38 and 2.
"""

BY_THE_MODEL = "the model reads a change"
_CHANGES = frozenset({PairVerdict.ENDS, PairVerdict.CORRECTS})


@dataclass(frozen=True, slots=True)
class Verdicts:
    """A model's verdicts by memory id.
    `fixed` memories the statement may not end, as they have another subject or are somebody else's; `stated` ones have
    a fact of the same slot. A `held` statement changes no memory."""

    told: Mapping[str, PairVerdict]
    fixed: Collection[str] = ()
    stated: Collection[str] = ()
    held: bool = False

    def _ends(self, one: Neighbour) -> bool:
        """Whether the statement ends a memory."""
        told = self.told.get(one.id) in _CHANGES
        return told and not one.partly and not self._stays(one) and (one.id in self.stated or _is_change(one))

    def asks(self, one: Neighbour, decision: GateDecision) -> bool:
        """Whether to open a review about a memory besides the decision's target."""
        if one.id in self.told:
            return self._asks(one)
        return decision.action is GateAction.CREATE and is_asked(one)

    def _asks(self, one: Neighbour) -> bool:
        told = self.told.get(one.id)
        return told is PairVerdict.ENDS_PART or (told in _CHANGES and not self._ends(one))

    def _is_different(self, one: Neighbour) -> bool:
        """Whether the model was asked about a memory and sees no change."""
        return one.id in self.told and self.told[one.id] not in {*_CHANGES, PairVerdict.ENDS_PART}

    def decide(self, importance: float, read: Sequence[Neighbour]) -> GateDecision:
        """Decide about the statement by the model's verdicts, else by the gate, which they restrict."""
        decision = self._first(read) or self._checked(decide(NewStatement(importance), read), read)
        return _beside(decision) if self.held else decision

    def _first(self, read: Sequence[Neighbour]) -> GateDecision | None:
        """The decision by the model's verdicts; None if they decide nothing."""
        if any(one.identical or one.replaced for one in read):
            return None  # an equal text and an owner's declaration need no model
        if ended := next(filter(self._ends, read), None):
            return GateDecision(GateAction.SUPERSEDE, ended.similarity, BY_THE_MODEL, ended.id)
        if asked := next(filter(self._asks, read), None):
            return _review_decision(asked)
        same = [one for one in read if self.told.get(one.id) is PairVerdict.SAME]
        if same and not (same[0].differs or same[0].apart):
            return GateDecision(GateAction.REINFORCE, same[0].similarity, "says the same", same[0].id)
        adds = next((one for one in read if self.told.get(one.id) is PairVerdict.ADDS), None)
        if adds is None:
            return None
        if self._stays(adds):
            return GateDecision(GateAction.CREATE, adds.similarity, "adds to what is known", adds.id, elaborates=True)
        return GateDecision(GateAction.UPDATE, adds.similarity, "adds to what is known", adds.id)

    def _checked(self, decision: GateDecision, read: Sequence[Neighbour]) -> GateDecision:
        """Restrict the gate's decision where the model sees no change in its target.
        An end becomes a review, and a review of a possible change a plain new memory."""
        target = next((one for one in read if one.id == decision.target), None)
        if target is None or target.replaced or not self._is_different(target):
            return decision
        if decision.action is GateAction.SUPERSEDE:
            return _review_decision(target)
        if decision.contradicts and decision.reason.startswith(MAY_HAVE_CHANGED):
            return replace(decision, reason="says something else", target=None, contradicts=False, confidence=None)
        return decision

    def _stays(self, one: Neighbour) -> bool:
        return one.hearsay or one.immutable or one.others or one.id in self.fixed


def verdicts_of(
    candidate: Candidate, near: Sequence[memories.Neighbour], stated: Sequence[memories.Neighbour]
) -> Verdicts:
    """The model's verdicts on memories whose text is still the one it was shown."""
    new, language = doc_of(candidate.statement.text, candidate.message.language), candidate.message.language
    told = [one for one in near if (said := candidate.opinions.get(one.id)) and said.text == one.text]
    is_users = candidate.message.role is Role.USER
    fixed = {
        one.id
        for one in told
        if (one.data_source is DataSource.USER and not is_users) or is_of_another(doc_of(one.text, language), new)
    }
    verdicts = {one.id: candidate.opinions[one.id].verdict for one in told}
    return Verdicts(verdicts, fixed, {one.id for one in stated}, candidate.held)


def _is_change(one: Neighbour) -> bool:
    """Whether the words tell a change, too, or the judge of changes does not exclude one."""
    told = one.contradicts or one.disputes or one.follows or one.corrects
    return told or (one.changed is not None and one.changed.sure >= AGREES)


def _beside(decision: GateDecision) -> GateDecision:
    """The decision of a held statement: a new memory that contradicts or elaborates, instead of a change."""
    if decision.action is GateAction.SUPERSEDE:
        sure = SURE if decision.confidence is None else decision.confidence
        return replace(decision, action=GateAction.CREATE, contradicts=True, confidence=sure)
    if decision.action is GateAction.UPDATE:
        return replace(decision, action=GateAction.CREATE, elaborates=True)
    return decision


def _review_decision(one: Neighbour) -> GateDecision:
    reason = MAY_HAVE_CHANGED
    return GateDecision(GateAction.CREATE, one.similarity, reason, one.id, contradicts=True, confidence=SURE)

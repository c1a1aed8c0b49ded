"""What the gate makes of a model's verdict on a statement beside a memory.

A change acts where a second reading agrees that it is one: the pair judge, the words, or a fact of the same slot. Else
somebody is asked. Where the model was asked about two and sees no change, nobody else ends one or asks about it.
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
"""Confidence of a contradiction that a model tells of."""

AGREES = 0.1
"""Probability of a change from which the judge of changes agrees with a model that there is one. No figure tells
how well it is chosen."""

BY_THE_MODEL = "the model reads a change"
_CHANGES = frozenset({PairVerdict.ENDS, PairVerdict.CORRECTS})


@dataclass(frozen=True, slots=True)
class Verdicts:
    """A model's verdicts by the ids of memories. `fixed` are those that the statement may not end: of another subject,
    or somebody else's; `stated` those with a fact of the same slot. A `held` statement changes no memory."""

    told: Mapping[str, PairVerdict]
    fixed: Collection[str] = ()
    stated: Collection[str] = ()
    held: bool = False

    def _ends(self, one: Neighbour) -> bool:
        """Whether a memory ends."""
        told = self.told.get(one.id) in _CHANGES
        return told and not one.partly and not self._stays(one) and (one.id in self.stated or _is_change(one))

    def asks(self, one: Neighbour, decision: GateDecision) -> bool:
        """Whether somebody is asked if a memory is still so, besides the one that a decision is about."""
        if one.id in self.told:
            return self._asks(one)
        return decision.action is GateAction.CREATE and is_asked(one)

    def _asks(self, one: Neighbour) -> bool:
        told = self.told.get(one.id)
        return told is PairVerdict.ENDS_PART or (told in _CHANGES and not self._ends(one))

    def _is_different(self, one: Neighbour) -> bool:
        """Whether the model was asked and sees no change; what it sees else is none either."""
        return one.id in self.told and self.told[one.id] not in {*_CHANGES, PairVerdict.ENDS_PART}

    def decide(self, importance: float, read: Sequence[Neighbour]) -> GateDecision:
        """What becomes of the statement: by the model's verdicts, else by the encoder's, which the model's restrict."""
        decision = self._first(read) or self._checked(decide(NewStatement(importance), read), read)
        return _beside(decision) if self.held else decision

    def _first(self, read: Sequence[Neighbour]) -> GateDecision | None:
        """What the model's verdicts come to; None where they decide nothing."""
        if any(one.identical or one.replaced for one in read):
            return None  # what the owner declared is no question
        if ended := next(filter(self._ends, read), None):
            return GateDecision(GateAction.SUPERSEDE, ended.similarity, BY_THE_MODEL, ended.id)
        if asked := next(filter(self._asks, read), None):
            return _asked(asked)
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
        """The encoder's decision where the model's verdicts decide nothing. What it would end without the model's
        agreement is asked about; what it would ask about alone is not."""
        target = next((one for one in read if one.id == decision.target), None)
        if target is None or target.replaced or not self._is_different(target):
            return decision
        if decision.action is GateAction.SUPERSEDE:
            return _asked(target)
        if decision.contradicts and decision.reason.startswith(MAY_HAVE_CHANGED):
            return replace(decision, reason="says something else", target=None, contradicts=False, confidence=None)
        return decision

    def _stays(self, one: Neighbour) -> bool:
        return one.hearsay or one.immutable or one.others or one.id in self.fixed


def verdicts_of(
    candidate: Candidate, near: Sequence[memories.Neighbour], stated: Sequence[memories.Neighbour]
) -> Verdicts:
    """The model's verdicts on those memories whose text is what it was shown."""
    new, language = doc_of(candidate.formed.text, candidate.message.language), candidate.message.language
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
    """Whether the pair judge or the words say that something is otherwise, too."""
    told = one.contradicts or one.disputes or one.follows or one.corrects
    return told or (one.changed is not None and one.changed.sure >= AGREES)


def _beside(decision: GateDecision) -> GateDecision:
    """The same, with a memory of its own where it would have changed one: the two disagree, or the new one adds."""
    if decision.action is GateAction.SUPERSEDE:
        sure = SURE if decision.confidence is None else decision.confidence
        return replace(decision, action=GateAction.CREATE, contradicts=True, confidence=sure)
    if decision.action is GateAction.UPDATE:
        return replace(decision, action=GateAction.CREATE, elaborates=True)
    return decision


def _asked(one: Neighbour) -> GateDecision:
    reason = MAY_HAVE_CHANGED
    return GateDecision(GateAction.CREATE, one.similarity, reason, one.id, contradicts=True, confidence=SURE)

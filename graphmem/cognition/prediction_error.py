"""The prediction-error gate: the action for a new statement beside the memories nearest to it.

Prediction error is 1 − similarity. The bands are similarities on the scale of text-embedding-3-small. If the words of
two texts were compared, they decide whether both say the same: a vector cannot tell a paraphrase from another value,
and a lost or blurred memory costs more than one too many.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from graphmem.model.gate import GateAction, GateDecision

CREATE_BELOW = 0.70
UPDATE_FROM = 0.75
REINFORCE_ABOVE = 0.92
WORTH_CREATING = 0.6
"""Importance from which a statement between CREATE_BELOW and UPDATE_FROM becomes a memory."""

RESTATED = 0.96

UPDATES_FROM = 0.6
"""Probability from which a statement judged to add detail is merged into the old one."""
SAME_MATTER = 0.5
"""Probability from which a verdict below its cut still shows how two statements are related."""
FOLLOWS = 0.7
"""Confidence in a change that the new statement tells in other words: it becomes a review."""
GROUNDED = 2
"""Shared content words and names from which a verdict that is not sure enough to act links statements.
The judge learned from pairs; two unrelated statements of one conversation look to it like a pair."""
ALIKE = 0.4
"""Share of the shorter one's content words from which two different statements are about the same."""
POSSIBLE = 0.5
"""Probability of a change from which it ends an old statement that the pair judge is sure of, too.
On whole messages 87 of 105 were right for left-out writers, 10 of 11 for two unread ones (`tests/evals/NOTES.md`)."""
DENIED = 0.05
"""Probability of a change below which a contradiction found by words closes nothing."""

OTHERS_WORD = "contradicts what somebody else said"
"""Reason why both stay: nobody's statement ends another person's, and a person must decide."""

HAPPENED = "contradicts a rule by what happened"
"""Reason why a rule stays beside an event: a Friday release that broke something ends no release rule."""

DECLARED = "has one value at a time, as you declared"
"""Reason for ending a memory of a relation that its owner declared as single-valued."""

MAY_HAVE_CHANGED, MUCH_THE_SAME = "may have changed", "says much the same"
"""Reasons of verdicts that only link, because they are not sure enough to act."""

_DISTINCT = 0.69
"""Highest score of two statements known to differ: just below CREATE_BELOW."""
_ENOUGH_COVERED = 0.6
"""Share of the old statement that a shorter new one must say to repeat it."""
_VERBS_MAY_DIFFER = 0.90
"""Similarity from which two statements of the same things with other verbs count as one."""


@dataclass(frozen=True, slots=True)
class NewStatement:
    """The gate's input about the new statement: its importance, 0–1, estimated before the gate."""

    importance: float


@dataclass(frozen=True, slots=True)
class Judged:
    """The pair judge's verdict on the new statement beside an old one.

    `probabilities` are those of the gate's actions by name. `forbidden` ones may not be taken whatever their
    probability: quantities, dates, names or kin differ. `thresholds` are the probabilities from which an action
    may be taken.
    """

    probabilities: Mapping[str, float]
    forbidden: frozenset[str]
    thresholds: Mapping[str, float]

    @property
    def action(self) -> str:
        """The most probable action."""
        return max(self.probabilities, key=self.probabilities.__getitem__)

    def acts(self, action: GateAction) -> bool:
        """Whether an irreversible action is sure enough."""
        if self.action != action or action in self.forbidden:
            return False
        return self.probabilities[action] >= self.thresholds.get(action, 1.01)


@dataclass(frozen=True, slots=True)
class Changed:
    """The probability that the new statement ends an old one, with the cuts for an end and for a review.

    `hint` is the small stores' judge: from `hints` on there is a review, and nothing ends.
    """

    sure: float
    closes: float
    asks: float
    hint: float = 0.0
    hints: float = 2.0

    @property
    def is_over(self) -> bool:
        """Whether the old one ends."""
        return self.sure >= self.closes

    @property
    def is_asked(self) -> bool:
        """Whether it becomes a review."""
        return self.sure >= self.asks

    @property
    def is_hinted(self) -> bool:
        """Whether it becomes a review because the store is small."""
        return self.hint >= self.hints


@dataclass(frozen=True, slots=True)
class Neighbour:
    """A live memory near the new statement.

    `similarity` is the calibrated cosine. `covered` and `repeated` are the shares of the old and of the new words that
    the other has, None when the words were not compared. `apart`: they are known to be two statements; `differs`: the
    new one has a number, date, name or denial that the old one lacks; `identical`: the same text after normalisation;
    `contradicts`: same subject and attribute with another value, or a denial; `disputes`: they disagree in a part, and
    the rest of either stays true; `partly`: the old one says more than that; `follows`: the new one tells in other
    words that the old one's subject has changed; `put_off`: only its time has, which any speaker may report; `hearsay`:
    the speaker of the new one has it, or at least the contradiction, from others; `others`: somebody else said the old
    one; `binding`: the old one is a rule or a way of working, and the new one only an event; `corrects`: the new one
    takes a value of the old one back, in words, and is about the same; `replaced`: the owner declared its relation as
    single-valued, and the new one has another value; `common`: shared content words and names, None when they were not
    compared, `shared`: their share of the shorter one's. `judged` is the pair judge's verdict, if there is one.
    """

    id: str
    similarity: float
    covered: float | None = None
    repeated: float | None = None
    apart: bool = False
    differs: bool = False
    identical: bool = False
    contradicts: bool = False
    disputes: bool = False
    partly: bool = False
    follows: bool = False
    put_off: bool = False
    hearsay: bool = False
    others: bool = False
    immutable: bool = False
    binding: bool = False
    corrects: bool = False
    replaced: bool = False
    common: int | None = None
    shared: float = 1.0
    judged: Judged | None = None
    changed: Changed | None = None


def decide(new: NewStatement, neighbours: Sequence[Neighbour]) -> GateDecision:
    """The action for the new statement; neighbours best first.

    A repeated text reinforces, a contradiction of any neighbour near enough supersedes it; then the judge's verdicts
    decide if there are some, else the nearest one by `likeness`. A neighbour that it contradicts in part or by hearsay,
    or that somebody else said, stays and is linked. An immutable neighbour may be reinforced, since that does not
    change its text; where it would be updated or superseded, the new statement becomes a memory beside it, and so for
    every neighbour of hearsay.
    """
    repeated = next((one for one in neighbours if one.identical), None)
    if repeated:
        return GateDecision(GateAction.REINFORCE, 1.0, "the same text", repeated.id)
    contradicted = [one for one in neighbours if one.replaced or _is_corrected(one) or _is_contradicted(one)]
    contradicted.sort(key=lambda one: not (one.replaced or one.corrects))
    if contradicted:
        own = next((one for one in contradicted if not (one.hearsay or one.others or one.binding)), None)
        return _supersede(own or contradicted[0])
    likely = max(neighbours, key=_likely, default=None)
    if ended := max(filter(_is_over, neighbours), key=_likely, default=None):
        return _supersede(ended)
    disputed = next((one for one in neighbours if one.disputes and one.similarity >= CREATE_BELOW), None)
    if disputed:
        return GateDecision(
            GateAction.CREATE, disputed.similarity, "disagrees in a part", disputed.id, contradicts=True
        )
    asked = next((one for one in neighbours if is_asked(one)), None)
    if asked:
        return GateDecision(
            GateAction.CREATE, asked.similarity, MAY_HAVE_CHANGED, asked.id, contradicts=True, confidence=FOLLOWS
        )
    if likely is None:
        return GateDecision(GateAction.CREATE, 0.0, "nothing near")
    if likely.changed is not None and _likely(likely) >= likely.changed.asks and not _is_fuller(likely):
        return _ask(likely, likely.changed.sure)
    hinted = max(filter(_is_hinted, neighbours), key=_hint, default=None)
    if hinted is not None and not _is_fuller(hinted):
        return _ask(hinted, _hint(hinted))
    if any(one.judged is not None for one in neighbours):
        return _by_judge([one for one in neighbours if one.judged is not None])
    best = max(neighbours, key=likeness)
    return _by_band(new, best, likeness(best))


def is_asked(one: Neighbour) -> bool:
    """Whether there is a review.

    It is for a change told in other words, or for a value taken back if the judge does not confirm it.
    """
    return (one.follows and (one.put_off or not one.others)) or one.corrects


def _is_corrected(one: Neighbour) -> bool:
    """Whether the words take a value back or tell a change, and the judge agrees.

    In a trial both were right in 18 of 18 (`tests/evals/NOTES.md`). Words alone only lead to a review.
    """
    return (one.corrects or one.follows) and one.changed is not None and one.changed.is_asked


def _is_contradicted(one: Neighbour) -> bool:
    is_denied = one.judged is not None and _probability(one, GateAction.SUPERSEDE) < DENIED
    return one.contradicts and one.similarity >= CREATE_BELOW and not is_denied


def _is_over(one: Neighbour) -> bool:
    """Whether the judge of changes is sure of an end, or finds it possible while the pair judge is sure.

    A memory of several things stays, since the others still hold.
    """
    if one.changed is None or one.binding or one.partly:
        return False
    both = one.changed.sure >= POSSIBLE and one.judged is not None and one.judged.acts(GateAction.SUPERSEDE)
    return both or one.changed.is_over


def _is_fuller(one: Neighbour) -> bool:
    """Whether the new statement repeats all of the old one, and the pair judge is sure that it adds to it."""
    return one.covered == 1 and one.judged is not None and _probability(one, GateAction.UPDATE) >= UPDATES_FROM


def _likely(one: Neighbour) -> float:
    """The probability that a memory ends; an event does not end a way of working."""
    return one.changed.sure if one.changed is not None and not one.binding else 0.0


def _hint(one: Neighbour) -> float:
    return one.changed.hint if one.changed is not None else 0.0


def _is_hinted(one: Neighbour) -> bool:
    return one.changed is not None and one.changed.is_hinted and not (one.binding or one.others)


def _ask(one: Neighbour, sure: float) -> GateDecision:
    """Keep both and propose a review."""
    return GateDecision(
        GateAction.CREATE, one.similarity, f"{MAY_HAVE_CHANGED}, judged {sure:.2f}", one.id,
        contradicts=True, confidence=round(sure, 4),
    )  # fmt: skip


def _probability(one: Neighbour, action: GateAction) -> float:
    return one.judged.probabilities.get(action, 0.0) if one.judged is not None else 0.0


def _by_judge(judged: Sequence[Neighbour]) -> GateDecision:
    """The action by the verdicts: an irreversible one only from its cut on, below it a link at most."""
    same = [one for one in judged if one.judged is not None and one.judged.acts(GateAction.REINFORCE)]
    if same:
        best = max(same, key=lambda one: _probability(one, GateAction.REINFORCE))
        return GateDecision(GateAction.REINFORCE, best.similarity, _with_confidence("says the same", best), best.id)
    best = min(judged, key=lambda one: _probability(one, GateAction.CREATE))
    action = best.judged.action if best.judged is not None else GateAction.CREATE
    if best.common is not None and best.common < GROUNDED and action != GateAction.UPDATE:
        return GateDecision(GateAction.CREATE, best.similarity, "says something else")
    if action == GateAction.UPDATE and _probability(best, GateAction.UPDATE) >= UPDATES_FROM:
        if best.immutable or best.hearsay:
            reason = "only reported, and adds to what is known" if best.hearsay else "adds to an immutable memory"
            return GateDecision(GateAction.CREATE, best.similarity, reason, best.id, elaborates=True)
        return GateDecision(
            GateAction.UPDATE, best.similarity, _with_confidence("adds to what is known", best), best.id
        )
    if best.common is not None and (best.common < GROUNDED or best.shared < ALIKE):
        return GateDecision(GateAction.CREATE, best.similarity, "says something else")
    about = _probability(best, GateAction.UPDATE) + _probability(best, GateAction.REINFORCE)
    if about >= SAME_MATTER:
        reason = _with_confidence(MUCH_THE_SAME, best)
        return GateDecision(GateAction.CREATE, best.similarity, reason, best.id, elaborates=True)
    return GateDecision(GateAction.CREATE, best.similarity, "says something else")


def _with_confidence(reason: str, one: Neighbour) -> str:
    """Return a reason with the judge's confidence."""
    sure = max(one.judged.probabilities.values()) if one.judged is not None else 0.0
    return f"{reason}, judged {sure:.2f}"


def likeness(neighbour: Neighbour) -> float:
    """Similarity, 0–1, corrected by the words: into the update band for detail, below it for a difference."""
    if neighbour.identical:
        return 1.0
    if neighbour.apart:
        return min(neighbour.similarity, _DISTINCT)
    if neighbour.covered is None or neighbour.repeated is None:
        return neighbour.similarity
    return _worded(neighbour.similarity, neighbour.covered, neighbour.repeated)


def _worded(similarity: float, covered: float, repeated: float) -> float:
    if repeated == 1 and covered >= _ENOUGH_COVERED:
        return max(similarity, RESTATED)
    if covered == 1:
        return UPDATE_FROM + (REINFORCE_ABOVE - UPDATE_FROM) * repeated
    if similarity >= _VERBS_MAY_DIFFER and covered >= _ENOUGH_COVERED:
        return min(similarity, REINFORCE_ABOVE)
    return min(similarity, _DISTINCT)


def _supersede(old: Neighbour) -> GateDecision:
    reason = _stays(old)
    if reason:
        return GateDecision(GateAction.CREATE, old.similarity, reason, old.id, contradicts=True)
    return GateDecision(GateAction.SUPERSEDE, old.similarity, DECLARED if old.replaced else "contradicts", old.id)


def _stays(old: Neighbour) -> str:
    """Why a contradicted old statement does not end; "" if it does."""
    if old.hearsay:
        return "only reported, and contradicts"
    if old.immutable:
        return "contradicts an immutable memory"
    if old.others:
        return OTHERS_WORD
    return HAPPENED if old.binding else ""


def _by_band(new: NewStatement, old: Neighbour, similarity: float) -> GateDecision:
    if similarity < CREATE_BELOW:
        return GateDecision(GateAction.CREATE, similarity, "says something else")
    if similarity < UPDATE_FROM:
        action = GateAction.CREATE if new.importance >= WORTH_CREATING else GateAction.SKIP
        return GateDecision(action, similarity, "close to what is known")
    if similarity > REINFORCE_ABOVE and not old.differs:
        return GateDecision(GateAction.REINFORCE, similarity, "says the same", old.id)
    if old.immutable or old.hearsay:
        reason = "only reported, and adds to what is known" if old.hearsay else "adds to an immutable memory"
        return GateDecision(GateAction.CREATE, similarity, reason, old.id, elaborates=True)
    return GateDecision(GateAction.UPDATE, similarity, "adds to what is known", old.id)

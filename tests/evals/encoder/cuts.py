"""From which probability on a verdict counts, chosen on the lines of writers whom the encoder did not see."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from graphmem.cognition.logistic import Logistic
from graphmem.language.doc import doc_of
from graphmem.language.pair_guards import forbids_one
from graphmem.language.pairing import compare_pair
from graphmem.services.reading import RULE, SKIP, YES, Setting
from tests.evals.encoder.endings import GATE, Pair
from tests.evals.encoder.figures import cut_at_precision, cut_at_recall, standing_of, worth_of
from tests.evals.encoder.judging import Judged, JudgedPair
from tests.evals.learning import temperature

KEPT = {Setting.PEOPLE: 0.96, Setting.ASSISTANT: 0.96, Setting.WORK: 0.95}
"""Shares of what is worth remembering that have to be kept, by the setting; what is let go stands in its turn."""

SETS = {Setting.PEOPLE: ("talk", "line"), Setting.ASSISTANT: ("assistant",), Setting.WORK: ("work",)}
"""The sets of messages whose clauses they are taken of."""

FEWEST_CLAUSES = 300
"""Clauses of talk among people that a cut must rest on; of fewer that for an assistant serves there, too."""

RULED, SKIPPED = 0.84, 0.98
"""Shares of verdicts that have to be right for words to hold from now on, and for a question to be passed over."""

SAME, CHANGED, ASKED = 0.95, 0.88, 0.82
"""The same for two statements to count as one, for one to end another, and for somebody to be asked whether it does;
with pairs of other matters and of natural talk among the lines."""


def heats(judged: Sequence[Judged], pairs: Sequence[JudgedPair]) -> dict[str, float]:
    """By what the scores of each head are divided, so that its probabilities are shares."""
    told: dict[str, list[tuple[dict[str, float], str]]] = {}
    for one in judged:
        for head, label in one.stretch.labels.items():
            if head in one.said:
                told.setdefault(head, []).append((dict(one.said[head]), label))
    for pair in pairs:
        told.setdefault(pair.pair.head, []).append((dict(pair.said), pair.pair.label))
    return {head: temperature(said) for head, said in sorted(told.items())}


def cooled(head: Logistic, heat: float) -> Logistic:
    """The same head with its scores divided by a temperature: above 1 it is less sure of the same verdicts."""
    return Logistic(head.labels, head.weights / heat, head.bias / heat)


def cuts(judged: Sequence[Judged], pairs: Sequence[JudgedPair], natural: Sequence[JudgedPair]) -> dict[str, float]:
    """The cuts by name, of what cooled heads say of left-out lines; `natural` pairs are as a store has them."""
    lines = [one for one in judged if one.text.kind == "line"]
    questions = [one for one in judged if SKIP in one.stretch.labels]
    found = {
        setting.value: cut_at_recall(
            worth_of([one for one in judged if one.text.kind in SETS[setting]], setting), share
        )[0]
        for setting, share in KEPT.items()
    }
    if sum(one.text.kind in SETS[Setting.PEOPLE] for one in judged) < FEWEST_CLAUSES:
        found[Setting.PEOPLE.value] = found[Setting.ASSISTANT.value]
    found[RULE] = cut_at_precision(standing_of(lines), RULED)[0]
    found[SKIP] = cut_at_precision(
        [(one.said[SKIP][YES], one.stretch.labels[SKIP] == YES) for one in questions], SKIPPED
    )[0]
    statements = [one for one in pairs if one.pair.head == GATE and not one.pair.natural]
    found["reinforce"] = cut_at_precision(merged(statements), SAME)[0]
    ended = [(one.said["supersede"], one.pair.label == "supersede") for one in (*statements, *natural)]
    found["supersede"] = cut_at_precision(ended, CHANGED)[0]
    found["asked"] = min(found["supersede"], cut_at_precision(ended, ASKED)[0])
    return {name: round(value, 4) for name, value in found.items()}


def merged(pairs: Sequence[JudgedPair]) -> list[tuple[float, bool]]:
    """How likely each pair says the same, as far as nothing forbids it."""
    return [(0.0 if forbidden(one.pair) else one.said["reinforce"], one.pair.label == "reinforce") for one in pairs]


def forbidden(pair: Pair) -> bool:
    """Whether rules forbid that the two count as one."""
    return forbids_one(compare_pair(doc_of(pair.old, pair.language), doc_of(pair.new, pair.language)))


def cooled_all(heads: Mapping[str, Logistic], by: Mapping[str, float]) -> dict[str, Logistic]:
    """All heads cooled."""
    return {name: cooled(head, by.get(name, 1.0)) for name, head in heads.items()}

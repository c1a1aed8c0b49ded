"""What heads of pairs reach on lines of writers they have not seen: shares of right labels, and cut-offs from which a
verdict may act."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from graphmem.evaluation import labelled
from graphmem.model.language import Language

HOLDING = ("eng", "home", "biz", "study", "contrast")
"""Writers who never saw the rules; figures and cut-offs are of these."""

FURTHER = ("pairs", "turns", "more")
"""Writers whose lines came later, told apart on the card."""

ACTING = (*HOLDING, "pairs", "turns")
"""Writers of whom cut-offs are taken; `more` wrote texts that differ in one word, as no conversation holds them."""

FEWEST = 8  # verdicts that a cut-off must rest on


@dataclass(frozen=True, slots=True)
class Line:
    """A labelled pair."""

    writer: str
    id: str
    language: Language
    old: str
    new: str
    label: str


@dataclass(frozen=True, slots=True)
class Left:
    """A line with what was said of it by a head that saw nothing of its writer."""

    line: Line
    probabilities: dict[str, float]
    forbidden: frozenset[str]

    @property
    def said(self) -> str:
        return max(self.probabilities, key=self.probabilities.__getitem__)


def cut(left: Sequence[Left], label: str, wanted: float) -> tuple[float, float, float]:
    """The lowest probability from which verdicts of a label are right as often as wanted, with precision and recall."""
    ranked = sorted(
        (one for one in left if one.said == label and label not in one.forbidden),
        key=lambda one: -one.probabilities[label],
    )
    there = sum(one.line.label == label for one in left)  # unrelated pairs are none of these
    best, right = (1.01, 1.0, 0.0), 0
    for said, one in enumerate(ranked, start=1):
        right += one.line.label == label
        if said >= FEWEST and right / said >= wanted:
            best = (one.probabilities[label], right / said, right / there)
    return best


def curve(left: Sequence[Left], label: str) -> dict[str, float]:
    """Recall at the precisions somebody may want."""
    return {f"{wanted:.2f}": round(cut(left, label, wanted)[2], 3) for wanted in (0.97, 0.95, 0.93, 0.9, 0.85, 0.8)}


def scores(left: Sequence[Left], same: Callable[[str, str], bool]) -> dict[str, float]:
    """Share of lines with the right label: all, by writer, by language."""
    groups: dict[str, list[bool]] = {}
    for one in left:
        right = same(one.said, one.line.label)
        for group in ("all", one.line.writer, one.line.language.value):
            groups.setdefault(group, []).append(right)
    return {name: round(sum(found) / len(found), 3) for name, found in groups.items()}


def acted(left: Sequence[Left], label: str, cut_off: float) -> dict[str, float]:
    """Of every writer: how many lines were acted on from a cut-off on, and the share of them that were right."""
    found: dict[str, float] = {}
    for writer in (*HOLDING, *FURTHER):
        said = [
            one
            for one in of(left, (writer,))
            if one.said == label and label not in one.forbidden and one.probabilities[label] >= cut_off
        ]
        found[f"{writer} acted on"] = len(said)
        found[f"{writer} right"] = sum(one.line.label == label for one in said)
    return found


def of(left: Sequence[Left], writers: Sequence[str]) -> list[Left]:
    """The lines of some writers."""
    return [one for one in left if one.line.writer in writers]


def by_label(left: Sequence[Left]) -> dict[str, dict[str, float]]:
    """Precision and recall of each label."""
    return labelled.precision_recall((one.line.label.rstrip("<>"), one.said.rstrip("<>")) for one in left)


def told(start: float, precision: float, recall: float) -> dict[str, float]:
    """A cut-off as the card says it."""
    return {"from": round(start, 4), "precision": round(precision, 3), "recall": round(recall, 3)}


def same_type(said: str, label: str) -> bool:
    """Whether two labels of a relation are of one type, whatever their direction."""
    return said.rstrip("<>") == label.rstrip("<>")

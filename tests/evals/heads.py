"""Learns the heads of the pair judge from the labelled lines: `make heads`, or `python -m tests.evals.heads`.

Every writer is left out in turn, with all groups and mirrors of a line; cut-offs and the figures on the card come from
those probabilities only. What is written is learned from all lines. The same lines and the same model give the same
file to the bit.
"""

from __future__ import annotations

import asyncio
import io
import json
import sys
from collections.abc import Callable, Sequence, Set
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from graphmem.cognition import alignment
from graphmem.cognition.linear_head import LinearHead, Row
from graphmem.cognition.pair_head import SAME, Features, GateHead
from graphmem.config import EmbedderKind, load_settings
from graphmem.language.doc import doc_of
from graphmem.language.pairing import compare_pair
from graphmem.model.language import Language
from graphmem.ports import TokenStates
from graphmem.providers.factory import ONNX_SPECS, open_embedder
from graphmem.server import extract_model
from graphmem.services import judging
from graphmem.services.change_judge import compare_words as compared_pair
from tests.evals import labelled
from tests.evals.learning import QUANTILES, learn_pairs, rarity
from tests.evals.pair_lines import Line, lines, mirrored

HOLDING = ("eng", "home", "biz", "study", "contrast")
"""Writers who never saw the rules; figures and cut-offs are of these."""

FURTHER = ("pairs", "turns", "more", "care", "road", "shell", "yard")
"""Writers whose lines came later, told apart on the card."""

ACTING = (*HOLDING, "pairs", "turns")
"""Writers of whom cut-offs are taken; `more` wrote texts that differ in one word, as no conversation holds them."""

WANTED = {SAME: 0.95, "supersede": 0.97}
"""Precision, with unrelated pairs among the lines, from which a verdict may act."""
LEAST = {SAME: 0.8}
"""Probability below which none acts, however right it is of lines: of five in LoCoMo's conversations one was."""
APART = 8
"""Places between two lines from which they are of other matters: groups stand together."""
UNRELATED_RANKS = (1, 5)
"""Which of the nearest old texts of other matters a new one is set beside; the very nearest may be the same matter."""

SWAPPED = frozenset({SAME, "create"})
"""Labels that hold for a pair whichever of its texts is the older."""

SAMENESS = frozenset({"care", "road", "shell", "yard"})
"""Writers from whose pairs only the head of what says the same learns; why is in their README."""

FEWEST = 8  # verdicts that a cut-off must rest on

UNREACHED = 0.03
"""Share of the pairs about the same matter that are too far apart to be looked at."""
DIGITS = 5  # significant ones of what is written


@dataclass(frozen=True, slots=True)
class Left:
    """A line with what was said of it by a head that saw nothing of its writer."""

    line: Line
    probabilities: dict[str, float]
    forbidden: frozenset[str]

    @property
    def said(self) -> str:
        return max(self.probabilities, key=self.probabilities.__getitem__)


class Trainer:
    """Learns from lines by what one embedder read of their texts."""

    def __init__(self, read: judging.Read, marks: Sequence[str], known: Sequence[TokenStates]) -> None:
        self._read = read
        self.features = Features(tuple(marks), rarity([one.ids for one in known]), np.zeros(0, np.float32))
        self.features = Features(self.features.marks, self.features.rarity, self._levels(known))

    @staticmethod
    def _levels(known: Sequence[TokenStates]) -> NDArray[np.float32]:
        """Likenesses of tokens to their best match in the text that stands next to theirs."""
        best = [
            (one.rows.astype(np.float32) @ other.rows.astype(np.float32).T).max(axis=1)
            for one, other in zip(known[::2], known[1::2], strict=False)
            if len(one.ids) and len(other.ids)
        ]
        found: NDArray[np.float32] = np.quantile(np.concatenate(best), QUANTILES).astype(np.float32)
        return found

    def row(self, line: Line, *, swap: bool = False) -> tuple[Row, frozenset[str]]:
        """The features of a line, its texts exchanged with `swap`, and the labels that may not be acted on."""
        old, new = (line.new, line.old) if swap else (line.old, line.new)
        compared = compared_pair(old, new, line.language)
        never = judging.forbidden_to_heads(compared)
        return self.features.of(compared.marks, self._read[old], self._read[new]), never

    def unrelated(self, found: Sequence[Line]) -> list[Line]:
        """For each line its new text beside the nearest old one of the same writer that is of another matter.

        What a statement stands beside in a store is mostly that, and labelled lines seldom are.
        """
        made = []
        for place, line in enumerate(found):
            near = [
                other
                for there, other in enumerate(found)
                if abs(there - place) > APART and (other.writer, other.language) == (line.writer, line.language)
                if other.old not in (line.old, line.new) and other.new != line.new
            ]
            if near:
                new = self._read[line.new].vector
                ranked = sorted(near, key=lambda other: -float(self._read[other.old].vector @ new))
                for rank in UNRELATED_RANKS:
                    other = ranked[min(rank, len(ranked) - 1)]
                    made.append(
                        Line(line.writer, f"{line.id}~{other.id}", line.language, other.old, line.new, "create")
                    )
        return made

    def gate(self, data: Table, without: str | None = None) -> GateHead:
        """What the gate asks, learned from its lines but those of one writer."""
        known = set() if without is None else {without}
        return GateHead(self.head(data, known), self.head(data, known | SAMENESS))

    def head(self, data: Table, without: Set[str] = frozenset()) -> LinearHead:
        """A head learned from all lines but those of some writers."""
        rows, labels = data.training(without)
        return learn_pairs(np.stack(rows), labels, self.features.dense, data.names)


@dataclass(slots=True)
class Table:
    """The rows of a kind's lines, and of the same lines with their texts exchanged where that has a label."""

    lines: list[Line]
    rows: list[tuple[Row, frozenset[str]]]
    swapped: list[Row | None]
    swapped_label: Callable[[str], str]
    names: tuple[str, ...]

    def training(self, without: Set[str]) -> tuple[list[Row], list[str]]:
        rows: list[Row] = []
        labels: list[str] = []
        for line, (row, _), other in zip(self.lines, self.rows, self.swapped, strict=True):
            if line.writer in without:
                continue
            rows.append(row)
            labels.append(line.label)
            if other is not None:
                rows.append(other)
                labels.append(self.swapped_label(line.label))
        return rows, labels


def table(trainer: Trainer, kind: str) -> Table:
    """Every line of a kind as rows."""
    is_gate = kind == "gate"
    found = lines(kind)
    found += trainer.unrelated(found) if is_gate else []
    return Table(
        found,
        [trainer.row(line) for line in found],
        [
            trainer.row(line, swap=True)[0] if not is_gate or (line.label in SWAPPED and "~" not in line.id) else None
            for line in found
        ],
        (lambda label: label) if is_gate else mirrored,
        tuple(
            sorted({label for line in found for label in (line.label, *(() if is_gate else (mirrored(line.label),)))})
        ),
    )


def left_out(data: Table, learned: Callable[[str], LinearHead | GateHead]) -> list[Left]:
    """What is said of each line, and of unrelated pairs, by a head that was learned without its writer."""
    found = []
    for writer in (*HOLDING, *FURTHER):
        head = learned(writer)
        for line, (row, forbidden) in zip(data.lines, data.rows, strict=True):
            if line.writer == writer:
                found.append(Left(line, head.probabilities(row), forbidden))
    return found


def cut(left: Sequence[Left], label: str, wanted: float, least: float = 0.0) -> tuple[float, float, float]:
    """The lowest probability, not below `least`, from which verdicts of a label are right as often as wanted, with
    precision and recall."""
    ranked = sorted(
        (one for one in left if one.said == label and label not in one.forbidden and one.probabilities[label] >= least),
        key=lambda one: -one.probabilities[label],
    )
    there = sum(one.line.label == label for one in left)  # unrelated pairs are none of these
    best, right = (1.01, 1.0, 0.0), 0
    for said, one in enumerate(ranked, start=1):
        right += one.line.label == label
        if said >= FEWEST and right / said >= wanted:
            best = (one.probabilities[label], right / said, right / there)
    return best


def floor(read: judging.Read, gate: Table) -> float:
    """The cosine that all but a few of the pairs about the same matter reach."""
    found = [
        float(read[line.old].vector @ read[line.new].vector)
        for line in gate.lines
        if line.writer in HOLDING and line.label != "create"
    ]
    return float(np.quantile(found, UNREACHED))


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
            for one in _of(left, (writer,))
            if one.said == label and label not in one.forbidden and one.probabilities[label] >= cut_off
        ]
        found[f"{writer} acted on"] = len(said)
        found[f"{writer} right"] = sum(one.line.label == label for one in said)
    return found


def _of(left: Sequence[Left], writers: Sequence[str]) -> list[Left]:
    return [one for one in left if one.line.writer in writers]


def by_label(left: Sequence[Left]) -> dict[str, dict[str, float]]:
    return labelled.precision_recall((one.line.label.rstrip("<>"), one.said.rstrip("<>")) for one in left)


async def train(kind: EmbedderKind, folder: Path) -> dict[str, Any]:
    """Learn the heads of an embedder, write its file and card to `folder`, and return the card."""
    settings = load_settings(embedder=kind)
    spec = ONNX_SPECS.get(kind)
    directory = None if spec is None else extract_model(spec.endpoint, settings)
    embedder = await open_embedder(settings, directory)
    try:
        texts = [text for each in ("gate", "relations") for line in lines(each) for text in (line.old, line.new)]
        read = await judging.read_all_states(embedder, texts)
        first = compare_pair(doc_of("a", Language.EN), doc_of("b", Language.EN))
        trainer = Trainer(read, list(first.marks), [read[text] for text in texts])
        gate, relations = table(trainer, "gate"), table(trainer, "relations")
        beside = left_out(gate, lambda writer: trainer.gate(gate, writer))
        related = left_out(relations, lambda writer: trainer.head(relations, SAMENESS | {writer}))
        judged = [one for one in beside if "~" not in one.line.id]
        judge = trainer.gate(gate)
        heads = {"same": judge.same, "gate": judge.other, "relations": trainer.head(relations, SAMENESS)}
        # Most of what stands next to a statement in a store is of another matter: that counts where verdicts act.
        cuts = {
            label: cut(_of(beside, ACTING), label, wanted, LEAST.get(label, 0.0)) for label, wanted in WANTED.items()
        }
        lowest = floor(read, gate)
        kept = {name: one[0] for name, one in cuts.items()}
        _write(folder / f"{embedder.model}.npz", trainer.features, heads, kept, lowest)
        card = _card(embedder.model, gate, relations, judged, related, cuts)
        (folder / f"{embedder.model}.json").write_text(json.dumps(card, indent=1, ensure_ascii=False) + "\n", "utf-8")
        return card
    finally:
        await embedder.aclose()


def _card(
    model: str,
    gate: Table,
    relations: Table,
    judged: Sequence[Left],
    related: Sequence[Left],
    cuts: dict[str, tuple[float, float, float]],
) -> dict[str, Any]:
    return {
        "embedder": model,
        "command": "make heads",
        "of whom only what says the same is learned": sorted(SAMENESS),
        "lines": {"gate": _counts(gate), "relations": _counts(relations)},
        "features": {"marks and alignment": len(alignment.NAMES), "ridge": "see tests/evals/learning.py"},
        "left out": "each writer in turn; figures over " + ", ".join(HOLDING),
        "gate": {
            "accuracy": scores(_of(judged, HOLDING), str.__eq__),
            "labels": by_label(_of(judged, HOLDING)),
            "recall by precision": {label: curve(_of(judged, HOLDING), label) for label in WANTED},
            "of plain lines only": {label: curve(_of(judged, HOLDING[:4]), label) for label in WANTED},
            "further writers": scores(_of(judged, FURTHER), str.__eq__),
            "acted on": {label: acted(judged, label, one[0]) for label, one in cuts.items()},
            "cuts": {name: _told(*one) for name, one in cuts.items()},
        },
        "relations": {
            "type accuracy": scores(_of(related, HOLDING), lambda said, label: said.rstrip("<>") == label.rstrip("<>")),
            "type and direction": scores(_of(related, HOLDING), str.__eq__),
            "labels": by_label(_of(related, HOLDING)),
            "further writers": scores(_of(related, FURTHER), str.__eq__),
        },
    }


def _told(start: float, precision: float, recall: float) -> dict[str, float]:
    return {"from": round(start, 4), "precision": round(precision, 3), "recall": round(recall, 3)}


def _counts(data: Table) -> dict[str, int]:
    writers = [line.writer for line in data.lines if "~" not in line.id]
    return {writer: writers.count(writer) for writer in sorted(set(writers))}


def _write(path: Path, features: Features, heads: dict[str, LinearHead], cuts: dict[str, float], lowest: float) -> None:
    kept: dict[str, Any] = {
        "marks": np.array(features.marks),
        "levels": features.levels,
        "token_ids": features.rarity.ids,
        "token_rarity": rounded(features.rarity.values),
        "token_unseen": np.float32(features.rarity.unseen),
        "floor": np.float32(lowest),
        "cut_labels": np.array(list(cuts)),
        "cuts": np.array(list(cuts.values())),
    }
    for name, head in heads.items():
        kept[f"{name}_labels"] = np.array(head.learned.labels)
        kept[f"{name}_weights"] = rounded(head.learned.weights)
        kept[f"{name}_bias"] = rounded(head.learned.bias)
        kept[f"{name}_mean"] = rounded(head.mean)
        kept[f"{name}_scale"] = rounded(head.scale)
    np.savez_compressed(file := io.BytesIO(), **kept)
    path.write_bytes(file.getvalue())


def rounded(values: NDArray[Any]) -> NDArray[np.float32]:
    """To DIGITS significant digits, so that the last bit of a sum decides nothing."""
    exponent = np.floor(np.log10(np.maximum(np.abs(values), 1e-30)))
    step = 10.0 ** (exponent - DIGITS + 1)
    found: NDArray[np.float32] = (np.round(values / step) * step).astype(np.float32)
    return found


def main() -> None:
    """Learn the heads of the default embedder, or of those named."""
    named = [EmbedderKind(name) for name in sys.argv[1:]] or [EmbedderKind.MULTILINGUAL_E5]
    for kind in named:
        card = asyncio.run(train(kind, Path(str(files("graphmem.services"))) / judging.FOLDER))
        print(json.dumps({kind.value: {"gate": card["gate"], "relations": card["relations"]}}, indent=1))


if __name__ == "__main__":
    main()

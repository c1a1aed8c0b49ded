"""Learns the head that reads two texts together: `make joint-heads`, or `python -m graphmem.evaluation.joint_heads`.

After `make heads`, whose file says which pairs are looked at at all. Writers are left out in three groups, so that a
line is judged by a head that saw nothing of its writer, nor of the groups and mirrors of the line; cut-offs and the
figures on the card come from those probabilities only, together with the linear head's as they are served. What is
written is learned from all lines. Three quarters of an hour on two cores; needs `pip install -e '.[train]'`.
"""

from __future__ import annotations

import asyncio
import io
import json
import sys
from importlib.resources import files
from pathlib import Path
from typing import Any

import numpy as np

from graphmem.cognition.joint_head import JointHead
from graphmem.cognition.linear_head import Row, temperature
from graphmem.cognition.logistic import Logistic
from graphmem.config import EmbedderKind, load_settings
from graphmem.evaluation import heads
from graphmem.evaluation.heads import Table
from graphmem.evaluation.joint_training import EPOCHS, RANK, Example, Trainer
from graphmem.evaluation.pair_figures import (
    ACTING,
    FURTHER,
    HOLDING,
    Left,
    Line,
    acted,
    by_label,
    curve,
    cut,
    of,
    same_type,
    scores,
    told,
)
from graphmem.language.doc import doc_of
from graphmem.language.pairing import compare_pair
from graphmem.model.language import Language
from graphmem.ports import TokenStates, Upper
from graphmem.providers.e5_packed import Packed, packed_file
from graphmem.providers.factory import open_embedder
from graphmem.services import judging

GROUPS = (("eng", "contrast", "turns"), ("home", "pairs"), ("biz", "study", "more"))
"""Writers that are left out together."""

QUESTIONS = ("gate", "relations")

NOT_THIS = "This embedder has no upper layers to learn beside; only multilingual-e5 has."

WANTED = {"reinforce": 0.95, "supersede": 0.95}
"""Precision, with unrelated pairs among the lines, from which a verdict may act."""


def examples(trainer: heads.Trainer, table: Table, question: str, read: dict[str, TokenStates]) -> list[Example]:
    """The lines of a kind and, where it has a label, each with its texts exchanged."""
    dense, found = trainer.features.dense, []
    for line, (row, _), other in zip(table.lines, table.rows, table.swapped, strict=True):
        old, new = _early(read, line.old), _early(read, line.new)
        found.append(Example(line.writer, old, new, row[:dense], question, line.label))
        if other is not None:
            label = table.swapped_label(line.label)
            found.append(Example(line.writer, new, old, other[:dense], question, label))
    return found


def _early(read: dict[str, TokenStates], text: str) -> Any:
    found = read[text].early
    if found is None:
        raise SystemExit(NOT_THIS)
    return found


def said_by(head: JointHead, upper: Upper, trainer: heads.Trainer, line: Line, row: Row, read: dict[str, TokenStates],
            question: str) -> dict[str, float]:  # fmt: skip
    """What a head says of a line, through the layers that serve."""
    marks = row[: trainer.features.dense]
    seen = head.row(_early(read, line.old), _early(read, line.new), marks, upper)
    return head.probabilities(question, seen)


def served(linear: dict[str, float], joint: dict[str, float], question: str) -> dict[str, float]:
    """What the judge says: the linear head where it is sure that two texts have nothing to do with each other."""
    return linear if judging.is_clear(question, linear) else judging.blended(linear, joint)


def cooled(head: JointHead, temperatures: dict[str, float]) -> JointHead:
    """The same, its scores divided by a temperature for each question."""
    questions = {
        name: Logistic(one.labels, one.weights / temperatures[name], one.bias / temperatures[name])
        for name, one in head.questions.items()
    }
    return JointHead(head.adapters, head.sides, head.mean, head.scale, questions)


async def train(folder: Path) -> dict[str, Any]:
    """Learn the head of the default embedder, write its file and card to `folder`, and return the card."""
    embedder = await open_embedder(load_settings(embedder=EmbedderKind.MULTILINGUAL_E5), None)
    try:
        texts = [text for each in QUESTIONS for line in heads.lines(each) for text in (line.old, line.new)]
        read = await judging.read_all(embedder, texts)
        states, upper = dict(read.states), read.upper
        if upper is None:
            raise SystemExit(NOT_THIS)
        first = compare_pair(doc_of("a", Language.EN), doc_of("b", Language.EN))
        linear = heads.Trainer(states, list(first.marks), [states[text] for text in texts])
        tables = {name: heads.table(linear, name) for name in QUESTIONS}
        beside = {name: heads.left_out(linear, table) for name, table in tables.items()}
        known = {name: {(one.line.writer, one.line.id): one for one in left} for name, left in beside.items()}
        every = [one for name in QUESTIONS for one in examples(linear, tables[name], name, states)]
        joint = Trainer(Packed(packed_file()), {name: table.names for name, table in tables.items()})
        left: dict[str, list[Left]] = {name: [] for name in QUESTIONS}
        alone: dict[str, list[Left]] = {name: [] for name in QUESTIONS}
        for group in GROUPS:
            head = joint.learn([one for one in every if one.writer not in group], _progress(", ".join(group)))
            for name, table in tables.items():
                for line, (row, _) in zip(table.lines, table.rows, strict=True):
                    if line.writer in group:
                        said = said_by(head, upper, linear, line, row, states, name)
                        alone[name].append(Left(line, said, _never(line)))
        heats = {name: temperature([(one.probabilities, one.line.label) for one in alone[name]]) for name in QUESTIONS}
        for name in QUESTIONS:
            for one in alone[name]:
                before = known[name][one.line.writer, one.line.id].probabilities
                said = served(before, _cooled(one.probabilities, heats[name]), name)
                left[name].append(Left(one.line, said, one.forbidden))
        acting = [one for one in left["gate"] if one.line.writer in ACTING]
        cuts = {label: cut(acting, label, wanted) for label, wanted in WANTED.items()}
        whole = cooled(joint.learn(every, _progress("all writers")), heats)
        _write(folder / f"{embedder.model}.joint.npz", whole, {name: one[0] for name, one in cuts.items()})
        card = _card(embedder.model, tables, left, beside, cuts, heats)
        target = folder / f"{embedder.model}.joint.json"
        target.write_text(json.dumps(card, indent=1, ensure_ascii=False) + "\n", "utf-8")
        return card
    finally:
        await embedder.aclose()


def _never(line: Line) -> frozenset[str]:
    old, new = (doc_of(judging.plain(text), line.language) for text in (line.old, line.new))
    return judging.forbidden_to_heads(compare_pair(old, new))


def _cooled(said: dict[str, float], heat: float) -> dict[str, float]:
    scores = {name: value ** (1 / heat) for name, value in said.items()}
    return {name: value / sum(scores.values()) for name, value in scores.items()}


def _card(
    model: str,
    tables: dict[str, Table],
    left: dict[str, list[Left]],
    beside: dict[str, list[Left]],
    cuts: dict[str, tuple[float, float, float]],
    heats: dict[str, float],
) -> dict[str, Any]:
    judged = {name: [one for one in found if "~" not in one.line.id] for name, found in left.items()}
    before = {name: [one for one in found if "~" not in one.line.id] for name, found in beside.items()}
    gate, relations = judged["gate"], judged["relations"]
    return {
        "embedder": model,
        "command": "make joint-heads",
        "lines": {name: heads.counts(table) for name, table in tables.items()},
        "left out": "writers in groups: " + "; ".join(", ".join(group) for group in GROUPS),
        "figures": "as served, over " + ", ".join(HOLDING),
        "learned": {"epochs": EPOCHS, "rank": RANK, "temperature": heats},
        "gate": {
            "accuracy": scores(of(gate, HOLDING), str.__eq__),
            "of the linear head": scores(of(before["gate"], HOLDING), str.__eq__),
            "labels": by_label(of(gate, HOLDING)),
            "recall by precision": {label: curve(of(left["gate"], ACTING), label) for label in cuts},
            "further writers": scores(of(gate, FURTHER), str.__eq__),
            "acted on": {label: acted(gate, label, one[0]) for label, one in cuts.items()},
            "cuts": {name: told(*one) for name, one in cuts.items()},
        },
        "relations": {
            "type accuracy": scores(of(relations, HOLDING), same_type),
            "of the linear head": scores(of(before["relations"], HOLDING), same_type),
            "type and direction": scores(of(relations, HOLDING), str.__eq__),
            "labels": by_label(of(relations, HOLDING)),
            "further writers": scores(of(relations, FURTHER), same_type),
        },
    }


def _write(path: Path, head: JointHead, cuts: dict[str, float]) -> None:
    kept: dict[str, Any] = {
        "sides": head.sides,
        "mean": heads.rounded(head.mean),
        "scale": heads.rounded(head.scale),
        "cut_labels": np.array(list(cuts)),
        "cuts": np.array(list(cuts.values())),
    }
    for name, matrix in head.adapters.items():
        kept[f"{judging.ADAPTER}{name}"] = matrix.astype(np.float16)
    for name, question in head.questions.items():
        kept[f"{name}_labels"] = np.array(question.labels)
        kept[f"{name}_weights"] = question.weights.astype(np.float32)
        kept[f"{name}_bias"] = question.bias.astype(np.float32)
    np.savez_compressed(file := io.BytesIO(), **kept)
    path.write_bytes(file.getvalue())


def _progress(what: str) -> Any:
    def step(_doing: str, done: int, total: int | None) -> None:
        if done % 50 == 0 or done == total:
            print(f"learning, {what}: {done} of {total} steps", file=sys.stderr, flush=True)

    return step


def main() -> None:
    """Learn the head of the default embedder and print what its card says."""
    card = asyncio.run(train(Path(str(files("graphmem.services"))) / judging.FOLDER))
    print(json.dumps({name: card[name] for name in QUESTIONS}, indent=1))


if __name__ == "__main__":
    main()

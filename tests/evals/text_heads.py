"""Learns the heads of single texts from the labelled lines: `make heads`, or `python -m …evaluation.text_heads`.

Every writer is left out in turn; temperatures, cut-offs and the figures on the card come from what is then said of that
writer's lines, the figures through the same paths as in service. What is written is learned from all lines. The same
lines and the same model give the same file to the bit.
"""

from __future__ import annotations

import asyncio
import io
import json
import sys
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from importlib.resources import files
from pathlib import Path
from typing import Any

import numpy as np

from graphmem.cognition.linear_head import LinearHead, Row
from graphmem.config import EmbedderKind, load_settings
from graphmem.language.doc import doc_of
from graphmem.language.entities import find
from graphmem.language.marks import message_marks, question_marks
from graphmem.language.question import understand
from graphmem.model.language import Language
from graphmem.ports import Embedder, Purpose, Vectors
from graphmem.providers.factory import ONNX_SPECS, open_embedder
from graphmem.server import extract_model
from graphmem.services import text_judging
from graphmem.services.ingestion.palace_layout import spoken
from graphmem.services.text_judging import (
    AT_WORK,
    CATEGORY,
    KEEP,
    MESSAGE_HEADS,
    NO,
    QUESTION_HEADS,
    SKIP,
    STANDING,
    TOLD,
    WORTH,
    YES,
    Opinion,
    TextHeads,
    first_part,
    row_of,
)
from tests.evals import text_figures
from tests.evals.heads import rounded
from tests.evals.learning import cooled as cooled_by
from tests.evals.learning import cut as reached
from tests.evals.learning import learn, temperature
from tests.evals.pair_lines import OWN
from tests.evals.text_lines import PROJECTS, TALKS, Line, message_lines, question_lines, session_writers

LANGUAGES = {EmbedderKind.MULTILINGUAL_E5: (Language.EN, Language.TR), EmbedderKind.BGE_SMALL_EN: (Language.EN,)}
"""The languages that an embedder knows."""

RIDGES = {
    **dict.fromkeys(MESSAGE_HEADS, (0.02, 0.05)),
    **dict.fromkeys(QUESTION_HEADS, (0.05, 0.1)),
    WORTH: (0.05, 0.15),
    TOLD: (0.05, 0.3),
    AT_WORK: (0.05, 0.3),
}
"""How little a single mark, and a single dimension of the vector, may pull. Half and twice as much serve about as well
with each writer left out."""

CARRIERS = 3
"""Lines a mark has to be in."""

NAMES = ("User", "Ada", "User", "Maureen", "user", "Devon", "User", "Kerem", "User", "Elif", "user", "Hüseyin")
"""Who says the second copy of each line: a memory's text begins with its speaker where that is known."""

DROPPED, RESCUED, WORTHY, RULED, SKIPPED = 0.95, 0.9, 0.87, 0.85, 0.99
"""Shares of verdicts that have to be right for a message to be dropped that rules keep, kept that they drop, for a
statement to be remembered, for words to be a rule of conduct, and for a question to be passed over."""

TAKEN_IN, TAKEN_AT_WORK = 0.94, 0.8
"""Shares of what is worth remembering of what an assistant is told that have to be kept; at work on a project two in
three statements are of the minute, and what is let go stands in its turn."""

FEWEST = 8
"""Verdicts that a cut-off must rest on."""

AT_ONCE = 64


@dataclass(slots=True)
class Rows:
    """The features of lines, as they were written and, of messages, as somebody with a name says them."""

    lines: list[Line]
    names: tuple[str, ...]
    plain: Row
    said: Row | None = None

    def marked(self, place: int, name: str) -> float:
        """A mark of a line, 0 where none has it."""
        return float(self.plain[place][self.names.index(name)]) if name in self.names else 0.0

    def served(self, place: int) -> Row:
        """The features of a line as it is met in service: a statement with its speaker and day."""
        row: Row = self.plain[place] if self.said is None or not self.lines[place].told else self.said[place]
        return row


async def message_rows(lines: list[Line], embedder: Embedder) -> Rows:
    """Messages as features. Seconds to a minute: every line is embedded twice."""
    marks = [message_marks(line.text, line.language, find(doc_of(line.text, line.language))) for line in lines]
    names = _names(marks)
    said = [line.told or spoken(NAMES[place % len(NAMES)], line.text) for place, line in enumerate(lines)]
    plain, named = await vectors(embedder, [line.text for line in lines]), await vectors(embedder, said)
    return Rows(lines, names, _stacked(names, marks, plain), _stacked(names, marks, named))


async def question_rows(lines: list[Line], embedder: Embedder) -> Rows:
    """Questions as features."""
    understood = [understand(line.text) for line in lines]
    marks = [question_marks(one) for one in understood]
    names = _names(marks)
    asked = await vectors(embedder, [first_part(one) for one in understood], Purpose.QUERY)
    return Rows(lines, names, _stacked(names, marks, asked))


def _names(marks: Sequence[Mapping[str, float]]) -> tuple[str, ...]:
    counted = Counter(name for one in marks for name in one)
    return tuple(sorted(name for name, count in counted.items() if count >= CARRIERS))


def _stacked(names: tuple[str, ...], marks: Sequence[Mapping[str, float]], found: Vectors) -> Row:
    return np.stack([row_of(names, one, vector) for one, vector in zip(marks, found, strict=True)])


async def vectors(embedder: Embedder, texts: Sequence[str], purpose: Purpose = Purpose.PASSAGE) -> Vectors:
    """Embeddings, a row for each text."""
    batches = [texts[start : start + AT_ONCE] for start in range(0, len(texts), AT_ONCE)]
    return np.concatenate([await embedder.embed(batch, purpose) for batch in batches])


def trained(data: Rows, head: str, without: str | None = None) -> LinearHead:
    """A head learned from all lines that have a label for it, but those of one writer."""
    chosen = [place for place, line in enumerate(data.lines) if head in line.labels and line.writer != without]
    labels = [data.lines[place].labels[head] for place in chosen]
    features = data.plain[chosen]
    if data.said is not None:
        features, labels = np.concatenate([features, data.said[chosen]]), labels * 2
    mark, dimension = RIDGES[head]
    ridge = np.full(features.shape[1], dimension)
    ridge[: len(data.names)] = mark
    return learn(features, labels, ridge, sorted({line.labels[head] for line in data.lines if head in line.labels}))


@dataclass(frozen=True, slots=True)
class Left:
    """A line and what was said of it by a head that saw nothing of its writer; `marks` are those of the line."""

    line: Line
    said: dict[str, float]
    marks: Mapping[str, float]


@dataclass(slots=True)
class Learned:
    """A head of all lines, the heads without each writer, and what these say of that writer's lines."""

    head: LinearHead
    without: dict[str, LinearHead]
    left: list[Left]


def learned(data: Rows, head: str) -> Learned:
    """A head, made as sure of its verdicts as it is right with each writer left out."""
    out: dict[str, LinearHead] = {}
    said: list[Left] = []
    for writer in sorted({line.writer for line in data.lines if head in line.labels} - {OWN}):
        out[writer] = trained(data, head, writer)
        for place, line in enumerate(data.lines):
            if line.writer == writer and head in line.labels:
                row = data.served(place)
                marks = dict(zip(data.names, row.tolist(), strict=False))
                said.append(Left(line, out[writer].probabilities(row), marks))
    heat = temperature([(one.said, one.line.labels[head]) for one in said])
    cooled = {writer: cooled_by(one, heat) for writer, one in out.items()}
    left = [replace(one, said=_cooled(one.said, heat)) for one in said]
    return Learned(cooled_by(trained(data, head), heat), cooled, left)


def _cooled(said: Mapping[str, float], heat: float) -> dict[str, float]:
    powers = {label: float(np.exp(np.log(max(value, 1e-12)) / heat)) for label, value in said.items()}
    whole = sum(powers.values())
    return {label: value / whole for label, value in powers.items()}


def cut(told: Sequence[tuple[float, bool]], wanted: float) -> float:
    """The lowest probability from which verdicts are right as often as wanted; 1.01 where there is none."""
    best, right = 1.01, 0
    for said, (probability, is_right) in enumerate(sorted(told, key=lambda one: -one[0]), start=1):
        right += is_right
        if said >= FEWEST and right / said >= wanted:
            best = probability
    return best


def cuts(data: Rows, found: Mapping[str, Learned]) -> dict[str, float]:
    """From which probability on a verdict counts."""
    kept = found[KEEP].left
    dropped = [one for one in kept if not one.marks["dense"]]
    return {
        "drop": cut([(one.said[NO], one.line.labels[KEEP] == NO) for one in kept], DROPPED),
        "rescue": cut([(one.said[YES], one.line.labels[KEEP] == YES) for one in dropped], RESCUED),
        "worth": cut(_remembered(data, found), WORTHY),
        "told": _keeping(_taken_in(data, found, at_work=False), TAKEN_IN),
        "at_work": _keeping(_taken_in(data, found, at_work=True), TAKEN_AT_WORK),
        "policy": cut(_rules(data, found), RULED),
        "skip": cut([(one.said[YES], one.line.labels[SKIP] == YES) for one in found[SKIP].left], SKIPPED),
    }


def _keeping(told: Sequence[tuple[float, bool]], share: float) -> float:
    """What this share of the worthy reaches."""
    return round(reached([value for value, is_worthy in told if is_worthy], share), 4)


def _remembered(data: Rows, found: Mapping[str, Learned]) -> list[tuple[float, bool]]:
    """How much speaks for remembering each statement, as heads say that saw nothing of its writer, and whether it is
    worth it."""
    told = []
    for place, line in enumerate(data.lines):
        if line.told and WORTH in line.labels:
            said = _said(data, found, place, (WORTH, STANDING))
            opinion = Opinion({}, 1.0, said[WORTH][YES], said[STANDING][YES])
            told.append((opinion.memorable(stated=line.stated), line.labels[WORTH] == YES))
    return told


def _taken_in(data: Rows, found: Mapping[str, Learned], *, at_work: bool) -> list[tuple[float, bool]]:
    """The same of statements that an assistant was told, at work on a project or elsewhere."""
    told = []
    writers = frozenset(session_writers(PROJECTS if at_work else TALKS))
    for place, line in enumerate(data.lines):
        if AT_WORK in line.labels and line.writer in writers:
            said = _said(data, found, place, (TOLD, AT_WORK, STANDING))
            opinion = Opinion(
                {}, 1.0, 1.0, said[STANDING][YES], told=said[TOLD][YES], at_work=said[AT_WORK][YES],
                requests=bool(data.marked(place, "requests")),
            )  # fmt: skip
            told.append((opinion.lasting(at_work=at_work), line.labels[AT_WORK] == YES))
    return told


def _said(data: Rows, found: Mapping[str, Learned], place: int, heads: Sequence[str]) -> dict[str, dict[str, float]]:
    """What heads say of a line that saw nothing of its writer."""
    writer, row = data.lines[place].writer, data.served(place)
    return {name: found[name].without.get(writer, found[name].head).probabilities(row) for name in heads}


def _rules(data: Rows, found: Mapping[str, Learned]) -> list[tuple[float, bool]]:
    """How likely each line is a rule, as heads say that saw nothing of its writer, and whether it is one."""
    told = []
    for place, line in enumerate(data.lines):
        if line.writer == OWN or STANDING not in line.labels or AT_WORK in line.labels:
            continue  # of what an assistant is told, what is asked for now was let go before
        said = _said(data, found, place, (CATEGORY, STANDING))
        opinion = Opinion(said[CATEGORY], 1.0, 1.0, said[STANDING][YES])
        told.append((opinion.rule, line.labels[STANDING] == YES))
    return told


async def train(kind: EmbedderKind, into: Path) -> dict[str, Any]:
    """Learn the heads of an embedder, write its file and card to a folder, and return the card."""
    settings = load_settings(embedder=kind)
    spec = ONNX_SPECS.get(kind)
    directory = None if spec is None else extract_model(spec.endpoint, settings)
    embedder = await open_embedder(settings, directory)
    try:
        said = await message_rows(message_lines(LANGUAGES[kind]), embedder)
        asked = await question_rows(question_lines(LANGUAGES[kind]), embedder)
        found = {head: learned(said, head) for head in MESSAGE_HEADS}
        found |= {head: learned(asked, head) for head in QUESTION_HEADS}
        known = frozenset(one.value for one in LANGUAGES[kind])
        heads = TextHeads(
            known, said.names, asked.names, {name: one.head for name, one in found.items()}, cuts(said, found)
        )
        without = {name: one.without for name, one in found.items()}
        served = {
            "messages": await text_figures.messages(embedder, heads, without),
            "statements": await text_figures.statements(embedder, heads, without),
            "sessions": await text_figures.sessions(embedder, heads, without),
            "sessions, no assistant heard": await text_figures.unheard(embedder, heads, without),
            "questions": await text_figures.questions(embedder, heads, without),
        }
    finally:
        await embedder.aclose()
    _write(into / f"{embedder.model}.npz", heads)
    card = {
        "embedder": embedder.model,
        "command": "make heads",
        "languages": sorted(known),
        "lines": {head: _counts(said.lines, head) for head in MESSAGE_HEADS}
        | {head: _counts(asked.lines, head) for head in QUESTION_HEADS},
        "cuts": {name: round(value, 4) for name, value in heads.cuts.items()},
        "served, each writer left out": served,
    }
    (into / f"{embedder.model}.json").write_text(json.dumps(card, indent=1, ensure_ascii=False) + "\n", "utf-8")
    return card


def _counts(lines: Sequence[Line], head: str) -> dict[str, int]:
    named = [line.writer for line in lines if head in line.labels]
    return {writer: named.count(writer) for writer in sorted(set(named))}


def _write(path: Path, heads: TextHeads) -> None:
    kept: dict[str, Any] = {
        "languages": np.array(sorted(heads.languages)),
        "marks": np.array(heads.marks),
        "asked": np.array(heads.asked),
        "heads": np.array(list(heads.heads)),
        "cut_names": np.array(list(heads.cuts)),
        "cuts": np.array(list(heads.cuts.values())),
    }
    for name, head in heads.heads.items():
        kept[f"{name}_labels"] = np.array(head.learned.labels)
        kept[f"{name}_weights"] = rounded(head.learned.weights)
        kept[f"{name}_bias"] = rounded(head.learned.bias)
        kept[f"{name}_mean"] = rounded(head.mean)
        kept[f"{name}_scale"] = rounded(head.scale)
    file = io.BytesIO()
    np.savez_compressed(file, **kept)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(file.getvalue())


def main() -> None:
    """Learn the heads of every local embedder that is worth it, or of those named."""
    named = [EmbedderKind(name) for name in sys.argv[1:]] or list(LANGUAGES)
    into = Path(str(files("graphmem.services"))) / text_judging.FOLDER
    for kind in named:
        card = asyncio.run(train(kind, into))
        print(json.dumps({kind.value: card}, indent=1))


if __name__ == "__main__":
    main()

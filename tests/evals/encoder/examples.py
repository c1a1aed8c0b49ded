"""What the encoder is tuned on: messages with labelled stretches, questions, and pairs of texts, each by its writer."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from graphmem.language.formation.splitting import Span, sentence_spans
from graphmem.language.observer.filters import blank_material
from graphmem.model.category import Category
from graphmem.model.language import RULED, Language
from graphmem.model.transcript import Role
from graphmem.services.change_judge import plain
from graphmem.services.reading import CATEGORY, INTENT, NO, SKIP, STANDING, YES, Setting
from tests.evals import labelled, text_lines
from tests.evals.encoder.endings import CREATE, GATE, SUPERSEDE, UNREAD, Pair, ended_messages, ended_passages
from tests.evals.formation import FIELDS
from tests.evals.pair_lines import OWN, lines, mirrored

PLAIN = 4
"""Every how many of the statements of pairs is shown as a text that is worth remembering: they are plain ones."""

STANDING_UNREAD = ("clerk", "kitchen", "developer", "family", "terse", "indirect", "group", "usual")
"""Writers of instructions that nothing is learned from."""

SESSIONS_UNREAD = ("months", "sessions_fresh", "coding_fresh")
"""Sets of sessions that nothing is learned from."""

STANDING_FIELDS = ("id", "lang", "text", "standing")

FEWEST = 3
"""Words of what is left of a sentence, from which it is shown as not worth remembering."""

SHORT = 12
"""Words of the longest text that is marked as a whole where it is worth remembering."""

TEXT_HEADS = (CATEGORY, STANDING, *(one.value for one in Setting), INTENT, SKIP)
"""Heads of clauses and of questions, which the product has."""

RELATION = "relation"
PAIR_HEADS = (GATE, RELATION)
"""Heads of pairs, which are tuned along and judged here."""

OURS = frozenset({OWN, "plain"})
"""Writers who wrote rules as well: they are learned from and never left out, since a figure on their lines flatters."""

LabelsOf = Callable[[str], dict[str, str]]
"""The labels of a clause that is worth remembering, or is not."""


@dataclass(frozen=True, slots=True)
class Stretch:
    """A part of a text from `start` to `end`, and its label under each head that it has one for; `judgement`: what a
    memory of it is, by the marks of its message (right, clumsy, wrong, junk)."""

    start: int
    end: int
    labels: Mapping[str, str]
    judgement: str = ""


@dataclass(frozen=True, slots=True)
class Text:
    """A message or a question with its labelled stretches. `kind` names the set it is of."""

    writer: str
    language: Language
    text: str
    stretches: tuple[Stretch, ...]
    kind: str = ""
    marks: tuple[tuple[int, int], ...] | None = None
    """Where a reader marked what is worth remembering; None: nobody looked for it."""


def texts() -> list[Text]:
    """All labelled texts; of those of `UNREAD` writers nothing is learned."""
    found = [_whole(line, "line") for line in text_lines.message_lines(RULED)]
    seen = [_whole(line, "plain") for line in text_lines.plain_lines()]
    found += seen[::PLAIN]
    for writer, path in text_lines.formed_by().items():
        found += [_marked(writer, case, among_people) for case in labelled.cases("formation", path, FIELDS)]
    for name in text_lines.SESSIONS:
        found += _sessions(name, "", "work" if name in text_lines.PROJECTS else "assistant")
    found += _of_messages()
    for writer in text_lines.writers("standing"):
        for case in labelled.cases("standing", text_lines.folder() / writer / "standing.jsonl", STANDING_FIELDS):
            labels = {STANDING: YES if case["standing"] else NO}
            if case["standing"]:
                labels |= {CATEGORY: Category.POLICY.value, Setting.PEOPLE: YES}
            found.append(_line(writer, case, labels, "line"))
    for name in SESSIONS_UNREAD:
        found += _sessions(name, f"{UNREAD}{name}", "work" if name.startswith("coding") else "assistant")
    found += [_whole(line, "question") for line in text_lines.question_lines(RULED)]
    return [*found, *_unread_lines()]


def _of_messages() -> Iterator[Text]:
    """Single messages to an assistant, to a group, and to an agent at work."""
    for writer in text_lines.writers("told"):
        for case in labelled.cases("sessions", text_lines.folder() / writer / "told.jsonl", FIELDS):
            if case["speaker"] == Role.USER:
                yield _marked(writer, case, to_assistant, "assistant")
            else:
                yield _marked(writer, case, among_people)
    for writer in text_lines.writers("work"):
        for case in labelled.cases("sessions", text_lines.folder() / writer / "work.jsonl", FIELDS):
            yield _marked(writer, case, to_assistant, "work")


def _whole(line: text_lines.Line, kind: str) -> Text:
    stretches = (Stretch(0, len(line.text), line.labels),)
    return Text(line.writer, line.language, line.text, stretches, kind, _marks_of(line.text, line.labels))


def _marks_of(text: str, labels: Mapping[str, str]) -> tuple[tuple[int, int], ...] | None:
    """What is worth remembering of a text that has a label as a whole: nothing, or, of a short one, all of it."""
    if labels.get(Setting.PEOPLE) == NO:
        return ()
    is_marked = labels.get(Setting.PEOPLE) == YES and len(text.split()) <= SHORT
    return ((0, len(text)),) if is_marked else None


def _unread_lines() -> Iterator[Text]:
    for name in STANDING_UNREAD:
        path = text_lines.folder() / "standing" / f"{name}.jsonl"
        for case in labelled.cases("standing", path, STANDING_FIELDS):
            labels = {STANDING: YES if case["standing"] else NO}
            yield _line(f"{UNREAD}{name}", case, labels, "standing")
    for case in labelled.cases(
        "language", text_lines.folder() / "brief" / "short.jsonl", ("id", "lang", "text", "keep")
    ):
        labels = dict.fromkeys((Setting.PEOPLE, Setting.ASSISTANT), YES if case["keep"] else NO)
        if case["keep"] and case.get("category"):
            labels[CATEGORY] = case["category"]
        yield _line(f"{UNREAD}brief", case, labels, "line")


def _line(writer: str, case: labelled.Case, labels: Mapping[str, str], kind: str) -> Text:
    return _whole(text_lines.Line(writer, case["text"], Language(case["lang"]), labels), kind)


def _sessions(name: str, writer: str, setting: str) -> Iterator[Text]:
    """What users say in the sessions of a set; `writer` names them all, "" where each line names its own."""
    for case in labelled.cases(name, None, (*FIELDS, "role")):
        if case["role"] == Role.USER:
            yield _marked(writer or case["writer"], case, to_assistant, setting)


def among_people(worth: str) -> dict[str, str]:
    """The labels of a clause of a chat that is worth remembering, or is not."""
    return dict.fromkeys((Setting.PEOPLE, Setting.ASSISTANT), worth)


def to_assistant(worth: str) -> dict[str, str]:
    """Those of one told to an assistant: what is asked for now sounds like a rule, and is none."""
    return dict.fromkeys((Setting.WORK, Setting.ASSISTANT), worth) | ({STANDING: NO} if worth == NO else {})


def _marked(writer: str, case: labelled.Case, labels_of: LabelsOf, kind: str = "talk") -> Text:
    """A message in which a reader marked what is worth remembering, sentence by sentence."""
    message = text_lines.message_of(case)
    readable = blank_material(message.text, texts=True)
    found = {}
    for one in case["memories"]:
        if (at := message.text.find(one["span"])) >= 0:
            found[at, at + len(one["span"])] = one["category"]
    marks = tuple(sorted(found))
    stretches: list[Stretch] = []
    for sentence in sentence_spans(readable):
        within = [one for one in marks if sentence.start <= one[0] < sentence.end]
        for mark in within:
            labels = labels_of(YES) | {CATEGORY: found[mark]}
            if STANDING not in labels:
                labels |= _standing_of(found[mark])
            stretches.append(Stretch(*mark, labels, "right"))
        rest = list(_between(readable, sentence, within))
        stretches += [Stretch(*one, labels_of(NO), "junk") for one in rest]
        if within and rest:
            stretches.append(Stretch(sentence.start, sentence.end, labels_of(YES), "clumsy"))
    return Text(writer, message.language, readable, tuple(stretches), kind, marks)


def _standing_of(category: str) -> dict[str, str]:
    """Whether what is remembered holds from now on; of a taste or a way of working nobody says that it does not."""
    if category == Category.POLICY:
        return {STANDING: YES}
    return {} if category in (Category.PREFERENCE, Category.WORKFLOW) else {STANDING: NO}


def _between(text: str, sentence: Span, marks: Sequence[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    """What a sentence holds besides its marks, as far as that is more than a word or two; all of it without marks."""
    ends = [sentence.start, *(end for _, end in marks)]
    starts = [*(start for start, _ in marks), sentence.end]
    for start, end in zip(ends, starts, strict=True):
        if not marks or len(text[start:end].split()) >= FEWEST:
            yield start, end


def pairs() -> list[Pair]:
    """All labelled pairs, and those of natural talk that may be learned from."""
    found = [
        Pair(one.writer, one.language, plain(one.old), plain(one.new), head, one.label, one.id)
        for head, kind in ((GATE, "gate"), (RELATION, "relations"))
        for one in lines(kind)
    ]
    return [*found, *_changes(), *ended_messages(), *ended_passages()]


def _changes() -> Iterator[Pair]:
    sets: tuple[tuple[str, Path | None], ...] = (
        (OWN, None), ("turns", text_lines.folder() / "turns" / "changes.jsonl"),
    )  # fmt: skip
    for writer, path in sets:
        for case in labelled.cases("changes", path, ("id", "lang", "known", "message", "closes")):
            for place, known in enumerate(case["known"]):
                label = SUPERSEDE if place == case["closes"] else CREATE
                yield Pair(
                    writer, Language(case["lang"]), known, case["message"], GATE, label, case["id"], natural=True
                )


def mirrored_pair(pair: Pair) -> Pair:
    """The pair with its texts exchanged: its relation points the other way."""
    return replace(pair, old=pair.new, new=pair.old, label=mirrored(pair.label))


def label_names(texts: Sequence[Text], pairs: Sequence[Pair]) -> dict[str, list[str]]:
    """The labels of each head, in the order of the alphabet."""
    names: dict[str, set[str]] = {head: set() for head in (*TEXT_HEADS, *PAIR_HEADS)}
    for text in texts:
        for stretch in text.stretches:
            for head, label in stretch.labels.items():
                names[head].add(label)
    for pair in pairs:
        names[pair.head].add(pair.label)
    return {head: sorted(found) for head, found in names.items()}


def folds(texts: Sequence[Text], pairs: Sequence[Pair], count: int) -> list[frozenset[str]]:
    """The writers that are left out in each fold: everyone once, the most written ones spread first."""
    lines: dict[str, int] = {}
    both: list[Text | Pair] = [*texts, *pairs]
    for one in both:
        if one.writer not in OURS and not one.writer.startswith(UNREAD):
            lines[one.writer] = lines.get(one.writer, 0) + 1
    order = sorted(lines, key=lambda writer: (-lines[writer], writer))
    return [frozenset(order[number::count]) for number in range(count)]


def unrelated(pairs: Sequence[Pair], rng: np.random.Generator, share: float) -> list[Pair]:
    """For a share of the pairs of statements the newer one beside an older one of another matter by the same writer."""
    by_writer: dict[tuple[str, Language], list[Pair]] = {}
    for one in pairs:
        if one.head == GATE and not one.natural:
            by_writer.setdefault((one.writer, one.language), []).append(one)
    found = []
    for told in by_writer.values():
        for one in told:
            other = told[int(rng.integers(len(told)))]
            if rng.random() < share and other.old not in (one.old, one.new):
                found.append(replace(one, old=other.old, label=CREATE, id=f"{one.id}~{other.id}"))
    return found

"""The observer on labelled messages: what is kept, which filter drops the rest, categories, emotions and entities.

Every stage runs as the write path runs it, on the language that is detected. Categories, emotions and entities are
scored on the lines whose label says keep, since only those become memories, whether or not they were kept. Of lines
that tell whether somebody is told how to act from now on (`standing`) it has how many of those are kept, and as what.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from graphmem.errors import InvalidInputError
from graphmem.evaluation import report
from graphmem.language.detect import detect
from graphmem.language.doc import doc_of
from graphmem.language.emotion import feel
from graphmem.language.entities import find
from graphmem.language.observer.filters import Filter, check, without_memory_context
from graphmem.model.category import Category
from graphmem.model.emotion import Emotion, Feeling
from graphmem.model.entity import Mention
from graphmem.model.ids import slug
from graphmem.model.language import RULED, Language
from graphmem.model.memory import ExtractedStatement
from graphmem.model.transcript import Role
from graphmem.ports import Progress, silent
from graphmem.services.ingestion.draft import Message
from graphmem.services.ingestion.extraction import Extraction, Extractor
from graphmem.services.reading import RULE, TextReader, text_reader
from tests.evals import labelled

MOST_ERRORS = 50
_BATCH = 64
PASSED = "passed"
"""How a line without a filter is called among the filters."""
AROUSED = 0.5
"""Arousal from which a message counts as aroused."""
TONELESS = 0.3
"""Valences no farther from 0 than this have no side; two of them agree."""

_SAID_AT = datetime(2025, 6, 2, 12, tzinfo=UTC)
"""When every line was said; nothing that is scored depends on it."""

_REQUIRED = ("id", "lang", "text")
_LABELS = ("keep", "filter", "category")
"""What a line that says nothing of `standing` has to have."""
_RULES = frozenset({Category.POLICY, Category.PREFERENCE, Category.WORKFLOW})
"""What an instruction that holds from now on may be kept as."""
_SEVEN = tuple(name for name in Filter if name is not Filter.DENSITY)
_ALLOWED = {
    "lang": frozenset(RULED),
    "filter": frozenset({None, *Filter}),
    "category": frozenset({None, *Category}),
}


@dataclass(frozen=True, slots=True)
class Observed:
    """A line and what the observer said about it."""

    case: labelled.Case
    filter: str | None
    category: str
    kinds: frozenset[Category]
    feeling: Feeling
    mentions: tuple[Mention, ...]

    @property
    def kept(self) -> bool:
        return self.filter is None


def evaluate(
    data: Path | None = None, reader: TextReader | None = None, *, progress: Progress = silent
) -> report.Report:
    """Score our own set, or the file `data` of the same form; of our own set the held-back third is scored apart.

    The encoder of `reader` says categories and what is worth keeping, else the one of the product. The report has up to
    50 wrong lines under "errors"; of our own set only lines that rules may be tuned on. Raises InvalidInputError for a
    line of another form.
    """
    cases = labelled.cases("language", data, _REQUIRED)
    _require_form(cases)
    read = observed(cases, reader or text_reader(), progress)
    metrics = _scores(read)
    metrics["by_language"] = {
        language.value: _scores([one for one in read if one.case["lang"] == language]) for language in RULED
    }
    tuned = read
    if data is None:
        tuned = _part(read, labelled.tuned_on(cases))
        metrics["tuned_on"] = _scores(tuned)
        metrics["held_back"] = _scores(_part(read, labelled.held_back(cases)))
    errors = [error for one in tuned if (error := _error(one))]
    settings = report.settings(command="evaluate language", data=str(data or "language"))
    return {"metrics": metrics, "settings": settings, "errors": errors[:MOST_ERRORS]}


def observed(cases: Sequence[labelled.Case], reader: TextReader, progress: Progress = silent) -> list[Observed]:
    """What the observer says of lines."""
    return [
        _observe(case, extracted, reader)
        for case, extracted in zip(cases, _perceive(cases, reader, progress), strict=True)
    ]


def _require_form(cases: Sequence[labelled.Case]) -> None:
    for case in cases:
        missing = [field for field in _LABELS if field not in case]
        if missing and "standing" not in case:
            raise InvalidInputError(
                f"line {case['id']} has no {missing[0]}.", field=missing[0], remedy="See the form of our own set."
            )
        for field, allowed in _ALLOWED.items():
            if case.get(field) not in allowed and field not in missing:
                raise InvalidInputError(
                    f"line {case['id']}: {field} is {case[field]!r}.",
                    field=field,
                    remedy=f"One of {', '.join(sorted(value or 'null' for value in allowed))}.",
                )


def _perceive(cases: Sequence[labelled.Case], reader: TextReader, progress: Progress) -> list[Extraction]:
    """What the write path makes of each line as the only message of a conversation."""
    found: list[Extraction] = []
    for number, case in enumerate(cases):
        found.append(Extractor(given=reader).extract(_message(number, case)))
        if number % _BATCH == _BATCH - 1:
            progress("reading lines", number + 1, len(cases))
    return found


def _message(number: int, case: labelled.Case) -> Message:
    text, role = str(case["text"]), Role(case.get("role", Role.USER))
    language = detect(text, default=Language(case["lang"]))
    return Message(id=str(number), text=text, speaker=role.value, role=role, said_at=_SAID_AT, language=language)


def _observe(case: labelled.Case, extracted: Extraction, reader: TextReader) -> Observed:
    text, language = extracted.message.text, extracted.message.language
    verdict = check(text, language)
    said = without_memory_context(text)
    mentions = find(doc_of(said, language))
    # A message that nothing was made of has the category that it would have as one statement.
    served = _commonest(extracted.statements) or reader.clause(said).kind(reader.thresholds[RULE])[0]
    dropped = verdict.filter
    if verdict.passed and not extracted.statements:
        dropped = Filter.DENSITY
    return Observed(
        case,
        dropped and dropped.value,
        category=served.value,
        kinds=frozenset(one.category for one in extracted.statements),
        feeling=feel(doc_of(said, language)),
        mentions=mentions,
    )


def _commonest(formed: Sequence[ExtractedStatement]) -> Category | None:
    """The category of most statements of a message, of several as common the one of which it is surest."""
    counted = Counter(one.category for one in formed)
    surest = {one.category: one.confidence for one in sorted(formed, key=lambda one: one.confidence)}
    return max(counted, key=lambda category: (counted[category], surest[category]), default=None)


def _part(observed: Sequence[Observed], cases: Sequence[labelled.Case]) -> list[Observed]:
    chosen = {id(case) for case in cases}
    return [one for one in observed if id(one.case) in chosen]


def _scores(observed: Sequence[Observed]) -> dict[str, Any]:
    standing = _standing([one for one in observed if "standing" in one.case])
    count, observed = len(observed), [one for one in observed if "keep" in one.case]
    said, there = sum(one.kept for one in observed), sum(bool(one.case["keep"]) for one in observed)
    hits = sum(one.kept and bool(one.case["keep"]) for one in observed)
    filters = [(one.case["filter"] or PASSED, one.filter or PASSED) for one in observed]
    worth = [one for one in observed if one.case["keep"] and one.case["category"]]
    categories = [(one.case["category"], one.category) for one in worth]
    return {
        "count": count,
        "worth": len(worth),
        "keep": labelled.scores(hits=hits, said=said, there=there),
        "filter": labelled.precision_recall(filters),
        "filter_f1": _filter_f1(filters),
        "category_accuracy": _share(true == predicted for true, predicted in categories),
        "category": labelled.precision_recall(categories),
        **_emotion(worth),
        "entity_f1": _entity_f1(worth),
        **standing,
    }


def _standing(observed: Sequence[Observed]) -> dict[str, Any]:
    """How many instructions became a rule, and how many a rule, a preference or a workflow; {} without labels."""
    if not observed:
        return {}
    told = [bool(one.case["standing"]) for one in observed]
    scored = {}
    for name, kinds in (("standing_as_policy", frozenset({Category.POLICY})), ("standing", _RULES)):
        said = [not kinds.isdisjoint(one.kinds) for one in observed]
        hits = sum(one and other for one, other in zip(told, said, strict=True))
        scored[name] = labelled.scores(hits=hits, said=sum(said), there=sum(told))
    return scored


def _filter_f1(filters: Sequence[tuple[str, str]]) -> float:
    """Over the seven filters together; density is measured by what is kept."""
    return labelled.scores(
        hits=sum(true == predicted and predicted in _SEVEN for true, predicted in filters),
        said=sum(predicted in _SEVEN for _, predicted in filters),
        there=sum(true in _SEVEN for true, _ in filters),
    )["f1"]


def _emotion(observed: Sequence[Observed]) -> dict[str, Any]:
    """Of three labels said, as many as the line has true ones count; a set without these labels is left out."""
    felt = [one for one in observed if one.case.get("emotions")]
    pairs = [(set(one.case["emotions"]), _strongest(one)) for one in felt]
    by_label = {
        emotion.value: labelled.scores(
            hits=sum(emotion in true and emotion in said for true, said in pairs),
            said=sum(emotion in said for _, said in pairs),
            there=sum(emotion in true for true, _ in pairs),
        )
        for emotion in Emotion
    }
    return {
        "emotion_f1": labelled.scores(
            hits=sum(len(true & said) for true, said in pairs),
            said=sum(len(said) for _, said in pairs),
            there=sum(len(true) for true, _ in pairs),
        )["f1"],
        "emotion_macro_f1": _mean([scores["f1"] for scores in by_label.values() if scores["count"]]),
        "emotion": by_label,
        "valence_agreement": _share(
            _side(one.case["valence"]) == _side(one.feeling.valence) for one in observed if "valence" in one.case
        ),
        "arousal_accuracy": _share(
            bool(one.case["arousal_high"]) == (one.feeling.arousal >= AROUSED)
            for one in observed
            if "arousal_high" in one.case
        ),
    }


def _strongest(one: Observed) -> set[str]:
    return {label.value for label in one.feeling.emotions[: len(one.case["emotions"])]}


def _entity_f1(observed: Sequence[Observed]) -> float:
    """Same name, whatever its case and accents, and same type."""
    pairs = [
        (
            {(slug(entity["name"]), entity["type"]) for entity in one.case["entities"]},
            {(slug(mention.name), mention.type.value) for mention in one.mentions},
        )
        for one in observed
        if "entities" in one.case
    ]
    return labelled.scores(
        hits=sum(len(true & said) for true, said in pairs),
        said=sum(len(said) for _, said in pairs),
        there=sum(len(true) for true, _ in pairs),
    )["f1"]


def _side(valence: float) -> int:
    return 0 if abs(valence) <= TONELESS else (1 if valence > 0 else -1)


def _mean(values: Sequence[float]) -> float:
    return round(sum(values) / len(values), 4) if values else 1.0


def _share(right: Iterable[bool]) -> float:
    marks = list(right)
    return round(sum(marks) / len(marks), 4) if marks else 1.0


def _error(one: Observed) -> dict[str, Any] | None:
    case = one.case
    if "keep" not in case:
        said_it = not _RULES.isdisjoint(one.kinds)
        if said_it == bool(case["standing"]):
            return None
        kinds = sorted(kind.value for kind in one.kinds)
        told = {"id": case["id"], "text": str(case["text"])[:120]}
        return told | {"expected": {"standing": case["standing"]}, "said": {"filter": one.filter, "kinds": kinds}}
    expected = {"keep": bool(case["keep"]), "filter": case["filter"]}
    said: dict[str, Any] = {"keep": one.kept, "filter": one.filter}
    if case["keep"]:
        expected["category"], said["category"] = case["category"], one.category
    if expected == said:
        return None
    return {"id": case["id"], "text": str(case["text"])[:120], "expected": expected, "said": said}

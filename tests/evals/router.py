"""How well questions are understood: `python -m tests.evals router`, on our lines or others of their form."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from graphmem.errors import InvalidInputError
from graphmem.evaluation import report
from graphmem.language.question import understand
from graphmem.language.stem import stem
from graphmem.language.stopwords import is_stop_word
from graphmem.language.turkish import fold
from graphmem.model.language import RULED, Language
from graphmem.model.question import HydeKind, Intent, Understood
from graphmem.services.reading import TextReader, text_reader
from graphmem.services.retrieval.options import DEFAULT
from graphmem.services.retrieval.understanding import refine_intent
from tests.evals import labelled

_REQUIRED = ("id", "lang", "query", "skip", "intent", "hyde", "sub_queries")
_MOST_ERRORS = 50
_SAME_WORDS = 0.6
"""Share of stems two sub-queries have in common to count as the same question."""


@dataclass(frozen=True, slots=True)
class _Outcome:
    case: labelled.Case
    got: Understood

    def right(self, field: str) -> bool | None:
        """Whether a field came out as labelled; None where the line says nothing about it."""
        if field == "skip":
            return bool(self.case["skip"]) == self.got.skip
        if field == "sub_queries":
            return None if self.case["skip"] else _same_questions(self.case, self.got)
        expected = self.case[field]
        found = self.got.intent if field == "intent" else self.got.hyde_kind
        return None if self.case["skip"] or expected is None else expected == found


def evaluate(data: Path | None = None, reader: TextReader | None = None) -> report.Report:
    """Accuracy of each field, precision and recall of each intent, shape of answer, and of `skip`.

    Intent, shape and sub-queries are scored on lines that ask something. Sub-queries are right when there are as many
    and each shares most of its words with its counterpart; `split` counts only whether there are as many. The language
    is detected, not taken from the line. The encoder of `reader` takes part, else the one of the product. Of our own
    set `held_back` covers the third that no rule was tuned on and `errors` only the others. Raises InvalidInputError
    for a file or a line that cannot be read.
    """
    cases = labelled.cases("router", data, _REQUIRED)
    for case in cases:
        _check(case)
    reader = reader or text_reader()
    understood = [refine_intent(reader, understand(str(case["query"])), DEFAULT) for case in cases]
    outcomes = [_Outcome(case, got) for case, got in zip(cases, understood, strict=True)]
    metrics = _metrics(outcomes)
    metrics["by_language"] = {lang: _metrics([one for one in outcomes if one.case["lang"] == lang]) for lang in RULED}
    shown = outcomes
    if data is None:
        kept = {case["id"] for case in labelled.held_back(cases)}
        shown = [one for one in outcomes if one.case["id"] not in kept]
        metrics["tuned_on"] = _metrics(shown)
        metrics["held_back"] = _metrics([one for one in outcomes if one.case["id"] in kept])
    wrong = [one for one in shown if any(one.right(field) is False for field in _REQUIRED[3:])]
    return {
        "metrics": metrics,
        "errors": [_error(one) for one in wrong[:_MOST_ERRORS]],
        "settings": report.settings(command="evaluate router", data=str(data or "router"), lines=len(cases)),
    }


def _check(case: labelled.Case) -> None:
    allowed: dict[str, tuple[Any, ...]] = {
        "lang": RULED,
        "skip": (True, False),
        "intent": (*Intent, None),
        "hyde": (*HydeKind, None),
    }
    for field, values in allowed.items():
        if case[field] not in values:
            raise InvalidInputError(
                f"Line {case['id']}: {field} is {case[field]!r}.",
                field=field,
                remedy=f"One of {', '.join(str(value) for value in values)}.",
            )
    if not isinstance(case["sub_queries"], list | int | None):
        raise InvalidInputError(
            f"Line {case['id']}: sub_queries is no list.",
            field="sub_queries",
            remedy="A list of texts, or their number.",
        )


def _metrics(outcomes: list[_Outcome]) -> dict[str, Any]:
    asking = [one for one in outcomes if not one.case["skip"]]
    found: dict[str, Any] = {f"{field}_accuracy": _share(outcomes, field) for field in _REQUIRED[3:]}
    found["split_accuracy"] = _rate([_expected(one.case) == _count(one.got) for one in asking])
    found["lines"], found["asking"] = len(outcomes), len(asking)
    found["by_intent"] = labelled.precision_recall(
        (one.case["intent"], one.got.intent.value) for one in asking if one.case["intent"]
    )
    found["by_hyde"] = labelled.precision_recall(
        (one.case["hyde"], one.got.hyde_kind.value) for one in asking if one.case["hyde"]
    )
    pairs = Counter((bool(one.case["skip"]), one.got.skip) for one in outcomes)
    found["skip"] = labelled.scores(
        hits=pairs[True, True],
        said=pairs[True, True] + pairs[False, True],
        there=pairs[True, True] + pairs[True, False],
    )
    return found


def _share(outcomes: list[_Outcome], field: str) -> float:
    return _rate([right for one in outcomes if (right := one.right(field)) is not None])


def _rate(values: list[bool]) -> float:
    return round(sum(values) / len(values), 4) if values else 1.0


def _expected(case: labelled.Case) -> int:
    """How many questions a line holds; none and one are both a single question."""
    given = case["sub_queries"]
    return max(given if isinstance(given, int) else len(given or ()), 1)


def _count(got: Understood) -> int:
    return max(len(got.sub_queries), 1)


def _same_questions(case: labelled.Case, got: Understood) -> bool:
    given = case["sub_queries"]
    if _expected(case) != _count(got):
        return False
    if not isinstance(given, list) or not got.sub_queries:
        return True
    pairs = zip(given, got.sub_queries, strict=True)
    return all(_overlap(str(one), other, got.language) >= _SAME_WORDS for one, other in pairs)


def _overlap(one: str, other: str, language: Language) -> float:
    first, second = _stems(one, language), _stems(other, language)
    return len(first & second) / max(len(first | second), 1)


def _stems(text: str, language: Language) -> set[str]:
    said = fold(text).replace("'", " ").strip(" ?!.").split()
    content = [word for word in said if not is_stop_word(word, language)]
    return {stem(word.strip(",.?!"), language) for word in content or said}


def _error(one: _Outcome) -> dict[str, Any]:
    got = one.got
    return {
        "id": one.case["id"],
        "query": one.case["query"],
        "expected": {field: one.case[field] for field in _REQUIRED[3:]},
        "got": {
            "skip": got.skip,
            "intent": got.intent.value,
            "hyde": got.hyde_kind.value,
            "sub_queries": list(got.sub_queries),
        },
        "reason": got.skip_reason or got.intent_reason,
    }

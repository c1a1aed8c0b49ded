"""What a chat model's answer is taken for, without a server: stretches of the turn, whatever it says."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphmem.language.formation import Clauses
from graphmem.language.formation.splitting import Span, prose
from graphmem.model.category import Category
from graphmem.model.language import Language
from graphmem.model.transcript import Role
from graphmem.providers.chat_schema import AnswerForm, UnfitError
from graphmem.services.ingestion.draft import Message
from graphmem.services.ingestion.extraction_answer import Marked, Marks
from graphmem.services.ingestion.extraction_prompt import ShownTurn, Window, prompt
from graphmem.services.ingestion.extraction_reading import TurnMarks
from graphmem.services.ingestion.formation import KeepRequest, Mark, Parsed, form
from graphmem.services.ingestion.model_answers import ModelAnswers
from graphmem.services.retrieval.context import tokens_of

MONDAY = datetime(2026, 3, 2, 9, tzinfo=UTC)
TEXT = "I prefer trains, and my sister prefers buses. On Friday I travel to Vienna. I am allergic to nuts."
SENTENCES = list(prose(TEXT))


def message(text: str = TEXT) -> Message:
    return Message("d1", text, "Ada", Role.USER, MONDAY, Language.EN)


def window(text: str = TEXT) -> Window:
    return Window((), (ShownTurn(message(text), text, dict(enumerate(SENTENCES, 1))),))


def told(answer: dict[str, Any]) -> ModelAnswers:
    found = ModelAnswers()
    found.take(window(), AnswerForm(Marks).read({"ends": [], "causes": []} | answer))
    return found


def parsed() -> Parsed:
    """The turn as an encoder reads it that keeps the allergy alone."""
    allergy = SENTENCES[-1]
    clauses = tuple(Clauses(one, (one,)) for one in SENTENCES)
    return Parsed(
        TEXT, clauses, {allergy: Mark(Category.FACT, 0.9)}, KeepRequest(False, False, None), frozenset({allergy})
    )


def kept(answer: dict[str, Any]) -> dict[Span, Mark]:
    found = told(answer)
    return TurnMarks(message(), parsed(), found.of(message()), found.touching(message()), ()).kept()[1]


ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=30) | st.sampled_from(TEXT.split()),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=9), inner, max_size=3),
    max_leaves=6,
)
MARKS = st.fixed_dictionaries(
    {"clause": st.integers(0, 4)}, optional={name: ANYTHING for name in Marked.model_fields if name != "clause"}
)


@given(marks=st.lists(MARKS, max_size=6), ends=ANYTHING, causes=ANYTHING)
def test_whatever_a_model_says_only_words_of_the_turn_are_kept(marks: list[Any], ends: Any, causes: Any) -> None:
    found = kept({"clauses": marks, "ends": ends, "causes": causes})
    spans = sorted(found, key=lambda one: one.start)
    assert all(any(one.start <= span.start < span.end <= one.end for one in SENTENCES) for span in spans)
    assert all(one.end <= other.start for one, other in pairwise(spans))
    assert any("allergic to nuts" in span.of(TEXT) for span in spans)
    clauses = [Clauses(one, tuple(span for span in spans if one.start <= span.start < one.end)) for one in SENTENCES]
    for formed in form(parsed(), clauses, found, message()):
        assert formed.quote is not None
        assert TEXT[formed.quote.start : formed.quote.end] == formed.words
        assert formed.valid_until is None or formed.valid_from is None or formed.valid_from < formed.valid_until


def test_parts_of_a_clause_are_apart() -> None:
    parts = ["I prefer trains", "my sister prefers buses", "prefers buses"]
    found = kept({"clauses": [{"clause": 1, "part": part, "category": "preference"} for part in parts]})
    assert [span.of(TEXT) for span in found] == ["I prefer trains", "my sister prefers buses", "I am allergic to nuts."]


def test_an_answer_of_nothing_usable_is_none() -> None:
    with pytest.raises(UnfitError):
        AnswerForm(Marks).read({"clauses": [{"fact": "Ada likes tea."}]})
    assert AnswerForm(Marks).read({"clauses": [{"clause": 1}, {"fact": "x"}, 3]}).clauses[0].clause == 1
    assert AnswerForm(Marks).read({"clauses": []}).clauses == []


@given(text=st.text(st.characters(exclude_categories=["Cs"]), max_size=200))
def test_no_turn_leaves_its_string(text: str) -> None:
    turn = ShownTurn(message(text), text, {1: Span(0, len(text))})
    asked = prompt(Window((ShownTurn(message(), "context"),), (turn,)))
    first, second = json.loads(asked.user)["turns"]
    assert (first["context"], second["clauses"]) == ("context", {"1": text})
    assert not {"<", ">"} & set(asked.user)


@pytest.mark.parametrize("count", [1, 2, 3, 7])
def test_halves_have_each_clause_once(count: int) -> None:
    turns = [
        ShownTurn(
            message(), TEXT, {3 * place + 1: SENTENCES[0], 3 * place + 2: SENTENCES[1], 3 * place + 3: SENTENCES[2]}
        )
        for place in range(count)
    ]
    first, second = Window((), tuple(turns)).halves()
    assert first.numbers + second.numbers == [*range(1, 3 * count + 1)]
    assert abs(len(first.numbers) - len(second.numbers)) <= 1
    assert Window((), (ShownTurn(message(), TEXT, {1: SENTENCES[0]}),)).halves() == ()


def test_what_every_call_pays_for_is_short() -> None:
    form_ = json.dumps(AnswerForm(Marks).strict(), separators=(",", ":"))
    assert tokens_of(prompt(Window((), ())).system) + tokens_of(form_) <= 700

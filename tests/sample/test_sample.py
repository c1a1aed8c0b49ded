"""The sample holds what it promises: enough turns, both languages, evidence for every question."""

from __future__ import annotations

from collections import Counter
from datetime import UTC, datetime
from itertools import pairwise

import pytest

from graphmem.language.detect import detect
from graphmem.model.language import RULED, Language
from graphmem.model.relation import RelationType
from graphmem.model.transcript import Role, Turn
from graphmem.sample import QuestionKind, SampleQuestion, conversations, links, questions


@pytest.fixture(scope="module")
def turns() -> dict[str, Turn]:
    return {turn.source_id or "": turn for conversation in conversations().conversations for turn in conversation.turns}


def test_counts_and_keys(turns: dict[str, Turn]) -> None:
    reading = conversations()
    assert reading.rejected == ()
    assert len(reading.conversations) == 6
    assert 70 <= len(turns) <= 90
    assert sum(len(list(conversation.turns)) for conversation in reading.conversations) == len(turns)
    assert {conversation.wing for conversation in reading.conversations} == {"Tidewatch", "Elif"}
    assert all(len(conversation.sessions) >= 2 for conversation in reading.conversations)


def test_it_runs_over_six_weeks_in_order(turns: dict[str, Turn]) -> None:
    times = [turn.said_at for turn in turns.values() if turn.said_at]
    assert len(times) == len(turns)
    assert all(before <= after for before, after in pairwise(times[:15]))
    assert min(times).date() == datetime(2026, 4, 6, tzinfo=UTC).date()
    assert 35 <= (max(times) - min(times)).days <= 42


def test_both_languages_and_roles_are_there(turns: dict[str, Turn]) -> None:
    languages = Counter(detect(turn.text) for turn in turns.values())
    assert languages[Language.EN] > 40
    assert languages[Language.TR] > 25
    assert {turn.role for turn in turns.values()} == {Role.USER, Role.ASSISTANT}
    mixed = {detect(turn.text) for id_, turn in turns.items() if id_.startswith("team-")}
    assert mixed == set(RULED)


@pytest.mark.parametrize(
    "words",
    [
        *["because", "çünkü", "bu yüzden", "Actually", "Aslında", "decided", "karar verdi", "must never", "Ignore all"],
        *[
            "I prefer",
            "severim",
            "Next Friday",
            "Yarın",
            "The release workflow is",
            "Pitfall",
            "separate service",
            "!!!",
        ],
    ],
)
def test_it_holds_what_memory_has_to_cope_with(turns: dict[str, Turn], words: str) -> None:
    assert any(words in turn.text for turn in turns.values())


def test_questions_cover_every_kind_in_both_languages() -> None:
    asked = questions()
    assert len(asked) >= 16
    assert len({question.id for question in asked}) == len(asked)
    assert {question.kind for question in asked} == set(QuestionKind)
    assert Counter(question.language for question in asked)[Language.TR] >= 6


@pytest.mark.parametrize("question", questions(), ids=lambda question: question.id)
def test_evidence_exists_and_the_question_is_in_its_language(turns: dict[str, Turn], question: SampleQuestion) -> None:
    assert question.evidence
    assert set(question.evidence) <= set(turns)
    assert question.answer
    assert detect(question.text) is question.language


def test_links_name_turns_and_every_type(turns: dict[str, Turn]) -> None:
    drawn = links()
    assert {link.type for link in drawn} == set(RelationType)
    assert {end for link in drawn for end in (link.source, link.target)} <= set(turns)
    assert all(link.why and link.source != link.target for link in drawn)
    said = {id_: turn.said_at for id_, turn in turns.items()}
    for link in drawn:
        if link.type is not RelationType.CAUSES:
            newer, older = said[link.source], said[link.target]
            assert newer is not None
            assert older is not None
            assert newer >= older

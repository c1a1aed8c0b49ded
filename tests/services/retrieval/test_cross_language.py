"""Questions and turns in two languages: what is foreign, what it is lifted by, and what its words then count."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphmem.cognition import scoring
from graphmem.model.language import Language
from graphmem.services.retrieval.cross_language import PLAIN, Reading, reading_of
from graphmem.services.retrieval.turn_scoring import pool_of
from graphmem.store.recall import Hits

E5 = "multilingual-e5-small-int8"
TURKISH = Reading(1.0, Language.TR, 0.04)


def hits(scores: list[float], languages: list[str], *, speaker: str = "Elif") -> Hits:
    ids = [f"t{place}" for place in range(len(scores))]
    rooms = [f"r{place}" for place in range(len(scores))]
    return Hits(ids, scores, rooms, [0] * len(ids), [speaker] * len(ids), languages)


@pytest.mark.parametrize(
    ("query", "language", "told"),
    [
        ("Ayşe hangi şehre taşındı?", Language.TR, Language.TR),
        ("kedimin adı neydi", Language.TR, Language.TR),
        ("Which city did Ayşe move to?", Language.EN, Language.EN),
        ("Ayla Tekin", Language.EN, None),
        ("2024", Language.EN, None),
    ],
)
def test_a_language_is_told_by_words_that_have_one(query: str, language: Language, told: Language | None) -> None:
    assert reading_of(query, language, E5) == Reading(1.0, told, 0.02, E5)


def test_an_english_embedder_lifts_nothing() -> None:
    reading = reading_of("Ayşe hangi şehre taşındı?", Language.TR, "bge-small-en-v1.5-q")
    assert reading == Reading(0.25, None, 0.0, "bge-small-en-v1.5-q")
    assert reading.lifted(0.6, "en") == 0.6


def test_what_is_foreign_is_lifted() -> None:
    assert TURKISH.lifted(0.8, "en") == pytest.approx(0.84)
    assert TURKISH.lifted(0.8, "tr") == 0.8
    assert PLAIN.lifted(0.8, "en") == 0.8


def test_an_answer_in_another_language_passes_noise_in_the_same() -> None:
    """A cosine of 0.81 across is more than one of 0.83 within; scores are (1 + cosine)/2."""
    retrievers = {"vector": hits([0.915, 0.905, 0.86], ["tr", "en", "tr"]), "text": hits([], [])}
    assert pool_of("Kim?", retrievers).best(1) == ["t0"]
    assert pool_of("Kim?", retrievers, TURKISH).best(1) == ["t1"]


def test_shared_words_count_less_across_languages() -> None:
    retrievers = {
        "vector": hits([0.9, 0.89, 0.86], ["en", "en", "en"]),
        "text": Hits(["t2", "t0"], [9.0, 1.0], ["r2", "r0"], [0, 0], ["Elif"] * 2, ["en"] * 2),
    }
    assert pool_of("x", retrievers).signals["text"].tolist() == pytest.approx([1 / 9, 0, 1])
    assert pool_of("x", retrievers, TURKISH).signals["text"].tolist() == pytest.approx(
        [scoring.FOREIGN_TEXT / 9, 0, scoring.FOREIGN_TEXT]
    )


def test_a_passage_stands_for_itself_where_a_turn_has_company() -> None:
    """Two neighbours of one room, and a stranger as near as the farther of them."""
    turn, passage = (_near_the_farther_neighbour(speaker) for speaker in ("Elif", ""))
    assert turn > passage > 0


def _near_the_farther_neighbour(speaker: str) -> float:
    near = Hits(["t0", "t1", "t2"], [0.9, 0.8, 0.8], ["a", "a", "b"], [0, 1, 0], [speaker] * 3, ["en"] * 3)
    best, neighbour, stranger = pool_of("x", {"vector": near, "text": hits([], [])}).signals["context"]
    assert (best, stranger) == (1.0, 0.0)
    return float(neighbour)


@given(
    st.lists(st.tuples(st.floats(0.5, 1.0), st.sampled_from(["en", "tr"])), min_size=1, max_size=12),
    st.sampled_from([PLAIN, TURKISH]),
)
def test_scores_stay_on_one_scale(turns: list[tuple[float, str]], reading: Reading) -> None:
    turns.sort(reverse=True)
    near = hits([score for score, _ in turns], [language for _, language in turns])
    pool = pool_of("x", {"vector": near, "text": hits([], [])}, reading)
    assert ((pool.scores >= 0) & (pool.scores <= 1)).all()
    same = [index for index, (_, language) in enumerate(turns) if language == turns[0][1]]
    order = [pool.ids.index(f"t{index}") for index in same]
    similar = [float(pool.signals["similarity"][place]) for place in order]
    assert similar == sorted(similar, reverse=True), "within a language the order is the cosines'"

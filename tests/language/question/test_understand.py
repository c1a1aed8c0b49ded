"""A whole query read at once: every field, both languages, and any string at all."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from graphmem.language.question import LONGEST, understand
from graphmem.language.question.hyde import expansions
from graphmem.model.language import Language
from graphmem.model.question import HydeKind, Intent


@pytest.mark.parametrize(
    ("query", "language"), [("Where does Ayşe work?", Language.EN), ("Ayşe nerede çalışıyor?", Language.TR)]
)
def test_words_settle_only_whether_causes_are_asked_for(query: str, language: Language) -> None:
    found = understand(query)
    assert (found.skip, found.language, found.intent, found.intent_reason) == (False, language, Intent.GENERAL, "")


def test_what_is_skipped_has_nothing_to_search() -> None:
    found = understand("tamamdır, teşekkürler")
    assert found.skip
    assert found.skip_reason == "small talk"
    assert (found.sub_queries, found.expansions) == ((), ())


def test_a_compound_question_has_the_intent_of_its_first_part() -> None:
    found = understand("Why did Leo leave? Where does he live?")
    assert found.intent is Intent.CAUSAL
    assert found.sub_queries == ("Why did Leo leave?", "Where does Leo live?")


@pytest.mark.parametrize(
    ("query", "kind"),
    [
        ("What does idempotent mean?", HydeKind.DEFINITION),
        ("Çizge veritabanı nedir?", HydeKind.DEFINITION),
        ("How do I reset the router?", HydeKind.HOWTO),
        ("pasaport nasıl yenilenir", HydeKind.HOWTO),
        ("Why did it fail?", HydeKind.REASONING),
        ("TCP ile UDP arasındaki fark ne?", HydeKind.REASONING),
        ("TypeError: 'NoneType' object is not subscriptable", HydeKind.TECHNICAL),
        ("postgres bağlantı havuzu zaman aşımı", HydeKind.TECHNICAL),
        ("makarna tarifi", HydeKind.GENERAL),
    ],
)
def test_the_shape_of_the_answer(query: str, kind: HydeKind) -> None:
    found = understand(query)
    assert found.hyde_kind is kind
    assert 1 <= len(found.expansions) <= 3
    assert query not in found.expansions


@pytest.mark.parametrize(
    ("query", "language", "told"),
    [
        ("Where does Ayşe work?", Language.EN, "Ayşe work."),
        ("Ayşe nerede çalışıyor?", Language.TR, "Ayşe çalışıyor."),
        ("When did Ali move to Ankara?", Language.EN, "Ali move to Ankara."),
        ("Is Marco married?", Language.EN, "Marco married."),
        ("Ece tezini bitirdi mi?", Language.TR, "Ece tezini bitirdi."),
    ],
)
def test_statements_invent_nothing(query: str, language: Language, told: str) -> None:
    assert told in expansions(query, language, HydeKind.LOOKUP)


def test_a_template_sign_in_a_query_is_text() -> None:
    found = expansions("where is {s} {t} file", Language.EN, HydeKind.LOOKUP)
    assert any("{s} {t}" in text for text in found)


HOSTILE = [
    "",
    " \n\t",
    "\x00\x01\x1b[31m",
    "why " * 30_000,
    "a" * 100_000,
    "?" * 100_000,
    "and " * 25_000,
    "ne " * 30_000,
    "-'" * 50_000,
    "((((((((" * 10_000,
    "what is the " + "x-" * 40_000,
    "who is " + "and who is " * 9_000,
    'name:"x" AND (foo~2 OR bar^3) -baz [1 TO 5] {a} \\ /re/',
    "今日は何をしましたか？",
    "ماذا تعرف عني؟",
    "\ud800 broken",
    "👩‍👩‍👧‍👦" * 2_000,
    "İIıi" * 20_000,
]


@pytest.mark.parametrize("query", HOSTILE, ids=range(len(HOSTILE)))
@pytest.mark.parametrize("language", [None, *Language])
def test_any_string_is_read(query: str, language: Language | None) -> None:
    found = understand(query, language)
    assert found.query == query
    assert sum(map(len, found.expansions)) < 3 * LONGEST
    assert len(found.sub_queries) <= 4


@settings(deadline=None)
@given(st.text(max_size=300))
def test_no_text_raises_and_reading_twice_is_the_same(query: str) -> None:
    assert understand(query) == understand(query)


@settings(deadline=None)
@given(st.text(alphabet="whoneandve ?,.'", max_size=200))
def test_sub_queries_stand_in_twos_to_fours(query: str) -> None:
    assert len(understand(query).sub_queries) in {0, 2, 3, 4}

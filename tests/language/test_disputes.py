"""What clauses of two statements disagree about where neither retires the other; sentences of no labelled set."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphmem.language.contradiction import contradicts, disputes
from graphmem.language.contradiction.claims import claims
from graphmem.language.doc import doc_of
from graphmem.model.language import Language

EN, TR = Language.EN, Language.TR

DISPUTED = [
    (EN, "User enrolled in a pottery course at the town hall in May", "User has never taken any pottery courses"),
    (EN, "User has never worked with Lale on a mural", "User has been working with Lale on a mural, and likes it"),
    (EN, "User sent the lease to Omar for a check", "User has never submitted the lease to Omar, so it may be wrong"),
    (EN, "User uses tools from the shed; the shed has 45 rakes", "User says that the shed now has 52 rakes, all new"),
    (EN, "User finished 10 crossword puzzles", "User recently finished 15 crossword puzzles in one go"),
    (
        EN,
        "User wants to speed up the page, which has a load time of 280ms on average",
        "User has improved the load time of the page to 220ms, and wants more",
    ),
    (
        EN,
        "User has a deadline of April 1 for the grant, which pays for the hall",
        "User is updating the plan to reflect the new grant deadline of April 9",
    ),
    (EN, "Our ferry quota is 40 cars a day.", "User is glad that the ferry quota was increased to 55 cars a day."),
    (EN, "User has a call with Paula on May 3 at 3 PM", "User dreads the call with Paula, it's moved to May 4 at 5 PM"),
    (EN, "User is targeting 900 steps an hour", "User's target was adjusted to 1,100 steps an hour"),
    (EN, "User has never spoken to Paula about the lease", "User talked with Paula about the lease yesterday"),
    (TR, "Uygulamanın paket boyutu 220 KB", "Paket boyutu 180 KB'a düştü"),
    (TR, "Veli toplantısı 3 Ekim saat 16.00'da", "Müdür aradı, veli toplantısı 10 Ekim saat 15.00'e alındı"),
    (TR, "Kullanıcı mayısta çevrimiçi seramik kursuna katıldı", "Kullanıcı daha önce hiç seramik kursuna katılmadı"),
    (TR, "Kullanıcı bugüne kadar 12 yapboz çözdü", "Kullanıcının çözdüğü yapboz sayısı 18'e çıktı"),
    (TR, "Sayfanın test kapsamı %65, hata yok", "Sayfanın test kapsamı yüzde 78'e yükseldi, sevindi"),
]

AGREEING = [
    (EN, "User wants to take a pottery course", "User has never taken a pottery course"),
    (EN, "User likes pottery", "User has never baked bread in a pottery oven"),
    (EN, "Lale enrolled in a pottery course", "Omar has never taken a pottery course"),
    (EN, "User ran 5 km on Monday", "User ran 8 km on Friday"),
    (EN, "User has two cats", "User now has three jobs"),
    (EN, "The load time of the page is 280ms", "The page now has 300 visitors"),
    (EN, "User has a deadline of April 1 for the grant", "User has a new dentist appointment on April 9"),
    (EN, "User improved from 60% to 85% in chess puzzles", "User's chess puzzles are at 85%"),
    (EN, "Assistant suggests a call on May 3 at 3 PM", "User moved the call to May 4 at 5 PM"),
    (EN, "User improved the ranking by 18% with the new form", "User increased the density of keywords by 22%"),
    (EN, "User uses version 3.2 of the parser", "The parser of User is now 18% faster"),
    (EN, "User's draft was adjusted to 1,350 words", "User cut 1,200 words from the draft"),
    (EN, "User would like to see how the dam handles floods", "User has never handled any floods at the dam"),
    (EN, "User met Greg on June 2 due to a delay", "User moved the deadline of the film to July 8 due to Greg"),
    (TR, "Kullanıcı seramik kursuna katılmak istiyor", "Kullanıcı daha önce hiç seramik kursuna katılmadı"),
    (TR, "Kullanıcı pazartesi 5 km koştu", "Kullanıcı cuma 8 km koştu"),
]


@pytest.mark.parametrize(("language", "old", "new"), DISPUTED)
def test_disagree_in_a_part(language: Language, old: str, new: str) -> None:
    assert disputes(doc_of(old, language), doc_of(new, language))


@pytest.mark.parametrize(("language", "old", "new"), AGREEING)
def test_both_stand(language: Language, old: str, new: str) -> None:
    assert disputes(doc_of(old, language), doc_of(new, language)) is None


def test_one_may_stand_for_a_thing() -> None:
    assert not contradicts(doc_of("User plans a 1-hour class", EN), doc_of("User has never attended one before", EN))


def test_a_measure_is_what_it_became() -> None:
    measures = claims(doc_of("The share rose from 60% to 85%", EN)).measures
    assert [(measure.value, measure.unit, measure.moved) for measure in measures] == [("85", "percent", True)]


def test_days_years_and_versions_measure_nothing() -> None:
    assert not claims(doc_of("Since 2019 the release 3.1.2 has been due on 4 May 2024 at 3 pm", EN)).measures


@given(st.text(max_size=80), st.sampled_from(list(Language)))
def test_a_text_never_disputes_itself_without_a_denial(text: str, language: Language) -> None:
    said = doc_of(text, language)
    if not claims(said).denials:
        assert disputes(said, said) is None

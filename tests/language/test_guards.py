"""Guards tell apart what vectors do not; wording tells a repetition from a detail and from another statement."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphmem.language.doc import doc_of
from graphmem.language.guards import Guard, compare, marks, may_say_the_same
from graphmem.model.language import Language

EN, TR = Language.EN, Language.TR


@pytest.mark.parametrize(
    ("language", "old", "new", "guard"),
    [
        (EN, "Flight KL12 is late", "Flight KL21 is late", Guard.NUMBER),
        (EN, "User has two cats", "User has three cats", Guard.NUMBER),
        (EN, "User left on Monday", "User left on Friday", Guard.DATE),
        (EN, "User left in May", "User left in March", Guard.DATE),
        (EN, "User met Laura", "User met Hannah", Guard.NAME),
        (EN, "User eats fish", "User doesn't eat fish", Guard.NEGATION),
        (TR, "KL12 uçuşu gecikti", "KL21 uçuşu gecikti", Guard.NUMBER),
        (TR, "Kullanıcının iki kedisi var", "Kullanıcının üç kedisi var", Guard.NUMBER),
        (TR, "Kullanıcı pazartesi gitti", "Kullanıcı cuma gitti", Guard.DATE),
        (TR, "Kullanıcı mayısta gitti", "Kullanıcı martta gitti", Guard.DATE),
        (TR, "Kullanıcı Pelin'le buluştu", "Kullanıcı Sinan'la buluştu", Guard.NAME),
        (TR, "Kullanıcı balık yiyor", "Kullanıcı balık yemiyor", Guard.NEGATION),
    ],
)
def test_each_kind_is_seen(language: Language, old: str, new: str, guard: Guard) -> None:
    assert guard in compare(doc_of(old, language), doc_of(new, language)).differing
    assert compare(doc_of(old, language), doc_of(new, language)).apart


@pytest.mark.parametrize(
    ("language", "old", "new"),
    [
        (EN, "User has two cats", "I have 2 cats"),
        (EN, "The deadline is 3 June", "The deadline is June 3rd"),
        (EN, "User paid 5,000 dollars", "User paid 5000 dollars"),
        (TR, "Kullanıcının iki kedisi var", "2 kedim var"),
        (TR, "Son gün 3 Haziran", "3 haziran son gün"),
    ],
)
def test_another_spelling_is_no_difference(language: Language, old: str, new: str) -> None:
    assert compare(doc_of(old, language), doc_of(new, language)).differing == frozenset()


def test_added_detail_differs_but_is_not_exchanged() -> None:
    wording = compare(doc_of("User has a dog", EN), doc_of("User has a dog called Rex", EN))
    assert wording.differing == {Guard.NAME}
    assert (wording.covered, wording.apart) == (1.0, False)
    assert wording.repeated < 1


@pytest.mark.parametrize(
    ("language", "old", "new"),
    [
        (EN, "User likes hiking", "I enjoy hiking"),
        (EN, "User lives in Ghent", "I live in Ghent."),
        (TR, "Kullanıcı Sivas'ta yaşıyor", "Sivas'ta oturuyorum"),
        (TR, "Kullanıcı et yemiyor", "Ben et yemem"),
    ],
)
def test_the_same_in_other_words(language: Language, old: str, new: str) -> None:
    wording = compare(doc_of(old, language), doc_of(new, language))
    assert (wording.covered, wording.repeated, wording.apart) == (1.0, 1.0, False)


def test_people_in_each_others_place_are_two_statements() -> None:
    assert compare(doc_of("Laura called Hannah", EN), doc_of("Hannah called Laura", EN)).apart


_SAID = (
    "Flight KL12 is late", "flight kl12 is late!", "Flight KL21 is late", "User left on Monday", "User did not leave",
    "User met Laura", "User met Laura and Hannah", "User has two cats", "I have 2 cats", "User eats fish in May",
)  # fmt: skip


@given(st.sampled_from(_SAID), st.sampled_from(_SAID))
def test_marks_leave_out_exactly_what_differs(old: str, new: str) -> None:
    told, said = doc_of(old, EN), doc_of(new, EN)
    wording = compare(told, said)
    assert may_say_the_same(marks(told), marks(said)) == (wording.identical or not wording.differing)


def test_case_and_marks_are_no_difference() -> None:
    assert compare(doc_of("KULLANICI İZMİR'DE", TR), doc_of("kullanıcı izmir'de.", TR)).identical
    assert not compare(doc_of("version 2.1", EN), doc_of("version 21", EN)).identical
    assert not compare(doc_of("it costs -5", EN), doc_of("it costs 5 %", EN)).identical


@given(st.text(max_size=80), st.sampled_from(list(Language)))
def test_a_text_never_differs_from_itself(text: str, language: Language) -> None:
    assert compare(doc_of(text, language), doc_of(text, language)).differing == frozenset()
    assert compare(doc_of(text, language), doc_of(text, language)).identical


@pytest.mark.parametrize(
    ("language", "wish", "deed"),
    [
        (EN, "I was thinking about applying for the ward sister job.", "I applied for the ward sister job after all."),
        (EN, "I want to learn Spanish with Marta.", "I learnt Spanish with Marta."),
        (EN, "I'm planning to sell the canoe.", "I sold the canoe."),
        (EN, "We hope to adopt a second dog.", "We adopted a second dog."),
        (EN, "I'd like to visit Kyoto with Ben.", "I visited Kyoto with Ben."),
        (EN, "I might quit the choir.", "I quit the choir."),
        (EN, "I should renew the passport.", "I have renewed the passport."),
        (EN, "I'll write to the landlord.", "I have written to the landlord."),
        (EN, "We considered moving to Leeds.", "We've moved to Leeds."),
        (TR, "Marta ile İspanyolca öğrenmek istiyorum.", "Marta ile İspanyolca öğrendim."),
        (TR, "Servis şefliğine başvurmayı düşünüyorum.", "Servis şefliğine başvurdum."),
        (TR, "Kanoyu satmayı planlıyoruz.", "Kanoyu sattık."),
        (TR, "Ehliyet alacağım.", "Ehliyet aldım."),
        (TR, "Pasaportu yenilemem lazım.", "Pasaportu yeniledim."),
        (TR, "Babama saat almak istiyordum.", "Babama saat aldım."),
    ],
)
def test_a_wish_is_no_deed(language: Language, wish: str, deed: str) -> None:
    old, new = doc_of(wish, language), doc_of(deed, language)
    assert Guard.DEED in compare(old, new).differing
    assert Guard.DEED in compare(new, old).differing
    assert not may_say_the_same(marks(old), marks(new))


@pytest.mark.parametrize(
    ("language", "one", "other"),
    [
        (EN, "I want to learn Spanish with Marta.", "I would like to learn Spanish with Marta."),
        (EN, "I was thinking about applying for the job.", "I'm thinking of applying for the job."),
        (EN, "I had to renew the passport.", "I renewed the passport."),
        (EN, "I moved to Leeds because I want to be near Mum.", "I moved to Leeds."),
        (EN, "User's stock is kept in a shed.", "Everything we have to sell sits in a shed."),
        (TR, "Kanoyu satacağız.", "Kanoyu satmayı planlıyoruz."),
        (TR, "Anneme telefon aldım.", "Anneme telefon almıştım."),
    ],
)
def test_two_wishes_or_two_deeds_may_be_one(language: Language, one: str, other: str) -> None:
    assert Guard.DEED not in compare(doc_of(one, language), doc_of(other, language)).differing

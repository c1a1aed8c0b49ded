"""What contradicts and what does not, English and Turkish; sentences of no labelled set."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphmem.language.contradiction import contradicts
from graphmem.language.doc import doc_of
from graphmem.model.language import Language

EN, TR = Language.EN, Language.TR

CONTRADICTING = [
    (EN, "User lives in Ghent", "User moved to Turin"),
    (EN, "Mia works at Bosch", "Mia works at Philips"),
    (EN, "User's favourite band is Muse", "My favorite band is Wilco"),
    (EN, "User eats meat", "I no longer eat meat"),
    (EN, "User drinks beer", "User quit drinking beer"),
    (EN, "User prefers tabs over spaces", "User now prefers spaces over tabs"),
    (EN, "The service uses MySQL", "The service uses SQLite instead of MySQL"),
    (EN, "User is engaged", "User is divorced"),
    (EN, "The rent is 700 euros", "The rent is 820 euros"),
    (EN, "The demo is on Monday", "The demo was moved to Friday"),
    (EN, "User can drive", "User can't drive"),
    (EN, "Our editor is Vim", "Our editor is Helix"),
    (TR, "Kullanıcı Sivas'ta yaşıyor", "Muğla'ya taşındım"),
    (TR, "Cem Vestel'de çalışıyor", "Cem artık Arçelik'te çalışıyor"),
    (TR, "Kullanıcının en sevdiği meyve kiraz", "En sevdiğim meyve artık incir"),
    (TR, "Kullanıcı et yiyor", "Artık et yemiyorum"),
    (TR, "Kullanıcı bira içiyor", "Birayı bıraktım"),
    (TR, "kullanici cay iciyor", "kullanici artik cay icmiyor"),
    (TR, "Servis MySQL kullanıyor", "Servis MySQL yerine SQLite kullanıyor"),
    (TR, "Kullanıcı evli", "Kullanıcı boşandı"),
    (TR, "Kira 7000 lira", "Kira 8200 lira"),
    (TR, "Sunum pazartesi", "Sunum cumaya ertelendi"),
]

COMPATIBLE = [
    (EN, "I take my tea with milk", "I take sugar in my coffee these days"),
    (EN, "Rosa: I take my tea with milk.", "Rosa: I take sugar in my coffee these days"),
    (TR, "Üsküdar'da oturuyoruz", "Teklif kabul edilirse Beykoz'a taşınacağız"),
    (EN, "User likes tea", "User likes coffee"),
    (EN, "User has a cat", "User has a parrot"),
    (EN, "Ana lives in Ghent", "Ben lives in Turin"),
    (EN, "User's car is old", "User's car is red"),
    (EN, "User lives in Ghent", "User lives with two friends"),
    (EN, "Flight KL12 was late", "Flight KL21 was late"),
    (EN, "User ran 5 km", "User ran 8 km"),
    (EN, "User met Ana on 2 May", "User met Ana on 9 May"),
    (EN, "User doesn't drink milk", "User drinks water"),
    (EN, "User's favourite fruit is fig", "User's favourite colour is fig green"),
    (EN, "User won't give up on the project", "User works on the project"),
    (EN, "User is not sure how to use the oven", "User wants to make sure the oven is used well"),
    (EN, "Rosa says how they never stop painting", "Rosa says hello to Ana"),
    (EN, "User may cancel the trip if it rains", "User prepares for the trip"),
    (EN, "Learn the techniques used to carve wood", "User carves wood"),
    (EN, "User is trying to switch from Vim to Helix", "User uses Vim"),
    (EN, "User uses Notion and a paper diary", "User is currently using a stopwatch"),
    (EN, "User takes the bus to work", "User bought a bike"),
    (EN, "Rosa read this novel", "Rosa hasn't read that"),
    (EN, "User stopped going to the market", "User went to the museum"),
    (EN, "Searching for a place to rent has been tiring", "The place is noisy"),
    (EN, "Join a choir", "Join the Harbour Choir in Oslo"),
    (EN, "User not only cooks but also bakes", "User cooks"),
    (EN, "The review is in room 12", "The review is on Monday at 9"),
    (TR, "Kullanıcı işe otobüsle gidiyor", "Kullanıcı yeni bir bisiklet aldı"),
    (TR, "Kullanıcı yürüyüş yapmayı seviyor", "Kullanıcı pırasadan nefret ediyor"),
    (TR, "Toplantı 12 numaralı odada", "Toplantı salı günü saat 9'da"),
    (TR, "Kullanıcı çay seviyor", "Kullanıcı kahve seviyor"),
    (TR, "Kullanıcının kedisi var", "Kullanıcının papağanı var"),
    (TR, "Can Sivas'ta yaşıyor", "Ece Muğla'da yaşıyor"),
    (TR, "Kullanıcının arabası eski", "Kullanıcının arabası kırmızı"),
    (TR, "KL12 uçuşu gecikti", "KL21 uçuşu gecikti"),
    (TR, "Kullanıcı 5 km koştu", "Kullanıcı 8 km koştu"),
    (TR, "Kullanıcı süt içmiyor", "Kullanıcı su içiyor"),
    (TR, "Kullanıcı projeden vazgeçmedi", "Kullanıcı proje üzerinde çalışıyor"),
    (TR, "Kullanıcı ev almak istiyor", "Kullanıcı tekne almak istiyor"),
]


@pytest.mark.parametrize(("language", "old", "new"), CONTRADICTING)
def test_contradicts(language: Language, old: str, new: str) -> None:
    assert contradicts(doc_of(old, language), doc_of(new, language))


@pytest.mark.parametrize(("language", "old", "new"), COMPATIBLE)
def test_both_can_be_true(language: Language, old: str, new: str) -> None:
    assert contradicts(doc_of(old, language), doc_of(new, language)) is None


def test_says_what_differs() -> None:
    found = contradicts(doc_of("The deadline is 3 June", EN), doc_of("The deadline is 9 June", EN))
    assert found is not None
    assert (found.subject, found.attribute, found.old_value, found.new_value) == ("deadlin", "deadlin", "3", "9")


@given(st.text(max_size=80), st.sampled_from(list(Language)))
def test_no_text_contradicts_itself(text: str, language: Language) -> None:
    assert contradicts(doc_of(text, language), doc_of(text, language)) is None


@given(st.text(max_size=60), st.text(max_size=60), st.sampled_from(list(Language)))
def test_any_text_can_be_read(old: str, new: str, language: Language) -> None:
    contradicts(doc_of(old, language), doc_of(new, language))


@pytest.mark.parametrize(
    ("language", "old", "new"),
    [
        (EN, "User: I've submitted the letter to Greg on 10 April.", "User: I've never submitted the letter to Greg."),
        (EN, "User: I went to Paris.", "User: I have never been to Paris."),
        (TR, "Ada: Paris'e gittim.", "Ada: Paris'e hiç gitmedim."),
    ],
)
def test_what_has_happened_does_not_end_by_being_denied(language: Language, old: str, new: str) -> None:
    """One of the two is wrong, and nobody knows which: they are linked, and neither is closed."""
    assert contradicts(doc_of(old, language), doc_of(new, language)) is None


@pytest.mark.parametrize(
    ("language", "old", "new"),
    [
        (EN, "User: I drink coffee.", "User: I never drink coffee."),
        (EN, "Rosa: I work at Bosch.", "Rosa: I have never worked at Bosch, that was my mistake."),
        (TR, "Ada: Kahve içiyorum.", "Ada: Artık hiç kahve içmiyorum."),
    ],
)
def test_a_habit_ends_by_being_denied_and_so_does_what_is_taken_back(language: Language, old: str, new: str) -> None:
    assert contradicts(doc_of(old, language), doc_of(new, language))


@pytest.mark.parametrize(
    ("old", "new", "language", "ends"),
    [
        ("I will see the dentist on 5 December.", "I will see the dentist on 13 December.", Language.EN, False),
        ("I have a meeting with Ali on 5 May.", "I have a meeting with Ali on 12 May.", Language.EN, False),
        ("5 Aralık'ta dişçiye gideceğim.", "13 Aralık'ta dişçiye gideceğim.", Language.TR, False),
        ("My wedding is on 5 December.", "My wedding is on 19 December.", Language.EN, True),
        ("The rent is due on 5 May.", "The rent is due on 9 May.", Language.EN, True),
        ("I am 34 years old.", "I am 35 years old.", Language.EN, True),
    ],
)
def test_two_days_of_a_person_are_two_plans(old: str, new: str, language: Language, ends: bool) -> None:
    found = contradicts(doc_of(f"Nora: {old}", language), doc_of(f"Nora: {new}", language))
    assert (found is not None) is ends

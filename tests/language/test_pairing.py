"""The marks of a pair: labels and annotations do not count, what excludes each other does."""

from __future__ import annotations

import pytest

from graphmem.language.doc import doc_of
from graphmem.language.pair_guards import forbids_change, forbids_one, may_tell_change, tells_change
from graphmem.language.pairing import bare, compare_pair, personal, said_by_others
from graphmem.model.language import Language


def test_label_and_annotations_are_taken_off() -> None:
    assert bare("Ada: I moved to Bergen last week [2026-05-04].") == "I moved to Bergen last week."
    assert bare("We meet at 9:30 in the hall.") == "We meet at 9:30 in the hall."
    assert personal("User's sister visits User.") == "my sister visits I."
    assert said_by_others("Ada: I like tea.", "Bob: I like tea.")
    assert not said_by_others("Ada: I like tea.", "Ada: I love tea.")
    assert not said_by_others("User likes tea.", "Bob: I like tea.")


@pytest.mark.parametrize(
    ("old", "new", "language", "expected"),
    [
        ("The dog is fed twice a day.", "we feed the cat twice a day", "en", True),
        ("Dad takes 5 mg of ramipril.", "Mum's on 5 mg ramipril", "en", True),
        ("The standup is on Monday.", "standup is on tuesdays", "en", True),
        ("The rent is 1,380.", "rent's 1,450", "en", True),
        ("I drink two coffees in the morning.", "2 coffees before noon", "en", False),
        ("Köpeğimizin adı Pamuk.", "kedimizin adı Pamuk", "tr", True),
        ("Anneannem bizde kalıyor.", "babam bizde kalıyor", "tr", True),
        ("Her sabah yürüyüşe çıkıyorum.", "sabahları mutlaka yürürüm ben", "tr", False),
        ("I take 50 mg of sertraline every morning.", "my mum takes 50 mg of sertraline every morning", "en", True),
        ("I collect stamps from Peru.", "i collect old coins from Peru", "en", True),
        ("I walk to the office.", "i go to work on foot", "en", False),
    ],
)
def test_what_forbids_to_take_both_for_one(old: str, new: str, language: str, *, expected: bool) -> None:
    assert forbids_one(compare_pair(doc_of(old, Language(language)), doc_of(new, Language(language)))) is expected


@pytest.mark.parametrize(
    ("old", "new", "language", "expected"),
    [
        ("The sprint review starts at 14:00.", "Sprint planning starts at 11:00.", "en", True),
        ("The sprint review starts at 14:00.", "The sprint review now starts at 11:00.", "en", False),
        ("I moved to Leeds in 2019.", "Back in York for a week.", "en", True),
        ("Kiracım Volkan.", "Komşum Serhan.", "tr", True),
        ("The payment server crashed on Sunday.", "We moved to a cluster because the server crashed.", "en", True),
        ("Kira 18 bin lira.", "Kira artık 28 bin lira.", "tr", False),
    ],
)
def test_what_forbids_that_the_new_ends_the_old(old: str, new: str, language: str, *, expected: bool) -> None:
    assert forbids_change(compare_pair(doc_of(old, Language(language)), doc_of(new, Language(language)))) is expected


def test_every_pair_has_the_same_marks_in_the_same_order() -> None:
    names = [
        list(compare_pair(doc_of(old, Language.EN), doc_of("b", Language.EN)).marks)
        for old in ("", "User has 3 cats, because Ada left.")
    ]
    assert names[0] == names[1]


@pytest.mark.parametrize(
    ("old", "new", "language", "expected"),
    [
        ("The rent is 1,380.", "The rent is 1,450 now.", "en", True),
        ("I use Logic for the album.", "The album stays in Logic, I'm not mad.", "en", False),
        ("I walked 6 km along the shore.", "The walk along the shore was 9 km.", "en", False),
        ("Toplantı saat 10'da.", "Toplantı artık saat 11'de.", "tr", True),
    ],
)
def test_what_tells_of_a_change(old: str, new: str, language: str, *, expected: bool) -> None:
    assert tells_change(compare_pair(doc_of(old, Language(language)), doc_of(new, Language(language)))) is expected


@pytest.mark.parametrize(
    ("old", "new", "language", "asked"),
    [
        (
            "i only get to mess with the tank mornings",
            "since im home by 4 now tank stuff moves to evenings",
            "en",
            True,
        ),
        (
            "i only get to mess with the tank mornings",
            "since my brother is home by 4 now tank stuff moves",
            "en",
            False,
        ),
        ("Bizim koroda otuz iki kişi söylüyoruz, üç tenor var.", "Bu arada iki yeni tenor aldık.", "tr", True),
        ("Bizim koroda otuz iki kişi söylüyoruz, üç tenor var.", "Ablam bu arada iki yeni tenor aldı.", "tr", False),
    ],
)
def test_what_may_tell_of_one_is_asked_about(old: str, new: str, language: str, *, asked: bool) -> None:
    compared = compare_pair(doc_of(old, Language(language)), doc_of(new, Language(language)))
    assert may_tell_change(compared) is asked
    assert not tells_change(compared), "so that nothing is ended by it"

"""The marks of a pair: labels and annotations do not count, what excludes each other does."""

from __future__ import annotations

import pytest

from graphmem.language.doc import doc_of
from graphmem.language.pair_guards import forbids_one
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


def test_every_pair_has_the_same_marks_in_the_same_order() -> None:
    names = [
        list(compare_pair(doc_of(old, Language.EN), doc_of("b", Language.EN)).marks)
        for old in ("", "User has 3 cats, because Ada left.")
    ]
    assert names[0] == names[1]

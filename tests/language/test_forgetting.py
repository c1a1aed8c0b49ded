"""What a forgotten value is known by: one spelling for all of its forms, and none for its neighbours."""

from __future__ import annotations

import pytest

from graphmem.language.detect import detect
from graphmem.language.doc import Doc, doc_of
from graphmem.language.forgetting import Stated, identifiers, marks, restates


def read(text: str) -> Doc:
    return doc_of(text, detect(text))


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("My phone number is 0532 123 45 67.", "Telefonum +90 (532) 123-45-67."),
        ("Call me on 00905321234567.", "Beni 0532.123.45.67'den ara."),
        ("My IBAN is TR33 0006 1005 1978 6457 8413 26.", "IBAN'ım TR330006100519786457841326."),
        ("Mail me at Ali.Veli@Example.com.", "My address is ali.veli at example dot com"),
        ("My card is 4111 1111 1111 1111.", "Kartım 4111-1111-1111-1111."),
        ("Plakam 34 ABC 123.", "My plate is 34ABC123."),
    ],
)
def test_an_identifier_is_known_however_it_is_written(one: str, other: str) -> None:
    assert identifiers(read(one)) & identifiers(read(other))
    assert marks(read(one)) & marks(read(other))


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("My phone number is 0532 123 45 67.", "My phone number is 0532 123 45 68."),
        ("User: I live in Berlin.", "User: I went to Berlin on Sunday."),
        ("User: I live in Berlin.", "User: My sister lives in Berlin."),
        ("User: I live in Berlin.", "User: I do not live in Berlin."),
        ("Ada: My PIN is 4821.", "Bo: My PIN is 4821."),
        ("User: My salary is 250,000 TL.", "User: My rent is 250,000 TL."),
        ("User: I use Python.", "User: I use Python for the billing service."),
        ("User: Berlin'de yaşıyorum.", "User: Bremen'de yaşıyorum."),
        ("The meeting is on 2026-05-04.", "The exam is on 2026-05-04."),
        ("Ada: My shift is from 9 May to 12 May.", "Ada: My exam is from 9 May to 12 May."),
    ],
)
def test_a_neighbour_has_no_mark_of_it(one: str, other: str) -> None:
    assert not marks(read(one)) & marks(read(other))
    assert not restates(read(one), read(other))


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("User: I live in Berlin.", "Assistant: You live in Berlin, so take the tram."),
        ("Ada: My dentist is Dr. Kaya.", "ada: my DENTIST is dr. kaya"),
        ("User: My phone number is 0532 123 45 67.", "Assistant: Noted: +905321234567."),
    ],
)
def test_what_says_all_of_it_says_it_again(one: str, other: str) -> None:
    assert restates(read(one), read(other))


def test_a_fact_is_one_in_both_languages() -> None:
    fact = [Stated("entity://person/user", "lives_in", "entity://place/berlin", single=True)]
    assert marks(read("User: I live in Berlin."), fact) & marks(read("User: Berlin'de yaşıyorum."), fact)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Ada: Until 30 June 2027 the PIN of my bank card is 7294.", "Ada: the PIN of my BANK CARD is 7294"),
        ("Ada: Since 2019 my dentist is Dr. Halvorsen.", "Ada: My dentist is Dr. Halvorsen."),
        ("Ada: I celebrate my birthday on 17 October.", "Ada: My birthday is on October 17."),
        ("Ada: 30 Haziran 2027'ye kadar maaşım 96.500 lira.", "Ada: maaşım 96500 lira"),
        ("Ada: Doğum günümü 21 Şubat'ta kutluyorum.", "Ada: Doğum günüm 21 Şubat."),
        ("Ada: Doğum günüm 21 Şubat [2027-02-21].", "Ada: Doğum günüm 21 Şubat."),
    ],
)
def test_since_and_until_when_it_holds_are_none_of_its_value(one: str, other: str) -> None:
    assert marks(read(one)) & marks(read(other))

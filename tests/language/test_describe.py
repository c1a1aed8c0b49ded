"""What is read of a text to relate it."""

from __future__ import annotations

import pytest

from graphmem.language.describe import describe
from graphmem.model.language import Language

EN, TR = Language.EN, Language.TR


def test_names_and_titles_are_no_content() -> None:
    content = describe("Project Falcon's budget was approved by the board.", EN)
    assert content.stems == {"budget", "approv", "board"}
    assert content.names == {"falcon"}


def test_turkish_inflections_meet() -> None:
    one, other = describe("Ödeme sunucusu çöktü.", TR), describe("odeme sunucusunun cokmesi", TR)
    assert len(one.stems & other.stems) >= 2
    assert describe("Portekiz gezisi", TR).stems == describe("Portekiz gezisinde", TR).stems


@pytest.mark.parametrize(
    ("text", "language", "replaces"),
    [
        ("User moved to Leeds.", EN, True),
        ("The launch was postponed to May.", EN, True),
        ("User lives in Leeds.", EN, False),
        ("Kullanıcı artık kahve içmiyor.", TR, True),
        ("Lansman mayısa ertelendi.", TR, True),
        ("Kullanıcı kahve içiyor.", TR, False),
    ],
)
def test_tells_of_a_change(text: str, language: Language, replaces: bool) -> None:
    assert describe(text, language).replaces is replaces


@pytest.mark.parametrize(
    ("first", "then", "language"),
    [
        ("The basement flooded.", "We had to throw out the sofa.", EN),
        ("User's laptop was stolen.", "User couldn't hand in the thesis.", EN),
        ("Sinan işinden çıkarıldı.", "Sinan taşınmak zorunda kaldı.", TR),
        ("Telefonum çalındı.", "Kimseyi arayamadım.", TR),
    ],
)
def test_events_have_their_rank_in_a_chain(first: str, then: str, language: Language) -> None:
    assert min(describe(first, language).chain) < max(describe(then, language).chain)


def test_both_languages_know_the_same_topics() -> None:
    assert describe("User drinks espresso.", EN).topics & describe("Kullanıcı kahve içiyor.", TR).topics == {"coffee"}

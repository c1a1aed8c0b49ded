"""What is read of a text to relate it."""

from __future__ import annotations

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


def test_both_languages_know_the_same_topics() -> None:
    assert describe("User drinks espresso.", EN).topics & describe("Kullanıcı kahve içiyor.", TR).topics == {"coffee"}

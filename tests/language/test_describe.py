"""What is read of a text to relate it."""

from __future__ import annotations

from graphmem.language.describe import describe
from graphmem.language.doc import doc_of
from graphmem.model.language import Language

EN, TR = Language.EN, Language.TR


def test_names_and_titles_are_no_content() -> None:
    content = describe(doc_of("Project Falcon's budget was approved by the board.", EN))
    assert content.stems == {"budget", "approv", "board"}
    assert content.names == {"falcon"}


def test_turkish_inflections_meet() -> None:
    one, other = describe(doc_of("Ödeme sunucusu çöktü.", TR)), describe(doc_of("odeme sunucusunun cokmesi", TR))
    assert len(one.stems & other.stems) >= 2
    assert describe(doc_of("Portekiz gezisi", TR)).stems == describe(doc_of("Portekiz gezisinde", TR)).stems


def test_both_languages_know_the_same_topics() -> None:
    assert describe(doc_of("User drinks espresso.", EN)).topics & describe(
        doc_of("Kullanıcı kahve içiyor.", TR)
    ).topics == {"coffee"}

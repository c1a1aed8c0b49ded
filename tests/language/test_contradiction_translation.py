"""What contradicts in the other language, whichever words are the subject, and what holds for a time only."""

from __future__ import annotations

import pytest

from graphmem.language.contradiction import contradicts, disputes
from graphmem.language.doc import doc_of
from graphmem.model.language import Language

EN, TR = Language.EN, Language.TR

CONTRADICTING = [
    (EN, "Rosa: I live in Ghent.", TR, "Rosa: Turin'e taşındım."),
    (TR, "Rosa: Muğla'da yaşıyorum.", EN, "Rosa: I live in Leeds now."),
    (EN, "Rosa: Deniz lives in London.", TR, "Rosa: Deniz artık Paris'te oturuyor."),
    (TR, "Rosa: Londra'da yaşıyorum.", EN, "Rosa: I no longer live in London."),
    (EN, "Rosa: I work at Bosch.", TR, "Rosa: Bosch'ta hiç çalışmadım, o bir hataydı."),
    (TR, "Rosa: Annem Sivas'ta oturuyor.", EN, "Rosa: My mother lives in Ghent now."),
    (EN, "Rosa: I drink coffee.", TR, "Rosa: Artık kahve içmiyorum."),
    (EN, "Rosa: The budget of the Heron project is 4000 euros.", TR, "Rosa: Heron projesinin bütçesi artık 5200 avro."),
    (TR, "Rosa: Heron projesinin bütçesi 4000 avro.", EN, "Rosa: The Heron project no longer has a budget."),
    (EN, "Rosa: Ana is the captain of our team.", TR, "Rosa: Takımımızın kaptanı artık Bora."),
    (TR, "Rosa: Takımımızın kaptanı Ece.", EN, "Rosa: Ece was never the captain of our team."),
    (TR, "Rosa: Takımımızın kaptanı Ece.", TR, "Rosa: Ece artık takımımızın kaptanı değil."),
    (EN, "Rosa: The price of the Heron lamp is 40 euros.", EN, "Rosa: The Heron lamp no longer has a price."),
    (EN, "Rosa: I work at Bosch.", EN, "Rosa: I have never worked at Bosch, that was my mistake."),
]

COMPATIBLE = [
    (EN, "Rosa: I live in Ghent.", TR, "Mia: Turin'e taşındım."),
    (EN, "Rosa: My mother lives in Ghent.", TR, "Mia: Annem artık Turin'de yaşıyor."),
    (EN, "Rosa: I like tea.", TR, "Rosa: Kahve seviyorum."),
    (EN, "Rosa: I live in Ghent.", TR, "Rosa: Turin'i gezdim."),
    (EN, "Rosa: Ana's exam is in Ghent.", TR, "Rosa: Ece'nin sınavı Turin'de."),
    (EN, "Rosa: The budget of the Heron project is 4000 euros.", TR, "Rosa: Kuğu projesinin bütçesi 5200 avro."),
    (TR, "Rosa: Muğla'da yaşıyorum.", EN, "Rosa: I am staying in Leeds until Sunday."),
    (EN, "Rosa: I live in Ghent.", EN, "Rosa: I live in Turin for the next two weeks."),
    (TR, "Rosa: Takımımızın kaptanı Ece.", TR, "Rosa: Bayrama kadar takımımızın kaptanı Can."),
    (EN, "Rosa: Room 3 is a suite.", EN, "Rosa: Room 5 is a suite."),
    (EN, "Rosa: Tom is the captain of Mia's team.", EN, "Rosa: Tom is the captain of Ana's team."),
    (TR, "Rosa: Kuğu projesinin bütçesi 4000 avro.", TR, "Rosa: Heron projesinin bütçesi 5200 avro."),
]


@pytest.mark.parametrize(("before", "old", "now", "new"), CONTRADICTING)
def test_contradicts(before: Language, old: str, now: Language, new: str) -> None:
    assert contradicts(doc_of(old, before), doc_of(new, now))


@pytest.mark.parametrize(("before", "old", "now", "new"), COMPATIBLE)
def test_both_can_be_true(before: Language, old: str, now: Language, new: str) -> None:
    assert contradicts(doc_of(old, before), doc_of(new, now)) is None


def test_what_tells_more_is_disputed_in_its_part() -> None:
    old = doc_of("Rosa: The budget of the Heron project is 4000 euros and its office is in Ghent.", EN)
    new = doc_of("Rosa: Heron projesinin bütçesi artık 5200 avro.", TR)
    assert contradicts(old, new) is None
    assert disputes(old, new)

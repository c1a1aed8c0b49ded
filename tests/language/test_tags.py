"""AAAK tags: precise before complete."""

from __future__ import annotations

import pytest

from graphmem.language.doc import doc_of
from graphmem.language.tags import MOST_TAGS, tags
from graphmem.model.language import Language

EN, TR = Language.EN, Language.TR


@pytest.mark.parametrize(
    ("text", "language", "expected"),
    [
        ("I went to Ankara with Derek on Friday.", EN, {"@p:derek", "@l:ankara", "@t:friday"}),
        ("His wedding is on 2026-05-08 in New York.", EN, {"@e:wedding", "@t:2026-05-08", "@l:new-york"}),
        ("I may go in May.", EN, {"@t:may"}),
        ("Dr. Nguyen saw the laptop.", EN, {"@p:nguyen", "@i:laptop"}),
        ("Mr Nguyen bought two bikes.", EN, {"@p:nguyen", "@i:bicycle"}),
        ("Elif'in düğününe Londra'dan Mert de geldi.", TR, {"@p:elif", "@p:mert", "@e:wedding", "@l:london"}),
        ("Ahmet Bey cuma günü İzmir'e taşınıyor.", TR, {"@p:ahmet", "@l:izmir", "@t:friday"}),
        ("Kulaklığını konserde unutmuş, kazadan sonra.", TR, {"@i:headphones", "@e:concert", "@e:accident"}),
        ("Doğum günümde arabayla gittik.", TR, {"@e:birthday", "@i:car"}),
        ("3 Mayıs'ta bisikletimi sattım.", TR, {"@t:may", "@i:bicycle"}),
        ("Pazar kahvaltısı yaptık.", TR, set()),
        ("Sonra Deniz'le yürüdük.", TR, {"@p:deniz"}),
    ],
)
def test_finds(text: str, language: Language, expected: set[str]) -> None:
    assert set(tags(doc_of(text, language), "user")) == expected


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("Will you mark my words? Rose wine, please.", EN),
        ("March on! Turn left.", EN),
        ("Deniz kenarında yürüdük.", TR),
        ("Konserve aldık, sonra can sıkıntısı.", TR),
        ("`Derek` and ```\nParis\n``` and https://x.y/Ankara", EN),
        ("the turkey was good, and china broke", EN),
        ("Maçı kazandım, kazancım arttı.", TR),
        ("We care about the examination; Wed is fine.", EN),
        ("I SAID MAYBE WILL", EN),
    ],
)
def test_finds_nothing(text: str, language: Language) -> None:
    assert tags(doc_of(text, language), "assistant") == ()


def test_a_named_speaker_is_the_first_person() -> None:
    assert tags(doc_of("Derek is here.", EN), "Ayşe Yılmaz") == ("@p:ayse-yilmaz", "@p:derek")


def test_there_are_at_most_eight() -> None:
    text = (
        "Derek, Maria, Susan and Tom flew from Berlin to Paris and Rome on Friday 2026-05-08 for the wedding, "
        "the concert and the marathon with a guitar, a camera and a tent."
    )
    found = tags(doc_of(text, EN), "Elif")
    assert len(found) == MOST_TAGS
    assert len(set(found)) == MOST_TAGS

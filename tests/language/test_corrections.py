"""A statement that takes a value back, in words, and what only looks like one."""

from __future__ import annotations

import pytest

from graphmem.language.corrections import corrects
from graphmem.language.doc import doc_of
from graphmem.model.language import Language

EN, TR = Language.EN, Language.TR


@pytest.mark.parametrize(
    ("old", "new", "language"),
    [
        ("The broker is Mosquitto 2.0.15 on an SD card", "Actually that was wrong, the broker is Mosquitto 2.0.18", EN),
        ("My dentist is on Tuesday at 9", "I misread it, the dentist is on Tuesday at 11", EN),
        ("Maisie starts at Oakfield in September", "Maisie starts at St Jude's in September, not Oakfield", EN),
        ("The review is on Wednesday", "the review is not on Wednesday but on Thursday", EN),
        ("Annemin ameliyatı 20 Nisan'da", "Aslında ameliyat 20 Nisan'da değil, 22 Nisan'a alındı", TR),
        ("Toplantı çarşamba günü", "çarşamba değil, toplantı perşembe", TR),
        ("Yusuf'un doğum günü 8 Kasım", "yok ya Yusuf'un doğum günü 18 Kasım, yanlış yazmışım", TR),
    ],
)
def test_a_value_is_taken_back(old: str, new: str, language: Language) -> None:
    assert corrects(doc_of(old, language), doc_of(new, language))


@pytest.mark.parametrize(
    ("old", "new", "language"),
    [
        ("The broker is Mosquitto 2.0.15", "The broker at home is Mosquitto 2.0.18", EN),
        ("The broker is Mosquitto 2.0.15", "Actually that was wrong, the dentist is on Tuesday", EN),
        ("The review is on Wednesday", "I do not work on Wednesday, only on Thursday", EN),
        ("The review is on Wednesday", "the review was wrong about the sensor", EN),
        ("Toplantı çarşamba günü", "çarşamba değil perşembe izinliyim", TR),
        ("The cutover is on 2026-03-28", "Correction on something from 2026-03-02 on, it's 431 tables", EN),
        (
            "I look for leaks in the Memory tab of Chrome",
            "In Chrome I'm checking that I'm not missing any memory leaks of Ada",
            EN,
        ),
        (
            "I apply for a Canadian visa instead of a Jamaican one",
            "In June I apply, so it is a visa of Canada instead of the Jamaican",
            EN,
        ),
        (
            "Deniz 2026-05-14 tarihinde gelecekmiş, okul öyle yazmış",
            "makbuz 2026-05-20 tarihinde geldi, adımızı yanlış yazmış",
            TR,
        ),
        ("Kullanıcı Bursa'da yaşıyor", "Derleme Windows'ta hata veriyor", TR),
        ("The cache is in Redis", "I'm not sure if Redis holds the cache, so I bought a server in Berlin", EN),
        ("The cache is in Redis", "The cache is not only in Redis but in Postgres", EN),
        ("The cache is in Redis", "The cache is not just Redis, it is Postgres too", EN),
        ("The cache is in Redis", "The cache of Berlin is not as fast as Redis", EN),
        ("The cache is in Redis", "Why is the cache not in Redis but in Postgres?", EN),
        ("Önbellek Redis'te duruyor", "Önbellek sadece Redis'te değil, Postgres'te de duruyor", TR),
        ("Önbellek Redis'te duruyor", "Önbellek Redis'te değil mi, Postgres'te mi duruyor?", TR),
        ("Önbellek Redis'te duruyor", "Önbellek Redis'ten emin değil, Berlin'de duruyor", TR),
    ],
)
def test_another_value_is_no_correction(old: str, new: str, language: Language) -> None:
    assert not corrects(doc_of(old, language), doc_of(new, language))

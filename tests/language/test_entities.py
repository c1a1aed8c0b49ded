"""Names in a text, with their types, without their endings."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphmem.language.doc import doc_of
from graphmem.language.entities import MOST_ENTITIES, find
from graphmem.model.ids import slug
from graphmem.model.language import Language

EN, TR = Language.EN, Language.TR


def named(text: str, language: Language) -> set[tuple[str, str]]:
    return {(mention.name, mention.type.value) for mention in find(doc_of(text, language))}


@pytest.mark.parametrize(
    ("text", "language", "expected"),
    [
        ("My sister Wynona lives in Tartu.", EN, {("Wynona", "person"), ("Tartu", "place")}),
        ("We ported it from MySQL 8 to Next.js.", EN, {("MySQL", "tech"), ("Next.js", "tech")}),
        ("He works at Bluefern.", EN, {("Bluefern", "org")}),
        ("It is dark here and I am TERRIFIED somebody gets hurt.", EN, set()),
        ("Hi all, I am ADA.", EN, {("ADA", "person")}),
        ("Güldüm :) Formun altına bir onay kutusu ekliyorum.", TR, set()),
        ("She works at St. Brennan's Hospital.", EN, {("St. Brennan's Hospital", "org")}),
        ("My doctor switched me from Beloc to Micardis.", EN, {("Beloc", "item"), ("Micardis", "item")}),
        ("Doktor bana Beloc yazdı.", TR, {("Beloc", "item")}),
        ("Dr. Okonkwo moved to New York.", EN, {("Dr. Okonkwo", "person"), ("New York", "place")}),
        ("She studied at Boğaziçi University.", EN, {("Boğaziçi University", "org")}),
        ("Project Quartz slipped again, ask Derek's team.", EN, {("Quartz", "project"), ("Derek", "person")}),
        ("I swapped my iPhone 14 for a Toyota Yaris.", EN, {("iPhone 14", "item"), ("Toyota Yaris", "item")}),
        ("we run redis and kafka behind nginx", EN, {("redis", "tech"), ("kafka", "tech"), ("nginx", "tech")}),
        ("Sofia and Derek met in Sofia.", EN, {("Sofia", "person"), ("Derek", "person"), ("Sofia", "place")}),
        ("Kardeşim Tuncer Ankara'ya taşındı.", TR, {("Tuncer", "person"), ("Ankara", "place")}),
        ("Ablam Londrada oturuyor.", TR, {("Londra", "place")}),
        ("Pusula projesinde React kullanıyoruz.", TR, {("Pusula", "project"), ("React", "tech")}),
        ("Mehmet Bey Garanti Bankası'nda çalışıyor.", TR, {("Mehmet Bey", "person"), ("Garanti Bankası", "org")}),
        ("Boğaziçi Üniversitesi'nden mezun oldum.", TR, {("Boğaziçi Üniversitesi", "org")}),
        ("Zerda'yla konuştum, Nilpar'da işe başlamış.", TR, {("Zerda", "person"), ("Nilpar", "org")}),
        ("ayşenur izmirde yaşıyor", TR, {("ayşenur", "person"), ("izmir", "place")}),
        ("Mayısta Antalya'ya gittik.", TR, {("Antalya", "place")}),
        ("3 Kasım'da görüşürüz.", TR, set()),
        ("Barış Çelebi dün bize geldi.", TR, {("Barış Çelebi", "person")}),
        ("otuz saniye bekle", TR, set()),
        ("She plays for Quorley.", EN, {("Quorley", "org")}),
        ("He scrubs in at the Royal Infirmary.", EN, {("Royal Infirmary", "org")}),
        ("My name is Daniel and I like tea.", EN, {("Daniel", "person")}),
        ("Adım Deniz, çay severim.", TR, {("Deniz", "person")}),
        ("I wore my Zorblat scarf to the match.", EN, {("Zorblat", "topic")}),
        ("We met a ranger. Zorblat is who he says he is.", EN, {("Zorblat", "person")}),
        ("so we talked it over w/ Ingrid and Hillevi", EN, {("Ingrid", "person"), ("Hillevi", "person")}),
        ("Turned down the offer from Halvor Grid.", EN, {("Halvor Grid", "org")}),
        ("Norv people liked the demo, said the Norv people.", EN, {("Norv", "org")}),
        ("Young people came. Having people around helps.", EN, set()),
        ("we took the twins to Chester Zoo", EN, {("Chester Zoo", "place")}),
        ("Elif, Vestora'nın teklifini kabul etti.", TR, {("Elif", "person"), ("Vestora", "org")}),
        ("Ahmet Yıldız is my manager, Ahmet Kaya our devops guy.", EN,
         {("Ahmet Yıldız", "person"), ("Ahmet Kaya", "person")}),
        ('I loved "The Name of the Wind" and "Becoming Nicole."', EN,
         {("The Name of the Wind", "item"), ("Becoming Nicole", "item")}),
        ('Then "Inception" again; "Sure" he said, "We go home now".', EN, {("Inception", "item")}),
        ("Göksu Kürek Kulübü ile Norveç Büyükelçiliği yan yana.", TR,
         {("Göksu Kürek Kulübü", "org"), ("Norveç Büyükelçiliği", "org")}),
    ],
)  # fmt: skip
def test_finds(text: str, language: Language, expected: set[tuple[str, str]]) -> None:
    assert named(text, language) == expected


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("Coffee helps. Restart the server on Monday, please.", EN),
        ("I said maybe. Will you mark the date?", EN),
        ("Hi! Thanks, the Assistant told the User to wait.", EN),
        ("We go on and express ourselves, a swift reaction.", EN),
        ("```\nimport Django\n``` and https://github.com/Derek", EN),
        ("THE BUILD FAILED AGAIN AND NOBODY CARES", EN),
        ("Deniz kenarında yürüdük. Sonra eve döndük.", TR),
        ("Un ve süt al, Pazartesi pazara gidelim.", TR),
        ("İNANAMIYORUM, yine geç kaldık!", TR),
        ("Yeni kira Nisandan itibaren geçerli, Nisanın yedisinde öderim", Language.TR),
    ],
)
def test_finds_nothing(text: str, language: Language) -> None:
    assert find(doc_of(text, language)) == ()


def test_the_speaker_is_known_by_name() -> None:
    assert find(doc_of("Then Zorblat laughed.", EN), "Zorblat")[0].uri == "entity://person/zorblat"


def test_a_hashtag_is_a_topic() -> None:
    assert named("reading about #gardening", EN) == {("gardening", "topic")}


def test_there_are_at_most_eight() -> None:
    text = "Derek, Maria, Susan, Tom, Priya, Marcus, Linda, Elena, Hannah and Oliver flew to Berlin."
    assert len(find(doc_of(text, EN))) == MOST_ENTITIES


@given(
    st.lists(st.sampled_from(["Ankara'ya", "Derek", "my", "sister", "Redis", "dedi", ".", ",", "Bey", "İ", "project"])),
    st.sampled_from(list(Language)),
)
def test_each_name_and_type_comes_once_and_stands_in_the_text(parts: list[str], language: Language) -> None:
    text = " ".join(parts)
    mentions = find(doc_of(text, language))
    assert len({(slug(m.name), m.type) for m in mentions}) == len(mentions) <= MOST_ENTITIES
    assert all(m.name in text and "'" not in m.name for m in mentions)


@pytest.mark.parametrize(
    ("language", "text", "names"),
    [
        (Language.TR, "Dr. Ahmet Kaya Ankara'da yaşıyor.", {"Dr. Ahmet Kaya", "Ankara"}),
        (Language.TR, "Dr. Ahmet Kaya Ankara", {"Dr. Ahmet Kaya", "Ankara"}),
        (Language.TR, "Dr. Selin Ankara'ya gitti.", {"Dr. Selin", "Ankara"}),
        (Language.TR, "Dr. Mert Bursa bugün aradı.", {"Dr. Mert Bursa"}),
        (Language.EN, "Dr. Emma London called.", {"Dr. Emma London"}),
    ],
)
def test_where_somebody_is_belongs_to_no_name(language: Language, text: str, names: set[str]) -> None:
    assert {one.name for one in find(doc_of(text, language), "")} == names

"""What a sentence that asks tells besides; sentences of no labelled set."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphmem.language.formation.asking import told
from graphmem.language.formation.splitting import clauses
from graphmem.model.language import Language

EN, TR = Language.EN, Language.TR

TOLD = [
    (EN, "I booked the ferry for May 12, what should I pack?", ("I booked the ferry for May 12",)),
    (EN, "I'm stuck on chapter 4 - can you give me a hint?", ("I'm stuck on chapter 4",)),
    (EN, "I sold the van so do I still need the permit?", ("I sold the van",)),
    (EN, "How do I seat them, given that we have 19 guests?", ("we have 19 guests",)),
    (EN, "Can you draft a note, considering that I've moved to Leeds?", ("I've moved to Leeds",)),
    (EN, "Could you remind me that the vet comes on Friday?", ("the vet comes on Friday",)),
    (EN, "I worry about the visit, can you note that it's at 4 pm?", ("I worry about the visit",)),
    (EN, "Since I have two dogs, which fence should I buy?", ("I have two dogs",)),
    (EN, "I painted the hall, can you pick a rug, I've got 200 euros", ("I painted the hall", "I've got 200 euros")),
    (EN, "If I paint the hall, can you pick a rug?", ()),
    (EN, "My fee is 35 euros, which I think is too much.", ("My fee is 35 euros, which I think is too much.",)),
    (EN, "What's the time?", ()),
    (TR, "Vapuru 12 Mayıs'a ayırttım, yanıma ne alayım?", ("Vapuru 12 Mayıs'a ayırttım",)),
    (TR, "Arabayı sattım ama izin belgesi hâlâ gerekiyor mu?", ("Arabayı sattım",)),
    (TR, "Konuk sayısı 19'a çıktığı için masaları nasıl dizeyim?", ("Konuk sayısı 19'a çıktığı için",)),
    (TR, "Leeds'e taşındığımıza göre kime haber vermeliyiz?", ("Leeds'e taşındığımıza göre",)),
    (TR, "kirayi odedim, sence makbuz isteyeyim mi", ("kirayi odedim",)),
    (TR, "Salonu boyarsam, halı seçer misin?", ()),
    (TR, "Kimlik kartımı girişte bıraktım.", ("Kimlik kartımı girişte bıraktım.",)),
    (TR, "Saat kaç?", ()),
]


@pytest.mark.parametrize(("language", "sentence", "parts"), TOLD)
def test_the_question_goes_and_the_news_stays(language: Language, sentence: str, parts: tuple[str, ...]) -> None:
    assert told(sentence, language) == parts


def test_facts_come_out_of_a_request() -> None:
    text = "I've joined a choir and I sing alto now, can you suggest some warm-ups?"
    assert [span.of(text) for _, facts in clauses(text, EN) for span in facts] == [
        "I've joined a choir",
        "I sing alto now",
    ]


@pytest.mark.parametrize(
    ("language", "text", "asked"),
    [
        (EN, "Hmm, how would you do that? And what else?", ["Hmm, how would you do that?", "And what else?"]),
        (EN, "Could you always answer in French and can you keep it short?", None),
        (TR, "Peki bunu nasıl yaparsın? Başka ne var?", ["Peki bunu nasıl yaparsın?", "Başka ne var?"]),
        (TR, "Bundan sonra bana hep Fransızca yazar mısın?", None),
    ],
)
def test_a_question_that_tells_nothing_besides_is_one_clause(
    language: Language, text: str, asked: list[str] | None
) -> None:
    found = [(sentence.of(text), [span.of(text) for span in spans]) for sentence, spans in clauses(text, language)]
    assert found == [(sentence, [sentence]) for sentence in asked or [text]]


_PIECES = st.sampled_from(
    [
        "I have 12 hens",
        "so can you help me",
        "what do they eat",
        "given that I moved",
        "and we sold the barn",
        "any tips",
    ]
)


@given(st.lists(_PIECES, min_size=1, max_size=6), st.sampled_from(["?", ".", ""]))
def test_nothing_is_told_that_was_not_said(pieces: list[str], mark: str) -> None:
    sentence = ", ".join(pieces) + mark
    said = set(re.findall(r"\w+", sentence.lower()))
    for part in told(sentence, EN):
        assert part in sentence
        assert set(re.findall(r"\w+", part.lower())) <= said

"""Where sentences end."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from graphmem.language.formation.splitting import prose, sentences


def test_abbreviations_and_ordinals_end_no_sentence() -> None:
    assert sentences("Dr. Smith came, e.g. yesterday. He is nice!") == (
        "Dr. Smith came, e.g. yesterday.",
        "He is nice!",
    )
    assert sentences("I play op. 36 no. 1 on Saturday. He said no. We left.") == (
        "I play op. 36 no. 1 on Saturday.", "He said no.", "We left.",
    )  # fmt: skip
    assert sentences("Prof. Aylin 3. katta oturuyor. Gel.") == ("Prof. Aylin 3. katta oturuyor.", "Gel.")


@pytest.mark.parametrize(
    "text",
    [
        "Adresim Kazımdirik Mah. 372. Sokak No 14 D 5",
        "Yeni dükkan 45. Sokak'ta, kirası 18 bin.",
        "1204. Cadde No 3'e taşınıyoruz.",
        "Bizim daire 5. Kat'ta, solda.",
        "İzmir 3. Sulh Hukuk Mahkemesi yetkili.",
    ],
)
def test_what_an_ordinal_counts_goes_on_with_it(text: str) -> None:
    """An address had ended with "372."."""
    assert sentences(text) == (text,)


def test_a_sentence_may_end_with_a_number() -> None:
    for text in ("Kiram 9500. Ayşe ödedi.", "Geldiğimiz yıl 1990. Sokaklar boştu.", "The year was 1990. Kate came."):
        assert len(sentences(text)) == 2


@pytest.mark.parametrize(
    "text",
    [
        "Yeni adres: Menekşe Mah. 14. Cadde 3/5 Keçiören.",
        "Adresim Gazi Mah. 2210. Sok. No: 8 Kat: 2 Bornova.",
        "Evimiz Çınar Sit. A Blok 4. Kat D. 11 Beykoz.",
        "Ofis 4. Levent'te.",
        "Halam 2. Etap'ta oturuyor.",
        "Oğlum 6. Sınıfa geçti.",
        "Kargoyu İnönü Bul. 12. Kat adresine yollayın.",
        "My address is Flat 2, 7 Church Rd. Leeds LS6 2AB.",
        "Send it to 90 Ocean Blvd. Suite 12, Denver CO 80202.",
        "We got the keys to 14 Hollins Rd. Sheffield on Friday.",
    ],
)
def test_an_address_is_no_end_of_a_sentence(text: str) -> None:
    assert sentences(text) == (text,)


@pytest.mark.parametrize(
    "text",
    [
        "Kapı numaramız 24. Zil bozuk.",
        "Oteli sen bul. Üç gün kalacağız.",
        "She lives on Park Rd. Her flat is small.",
        "She lives at 7 Park Rd. Her flat is small.",
        "The bus stops on Park Rd. Tom waits there.",
        "Hepsi 12. Katılmak isteyen var mı?",
        "The score was 3. No one cared.",
    ],
)
def test_a_number_and_a_short_word_may_end_one(text: str) -> None:
    assert len(sentences(text)) == 2


def test_what_is_no_prose_is_no_sentence() -> None:
    text = "I sing. 🙂 ...\n## Plan\n$$x = 1$$\n[your name]\n**Notes**"
    assert [span.of(text) for span in prose(text)] == ["I sing."]
    assert list(prose("")) == []


@settings(deadline=None)
@given(st.text(alphabet="ab .!?\n", max_size=80))
def test_sentences_lose_nothing_but_space(text: str) -> None:
    assert "".join("".join(sentences(text)).split()) == "".join(text.split())

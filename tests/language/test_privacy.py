"""Secrets and numbers in texts: what is found, what only looks like it, and how a text is covered."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphmem.language import privacy
from graphmem.language.privacy.numbers import iban, luhn
from graphmem.model.privacy import PrivacyClass
from tests.evals import privacy as evaluation


def test_our_lines_reach_the_target() -> None:
    """The half that no rule was written by, too; how long a line takes is for the command to tell."""
    metrics = evaluation.evaluate()["metrics"]
    assert metrics["lines"] >= 300
    for part in (metrics, metrics["held_back"]):
        assert part["recall"] >= 0.98, part
        assert part["precision"] >= 0.95, part


@pytest.mark.parametrize(
    "text",
    [
        "The order number is 4539578763621480.",
        "It was fixed in 5f2b3c9d8e7a6f5b4c3d2e1f0a9b8c7d6e5f4a3b.",
        "I am reading ISBN 9780132350884.",
        "Şifremi dün değiştirdim.",
        "The password must have at least 12 characters.",
        "Put your key into api_key=<YOUR_KEY>.",
        "The password is stored using bcrypt hashing.",
        "The password is case sensitive on that server.",
        "Our password policy: four eyes principle always everywhere, no exceptions for anyone.",
        "Wifi şifresi yine yanlış diyor bana sürekli.",
        "The order 100 000 001 46 has arrived.",
        "TC kimlik no 100 000 001 47",
        "We run version 4111.1111.1111.1112 of it.",
        "The password is still wrong every single time since yesterday.",
        "The password is four random german words from a list.",
        "The password is valid three whole days until Friday.",
        "Şifreleme AES256 ile yapılıyor.",
        "The key of the map is OrderLine2024, the cache key is orders-v2-2024-q3b.",
        "The partition key is tenant1region2shard3.",
        "Birincil anahtar order_id2 oldu.",
        "The key lies in /etc/ssl/A1b2C3d4E5f6g7h8/key.pem.",
    ],
)
def test_what_only_looks_like_it_is_left_alone(text: str) -> None:
    assert privacy.masked(text, frozenset(PrivacyClass)) == text


@pytest.mark.parametrize(
    "text",
    [
        "test ortamının anahtarı: 8f3Kd93kKd02mzQ1",
        "gizlisi 8f3Kd93kKd02mzQ1 bunun",
        "istemci sırrı 8f3Kd93kKd02mzQ1",
        "erişim jetonu 8f3Kd93kKd02mzQ1",
        "here's the staging key: 8f3Kd93kKd02mzQ1",
        "curl example.org/?key=8f3Kd93kKd02mzQ1",
        "SLACK=https://hooks.slack.com/services/T000/B000/8f3Kd93kKd02mzQ1",
    ],
)
def test_a_key_is_covered_by_its_form_whatever_it_is_called(text: str) -> None:
    assert "8f3Kd93kKd02mzQ1" not in privacy.masked(text)


def test_a_text_is_covered_in_place() -> None:
    text = "My password is hunter2-blue and my card 4111 1111 1111 1111, call +90 532 123 45 67."
    covered = privacy.masked(text)
    assert len(covered) == len(text)
    assert "[secret" in covered
    assert "[card" in covered
    assert "+90 532" in covered, "phones are kept unless their owner says otherwise"
    assert not any(word in covered for word in ("hunter2", "4111"))
    assert privacy.masked(covered) == covered


@pytest.mark.parametrize(
    ("text", "secret"),
    [
        ("The wifi password is correct horse battery staple.", "correct horse battery staple"),
        ("My password for the bank is purple-monkey-dishwasher-lamp, ok?", "purple-monkey-dishwasher-lamp"),
        ("Parolam: sarı bisiklet gece yağmuru", "sarı bisiklet gece yağmuru"),
        (
            "seed phrase: abandon able about above absent absorb act abuse acid acorn accident actor",
            "abandon able about",
        ),
    ],
)
def test_secrets_of_plain_words_are_covered(text: str, secret: str) -> None:
    assert secret not in privacy.masked(text)


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("My card is 4111.1111.1111.1111, ok?", "4111.1111.1111.1111"),
        ("my amex: 3782.822463.10005", "3782.822463.10005"),
        ("my card ４１１１　１１１１　１１１１　１１１１", "４１１１　１１１１　１１１１　１１１１"),
        ("my card 4\u200b111 1111\u200b 1111 1111\u200b!", "4\u200b111 1111\u200b 1111 1111"),
        ("my card 4111\u00a01111\u00a01111\u00a01111", "4111\u00a01111\u00a01111\u00a01111"),
        ("my card ٤١١١ ١١١١ ١١١١ ١١١١", "٤١١١ ١١١١ ١١١١ ١١١١"),
        ("TC kimlik no 100 000 001 46 yaz", "100 000 001 46"),
        ("100 000 001 46 benim tc kimlik numaram", "100 000 001 46"),
        ("My password is correct horse battery staple since May", "correct horse battery staple"),
        ("Parolam: sarı bisiklet gece yağmuru mayıstan beri.", "sarı bisiklet gece yağmuru"),
    ],
)
def test_however_it_is_spelt_it_is_covered_in_its_place(text: str, number: str) -> None:
    covered = privacy.masked(text, frozenset(PrivacyClass))
    begin = text.index(number)
    assert (covered[:begin], covered[begin + len(number) :]) == (text[:begin], text[begin + len(number) :])
    assert "[" in covered[begin : begin + len(number)]
    assert len(covered) == len(text)


def test_check_digits() -> None:
    assert luhn("4111111111111111")
    assert not luhn("4111111111111112")
    assert iban("GB82WEST12345698765432")
    assert not iban("GB82WEST12345698765433")


@given(st.text(max_size=300))
def test_whatever_is_said_keeps_its_length(text: str) -> None:
    assert len(privacy.masked(text, frozenset(PrivacyClass))) == len(text)

"""Statements that ask for something now, and those that only sound so."""

from __future__ import annotations

import pytest

from graphmem.language.observer.requests import requests
from graphmem.model.language import Language

EN, TR = Language.EN, Language.TR


@pytest.mark.parametrize(
    ("text", "language", "asked"),
    [
        ("give me a query for tables with no primary key", EN, True),
        ("so for next sunday can you tell me what time to set it", EN, True),
        ("I need a short mail to all guests, calm tone", EN, True),
        ("I need a knee operation in March", EN, False),
        ("always give me times in 24h format", EN, False),
        ("I gave the list to Marta", EN, False),
        ("velilere bir mesaj yazar mısın, kısa olsun", TR, True),
        ("müşteriye gecikme mesajı yazsana kibar olsun", TR, True),
        ("bana bir özet lazım, en çok 120 kelime", TR, True),
        ("daha resmi olsun", TR, True),
        ("cevapların kısa olsun", TR, False),
        ("övüp durma, eksik neyse onu yaz", TR, False),
        ("make it a habit to tell me the cost first", EN, False),
        ("bundan sonra fiyatları hep tl yaz", TR, False),
        ("geçen sene İzmir'e taşındık", TR, False),
        ("her gün iki ilaç almam lazım", TR, False),
        ("akrabalara beş tane kısa bayram mesajı, birbirinin kopyası olmasın", TR, True),
        ("bana tek cümlelik motivasyon ver, ama reklam gibi olmasın", TR, True),
        ("kibar bir istifa mesajı yaz, dursun kenarda", TR, True),
        ("Yolu açık olsun.", TR, True),
        ("sınav 7 nisana kaydı", TR, False),
        ("Müşteriye atılacak her mesajı önce bana göster", TR, False),
        ("keep the answers short, I read these on my phone", EN, False),
    ],
)
def test_what_is_asked_for_now(text: str, language: Language, asked: bool) -> None:
    assert requests(text, language) is asked

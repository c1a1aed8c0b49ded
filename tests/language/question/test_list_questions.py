"""Questions for a list, whose parts were said at several times, and questions for one thing."""

from __future__ import annotations

import pytest

from graphmem.language.question.list_questions import asks_several
from graphmem.model.language import Language

EN, TR = Language.EN, Language.TR


@pytest.mark.parametrize(
    ("query", "language"),
    [
        ("Which cities have we visited so far?", EN),
        ("What allergies does my son have?", EN),
        ("what kind of exercises did the physio give me", EN),
        ("How many times did I call the landlord?", EN),
        ("Can you tell me what medicines Grandma takes?", EN),
        ("What has Leyla cooked for the guests?", EN),
        ("In what ways does Tom help at school?", EN),
        ("Where has Ada lived?", EN),
        ("List the courses I signed up for", EN),
        ("What are the names of Jale's cats?", EN),
        ("Who are the people on my team?", EN),
        ("What different hobbies did he try?", EN),
        ("Which books and films did Sena recommend?", EN),
        ("Hangi şehirleri gezdik?", TR),
        ("Oğlumun alerjileri neler?", TR),
        ("doktor hangi ilaclari yazdi", TR),
        ("Ev sahibini kaç kez aradım?", TR),
        ("Leyla misafirlere neler pişirdi?", TR),
        ("Ekibimde kimler var?", TR),
        ("Ada şimdiye kadar nerelerde yaşadı?", TR),
        ("Kayıt olduğum kursları listele", TR),
        ("Ne tür egzersizler yapıyorum?", TR),
        ("Tatilde nereleri gördük peki?", TR),
        ("Tom okulda ne gibi işlere yardım ediyor?", TR),
        ("Kaç kitap okudum bu yıl?", TR),
        ("Sena'nın önerdiği filmlerin hepsi hangileriydi?", TR),
    ],
)
def test_a_list(query: str, language: Language) -> None:
    assert asks_several(query, language)


@pytest.mark.parametrize(
    ("query", "language"),
    [
        ("When did Ada move to Izmir?", EN),
        ("What is the name of Jale's cat?", EN),
        ("Where did I park?", EN),
        ("Why was the class cancelled?", EN),
        ("What does the bus pass cost?", EN),
        ("What was the dress like?", EN),
        ("Who fixed the roof?", EN),
        ("How long has Ada lived there?", EN),
        ("what's our boss called", EN),
        ("When has the shop been open?", EN),
        ("", EN),
        ("Ada İzmir'e ne zaman taşındı?", TR),
        ("Jale'nin kedisinin adı ne?", TR),
        ("Arabayı nereye park ettim?", TR),
        ("Ders neden iptal oldu?", TR),
        ("Hangi otele gittik?", TR),
        ("Çatıyı kim tamir etti?", TR),
        ("Ada kaç yaşında?", TR),
        ("Toplantı saat kaçta?", TR),
        ("Neden geç kaldı?", TR),
    ],
)
def test_one_thing(query: str, language: Language) -> None:
    assert not asks_several(query, language)

"""What tells that something is otherwise now, in words that share nothing with how it was, and what does not."""

from __future__ import annotations

import pytest

from graphmem.language.contradiction.succession import (
    Succession,
    changed_matters,
    find_succession,
    is_of_another,
    sentence,
    tells_state,
)
from graphmem.language.doc import doc_of
from graphmem.model.language import Language

EN, TR = Language.EN, Language.TR

OTHERWISE = [
    (EN, "I live on Cardigan Road.", "14 Brudenell Grove is my address now", "home"),
    (EN, "We have rented this cottage since 1998.", "We moved into 6 Quay Close on the third", "home"),
    (EN, "I am the clerk to Trevan Parish Council.", "today was my last day as clerk", "work"),
    (EN, "I take 50 mg of sertraline.", "the GP put me up to 100 mg of sertraline", "medicine"),
    (EN, "I'm vegetarian.", "I've started eating meat again", "diet"),
    (EN, "User: deliver to 8 Finch Court, Hull HU1 2AB", "User: new address: 19 Weir Lane, Hull HU5 4QQ", "home"),
    (EN, "post to my office, Lowe & Sons, 3 Quay St", "don't send anything there any more", "home"),
    (EN, "I take lisinopril 5mg for blood pressure", "the doc upped the lisinopril to 10mg", "given up"),
    (EN, "I'd prefer to be called Mrs Abbott", "You can call me Jean by the way", "called"),
    (EN, "please don't ring me in the mornings", "you can ring me in the mornings again", "mornings"),
    (EN, "don't ring the bell, the baby sleeps", "you can ring the bell now", "bell"),
    (EN, "no deliveries before 9 please", "deliveries before 9 are fine again", "early"),
    (EN, "my number is 020 7946 0123", "my new number is 020 7946 0999", "phone"),
    (TR, "numaram 0212 555 10 20", "numaram değişti, 0212 555 30 40", "phone"),
    (EN, "I smoke a pack a day.", "eleven weeks without a cigarette", "smoking"),
    (EN, "My partner is called Jonah.", "Jonah and I split up", "partner"),
    (EN, "I work nights.", "they put me on the day shift", "hours"),
    (EN, "I weigh 74 kilos.", "scale said 71 this morning", "weight"),
    (EN, "I'm with Vodafone.", "I've switched to EE", "network"),
    (
        EN,
        "My hip is being replaced on 14 April.",
        "my operation has been put back to 12 May",
        "moved",
    ),
    (EN, "We complete on 3 october.", "new completion date is the 17th", "moved"),
    (EN, "I live with Sam and Priya.", "Sam moved out, Leo has the room now", "left"),
    (EN, "I drink my coffee black.", "I take oat milk in my coffee these days", "habit"),
    (EN, "I take propranolol 40 mg for my migraines.", "I've stopped taking the propranolol", "given up"),
    (EN, "pottery is at Kiln Rooms on Tuesdays", "I'm not going to pottery any more", "given up"),
    (EN, "Our car is a Fiesta.", "we sold the car", "given up"),
    (EN, "My new boss will be Daniel.", "Daniel isn't my boss after all", "left"),
    (TR, "arabamız 2015 model Renault Megane", "arabayı sattık, yerine bir Togg aldık", "given up"),
    (TR, "Salı akşamları seramik kursum var.", "artık seramiğe gitmiyorum", "given up"),
    (TR, "Müdürümün adı Hakan Bey.", "Hakan Bey emekli oluyor", "left"),
    (TR, "Kadıköy'de oturuyorum.", "yeni adresim Moda Caddesi 14", "home"),
    (TR, "Üsküdar'da oturuyoruz.", "geçen hafta Beykoz'a taşındık", "home"),
    (TR, "haftasonları kebapçıda garsonluk yapıyom", "kebapçıdan çıktım", "work"),
    (TR, "sabahları delix alıyorum", "doktor delixi kesti", "medicine"),
    (TR, "User: adresim Lale Sok. No 4 Bornova", "User: yeni adres: Gül Cad. 9 Buca", "home"),
    (TR, "kargoyu Lale Sok. No 4 adresine yollayın", "kargoları artık Gül Cad. 9 adresine yollayın", "home"),
    (TR, "bana Nurten Hanım deyin", "bana artık Nurten diyebilirsiniz", "called"),
    (TR, "sabahları beni aramayın", "artık sabahları da arayabilirsiniz", "mornings"),
    (TR, "zili çalmayın köpek havlıyor", "zili çalabilirsiniz artık", "bell"),
    (TR, "gündüz bakım yapmayın toplantıdayım", "gündüz bakım yapılabilir artık", "daytime"),
    (TR, "Vejetaryenim.", "yeniden et yemeye başladım", "diet"),
    (TR, "Günde bir paket sigara içiyorum.", "on bir haftadır ağzıma sigara sürmedim", "smoking"),
    (TR, "Damla ile nişanlıyız.", "martta Damla'yla nişanı attık", "partner"),
    (TR, "Gece vardiyasında çalışıyorum.", "pazartesiden itibaren gündüze aldılar beni", "hours"),
    (TR, "74 kiloyum.", "bu sabah tartı 71 dedi", "weight"),
    (TR, "Hattım Vodafone.", "hattımı Turkcell'e taşıdım", "network"),
    (TR, "12 Haziran'da evleniyorum.", "Düğünü 19 Haziran'a aldık", "moved"),
    (TR, "2 martta işe dönüyorum.", "dönüşümü 16 marta erteledik", "moved"),
    (TR, "Selin ve Burak'la aynı evde kalıyorum.", "Burak taşındı", "left"),
    (TR, "Kahvemi sade içerim.", "artık kahveme yulaf sütü koyuyorum", "habit"),
]

AS_IT_WAS = [
    (EN, "my number is 020 7946 0123", "my wife's new number is 020 7946 0999"),
    (EN, "deliver to 8 Finch Court, Hull HU1 2AB", "my mum's new address is 19 Weir Lane"),
    (EN, "I take lisinopril 5mg for blood pressure", "they halved my sister's sertraline to 50mg"),
    (EN, "I'd prefer to be called Mrs Abbott", "call me back tomorrow"),
    (EN, "please don't ring me in the mornings", "you can ring me in the evenings"),
    (TR, "adresim Lale Sok. No 4 Bornova", "annemin adresi Gül Cad. 9 Buca"),
    (TR, "sabahları beni aramayın", "akşamları arayabilirsiniz"),
    (TR, "User: yeni adres: Gül Cad. 9 Buca", "User: kargoları buraya yollayın artık"),
    (EN, "User: my address is 19 Weir Lane", "User: please send everything there from now on"),
    (EN, "I live in Leeds.", "I used to live in Hull"),
    (EN, "I live in a flat in Leeds.", "I'd love to move to the coast one day"),
    (EN, "I live on Cardigan Road.", "my mum's moved to Headingley"),
    (EN, "I live on Cardigan Road.", "my brother's address is 14 Brudenell Grove"),
    (EN, "We live in Armley.", "we might move to Horsforth if the offer goes through"),
    (EN, "We live in Armley.", "we moved to the sofa to watch the match"),
    (EN, "I take 50 mg of sertraline.", "dad's doctor switched him to something else"),
    (EN, "My hip is being replaced on 14 April.", "my cousin's operation has been put back to 12 May"),
    (EN, "The dentist is on Tuesday at 3.", "booked the optician for Thursday at 4"),
    (EN, "The dentist is on Tuesday at 3.", "choir has moved to Mondays"),
    (EN, "My shift starts at 7.", "tomorrow my shift starts at 10 for once"),
    (EN, "The stand-up is at 9:30 every day.", "Priya brought doughnuts to the standup today"),
    (EN, "I live with Sam and Priya.", "Sam's away for the weekend"),
    (EN, "My partner is called Jonah.", "Amy and her husband split up"),
    (EN, "I take ibuprofen for my back.", "I've stopped taking the propranolol"),
    (EN, "the pottery class was great today", "I'm not going to pottery any more"),
    (EN, "My brother's car is a Fiesta.", "we sold the car"),
    (TR, "kardeşimin arabası Megane", "arabayı sattık"),
    (TR, "Ankara'da oturuyorum.", "eskiden Kadıköy'de oturuyordum"),
    (TR, "Ankara'da oturuyorum.", "bir gün Ege'ye taşınmak isterim"),
    (TR, "Kadıköy'de oturuyorum.", "annem Beykoz'a taşındı"),
    (TR, "Kadıköy'de oturuyorum.", "abimin adresi Moda Caddesi 14"),
    (TR, "Üsküdar'da oturuyoruz.", "teklif kabul edilirse Beykoz'a taşınacağız"),
    (TR, "12 Haziran'da evleniyorum.", "kuzenimin düğünü 19 Haziran'a alındı"),
    (TR, "Salı günü saat 3'te dişçim var.", "koro pazartesiye alındı"),
    (TR, "Mesaim 8'de başlıyor.", "yarın mesaim bir seferlik 10'da başlıyor"),
    (TR, "veterinerin verdiği ilaç işe yaradı", "yeni aldığım terlikler burada"),
    (TR, "Migros'ta çalışıyorum.", "bugün CarrefourSA'da iş görüşmem vardı"),
    (TR, "Sevgilimin adı Kaan.", "Aslı'yla kocası ayrıldı"),
]


@pytest.mark.parametrize(("language", "old", "new", "matter"), OTHERWISE)
def test_what_is_otherwise_now(language: Language, old: str, new: str, matter: str) -> None:
    found = find_succession(doc_of(old, language), doc_of(new, language))
    assert found is not None
    assert found.matter == matter


@pytest.mark.parametrize(("language", "old", "new"), AS_IT_WAS)
def test_what_is_as_it_was(language: Language, old: str, new: str) -> None:
    before, after = doc_of(old, language), doc_of(new, language)
    assert find_succession(before, after) is None or is_of_another(before, after)


@pytest.mark.parametrize(
    ("language", "old", "new", "sure"),
    [
        (EN, "I play chess on Wednesdays.", "chess has moved to Mondays", True),
        (TR, "Çarşamba günleri halı sahaya gidiyorum.", "halı sahayı pazartesiye aldık", True),
        (EN, "I play chess on Wednesdays, and my brother brings the board.", "chess has moved to Mondays", False),
        (EN, "My chemistry exam is on 9 May.", "the exam got pushed to 14 May", True),
        (EN, "The exam is on 9 May.", "my physics exam got pushed to 14 May", False),
    ],
)
def test_it_is_sure_where_nothing_else_is_told(language: Language, old: str, new: str, sure: bool) -> None:
    assert find_succession(doc_of(old, language), doc_of(new, language)) == Succession("moved", sure)


@pytest.mark.parametrize(
    ("old", "new", "sure"),
    [
        (
            "Sarah: the launch of Atlas 2.0 is on 20 November",
            "Sarah: launch is pushed to 27 november, ops is busy",
            True,
        ),
        ("Sarah: the api deadline is friday 6 nov", "Sarah: api deadline is moved to wed 11 nov", True),
        ("Tom: the api deadline is friday 6 nov", "Sarah: api deadline is moved to wed 11 nov", False),
        ("Ali: lansman 20 kasımda", "Sarah: lansman 27 kasıma ertelendi", False),
        ("Tom: my dentist is on friday 6 nov", "Sarah: dentist moved to wed 11 nov", None),
        ("Tom: the vega launch is on 6 nov", "Sarah: atlas launch is pushed to 11 nov", None),
        ("Sarah: the review is on 6 nov", "Sarah: launch is pushed to 11 nov", None),
    ],
)
def test_what_a_team_has_before_it_is_put_off_by_any_of_them(old: str, new: str, sure: bool | None) -> None:
    language = TR if "lansman" in old else EN
    found = find_succession(doc_of(old, language), doc_of(new, language))
    assert (found and (found.matter, found.sure)) == (None if sure is None else ("moved", sure))


def test_nothing_follows_from_what_another_speaker_says() -> None:
    assert (
        find_succession(doc_of("Ada: I live on Mill Lane.", EN), doc_of("Bo: 9 Elm Row is my address now", EN)) is None
    )
    assert find_succession(doc_of("I live on Mill Lane.", EN), doc_of("yeni adresim Moda Caddesi 14", TR)) is None


@pytest.mark.parametrize(
    ("language", "old", "new", "another"),
    [
        (EN, "Our wedding is on 12 June.", "my cousin's wedding got moved to 19 June", True),
        (EN, "I use Vim for everything.", "a colleague of mine switched from Vim to Emacs", True),
        (EN, "My mother lives alone in Porto.", "mum moved in with us", False),
        (EN, "I drink my coffee black.", "Priya takes oat milk in her coffee these days", True),
        (TR, "12 Haziran'da evleniyorum.", "kuzenimin düğünü 19 Haziran'a alındı", True),
        (TR, "Her şeyi Vim'de yazıyorum.", "bir iş arkadaşım Vim'den Emacs'e geçti", True),
        (TR, "Annem Bartın'da yaşıyor.", "annem bizim yanımıza taşındı", False),
    ],
)
def test_who_it_is_about(language: Language, old: str, new: str, another: bool) -> None:
    assert is_of_another(doc_of(old, language), doc_of(new, language)) is another


@pytest.mark.parametrize("language", [EN, TR])
def test_every_matter_can_be_looked_for(language: Language) -> None:
    told = {EN: "14 Brudenell Grove is my address now", TR: "yeni adresim Moda Caddesi 14"}[language]
    assert changed_matters(doc_of(told, language)) == ("home",)
    for matter in {name for lang, *_, name in OTHERWISE if lang is language} - {
        "moved",
        "left",
        "habit",
        "given up",
    }:
        assert tells_state(matter, doc_of(sentence(matter, language), language)), matter

"""What people tell of themselves in a few words and what lasts, beside what sounds like it and is of the minute."""

import pytest

from graphmem.language.detect import detect
from graphmem.language.formation.splitting import is_statement
from graphmem.language.self_told import is_self_told
from graphmem.model.language import Language

TOLD = {
    Language.EN: [
        "I'm vegetarian.",
        "My car's a Fiesta.",
        "I work nights.",
        "They moved my dentist to Thursday.",
        "The vet's been moved to Monday.",
        "My GP is Dr. Pelin Tuna.",
        "Mr Ellis is my landlord.",
        "My shoe size is 38.",
        "Sam lives with me.",
        "Rosa is living with us now.",
        "I weigh 72 kg now.",
        "Sam moved out.",
        "I don't eat meat.",
        "I eat meat again.",
        "I'm a nurse, by the way.",
        "We've got two kids.",
        "I speak Polish.",
        "out of office 10-12 november",
        "on leave from 10 nov",
        "On call this week.",
        "we're off next week",
        "events is mine now",
        "I'm off on Friday, back on Monday",
        "The newsletter is with me from now on.",
        "our car is a 2016 Corolla",
    ],
    Language.TR: [
        "Vejetaryenim.",
        "bu hafta nöbetteyim",
        "bugün 71 kiloya düştüm",
        "kargoları Menekşe Sok. No 4 Bornova adresine gönderin",
        "kilom 71 oldu",
        "10 kasımdan itibaren izinliyim",
        "nöbet bende haftaya",
        "Arabam Fiesta.",
        "Geceleri çalışıyorum.",
        "Dişçimi perşembeye aldılar.",
        "Düğünü 19 Haziran'a aldık.",
        "Aile hekimim Dr. Pelin Tuna.",
        "Pelin Hanım aile hekimimiz.",
        "Ayakkabı numaram 42.",
        "Burak benimle yaşıyor.",
        "Köpeğimin adı Fındık.",
        "Maydanoz sevmem.",
        "Artık et yiyorum.",
        "Bu arada hemşireyim.",
        "İki çocuğum var.",
        "Almanca biliyorum.",
        "82 kiloyum artık",
        "cuma izinliyim, pazartesi dönüyorum",
        "ekip artık 6 kişi",
        "ilk çeyrek bütçesi 120 bin",
        "etkinlikler artık bende",
        "arabamız 2019 model Egea",
    ],
}
OF_THE_MINUTE = {
    Language.EN: [
        "off sick today",
        "lunch is on me now",
        "the ball is with me now",
        "I'm off the train now",
        "I'm tired.",
        "I'm ready.",
        "I'm not sure.",
        "I work on it.",
        "I drive you mad.",
        "My phone is broken.",
        "My car is in the garage.",
        "My boss is away.",
        "My question is simple.",
        "They moved my code to main.",
        "I moved the sofa to the corner.",
        "We have a problem.",
        "Is my GP Dr. Tuna?",
        "I don't eat enough.",
    ],
    Language.TR: [
        "sıra artık bende",
        "toplam gider 48.350, 14'e böl",
        "20 bine hangi telefon alınır",
        "bugün yokum",
        "Yorgunum.",
        "Hazırım.",
        "Otobüsteyim.",
        "Arabam bozuldu.",
        "Arabam Ankara'da.",
        "Annem geldi.",
        "Sorum basit.",
        "Bir sorum var.",
        "Vaktim yok.",
        "Bunu sevmem.",
        "Masayı köşeye aldık.",
        "Kodum çalışmıyor.",
        "Sevgili annem.",
        "Vejetaryen.",
    ],
}


@pytest.mark.parametrize(("language", "said"), [(one, said) for one, told in TOLD.items() for said in told])
def test_what_lasts_is_known_by_its_form(language: Language, said: str) -> None:
    assert is_self_told(said, language)
    assert is_statement(said, language)


@pytest.mark.parametrize(("language", "said"), [(one, said) for one, told in OF_THE_MINUTE.items() for said in told])
def test_what_is_of_the_minute_is_not(language: Language, said: str) -> None:
    assert not is_self_told(said, language)


@pytest.mark.parametrize("said", ["Vejetaryenim.", "Arabam Fiesta.", "Bankam Garanti.", "Telefonum Galaxy S23."])
def test_the_ending_of_what_is_ones_own_tells_turkish(said: str) -> None:
    assert detect(said, default=Language.EN) is Language.TR
    assert detect("The Galaxy S23 of Karim", default=Language.TR) is Language.EN

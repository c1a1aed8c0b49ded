"""What has ended, told in passing beside other news: it retires what said so, and nothing else."""

from __future__ import annotations

import pytest

from graphmem.language.contradiction import ENDING, ends_in_passing
from graphmem.language.doc import doc_of
from graphmem.model.language import Language

EN, TR = Language.EN, Language.TR


@pytest.mark.parametrize(
    ("language", "old", "new"),
    [
        (EN, "I'm learning the oboe.", "gave up on the oboe, my teeth couldn't take it"),
        (EN, "I work at the bakery on Elm Road.", "so I handed in my notice at the bakery, Monday I start at the mill"),
        (EN, "My car is an old Saab.", "sold the Saab to a neighbour, it never passed its test"),
        (EN, "My doctor is Dr Pell.", "Dr Pell retired at Christmas, now there's somebody new"),
        (EN, "We ship with Hermes.", "we dropped Hermes, the parcels go by post from now on"),
        (EN, "I study for the pilot exam.", "passed the pilot exam!! the letter came today"),
        (EN, "I'm allergic to nuts.", "they tested me and it turns out I'm not allergic to nuts after all"),
        (EN, "We're meeting Clara on 12 December at the harbour.", "The meeting with Clara is off."),
        (EN, "I have an appointment with the dentist.", "The dentist appointment got cancelled."),
        (EN, "Our dog is called Luna.", "Luna died yesterday."),
        (TR, "18 Aralık'ta Bursa gezisi var.", "Bursa gezisi iptal oldu."),
        (EN, "I have a dentist appointment on 20 December.", "Moved the dentist to the 27th."),
        (EN, "I have an interview on Monday.", "The interview got pushed to Thursday"),
        (TR, "20 Aralık'ta dişçi randevum var.", "Dişçiyi 27'sine çektim."),
        (TR, "7 Nisan'da termo vizem var.", "termo 14'üne kaydı!"),
        (TR, "Flüt öğreniyorum.", "flütü bıraktım, parmaklarım kaldırmadı"),
        (TR, "Haftada üç gün fırında çalışıyorum.", "fırından istifa ettim, pazartesi başka yerde başlıyorum"),
        (TR, "Motosikletim eski bir Jawa.", "jawayı komşuya sattım, zaten hep arızalıydı"),
        (TR, "Hocam Selim Bey.", "Selim Bey mayısta emekli oldu, yerine genç biri geldi"),
    ],
)
def test_what_has_ended_is_over(language: Language, old: str, new: str) -> None:
    told, said = (doc_of(f"Ada: {text}", language) for text in (old, new))
    assert ends_in_passing(told, said)


@pytest.mark.parametrize(
    ("language", "old", "new"),
    [
        (EN, "I like the oboe.", "gave up on the oboe, my teeth couldn't take it"),
        (EN, "I'm learning the oboe.", "she gave up on the oboe, poor thing"),
        (EN, "I'm learning the oboe.", "I almost gave up on the oboe, but not quite"),
        (EN, "I bought the Saab in May.", "sold the Saab to a neighbour, it never passed its test"),
        (EN, "My sister Mona drives the red Saab.", "sold the Saab to a neighbour, it never passed its test"),
        (EN, "I'm allergic to nuts.", "I wonder if I'm not allergic to nuts, somebody said so"),
        (EN, "Ada hosts her site on Netlify.", "Ada has gone off sugar in her coffee lately."),
        (EN, "Ada hosts her site on Netlify.", "Ada retired at Easter, her colleagues sang."),
        (EN, "We rent the flat in Ghent.", "the flat closed on Monday at 300,000, we are so happy"),
        (EN, "I use Vim for everything.", "No, I haven't tried it yet, but I'm not using that"),
        (EN, "I start with the oboe on Monday.", "I want to try the viola, but I'm not sure where to start"),
        (EN, "I'm afraid of the exam.", "I've never been afraid of the exam, but I'm wondering if that's normal"),
        (EN, "We're meeting Clara on 12 December at the harbour.", "Clara is off today."),
        (EN, "I use a Pixel phone.", "The phone died."),
        (EN, "I have a sofa in room 12.", "Moved the sofa to the bedroom."),
        (EN, "The shop moved to Ghent on 3 May.", "moved the desk to the 3rd floor"),
        (TR, "3 odalı evimiz var.", "evi 5 milyona aldık"),
        (TR, "Salı antrenman var.", "Bisikleti 3 Mayıs'ta aldım"),
        (EN, "My father plays chess.", "Tom died yesterday."),
        (EN, "We have a meeting at nine.", "The meeting is off to a good start."),
        (TR, "18 Aralık'ta Bursa gezisi var.", "Bursa gezisini iptal etmedik."),
        (TR, "Günde altı saat çalışıyorum.", "Arkadaşım Berke ile online çalışıyoruz artık, susuyoruz iki saat"),
        (TR, "Pazartesi başlıyorum.", "viyola denemek istiyorum ama başlamak konusunda emin değilim"),
        (TR, "Flütü seviyorum.", "flütü bıraktım, parmaklarım kaldırmadı"),
        (TR, "Ablam Selda Jawa kullanıyor.", "jawayı komşuya sattım, zaten hep arızalıydı"),
    ],
)
def test_what_goes_on_stays(language: Language, old: str, new: str) -> None:
    told, said = (doc_of(f"Ada: {text}", language) for text in (old, new))
    assert ends_in_passing(told, said) is None


@pytest.mark.parametrize(
    ("language", "old", "new"),
    [
        (EN, "My phone is a Pixel.", "I dropped my phone in the bath, it still works"),
        (EN, "My phone is a Fairphone 3.", "my phone died on the way, so I missed your call"),
        (EN, "My car is an old Saab.", "I stopped the car at the lake, what a view"),
        (EN, "My father plays chess.", "my father retired last week, we had a party"),
        (EN, "My parents live in Ghent.", "my parents split up, it was long coming"),
        (EN, "We heat with gas.", "I switched off the gas, then we left"),
        (EN, "I study at the library.", "I passed the library on my way, it was shut"),
        (EN, "The daily meeting is at 9:30.", "the meeting is over, so I have time now"),
        (EN, "I go to the bakery on Elm Road.", "the bakery closed at six, so no bread"),
        (EN, "I drink coffee with sugar.", "no more coffee for me, I'm jittery"),
        (EN, "I use the laptop for work.", "shut down the laptop, it was too hot"),
        (EN, "I take the train to work.", "I got off the train, then it rained"),
        (EN, "I go to the gym on Fridays.", "cancelled the gym, I have a cold"),
        (EN, "My car is an old Saab.", "the Saab broke down again, third time this year"),
        (EN, "I have three hens.", "we lost one hen, the fox came"),
        (EN, "I play chess at the club.", "I finished the chess book, it was great"),
        (EN, "My keys have a red tag.", "I lost my keys, then found them again"),
        (EN, "We use Postgres for billing.", "deleted a Postgres table by mistake, restored it"),
        (EN, "I sell old bikes.", "sold the bike to a student, nice lad"),
        (TR, "Telefonum eski bir Samsung.", "telefonu kapattım, sonra uyudum"),
        (TR, "Günlük toplantı her sabah 9:30'da.", "toplantı bitti, şimdi müsaitim"),
        (TR, "Kahveyi şekersiz içiyorum.", "kahve bitti, markete gidiyorum"),
        (TR, "Arabam bir Corsa.", "araba bozuldu, yine servise verdim"),
        (TR, "Markete yürüyerek gidiyorum.", "market kapandı, ekmek alamadım"),
        (TR, "Babam satranç oynuyor.", "babam emekli oldu, kutladık"),
        (TR, "Okula bisikletle gidiyorum.", "bisikleti kapıda bıraktım, kilitlemedim"),
        (TR, "Anahtarım kırmızı.", "anahtarı masaya bıraktım, almayı unutma"),
        (TR, "Çöpü pazartesi topluyorlar.", "çöpü attık, merak etme"),
        (TR, "Kitap okuyorum her gece.", "kitabı bitirdim, çok güzeldi"),
        (TR, "Klinikte çalışıyorum.", "klinikten erken ayrıldım, başım ağrıyor"),
        (TR, "Kızım kreşe gidiyor.", "kızımı kreşe bıraktık, işe geçtim"),
        (TR, "Maç izlemeyi bırakmam.", "maçı kaybettik, üzgünüm"),
        (TR, "Dosyayı Logo'da tutuyoruz.", "dosyayı sildim, yedeği var"),
        (TR, "Evim Kadıköy'de.", "evden erken ayrıldım, trafik vardı"),
    ],
)
def test_what_is_said_of_every_day_ends_nothing(language: Language, old: str, new: str) -> None:
    told, said = (doc_of(f"Ada: {text}", language) for text in (old, new))
    assert ends_in_passing(told, said) is None


def test_nobody_ends_what_another_said() -> None:
    told, said = doc_of("Ada: I'm learning the oboe.", EN), doc_of("Bo: gave up on the oboe, too hard", EN)
    assert ends_in_passing(told, said) is None
    own = ends_in_passing(told, doc_of("Ada: gave up on the oboe, too hard", EN))
    assert own is not None
    assert (own.attribute, own.old_value) == (ENDING, "oboe")

"""What a text tells only as others' word, and what is left that its speaker claims."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphmem.language.formation import own_claim
from graphmem.model.language import Language
from tests.language.formation.test_form import all_of

EN, TR = Language.EN, Language.TR

REPORTED = {
    EN: """\
Raw sensor data may leave the EU for a backup, they say.
They say raw sensor data may leave the EU.
They say that the office moves to Berlin and the rent doubles.
They say the data may leave because the backups are encrypted.
Apparently the meeting moved to Friday.
The meeting moved to Friday, apparently.
The vendor claims the batteries last six months.
Hmm, the vendor's data sheet says the batteries last six months.
I heard that Deniz lives in Berlin now.
I heard Deniz moved to Berlin.
I've heard the API is being retired.
I read somewhere that the port is closed.
According to the new data sheet, the limit is 200 MB.
The limit is 200 MB, according to Marcus.
Marcus said the broker is Mosquitto 2.0.18.
She told me that the deadline is Monday.
My boss told me to use tabs.
My boss told us never to push to main.
We were told the contract ends in May.
Rumor has it Priya is leaving.
Someone told me you can't deploy on Fridays.
Everyone thinks we use MySQL.
He claims to live in Lisbon.
The siren is off, or so I heard.
You said the meeting is at 5.
The port is said to be closed.
My neighbour says we must never park here.
Supposedly our rent goes up to 900.
Marcus said "I live in Foça now".
Marcus said, "I live in Foça now".
The docs say it's port 8080.
Priya believes that staging must be frozen.""",
    TR: """\
Ham veriler yedek için AB'den çıkabilir diyorlar.
Ham veriler AB'den çıkabilir, öyle diyorlar.
Duyduğuma göre toplantı cumaya alındı.
Toplantı cumaya alınmış.
Deniz artık Berlin'de yaşıyormuş.
Uyuyakalmışım.
Satıcı pillerin altı ay dayandığını söylüyor.
Marcus'a göre sürüm 2.0.18.
Marcus sürümün 2.0.18 olduğunu iddia ediyor.
Toplantının cumaya alındığını duydum.
Elif kahveyi bıraktı diye duydum.
Güya kira 900 liraya çıkıyor.
Söylentiye göre Priya ayrılıyor.
Bize sözleşmenin mayısta biteceği söylendi.
Doktor bundan sonra kahve yok dedi.
Deniz "Berlin'de yaşıyorum" dedi.
Patronum sekme kullan dedi.
Komşum buraya asla park etmemeliyiz diyor.
Uzmanlara göre veriler AB'de kalmalı.
Şirket kapanacakmış.
Priya dedi ki demo 15 Mayıs'ta.
Veriler AB'den çıkmamalıymış.
Toplantı cumaya alındı, Priya söyledi.
Toplanti cumaya alinmis.""",
}
OWN = {
    EN: """\
I live in Izmir now.
We decided to use Postgres.
I said the meeting is at 5.
I think we should use tabs.
I honestly thought I was going to die.
Mom says hi.
She said yes!
He told a funny story about his dog.
I told Priya that the demo is on Friday.
My insurance claims were rejected.
I heard a noise in the kitchen.
I heard the siren at night.
I read the book on Sunday.
Everything went according to plan.
The mayor announced that the contract is signed.
Priya confirmed that the demo is on 15 May.
User said that he lives in Berlin.
Marcus believes in God.
My husband swears by cast iron.
Needless to say, the broker is Mosquitto.
I'd say the broker is fine.
One rule: never say no to a customer.
The alarm clock is set to 7.
I always tell the truth.
He thinks about moving to Lisbon.
The word is spelled with a k.
If you're not sure about a dose, say so instead of guessing.
If you cannot find a source, say so.
And if you can't find a source say so rather than making one up.
If Mum asks where Dad is, nobody tells her he died.""",
    TR: """\
Artık İzmir'de yaşıyorum.
Toplantı perşembeye alındı.
Babam yetmiş yaşında.
Yaşı altmış.
Altmış kişi geldi.
Bana göre sekme daha iyi.
Plana göre cuma günü başlıyoruz.
Kızarmış ekmek severim.
Siren sesini duydum.
Ben kahve istemiyorum dedim.
Annemin bilezikleri gümüş.
Ekip lideri Artemis.
Kazadan önce oraya gitmiştim.
Deniz Berlin'e taşınmayı düşünüyor.""",
}
MIXED = [
    (EN, "The vendor says six months, but I measured nine.", "but I measured nine."),
    (EN, "You said it is at 5, but it's at 6.", "but it's at 6."),
    (EN, "I moved to Berlin, my mother says it's cold here.", "I moved to Berlin"),
    (EN, "The doctor said no more coffee, so I drink tea now.", "so I drink tea now."),
    (EN, "I stopped coffee because the doctor says it is bad.", "I stopped coffee"),
    (TR, "Toplantı cumaya alındı, Priya da gelecek dedi.", "Toplantı cumaya alındı"),
    (TR, "Satıcı altı ay diyor ama ben dokuz ay ölçtüm.", "ama ben dokuz ay ölçtüm."),
    (TR, "Ameliyat 22 Nisan'a alındı, doktorun programı dolmuş.", "Ameliyat 22 Nisan'a alındı"),
]


def listed(texts: dict[Language, str]) -> list[tuple[Language, str]]:
    return [(language, text) for language, lines in texts.items() for text in lines.splitlines()]


@pytest.mark.parametrize(("language", "text"), listed(REPORTED))
def test_what_others_say_is_not_claimed(language: Language, text: str) -> None:
    assert own_claim(text, language) == ""


@pytest.mark.parametrize(("language", "text"), listed(OWN))
def test_what_the_speaker_says_is(language: Language, text: str) -> None:
    assert own_claim(text, language) == text


@pytest.mark.parametrize(("language", "text", "claim"), MIXED)
def test_a_text_may_do_both(language: Language, text: str, claim: str) -> None:
    assert own_claim(text, language) == claim


def test_every_part_of_a_reported_sentence_is_reported() -> None:
    text = "They say that the office moves to Berlin and the rent doubles. I work in Ankara, my boss says it is hot."
    assert [atom.claim for atom in all_of(text, EN, "Ada")] == ["", "Ada: I work in Ankara"]


@given(st.text(max_size=300), st.sampled_from(Language))
def test_nothing_is_made_up(text: str, language: Language) -> None:
    assert set(own_claim(text, language).split()) <= {*text.split(), *(word.rstrip(",") for word in text.split())} | {
        ","
    }

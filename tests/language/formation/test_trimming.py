"""What a sentence asks for besides is cut off; rules, lists of steps and what would tell nothing alone are not."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from graphmem.language.formation.trimming import only_asked, told_only
from graphmem.model.language import Language
from tests.language.formation.test_form import all_of

EN, TR = Language.EN, Language.TR

CUT = [
    (EN, "Otis is four now, so make the portions bigger", "Otis is four now"),
    (EN, "We tune backstage and I come last with the cello, so leave a row for that", None),
    (EN, "the ewes have gone lame again so what else is there", "the ewes have gone lame again"),
    (EN, "fix the header, I moved to the Leeds office in March", "I moved to the Leeds office in March"),
    (EN, "One thing you should know: my sister is allergic to latex", "my sister is allergic to latex"),
    (EN, "Dad's tablets are in the blue box, write that down for my sister", "Dad's tablets are in the blue box"),
    (TR, "kızım Defne dört yaşında, porsiyonları ona göre hesapla", "kızım Defne dört yaşında"),
    (TR, "salı günleri keman kursuna gidiyorum ona göre plan yap", "salı günleri keman kursuna gidiyorum"),
    (TR, "şunu not et: bizim ofis yüzde iki komisyon alıyor", "bizim ofis yüzde iki komisyon alıyor"),
    (TR, "çatıya bayramdan sonra başlıyoruz, kaç metreküp lazım acaba", "çatıya bayramdan sonra başlıyoruz"),
    (TR, "kardeşim pazartesi Bursa'ya taşınıyor eve ne götüreyim", "kardeşim pazartesi Bursa'ya taşınıyor"),
    (TR, "kombiyi geçen kış değiştirdik garanti yazısı nasıl istenir", "kombiyi geçen kış değiştirdik"),
    (TR, "dükkânda üç çırak var vardiya listesini sen hazırla", "dükkânda üç çırak var"),
    (EN, "the piano goes to my niece in May what do I need to rent", "the piano goes to my niece in May"),
    (EN, "night shifts start on 2 June so when do i even sleep", "night shifts start on 2 June"),
    (EN, "swimming is on Thursdays at four so whats a tea for a flask", "swimming is on Thursdays at four"),
    (EN, "my dad is allergic to penicillin what can he have", "my dad is allergic to penicillin"),
    (EN, "our boiler is in the loft so tell me what to shut off", "our boiler is in the loft"),
    (TR, "iki kızım var, biri yedi yaşında, çantasını ona göre seç", "iki kızım var, biri yedi yaşında"),
    (TR, "yazıyı düzelt, toplantı salı değil çarşamba günüymüş", "toplantı salı değil çarşamba günüymüş"),
]
WHOLE = [
    (EN, "Please always give me the short version first, I hate long answers"),
    (EN, "From now on write commit messages in English, my reviewer can't read Turkish"),
    (EN, "for dog licences they bring the certificate, I stamp it, take the cash, write the tag in the green book"),
    (EN, "don't rewrite whole files when I ask for a review, just give me the diff lines"),
    (EN, "Gluten policy: we never serve bread with the soup"),
    (EN, "make it shorter, no emojis"),
    (EN, "I'm off in August, my cover is Milica"),
    (TR, "düğüne yüz elli kişi gelecek yok pardon yüz yirmi kişi nasıl bir salon lazım"),
    (TR, "Bana yazarken İngilizce kelime kullanma, Türkçesi neyse onu yaz"),
    (TR, "bana hep kısa cevap ver, uzun yazıyı okuyamıyorum"),
    (TR, "föydeki derişim 0,1 değil 0,05 olacakmış"),
    (TR, "ne zaman geleceğini sormadım diye bana nasıl kızdı"),
    (TR, "yeni tanıtım metni nasıl olmalı"),
    (TR, "oğlum Efe astım hastası okula ne yazayım"),
    (EN, "I have no idea how the old clock works"),
    (EN, "it was signed last night and until when do we wait"),
    (EN, "the whatsapp group moved to Mondays at six"),
    (TR, "önce tartıyoruz, sonra bağlıyoruz, çıkışta tekrar tartıyoruz"),
]


@pytest.mark.parametrize(("language", "sentence", "left"), CUT)
def test_a_request_at_either_end_is_cut_off(language: Language, sentence: str, left: str | None) -> None:
    start, end = told_only(sentence, language)
    said = sentence[start:end]
    assert said != sentence
    assert left is None or said == left


@pytest.mark.parametrize(("language", "sentence"), WHOLE)
def test_what_holds_for_later_or_tells_nothing_alone_is_not_cut(language: Language, sentence: str) -> None:
    start, end = told_only(sentence, language)
    assert sentence[start:end] == sentence


ASKED = [
    (EN, "what key is the big piano in"),
    (EN, "ok so is 12/2 fine on a 20 amp circuit, 60 ft run"),
    (EN, "hello, I would like to know if the banks are open on Monday"),
    (EN, "rename the button to 'Start trial', only on this branch"),
    (EN, "use euros for this one"),
    (EN, "can number 4 be harder"),
    (TR, "hocam bu böcek için tuzak kaç ağaca bir asılır"),
    (TR, "rengi şimdilik gri bırak"),
    (TR, "resmi mailde saygılarımla nasıl yazılıyordu"),
    (TR, "bu mailde kelimeyi büyük yaz"),
    (TR, "kahvaltıda ne versem acaba"),
    (EN, "explain ohms law to a twelve year old"),
    (EN, "Footnote 41 please in under three lines."),
    (EN, "I should be grateful for a summary in neutral language"),
    (TR, "konser için metin yaz, biraz resmi olsun"),
]
TOLD = [
    (EN, "for now I keep the bees at my brother's"),
    (EN, "take the pills after meals only"),
    (EN, "use pnpm not npm pls"),
    (EN, "font 14 please because two of them have dyslexia"),
    (EN, "Please always give me the short version"),
    (EN, "hey can you help me with kanji i'm taking the exam in december"),
    (EN, "Convert everything to metric before you show it to me."),
    (TR, "kaynakça sadece APA olsun"),
    (TR, "kızıma bir masal uydursana, beş yaşında"),
    (TR, "dün 60 milin çapını kaçırdık"),
    (TR, "bana ilaçlarla ilgili bir şey söylerken kaynağını da yaz"),
    (TR, "disk 1 gb altına düşerse alarm olsun"),
    (TR, "yıllık bütçem 1,8 milyon TL, gerisi eşit bölünse ne eder"),
    (EN, "what I eat at noon is soup"),
    (EN, "my aunt asks how the garden is every Sunday"),
    (EN, "we never quote for this one supplier"),
    (EN, "the boiler is off for now, I am waiting for a part"),
    (EN, "The second draft is due at the press on 14 November, which is fine"),
    (TR, "ekmeği nasıl kestiğini annem anlattı"),
    (TR, "dün telefonu dereye düşürdüm eve nasıl söylesem"),
    (TR, "ben 24 haftalık hamileyim günde kaç fincan kahve olur"),
    (TR, "şimdilik ablamda kalıyorum"),
    (TR, "bu projede yorumları Türkçe yaz"),
    (TR, "kaç yıldır aynı evde oturuyoruz, kirası 12 bin"),
]


@pytest.mark.parametrize(("language", "statement"), ASKED)
def test_what_only_asks_without_a_mark_or_holds_for_once_is_told_from_the_rest(
    language: Language, statement: str
) -> None:
    assert only_asked(statement, language)


@pytest.mark.parametrize(("language", "statement"), TOLD)
def test_what_tells_something_is_not_taken_for_a_question(language: Language, statement: str) -> None:
    assert not only_asked(statement, language)


def test_a_memory_is_a_stretch_of_what_was_said() -> None:
    text = "thanks! the clinic moved to Gore Street last week, so please change the letter"
    thanks, atom = all_of(text, EN)
    assert text[thanks.start : thanks.end] == thanks.words == "thanks!"
    assert text[atom.start : atom.end] == atom.words == "the clinic moved to Gore Street last week"


def test_a_long_sentence_takes_no_long_time() -> None:
    many = ", ".join(f"part {number} is there" for number in range(4_000))
    began = datetime.now(UTC)
    told_only(many, EN)
    told_only(many, TR)
    only_asked(many, EN)
    only_asked("kaç " * 40_000, TR)
    assert (datetime.now(UTC) - began).total_seconds() < 20, "quadratic in the joints"

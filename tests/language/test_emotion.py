"""Feelings in English and Turkish."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphmem.language.doc import doc_of
from graphmem.language.emotion import feel
from graphmem.language.wordlists import lines
from graphmem.model.emotion import Emotion
from graphmem.model.language import Language

EN, TR = Language.EN, Language.TR
FLASHBULB = 0.8


@pytest.mark.parametrize(
    ("text", "language", "expected"),
    [
        ("We were overjoyed when she recovered.", EN, Emotion.JOY),
        ("I'm fed up with these hidden fees.", EN, Emotion.ANGER),
        ("I am scared of the results.", EN, Emotion.FEAR),
        ("My uncle passed away last night.", EN, Emotion.SADNESS),
        ("I never expected that, what a surprise.", EN, Emotion.SURPRISE),
        ("The fridge was filthy and the smell was nauseating.", EN, Emotion.DISGUST),
        ("I rely on her, she is trustworthy.", EN, Emotion.TRUST),
        ("Counting down the days until the trip.", EN, Emotion.ANTICIPATION),
        ("The API listens on port 8443.", EN, Emotion.NEUTRAL),
        ("Bu habere çok sevindik.", TR, Emotion.JOY),
        ("Bu gürültüden bıktım, sinirlerim bozuldu.", TR, Emotion.ANGER),
        ("Karanlıkta yürümekten korkuyoruz.", TR, Emotion.FEAR),
        ("Dedemi özlüyorum, çok üzgünüm.", TR, Emotion.SADNESS),
        ("Vay canına, hiç beklemiyordum.", TR, Emotion.SURPRISE),
        ("Çorbadan sinek çıktı, midem bulandı.", TR, Emotion.DISGUST),
        ("Ona her konuda güvenirim.", TR, Emotion.TRUST),
        ("Tatili iple çekiyoruz.", TR, Emotion.ANTICIPATION),
        ("Toplantı saat üçte başlıyor.", TR, Emotion.NEUTRAL),
        ("dun cok uzuldum", TR, Emotion.SADNESS),
    ],
)
def test_the_strongest_label(text: str, language: Language, expected: Emotion) -> None:
    assert feel(doc_of(text, language)).emotions[0] is expected


@pytest.mark.parametrize(
    ("plain", "denied", "language"),
    [
        ("I am happy with it", "I am not happy with it", EN),
        ("I trust them", "I don't trust them", EN),
        ("Bu işten memnunum", "Bu işten memnun değilim", TR),
        ("Bunu sevdim", "Bunu sevmedim", TR),
        ("Filmi beğendim", "Filmi beğenmedim", TR),
        ("Mutlu hissediyorum", "Mutlu hissetmiyorum", TR),
    ],
)
def test_denial_turns_the_valence(plain: str, denied: str, language: Language) -> None:
    assert feel(doc_of(plain, language)).valence > 0 > feel(doc_of(denied, language)).valence


def test_ceasing_that_is_denied_goes_on() -> None:
    assert feel(doc_of("I couldn't stop laughing.", EN)).emotions[0] is Emotion.JOY
    assert feel(doc_of("I can't stop crying.", EN)).emotions[0] is Emotion.SADNESS
    assert feel(doc_of("He stopped crying.", EN)).emotions[0] is not Emotion.SADNESS


def test_idioms_that_are_negative_by_themselves_are_not_denied() -> None:
    assert feel(doc_of("Gözlerime inanamadım.", TR)).emotions[0] is Emotion.SURPRISE
    assert feel(doc_of("Gece gözüme uyku girmiyor.", TR)).emotions[0] is Emotion.FEAR


def test_what_is_too_weak_to_feel_has_no_side() -> None:
    for text, language in (
        ("Sorry, it is gate 12.", EN),
        ("Kusura bakma, kapı 12.", TR),
        ("Leo is allergic to soy.", EN),
    ):
        feeling = feel(doc_of(text, language))
        assert feeling.emotions[0] is Emotion.NEUTRAL
        assert abs(feeling.valence) < 0.3


def test_good_news_of_a_fearful_thing_is_joy() -> None:
    assert feel(doc_of("The biopsy came back clean.", EN)).emotions[0] is Emotion.JOY
    assert feel(doc_of("Biyopsi sonucu temiz çıktı.", TR)).emotions[0] is Emotion.JOY


def test_denied_fear_is_no_fear() -> None:
    assert Emotion.FEAR not in feel(doc_of("I'm not afraid of the exam anymore.", EN)).emotions
    assert Emotion.FEAR not in feel(doc_of("Artık hiç korkmuyorum.", TR)).emotions


def test_boosters_and_dampers() -> None:
    damped, plain, boosted = (
        feel(doc_of(f"I am {word} happy", EN)) for word in ("slightly", "now", "extremely")
    )  # fmt: skip
    assert damped.valence < plain.valence < boosted.valence
    assert damped.arousal < plain.arousal < boosted.arousal


def test_what_follows_but_weighs_more() -> None:
    assert feel(doc_of("The food was good, but the service was terrible.", EN)).valence < 0
    assert feel(doc_of("Yemek güzeldi ama servis çok kötüydü.", TR)).valence < 0


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("I'm absolutely terrified, this is an EMERGENCY!!!", EN),
        ("HELP! Someone broke into the house, call the police!!!", EN),
        ("İMDAT!!! Ev yanıyor, hemen itfaiyeyi arayın!", TR),
        ("Çok korkuyorum, ACİL yardım edin!!!", TR),
    ],
)
def test_what_reaches_the_flashbulb(text: str, language: Language) -> None:
    assert feel(doc_of(text, language)).arousal >= FLASHBULB


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("Great, thanks!", EN),
        ("I love this editor so much!", EN),
        ("Please fix the critical path in the plan.", EN),
        ("Çok güzel olmuş, ellerine sağlık!", TR),
        ("Acil servisin numarasını kaydettim.", TR),
        ("CPU ve RAM değerlerini JSON olarak yaz.", TR),
    ],
)
def test_what_does_not(text: str, language: Language) -> None:
    assert feel(doc_of(text, language)).arousal < FLASHBULB


def test_accents_keep_words_apart() -> None:
    assert feel(doc_of("Oğlum altı yaşında, adı Ege.", TR)).emotions[0] is Emotion.NEUTRAL


WORDS = st.sampled_from(
    ["happy", "not", "üzgünüm", "!", "but", "ACİL", "😀", "korkmadım", "damn", "çok", ".", "İ", "ı"]
)


@given(st.one_of(st.text(max_size=60), st.lists(WORDS).map(" ".join)), st.sampled_from(list(Language)))
def test_bounds(text: str, language: Language) -> None:
    feeling = feel(doc_of(text, language))
    assert len(set(feeling.emotions)) == 3
    assert -1 <= feeling.valence <= 1
    assert 0 <= feeling.arousal <= 1


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("My nephew Joy and her friend Grace study in Hope.", EN),
        ("Karşı komşumuz Umut ile kuzenim Sevgi Bursa'da oturuyor.", TR),
        ("Sevgi'nin okulu Ankara'da.", TR),
    ],
)
def test_names_feel_nothing(text: str, language: Language) -> None:
    assert feel(doc_of(text, language)).emotions[0] is Emotion.NEUTRAL


@pytest.mark.parametrize(
    ("text", "language", "expected"),
    [
        ("STOP MOVING THE MEETING EVERY WEEK!!", EN, Emotion.ANGER),
        ("TOPLANTIYI HER HAFTA DEĞİŞTİRMEYİN!!", TR, Emotion.ANGER),
        ("WE WON THE CUP, BEST DAY EVER!!", EN, Emotion.JOY),
        ("KUPAYI KAZANDIK, ÇOK MUTLUYUZ!!", TR, Emotion.JOY),
        ("The API speaks JSON over HTTP!", EN, Emotion.NEUTRAL),
    ],
)
def test_shouting_without_a_word_of_feeling_is_anger(text: str, language: Language, expected: Emotion) -> None:
    assert feel(doc_of(text, language)).emotions[0] is expected


@pytest.mark.parametrize(
    ("text", "language", "expected"),
    [
        ("We had to put our poor hamster to sleep.", EN, Emotion.SADNESS),
        ("We put the baby in the other room where it can get to sleep.", EN, Emotion.NEUTRAL),
        ("Ev sahibi depozitoyu bir türlü vermiyor.", TR, Emotion.ANGER),
        ("Depozitoyu iki ay önce sözleşmeyle beraber vermiştik.", TR, Emotion.NEUTRAL),
    ],
)
def test_phrases_bridge_a_few_words(text: str, language: Language, expected: Emotion) -> None:
    assert feel(doc_of(text, language)).emotions[0] is expected


def test_everyday_words_that_fold_like_sad_ones() -> None:
    """Without accents "oldu" (became) cannot be told from "öldü" (died); it nearly always is the former."""
    assert feel(doc_of("toplanti iptal degil ama tarihi baska oldu", TR)).emotions[0] is Emotion.NEUTRAL
    assert feel(doc_of("Dedem dün öldü.", TR)).emotions[0] is Emotion.SADNESS


def test_every_listed_sign_is_read() -> None:
    for line in lines("emotion_signs"):
        head, _, signs = line.partition(": ")
        for sign in signs.split():
            assert feel(doc_of(f"the bus comes at nine {sign}", EN)).emotions[0] == head.split()[0], sign


def test_a_decision_announced_in_the_future_is_no_anticipation() -> None:
    assert feel(doc_of("Düğünü küçük yapacağız, öyle karar verdik.", TR)).emotions[0] is Emotion.NEUTRAL
    assert feel(doc_of("Sözleşmeyi uzatmayacağım.", TR)).emotions[0] is Emotion.NEUTRAL
    assert feel(doc_of("Martta o sınava gireceğim.", TR)).emotions[0] is Emotion.ANTICIPATION

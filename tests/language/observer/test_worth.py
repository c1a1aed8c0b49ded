import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphmem.language.doc import doc_of
from graphmem.language.entities import find
from graphmem.language.naming.vocatives import addressed
from graphmem.language.observer.classification import classify
from graphmem.language.observer.worth import Substance, is_caption, substance, worth_keeping
from graphmem.model.language import Language


def is_kept(text: str, language: Language) -> bool:
    named = find(doc_of(text, language))
    called = addressed(text, named)
    names = [mention.name for mention in named if mention.name not in called]
    return worth_keeping(substance(text, language, names, called), classify(text, language, named))


@pytest.mark.parametrize(
    "text",
    [
        "I am allergic to walnuts.",
        "I got a new job!",
        "We broke up in March.",
        "My sister teaches chemistry.",
        "I would rather cycle than drive.",
        "Tomas moved to Porto last spring.",
        "The museum closes at six on Sundays.",
        "Every release needs a signed changelog.",
        "Please never book me the aisle seat.",
        "To reset the router you hold the button, wait ten seconds, and plug it in again.",
        "Can't wait until my bakery opens its second branch!",
        "Painting helps me with my insomnia.",
        "Hey Nadia, I signed the lease yesterday!",
    ],
)
def test_what_people_tell_of_their_lives_and_work_is_kept(text: str) -> None:
    assert is_kept(text, Language.EN)


@pytest.mark.parametrize(
    "text",
    [
        "You've got this, Omar!",
        "That's such a great idea!",
        "Your restaurant will be a huge success.",
        "I'm so proud of you for not giving up.",
        "Believe in yourself and keep going!",
        "It was an incredible experience.",
        "It must have been so tough for you.",
        "Way to go, Lena!",
        "I can't wait to see it happen!",
        "Thanks for always supporting me.",
        "They're just amazing.",
        "What a week!",
        "Don't let anyone stop you from chasing your dreams.",
        "Sounds like a lot of fun!",
        "I won't give up, no matter what.",
        "See you later, Omar!",
    ],
)
def test_praise_encouragement_and_reactions_are_not(text: str) -> None:
    assert not is_kept(text, Language.EN)


@pytest.mark.parametrize(
    "text",
    [
        "Cevize alerjim var.",
        "Geçen hafta kira sözleşmesini imzaladım.",
        "Ablam lisede kimya öğretiyor.",
        "Müze pazar günleri altıda kapanıyor.",
        "Koridor koltuğu yerine pencere kenarını tercih ederim.",
        "Nadir baharda Eskişehir'e taşındı.",
        "dun aksam bisikletimi caldilar",
        "Vejetaryenim.",
    ],
)
def test_turkish_statements_are_kept(text: str) -> None:
    assert is_kept(text, Language.TR)


@pytest.mark.parametrize(
    "text",
    [
        "Harika bir fikir bu!",
        "Seninle gurur duyuyorum.",
        "Çok sevindim senin adına!",
        "Sen yaparsın, pes etme!",
        "Ne güzel bir haber!",
        "Umarım her şey yolunda gider.",
        "Tebrikler, bunu hak ettin!",
        "Eline sağlık, muhteşem olmuş.",
        "Merak etme, her şey güzel olacak.",
    ],
)
def test_turkish_praise_is_not(text: str) -> None:
    assert not is_kept(text, Language.TR)


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("Go for it, Omar!", {"Omar"}),
        ("Thanks Lena, I needed that.", {"Lena"}),
        ("Omar, did you call the bank?", {"Omar"}),
        ("I met Omar at the bank.", set()),
        ("Omar, my neighbour, sold his car.", set()),
        ("Go for it, Omar! Omar's shop can wait.", set()),
        ("We invited Ayşe, Omar and Lena.", set()),
    ],
)
def test_who_is_called_is_told_apart_from_who_is_spoken_of(text: str, names: set[str]) -> None:
    assert addressed(text, find(doc_of(text, Language.EN))) == names


def test_a_name_that_is_called_says_nothing() -> None:
    text = "Great to hear, Omar!"
    assert substance(text, Language.EN, ["Omar"]).names == 1
    assert substance(text, Language.EN, ["Omar"], ["Omar"]).names == 0


def test_captions() -> None:
    assert is_caption("[image: a photo of a dog on a beach].")
    assert not is_caption("[image: a dog] That's our dog Rex.")


@given(st.text(max_size=200), st.sampled_from(Language), st.lists(st.text(max_size=12), max_size=3))
def test_ignored_names_never_add_substance(text: str, language: Language, names: list[str]) -> None:
    found, without = substance(text, language, names), substance(text, language, names, names)
    assert isinstance(found, Substance)
    assert without.names <= found.names
    assert found.specific >= 0

"""One thing of a sentence is another now, and all else is as it was said: what is over by that, and what stays."""

import pytest

from graphmem.language.contradiction.succession import succeeds
from graphmem.language.doc import doc_of
from graphmem.model.language import Language

OVER = {
    Language.EN: [
        ("the logo is blue", "the logo is green now"),
        ("the offsite is in Bursa", "the offsite is in Eskişehir instead"),
        ("Linda owns events", "Tom owns events now"),
        ("kids go to Elm school", "the kids go to Oakfield since September"),
        ("We live in Dundee.", "We live in Perth now."),
        ("I park in bay 14.", "I park in bay 22 now."),
    ],
    Language.TR: [
        ("logo mavi", "logo artık yeşil"),
        ("spor salı günleri", "spor artık çarşamba günleri"),
        ("çocuklar Elmas okulunda", "çocuklar eylülden beri Meşe okulunda"),
        ("Papazımız Yannis.", "Papazımız artık Stelyo."),
        ("14 numaraya park ediyorum.", "Artık 22 numaraya park ediyorum."),
    ],
}
STAYS = {
    Language.EN: [
        ("the logo is blue", "the button is green now"),
        ("the logo is blue", "the logo is green"),
        ("I have a cat", "I have a dog now"),
        ("Tom likes jazz", "Tom likes blues now"),
        ("Linda likes jazz", "Tom likes jazz now"),
        ("my brother is in Rome", "my sister is in Rome now"),
        ("Linda has 3 cats", "Tom has 4 cats now"),
        ("lunch with Ali on Monday", "lunch with Veli on Tuesday now"),
        ("the meeting is at 9", "the meeting is at 9 now"),
        ("the logo is blue", "the logo is green in the mock-up for the fair, we keep the rest now"),
    ],
    Language.TR: [
        ("logo mavi", "düğme artık yeşil"),
        ("kedim var", "köpeğim var artık"),
        ("Ali İzmir'de", "Ali artık mutlu"),
        ("annem Bursa'da", "babam artık Bursa'da"),
        ("çay seviyorum", "kahve seviyorum artık"),
        ("testler temiz", "testler şimdi geçiyor"),
        ("kamp Bursa'da", "kamp Ankara değil Eskişehir'de"),
    ],
}


def _pairs(told: dict[Language, list[tuple[str, str]]]) -> list[tuple[Language, str, str]]:
    return [(language, old, new) for language, pairs in told.items() for old, new in pairs]


@pytest.mark.parametrize(("language", "old", "new"), _pairs(OVER))
def test_one_thing_of_a_sentence_is_another_now(language: Language, old: str, new: str) -> None:
    found = succeeds(doc_of(f"Ada: {old}", language), doc_of(f"Ada: {new}", language))
    assert found is not None, (old, new)
    assert found.sure


@pytest.mark.parametrize(("language", "old", "new"), _pairs(STAYS))
def test_what_is_of_something_else_or_holds_beside_it_stays(language: Language, old: str, new: str) -> None:
    found = succeeds(doc_of(f"Ada: {old}", language), doc_of(f"Ada: {new}", language))
    assert found is None or found.matter != "frame", (old, new)


@pytest.mark.parametrize(("language", "old", "new"), _pairs(OVER))
def test_what_somebody_else_says_ends_nothing(language: Language, old: str, new: str) -> None:
    found = succeeds(doc_of(f"Ada: {old}", language), doc_of(f"Mert: {new}", language))
    assert found is None or found.matter != "frame"

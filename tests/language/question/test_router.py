"""What questions ask for, English and Turkish: the conventions of the router, one golden line each."""

from __future__ import annotations

import pytest

from graphmem.language.question.router import route
from graphmem.model.language import Language
from graphmem.model.question import ROUTES, CausalDirection, Intent

EN = {
    Intent.FACTUAL: "Where does Ayşe work?|Who is Ali's manager?|who is my dentist|Do I have travel insurance?",
    Intent.TEMPORAL: "When did she start liking tea?|what did we discuss last week|Where did I live before Izmir?"
    "|How long have they been married?|What changed since March?",
    Intent.CAUSAL: "Why does she like that café?|What led to the outage?|How did the diet affect my sleep?|how come",
    Intent.ENTITY_PROFILE: "Who is Ali?|tell me about Selin|What do you know about my brother?|What is Project Nile?",
    Intent.PREFERENCE: "What's Ali's favourite film?|does Leo like spicy food|Recommend me a book|what should I cook",
    Intent.GENERAL: "deploy policy|How do I deploy the API?|What is a graph database?|What is Kubernetes?"
    "|write an email to my landlord|I feel a bit down today",
}
TR = {
    Intent.FACTUAL: "Ayşe nerede çalışıyor?|Ali'nin müdürü kim?|dişçim kim|seyahat sigortam var mı",
    Intent.TEMPORAL: "Çayı sevmeye ne zaman başladı?|gecen hafta ne konustuk|İzmir'den önce nerede yaşıyordum?"
    "|kaç yıldır evliler|Mart'tan beri ne değişti?",
    Intent.CAUSAL: "O kafeyi niye bu kadar seviyor?|Kesintiye ne yol açtı?|Diyet uykumu nasıl etkiledi?|nicin tasindik",
    Intent.ENTITY_PROFILE: "Ali kim?|bana Selin'den bahset|Kardeşim hakkında ne biliyorsun?|Nil Projesi nedir?",
    Intent.PREFERENCE: "Ali'nin en sevdiği film ne?|kerem acı sever mi|Bana bir kitap öner|akşama ne pişirsem",
    Intent.GENERAL: "dağıtım politikası|API'yi nasıl yayına alırım?|Çizge veritabanı nedir?|idempotent ne demek"
    "|ev sahibine e-posta yaz|bugün biraz moralim bozuk",
}
CASES = [
    (language, intent, query)
    for language, table in ((Language.EN, EN), (Language.TR, TR))
    for intent, queries in table.items()
    for query in queries.split("|")
]


@pytest.mark.parametrize(("language", "intent", "query"), CASES)
def test_the_intent(language: Language, intent: Intent, query: str) -> None:
    assert route(query, language).intent is intent


@pytest.mark.parametrize(
    ("query", "language", "direction"),
    [
        ("What caused the fire?", Language.EN, CausalDirection.CAUSES),
        ("What did the fire lead to?", Language.EN, CausalDirection.EFFECTS),
        ("what happens if the cache expires", Language.EN, CausalDirection.EFFECTS),
        ("Yangına ne sebep oldu?", Language.TR, CausalDirection.CAUSES),
        ("Yangın neye yol açtı?", Language.TR, CausalDirection.EFFECTS),
        ("Where is the fire?", Language.EN, None),
    ],
)
def test_which_end_of_a_causal_chain_is_asked_for(
    query: str, language: Language, direction: CausalDirection | None
) -> None:
    assert route(query, language).direction is direction


@pytest.mark.parametrize("opener", ["hey, ", "Can you tell me ", "do you remember ", "please remind me "])
def test_politeness_before_a_question_changes_nothing(opener: str) -> None:
    assert route(f"{opener}why Ali left?", Language.EN).intent is Intent.CAUSAL
    assert route(f"{opener}when Ali left?", Language.EN).intent is Intent.TEMPORAL


def test_the_reason_names_what_decided() -> None:
    assert "why" in route("why did he go", Language.EN).reason
    assert route("blue", Language.EN).reason == "no pattern"


def test_the_routes_are_the_table() -> None:
    assert set(ROUTES) == set(Intent)
    assert (ROUTES[Intent.FACTUAL].vector_weight, ROUTES[Intent.FACTUAL].text_weight) == (0.6, 0.4)
    assert ROUTES[Intent.CAUSAL].graph_first
    assert ROUTES[Intent.ENTITY_PROFILE].hub_first
    assert ROUTES[Intent.TEMPORAL].superseded
    assert ROUTES[Intent.TEMPORAL].newest_first


def test_given_names_that_end_as_genitives_do_are_names() -> None:
    for query in ("Metin kim?", "Nermin Aksoy kimdi?"):
        assert route(query, Language.TR).intent is Intent.ENTITY_PROFILE
    assert route("Metin'in doktoru kim?", Language.TR).intent is Intent.FACTUAL

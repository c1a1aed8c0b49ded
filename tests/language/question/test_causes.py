"""Which questions ask for causes or effects, English and Turkish."""

from __future__ import annotations

import pytest

from graphmem.language.question.causes import asked_end
from graphmem.model.language import Language
from graphmem.model.question import ROUTES, CausalDirection, Intent

EN, TR = Language.EN, Language.TR
CAUSES, EFFECTS = CausalDirection.CAUSES, CausalDirection.EFFECTS


@pytest.mark.parametrize(
    ("query", "language", "end"),
    [
        ("What caused the fire?", EN, CAUSES),
        ("Why does she like that café?", EN, CAUSES),
        ("What did the fire lead to?", EN, EFFECTS),
        ("what happens if the cache expires", EN, EFFECTS),
        ("How did the diet affect my sleep?", EN, EFFECTS),
        ("Yangına ne sebep oldu?", TR, CAUSES),
        ("O kafeyi niye bu kadar seviyor?", TR, CAUSES),
        ("Yangın neye yol açtı?", TR, EFFECTS),
        ("Where is the fire?", EN, None),
        ("When did she start liking tea?", EN, None),
        ("Çayı sevmeye ne zaman başladı?", TR, None),
    ],
)
def test_which_end_of_a_causal_chain_is_asked_for(query: str, language: Language, end: CausalDirection | None) -> None:
    found = asked_end(query, language)
    assert (found and found[0]) == end


@pytest.mark.parametrize("opener", ["hey, ", "Can you tell me ", "do you remember ", "please remind me "])
def test_politeness_before_a_question_changes_nothing(opener: str) -> None:
    found = asked_end(f"{opener}why Ali left?", EN)
    assert found is not None
    assert "why" in found[1]


def test_the_routes_are_the_table() -> None:
    assert set(ROUTES) == set(Intent)
    assert (ROUTES[Intent.FACTUAL].vector_weight, ROUTES[Intent.FACTUAL].text_weight) == (0.6, 0.4)
    assert ROUTES[Intent.CAUSAL].graph_first
    assert ROUTES[Intent.ENTITY_PROFILE].hub_first
    assert ROUTES[Intent.TEMPORAL].superseded
    assert ROUTES[Intent.TEMPORAL].newest_first

"""Cause and effect inside one text."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphmem.language.connectives import causal
from graphmem.model.language import Language

EN, TR = Language.EN, Language.TR


@pytest.mark.parametrize(
    ("text", "language", "cause", "effect"),
    [
        ("Because the server crashed, we moved to X.", EN, "the server crashed", "we moved to X"),
        ("We moved to X because the server crashed.", EN, "the server crashed", "We moved to X"),
        ("We ran out of milk, so no pancakes today.", EN, "We ran out of milk", "no pancakes today"),
        ("Since the API was slow, they cached it.", EN, "the API was slow", "they cached it"),
        ("Owing to heavy traffic, we missed the train.", EN, "heavy traffic", "we missed the train"),
        ("The leak led to an outage.", EN, "The leak", "an outage"),
        ("The crash was caused by a bad disk.", EN, "a bad disk", "The crash was"),
        ("She was inspired by stories of courage.", EN, "stories of courage", "She was"),
        ("The room was so loud that she left.", EN, "The room was so loud", "she left"),
        ("The cache was stale. Therefore users saw old prices.", EN, "The cache was stale", "users saw old prices"),
        ("That is why User left.", EN, "", "User left"),
        ("This resulted in a long outage.", EN, "", "a long outage"),
        ("The reason is that the disk was full.", EN, "the disk was full", ""),
        ("Because the bread was mouldy.", EN, "the bread was mouldy", ""),
        ("Hava kötüydü, bu yüzden piknik iptal oldu.", TR, "Hava kötüydü", "piknik iptal oldu"),
        ("Murat kötü uyuyor çünkü inşaat gürültülü.", TR, "inşaat gürültülü", "Murat kötü uyuyor"),
        ("Sunucu çöktüğü için taşındık.", TR, "Sunucu çöktüğü için", "taşındık"),
        ("yagmur yagdigi icin maci ertelediler", TR, "yagmur yagdigi icin", "maci ertelediler"),
        ("Toplantıyı iptal ettik, sunucu çöktüğü için.", TR, "sunucu çöktüğü için", "Toplantıyı iptal ettik"),
        ("Trafik yüzünden uçağı kaçırdık.", TR, "Trafik", "uçağı kaçırdık"),
        ("Annem hasta olduğundan gelemedi.", TR, "Annem hasta olduğundan", "gelemedi"),
        ("Yağmur yağınca içeri girdik.", TR, "Yağmur yağınca", "içeri girdik"),
        ("Ayşe kızdı diye gitmedik.", TR, "Ayşe kızdı", "gitmedik"),
        ("Bu durum müşteri kaybına neden oldu.", TR, "", "müşteri kaybına"),
        ("Bu yüzden taşındık.", TR, "", "taşındık"),
        ("Çünkü disk doluydu.", TR, "disk doluydu", ""),
        ("Gecikmenin nedeni fırtınaydı.", TR, "fırtınaydı", "Gecikmenin"),
    ],
)
def test_finds_both_halves(text: str, language: Language, cause: str, effect: str) -> None:
    clauses = causal(text, language)
    assert [(clause.cause, clause.effect) for clause in clauses] == [(cause, effect)]


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("User has lived here since she graduated from college.", EN),
        ("User has worked there since 2019.", EN),
        ("I'm so tired.", EN),
        ("So far so good.", EN),
        ("We won the tournament - so exciting!", EN),
        ("So creamy and delicious!", EN),
        ("Been ages since Nate and I last talked.", EN),
        ("That is the kind of thing I am inspired to write about.", EN),
        ("You can add dance-inspired items to the store.", EN),
        ("Because of the false alarm they postponed the signing until they have seen a clean demo.", EN),
        ("Para biriktirmek için ek iş buldu.", TR),
        ("Okula gittiğinden beri mutlu.", TR),
        ("Hediye olsun diye aldım.", TR),
        ("Bence güzel, önce yemek yedik.", TR),
        ("Deniz kenarı boyunca yürüdük.", TR),
    ],
)
def test_times_and_purposes_are_no_causes(text: str, language: Language) -> None:
    assert causal(text, language) == ()


@given(st.text(max_size=200), st.sampled_from(list(Language)))
def test_halves_are_pieces_of_the_text(text: str, language: Language) -> None:
    for clause in causal(text, language):
        assert clause.cause or clause.effect
        assert clause.connective

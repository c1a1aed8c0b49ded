"""What is told at work in one sentence and lasts, and what is asked for this once: whole sentences of listed forms."""

from __future__ import annotations

import pytest

from graphmem.language.told_at_work import is_for_once, is_told_at_work
from graphmem.model.language import Language

EN, TR = Language.EN, Language.TR


@pytest.mark.parametrize(
    ("language", "text"),
    [
        (EN, "also, the gateway is on 7070 now"),
        (EN, "we migrated the docs from sphinx to mkdocs"),
        (EN, "node got bumped to 22 on all runners"),
        (EN, "the cutover slipped to March 3"),
        (EN, "turns out the worker never released the lock"),
        (EN, "right, the outage was caused by an expired certificate"),
        (EN, "use poetry, not pip"),
        (EN, "stop adding emojis to release notes"),
        (EN, "the queue is called mailq"),
        (EN, "we use jest for unit tests"),
        (EN, "CI runs on jenkins"),
        (TR, "bu arada ağ geçidinin portu artık 7070"),
        (TR, "belgelerde sphinx'ten mkdocs'a geçtik"),
        (TR, "node bütün koşucularda 22'ye yükseltildi"),
        (TR, "geçiş 3 Mart'a ertelendi"),
        (TR, "evet sebep buymuş, işçi kilidi hiç bırakmıyormuş"),
        (TR, "kesintinin sebebi süresi dolmuş sertifikaymış"),
        (TR, "pip değil poetry kullan"),
        (TR, "sürüm notlarına emoji eklemeyi bırak"),
        (TR, "kuyruğun adı mailq"),
        (TR, "birim testlerde jest kullanıyoruz"),
        (TR, "CI jenkins'te koşuyor"),
    ],
)
def test_what_lasts_is_told(language: Language, text: str) -> None:
    assert is_told_at_work(text, language)
    assert not is_for_once(text, language)


@pytest.mark.parametrize(
    ("language", "text"),
    [
        (EN, "is the gateway on 7070 now?"),
        (EN, "the build is green now"),
        (EN, "14 tests fail now"),
        (EN, "the timeout errors are gone"),
        (EN, "the 404 is gone now"),
        (EN, "i switched to the other branch"),
        (EN, "i moved the file to the wrong folder"),
        (EN, "use a set instead of the list"),
        (EN, "the sidebar is at 240 now, looks better"),
        (EN, "turns out it was my typo"),
        (EN, "the crash was caused by your last change"),
        (EN, "the file was moved to src/utils"),
        (EN, "we moved to the next ticket"),
        (EN, "stop the server and start it again"),
        (EN, "bump node to 22 on all runners"),
        (EN, 'fix this text: "we migrated the whole documentation from sphinx to mkdocs"'),
        (TR, "ağ geçidi artık 7070 portunda mı?"),
        (TR, "derleme artık yeşil"),
        (TR, "sonraki adıma geçtik"),
        (TR, "burada liste yerine küme kullan"),
        (TR, "başlık artık 64 piksel, daha iyi"),
        (TR, "sebep benim yazım hatammış"),
        (TR, "çökmenin sebebi senin değişikliğindi"),
        (TR, "dosyayı src/utils'e taşıdık"),
        (TR, "sonraki işe geçtik"),
        (TR, "bunu eklemeyi bırak da hataya bak"),
        (TR, "node'u bütün koşucularda 22'ye yükselt"),
    ],
)
def test_what_is_of_the_minute_is_none(language: Language, text: str) -> None:
    assert not is_told_at_work(text, language)


@pytest.mark.parametrize(
    ("language", "text", "once"),
    [
        (EN, "just this once, push without the tests", True),
        (EN, "for now leave the old endpoint alone", True),
        (EN, "we stay on node 18 for now, since the agent breaks on 20", False),
        (TR, "bu seferlik testleri atla, toplantıya yetişmem lazım", True),
        (TR, "şimdilik eski uç noktayı bırak", True),
        (TR, "şimdilik node 18'de kalıyoruz, ajan 20'de bozuluyor", False),
    ],
)
def test_what_is_asked_for_this_once(language: Language, text: str, once: bool) -> None:
    assert is_for_once(text, language) == once

"""Turns that only ask for an answer or for something to be done now, and those that tell something besides."""

from __future__ import annotations

import pytest

from graphmem.language.bare_requests import only_requests
from graphmem.model.language import Language

EN, TR = Language.EN, Language.TR


@pytest.mark.parametrize(
    ("language", "text", "only"),
    [
        (EN, "install the deps and run the unit tests", True),
        (EN, "ok, now write a migration for the eta column", True),
        (EN, "fix the header. does it look right on mobile?", True),
        (EN, "install the deps with npm, we have no corepack", False),
        (EN, "bump node to 24 everywhere", False),
        (EN, "never push to main", False),
        (EN, "the queue is full. can you look?", False),
        (TR, "bağımlılıkları kur, testleri çalıştır", True),
        (TR, "tamam, şimdi PR aç", True),
        (TR, "başlığı düzelt. mobilde nasıl duruyor?", True),
        (TR, "bağımlılıkları npm ile kur, corepack yok", False),
        (TR, "node'u 24'e yükselt", False),
        (TR, "main'e asla commit atma", False),
        (TR, "kuyruk doldu. bir bakar mısın?", False),
    ],
)
def test_what_only_asks(language: Language, text: str, only: bool) -> None:
    assert only_requests(text, language) == only

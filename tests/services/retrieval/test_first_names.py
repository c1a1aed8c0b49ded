"""A question by a first name is answered by the turn that gave the whole name, in both languages."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from graphmem.facade import GraphMem

SAID = {
    "en": ("Priya Raman is our product manager and lives in Pune.", "Priya prefers short updates.",
           "Priya asked for the budget on Monday.", "We met at the lake on Sunday."),
    "tr": ("Selin Demir Bursa'da yaşıyor ve mimar.", "Selin kısa mesajları sever.",
           "Selin pazartesi günü bütçeyi istedi.", "Pazar günü göle gittik."),
}  # fmt: skip
ASKED = {"en": ("Who is Priya?", "Where does Priya live?"), "tr": ("Selin kim?", "Selin nerede yaşıyor?")}


@pytest.mark.parametrize("language", ["en", "tr"])
async def test_the_whole_name_tells_of_the_first(memory: GraphMem, owner: str, language: str) -> None:
    ada = memory.owner(owner)
    for day, text in enumerate(SAID[language]):
        await ada.observe(text, said_at=datetime(2026, 5, 1, tzinfo=UTC) + timedelta(days=3 * day), speaker="Ada")
    for question in ASKED[language]:
        assert SAID[language][0] in (await ada.recall(question)).context, question

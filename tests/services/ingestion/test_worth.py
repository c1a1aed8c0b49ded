"""What of a message is remembered: what is told beside small talk, and not the small talk."""

from __future__ import annotations

import pytest

from graphmem.facade import GraphMem
from graphmem.model.palace import Owner


@pytest.mark.parametrize(
    ("said", "kept", "left"),
    [
        (
            "Sorry I'm late! traffic was mad. My sister Mia had her baby this morning, a girl called Ada. everyone's "
            "crying here, it's chaos",
            "My sister Mia had her baby",
            "chaos",
        ),
        (
            "Günaydın! kahvemi içmeden konuşamıyorum ben. Yeni doktorum Selin Hanım, tansiyon ilacımı 5 mg'a düşürdü. "
            "Bakalım nasıl olacak. hava da bozdu",
            "Yeni doktorum Selin Hanım",
            "hava da bozdu",
        ),
    ],
)
async def test_small_talk_beside_what_is_told_stays_in_its_turn(
    memory: GraphMem, tenant: Owner, said: str, kept: str, left: str
) -> None:
    seen = await memory.observer.observe(tenant, said, speaker="Nora")
    texts = [one.text for one in seen.statements if one.memory]
    assert any(kept in text for text in texts)
    assert not any(left in text for text in texts)


@pytest.mark.parametrize("said", ["My cat died.", "Kedim öldü, çok üzgünüm.", "I have two kids.", "I moved to Berlin."])
async def test_what_is_told_alone_is_kept_however_short_it_is(memory: GraphMem, tenant: Owner, said: str) -> None:
    seen = await memory.observer.observe(tenant, said, speaker="Nora")
    assert [one.text for one in seen.statements if one.memory] == [f"Nora: {said}"]

"""A dream's diary and a memory's life, in the language of what was said."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from graphmem.errors import NotFoundError
from graphmem.facade import GraphMem
from graphmem.language.diary import _sentences
from graphmem.model.category import Category
from graphmem.model.diary import LifeKind
from graphmem.model.ids import shown
from graphmem.model.language import Language
from graphmem.model.palace import Owner

SOON = datetime.now(UTC) + timedelta(days=10)


async def dreamt(memory: GraphMem, owner: Owner, told: str, over: str) -> tuple[str, str, str]:
    """A dream after which one memory has climbed and one sleeps: ids of both and of the dream."""
    found: list[str] = []
    for session in ("one", "two", "three"):
        await memory.sessions.start(owner, session)
        seen = await memory.observer.observe(owner, told, speaker="Ada", session=session)
        found += [verdict.memory for verdict in seen.statements if verdict.memory]
    assert len(set(found)) == 1
    (verdict,) = (await memory.observer.learn(owner, over, category=Category.PLAN)).statements
    assert verdict.memory
    done = await memory.dreams.apply(owner, by="test", now=SOON, confirm=True)
    assert done.run
    return found[0], verdict.memory, done.run.id


async def test_a_diary_and_a_life_in_english(memory: GraphMem, tenant: Owner) -> None:
    told, plan, run = await dreamt(
        memory, tenant, "I keep my bicycle in the cellar of the library.", "Elif will visit us tomorrow."
    )
    first, *lines = await memory.diary.of(tenant, shown(run))
    assert first.sentence.startswith("Dream 1 of ")
    assert first.sentence.endswith("looked at 2 awake memories and changed 2.")
    said = {line.sentence: line.memories for line in lines if line.memories}
    climbed = said["One memory became lasting knowledge: it was told three times in two conversations."]
    assert [(one.id, (one.pointer or "")[:3]) for one in climbed] == [(told, "§ W")]
    slept = said["One memory was put to sleep: its time is over."]
    assert [one.id for one in slept] == [plan]

    life = await memory.diary.life(tenant, told[:8])
    assert [event.kind for event in life.events] == [LifeKind.TOLD] * 3 + [LifeKind.CLIMBED]
    assert life.events[0].sentence == "Ada said: “I keep my bicycle in the cellar of the library.”"
    assert life.events[-1].sentence.startswith("Dream 1 made it lasting knowledge: it was told three times")
    assert (life.events[-1].dream, life.events[-1].evidence) == (run, ("3 turns of 3 conversations say it",))
    assert (life.told, life.accesses) == (3, 2)
    await memory.dreams.wake(tenant, plan, now=SOON + timedelta(days=1))
    slept_again = await memory.diary.life(tenant, plan)
    kinds = [event.kind for event in slept_again.events]
    assert kinds == [LifeKind.TOLD, LifeKind.SLEPT, LifeKind.WOKEN]
    assert [event.sentence for event in slept_again.events][-1] == "It woke up: by hand."
    await memory.dreams.undo(tenant, run, memory=told, now=SOON + timedelta(days=2))
    last = (await memory.diary.life(tenant, told)).events[-1]
    assert (last.kind, last.sentence) == (LifeKind.TAKEN_BACK, "What dream 1 had changed of it was taken back.")
    assert (await memory.diary.of(tenant, run))[-1].sentence == "1 of what it changed was taken back."
    await memory.memories.forget(tenant, told)
    assert (await memory.diary.life(tenant, told)).events[-1].kind is LifeKind.TAKEN_BACK, "in ten days, by its clock"
    assert LifeKind.RETRACTED in {event.kind for event in (await memory.diary.life(tenant, told)).events}
    episode = (await memory.recorder.episode(tenant, "The build broke twice.")).memory.id
    (event,) = (await memory.diary.life(tenant, episode)).events
    assert (event.kind, event.sentence) == (LifeKind.LEARNED, "It was recorded on purpose.")
    with pytest.raises(NotFoundError):
        await memory.diary.life(Owner.named("somebody else"), told)
    with pytest.raises(NotFoundError):
        await memory.diary.of(Owner.named("somebody else"), run)


async def test_a_diary_and_a_life_in_turkish(memory: GraphMem, tenant: Owner) -> None:
    told, plan, run = await dreamt(
        memory, tenant, "Bisikletimi kütüphanenin bodrumunda tutuyorum.", "Elif yarın bize gelecek."
    )
    lines = [line.sentence for line in await memory.diary.of(tenant, run)]
    assert "2 uyanık anıya baktı" in lines[0]
    assert "Bir anı kalıcı bilgi oldu: iki konuşmada üç kez söylendi." in lines
    assert "Bir anı uykuya yatırıldı: süresi doldu." in lines
    assert [event.sentence for event in (await memory.diary.life(tenant, plan)).events] == [
        "user dedi ki: “Elif yarın bize gelecek.”",
        "1. rüya onu uykuya yatırdı: süresi doldu.",
    ]
    assert (await memory.diary.life(tenant, told)).events[0].sentence.startswith("Ada dedi ki: “Bisikletimi")


def test_both_languages_have_the_same_sentences_with_the_same_gaps() -> None:
    english, turkish = (_sentences(language) for language in (Language.EN, Language.TR))
    assert english.keys() == turkish.keys()
    gaps = {key: {part.split("}")[0] for part in told.split("{")[1:]} for key, told in english.items()}
    assert gaps == {key: {part.split("}")[0] for part in told.split("{")[1:]} for key, told in turkish.items()}

"""What is found by its tags alone: words that neither the turn nor the memory says."""

from __future__ import annotations

from datetime import UTC, datetime

from graphmem.facade import GraphMem
from graphmem.model.language import Language
from graphmem.model.palace import Owner
from graphmem.services.ingestion.palace_layout import indexed_text

SAID_AT = datetime(2026, 5, 4, tzinfo=UTC)
OTHERS = (
    "The printer on the third floor jams whenever it is humid.",
    "Clara moved the archive to the cellar on Monday.",
    "The new supplier delivers flour twice a week.",
    "Billing went down for an hour and came back by itself.",
)


async def test_an_episode_is_found_by_a_tag_that_it_does_not_say(memory: GraphMem, tenant: Owner) -> None:
    for text in OTHERS[:-1]:
        await memory.recorder.episode(tenant, text)
    wanted = (await memory.recorder.episode(tenant, OTHERS[-1], tags=["Quillfeather"])).memory.id
    found = await memory.recall("quillfeather", owner=tenant.name, limit=5)
    assert {one.memory.id: one.ranks for one in found.memories}[wanted]["text"] == 1


async def test_a_turn_is_found_by_what_its_tags_call_things(memory: GraphMem, tenant: Owner) -> None:
    """The lists know both languages: an English question meets a Turkish turn by a word that it shares with none."""
    await memory.observer.observe(tenant, "Düğünümüz haziranda Urla'da olacak.", speaker="Ada")
    await memory.observer.observe(tenant, "Bilgisayarım yine bozuldu, servise verdim.", speaker="Ada")
    found = await memory.recall("wedding", owner=tenant.name, limit=2)
    assert found.hits[0].drawer.text.startswith("Düğün")
    assert found.hits[0].ranks["text"] == 1


def test_what_stands_in_a_turn_is_not_said_again() -> None:
    tags = ["@p:ada", "@e:wedding", "@l:urla", "@t:june"]
    said = indexed_text("Ada", "My wedding is in Urla.", SAID_AT, None, Language.EN, tags)
    assert said.count("edding") == 1
    told = indexed_text("Ada", "Düğünümüz Urla'da.", SAID_AT, None, Language.TR, [*tags, "family"])
    assert told.splitlines()[-1] == "wedding family"


async def test_what_a_tool_gave_out_is_found_by_what_its_room_is_called(memory: GraphMem, tenant: Owner) -> None:
    turns = [
        {"text": "Why does it not start?", "role": "user"},
        {"text": "exit 1: no space left on device", "role": "tool", "speaker": "bash"},
        {"text": "It is the disk.", "role": "assistant"},
    ]
    await memory.mine_turns("Quillfeather release", turns, owner=tenant.name)
    for _ in range(2):
        found = await memory.recall("quillfeather", owner=tenant.name, limit=5)
        assert [hit.drawer.role for hit in found.hits if "text" in hit.ranks] == ["tool"]
        asked = next((hit.drawer.pointer for hit in found.hits if hit.drawer.role == "user"), None)
        if asked:  # and once more when the turn before it is gone, whose words it is found by, too
            await memory.memories.delete_drawer(tenant, asked)

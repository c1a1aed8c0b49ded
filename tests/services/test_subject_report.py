"""The data-subject report: all that is stored of a person, by every spelling; nothing of spaces one may not read."""

from __future__ import annotations

import pytest

from graphmem.errors import InvalidInputError
from graphmem.facade import GraphMem
from graphmem.model.space import Right
from graphmem.model.subject import SubjectCounts, SubjectReport


def texts(report: SubjectReport) -> str:
    return str([(part.memories, part.turns, part.facts, part.relations) for part in report.parts])


async def test_memories_facts_turns_and_relations_of_a_person(memory: GraphMem, owner: str) -> None:
    ada = memory.owner(owner)
    first = await ada.observe("Ayşe Demir lives in Ankara and works as a nurse.", speaker="Ada")
    await ada.observe("Ayşe'nin kızı Bursa'da üniversiteye başladı.", speaker="Ada")
    await ada.observe("Ayşe Demir lives in Izmir now.", speaker="Ada")
    small = await ada.observe("Hm, ok, Ayse.", speaker="Ada")
    await ada.observe("Kerem lives in Van and paints houses.", speaker="Ada")
    report = await ada.report("Ayşe")
    assert (report.name, report.is_cut) == ("Ayşe", False)
    (part,) = report.parts
    assert part.space is None
    assert any(one.uri.startswith("entity://person/ayse") for one in part.entities)
    said = " ".join(one.text for one in part.memories)
    assert "Ankara" in said
    assert "Izmir" in said
    assert "Bursa" in said
    assert {first.pointer, small.pointer} <= {one.pointer for one in part.turns}, "a turn without a memory, too"
    assert {"Ankara", "Izmir"} <= {fact.object for fact in part.facts}
    assert all(one.turns for one in part.memories)
    assert all(one.recorded_at for one in part.memories)
    assert "Kerem" not in texts(report)
    lengths = {kind: len(getattr(part, kind)) for kind in ("entities", "memories", "facts", "relations", "turns")}
    assert report.counts == part.counts == SubjectCounts(**lengths)


async def test_edges_of_memories_are_told_from_both_ends(memory: GraphMem, owner: str) -> None:
    ada = memory.owner(owner)
    for text in ("Nora lives in Ankara.", "Nora lives in Izmir now."):
        await ada.learn(text)
    (part,) = (await ada.report("Nora")).parts
    edges = {(one.type, one.outgoing) for one in part.relations}
    assert {("SUPERSEDES", True), ("SUPERSEDES", False)} <= edges
    assert {one.memory for one in part.relations} <= {one.id for one in part.memories}


async def test_aliases_and_what_the_person_says(memory: GraphMem, owner: str) -> None:
    ada = memory.owner(owner)
    await ada.observe("Ayşe lives in Ankara.", speaker="Ada")
    await ada.observe("Fatma plays the violin on Sundays.", speaker="Ada")
    uri = await memory.entities.named(ada, "Fatma")
    await memory.entities.merge(ada, uri, await memory.entities.named(ada, "Ayşe"))
    own = await ada.observe("I collect stamps from Peru.", speaker="Fatma")
    (part,) = (await ada.report("Ayşe")).parts
    (entity,) = part.entities
    assert "Fatma" in entity.aliases
    assert "violin" in str(part.memories)
    assert own.pointer in {one.pointer for one in part.turns}
    (merged,) = (await ada.report(uri)).parts
    assert {one.id for one in merged.memories} == {one.id for one in part.memories}


async def test_a_name_within_another_word_is_nobody(memory: GraphMem, owner: str) -> None:
    ada = memory.owner(owner)
    await ada.observe("Alice lives in Berlin.", speaker="Ada")
    await ada.observe("The alias of the server is mail.", speaker="Ada")
    assert (await ada.report("Ali")).counts == SubjectCounts()
    assert (await ada.report("Nobody Atall")).counts == SubjectCounts()
    for name in ("", "  ", "…", "x" * 201):
        with pytest.raises(InvalidInputError, match="The name is"):
            await ada.report(name)
    with pytest.raises(InvalidInputError, match="limit is 0"):
        await ada.report("Alice", limit=0)


async def test_a_cut_list_says_so_and_counts_all(memory: GraphMem, owner: str) -> None:
    ada = memory.owner(owner)
    for place in ("Ankara", "Bursa", "Van"):
        await ada.observe(f"Deniz has a house in {place}.", speaker="Ada")
    report = await ada.report("Deniz", limit=1)
    assert report.is_cut
    assert report.counts.turns == 3
    assert [len(part.turns) for part in report.parts] == [1]


async def test_what_was_forgotten_is_counted_and_not_told(memory: GraphMem, owner: str) -> None:
    ada = memory.owner(owner)
    seen = await ada.observe("Zeynep has a flat in Bodrum.", speaker="Ada")
    for one in seen.statements:
        if one.memory:
            await ada.forget(one.memory)
    report = await ada.report("Zeynep")
    assert report.counts.withheld >= 1
    assert report.counts.memories == report.counts.turns == report.counts.facts == 0
    assert "Bodrum" not in texts(report)


async def test_spaces_that_may_be_read_and_no_other(memory: GraphMem, owner: str) -> None:
    ada, berk = memory.owner(owner), memory.owner(f"{owner} berk")
    harbour = await berk.spaces.create("Harbour")
    secret = await berk.spaces.create("Secret")
    await berk.observe("Selin keeps the harbour's books.", space=harbour.id)
    await berk.observe("Selin has a hidden debt.", space=secret.id)
    await berk.observe("Selin is a friend of Berk's.")
    await ada.observe("Selin sails.", speaker="Ada")
    assert {part.space for part in (await ada.report("Selin")).parts} == {None}
    await berk.spaces.grant(harbour.id, ada.name, Right.READ)
    report = await ada.report("Selin")
    assert [(part.space, part.title) for part in report.parts] == [(None, None), (harbour.id, "Harbour")]
    told = texts(report)
    assert "books" in told
    assert "debt" not in told
    assert "friend" not in told
    assert report.counts.turns == sum(part.counts.turns for part in report.parts) == 2
    await berk.spaces.revoke(harbour.id, ada.name)
    assert {part.space for part in (await ada.report("Selin")).parts} == {None}

"""The chain of the audit: entries are numbered as they are written, hashed behind them, and every change is found."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from pathlib import Path

import pytest

from graphmem.errors import InvalidInputError
from graphmem.facade import GraphMem
from graphmem.model.audit import Verb
from graphmem.model.audit_chain import GENESIS, Broken
from graphmem.model.palace import Owner
from graphmem.services.audit_chain import seal_all, verify_file
from graphmem.store import audit, audit_chain
from graphmem.store.audit_chain import CUT_OFF_HOURS

KEY = b"a key of sixteen bytes, or more"
NOTED = [Verb.LEARN, Verb.PIN, Verb.EDIT, Verb.FORGET, Verb.SET_SETTINGS]


async def noted(memory: GraphMem, name: str) -> Owner:
    """An owner with five entries."""
    whose = Owner.named(name)
    await memory.owner_settings.set(whose, recall_off=["tests"])
    for verb in NOTED[1:]:
        await memory.audit.note(whose, verb, f"id of {verb}")
    return whose


async def meddled(memory: GraphMem, owner: Owner, change: str) -> Broken | None:
    """What is found after somebody has written in the database."""
    await memory.database.driver.execute_query(change, owner=owner.key)
    return (await memory.audit.verify(owner)).broken


async def test_entries_follow_one_on_another_from_the_first(memory: GraphMem, owner: str) -> None:
    whose = await noted(memory, owner)
    checked = await memory.audit.verify(whose)
    assert (checked.count, checked.anchor.number, checked.head.number, checked.broken) == (5, 0, 5, None)
    entries = list(reversed((await memory.audit.page(whose)).items))
    assert [one.number for one in entries] == [1, 2, 3, 4, 5]
    assert [one.previous for one in entries] == [GENESIS, *(one.hash for one in entries[:-1])]
    assert checked.head.hash == entries[-1].hash
    assert (await memory.audit.verify(Owner.named(f"{owner} nobody"))).count == 0


ENTRY = "MATCH (e:AuditEntry {owner: $owner, number: %d}) "
INSERT = """CREATE (:AuditEntry {id: $owner + 'x', owner: $owner, at: datetime(), verb: 'pin', via: 'api', ids: [],
    count: 0%s})"""
SWAP = """MATCH (a:AuditEntry {owner: $owner, number: 2}), (b:AuditEntry {owner: $owner, number: 3})
    SET a.number = 3, b.number = 2"""
TAMPERED = {
    "changed": (ENTRY % 3 + "SET e.verb = 'pin'", 3, "is not what it was"),
    "changed ids": (ENTRY % 2 + "SET e.ids = ['other']", 2, "is not what it was"),
    "changed time": (ENTRY % 5 + "SET e.at = e.at - duration({days: 1})", 5, "is not what it was"),
    "removed": (ENTRY % 3 + "DELETE e", 3, "is missing"),
    "removed first": (ENTRY % 1 + "DELETE e", 1, "is missing"),
    "removed last": (ENTRY % 5 + "DELETE e", 5, "is missing"),
    "reordered": (SWAP, 2, "is not what it was"),
    "inserted": (INSERT % ", number: 3", 3, "stands where it does not belong"),
    "inserted last": (INSERT % ", number: 6", 6, "is not what it was"),
    "inserted without a number": (INSERT % "", None, "was inserted"),
    "hashed anew": (ENTRY % 2 + "SET e.previous = reverse(e.previous + 'x')", 2, "is not what it was"),
}


@pytest.mark.parametrize("how", TAMPERED)
async def test_what_is_done_to_the_store_is_found(memory: GraphMem, owner: str, how: str) -> None:
    whose = await noted(memory, owner)
    assert (await memory.audit.verify(whose)).broken is None
    change, number, reason = TAMPERED[how]
    broken = await meddled(memory, whose, change)
    assert broken is not None, how
    if how == "inserted":  # of two with one number either may come first
        assert broken.number == 3
        return
    assert (broken.number, broken.reason[: len(reason)]) == (number, reason)
    again = await memory.audit.verify(whose)
    assert again.broken == broken, "verifying mends nothing"


async def test_what_is_removed_before_it_is_sealed_is_found(memory: GraphMem, owner: str) -> None:
    whose = await noted(memory, owner)
    broken = await meddled(memory, whose, "MATCH (e:AuditEntry {owner: $owner, number: 5}) DELETE e")
    assert broken == Broken(5, None, "is missing")
    await memory.audit.note(whose, Verb.PIN, "later")
    assert (await memory.audit.verify(whose)).broken == broken


async def test_writers_at_once_make_one_chain(memory: GraphMem, owner: str) -> None:
    """Of two processes: each has a driver of its own, and both seal meanwhile."""
    whose = await noted(memory, owner)
    other = await type(memory.database).connect(memory.database.address)
    try:
        at_once = [audit.note(each, whose, Verb.PIN, [f"{i}"]) for i in range(20) for each in (memory.database, other)]
        sealing = [audit_chain.seal(each, whose) for _ in range(5) for each in (memory.database, other)]
        await asyncio.gather(*at_once, *sealing)
    finally:
        await other.aclose()
    checked = await memory.audit.verify(whose)
    assert (checked.count, checked.head.number, checked.broken) == (45, 45, None)


async def test_the_background_seals_what_a_writer_left(memory: GraphMem, owner: str) -> None:
    whose = await noted(memory, owner)
    assert all(one.hash is None for one in (await memory.audit.page(whose)).items)
    await seal_all(memory.database)
    assert all(one.hash for one in (await memory.audit.page(whose)).items)
    assert whose.key not in {one.key for one in await audit_chain.unsealed_owners(memory.database)}


async def test_a_chain_is_whole_from_the_oldest_that_is_kept(memory: GraphMem, owner: str) -> None:
    whose = await noted(memory, owner)
    age = "MATCH (e:AuditEntry {owner: $owner}) WHERE e.number <= 2 SET e.at = datetime() - duration({days: 91})"
    await memory.database.driver.execute_query(age, owner=whose.key)
    assert await audit_chain.prune(memory.database) >= 2
    checked = await memory.audit.verify(whose)
    assert (checked.count, checked.anchor.number, checked.head.number, checked.broken) == (3, 2, 5, None)
    oldest = (await memory.audit.page(whose)).items[-1]
    assert (oldest.number, oldest.previous) == (3, checked.anchor.hash)
    assert await meddled(memory, whose, "MATCH (e:AuditEntry {owner: $owner, number: 3}) DELETE e") == Broken(
        3, None, "is missing"
    )


async def test_entries_of_an_older_store_are_sealed_from_now_on(memory: GraphMem, owner: str) -> None:
    whose = await noted(memory, owner)
    older = """MATCH (o:Owner {key: $owner}) SET o.audit_number = null, o.unsealed = null
        WITH o MATCH (e:AuditEntry {owner: $owner}) SET e.number = null"""
    await memory.database.driver.execute_query(older, owner=whose.key)
    await memory.audit.note(whose, Verb.PIN, "later")
    checked = await memory.audit.verify(whose)
    assert (checked.count, checked.anchor.number, checked.head.number, checked.broken) == (6, -5, 1, None)
    broken = await meddled(memory, whose, "MATCH (e:AuditEntry {owner: $owner, number: -4}) DELETE e")
    assert broken == Broken(-4, None, "is missing")


async def test_what_was_cut_off_gets_its_place_hours_later(memory: GraphMem, owner: str) -> None:
    whose = await noted(memory, owner)
    going = audit.OpenVerb(whose, Verb.WAKE, ["one"])
    with audit.attribute_writes(going):
        await memory.database.run(audit._NOTE, **audit._entry_of(whose, Verb.PIN, ["two"]))
    checked = await memory.audit.verify(whose)
    assert (checked.count, checked.under_way, checked.broken) == (6, 1, None)
    age = f"""MATCH (e:AuditEntry {{owner: $owner, open: true}})
        SET e.at = e.at - duration({{hours: {CUT_OFF_HOURS + 1}}})"""
    assert await meddled(memory, whose, age) is None
    checked = await memory.audit.verify(whose)
    assert (checked.count, checked.under_way, checked.broken) == (7, 0, None)
    await audit.note_done(memory.database, going, ["one"], None)  # it was slow, and not gone
    checked = await memory.audit.verify(whose)
    assert (checked.count, checked.broken) == (8, None)
    await audit.note_done(memory.database, going, ["one"], None)  # as a driver repeats it
    assert (await memory.audit.verify(whose)).count == 8


async def test_an_erased_owner_begins_anew(memory: GraphMem, owner: str) -> None:
    whose = await noted(memory, owner)
    await memory.audit.verify(whose)
    await memory.erase(owner=owner)
    again = await noted(memory, owner)
    checked = await memory.audit.verify(again)
    assert (checked.count, checked.head.number, checked.broken) == (5, 5, None)


Change = Callable[[list[str]], list[str]]


def _edited(lines: list[str]) -> list[str]:
    return [lines[0], lines[1].replace("set_settings", "pin"), *lines[2:]]


def _headed(lines: list[str]) -> list[str]:
    """As somebody writes it who has no key: all hashes anew, and the header, too."""
    entries = [json.loads(line) for line in lines[1:-1]]
    header = json.loads(lines[0])
    last = {"number": entries[-1]["number"], "hash": entries[-1]["hash"]}
    return [json.dumps(header | {"count": len(entries), "head": last}), *lines[1:-1]]


FILES: dict[str, tuple[Change, str]] = {
    "changed": (_edited, "is not what it was when it was sealed"),
    "removed": (lambda lines: [*lines[:2], *lines[3:]], "is missing"),
    "removed first": (lambda lines: [lines[0], *lines[2:]], "is missing"),
    "removed last": (lambda lines: lines[:-1], "is missing"),
    "reordered": (lambda lines: [*lines[:2], lines[3], lines[2], *lines[4:]], "is missing"),
    "inserted": (lambda lines: [*lines[:3], lines[2], *lines[3:]], "stands where it does not belong, or was inserted"),
    "no entry": (lambda lines: [*lines[:3], "{}", *lines[3:]], "is no entry"),
}


@pytest.mark.parametrize("how", FILES)
async def test_what_is_done_to_a_file_is_found(memory: GraphMem, owner: str, tmp_path: Path, how: str) -> None:
    whose, file = await noted(memory, owner), tmp_path / "audit.jsonl"
    told = await memory.audit.export(whose, file, key=KEY)
    assert file.stat().st_mode & 0o777 == 0o600
    assert (verify_file(file, KEY).count, verify_file(file, KEY).broken, told.signed) == (5, None, True)
    change, reason = FILES[how]
    file.write_text("\n".join(change(file.read_text("utf-8").splitlines())) + "\n", "utf-8")
    broken = verify_file(file, KEY).broken
    assert broken is not None, how
    assert broken.reason == reason


async def test_a_signature_tells_a_file_that_was_made_anew(memory: GraphMem, owner: str, tmp_path: Path) -> None:
    whose, file = await noted(memory, owner), tmp_path / "audit.jsonl"
    await memory.audit.export(whose, file, key=KEY)
    file.write_text("\n".join(_headed(file.read_text("utf-8").splitlines())) + "\n", "utf-8")
    assert verify_file(file).broken is None, "without the key it looks whole"
    assert verify_file(file).signed is False
    broken = verify_file(file, KEY).broken
    assert broken is not None
    assert "another signature" in broken.reason

    await memory.audit.export(whose, file)
    assert verify_file(file).signed is None
    assert verify_file(file, KEY).broken == Broken(None, None, "has no signature")
    with pytest.raises(InvalidInputError, match="5 bytes"):
        await memory.audit.export(whose, file, key=b"short")
    (tmp_path / "no.jsonl").write_text("[]\n")
    with pytest.raises(InvalidInputError, match="no export"):
        verify_file(tmp_path / "no.jsonl")


async def test_an_export_holds_no_text(memory: GraphMem, owner: str, tmp_path: Path) -> None:
    whose, file = Owner.named(owner), tmp_path / "audit.jsonl"
    await memory.observer.learn(whose, "Zerrin lives in Pelitli.")
    await memory.audit.export(whose, file)
    assert "Pelitli" not in file.read_text("utf-8")
    assert verify_file(file).count == 1

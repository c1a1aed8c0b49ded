"""An owner's memory as a file: what was exported is imported elsewhere as it was, once, and never half."""

from __future__ import annotations

import asyncio
import io
import json
import os
import zipfile
from collections.abc import AsyncIterator
from datetime import UTC, datetime
from pathlib import Path

import pytest
import pytest_asyncio

from graphmem.errors import ArchiveError, ArchiveVersionError, NotFoundError
from graphmem.facade import GraphMem
from graphmem.model.archive import Manifest
from graphmem.model.category import Category
from graphmem.model.palace import Owner
from graphmem.services.archive.importing import WHOLE, Trust, import_archive
from graphmem.services.retrieval.options import RecallOptions
from graphmem.store import nodes
from graphmem.store.archive_schema import CLASSES, FURTHER, LEFT_OUT
from tests.support.conversations import conversation
from tests.support.spoiling import opened, packed_anew

pytestmark = pytest.mark.timeout(900)  # what it is filled with are some eighty statements, each planned once

UNKNOWN = Trust(ids=False, words=True)
"""Of whoever has a key, and says that the words are right."""

QUESTION = "What overheated with the efoil battery?"
PHONE = "My phone number is 0532 123 45 67."


async def fill(memory: GraphMem, owner: Owner) -> None:
    """Some of everything: turns, versions, relations, facts, what an agent does, sessions, tombstones, dreams."""
    await memory.mine(conversation(sessions=2), owner=owner.name)
    await memory.sessions.start(owner, "desk")
    for text in ("I live in Berlin.", "I live in Lisbon now.", PHONE):
        await memory.observer.observe(owner, text, speaker="Ada", session="desk")
    kept = await memory.observer.learn(owner, "Ada never deploys on Fridays.", category=Category.POLICY)
    for steps in (["Stop the queue."], ["Stop the queue.", "Tell Clara."]):
        await memory.recorder.procedure(owner, "Deploy the billing service", steps)
    await memory.recorder.episode(owner, "The deployment of billing failed.", outcome="Clara went back to March.")
    shown = await memory.recall(QUESTION, owner=owner.name, options=RecallOptions(session="desk"))
    await memory.learner.drain()
    await memory.outcomes.report(owner, None, shown.block_id, success=True)
    page = await memory.memories.page(owner, first=50)
    (phone,) = [one.id for one in page.items if "0532" in one.text]
    await memory.memories.forget(owner, phone)
    assert kept.statements[0].memory
    await memory.amendments.edit(owner, kept.statements[0].memory, "Ada deploys on Mondays only.", by="test")
    for more in ("needs a new mast of spruce", "has a brass bell", "lies in Bodrum", "was built in 1998"):
        await memory.observer.learn(owner, f"The sailing boat {more}.")
    await memory.observer.learn(owner, "Nora lives in Porto until 20 December 2099.")
    for text in ("Nils lives in Ankara.", "Nils lives in Izmir now."):
        await memory.observer.learn(owner, text, immutable=True)  # a question for the review
    dreamt = await memory.dreams.apply(owner, by="test", confirm=True)
    assert dreamt.run, dreamt
    await memory.schedules.set(owner, cron="0 4 * * *")
    await memory.keys.issue(owner, "laptop")


async def answers(memory: GraphMem, owner: Owner) -> list[str]:
    found = await memory.recall(QUESTION, owner=owner.name)
    await memory.learner.drain()
    # What is further down may stand level with others, and only one memory answers.
    return [one.drawer.text for one in found.hits[:2]] + [one.memory.text for one in found.memories[:1]]


async def exported(memory: GraphMem, owner: Owner) -> tuple[bytes, Manifest]:
    file = io.BytesIO()
    manifest = await memory.archives.export(owner, file)
    return file.getvalue(), manifest


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def packed(memory: GraphMem) -> AsyncIterator[tuple[str, bytes, Manifest, list[str]]]:
    """An owner's archive, of whom the store knows nothing any more."""
    name = "test-archives-ada"
    owner = Owner.named(name)
    await fill(memory, owner)
    archive, manifest = await exported(memory, owner)
    found = await answers(memory, owner)
    await memory.erase(owner=name)
    yield name, archive, manifest, found
    await memory.erase(owner=name)


Packed = tuple[str, bytes, Manifest, list[str]]


def test_every_label_is_carried_or_said_to_be_left_out() -> None:
    labels = {
        name for name, cls in vars(nodes).items() if isinstance(cls, type) and hasattr(cls, "defined_properties")
    } - {"AsyncStructuredNode"}
    edges = {name for name in labels if not hasattr(getattr(nodes, name), "__label__")}
    assert labels - edges <= CLASSES.keys() | LEFT_OUT.keys() | FURTHER


async def test_imported_elsewhere_it_is_what_it_was(memory: GraphMem, packed: Packed, tmp_path: Path) -> None:
    name, archive, manifest, found = packed
    owner = Owner.named(name)
    file = tmp_path / "ada.graphmem.zip"
    file.write_bytes(archive)
    assert manifest.keys == ("laptop",)
    counts = manifest.counts
    some = {"nodes/Tombstone", "nodes/DreamRun", "nodes/Schedule", "nodes/Review", "nodes/Block", "nodes/Session"}
    assert some | {"edges/CHANGED DreamRun Memory", "edges/VERSION_OF Memory Memory"} <= counts.keys()
    with zipfile.ZipFile(file) as parts:
        facts = "".join(parts.read(one).decode() for one in parts.namelist() if "FACT" in one)
    assert '"bound":"2099-12-21' in facts.replace(" ", "")
    report = await memory.owner(name).import_archive(file, trusted=True, settings=True)
    assert (report.barred, report.known) == (0, 0)
    _, again = await exported(memory, owner)
    others = {part.name: part.digest for part in again.parts}
    assert [part.name for part in manifest.parts if others[part.name] != part.digest] in ([], ["nodes/Usage"])
    assert again.says == manifest.says
    assert [one for one in await memory.doctor() if one.count and one.grave] == []
    assert not await memory.keys.issued(owner)
    twice = await memory.owner(name).import_archive(file, trusted=True, settings=True)
    assert sum(twice.added.values()) == 0
    assert (await exported(memory, owner))[1].says == manifest.says
    grown = await memory.mine(conversation(sessions=2), owner=name)
    assert grown.filed == 0
    assert await answers(memory, owner) == found
    runs = await memory.dreams.runs(owner, first=1)
    assert (await memory.dreams.undo(owner, runs.items[0].id)).memories
    await memory.erase(owner=name)


async def test_under_another_name_it_is_a_memory_of_its_own(memory: GraphMem, packed: Packed, owner: str) -> None:
    name, archive, manifest, found = packed
    ada, copy = Owner.named(name), Owner.named(owner)
    await memory.archives.import_(ada, io.BytesIO(archive), trust=WHOLE)
    report = await memory.archives.import_(copy, io.BytesIO(archive), trust=UNKNOWN)
    assert report.added["Memory"] == manifest.counts["nodes/Memory"]
    assert await answers(memory, copy) == found
    assert (await memory.mine(conversation(sessions=2), owner=owner)).filed == 0
    told = await memory.observer.observe(copy, PHONE, speaker="Ada", said_at=datetime(2026, 1, 1, tzinfo=UTC))
    assert not any(one.memory for one in told.statements)
    twice = await memory.archives.import_(copy, io.BytesIO(archive), trust=UNKNOWN)
    assert sum(twice.added.values()) == 0
    assert [one for one in await memory.doctor() if one.count and one.grave] == []
    assert (await exported(memory, ada))[1].says == manifest.says
    # Who has a key alone gets the ids that are theirs already, and no others.
    mine = await memory.archives.import_(ada, io.BytesIO(archive), trust=UNKNOWN)
    assert sum(mine.added.values()) == 0
    for one in (owner, name):
        await memory.erase(owner=one)


REOPEN = """MATCH ()-[f:FACT {owner: $o, object: $uri}]->() WHERE f.version_of IS NULL
SET f.valid_until = datetime('9999-12-31T00:00:00Z')"""


async def test_facts_that_an_earlier_release_left_open_end(memory: GraphMem, owner: str) -> None:
    ada = Owner.named(owner)
    for day, text in enumerate(("I work as a nurse at the hospital.", "I quit the hospital."), start=1):
        await memory.observer.observe(ada, text, speaker="Ada", said_at=datetime(2026, 1, day, tzinfo=UTC))
    (fact,) = (await memory.entities.get(ada, "entity://person/ada")).facts
    assert fact.valid_until == datetime(2026, 1, 2, tzinfo=UTC)
    await memory.database.driver.execute_query(REOPEN, o=ada.key, uri=fact.object_uri)
    archive, _ = await exported(memory, ada)
    await memory.erase(owner=owner)
    ada = Owner.named(owner)
    await memory.archives.import_(ada, io.BytesIO(archive))
    (fact,) = (await memory.entities.get(ada, "entity://person/ada")).facts
    assert fact.valid_until == datetime(2026, 1, 2, tzinfo=UTC)
    assert [one for one in await memory.doctor() if one.count and one.grave] == []


SUMMARISED = """MATCH (e:Entity {owner: $o})
SET e.stale = 2, e.summarised_at = datetime('2026-01-03T00:00:00Z'), e.summary = ['0123456789abcdef0123456789abcdef']"""
OF_A_SUMMARY = """MATCH (e:Entity {owner: $o})
WHERE coalesce(e.stale, e.summarised_at, e.summary) IS NOT NULL RETURN count(e) AS entities"""


async def test_summaries_of_an_earlier_release_stay_behind(memory: GraphMem, owner: str) -> None:
    """An export leaves out what the store still has; an archive made before is imported without it."""
    ada = Owner.named(owner)
    await memory.observer.observe(ada, "My sister Clara lives in Lisbon.", speaker="Ada")
    archive, before = await exported(memory, ada)
    await memory.database.driver.execute_query(SUMMARISED, o=ada.key)
    assert (await exported(memory, ada))[1].says == before.says
    manifest, parts = opened(archive)
    for line in parts["nodes/Entity"]:
        line["properties"] |= {"stale": 2, "summarised_at": "2026-01-03T00:00:00+00:00", "summary": ["0" * 32]}
    await memory.erase(owner=owner)
    for name, trust in ((owner, WHOLE), (f"{owner}-other", UNKNOWN)):
        report = await memory.archives.import_(Owner.named(name), io.BytesIO(packed_anew(manifest, parts)), trust=trust)
        assert report.added["Entity"] == len(parts["nodes/Entity"])
        left = await memory.database.driver.execute_query(OF_A_SUMMARY, o=Owner.named(name).key)
        assert left.records[0]["entities"] == 0
    assert (await exported(memory, Owner.named(owner)))[1].says == before.says
    await memory.erase(owner=f"{owner}-other")


async def test_what_was_forgotten_here_stays_away(memory: GraphMem, owner: str) -> None:
    ada = Owner.named(owner)
    await memory.observer.observe(ada, PHONE, speaker="Ada", said_at=datetime(2026, 1, 1, tzinfo=UTC))
    await memory.observer.observe(ada, "My sister Clara lives in Lisbon.", speaker="Ada")
    archive, _ = await exported(memory, ada)
    await memory.erase(owner=owner)
    ada = Owner.named(owner)
    await memory.observer.observe(ada, "You can call me: my phone number is 0532 123 45 67.", speaker="Ada")
    (known,) = (await memory.memories.page(ada, first=5)).items
    await memory.memories.forget(ada, known.id)
    report = await memory.archives.import_(ada, io.BytesIO(archive))
    assert report.barred == 1
    texts = [one.text for one in (await memory.memories.page(ada, first=50)).items]
    assert any("Clara" in text for text in texts)
    assert not any("0532" in text for text in texts)
    assert "0532" not in str(await memory.recall("What is my phone number?", owner=owner))
    assert [one for one in await memory.doctor() if one.count and one.grave] == []


def changed(archive: bytes, name: str, change: bytes | None) -> bytes:
    """The archive with another text in a part, or in its manifest where it is JSON to be merged into it."""
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(archive)) as old, zipfile.ZipFile(out, "w") as new:
        for one in old.namelist():
            text = old.read(one)
            if one == name:
                text = json.dumps({**json.loads(text), **json.loads(change)}).encode() if change else text + b"\n"
            new.writestr(one, text)
    return out.getvalue()


@pytest.mark.parametrize(
    ("spoil", "error"),
    [
        (lambda archive: archive[: len(archive) // 2], ArchiveError),
        (lambda archive: b"no zip at all", ArchiveError),
        (lambda archive: changed(archive, "nodes/Memory.jsonl", None), ArchiveError),
        (lambda archive: changed(archive, "manifest.json", b'{"version": 99}'), ArchiveVersionError),
        (lambda archive: changed(archive, "manifest.json", b'{"format": "other"}'), ArchiveError),
        (lambda archive: changed(archive, "manifest.json", b'{"parts": []}'), ArchiveError),
    ],
)
async def test_a_damaged_archive_leaves_nothing(
    memory: GraphMem, packed: Packed, tenant: Owner, spoil: object, error: type[ArchiveError]
) -> None:
    assert callable(spoil)
    with pytest.raises(error) as caught:
        await memory.archives.import_(tenant, io.BytesIO(spoil(packed[1])))
    assert caught.value.remedy
    with pytest.raises(NotFoundError):
        await exported(memory, tenant)


async def test_a_line_no_release_writes_is_refused(memory: GraphMem, packed: Packed, tenant: Owner) -> None:
    archive = packed[1]
    with zipfile.ZipFile(io.BytesIO(archive)) as old:
        line = json.loads(old.read("nodes/Tier.jsonl").splitlines()[0])
    for forged in ({"owner": "other"}, {"name": "eternal"}):
        spoilt = io.BytesIO()
        text = json.dumps({**line, "properties": {**line["properties"], **forged}}).encode() + b"\n"
        _repacked(archive, spoilt, "nodes/Tier", text)
        with pytest.raises(ArchiveError, match="line 1 of nodes/Tier"):
            await import_archive(memory.database, tenant, spoilt, trust=WHOLE)


def _repacked(archive: bytes, out: io.BytesIO, part: str, text: bytes) -> None:
    """The archive with another part, whose checksums are right."""
    import hashlib

    with zipfile.ZipFile(io.BytesIO(archive)) as old, zipfile.ZipFile(out, "w") as new:
        manifest = json.loads(old.read("manifest.json"))
        for one in manifest["parts"]:
            if one["name"] == part:
                one |= {"sha256": hashlib.sha256(text).hexdigest(), "count": text.count(b"\n")}
        for name in old.namelist():
            if name == "manifest.json":
                new.writestr(name, json.dumps(manifest))
            else:
                new.writestr(name, text if name == f"{part}.jsonl" else old.read(name))


async def test_two_exports_to_one_file_leave_a_whole_one(memory: GraphMem, tenant: Owner, tmp_path: Path) -> None:
    await memory.observer.observe(tenant, "I moved to Lisbon in May.", speaker="Ada")
    target = tmp_path / "ada.zip"
    first, second = await asyncio.gather(*(memory.archives.export(tenant, target) for _ in range(2)))
    assert first.says == second.says
    assert await asyncio.to_thread(os.listdir, tmp_path) == [target.name]  # no draft is left
    with zipfile.ZipFile(target) as packed:
        assert packed.testzip() is None

"""`graphmem space` as a person types it: a space, a shared memory, a question, and all of it taken back."""

from __future__ import annotations

import json
from pathlib import Path

from graphmem.facade import GraphMem
from graphmem.model.palace import Owner
from graphmem.services.archive.importing import WHOLE
from tests.cli.conftest import graphmem


async def test_a_memory_is_shared_asked_for_and_taken_back(
    environment: dict[str, str], memory: GraphMem, tenant: Owner
) -> None:
    """In the order of the guide; a title is no markup of the terminal."""
    bob = f"bob of {tenant.name}"

    def run(*words: str, owner: str = tenant.name, fails: bool = False) -> str:
        done = graphmem(environment, *words, "--owner", owner)
        assert (done.returncode != 0) == fails, done.stderr
        if "it is too slow" in done.stdout:  # on a busy machine
            return run(*words, owner=owner)
        return done.stderr if fails else done.stdout

    space = run("space", "create", "Team [red]blue[/]").strip()
    assert json.loads(run("space", "grant", space, bob, "read", "--json"))["member"] == bob
    seen = await memory.observer.learn(tenant, "The billing service is deployed on Fridays.")
    id_ = seen.statements[0].memory
    assert id_ is not None
    assert f"graphmem space unshare {space} {id_[:8]}" in run("space", "share", space, id_)
    told = json.loads(run("space", "share", space, id_, "--json"))
    assert (told["source"], told["space"]) == (id_, space)
    found = run("recall", "When is the billing service deployed?", "--spaces", "*", owner=bob)
    assert "[red]blue[/]" in found
    assert f"· {tenant.name}"[:12] in found
    assert "Fridays" not in run("recall", "When is the billing service deployed?", owner=bob)
    assert "asks for write" in run("space", "share", space, id_, owner=bob, fails=True)
    assert json.loads(run("space", "unshare", space, id_, "--json"))["copies"][0]["source"] == id_
    assert "is not shared there" in run("space", "unshare", space, id_, fails=True)
    assert len(json.loads(run("space", "revoke", space, bob, "--json"))["ids"]) == 1
    assert json.loads(run("space", "list", "--json", owner=bob)) in ([], {"spaces": []})


async def test_a_space_is_looked_into_and_exported(
    environment: dict[str, str], memory: GraphMem, tenant: Owner, tmp_path: Path
) -> None:
    ada, heir = memory.owner(tenant.name), f"heir of {tenant.name}"
    space = await ada.spaces.create("Team blue")
    told = await ada.learn("The billing service is deployed on Fridays.", space=space.id)
    await ada.spaces.grant(space.id, heir, "read")
    memory.sharing.note_read(space.owner, Owner.named(heir))
    await memory.ledger.flush()

    def run(*words: str, owner: str = heir) -> str:
        done = graphmem(environment, "space", *words, "--owner", owner)
        return done.stdout + done.stderr

    assert json.loads(run("reads", "Team blue", "--json", owner=tenant.name))["reads"][0]["member"] == heir
    id_, file = str(told.statements[0].memory), tmp_path / "space.zip"
    assert "Fridays" in run("memory", space.id, id_)
    assert "asks for curate" in run("rule", space.id, id_)
    assert "asks for curate" in run("rules", space.id, "--proposed")
    assert "None yet" in run("rules", space.id)
    assert "asks for admin" in run("export", space.id, str(file))
    assert run("export", space.id, str(file), owner=tenant.name).startswith("1 turns and 1 memories")
    await memory.archives.import_(memory.owner(heir), file, trust=WHOLE)
    assert [one.text for one in (await memory.owner(heir).memories(limit=5)).items if "Fridays" in one.text]

"""`graphmem space` as a person types it: a space, a shared memory, a question, and all of it taken back."""

from __future__ import annotations

import json
from pathlib import Path

from graphmem.facade import GraphMem
from graphmem.model.palace import Owner
from tests.cli.conftest import graphmem


async def test_a_memory_is_shared_asked_for_and_taken_back(
    environment: dict[str, str], memory: GraphMem, tenant: Owner, tmp_path: Path
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
    assert json.loads(run("space", "reads", space, "--json"))["reads"][0]["member"] == bob
    copy = told["memory"]
    assert "Fridays" in run("space", "memory", space, copy, owner=bob)
    assert "asks for curate" in run("space", "rule", space, copy, owner=bob, fails=True)
    file = str(tmp_path / "space.zip")
    assert "asks for admin" in run("space", "export", space, file, owner=bob, fails=True)
    assert run("space", "export", space, file).startswith("1 turns and 1 memories")
    run("import", file, "--trusted", owner=f"heir of {tenant.name}")
    assert "Fridays" in run("recall", "When is the billing service deployed?", owner=f"heir of {tenant.name}")
    assert json.loads(run("space", "unshare", space, id_, "--json"))["copies"][0]["source"] == id_
    assert "is not shared there" in run("space", "unshare", space, id_, fails=True)
    assert len(json.loads(run("space", "revoke", space, bob, "--json"))["ids"]) == 1
    assert json.loads(run("space", "list", "--json", owner=bob)) in ([], {"spaces": []})

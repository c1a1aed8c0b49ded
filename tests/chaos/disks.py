"""What lies on the disk is damaged, or the disk is full: a sentence or a repair, and never a spoiled store."""

from __future__ import annotations

import os
import random
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.chaos.rounds import Round, ended, environment, start

SMALL, ROOMY = "300m", "1500m"
"""Sizes of the disk: a fresh store does not fit on the first, and does on the second."""


class Disks:
    """One damaged file, or one full disk, a round."""

    def artifacts(self, one: Round) -> None:
        """One downloaded file is cut in half: the next command fetches it again, or says which one is damaged."""
        with tempfile.TemporaryDirectory() as folder:
            home, copy = Path(folder) / "home", Path(folder) / "artifacts"
            given = environment(home)
            shutil.copytree(given["GRAPHMEM_ARTIFACTS"], copy, copy_function=_linked)
            victim = random.choice(sorted(_large(copy)))
            half = victim.read_bytes()[: victim.stat().st_size // 2]
            victim.unlink()  # the copy only: its name led to the shared file
            victim.write_bytes(half)
            one.injected = True
            damaged = given | {"GRAPHMEM_ARTIFACTS": str(copy)}
            try:
                code, said = ended(start(damaged, "health", "--json"))
                one.check("Traceback" not in said, f"{victim.name}: {said}")
                one.check(code == 0 or victim.name[:12] in said or "digest" in said, f"{victim.name}: {code} {said}")
                if code == 0:
                    # What only makes starts faster may be gone: it is made anew when the server stops.
                    whole = not victim.exists() or victim.stat().st_size > len(half)
                    one.check(whole, f"{victim.name} is still cut")
            finally:
                ended(start(damaged, "neo4j", "stop", "--force"))

    def full(self, one: Round) -> None:
        """A home on a disk that is too small: a clear error; once there is room, the same home works."""
        with tempfile.TemporaryDirectory() as folder:
            home = Path(folder) / "home"
            home.mkdir()
            subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={SMALL},mode=0700", "tmpfs", home], check=True)
            given = environment(home)
            try:
                filler = home / "filler"
                free = shutil.disk_usage(home).free
                with filler.open("wb") as file:
                    file.write(b"\0" * max(free - random.randrange(1_000_000, 60_000_000), 0))
                code, said = ended(start(given, "health", "--json"))
                one.injected = code != 0
                one.check("Traceback" not in said, f"full: {said}")
                ended(start(given, "neo4j", "stop", "--force"))
                filler.unlink()
                subprocess.run(["mount", "-o", f"remount,size={ROOMY}", home], check=True)
                for arguments in (("health", "--json"), ("doctor",)):
                    code, said = ended(start(given, *arguments))
                    one.check(code == 0, f"with room {arguments[0]} ended with {code}: {said}")
            finally:
                ended(start(given, "neo4j", "stop", "--force"))
                subprocess.run(["umount", "-l", home], check=True)


def _linked(source: str, target: str) -> str:
    os.link(source, target)
    return target


def _large(folder: Path) -> list[Path]:
    return [path for path in folder.rglob("*") if path.is_file() and path.stat().st_size > 100_000]


def can_mount() -> bool:
    """Whether this process may have a small disk of its own; only root may."""
    if os.geteuid() != 0 or shutil.which("mount") is None:
        return False
    with tempfile.TemporaryDirectory() as folder:
        tried = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", folder], capture_output=True)
        if tried.returncode == 0:
            subprocess.run(["umount", folder], check=True)
        return tried.returncode == 0


@contextmanager
def disks() -> Iterator[Disks]:
    """The rounds, each with a home of its own."""
    yield Disks()

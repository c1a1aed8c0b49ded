"""`python -m tests.support.image_steps ROOT`: the Dockerfile's steps without a container engine, as root on Linux.

ROOT is a Debian tree with the Python of the base image and pip (`debootstrap --variant=minbase
--include=python3,python3-pip,ca-certificates bookworm ROOT`). Each stage is a copy of it, in which the instructions run
under chroot. Then the image is used as an engine would: read-only but for its volume and /tmp, as its own user, with
its command, until its health check passes. It starts the embedded Neo4j.
"""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

CHECKOUT = Path(__file__).parents[2]
HEALTHY_SECONDS = 180.0
OUTSIDE = {"PIP_BREAK_SYSTEM_PACKAGES": "1", "PIP_ROOT_USER_ACTION": "ignore"}
PASSED_ON = ("PIP_", "HTTP_", "HTTPS_", "NO_PROXY", "SSL_", "REQUESTS_", "MAVEN_")
LENT = ("/etc/resolv.conf", "/etc/ssl/certs/ca-certificates.crt", "/etc/pip.conf")
"""Files that a step gets from this machine: name servers, package sources, certificates."""

BASE = {"PATH": "/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin", "HOME": "/tmp"}

HOME = "/home/graphmem"
"""The home of the image's user, as an engine sets it; nobody can write there."""

OPEN = 'mount --bind "$1" "$1"; '
SEALED = """
mount --bind "$1/data" /mnt; mount --bind "$1" "$1"; mount -o remount,ro,bind "$1"
mount --bind /mnt "$1/data"; mount -t tmpfs tmpfs "$1/tmp"
"""
INSIDE = """
mount -t proc proc "$1/proc"; tree="$1" user="$2" folder="$3"; shift 3
exec chroot --userspec="$user:$user" "$tree" sh -c 'cd "$0" && exec "$@"' "$folder" "$@"
"""
"""The shell's script in a mount namespace of its own, with tree, user, folder and command."""

KEY = re.compile(r"gm_[\w-]+")


@dataclass
class Stage:
    """A stage under way: its tree, and the settings of earlier instructions."""

    tree: Path
    folder: str = "/"
    user: str = "0"
    environment: dict[str, str] = field(default_factory=dict)
    command: list[str] = field(default_factory=list)
    check: list[str] = field(default_factory=list)

    def run(self, command: list[str], *, sealed: bool = False) -> subprocess.Popen[str]:
        """Start a command in the tree; `sealed` as in a container that may write to its volume and /tmp alone."""
        there = [str(self.tree), self.user, self.folder, *command]
        return subprocess.Popen(
            ["unshare", "-m", "sh", "-ec", SEALED + INSIDE if sealed else OPEN + INSIDE, "sh", *there],
            env=BASE | ({"HOME": HOME} if sealed else OUTSIDE) | self.environment | passed_on(),
            text=True,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
        )

    def enter(self, folder: str) -> None:
        """WORKDIR."""
        self.folder = folder
        (self.tree / folder[1:]).mkdir(parents=True, exist_ok=True)

    def set(self, given: str) -> None:
        """ENV, ARG."""
        self.environment |= dict(word.split("=", 1) for word in shlex.split(given))


def main(root: Path) -> None:
    """Build every stage, then start the image and ask its health check."""
    with tempfile.TemporaryDirectory(prefix="image-steps-") as folder:
        image = built(root, Path(folder))
        size = sum(path.lstat().st_size for path in image.tree.rglob("*") if path.is_file() and not path.is_symlink())
        print(f"the image's tree: {size / 1e6:.0f} MB")
        finished(image.run(["graphmem", "--version"], sealed=True), "graphmem --version")
        key = KEY.search(finished(image.run(["graphmem", "keys", "add", "alice"], sealed=True), "graphmem keys add"))
        assert key, "no key was printed"
        server = image.run(image.command, sealed=True)
        try:
            began = time.monotonic()
            while (code := image.run(image.check, sealed=True).wait()) and time.monotonic() - began < HEALTHY_SECONDS:
                assert server.poll() is None, server.communicate()[0]
                time.sleep(1)
            print(f"healthy after {time.monotonic() - began:.1f} s" if not code else "NOT healthy")
        finally:
            server.terminate()
            said, _ = server.communicate()
        if code:
            print(said[-4000:])
        sys.exit(bool(code))


def built(root: Path, folder: Path) -> Stage:
    """The last stage of the Dockerfile."""
    stages: dict[str, Stage] = {}
    stage = Stage(folder)
    for name, given in instructions():
        print(f"{name} {given}", flush=True)
        if name == "FROM":
            stage = begun(root, folder / (given.split()[2] if " AS " in given else "image"))
            stages[stage.tree.name] = stage
        elif name == "COPY":
            copy(stage, given.split(), stages)
        elif name == "RUN":
            finished(stage.run(["sh", "-c", given]), given)
        else:
            note(stage, name, given)
    return stage


def instructions() -> list[tuple[str, str]]:
    """The Dockerfile as (instruction, arguments), continued lines joined, comments left out."""
    text = re.sub(r"^#.*\n", "", (CHECKOUT / "docker" / "Dockerfile").read_text("utf-8"), flags=re.MULTILINE)
    lines = [line for line in text.replace("\\\n", " ").splitlines() if line.strip()]
    return [(line.split(None, 1)[0], line.split(None, 1)[1].strip()) for line in lines]


def begun(root: Path, tree: Path) -> Stage:
    """A stage on a copy of the base image's tree."""
    subprocess.run(["cp", "-a", str(root), str(tree)], check=True)
    for lent in filter(os.path.exists, LENT):
        (tree / lent[1:]).parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(lent, tree / lent[1:])
    (tree / "usr/local/bin/python").symlink_to("/usr/bin/python3")  # as the base image has it
    return Stage(tree)


def note(stage: Stage, name: str, given: str) -> None:
    """An instruction that only sets a value for later."""
    match name:
        case "WORKDIR":
            stage.enter(given)
        case "USER":
            stage.user = given
        case "ENV" | "ARG":
            stage.set(given)
        case "ENTRYPOINT" | "CMD":
            stage.command += json.loads(given)
        case "HEALTHCHECK":
            stage.check = json.loads(given.partition("CMD ")[2])


def copy(stage: Stage, words: list[str], stages: Mapping[str, Stage]) -> None:
    """One COPY; compiled files stay here, as .dockerignore says."""
    source = CHECKOUT
    if words[0].startswith("--from="):
        source = stages[words.pop(0).removeprefix("--from=")].tree
    *names, target = words
    place = stage.tree / target[1:] if target.startswith("/") else stage.tree / stage.folder[1:] / target
    for name in names:
        given = source / name.lstrip("/")
        if given.is_dir():
            shutil.copytree(given, place, dirs_exist_ok=True, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            into = place / given.name if target.endswith("/") else place
            into.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(given, into)


def finished(process: subprocess.Popen[str], what: str) -> str:
    """A command's output; ends this process with it when the command failed."""
    said, _ = process.communicate()
    if process.returncode:
        sys.exit(f"{what} ended with {process.returncode}:\n{said[-4000:]}")
    return said


def passed_on() -> dict[str, str]:
    return {name: value for name, value in os.environ.items() if name.upper().startswith(PASSED_ON)}


if __name__ == "__main__":
    main(Path(sys.argv[1]))

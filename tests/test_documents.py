"""What the documents promise: settings, exit codes, commands, files and examples that exist and work."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from graphmem_api.export import sdl
from graphql import build_schema, parse, validate

import graphmem
from graphmem.config import Settings
from graphmem.errors import GraphMemError
from graphmem.facade import GraphMem
from tests.evals import __main__ as evals
from tests.support.commands import is_command
from tests.support.environment import variables

ROOT = Path(__file__).parent.parent
GUIDES = ROOT / "notebooks" / "guides"
DOCUMENTS = (
    *("README.md", "CONTRIBUTING.md", "CHANGELOG.md", "docker/README.md", "tests/evals/NOTES.md"),
    *(str(guide.relative_to(ROOT)) for guide in sorted(GUIDES.glob("*.md"))),
)
CODE = re.compile(r"```(?:sh|text)\n(.*?)```|`([^`\n]+)`", re.DOTALL)
README, AGENTS = (path.read_text("utf-8") for path in (ROOT / "README.md", GUIDES / "agents.md"))
TURKISH = (GUIDES / "README.tr.md").read_text("utf-8")


def rows(guide: str, title: str) -> list[list[str]]:
    """Cells of a section's first table, below its head."""
    text = (GUIDES / guide).read_text("utf-8").split(f"# {title}", 1)[1].split("\n## ", 1)[0]
    lines = [line for line in text.splitlines() if line.startswith("|")]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines[2:]]


def errors(root: type[GraphMemError] = GraphMemError) -> Iterator[type[GraphMemError]]:
    yield root
    for child in root.__subclasses__():
        yield from errors(child)


def test_every_setting_is_listed_with_its_default() -> None:
    rows_of = rows("settings.md", "Settings")
    listed = {tuple(re.findall(r"`(\w+)`", cells[0])): cells[1].replace("`", "") for cells in rows_of}
    assert set(listed) == set(variables().values())
    for name, field in Settings.model_fields.items():
        said = listed[variables()[name]]
        if field.default is None:
            # What stands in for None is told in words, or by the property that decides.
            told = {"–", "artifacts in the home", "this machine's", Settings.model_construct().embedder_kind.value}
            assert said in told
        elif field.default_factory is None:
            assert said == (f"{field.default:g}" if isinstance(field.default, float) else str(field.default))


def test_every_exit_code_is_listed() -> None:
    listed = {(int(cells[0]), cells[1]) for cells in rows("commands.md", "Exit codes")}
    assert listed == {(error.exit_code, error.code) for error in errors()}


@pytest.mark.parametrize("name", DOCUMENTS)
def test_commands_exist(name: str) -> None:
    text = (ROOT / name).read_text("utf-8")
    code = "\n".join(block or inline for block, inline in CODE.findall(text))
    for words in re.findall(r"(?:^|[\s/])graphmem ([a-z0-9]+(?: [a-z][a-z-]*)?)", code, re.MULTILINE):
        assert is_command(words.split()), words
    for one in re.findall(r"python -m tests\.evals ([a-z_-]+)", code):
        assert one in evals.command_names(), one


@pytest.mark.parametrize("name", DOCUMENTS)
def test_make_targets_exist(name: str) -> None:
    targets = set(re.findall(r"^([\w-]+):", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE))
    named = set(re.findall(r"(?:`|^)make ([a-z-]+)", (ROOT / name).read_text("utf-8"), re.MULTILINE))
    assert named <= targets


@pytest.mark.parametrize("name", DOCUMENTS)
def test_links_lead_somewhere(name: str) -> None:
    path = ROOT / name
    for target in re.findall(r"\]\(([^)#:]+)\)", path.read_text("utf-8")):
        assert (path.parent / target).exists(), target


@pytest.mark.parametrize("name", [name for name in DOCUMENTS if name != "CHANGELOG.md"])
def test_files_named_in_prose_exist(name: str) -> None:
    text = (ROOT / name).read_text("utf-8")
    roots = "graphmem|api|cypher|tests|docker|notebooks"
    for target in re.findall(rf"`((?:{roots})/[\w./-]+)`", text):
        assert (ROOT / target).exists(), target


def test_what_a_newcomer_reads_first_is_short() -> None:
    assert len(README.splitlines()) <= 150
    assert len(TURKISH.splitlines()) <= 150


def test_every_guide_is_in_the_list_of_guides() -> None:
    guides = {path.name for path in GUIDES.glob("*.md")}
    assert set(re.findall(r"\]\(notebooks/guides/([\w.]+\.md)\)", README)) == guides


def test_every_extra_is_listed() -> None:
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["optional-dependencies"]
    listed = "".join(cells[0] for cells in rows("installation.md", "Installation"))
    assert set(re.findall(r"\[([\w-]+)\]", listed)) == set(extras) - {"dev"}


def test_the_changelog_knows_this_version() -> None:
    assert f"## [{graphmem.__version__}]" in (ROOT / "CHANGELOG.md").read_text("utf-8")


async def test_the_python_examples_run(
    memory: GraphMem, settings: Settings, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    address = memory.database.address
    monkeypatch.setenv("NEO4J_URI", address.uri)
    monkeypatch.setenv("NEO4J_PASSWORD", address.password)
    monkeypatch.setenv("GRAPHMEM_ARTIFACTS", str(settings.artifacts_dir))
    examples = re.findall(r"```python\n(.*?)\nasyncio\.run\(main\(\)\)\n```", README + TURKISH + AGENTS, re.DOTALL)
    expected = (
        "§ W-001/R-01/D-001 I moved to Lisbon in May.",
        "§ W-001/R-01/D-001 Mayısta Lizbon'a taşındım.",
        "§ W-001/R-01/D-001 I moved to Lisbon in May.",
        "Nadia is allergic to penicillin.",
    )
    for example, told in zip(examples, expected, strict=True):
        namespace: dict[str, Any] = {}
        exec(example, namespace)
        await namespace["main"]()
        shown = capsys.readouterr().out
        assert told in shown
        assert "<memory_context>" in shown
        await memory.erase(owner="ada")


def test_the_graphql_examples_are_valid() -> None:
    schema = build_schema(sdl())
    bodies = [json.loads(body) for body in re.findall(r"-d '(\{.*?\})'", AGENTS, re.DOTALL)]
    assert len(bodies) == 3
    for body in bodies:
        assert validate(schema, parse(body["query"])) == []

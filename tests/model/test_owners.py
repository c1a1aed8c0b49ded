"""Which names an owner may have, wherever one is named."""

from __future__ import annotations

import unicodedata

import pytest

from graphmem.errors import InvalidInputError
from graphmem.facade import GraphMem
from graphmem.model.palace import LONGEST_NAME, Owner
from tests.cli.conftest import _commands, environment, graphmem

__all__ = ["_commands", "environment"]  # fixtures

NO_NAMES = (
    "",
    "   ",
    "\u3000",
    "a\nb",
    "a\x00b",
    "\x1b[31mada",
    "half \ud83d",
    "ada\u2028ben",
    "a" * (LONGEST_NAME + 1),
)


@pytest.mark.parametrize("name", NO_NAMES)
async def test_what_is_no_name_is_refused_with_what_to_do(memory: GraphMem, name: str) -> None:
    with pytest.raises(InvalidInputError) as refused:
        Owner.named(name)
    assert refused.value.field == "owner"
    assert refused.value.remedy
    with pytest.raises(InvalidInputError):
        memory.owner(name)
    with pytest.raises(InvalidInputError):
        await memory.erase(owner=name)


@pytest.mark.parametrize(
    "name", ["ada", " ada@example.com ", "Ömer Şahin", "a" * LONGEST_NAME, "社長", "👩‍🚀", "x\u200by"]
)
def test_what_people_are_called_is_a_name(name: str) -> None:
    assert Owner.named(name).name == unicodedata.normalize("NFC", name.strip())
    assert Owner.named(unicodedata.normalize("NFD", name)) == Owner.named(name)


@pytest.mark.parametrize(
    "arguments", ["recall anything -o", "keys add", "erase --yes", "export f.zip -o", "dream runs -o"]
)
@pytest.mark.parametrize("name", ["", "  ", "a\tb"])
def test_commands_refuse_it_before_anything_is_started(environment: dict[str, str], arguments: str, name: str) -> None:
    away = environment | {"NEO4J_URI": "bolt://127.0.0.1:1"}
    ended = graphmem(away, *arguments.split(), name)
    assert (ended.returncode, "INVALID_INPUT" in ended.stderr, "→" in ended.stderr) == (2, True, True), ended.stderr

"""A language is a folder: the lists and the code that every pack has."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from graphmem.language.packs import Pack, en, pack, tr
from graphmem.language.wordlists import lines
from graphmem.model.language import Language

ROOM = Path(__file__).parents[2] / "graphmem" / "language"
PACKS: dict[Language, Pack] = {Language.EN: en, Language.TR: tr, Language.DE: en}
"""Whether their modules have what a pack asks for is for mypy to tell. The German pack has words alone."""

ASKED = sorted(
    {
        name
        for path in ROOM.rglob("*.py")
        for name in re.findall(r'f?"\{(?:\w+\.)?(?:language|code)?(?:\.value)?\}/(\w+)"', path.read_text("utf-8"))
    }
)
"""Lists that code asks of whatever language a text has."""


@pytest.mark.parametrize("language", list(Language))
def test_every_language_has_the_lists_that_code_asks_for(language: Language) -> None:
    assert len(ASKED) > 30
    assert [name for name in ASKED if lines(f"{language.value}/{name}") is None] == []


@pytest.mark.parametrize("language", list(Language))
def test_every_language_has_its_code(language: Language) -> None:
    assert pack(language) is PACKS[language]
    assert pack(language).read_statement("Ada 3").subject_tokens or pack(language).scan("Ada 3")[1]


def test_a_pack_can_be_imported_first() -> None:
    """It and `contradiction` need each other; which of them comes first must not matter."""
    code = "from graphmem.language.packs import pack; from graphmem.model.language import Language; pack(Language.TR)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0

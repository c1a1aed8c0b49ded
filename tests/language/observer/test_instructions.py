"""What tells an assistant or a group how to act from now on, and what only sounds like it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from graphmem import evaluation
from graphmem.language.observer.instructions import standing_instruction
from graphmem.model.language import Language


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("pls keep answers short", "en"),
        ("Remember: when you draft anything for clients, don't use prod data in demos", "en"),
        ("We fixed the build. Always include dates when I ask about deadlines.", "en"),
        ("call me Sam, not Samantha", "en"),
        ("I hate bullet points, just write normal sentences", "en"),
        ("our style guide says no abbreviations in headings", "en"),
        ("emoji kullanma lütfen", "tr"),
        ("bir şey silmeden önce bana sor", "tr"),
        ("cevaplarda madde işareti istemiyorum", "tr"),
        ("Bizde kod gözden geçirilmeden birleştirilmez", "tr"),
    ],
)
def test_tells_how_to_act(text: str, language: str) -> None:
    assert standing_instruction(text, Language(language))


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("can you shorten this paragraph", "en"),
        ("don't let anything stop you, keep motivating each other", "en"),
        ("if you need any help, let me know", "en"),
        ("She told her students never to use jargon", "en"),
        ("Should I always use tabs?", "en"),
        ("never say never", "en"),
        ("ev sahibi dün aradı", "tr"),
        ("merak etme, kendine iyi bak", "tr"),
        ("öğretmen bize hep kısa yazın derdi", "tr"),
        ("şunu kısaltır mısın?", "tr"),
    ],
)
def test_tells_nothing_for_good(text: str, language: str) -> None:
    assert not standing_instruction(text, Language(language))


def test_what_it_takes_for_an_instruction_of_other_writers_is_one() -> None:
    folder = Path(evaluation.__file__).parent / "data" / "writers" / "standing"
    lines = [json.loads(line) for path in folder.glob("*.jsonl") for line in path.read_text("utf-8").splitlines()]
    taken = [line for line in lines if standing_instruction(line["text"], Language(line["lang"]))]
    right = sum(line["standing"] for line in taken)
    assert right >= 0.8 * len(taken)
    assert right >= 0.2 * sum(line["standing"] for line in lines)

"""What a digest keeps of what is asked, as it is measured."""

from __future__ import annotations

import json
from pathlib import Path

from graphmem.facade import GraphMem
from tests.evals import digests

TOLD = (
    "I was born in Bursa on 4 March 1990.",
    "I am allergic to walnuts.",
    "My daughter Defne is six years old.",
    "I work at Vestel as an engineer.",
    "I live in Ankara with my family.",
    "I play the violin on Sundays.",
    "My car is a blue Renault Clio.",
)


async def test_each_way_of_a_person(memory: GraphMem, tmp_path: Path) -> None:
    folder = tmp_path / "some" / "elif"
    folder.mkdir(parents=True)
    messages = [
        {"id": f"e{place}", "said_at": f"2026-02-0{place + 1}T10:00:00Z", "text": text}
        for place, text in enumerate(TOLD)
    ]
    (folder / "messages.jsonl").write_text("".join(json.dumps(one) + "\n" for one in messages), "utf-8")
    asked = {"question": "What am I allergic to?", "evidence": ["e1"], "outdated": []}
    (folder / "questions.jsonl").write_text(json.dumps(asked) + "\n", "utf-8")
    found = (await digests.evaluate(memory, [folder.parent]))["metrics"]
    assert (found["people"], found["questions"]) == (1, 1)
    assert found["digest"]["evidence"] == 100
    assert 0 < found["digest"]["tokens"] <= 300
    assert {*found["by_set"]} == {"some"}

"""`evaluate formation`: memories of raw messages beside marked spans; the set has both languages alike."""

from __future__ import annotations

import json
from pathlib import Path

from graphmem.facade import GraphMem
from tests.evals import formation, labelled

SAID = "Hi there! My sister Clara lives in Porto. I never eat fish. Could you write me a poem about autumn?"
LINE = {
    "id": "x",
    "lang": "en",
    "speaker": "Ada",
    "said_at": "2026-05-04T09:00:00Z",
    "text": SAID,
    "memories": [
        {"span": "My sister Clara lives in Porto", "category": "fact", "day": None, "until": None},
        {"span": "I never eat fish", "category": "preference", "day": None, "until": None},
    ],
    "junk": ["Hi there!"],
}


async def test_a_message_is_observed_and_its_memories_are_judged(memory: GraphMem, tmp_path: Path) -> None:
    path = tmp_path / "one.jsonl"
    unmarked = {**LINE, "id": "y", "memories": [], "text": "My brother Efe bought a sailing boat in Urla."}
    path.write_text("\n".join(json.dumps(line) for line in (LINE, unmarked)), "utf-8")
    metrics = (await formation.evaluate(memory, path))["metrics"]
    assert (metrics["messages"], metrics["memories"]) == (2, 3)
    assert metrics["spans"]["recall"] == 1.0
    assert (metrics["right"], metrics["junk"]) == (0.6667, 0.3333)


def test_our_set_marks_words_of_its_messages_in_both_languages_alike() -> None:
    cases = labelled.cases("formation", None, ("id", "lang", "text", "memories", "junk"))
    assert len({case["id"] for case in cases}) == len(cases) >= 300
    assert sum(case["lang"] == "en" for case in cases) * 2 == len(cases)
    for case in cases:
        marked = [one["span"] for one in case["memories"]] + case["junk"]
        assert all(span in case["text"] for span in marked), case["id"]

"""`evaluate coding`: what of earlier sessions stands where an agent needs it, and what of other projects does not."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from graphmem.errors import InvalidInputError
from graphmem.facade import GraphMem
from graphmem.hooks import events
from tests.evals import coding, labelled, talks

RULE = "money is always integer cents, never a float"


def _written(folder: Path, **needed: str) -> Path:
    said: list[tuple[str, str, str, list[dict[str, Any]], list[dict[str, str]]]] = [
        ("shop", "s1", f"split the order controller please. {RULE}.", [{"span": RULE, "category": "policy"}], []),
        ("game", "g1", "never edit scenes as text, it breaks the ids of everything in them.", [], []),
        ("shop", "s2", "add refunds to the api", [], [{"id": "x-1", "span": RULE} | needed]),
        ("shop", "s2", "thanks, that was quick", [], []),
    ]
    cases = [
        {
            "id": f"x-{number}", "writer": "me", "lang": "en", "chat": chat, "session": session, "role": "user",
            "speaker": "user", "said_at": f"2026-03-0{number}T09:00:00+00:00", "text": text, "junk": [], "ends": [],
            "needs": needs, "memories": [one | {"day": None, "until": None} for one in memories],
        }
        for number, (chat, session, text, memories, needs) in enumerate(said, start=1)
    ]  # fmt: skip
    path = folder / "coding.jsonl"
    path.write_text("\n".join(map(json.dumps, cases)), "utf-8")
    return path


async def test_a_rule_stands_where_it_is_needed_and_nowhere_else(memory: GraphMem, tmp_path: Path) -> None:
    report = await coding.evaluate(memory, _written(tmp_path))
    found = report["metrics"]
    assert (found["prompts_with_needs"], found["idle_prompts"], found["needs"]) == (1, 3, 1)
    assert (found["needs_standing"], found["needs_found"], found["lines_of_other_projects"]) == (100, 100, 0)
    assert found["standing_tokens"] > 0
    assert report["errors"] == []


async def test_what_is_over_misleads_where_nothing_tells_what_holds(memory: GraphMem, tmp_path: Path) -> None:
    cases = [json.loads(line) for line in _written(tmp_path).read_text("utf-8").splitlines()]
    said = "we keep money in decimals, cents broke the imports"
    cases[1] |= {"chat": "shop", "session": "s1b", "text": said, "ends": [{"id": "x-1", "old": RULE, "new": said}]}
    path = tmp_path / "changed.jsonl"
    path.write_text("\n".join(map(json.dumps, cases)), "utf-8")
    both = (await coding.evaluate(memory, path))["metrics"]
    assert (both["over_shown"], both["over_alone"]) == (1, 0.0), "both stand there, each with its day"
    cases[1] |= {"text": "good.", "ends": [{"id": "x-1", "old": RULE, "new": "good"}]}
    path.write_text("\n".join(map(json.dumps, cases)), "utf-8")
    report = await coding.evaluate(memory, path)
    assert (report["metrics"]["over_shown"], report["metrics"]["over_alone"]) == (1, 100.0)
    assert report["errors"] == [{"id": "claude-code s2", "at the start": RULE, "now": "good"}]


async def test_a_need_that_nobody_told_is_named(memory: GraphMem, tmp_path: Path) -> None:
    with pytest.raises(InvalidInputError, match="line x-3: needs has"):
        await coding.evaluate(memory, _written(tmp_path, id="x-2"))


def test_it_asks_as_the_hooks_do() -> None:
    assert (coding.LONGEST, coding.STANDING) == (events.LONGEST, events.AT_WORK)


@pytest.mark.parametrize("name", ["coding", "coding_fresh", "coding_long"])
def test_our_lines_mark_words_that_are_there(name: str) -> None:
    cases = labelled.cases(name, None, coding.FIELDS)
    talks.by_chat(cases)
    assert [case["id"] for case in cases for one in case["memories"] if one["span"] not in case["text"]] == []
    assert [case["id"] for case in cases for one in case["junk"] if one not in case["text"]] == []
    sessions = {case["id"]: case["session"] for case in cases}
    assert [case["id"] for case in cases for one in case["needs"] if sessions[one["id"]] == case["session"]] == []

"""News told in passing in long messages: pairs of messages of which one tells what the other disputes, and others.

The lines of `passing.jsonl` are labelled like those of the evaluations; every third is held back from the rules.
"""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import pytest

from graphmem.language.contradiction import contradicts, disputes
from graphmem.language.doc import doc_of
from graphmem.model.language import Language
from graphmem.model.transcript import Role
from graphmem.services.ingestion.draft import Message
from graphmem.services.ingestion.extraction import Extractor
from tests.evals.labelled import Case, cases, held_back, tuned_on

PAIRS = cases("passing", Path(__file__).with_name("passing.jsonl"), ("id", "lang", "old", "new", "link"))
SAID_AT = datetime(2026, 3, 2, 9, tzinfo=UTC)


def statements(text: str, language: Language) -> list[str]:
    message = Message("message", text, "user", Role.USER, SAID_AT, language)
    return [formed.text for formed in Extractor().extract(message).formed]


def is_linked(case: Case) -> bool:
    language = Language(case["lang"])
    old, new = (statements(case[side], language) for side in ("old", "new"))
    return any(
        contradicts(doc_of(a, language), doc_of(b, language)) or disputes(doc_of(a, language), doc_of(b, language))
        for a in old
        for b in new
    )


@pytest.mark.parametrize("case", [case for case in PAIRS if not case["link"]], ids=lambda case: case["id"])
def test_news_of_different_things_stay_apart(case: Case) -> None:
    assert not is_linked(case)


@pytest.mark.parametrize(("part", "share"), [(tuned_on, 0.85), (held_back, 0.75)])
def test_news_told_in_passing_meet_what_they_dispute(part, share) -> None:  # type: ignore[no-untyped-def]
    found = [is_linked(case) for case in part(PAIRS) if case["link"]]
    assert sum(found) >= share * len(found)

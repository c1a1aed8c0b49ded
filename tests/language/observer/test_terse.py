"""Rules, corrections, decisions and alarms as people type them, and small talk of the same forms that leaves nothing.

Languages are detected, as in service; which categories are sensible is tested where the learned heads are heard.
"""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import pytest

from graphmem.language.detect import detect
from graphmem.model.transcript import Role
from graphmem.services.ingestion.draft import Message
from graphmem.services.ingestion.extraction import Extractor
from tests.evals.labelled import Case, cases

LINES = cases("terse", Path(__file__).with_name("terse.jsonl"), ("id", "lang", "text", "keep"))
SAID_AT = datetime(2026, 3, 2, 9, tzinfo=UTC)


@pytest.mark.parametrize("case", LINES, ids=lambda case: case["id"])
def test_what_is_declared_in_few_words_is_kept_and_small_talk_is_not(case: Case) -> None:
    message = Message("message", case["text"], "user", Role.USER, SAID_AT, detect(case["text"]))
    formed = Extractor().extract(message).formed
    assert bool(formed) is case["keep"]

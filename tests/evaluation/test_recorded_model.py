"""The recorded answers are served as an endpoint, and one of them still fits the trial."""

from __future__ import annotations

import json
import threading
import urllib.error
import urllib.request
from collections.abc import Iterator
from typing import Any

import pytest

from graphmem.services.ingestion.extraction_answer import Marks
from graphmem.services.ingestion.model_trial import WORTHY, question, shortcomings
from tests.evals.labelled import DATA
from tests.support.recorded_model import SILENCE, Recording, answers_of, serve

pytestmark = pytest.mark.quick

ANSWERS = answers_of(sorted((DATA / "recorded").glob("*.jsonl")))


@pytest.fixture
def address() -> Iterator[str]:
    server = serve(ANSWERS, 0)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}/v1/chat/completions"
    server.shutdown()
    server.server_close()
    thread.join()


def ask(address: str, data: str) -> dict[str, Any]:
    """The answer about a request's data."""
    body = {"model": "recorded", "messages": [{"role": "system", "content": ""}, {"role": "user", "content": data}]}
    request = urllib.request.Request(address, json.dumps(body).encode(), {"content-type": "application/json"})
    with urllib.request.urlopen(request) as response:
        answer: dict[str, Any] = json.loads(json.load(response)["choices"][0]["message"]["content"])
    return answer


def test_the_trial_is_recorded_and_passed(address: str) -> None:
    """Whoever changes the sample or its form has to record anew."""
    said = ask(address, question().prompt.user)
    assert shortcomings([Marks.model_validate(said)]) == []
    assert len(said["clauses"]) >= len(WORTHY) - 3


@pytest.mark.parametrize("data", ["another request", '{"question": "Who?", "notes": []}'])
def test_what_nobody_answered_is_refused(address: str, data: str) -> None:
    with pytest.raises(urllib.error.HTTPError, match="422"):
        ask(address, data)


def test_what_answers_a_question_is_found_among_any_notes(address: str) -> None:
    question, named = next((asked, notes) for asked, notes in ANSWERS.named.items() if len(notes) > 1)
    other = {"note": 2, "day": named[0]["day"], "text": "Nothing of the kind."}
    shown = [{**named[1], "note": 1}, other, {**named[0], "note": 3}]
    assert ask(address, json.dumps({"question": question, "notes": shown})) == {"answers": [3, 1]}
    assert ask(address, json.dumps({"question": question, "notes": [other]})) == {"answers": []}


def test_without_marks_the_encoder_reads() -> None:
    assert Recording({}, {}).answer('{"turns": []}') == SILENCE

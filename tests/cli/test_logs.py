"""What `graphmem serve` logs: lines for machines or for people, of ours and of libraries, without an error's words."""

from __future__ import annotations

import io
import json
import logging
from collections.abc import Iterator
from typing import Any

import pytest
import structlog
import uvicorn

from graphmem.cli.logs import log_to
from graphmem.config import Settings


@pytest.fixture(autouse=True)
def _as_it_was() -> Iterator[None]:
    names = (None, "graphmem", "uvicorn", "uvicorn.error", "uvicorn.access")
    loggers = [logging.getLogger(name) for name in names]
    was = [(logger.handlers, logger.level, logger.propagate) for logger in loggers]
    config = structlog.get_config()
    yield
    for logger, (handlers, level, propagate) in zip(loggers, was, strict=True):
        logger.handlers, logger.propagate = handlers, propagate
        logger.setLevel(level)
    structlog.configure(**config)


def told(**how: Any) -> list[str]:
    """The lines of some events."""
    stream = io.StringIO()
    uvicorn.Config("another:app")  # sets up loggers of its own, that tell all
    log_to(stream, Settings(**how))
    with structlog.contextvars.bound_contextvars(request_id="r1"):
        structlog.get_logger("graphmem.api").error("page_failed", id="e1", kind="ValueError")
        logging.getLogger("graphmem.access").info("request", extra={"path": "/graphql", "status": 200, "owner": "ada"})
        logging.getLogger("graphmem.services.jobs").warning("job %s was lost\nhunter2", "\x1b[31mj1")
        try:
            raise ValueError("hunter2")
        except ValueError:
            logging.getLogger("uvicorn.error").exception("Exception in ASGI application\n")
    logging.getLogger("neo4j").info("hunter2")
    assert "hunter2" not in stream.getvalue()
    return stream.getvalue().splitlines()


def test_lines_of_json_have_the_request_and_no_words() -> None:
    failed, request, job, library = lines = [json.loads(line) for line in told()]
    assert {line.pop("request_id") for line in lines} == {"r1"}
    assert {line.pop("timestamp")[-1] for line in lines} == {"Z"}
    assert failed == {
        "event": "page_failed", "id": "e1", "kind": "ValueError", "level": "error", "logger": "graphmem.api"
    }  # fmt: skip
    assert request == {
        "event": "request", "path": "/graphql", "status": 200, "level": "info", "logger": "graphmem.access"
    }  # fmt: skip
    assert (job["event"], job["level"]) == ("job \x1b[31mj1 was lost", "warning")
    assert (library["kind"], library["level"]) == ("ValueError", "error")
    assert library["raised"][-1].endswith(" told")


def test_text_acts_on_no_terminal_and_less_is_told_where_less_is_wanted() -> None:
    failed, _, job, _ = told(log_format="text")
    assert "page_failed" in failed
    assert "request_id=r1" in failed
    assert "\x1b" not in job
    assert [line.split("[")[1][:5] for line in told(log_format="text", log_level="error")] == ["error", "error"]

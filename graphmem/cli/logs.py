"""The server's log: a line for each event, for people or machines; never memories, questions or keys.

Lines of the API, the services and the libraries under them have one form, with the id of their request. A line about an
error has its class and place, since its message may quote a memory.
"""

from __future__ import annotations

import logging
import traceback
from typing import TextIO

import structlog
from structlog.stdlib import ExtraAdder, LoggerFactory, ProcessorFormatter, add_logger_name
from structlog.typing import EventDict, Processor, WrappedLogger

from graphmem.config import Settings
from graphmem.language.printable import one_line

_OF_A_REQUEST = ("method", "path", "status", "ms")
_UVICORN = ("uvicorn", "uvicorn.error", "uvicorn.access")
_INNERMOST = 8
"""Frames of a traceback that are logged."""


def log_to(stream: TextIO, settings: Settings, *, worker: int | None = None) -> None:
    """Log to a stream in the settings' format and level, as a worker with its number."""
    level = logging.getLevelNamesMapping()[settings.log_level.upper()]
    as_text = settings.log_format == "text" or (settings.log_format == "auto" and stream.isatty())
    common: list[Processor] = [
        structlog.contextvars.merge_contextvars,
        structlog.stdlib.add_log_level,
        add_logger_name,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
        _without_words,
        *([] if worker is None else [_of_worker(worker)]),
    ]
    written = [_on_one_line, structlog.dev.ConsoleRenderer(colors=stream.isatty())] if as_text else [_JSON]
    handler = logging.StreamHandler(stream)
    handler.setFormatter(
        ProcessorFormatter(
            processors=[ProcessorFormatter.remove_processors_meta, *written],
            foreign_pre_chain=[ExtraAdder(allow=_OF_A_REQUEST), _first_line, *common],
        )
    )
    root = logging.getLogger()
    root.handlers = [handler]
    # A logger that an earlier server of this process set up would print errors' messages beside ours.
    for name in _UVICORN:
        library = logging.getLogger(name)
        library.handlers, library.propagate = [], True
    # Libraries log warnings at most: a driver's lower levels have the parameters of statements.
    root.setLevel(max(level, logging.WARNING))
    logging.getLogger("graphmem").setLevel(level)
    structlog.configure(
        processors=[*common, ProcessorFormatter.wrap_for_formatter],
        wrapper_class=structlog.make_filtering_bound_logger(level),
        logger_factory=LoggerFactory(),
    )


_JSON = structlog.processors.JSONRenderer()


def _of_worker(number: int) -> Processor:
    def numbered(_logger: WrappedLogger, _method: str, event: EventDict) -> EventDict:
        return {**event, "worker": number}

    return numbered


def _without_words(_logger: WrappedLogger, _method: str, event: EventDict) -> EventDict:
    """Replace an error's traceback, which ends with its message, by its class and place."""
    found = event.pop("exc_info", None)
    record: logging.LogRecord | None = event.get("_record")
    if record is not None:
        found, record.exc_info, record.exc_text = found or record.exc_info, None, None
    if isinstance(found, tuple) and found[0] is not None:
        frames = traceback.extract_tb(found[2])[-_INNERMOST:]
        event["kind"] = found[0].__name__
        event["raised"] = [f"{frame.filename.rsplit('/', 1)[-1]}:{frame.lineno} {frame.name}" for frame in frames]
    return event


def _first_line(_logger: WrappedLogger, _method: str, event: EventDict) -> EventDict:
    """Keep only the first line: below it asyncio writes the messages of a failed task."""
    event["event"] = str(event["event"]).partition("\n")[0]
    return event


def _on_one_line(_logger: WrappedLogger, _method: str, event: EventDict) -> EventDict:
    """Put the line's values on one line, so that foreign text cannot act on a terminal."""
    return {name: one_line(value) if isinstance(value, str) else value for name, value in event.items()}

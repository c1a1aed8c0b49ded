"""Texts of a framework, made fit for memory: no text of a user or a model ends an agent's run."""

from __future__ import annotations

import logging
from collections.abc import Awaitable
from typing import TypeVar

from graphmem.errors import InvalidInputError
from graphmem.hooks.transcript import readable
from graphmem.services.ingestion.single_message import MAX_TEXT

T = TypeVar("T")

log = logging.getLogger(__name__)


def fitting(text: str, most: int = MAX_TEXT) -> str:
    """The first `most` characters of a text, with U+FFFD in place of invalid ones."""
    if len(text) > most:
        log.warning("of a text of %d characters memory takes the first %d", len(text), most)
    return readable(text[:most])


async def unless_refused(asked: Awaitable[T], otherwise: T) -> T:
    """The result of the work; `otherwise` if memory refuses it, which is logged."""
    try:
        return await asked
    except InvalidInputError as error:
        log.warning("passed over by memory: %s", error)
        return otherwise

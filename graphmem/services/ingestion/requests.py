"""Messages with requests to forget: the rest is read as if it stood alone.

The request itself makes no memory, since that would name the forgotten thing again.
"""

from __future__ import annotations

from dataclasses import replace

from graphmem.language.observer.forget_requests import forget_requests, only_asks_to_forget, without_requests
from graphmem.model.category import Category
from graphmem.model.observation import Stage
from graphmem.model.transcript import Role
from graphmem.services.ingestion.draft import Message
from graphmem.services.ingestion.extraction import Extraction, Extractor

FORGET_STAGE = "forget"
"""The stage of a request to forget; it is the first one, and only messages with requests have it."""


def may_ask(role: Role, *, deliberate: bool) -> bool:
    """Whether a message may request forgetting: a user's, or a deliberate one (learn) of any role."""
    return role is Role.USER or deliberate


def read_but_requests(
    extractor: Extractor,
    message: Message,
    *,
    deliberate: bool,
    category: Category | None,
) -> Extraction:
    """Extract the statements of a message without its requests to forget."""
    asked = forget_requests(message.text) if may_ask(message.role, deliberate=deliberate) else ()
    if not asked:
        return extractor.extract(message, deliberate=deliberate, category=category)
    # The stage must not name what to forget: the ops log and readers of stages would keep it.
    if only_asks_to_forget(message.text):
        return Extraction(message, (Stage(FORGET_STAGE, False, "it asks to forget something, and says nothing else"),))
    rest = replace(message, text=without_requests(message.text))
    told = extractor.extract(rest, deliberate=deliberate, category=category)
    heard = Stage(FORGET_STAGE, True, "it asks to forget something; the rest of it is read")
    return replace(told, stages=(heard, *told.stages))

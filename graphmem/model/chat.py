"""The prompt for a chat model."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class ChatPrompt:
    """Instructions and the text they are about, kept apart, so that people's words are never instructions.

    `max_tokens` bounds the answer; None leaves it to the endpoint. It is doubled once if the answer was cut off.
    """

    system: str
    user: str = field(repr=False)
    max_tokens: int | None = None

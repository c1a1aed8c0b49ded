"""What is asked of a chat model."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class ChatPrompt:
    """Instructions and the text they are about, apart, so that what people said is never read as an instruction.

    `max_tokens` bounds the answer; None leaves it to the endpoint. It is doubled once when the answer was cut off.
    """

    system: str
    user: str = field(repr=False)
    max_tokens: int | None = None

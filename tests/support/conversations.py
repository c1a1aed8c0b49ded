"""Small conversations for tests."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta

from graphmem.model.transcript import Conversation, Role, Session, Turn

START = datetime(2026, 5, 4, 9, 0, tzinfo=UTC)

EFOIL = (
    ("Derek", "I tried a 12-AWG silicone wire for the efoil battery and it overheated."),
    ("Assistant", "Then go one gauge up: 10-AWG carries the current of your ESC."),
    ("Derek", "Right, because the ESC peaks at 180 amps."),
    ("Derek", "By the way, Ayşe moved to Ankara last week."),
    ("Assistant", "Noted. Shall we plan the test ride for Saturday?"),
    ("Derek", "Evet, cumartesi sabahı limanda buluşalım."),
)


def conversation(
    lines: Sequence[tuple[str, str]] = EFOIL,
    *,
    key: str = "efoil",
    sessions: int = 1,
    wing: str | None = "Efoil rebuild",
) -> Conversation:
    """The lines, said a minute apart, cut into as many sessions a day apart."""
    size = -(-len(lines) // sessions)
    made = []
    for number in range(sessions):
        started = START + timedelta(days=number)
        turns = tuple(
            Turn(
                text=text,
                speaker=speaker,
                role=Role.ASSISTANT if speaker == "Assistant" else Role.USER,
                said_at=started + timedelta(minutes=index),
            )
            for index, (speaker, text) in enumerate(lines[number * size : (number + 1) * size])
        )
        made.append(Session(title=f"session {number + 1}", started_at=started, turns=turns))
    return Conversation(key=key, title=key, wing=wing, sessions=tuple(made))


def chatter(count: int, seed: str = "turn") -> list[tuple[str, str]]:
    """`count` different lines without content."""
    return [
        (("Ada", "Mert")[n % 2], f"{seed} number {n} about the harbour and the boat of day {n * 7}")
        for n in range(count)
    ]

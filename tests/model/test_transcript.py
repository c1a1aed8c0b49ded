"""Transcript values refuse times that are not UTC."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, timezone

import pytest

from graphmem.model.transcript import Conversation, Role, Session, Turn

AWAY = datetime(2026, 5, 8, tzinfo=timezone(timedelta(hours=3)))


@pytest.mark.parametrize("moment", [AWAY, AWAY.replace(tzinfo=None)])
def test_times_are_utc(moment: datetime) -> None:
    with pytest.raises(ValueError, match="said_at must be a UTC-aware datetime, got 2026-05-08"):
        Turn("a", "A", Role.USER, moment)
    with pytest.raises(ValueError, match="started_at must be a UTC-aware datetime"):
        Session("a", moment, ())


def test_turns_run_through_all_sessions() -> None:
    turns = [Turn(text, "A", Role.USER, datetime(2026, 5, 8, tzinfo=UTC)) for text in "abc"]
    sessions = (Session("1", None, (turns[0],)), Session("2", None, tuple(turns[1:])))
    assert list(Conversation("k", "t", None, sessions).turns) == turns

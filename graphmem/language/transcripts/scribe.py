"""Puts turns together from lines: openings, continuations and session marks, for the formats that people type."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from graphmem.language.transcripts.draft import Draft, Found, Slice
from graphmem.language.transcripts.messages import text_problem
from graphmem.language.transcripts.notices import NOTICE, as_written, is_notice
from graphmem.language.transcripts.roles import role_of
from graphmem.language.transcripts.times import parse_clock, parse_time, slash_order
from graphmem.model.transcript import Rejected, Turn


class Scribe:
    """Takes the lines of one source in order. `stamps` are all its times, to settle what 5/8/26 means in it."""

    def __init__(self, source: str, stamps: Iterable[str] = ()) -> None:
        self._source = source
        self._day_first = slash_order(stamps)
        self._found = Found([Draft(slices=[Slice()])])
        self._open: tuple[int, str, datetime | None] | None = None
        self._body: list[str] = []

    @property
    def draft(self) -> Draft:
        """The conversation written so far, for its id, title and wing."""
        return self._found.drafts[0]

    @property
    def is_idle(self) -> bool:
        """Whether no turn is open, so that a line would belong to nobody."""
        return self._open is None

    def session(self, line: int, title: str | None, stamp: str | None) -> None:
        """A mark that starts a session; its date dates the turns without one."""
        self._close()
        self.draft.slices.append(Slice(title or None, self._time(line, stamp)))

    def speak(self, line: int, speaker: str, stamp: str | None, text: str) -> None:
        """A line that opens a turn."""
        self._close()
        self._open = (line, speaker, self._time(line, stamp))
        self._body = [text]

    def more(self, line: int, text: str) -> None:
        """A line that continues the open turn, verbatim; without one it is rejected unless it is blank."""
        if self._open is not None:
            self._body.append(text)
        elif text.strip():
            self._reject(line, "text before the first speaker, or after a line without one")

    def refuse(self, line: int, reason: str) -> None:
        """A line that opens something that is no turn."""
        self._close()
        self._reject(line, reason)

    def found(self) -> Found:
        """Everything written, after the last line."""
        self._close()
        return self._found

    def _close(self) -> None:
        if self._open is None:
            return
        line, speaker, said_at = self._open
        self._open = None
        text = as_written(_trimmed(self._body))
        if is_notice(text):
            self._reject(line, NOTICE)
            return
        if problem := text_problem(text):
            self._reject(line, problem)
            return
        self.draft.slices[-1].turns.append(Turn(text, speaker, role_of(speaker), said_at))

    def _time(self, line: int, stamp: str | None) -> datetime | None:
        if stamp is None:
            return None
        day = self.draft.slices[-1].started_at
        try:
            clock = parse_clock(stamp)
        except ValueError:
            pass
        else:
            if day is None:
                self._reject(line, f"no date for the clock {stamp!r:.80}; the turn is kept without it")
                return None
            return day.replace(hour=clock.hour, minute=clock.minute, second=clock.second)
        try:
            return parse_time(stamp, day_first=self._day_first)
        except ValueError as error:
            self._reject(line, f"{error}; kept without it")
            return None

    def _reject(self, line: int, reason: str) -> None:
        self._found.rejected.append(Rejected(self._source, line, reason))


def _trimmed(body: list[str]) -> str:
    """The lines of a turn without the blank ones around it, which only set it apart."""
    filled = [index for index, line in enumerate(body) if line.strip()]
    return "\n".join(body[filled[0] : filled[-1] + 1]) if filled else ""

"""Assembly of turns from lines, for typed formats: openings, continuations and session marks."""

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
    """Takes the lines of one source in order.

    `stamps` are all its times, by which 5/8/26 is read.
    """

    def __init__(self, source: str, stamps: Iterable[str] = ()) -> None:
        self._source = source
        self._day_first = slash_order(stamps)
        self._found = Found([Draft(slices=[Slice()])])
        self._open: tuple[int, str, datetime | None] | None = None
        self._body: list[str] = []

    @property
    def draft(self) -> Draft:
        """The conversation so far, for its id, title and wing."""
        return self._found.drafts[0]

    @property
    def is_idle(self) -> bool:
        """Whether no turn is open, so that a line would belong to nobody."""
        return self._open is None

    def session(self, line: int, title: str | None, stamp: str | None) -> None:
        """Start a session; its date dates the turns without one."""
        self._close()
        self.draft.slices.append(Slice(title or None, self._time(line, stamp)))

    def speak(self, line: int, speaker: str, stamp: str | None, text: str) -> None:
        """Open a turn with a line."""
        self._close()
        self._open = (line, speaker, self._time(line, stamp))
        self._body = [text]

    def more(self, line: int, text: str) -> None:
        """Add a line to the open turn, verbatim; without one it is rejected unless it is blank."""
        if self._open is not None:
            self._body.append(text)
        elif text.strip():
            self._reject(line, "text before the first speaker, or after a line without one")

    def refuse(self, line: int, reason: str) -> None:
        """Reject a line that looks like an opening, with its continuations."""
        self._close()
        self._reject(line, reason)

    def found(self) -> Found:
        """Return all results, after the last line."""
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
    """Return the lines of a turn without blank lines around it."""
    filled = [index for index, line in enumerate(body) if line.strip()]
    return "\n".join(body[filled[0] : filled[-1] + 1]) if filled else ""

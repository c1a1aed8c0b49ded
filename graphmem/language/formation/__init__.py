"""Formation without a model: from a message to atomic statements in the third person, each with its valid time.

Category, emotion and entities come from the observer; see `graphmem.model.memory.Formed` for the whole.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, time, timedelta

from graphmem.language.formation.coreference import resolved
from graphmem.language.formation.essence import MOST_CHARACTERS, essence
from graphmem.language.formation.lesson import lesson_for
from graphmem.language.formation.person import name_of, third_person
from graphmem.language.formation.reported import claimed, claimed_within
from graphmem.language.formation.splitting import atoms, told_by
from graphmem.language.temporal import Role, TimeReading, resolve
from graphmem.model.entity import Mention
from graphmem.model.language import Language
from graphmem.model.memory import TemporalType

__all__ = [
    "MOST_CHARACTERS",
    "Atom",
    "claimed",
    "form",
    "lesson_for",
    "name_of",
    "third_person",
    "told_by",
    "valid_times",
]

_OPENING = 3
"""Characters from a sentence's start within which a time counts for all its parts."""


@dataclass(frozen=True, slots=True)
class Atom:
    """One atomic fact: `text` is its essence, `resolved_text` the words it came from with their pronouns resolved.

    `claim` is what of the text the speaker claims himself, None for all of it, "" where it only reports others. Times
    are UTC, the interval is half-open: a day named as the last one is included.
    """

    text: str
    resolved_text: str
    valid_from: datetime
    valid_until: datetime | None
    temporal_type: TemporalType
    foresight: bool
    claim: str | None = None


def form(
    text: str,
    *,
    language: Language,
    speaker: str,
    said_at: datetime,
    mentions: Sequence[Mention] = (),
    worth: Callable[[str], bool] | None = None,
) -> tuple[Atom, ...]:
    """The atomic facts of a message; none where it only asks or greets.

    `mentions` are the entities of the turns before, most recent last; `speaker` is a name or a role; days are those of
    `said_at` in the zone it carries. Statements whose words with resolved pronouns are not `worth` it are left out.
    """
    formed: dict[str, Atom] = {}
    for sentence, parts in atoms(text, language):
        opening: TimeReading | None = None
        for part in parts:
            words = resolved(part, language, mentions)
            is_worth = worth is None or worth(words)
            if not is_worth and len(parts) == 1:
                continue
            reading = resolve(words, language, said_at)
            if opening and not reading.expressions and not reading.foresight:
                reading = TimeReading(opening.valid_from, opening.valid_until, opening.foresight)
            elif _opens(reading):
                opening = reading
            if not is_worth:
                continue
            atom = _atom(words, reading, language=language, speaker=speaker, said_at=said_at)
            if (own := claimed(words, language)) != words or not claimed_within(sentence, part, language):
                own = own if own != words else ""
                times = resolve(own, language, said_at).expressions
                atom = replace(atom, claim=essence(own, times, language=language, speaker=speaker))
            formed.setdefault(atom.text, atom)
    return tuple(atom for atom in formed.values() if atom.text)


def valid_times(reading: TimeReading, said_at: datetime) -> tuple[datetime, datetime | None]:
    """The half-open UTC interval of a reading, from the last day where it has no start.

    What was over when it was said ("I lived there from 2012 to 2016") stays true: it has no end.
    """
    until = _midnight(reading.valid_until + timedelta(days=1), said_at) if reading.valid_until else None
    if until and until <= said_at:
        until = None
    first = reading.valid_from or reading.valid_until or said_at.date()
    return (said_at.astimezone(UTC) if first == said_at.date() else _midnight(first, said_at)), until


def _atom(words: str, reading: TimeReading, *, language: Language, speaker: str, said_at: datetime) -> Atom:
    start, end = valid_times(reading, said_at)
    return Atom(
        text=essence(words, reading.expressions, language=language, speaker=speaker),
        resolved_text=words,
        valid_from=start,
        valid_until=end,
        temporal_type=TemporalType.TIME_BOUNDED if end else TemporalType.PERSISTENT,
        foresight=reading.foresight,
    )


def _opens(reading: TimeReading) -> bool:
    """Whether a part begins with a time, which then holds for the parts joined to it."""
    first = reading.expressions[0] if reading.expressions else None
    return first is not None and first.start <= _OPENING and first.role is Role.AT


def _midnight(day: date, said_at: datetime) -> datetime:
    return datetime.combine(day, time.min, tzinfo=said_at.tzinfo or UTC).astimezone(UTC)

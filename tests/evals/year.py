"""A year of talk with questions: read from a file, or made from a seed in both languages."""

from __future__ import annotations

import gzip
import json
import re
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random
from typing import Any

from graphmem.errors import InvalidInputError
from graphmem.evaluation import locomo

_STAMP = re.compile(r"(\d{8})_(\d\d):(\d\d)")
_LINE = re.compile(r"([^:\n]{1,60}): (.*)")
_BETWEEN = "<and>"

DAYS = 365
MADE_TOPICS = 60
MADE_CHATS = 300


@dataclass(frozen=True, slots=True)
class Line:
    """What somebody said in a conversation, when."""

    conversation: str
    speaker: str
    text: str
    at: datetime


@dataclass(frozen=True, slots=True)
class Asked:
    """A question with the conversations that answer it; none of them where nobody said."""

    text: str
    evidence: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Year:
    """All lines in the order they were said, and the questions."""

    lines: tuple[Line, ...]
    questions: tuple[Asked, ...]


def load(path: Path) -> tuple[Year, ...]:
    """The years of a file: one of LiHua-World's form (Fan et al., MiniRAG, 2025), JSON, gzipped or not, with
    `conversations` of `id` (the time, 20260105_14:00) and `text` (a line a turn) and `questions` with `evidence`; or
    one for each conversation of LoCoMo's, whose evidence are single turns. Raises InvalidInputError."""
    try:
        data = path.read_bytes()
        found: Any = json.loads(gzip.decompress(data) if path.suffix == ".gz" else data)
        years = _locomo(path) if isinstance(found, list) else [_lihua(found)]
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise InvalidInputError(
            f"{path} cannot be read as a year of conversations ({error}).",
            field="data",
            remedy="Name JSON with `conversations` (id, text) and `questions` (question, evidence), or LoCoMo's.",
        ) from error
    kept = tuple(one for one in years if one.lines and any(asked.evidence for asked in one.questions))
    if not kept:
        raise InvalidInputError(
            f"{path} holds no question with evidence in its conversations.", field="data", remedy="Name another file."
        )
    return kept


def _lihua(found: dict[str, Any]) -> Year:
    lines = [line for one in found["conversations"] for line in _lines(str(one["id"]), str(one["text"]))]
    questions = [Asked(str(one["question"]), _evidence(str(one["evidence"]))) for one in found["questions"]]
    known = {line.conversation for line in lines}
    kept = tuple(one for one in questions if known.issuperset(one.evidence))
    return Year(tuple(sorted(lines, key=lambda line: line.at)), kept)


def _locomo(path: Path) -> list[Year]:
    """A year for each conversation: each turn is a conversation of its own, since that is what a question asks for."""
    found = []
    for sample in locomo.load(path):
        lines = [
            Line(turn.source_id, turn.speaker, turn.text, turn.said_at)
            for turn in sample.conversation.turns
            if turn.source_id and turn.said_at and turn.text.strip()
        ]
        known = {line.conversation for line in lines}
        asked = (Asked(one.text, one.evidence) for one in sample.questions)
        found.append(Year(tuple(lines), tuple(one for one in asked if known.issuperset(one.evidence))))
    return found


def _lines(id_: str, text: str) -> list[Line]:
    stamp = _STAMP.match(id_)
    if stamp is None:
        raise ValueError(f"conversation {id_[:40]!r} does not begin with its time")
    at = datetime.strptime("".join(stamp.groups()), "%Y%m%d%H%M").replace(tzinfo=UTC)
    found = []
    for number, line in enumerate(part.strip() for part in text.split("\n")[1:] if part.strip()):
        said = _LINE.match(line)
        who, words = (said[1], said[2]) if said else ("", line)
        if words.strip():
            found.append(Line(id_, who, words.strip(), at + timedelta(seconds=10 * number)))
    return found


def _evidence(told: str) -> tuple[str, ...]:
    return tuple(part for part in told.split(_BETWEEN) if _STAMP.match(part))


_THINGS = (
    ("the {thing} of {name} is {value}", "What is the {thing} of {name}?", "en"),
    ("{name} keeps the {thing} in room {value}", "In which room does {name} keep the {thing}?", "en"),
    ("{name} için {thing} {value} liraya çıktı", "{name} için {thing} kaça çıktı?", "tr"),
    ("{name} {thing} kodunu {value} yaptı", "{name} {thing} kodunu kaç yaptı?", "tr"),
)
_NAMES = ("Ada", "Elif", "Marcus", "Deniz", "Clara", "Kerem", "Nora", "Selin", "Victor", "Zeynep")
_NOUNS = {
    "en": ("locker", "invoice", "printer", "garden plan", "violin", "boat engine", "tent", "projector"),
    "tr": ("dolap", "fatura", "yazıcı", "bahçe planı", "keman", "tekne motoru", "çadır", "projektör"),
}
_CHAT = (
    "That sounds wonderful, see you soon!", "I had a quiet day, nothing special.", "Thanks, that helps a lot.",
    "Harika olur, görüşürüz!", "Bugün sakin geçti, pek bir şey yok.", "Sağ ol, çok işe yaradı.",
    "We talked for hours and it was lovely.", "Uzun uzun konuştuk, çok güzeldi.",
)  # fmt: skip


def made(seed: int) -> Year:
    """A seeded year: statements with a number each, said on different days among chatter, and a question of each."""
    chance = Random(seed)
    start = datetime(2026, 1, 1, 9, tzinfo=UTC)
    lines: list[Line] = []
    questions: list[Asked] = []
    facts = [(name, noun, form) for name in _NAMES for form in _THINGS for noun in _NOUNS[form[2]]]
    for name, thing, (said, asked, _) in chance.sample(facts, MADE_TOPICS):
        at = start + timedelta(days=chance.randrange(DAYS - 1), minutes=chance.randrange(600))
        key = f"{at:%Y%m%d_%H:%M}"
        given = {"name": name, "thing": thing, "value": chance.randrange(100, 999)}
        lines.append(Line(key, name, said.format(**given)[0].upper() + said.format(**given)[1:] + ".", at))
        questions.append(Asked(asked.format(**given), (key,)))
    for _ in range(MADE_CHATS):
        at = start + timedelta(days=chance.randrange(DAYS - 1), minutes=chance.randrange(600), seconds=5)
        lines.append(Line(f"{at:%Y%m%d_%H:%M}c", chance.choice(_NAMES), chance.choice(_CHAT), at))
    return Year(tuple(sorted(lines, key=lambda line: (line.at, line.text))), tuple(questions))

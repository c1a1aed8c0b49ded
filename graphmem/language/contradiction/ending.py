"""Ends told in passing: "gave up on the cello, my wrist hurts" after "I'm learning the cello".

The older statement contains every word that the clause names as ended, and little else. It tells a lasting state: an
employer, a possession, an exam to study for. The end of an activity does not end the liking of it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from itertools import takewhile

from graphmem.language.contradiction.alignment import is_same
from graphmem.language.contradiction.claims import Clause, claims
from graphmem.language.contradiction.rules import Conflict
from graphmem.language.contradiction.statement import USER, Statement
from graphmem.language.contradiction.tokens import Kind, Token
from graphmem.language.contradiction.vocabulary import keys
from graphmem.language.doc import Doc, reading
from graphmem.language.wordlists import lines
from graphmem.model.language import Language

ENDING = "ending"
"""The attribute of an ended state."""

_MOST_BESIDE = 4
"""Most other words of the older statement; a longer one is not over as a whole."""
_MOST_ENDED = 3
"""Most words of the ended thing."""
_LEAST_ALIKE, _MOST_APART = 4, 3
"""First letters that forms of one noun share, and most letters that may follow."""
_AIMS = frozenset({"", "for", "dat"})
"""Prepositions that tie a task to its verb: one studies for an exam, and at a library."""
LIKED = frozenset(
    {"like", "love", "enjoy", "hate", "prefer", "adore", "fear", "sev", "bayil", "hoslan", "tercih", "begen"}
)
_OWNED = frozenset({"have", "own", "drive", "ride", "use", "play", "wear", "kullan", "sur", "bin", "var"})
_PLANNED = frozenset(
    {"have", "meet", "go", "fly", "visit", "travel", "see", "play", "plan", "book", "attend", "host"}
    | {"var", "git", "gid", "bulus", "gorus", "uc", "gel", "ol"}
)
_DAYS = (Kind.DATE, Kind.NUMBER)
_TASKS = frozenset(
    {"study", "learn", "prepare", "train", "write", "read", "build", "plan", "save", "take", "do", "work", "apply"}
    | {"calis", "ogren", "hazirlan", "yaz", "oku", "biriktir"}
)


@dataclass(frozen=True, slots=True)
class End:
    """An end told by a clause.

    The kind tells what may end ("any", "owned", "task", "plan" or "named"); a flag tells whether somebody ended it or
    it ended itself.
    """

    things: tuple[Token, ...]
    kind: str
    is_object: bool


@reading
def find_ends(doc: Doc) -> tuple[End, ...]:
    """Return the ends that a text's clauses tell."""
    return tuple(found for clause in claims(doc).clauses if clause.real for found in _of_clause(clause))


def find_end(old: Statement, new: Doc) -> Conflict | None:
    """Return the older statement's end if a clause of the new text tells it."""
    if old.negative or old.quits or old.past or (old.verbs & LIKED):
        return None
    for one in find_ends(new):
        said = _ending(old, one)
        beside = [token for token in said if _is_thing(token) and not _is_among(token, one.things)]
        is_told = one.kind != "named" or any(token.kind is Kind.NAME and _is_among(token, one.things) for token in said)
        if is_told and all(_is_among(thing, said) for thing in one.things) and len(beside) <= _MOST_BESIDE:
            return Conflict(ENDING, one.things, (), "told to have ended")
    return None


def _ending(old: Statement, one: End) -> list[Token]:
    """Return the words of an older statement that an end must name; none if it cannot end.

    The subject alone ends nothing: "my father retired" leaves that he plays chess. Somebody ends only things of the
    speaker.
    """
    if any(thing.key in _TASKS for thing in one.things) or not _may_end(old, one.kind):
        return []
    said = [token for token in old.content if not token.is_verb]
    if one.kind == "task":
        return [token for token in said if token.link in _AIMS]
    if one.kind in ("plan", "dated"):
        return list(old.content)
    if not one.is_object or old.subject == {USER}:
        return said
    about = [token for token in old.subject_tokens if token.kind is Kind.WORD]
    return [*about, *said] if old.is_copular and len(about) == len(old.subject_tokens) else []


def _is_among(token: Token, others: Iterable[Token]) -> bool:
    return any(is_same(token, other, Language.TR) or _begins_alike(token.folded, other.folded) for other in others)


def _begins_alike(one: str, other: str) -> bool:
    """Whether two words may be forms of one noun: "balık", "balığı"; "Yurtiçi", "Yurtiçi'yi"."""
    pairs = zip(one, other, strict=False)
    common = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))
    return common >= _LEAST_ALIKE and max(len(one), len(other)) - common <= _MOST_APART


def _may_end(old: Statement, kind: str) -> bool:
    if kind == "owned":
        return old.is_copular or (old.subject == {USER} and bool(old.verbs & _OWNED))
    if kind == "task":
        return bool(old.verbs & _TASKS)
    if kind == "dated" and not any(token.kind in _DAYS for token in old.content):
        return False
    return kind not in ("plan", "dated") or not old.verbs or bool(old.verbs & _PLANNED)


def _of_clause(clause: Clause) -> list[End]:
    folded = [word.folded for word in clause.written]
    text = " ".join(folded)
    found = []
    for pattern, is_object, kind, flags in _endings(clause.language):
        stands_after = is_object and clause.language is not Language.TR
        if (match := pattern.search(text)) is None:
            continue
        begin = clause.start + text[: match.start()].count(" ")
        end = clause.start + text[: match.end()].count(" ") + 1
        if _is_denied(clause, folded, begin - clause.start) or ("last" in flags and _follows(text, match.end())):
            continue
        is_subject = clause.language is not Language.TR and not stands_after
        if is_subject and "dated" not in flags and _goes_on(folded[end - clause.start :]):
            continue
        things = _after(clause, begin, end, folded[end - clause.start - 1]) if stands_after else _before(clause, begin)
        is_somewhere = any(token.link in ("dat", "loc") for token in clause.tokens)
        is_dated = "dated" not in flags or any(token.kind in _DAYS and token not in things for token in clause.tokens)
        if things and is_dated and not ("alone" in flags and is_somewhere):
            found.append(End(things, "dated" if "dated" in flags else kind, is_object))
            break
    return found


def _follows(text: str, end: int) -> bool:
    """Whether a word follows in the clause."""
    return any(char.isalnum() for char in text[end:])


def _goes_on(folded: list[str]) -> bool:
    """Whether the next word belongs to the verb: "closed down the old site"."""
    return bool(folded) and folded[0] not in _AFTER and folded[0] not in _MARKS


def _is_denied(clause: Clause, folded: list[str], at: int) -> bool:
    """Whether the end is denied: "haven't quit", "nearly sold"."""
    near = folded[max(0, at - 3) : at]
    return any(word in _NOT for word in near) or any(word.suffix == "t" for word in clause.written[max(0, at - 3) : at])


_AFTER = frozenset({
    "at", "in", "last", "this", "yesterday", "today", "now", "and", "so", "because", "after", "before", "for", "since",
    "two", "three", "finally", "too", "already", "over", "from", "when", "while", "early",
})  # fmt: skip
"""Words that may follow a verb of ending without being its object."""
_MARKS = frozenset(",;.!?")
_OTHERS = frozenset({"he", "she", "you", "who"})
_NOT = frozenset({"not", "never", "nearly", "almost", "if", "before", "neredeyse", "az", "kalsin", "nerdeyse"})


def _after(clause: Clause, begin: int, end: int, last: str) -> tuple[Token, ...]:
    """Return the object: the words after the `last` word of the verb, up to the next preposition.

    The speaker must be the subject.
    """
    before = clause.written[: begin - clause.start]
    if any(word.folded in _OTHERS for word in before) or any(
        _is_thing(token) and token.place < begin for token in clause.tokens
    ):
        return ()
    found: list[Token] = []
    for token in clause.tokens:
        if token.place < end or not _is_thing(token):
            continue
        if found and (token.link != found[0].link or token.place > found[-1].place + 1):
            break
        if token.place > end + 2 and not found:
            break
        found.append(token)
    is_object = bool(found) and found[0].link in ("", last)
    return tuple(found) if is_object and len(found) <= _MOST_ENDED else ()


def _before(clause: Clause, begin: int) -> tuple[Token, ...]:
    """Return the subject, or in Turkish the object: all named things before the verb."""
    found = [token for token in clause.tokens if token.place < begin and _is_thing(token)]
    if clause.language is Language.TR:
        plain = [token for token in found if not token.link]
        found = (plain or [token for token in found if token.link == "abl"])[-_MOST_ENDED:]
    return tuple(found) if len(found) <= _MOST_ENDED else ()


def _is_thing(token: Token) -> bool:
    return (
        not token.is_verb and token.kind in (Kind.WORD, Kind.NAME) and token.key != USER and token.key not in _generic()
    )


@cache
def _generic() -> frozenset[str]:
    return keys("generic", Language.EN) | keys("generic", Language.TR)


@cache
def _endings(language: Language) -> tuple[tuple[re.Pattern[str], bool, str, frozenset[str]], ...]:
    """Return the listed endings, longest phrase first.

    Each has its pattern, whether the ended thing is its object, the kind, and whether it stands alone or last.
    """
    found = []
    for line in sorted(lines(f"{language.value}/gate_ended"), key=len, reverse=True):
        phrase, _, told = line.partition("=>")
        place, kind, *flags = told.split()
        pattern = re.compile(rf"(?<!\S){re.escape(phrase.strip())}(?!\S)")
        found.append((pattern, place == "object", kind, frozenset(flags)))
    return tuple(found)

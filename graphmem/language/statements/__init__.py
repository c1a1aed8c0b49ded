"""Facts between entities in a text: "Derek owns an efoil", "Elif İzmir'de yaşıyor".

Precision comes before completeness: a fact closes another of the same subject, so plans, wishes, questions and texts
without a clear subject give none. Predicates are the same in both languages.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from graphmem.language.packs import pack
from graphmem.language.statements.parties import Parties
from graphmem.language.statements.plausibility import plausible
from graphmem.language.temporal.bound_removal import unbounded
from graphmem.language.temporal.reading import Role
from graphmem.language.turkish import fold
from graphmem.language.wordlists import words
from graphmem.model.entity import Mention, Statement
from graphmem.model.language import Language

_SENTENCE = re.compile(r"[^.!?…\n;]+(?:\.(?=\w)[^.!?…\n;]*)*[.!?…]*")
_LAST_WORD = re.compile(r"(?<![^\W_])([^\W\d_]+)\.$")
_GOES_ON = re.compile(r"[ \u00a0][^\W\d_]")
_LASTING = frozenset({Role.SINCE, Role.UNTIL})
MOST = 12
"""Most statements of one text."""


def statements(
    text: str, language: Language, subject: Mention | None, mentions: Sequence[Mention]
) -> tuple[Statement, ...]:
    """Return the facts of a text in reading order, each once.

    `subject` stands for "User" and the first person; without it their facts are left out. `mentions` are the text's
    entities; another object becomes a mention of the type that its predicate expects.
    """
    parties = Parties(subject, tuple(mentions))
    read = pack(language).read_facts
    found: dict[tuple[str, str, str, bool], Statement] = {}
    for sentence in _sentences(text):
        if not sentence or sentence.endswith("?"):
            continue
        told = tuple(read(sentence, parties))
        if not told and (lasting := unbounded(sentence, language, _LASTING)):  # "Until June I live in Bergen."
            told = tuple(read(lasting, parties))
        for one in told:
            if one.subject != one.object and plausible(one):
                found.setdefault((one.subject.uri, one.predicate, one.object.uri, one.ended), one)
    return tuple(found.values())[:MOST]


def _sentences(text: str) -> Iterator[str]:
    """Return the sentences of a text; the full stop of "St. Brennan's" and "Dr. Tuna" ends none."""
    start = None
    for match in _SENTENCE.finditer(text):
        start = match.start() if start is None else start
        word = _LAST_WORD.search(match[0])
        if word and fold(word[1]) in words("name_openers") and _GOES_ON.match(text, match.end()):
            continue
        yield text[start : match.end()].strip()
        start = None
    if start is not None:
        yield text[start:].strip()

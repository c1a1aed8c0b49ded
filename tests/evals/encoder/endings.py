"""What messages of talks and sessions end of what was said before, and what they leave: pairs for the gate's head."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from graphmem.language.describe import TURKISH_STEM
from graphmem.language.formation.splitting import sentence_spans
from graphmem.model.language import Language
from graphmem.model.transcript import Role
from tests.evals import labelled, text_lines
from tests.evals.talks import by_chat

GATE = "gate"
"""The head of what becomes of a newer text beside an older one."""

CREATE, SUPERSEDE = "create", "supersede"

UNREAD = "unread:"
"""How the name of a writer begins that nothing is learned from."""

TALKS_UNREAD = ("kaptan", "harbour")
"""Writers of talks with marked changes that nothing is learned from; the cuts of changes are chosen on them."""

ENDED_IN = ("sessions", "coding_long", "coding")
"""Sets of sessions in which writers marked what a message ends."""

FIELDS = ("id", "lang", "chat", "text", "writer", "ends")

FEWEST = 3
"""Words of a sentence that says something."""

OTHERS = 4
"""Earlier messages of a session that are shown as not ended beside each that is."""

ALIKE = 3
"""Earlier sentences, those that share most with one, that are shown as not ended by it."""


@dataclass(frozen=True, slots=True)
class Pair:
    """An older and a newer text, and their label under a head. `natural`: both stand in a talk."""

    writer: str
    language: Language
    old: str
    new: str
    head: str
    label: str
    id: str = ""
    natural: bool = False


def ended_messages() -> Iterator[Pair]:
    """What messages of sessions end, beside earlier ones that they do not."""
    for said in chats(sessions()):
        for place, case in enumerate(said):
            ended = {one["id"] for one in case["ends"]}
            kept = [one for one in said[:place] if one["id"] not in ended] if ended else []
            step = max(1, len(kept) // OTHERS)
            for one in [*(one for one in said[:place] if one["id"] in ended), *kept[::step][:OTHERS]]:
                yield _pair(case, one["text"], case["text"], SUPERSEDE if one["id"] in ended else CREATE)


def ended_passages() -> Iterator[Pair]:
    """What sentences of talks and sessions end, and beside it what they leave as it is: the rest of both messages, and
    the earlier sentences that are most like one."""
    for case, own, known in _told():
        for old, new, label in _beside(own, case["ends"], known):
            yield _pair(case, old, new, label)


def sentences_apart(wanted: Callable[[str], bool], rng: np.random.Generator, most: int) -> Iterator[list[Pair]]:
    """Each sentence of the talks of wanted writers beside earlier ones that its message does not end, by chance."""
    for case, own, known in _told():
        if wanted(case["writer"]):
            ended = case["ends"]
            apart = [older for id_, older in known if not _is_marked(older, id_, ended)]
            for words in own:
                chosen = rng.permutation(len(apart))[:most]
                yield [_pair(case, apart[place], words, CREATE) for place in chosen]


def _told() -> Iterator[tuple[labelled.Case, list[str], list[tuple[str, str]]]]:
    """Each message of the talks in which writers marked what ends, its sentences, and the earlier ones with the message
    of each."""
    for said in chats([*sessions(), *_talks()]):
        known: list[tuple[str, str]] = []
        for case in said:
            own = _sentences(case["text"])
            yield case, own, known
            known += [(case["id"], one) for one in own]


def chats(cases: Iterable[labelled.Case]) -> Iterator[list[labelled.Case]]:
    """What users say in each chat. Raises InvalidInputError for a mark that stands nowhere."""
    for said in by_chat(cases).values():
        yield [one for one in said if one.get("role", Role.USER) == Role.USER]


def sessions() -> list[labelled.Case]:
    """The messages of the sets of sessions in which writers marked what ends."""
    return [case for name in ENDED_IN for case in labelled.cases(name, None, (*FIELDS, "role"))]


def _talks() -> Iterator[labelled.Case]:
    """The messages of talks by writers who marked what ends; of unread ones by what they are called."""
    for writer in text_lines.writers("talk"):
        name = f"{UNREAD}{writer}" if writer in TALKS_UNREAD else writer
        for case in labelled.cases("talks", text_lines.folder() / writer / "talk.jsonl", FIELDS):
            yield {**case, "writer": name}


def _pair(case: labelled.Case, old: str, new: str, label: str) -> Pair:
    return Pair(case["writer"], Language(case["lang"]), old, new, GATE, label, case["id"], natural=True)


def _beside(
    own: Sequence[str], ended: Sequence[Mapping[str, str]], known: Sequence[tuple[str, str]]
) -> Iterator[tuple[str, str, str]]:
    """Older and newer words with what becomes of them, for the sentences of one message."""
    for one in ended:
        of_old = [words for id_, words in known if id_ == one["id"]]
        was = [words for words in of_old if one["old"] in words]
        tells = [words for words in own if one["new"] in words]
        yield one["old"], one["new"], SUPERSEDE
        if was and tells and (was[0], tells[0]) != (one["old"], one["new"]):
            yield was[0], tells[0], SUPERSEDE
        yield from ((words, one["new"], CREATE) for words in of_old if not _is_marked(words, one["id"], ended))
        yield from ((one["old"], words, CREATE) for words in own if not any(mark["new"] in words for mark in ended))
    for words in own:
        told = frozenset(words.casefold().split())
        others = [(id_, older) for id_, older in known if not _is_marked(older, id_, ended)]
        nearest = sorted(others, key=lambda older: -_shared(told, older[1]))[:ALIKE]
        yield from ((older, words, CREATE) for _, older in nearest)


def _is_marked(words: str, id_: str, ended: Sequence[Mapping[str, str]]) -> bool:
    """Whether a message ends something of a sentence of the one of this id."""
    return any(one["id"] == id_ and (one["old"] in words or words in one["old"]) for one in ended)


def _shared(told: frozenset[str], older: str) -> float:
    """How much of two sentences the shorter one shares, by the beginnings of words."""
    one, other = ({word[:TURKISH_STEM] for word in words} for words in (told, older.casefold().split()))
    return len(one & other) / max(1, min(len(one), len(other)))


def _sentences(text: str) -> list[str]:
    found = (one.of(text).strip() for one in sentence_spans(text))
    return [one for one in found if len(one.split()) >= FEWEST]

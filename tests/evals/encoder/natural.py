"""Natural talk: each message beside the earlier ones that it may end, most of which it does not."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

import numpy as np

from graphmem.cognition.logistic import Logistic
from graphmem.model.language import Language
from graphmem.providers.tuned_encoder import TunedEncoder
from tests.evals import labelled
from tests.evals.encoder.endings import CREATE, ENDED_IN, FIELDS, GATE, SUPERSEDE, Pair, chats
from tests.evals.encoder.judging import JudgedPair, say
from tests.evals.encoder.rows import pair_vector

NEAREST = 10
"""Earlier messages that each is set beside, the nearest by the encoder's vectors."""

TALKS = "talks"


def judge_talk(
    encoder: TunedEncoder,
    heads: Mapping[str, Logistic],
    sets: Sequence[str],
    wanted: Callable[[str], bool] = lambda writer: True,
) -> list[JudgedPair]:
    """What the gate's head says of the messages of sets beside earlier ones; `wanted` says of which writers."""
    found = []
    for chat in _chats(sets):
        if not wanted(chat[0]["writer"]):
            continue
        vectors = np.stack([encoder.text(case["text"]) for case in chat])
        vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)
        for place, case in enumerate(chat):
            ended = {one["id"] for one in case["ends"]}
            near = np.argsort(-(vectors[:place] @ vectors[place]))[:NEAREST]
            for other in near:
                old = chat[int(other)]
                label = SUPERSEDE if old["id"] in ended else CREATE
                pair = Pair(
                    case["writer"], Language(case["lang"]), old["text"], case["text"], GATE, label, case["id"],
                    natural=True,
                )  # fmt: skip
                found.append(JudgedPair(pair, say(heads[GATE], pair_vector(encoder, pair.old, pair.new))))
    return found


def ended_in(sets: Sequence[str] = (TALKS,)) -> int:
    """How many earlier messages those of the sets end, whether or not they are among the nearest."""
    return sum(len(case["ends"]) for chat in _chats(sets) for case in chat)


def _chats(sets: Sequence[str]) -> Iterator[list[labelled.Case]]:
    for name in sets:
        yield from chats(labelled.cases(name, None, FIELDS))


SESSIONS = ENDED_IN
"""Sets of sessions in which writers marked what a message ends."""

"""Reranks the best turns by their text: mere questions and assistant replies drop, bridged names rise.
A bridge is a turn that says a name which a better turn brought up."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np

from graphmem.cognition import bridging, scoring
from graphmem.language.bridges import bare, mentions, names_said
from graphmem.language.question_turns import asks_back, asks_too, only_asks
from graphmem.model.language import RULED, Language
from graphmem.model.palace import Drawer, PlacedDrawer
from graphmem.model.transcript import Role
from graphmem.services.retrieval.options import RecallOptions
from graphmem.services.retrieval.turn_scoring import Pool

READ = 30
"""Candidates read, whatever the caller's limit, so that the first hits do not depend on it.
Twice as many found nothing more."""

ANSWERED = 0.7
"""Factor on the score of an assistant's turn, which repeats a question's words and seldom is evidence.
Each of BEAM's chats chooses this value when it is held out (`tests.evals tune beam`: the mean of @5 and @10 is 55.0,
with 1 it is 50.9); other research sets have no assistants."""


def read(
    pool: Pool, best: Sequence[str], described: Mapping[str, PlacedDrawer], query: str, options: RecallOptions
) -> Pool:
    """Rescore the first READ of `best` by their text; the pool gains the signals "tells" and "bridge"."""
    known = [id_ for id_ in best[:READ] if id_ in described]
    place = {id_: index for index, id_ in enumerate(pool.ids)}
    rows = [place[id_] for id_ in known]
    turns = [described[id_].drawer for id_ in known]
    found: dict[str, scoring.Signal] = {}
    if options.has("asking"):
        found["tells"] = np.array([_tells(turn) for turn in turns])
    if options.has("bridge"):
        found["bridge"] = _bridges(pool.scores[rows], turns, query)
    scores, signals = pool.scores.copy(), dict(pool.signals)
    if options.has("answers") and not any(asks_back(query, language) for language in RULED):
        answers = [row for row, turn in zip(rows, turns, strict=True) if turn.role == Role.ASSISTANT]
        scores[answers] -= (1 - ANSWERED) * np.abs(scores[answers])
    for name, values in found.items():
        signals[name] = np.zeros(len(pool.ids))
        signals[name][rows] = values
        gained = scores[rows] + scoring.share(name, values, scoring.RELEVANCE)
        scores[rows] = bridging.behind_the_best(scores[rows], gained) if name == "bridge" else gained
    return replace(pool, scores=scores, signals=signals)


def _tells(turn: Drawer) -> float:
    """0 for a turn that only asks, 1 for one without a question, in between for one with both."""
    if only_asks(turn.text, _language(turn)):
        return 0.0
    return 1.0 - scoring.ASKED * asks_too(turn.text)


def _bridges(scores: scoring.Signal, turns: Sequence[Drawer], query: str) -> scoring.Signal:
    """Each turn's bonus for names that the best turns brought up; speakers' names do not count."""
    known = bare(" ".join((query, *{turn.speaker for turn in turns})))
    names = [names_said(turn.text, known, _language(turn)) for turn in turns[: bridging.LEADERS]]
    if not any(names):
        return np.zeros(len(turns), dtype=np.float64)
    plain = [bare(turn.text) for turn in turns]
    named = {leader: [mentions(name, plain) for name in found] for leader, found in enumerate(names)}
    return bridging.bonuses(scoring.min_max(scores), named)


def _language(turn: Drawer) -> Language:
    return Language.TR if turn.language == Language.TR else Language.EN

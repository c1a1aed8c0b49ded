"""`python -m tests.evals lifetime`: a year in which most of what was said falls asleep, by different rules.

A virtual clock runs through the conversations. Half of the questions are asked on the way and count as use; the other
half, asked at checkpoints, tell what is still found. Every week each rule puts to sleep what it holds least, until the
share that may be awake is left; what sleeps is found no more and is never woken. The unit is a line as it was said; a
question is answered as far as its conversations are among the ten best lines, ranked by vector and BM25 fused by ranks.
Nothing touches a store: what is measured are the rules, on the same lines and the same ranking.

`graphmem` keeps by `keep_value`, as dreams do; `dream` runs the whole step of a dream with its guards, which may leave
more awake than it should: `awake` says how much. `specifics_lost` counts numbers, dates and names that nothing awake
states, in percent, `regret` held questions, in percent, that all awake answer and this rule does not because it let the
lines sleep. Nothing is deleted by any rule.
"""

from __future__ import annotations

import asyncio
import math
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random

import numpy as np
from numpy.typing import NDArray

from graphmem.cognition.keep_value import Worth, keep_values
from graphmem.cognition.tiering import QUESTION_DAYS, QUESTIONS
from graphmem.evaluation import report
from graphmem.language.describe import describe
from graphmem.language.detect import detect
from graphmem.language.doc import doc_of
from graphmem.language.specifics import find_specifics
from graphmem.model.category import Category
from graphmem.model.memory import SubTier, Tier
from graphmem.ports import Embedder, Progress, Purpose, silent
from graphmem.services.lifecycle import sleep
from tests.evals import year
from tests.evals.lifetime_plot import draw
from tests.evals.year import Asked, Year

SHARES = (1.0, 0.75, 0.5, 0.25)
CHECKPOINTS = (30, 90, 180, 365)
BEST = 10
EVERY_DAYS = 7
RECENT_DAYS, RECENT_SHARE = 30, 2 / 3
"""The second mix of questions: two thirds are about the last month."""

AT_ONCE = 64
BM25_K1, BM25_B, RRF = 1.2, 0.75, 60


@dataclass
class State:
    """What a rule knows of each line: when it was said, its last use, by how many questions on how many days."""

    said: NDArray[np.float64]
    used: NDArray[np.float64]
    questions: NDArray[np.int64]
    days: list[set[int]] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Lines:
    """The lines with what is read in them, and for each question the fused order of all of them."""

    told: Year
    worths: Sequence[Worth]
    languages: Sequence[str]
    dense: NDArray[np.float32]
    sparse: NDArray[np.float32]
    conversations: Sequence[str]
    at: NDArray[np.float64]
    """Days since the first line."""


Policies = dict[str, dict[str, float]]
"""Figures by rule and share awake."""

Rule = Callable[[Lines, State, NDArray[np.bool_], int, float], NDArray[np.float64]]
"""How much each line is worth to a rule: lines, state, which have been said, how many, and the day."""


async def run(
    embedder: Embedder, path: Path | None, *, seed: int = 7, plot: Path | None = None, progress: Progress = silent
) -> report.Report:
    """Measure every rule at every share; see the module. Raises InvalidInputError for a file that is no year."""
    years = await asyncio.to_thread(year.load, path) if path else (year.made(seed),)
    lived: list[tuple[int, Policies]] = []
    for told in years:
        lines = await _read(embedder, told, progress)
        lived.append(await asyncio.to_thread(_measure, lines, seed, progress))
    policies = _joined(lived)
    if plot is not None:
        curves = {
            name.replace("_", " "): [figures[f"recall_day_{day}"] for day in CHECKPOINTS]
            for name, figures in policies.items()
        }
        await asyncio.to_thread(draw, curves, CHECKPOINTS, plot)
    ours = policies["graphmem_50"]
    settings = report.settings(
        data=path.name if path else "made", seed=seed, embedder=embedder.model, conversations=len(years),
        lines=sum(len(told.lines) for told in years), questions=sum(len(told.questions) for told in years), best=BEST,
    )  # fmt: skip
    days = {f"recall_day_{day}": ours[f"recall_day_{day}"] for day in (30, 365)}
    return {"metrics": {**days, "policies": policies}, "settings": settings}


def _joined(lived: Sequence[tuple[int, Policies]]) -> Policies:
    """The figures of several years, each counted by its questions."""
    whole = sum(asked for asked, _ in lived) or 1
    return {
        name: {
            figure: round(sum(asked * policies[name][figure] for asked, policies in lived) / whole, 1)
            for figure in figures
        }
        for name, figures in lived[0][1].items()
    }


async def _read(embedder: Embedder, told: Year, progress: Progress) -> Lines:
    texts = [f"{line.speaker}: {line.text}" if line.speaker else line.text for line in told.lines]
    passages = await _embedded(embedder, texts, Purpose.PASSAGE, progress)
    asked = await _embedded(embedder, [one.text for one in told.questions], Purpose.QUERY, progress)
    languages = [detect(line.text) for line in told.lines]
    docs = [doc_of(text, language) for text, language in zip(texts, languages, strict=True)]
    worths = [Worth(str(place), find_specifics(doc), describe(doc).stems) for place, doc in enumerate(docs)]
    wanted = [describe(doc_of(one.text, detect(one.text))) for one in told.questions]
    begun = told.lines[0].at
    return Lines(
        told,
        worths,
        [language.value for language in languages],
        asked @ passages.T,
        _bm25([describe(doc).stems | describe(doc).names for doc in docs], [one.stems | one.names for one in wanted]),
        [line.conversation for line in told.lines],
        np.asarray([(line.at - begun).total_seconds() / 86_400 for line in told.lines]),
    )


async def _embedded(embedder: Embedder, texts: Sequence[str], purpose: Purpose, news: Progress) -> NDArray[np.float32]:
    found = []
    for start in range(0, len(texts), AT_ONCE):
        found.append(np.asarray(await embedder.embed(list(texts[start : start + AT_ONCE]), purpose), np.float32))
        news(f"embedding {purpose.value}", min(start + AT_ONCE, len(texts)), len(texts))
    vectors = np.concatenate(found)
    return np.asarray(vectors / np.linalg.norm(vectors, axis=1, keepdims=True), np.float32)


def _bm25(documents: Sequence[frozenset[str]], queries: Sequence[frozenset[str]]) -> NDArray[np.float32]:
    """Okapi BM25 of each query to each document (Robertson et al., TREC-3, 1994); a line has each word once."""
    held = Counter(word for words in documents for word in words)
    mean = sum(map(len, documents)) / max(len(documents), 1)
    scores = np.zeros((len(queries), len(documents)), np.float32)
    for place, query in enumerate(queries):
        for word in sorted(query & held.keys()):
            idf = math.log(1 + (len(documents) - held[word] + 0.5) / (held[word] + 0.5))
            for number, words in enumerate(documents):
                if word in words:
                    length = BM25_K1 * (1 - BM25_B + BM25_B * len(words) / mean)
                    scores[place, number] += idf * (BM25_K1 + 1) / (1 + length)
    return scores


def _measure(lines: Lines, seed: int, progress: Progress) -> tuple[int, Policies]:
    """How many questions were held, and the figures of every rule and share."""
    order = list(range(len(lines.told.questions)))
    Random(seed).shuffle(order)
    answerable = [place for place in order if lines.told.questions[place].evidence]
    on_the_way, held = answerable[::2], answerable[1::2]
    found: Policies = {}
    work = [("none", 1.0), *((name, share) for share in SHARES[1:] for name in RULES), ("dream", 0.5), ("dream", 0.25)]
    everything: list[float] = []
    for done, (name, share) in enumerate(work):
        life = _lived(lines, name, share, on_the_way, held, seed)
        everything = everything or life.last
        life.figures["regret"] = round(100 * _regret(lines, life, everything, held), 1)
        found[name if share == 1.0 else f"{name}_{share:.0%}".replace("%", "")] = life.figures
        progress("living through a year", done + 1, len(work))
    return len(held), found


@dataclass
class Life:
    """What became of a rule: its figures, what each held question had of its evidence at the end, what is awake."""

    figures: dict[str, float]
    last: list[float]
    awake: NDArray[np.bool_]


def _lived(lines: Lines, name: str, share: float, asked: Sequence[int], held: Sequence[int], seed: int) -> Life:
    count = len(lines.at)
    state = State(lines.at.copy(), lines.at.copy(), np.zeros(count, np.int64), [set() for _ in range(count)])
    awake = np.ones(count, np.bool_)
    chance = Random(seed)
    ends = {conversation: float(at) for conversation, at in zip(lines.conversations, lines.at, strict=True)}
    last_day = max(CHECKPOINTS)
    use = sorted((chance.uniform(_known(lines, place, ends), last_day), place) for place in asked)
    figures: dict[str, float] = {}
    last: list[float] = []
    step = 0
    for day in range(1, last_day + 1):
        said = lines.at <= day
        while step < len(use) and use[step][0] <= day:
            for line in _top(lines, use[step][1], awake & said):
                state.questions[line] += 1
                state.used[line] = day
                state.days[int(line)].add(day)
            step += 1
        if share < 1.0 and (day % EVERY_DAYS == 0 or day in CHECKPOINTS):
            awake &= _left_awake(lines, state, name, awake, said, int(share * said.sum()), day, seed) | ~said
        if day in CHECKPOINTS:
            due = [place for place in held if _known(lines, place, ends) <= day]
            last = [_share_found(lines, lines.told.questions[place], place, awake & said) for place in due]
            figures[f"recall_day_{day}"] = round(100 * float(np.mean(last)), 1) if last else 0.0
    recent = [_known(lines, place, ends) > last_day - RECENT_DAYS for place in held]
    figures["recall_recent"] = round(100 * _mixed(last, recent), 1)
    figures["awake"] = round(100 * float(awake.mean()), 1)
    figures["specifics_lost"] = round(100 * _lost(lines, awake), 1)
    often = state.questions >= QUESTIONS
    figures["climbed"] = float(sum(len(days) >= QUESTION_DAYS for days in np.asarray(state.days, object)[often]))
    return Life(figures, last, awake)


def _known(lines: Lines, place: int, ends: dict[str, float]) -> float:
    """The day on which the last of what a question asks for was said."""
    return max(ends[one] for one in lines.told.questions[place].evidence)


def _top(lines: Lines, place: int, among: NDArray[np.bool_]) -> NDArray[np.int64]:
    """The best lines for a question, of those that can be found."""
    there = np.flatnonzero(among)
    ranks = np.zeros(len(there))
    for scores in (lines.dense[place, there], lines.sparse[place, there]):
        best = np.argsort(-scores, kind="stable")
        best = best[scores[best] > 0]
        ranks[best] += 1.0 / (RRF + 1 + np.arange(len(best)))
    return there[np.argsort(-ranks, kind="stable")[:BEST]]


def _share_found(lines: Lines, question: Asked, place: int, among: NDArray[np.bool_]) -> float:
    told = {lines.conversations[int(line)] for line in _top(lines, place, among)}
    return len(told & set(question.evidence)) / len(set(question.evidence))


def _mixed(found: Sequence[float], recent: Sequence[bool]) -> float:
    new = [share for share, is_new in zip(found, recent, strict=True) if is_new]
    old = [share for share, is_new in zip(found, recent, strict=True) if not is_new]
    if not new or not old:
        return float(np.mean(found)) if found else 0.0
    return RECENT_SHARE * float(np.mean(new)) + (1 - RECENT_SHARE) * float(np.mean(old))


def _lost(lines: Lines, awake: NDArray[np.bool_]) -> float:
    stated = {one for worth in lines.worths for one in worth.specifics}
    told = {one for worth, is_awake in zip(lines.worths, awake, strict=True) if is_awake for one in worth.specifics}
    return len(stated - told) / max(len(stated), 1)


def _regret(lines: Lines, life: Life, everything: Sequence[float], held: Sequence[int]) -> float:
    """Share of questions that lost evidence because the lines that hold it sleep."""
    awake = {lines.conversations[int(line)] for line in np.flatnonzero(life.awake)}
    lost = 0
    for place, now, before in zip(held, life.last, everything, strict=True):
        lost += now < before and not awake.issuperset(lines.told.questions[place].evidence)
    return lost / max(len(held), 1)


def _left_awake(
    lines: Lines, state: State, name: str, awake: NDArray[np.bool_], said: NDArray[np.bool_], most: int, day: int,
    seed: int,
) -> NDArray[np.bool_]:  # fmt: skip
    there = np.flatnonzero(awake & said)
    if len(there) <= most:
        return awake
    if name == "dream":
        return _dreamt(lines, state, awake, said, most, day)
    worth = RULES[name](lines, state, said, seed, float(day))[there]
    left = np.zeros(len(awake), np.bool_)
    left[there[np.argsort(-worth, kind="stable")[:most]]] = True
    return left


def _dreamt(
    lines: Lines, state: State, awake: NDArray[np.bool_], said: NDArray[np.bool_], most: int, day: int
) -> NDArray[np.bool_]:
    """What the step of a dream leaves awake where so many may be."""
    begun = datetime(2026, 1, 1, tzinfo=UTC)
    now = begun + timedelta(days=day)
    rows: list[dict[str, object]] = [
        {
            "id": f"{place:032d}",
            "text": lines.told.lines[int(place)].text,
            "gist": None,
            "language": lines.languages[int(place)],
            "tier": (Tier.EPISODIC if awake[place] else Tier.DORMANT).value,
            "sub_tier": SubTier.PERSONAL.value,
            "category": Category.FACT.value,
            "utility": 0.5,
            "said_at": begun + timedelta(days=float(state.said[place])),
            "used_ms": (begun + timedelta(days=float(state.used[place]))).timestamp() * 1000,
            "recorded_ms": (begun + timedelta(days=float(state.said[place]))).timestamp() * 1000,
            "access_count": int(state.questions[place]),
            "exempt": False,
            "questions": int(state.questions[place]),
            "names": [],
            "facts": [],
            "seen": [],
        }
        for place in np.flatnonzero(said)
    ]
    left = awake.copy()
    for change in sleep.asleep(rows, now, most):
        left[int(change.memory)] = False
    return left


def _keep(lines: Lines, state: State, said: NDArray[np.bool_], seed: int, day: float) -> NDArray[np.float64]:
    worths = [
        Worth(one.id, one.specifics, one.words, int(often))
        for one, often, is_said in zip(lines.worths, state.questions, said, strict=True)
        if is_said
    ]
    values = keep_values(worths)
    return np.asarray([values.get(one.id, 0.0) for one in lines.worths])


def _lot(lines: Lines, state: State, said: NDArray[np.bool_], seed: int, day: float) -> NDArray[np.float64]:
    return np.random.default_rng((seed, int(day))).random(len(said))


def _newest(lines: Lines, state: State, said: NDArray[np.bool_], seed: int, day: float) -> NDArray[np.float64]:
    return state.said


def _last_use(lines: Lines, state: State, said: NDArray[np.bool_], seed: int, day: float) -> NDArray[np.float64]:
    return state.used


def _most_used(lines: Lines, state: State, said: NDArray[np.bool_], seed: int, day: float) -> NDArray[np.float64]:
    return state.questions + state.used / 1e6


def _source(lines: Lines, state: State, said: NDArray[np.bool_], seed: int, day: float) -> NDArray[np.float64]:
    """The sources' weekly consolidation: uses · 0.5^(days since / 90); all that nobody asked for is worth nothing."""
    return np.asarray(state.questions * 0.5 ** ((day - state.used) / 90.0))


RULES: dict[str, Rule] = {
    "lot": _lot,
    "newest": _newest,
    "last_use": _last_use,
    "most_used": _most_used,
    "source": _source,
    "graphmem": _keep,
}

"""Learns the judges of changes, of whole and of small stores: `python -m tests.evals.change_judge`, half an hour.

What statements meet is recorded once as the product mines each writer's chats, and tells each pair in a small store
(`whole_stores`); both are kept under `build/changes`. Writers are left out in turn: the probabilities from which the
judge acts, and the figures on the card, are of writers whom it had not seen; those of `whole_stores.UNREAD` it never
sees. Needs the extra `encoder`.
"""

from __future__ import annotations

import asyncio
import json
import pickle
import sys
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files as resources
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from graphmem.facade import GraphMem
from graphmem.model.language import Language
from graphmem.providers.tuned_encoder import tuned_encoder
from graphmem.services.change_judge import BESIDE, FILE, SMALL_FILE, compare_words, features, plain
from tests.evals import small_stores
from tests.evals.whole_stores import UNREAD, StatementCase, files, pair_files, record, record_pairs, small_files

WORK = Path("build/changes")

PAIRS, SMALL = "pairs of ", "small stores of "
"""Before the name of a writer of pairs of statements, and of small stores."""

PAIR_WEIGHT = 0.4
"""What a row of a small store counts beside one of a whole store: more, and whole stores are judged worse."""

FOLDS = 7
"""Parts of the writers that are left out one after another."""

CLOSES, ASKS = 0.9, 0.7
"""Precision, of writers left out, from which the judge ends a memory, and from which somebody is asked. That of small
stores only has somebody asked."""

SOUNDS = 0.001
"""How freely the head of how something is told may fit (the C of scikit-learn's LogisticRegression)."""

TREES: dict[str, Any] = {
    "max_iter": 150, "learning_rate": 0.05, "max_leaf_nodes": 8, "min_samples_leaf": 30, "l2_regularization": 5.0,
    "random_state": 0,
}  # fmt: skip
SMALL_TREES = TREES | {"max_iter": 400}

Numbers = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Lines:
    """What is learned from: `mets` with the encoder's `vectors` of the statements and their `writers`; and `rows`, a
    statement beside a memory each, by their places, with whether the one `ends` the other."""

    mets: list[StatementCase]
    vectors: Numbers
    writers: NDArray[np.str_]
    rows: list[tuple[int, int]]
    ends: NDArray[np.bool_]

    @property
    def of(self) -> NDArray[np.int64]:
        """The statement of each row."""
        return np.array([number for number, _ in self.rows])

    @property
    def of_pairs(self) -> NDArray[np.bool_]:
        """Whether each row is of a small store of pairs."""
        return np.char.startswith(self.writers, PAIRS)[self.of]


def recorded() -> dict[str, list[StatementCase]]:
    """What the statements of all writers meet, mined where that was not done yet."""
    WORK.mkdir(parents=True, exist_ok=True)
    every = files() | {SMALL + name: path for name, path in small_files().items()}
    every |= {PAIRS + name: path for name, path in pair_files().items()}
    missing = {name: path for name, path in every.items() if not (WORK / f"{name}.pkl").exists()}
    if missing:
        asyncio.run(_mine(missing))
    return {name: pickle.loads((WORK / f"{name}.pkl").read_bytes()) for name in every}


async def _mine(paths: Mapping[str, Path]) -> None:
    async with GraphMem.open() as memory:
        for name, path in paths.items():
            found = await _recorder(name)(memory, path)
            await asyncio.to_thread((WORK / f"{name}.pkl").write_bytes, pickle.dumps(found))
            print(f"{name} mined", flush=True)


def _recorder(name: str) -> Callable[[GraphMem, Path], Awaitable[list[StatementCase]]]:
    if name.startswith(PAIRS):
        return record_pairs
    return small_stores.record if name.startswith(SMALL) else record


def is_small(name: str) -> bool:
    """Whether what was recorded under this name is of small stores."""
    return name.startswith((SMALL, PAIRS))


def writer_of(name: str) -> str:
    """The writer of what was recorded under a name: one writer's lines of all forms are left out together."""
    return name.removeprefix(SMALL).removeprefix(PAIRS)


def lines_of(mets: Sequence[tuple[str, StatementCase]]) -> Lines:
    """The rows of what statements met, by writer; a memory that has ended already is left out."""
    encoder = tuned_encoder()
    vectors = np.stack([encoder.text(plain(met.told.text)) for _, met in mets]).astype(np.float64)
    rows = [
        (number, place)
        for number, (_, met) in enumerate(mets)
        for place, ends in enumerate(met.ends[:BESIDE])
        if ends is not None
    ]
    return Lines(
        [met for _, met in mets],
        vectors,
        np.array([writer for writer, _ in mets]),
        rows,
        np.array([bool(mets[number][1].ends[place]) for number, place in rows]),
    )


@cache
def marks() -> tuple[str, ...]:
    """The names of the marks of a pair, in their order."""
    return tuple(compare_words("I live in Lisbon.", "I moved to Porto.", Language.EN).marks)


def table(lines: Lines, sounds: Numbers) -> NDArray[np.float32]:
    """The features of every row."""
    by_statement = [
        features(met.told, met.near, met.language, marks(), own) for met, own in zip(lines.mets, sounds, strict=True)
    ]
    return np.stack([by_statement[number][place] for number, place in lines.rows])


def sounding(vectors: Numbers, kinds: NDArray[np.str_]) -> tuple[Numbers, Numbers]:
    """Weights and bias over the encoder's vector for the log odds of each kind of telling."""
    from sklearn.linear_model import LogisticRegression

    mean, scale = vectors.mean(axis=0), vectors.std(axis=0) + 1e-9
    learned = LogisticRegression(C=SOUNDS, max_iter=1000).fit((vectors - mean) / scale, kinds)
    weights = (learned.coef_ / scale).T
    return weights, learned.intercept_ - mean @ weights


def sounds_of(vectors: Numbers, weights: Numbers, bias: Numbers) -> Numbers:
    """The logarithm of the probability of each kind."""
    odds = vectors @ weights + bias
    found: Numbers = odds - np.logaddexp.reduce(odds, axis=1, keepdims=True)
    return found


def folds(lines: Lines) -> list[NDArray[np.bool_]]:
    """The statements of the writers that are left out, part by part."""
    writers = np.array([writer_of(str(name)) for name in lines.writers])
    names = sorted(set(writers))
    return [np.isin(writers, names[fold::FOLDS]) for fold in range(FOLDS)]


def left_out_sounds(lines: Lines) -> Numbers:
    """How each statement sounds to a head that saw none of its writer's."""
    kinds = np.array([met.kind for met in lines.mets])
    found: dict[int, Numbers] = {}
    for own in folds(lines):
        shown = ~own & (kinds != "")
        said = sounds_of(lines.vectors[own], *sounding(lines.vectors[shown], kinds[shown]))
        found |= dict(zip(np.flatnonzero(own).tolist(), said, strict=True))
    return np.stack([found[place] for place in range(len(lines.mets))])


def grown(rows: NDArray[np.float32], ends: NDArray[np.bool_], of_pairs: NDArray[np.bool_]) -> Any:
    """Trees that tell which rows end: more of them where there are pairs, for the judge of small stores."""
    from sklearn.ensemble import HistGradientBoostingClassifier

    trees = HistGradientBoostingClassifier(**(SMALL_TREES if of_pairs.any() else TREES))
    return trees.fit(rows, ends, sample_weight=np.where(of_pairs, PAIR_WEIGHT, 1.0))


def left_out(lines: Lines, rows: NDArray[np.float32]) -> Numbers:
    """The probability of each row by trees that saw none of its writer's."""
    found = np.zeros(len(rows))
    for statements in folds(lines):
        own = statements[lines.of]
        trees = grown(rows[~own], lines.ends[~own], lines.of_pairs[~own])
        found[own] = trees.predict_proba(rows[own])[:, 1]
    return found


def cut(sure: Numbers, ends: NDArray[np.bool_], precision: float) -> float:
    """The lowest probability from which that share of the rows are right."""
    order = np.argsort(-sure)
    right = np.cumsum(ends[order]) / np.arange(1, len(order) + 1)
    return float(sure[order][np.flatnonzero(right >= precision)[-1]])


def recall_at(sure: Numbers, ends: NDArray[np.bool_], there: int) -> dict[str, float]:
    """How many of all that ended are found at some precisions, %."""
    order = np.argsort(-sure)
    found = np.cumsum(ends[order])
    right = found / np.arange(1, len(order) + 1)
    return {
        str(level): round(100 * float(found[right >= level].max(initial=0)) / there, 1)
        for level in (0.95, 0.9, 0.8, 0.7, 0.6, 0.5)
    }


def told(sure: Numbers, ends: NDArray[np.bool_], closes: float, asks: float) -> dict[str, Any]:
    """What the card says of some rows."""
    there = int(ends.sum())
    return {
        "pairs": len(sure), "ended": there, "recall at a precision of": recall_at(sure, ends, there),
        **{
            name: {"said": int((sure >= level).sum()), "right": int(ends[sure >= level].sum())}
            for name, level in (("closed", closes), ("closed or asked", asks))
        },
    }  # fmt: skip


def arrays(trees: Any) -> dict[str, NDArray[Any]]:
    """The trees as the product walks them."""
    roots, parts, at = [], [], 0
    for (predictor,) in trees._predictors:
        nodes = predictor.nodes
        roots.append(at)
        parts.append((nodes, at))
        at += len(nodes)
    both = np.concatenate([nodes for nodes, _ in parts])
    shift = np.concatenate([np.full(len(nodes), start) for nodes, start in parts])
    leaf = both["is_leaf"].astype(bool)
    return {
        "start": np.array(float(np.ravel(trees._baseline_prediction)[0])),
        "roots": np.array(roots, np.int32),
        "feature": np.where(leaf, -1, both["feature_idx"]).astype(np.int16),
        "threshold": both["num_threshold"].astype(np.float32),
        "left": (both["left"] + shift).astype(np.int32),
        "right": (both["right"] + shift).astype(np.int32),
        "value": both["value"].astype(np.float32),
        "depth": np.array(int(both["depth"].max())),
    }


def learn(met: Mapping[str, list[StatementCase]], *, small: bool) -> tuple[dict[str, NDArray[Any]], dict[str, Any]]:
    """What the product reads of one judge, and its card. That of `small` stores learns from whole ones, too."""
    shown = {name: found for name, found in met.items() if small or not is_small(name)}
    lines = lines_of([(name, one) for name, found in shown.items() if writer_of(name) not in UNREAD for one in found])
    rows = table(lines, left_out_sounds(lines))
    sure = left_out(lines, rows)
    own = np.array([is_small(str(name)) for name in lines.writers])[lines.of] if small else np.full(len(rows), True)
    closes, asks = (cut(sure[own], lines.ends[own], level) for level in (CLOSES, ASKS))
    kinds = np.array([one.kind for one in lines.mets])
    weights, bias = sounding(lines.vectors[kinds != ""], kinds[kinds != ""])
    trees = grown(rows, lines.ends, lines.of_pairs)
    kept = arrays(trees) | {
        "sounds": weights.astype(np.float32), "bias": bias.astype(np.float32), "marks": np.array(marks()),
        "closes": np.array(closes), "asks": np.array(asks),
    }  # fmt: skip
    card: dict[str, Any] = {
        "writers": sorted({writer_of(str(name)) for name in lines.writers}),
        "closes": round(closes, 4), "asks": round(asks, 4),
        "writers left out": told(sure[own], lines.ends[own], closes, asks),
    }  # fmt: skip
    for name in (name for name in met if writer_of(name) in UNREAD and is_small(name) is small):
        unread = lines_of([(name, one) for one in met[name]])
        said = trees.predict_proba(table(unread, sounds_of(unread.vectors, weights, bias)))[:, 1]
        card[f"unread: {writer_of(name)}"] = told(said, unread.ends, closes, asks)
    return kept, card


def main() -> None:
    """Learn both judges, or the one of small stores alone (`small`), and write their files and cards."""
    met = recorded()
    for name, small in ((FILE, False), (SMALL_FILE, True)):
        if not small and "small" in sys.argv[1:]:
            continue
        kept, card = learn(met, small=small)
        file = Path(str(resources("graphmem.services"))) / name
        with file.open("wb") as opened:
            np.savez_compressed(opened, **kept)  # type: ignore[arg-type]
        file.with_suffix(".json").write_text(json.dumps(card, indent=1, ensure_ascii=False) + "\n", "utf-8")
        print(json.dumps(card, indent=1, ensure_ascii=False))


if __name__ == "__main__":
    main()

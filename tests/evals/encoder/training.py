"""Tunes the encoder: batches of texts and of pairs in turn, from a fixed seed, the same on every run of one machine."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar

import numpy as np
import torch
from numpy.typing import NDArray
from torch.nn import functional

from graphmem.providers.e5_packed import Packed, packed_file
from graphmem.providers.tuned_encoder import Pieces
from graphmem.services.reading import MARKS
from tests.evals.encoder.endings import CREATE, UNREAD, Pair
from tests.evals.encoder.examples import PAIR_HEADS, RELATION, TEXT_HEADS, Text, label_names, mirrored_pair, unrelated
from tests.evals.encoder.network import WORD_LABELS, Encoder, Reader
from tests.evals.encoder.rows import MarkedRow, Row, marked_rows, pair_row, text_row
from tests.evals.encoder.vocabulary import pieces_of

T = TypeVar("T", Text, Pair)

EPOCHS, BATCH, RATE, HEAD_RATE, WARMING, LEAST = 3, 16, 5e-5, 1e-3, 0.1, 0.02
"""Passes over the lines, rows a step, the highest rates of the encoder and of its heads, the share of the steps in
which they rise to that, and what is left of it at the end."""

SORTED = 20
"""Batches that are put together of rows of like length."""

UNRELATED = 0.6
"""How many pairs of other matters are shown beside those of one: most of what stands beside a statement is such."""

AGAIN, SHARE, SLOWER = 2, 0.6, 0.5
"""When later lines join: how often each of them is shown, how much of the others, and of the rates."""

WORDS = 3.0
"""How much more than a verdict on a text one on its words counts, of which each has many that are easy."""

RARELY = 0.5
"""How many pairs of whole messages that end nothing are shown in a pass."""


@dataclass(slots=True)
class Trainer:
    """What is tuned, and on what; `left_out` are writers that nothing is learned from."""

    texts: list[Text]
    pairs: list[Pair]
    kept: NDArray[np.int64]
    left_out: frozenset[str] = frozenset()
    epochs: int = EPOCHS
    later: frozenset[str] = frozenset()
    """Writers whose lines join what was tuned before."""
    seed: int = 0
    news: Callable[[str], None] = print
    labels: dict[str, list[str]] = field(init=False)
    reader: Reader = field(init=False)
    pieces: Pieces = field(init=False)

    def __post_init__(self) -> None:
        torch.manual_seed(self.seed)
        packed = Packed(packed_file())
        self.pieces = pieces_of(packed, self.kept)
        self.labels = label_names(self.texts, self.pairs) | {MARKS: list(WORD_LABELS)}
        self.reader = Reader(
            Encoder(packed, self.kept, self.pieces),
            {head: self.labels[head] for head in TEXT_HEADS},
            {head: self.labels[head] for head in PAIR_HEADS},
        )

    def go_on(self, state: Mapping[str, Any]) -> None:
        """Begin with what was tuned before."""
        self.reader.load_state_dict(state)

    def train(self) -> None:
        """Tune everything, or with `later` writers what was tuned before. Tells how far it came."""
        rng = np.random.default_rng(self.seed)
        texts = self._shown([one for one in self.texts if self._is_read(one) and one.stretches], rng)
        pairs = self._shown([one for one in self.pairs if self._is_read(one)], rng)
        passes = [self._batches(texts, pairs, rng) for _ in range(1 if self.later else self.epochs)]
        total = sum(map(len, passes))
        slower = SLOWER if self.later else 1.0
        tuned = [one for one in self.reader.encoder.parameters() if one.requires_grad]
        heads = [
            *self.reader.of_texts.parameters(), *self.reader.of_pairs.parameters(), *self.reader.of_words.parameters(),
        ]  # fmt: skip
        optimizer = torch.optim.AdamW(
            [
                {"params": tuned, "lr": RATE * slower, "weight_decay": 0.01},
                {"params": heads, "lr": HEAD_RATE * slower},
            ],
            fused=True,
        )
        schedule = torch.optim.lr_scheduler.LambdaLR(
            optimizer, lambda step: min(1, (step + 1) / (WARMING * total)) * max(LEAST, 1 - step / total)
        )
        self.news(f"{len(texts)} texts, {len(pairs)} pairs, {total} steps")
        self.reader.train()
        began, losses = time.monotonic(), []
        for step, batch in enumerate((one for of_pass in passes for one in of_pass), start=1):
            loss = self._loss(batch)
            optimizer.zero_grad()
            loss.backward()
            torch.nn.utils.clip_grad_norm_(self.reader.parameters(), 1.0)
            optimizer.step()
            schedule.step()
            losses.append(float(loss.detach()))
            if step % 50 == 0:
                self.news(f"{step} of {total}, {time.monotonic() - began:.0f} s, loss {np.mean(losses[-50:]):.3f}")

    def _shown(self, lines: list[T], rng: np.random.Generator) -> list[T]:
        """All lines, or with `later` writers theirs several times and a share of the others."""
        if not self.later:
            return lines
        old = [one for one in lines if one.writer not in self.later and rng.random() < SHARE]
        return old + AGAIN * [one for one in lines if one.writer in self.later]

    def _is_read(self, one: Text | Pair) -> bool:
        return one.writer not in self.left_out and not one.writer.startswith(UNREAD)

    def _batches(self, texts: list[Text], pairs: list[Pair], rng: np.random.Generator) -> list[list[Any]]:
        """The batches of a pass, in which those of texts and of pairs take turns by chance."""
        shown = [
            (text_row(self.pieces, one.text[part.start : part.end]), part.labels)
            for one in texts
            for part in one.stretches
        ]
        told: list[tuple[Row, str, str]] = []
        for pair in pairs:
            one = pair
            if one.natural and one.label == CREATE and rng.random() >= RARELY:
                continue
            swaps = one.head == RELATION or one.label in ("reinforce", CREATE)
            if swaps and not one.natural and rng.random() < 0.5:
                one = mirrored_pair(one)
            told.append((pair_row(self.pieces, one.old, one.new), one.head, one.label))
        told += [
            (pair_row(self.pieces, one.old, one.new), one.head, one.label) for one in unrelated(pairs, rng, UNRELATED)
        ]
        marked = [
            row for one in texts if one.marks is not None for row in marked_rows(self.pieces, one.text, one.marks)
        ]
        batches = [
            *_batched(marked, lambda one: len(one.tokens), rng),
            *_batched(shown, lambda one: len(one[0][0]), rng),
            *_batched(told, lambda one: len(one[0][0]), rng),
        ]
        return [batches[place] for place in rng.permutation(len(batches))]

    def _loss(self, batch: list[Any]) -> torch.Tensor:
        if isinstance(batch[0], MarkedRow):
            wanted = torch.tensor([WORD_LABELS.index(label) for row in batch for label in row.labels])
            return WORDS * functional.cross_entropy(self.reader.words(batch), wanted)
        if len(batch[0]) == 2:
            vectors = self.reader.texts([row for row, _ in batch])
            labels = [one for _, one in batch]
            heads: Mapping[str, Any] = self.reader.of_texts
        else:
            vectors = self.reader.pairs([row for row, _, _ in batch])
            labels = [{head: label} for _, head, label in batch]
            heads = self.reader.of_pairs
        loss = vectors.new_zeros(())
        for head in heads:
            names = self.labels[head]
            wanted = torch.tensor([names.index(one[head]) if head in one else -100 for one in labels])
            if (wanted >= 0).any():
                loss = loss + functional.cross_entropy(heads[head](vectors), wanted, reduction="sum")
        return loss / len(labels)


def _batched(rows: list[Any], length: Callable[[Any], int], rng: np.random.Generator) -> list[list[Any]]:
    order = [rows[place] for place in rng.permutation(len(rows))]
    found = []
    for start in range(0, len(order), BATCH * SORTED):
        alike = sorted(order[start : start + BATCH * SORTED], key=length)
        found += [alike[at : at + BATCH] for at in range(0, len(alike), BATCH)]
    return found


def save(trainer: Trainer, path: Path) -> None:
    """Keep what was tuned, to be judged and written later."""
    torch.save(
        {
            "reader": trainer.reader.state_dict(), "kept": trainer.kept, "labels": trainer.labels,
            "left_out": sorted(trainer.left_out),
        },
        path,
    )  # fmt: skip

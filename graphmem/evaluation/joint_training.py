"""Trains the head that reads two texts together: adapters of an encoder's upper layers, and linear heads on top.

Only this module needs JAX (`pip install -e '.[train]'`); what it learns is used without. One seed, one order of the
examples: the same lines give the same head on the same processor, and to some digits the same on another.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import optax
from numpy.typing import NDArray

from graphmem.cognition.joint_head import JointHead
from graphmem.cognition.linear_head import Row, standardised
from graphmem.cognition.logistic import Logistic
from graphmem.ports import Progress, silent
from graphmem.providers.e5_packed import Packed
from graphmem.providers.e5_prepared import UPPER_FROM, arrays, matrices
from graphmem.providers.multilingual import MOST_TOGETHER

RANK = 16
"""Of the two narrow matrices beside each of a layer's own."""

EPOCHS, BATCH = 4, 32
RATE, HEADS_RATE = 5e-4, 5e-3
DROPPED, DROPPED_LAST = 0.1, 0.2
"""Share of the states that are left out at random while learning: after each layer, and before the heads."""

DECAY, HEADS_DECAY = 0.01, 0.05
STEP = 16
"""Pairs are padded to a multiple of so many tokens; each length is compiled once."""

MOST = 2 * MOST_TOGETHER
"""Tokens of a pair at the most."""

_EPSILON = 1e-12
_FAR = -1e9

Weights = dict[str, Any]


@dataclass(frozen=True, slots=True, eq=False)
class Example:
    """A pair as it is read: early states of both texts, the marks, the question it answers, and its label."""

    writer: str
    old: NDArray[np.float16]
    new: NDArray[np.float16]
    marks: Row
    question: str
    label: str

    @property
    def length(self) -> int:
        """Tokens of both, padded."""
        return -(-min(len(self.old) + len(self.new), MOST) // STEP) * STEP


class Trainer:
    """Learns heads for one encoder. `questions` are the labels of each, in their order."""

    def __init__(self, packed: Packed, questions: Mapping[str, Sequence[str]]) -> None:
        self._questions = {name: tuple(labels) for name, labels in questions.items()}
        self._heads, self._layers = packed.shape.heads, packed.shape.layers
        self._matrices = [name for name, _ in matrices(packed.shape)]
        self._width = packed.shape.hidden
        found = dict(arrays(packed))
        self._base: Weights = {}
        for layer in range(UPPER_FROM, self._layers):
            for name in self._matrices:
                at = f"l{layer}.{name}"
                self._base[f"{at}.w"] = jnp.asarray(found[f"{at}.w"], jnp.float32) * jnp.asarray(found[f"{at}.s"])
                self._base[f"{at}.b"] = jnp.asarray(found[f"{at}.b"])
            for norm in ("aln", "oln"):
                for part in ("w", "b"):
                    self._base[f"l{layer}.{norm}.{part}"] = jnp.asarray(found[f"l{layer}.{norm}.{part}"])

    def learn(self, examples: Sequence[Example], progress: Progress = silent) -> JointHead:
        """A head from these examples; minutes for some thousands."""
        marks = np.stack([one.marks for one in examples])
        mean, scale = marks.mean(axis=0), marks.std(axis=0)
        scale = np.where(scale < 1e-6, 1e9, scale)
        weights = self._begun(marks.shape[1])
        steps = EPOCHS * (len(examples) // BATCH)
        optimiser = _optimiser(steps, weights)
        state = optimiser.init(weights)

        def stepped(weights: Weights, state: Any, batch: Any, key: Any) -> tuple[Weights, Any]:
            slope = jax.grad(self._loss)(weights, batch, key)
            updates, state = optimiser.update(slope, state, weights)
            return optax.apply_updates(weights, updates), state

        step = jax.jit(stepped)
        key, done = jax.random.key(1), 0
        chance = np.random.default_rng(0)
        for _ in range(EPOCHS):
            for chosen in _batches(examples, chance):
                key, used = jax.random.split(key)
                batch = self._batch([examples[place] for place in chosen], mean, scale)
                weights, state = step(weights, state, batch, used)
                done += 1
                progress("learning", done, steps)
        return self._kept(weights, mean, scale)

    def _begun(self, marks: int) -> Weights:
        key = jax.random.key(0)
        weights: Weights = {"side": jnp.zeros((2, self._width))}
        for layer in range(UPPER_FROM, self._layers):
            for name in self._matrices:
                inputs, outputs = self._base[f"l{layer}.{name}.w"].shape
                key, used = jax.random.split(key)
                weights[f"l{layer}.{name}.A"] = jax.random.normal(used, (inputs, RANK)) / np.sqrt(inputs)
                weights[f"l{layer}.{name}.B"] = jnp.zeros((RANK, outputs))
        for name, labels in self._questions.items():
            key, used = jax.random.split(key)
            weights[f"{name}.w"] = jax.random.normal(used, (4 * self._width, len(labels))) * 0.02
            weights[f"{name}.marks"] = jnp.zeros((marks, len(labels)))
            weights[f"{name}.bias"] = jnp.zeros(len(labels))
        return weights

    def _batch(self, chosen: Sequence[Example], mean: Row, scale: Row) -> tuple[Any, ...]:
        length = max(one.length for one in chosen)
        states = np.zeros((len(chosen), length, self._width), np.float32)
        older, newer = np.zeros((2, len(chosen), length), np.float32)
        names = list(self._questions)
        asked, labels = np.zeros((2, len(chosen)), np.int32)
        for place, one in enumerate(chosen):
            both = np.concatenate([one.old, one.new])[:length]
            states[place, : len(both)] = both
            older[place, : len(one.old)] = 1
            newer[place, len(one.old) : len(both)] = 1
            asked[place] = names.index(one.question)
            labels[place] = self._questions[one.question].index(one.label)
        marks = standardised(np.stack([one.marks for one in chosen]), mean, scale).astype(np.float32)
        return states, older, newer, marks, asked, labels

    def _loss(self, weights: Weights, batch: tuple[Any, ...], key: Any) -> Any:
        states, older, newer, marks, asked, labels = batch
        mask = older + newer
        states = states + older[..., None] * weights["side"][0] + newer[..., None] * weights["side"][1]
        for layer in range(UPPER_FROM, self._layers):
            key, used = jax.random.split(key)
            states = _dropped(self._layer(weights, layer, states, mask), DROPPED, used)
        u, v = _mean(states, older), _mean(states, newer)
        seen = _dropped(jnp.concatenate([u, v, jnp.abs(u - v), u * v], axis=-1), DROPPED_LAST, key)
        losses = []
        for name in self._questions:
            scores = seen @ weights[f"{name}.w"] + marks @ weights[f"{name}.marks"] + weights[f"{name}.bias"]
            place = jnp.clip(labels, 0, scores.shape[1] - 1)[:, None]
            losses.append(-jnp.take_along_axis(jax.nn.log_softmax(scores), place, 1)[:, 0])
        return jnp.take_along_axis(jnp.stack(losses), asked[None, :], 0).mean()

    def _layer(self, weights: Weights, layer: int, states: Any, mask: Any) -> Any:
        base = self._base
        pairs, tokens, width = states.shape

        def times(name: str, rows: Any) -> Any:
            at = f"l{layer}.{name}"
            return rows @ base[f"{at}.w"] + base[f"{at}.b"] + (rows @ weights[f"{at}.A"]) @ weights[f"{at}.B"]

        def split(name: str) -> Any:
            return times(name, states).reshape(pairs, tokens, self._heads, -1).transpose(0, 2, 1, 3)

        def normed(rows: Any, name: str) -> Any:
            centred = rows - rows.mean(axis=-1, keepdims=True)
            spread = jnp.sqrt((centred * centred).mean(axis=-1, keepdims=True) + _EPSILON)
            return centred / spread * base[f"l{layer}.{name}.w"] + base[f"l{layer}.{name}.b"]

        scores = split("q") @ split("k").transpose(0, 1, 3, 2) / np.sqrt(width // self._heads)
        attention = jax.nn.softmax(scores + (1 - mask)[:, None, None, :] * _FAR, axis=-1)
        seen = (attention @ split("v")).transpose(0, 2, 1, 3).reshape(pairs, tokens, width)
        states = normed(states + times("ao", seen), "aln")
        return normed(states + times("fo", jax.nn.gelu(times("fi", states), approximate=False)), "oln")

    def _kept(self, weights: Weights, mean: Row, scale: Row) -> JointHead:
        kept = {name: np.asarray(value, np.float32) for name, value in weights.items()}
        adapters = {
            name: value.astype(np.float16).astype(np.float32)
            for name, value in kept.items()
            if name.endswith((".A", ".B"))
        }
        questions = {
            name: Logistic(
                labels,
                np.concatenate([kept[f"{name}.w"], kept[f"{name}.marks"]]).astype(np.float64),
                kept[f"{name}.bias"].astype(np.float64),
            )
            for name, labels in self._questions.items()
        }
        return JointHead(adapters, kept["side"], mean, scale, questions)


def _mean(states: Any, mask: Any) -> Any:
    return (states * mask[..., None]).sum(axis=1) / jnp.maximum(mask.sum(axis=1, keepdims=True), 1)


def _dropped(states: Any, share: float, key: Any) -> Any:
    return states * jax.random.bernoulli(key, 1 - share, states.shape) / (1 - share)


def _batches(examples: Sequence[Example], chance: np.random.Generator) -> list[list[int]]:
    """All examples once in a new order, those of a batch about equally long."""
    order = chance.permutation(len(examples))
    found: list[list[int]] = []
    for start in range(0, len(order), BATCH * 16):
        part = sorted(order[start : start + BATCH * 16].tolist(), key=lambda place: examples[place].length)
        found += [part[at : at + BATCH] for at in range(0, len(part), BATCH)]
    found = [one for one in found if len(one) == BATCH]
    return [found[place] for place in chance.permutation(len(found))]


def _optimiser(steps: int, weights: Weights) -> Any:
    def at(rate: float) -> Callable[[Any], Any]:
        schedule: Callable[[Any], Any] = optax.warmup_cosine_decay_schedule(
            0.0, rate, max(steps // 10, 1), max(steps, 2), rate * 0.02
        )
        return schedule

    inner = {
        "layers": optax.adamw(at(RATE), weight_decay=DECAY),
        "heads": optax.adamw(at(HEADS_RATE), weight_decay=HEADS_DECAY),
    }
    kinds = {name: "layers" if name.startswith("l") or name == "side" else "heads" for name in weights}
    return optax.chain(optax.clip_by_global_norm(1.0), optax.multi_transform(inner, kinds))

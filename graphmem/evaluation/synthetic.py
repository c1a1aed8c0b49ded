"""Made-up turns for load: any number, the same for the same seed, with the word statistics of talk.

A few thousand sentences are embedded for real; further turns are pairs of them, whose vector is the normalised mean of
the two with a little noise. That keeps the geometry of real text at a cost that a hundred thousand turns can pay.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from graphmem.ports import Embedder, Progress, Purpose, Vectors, silent
from graphmem.services.late_interaction import basis_of

SENTENCES = 5_000
"""Most distinct sentences to embed."""

NOISE = 0.005
"""Standard deviation per component of the noise in a mixed vector, before it is normalised."""

TOKENS = 24
"""Tokens kept of a made-up turn, about as many as of an embedded one."""

_PEOPLE = (
    "Ada Bora Cem Derya Ece Ferit Gaye Hakan Ines Jonas Kira Lale Mert Nora Okan Pelin Ruben Selin Tarik Vera Alma "
    "Baris Clara Deniz Emre Fiona Gizem Hugo Irmak Jale Kerem Liam Melis Nils Oya Paula Rana Sven Tuna Ugur Volkan"
)
_PLACES = (
    "harbour workshop library station kitchen market office garden clinic school garage airport bakery museum attic "
    "theatre pharmacy stadium chapel cellar terrace hotel campsite laundry bridge"
)
_THINGS = (
    "bicycle invoice recipe battery novel passport drill ladder fence camera violin server password ticket budget "
    "contract sweater lamp engine sofa tent telescope printer schedule kettle medicine painting boat mirror survey "
    "microscope suitcase notebook hammer curtain guitar freezer antenna certificate backpack compass blanket "
    "keyboard turbine sculpture helmet trampoline chessboard umbrella accordion"
)
_VERBS = (
    "bought repaired lost borrowed sold painted returned measured ordered packed cleaned replaced found described "
    "inspected polished auctioned hid weighed photographed"
)
_FEELINGS = "relieved annoyed proud curious tired worried delighted surprised calm hopeful jealous grateful bored"
_FRAMES = (
    "{p} {v} the {t} at the {l} before {q} arrived, number {n}.",
    "I was {f} when {p} told me that the {t} had to be {v} again by {q}.",
    "The {t} in the {l} costs {n} now, so {p} and {q} looked for another {u}.",
    "Because the {t} broke near the {l}, {p} {v} a {u} on day {n}.",
    "{p} prefers the {u} to the {t}, and {q} is {f} about it since week {n}.",
    "We decided to keep the {t} at the {l}; {q} {v} the {u} for {n} euros.",
)


_QUESTIONS = (
    "Who {v} the {t} at the {l}?",
    "Why was {p} {f} about the {t}?",
    "When did {p} and {q} look for another {u}?",
    "What happened to the {t} near the {l}?",
    "Which {t} does {p} prefer to the {u}?",
    "How much does the {t} in the {l} cost since day {n}?",
)
_NAMES = frozenset(_PEOPLE.split())
_WORD = re.compile(r"\w+")


@dataclass(frozen=True, slots=True)
class Turns:
    """Texts and their unit vectors, row by row."""

    texts: list[str]
    vectors: Vectors


def sentences(count: int, seed: int) -> list[str]:
    """Distinct made-up sentences."""
    return _distinct(_FRAMES, count, seed)


def questions(count: int, seed: int) -> list[str]:
    """Distinct questions about the contents of the sentences."""
    return _distinct(_QUESTIONS, count, seed)


def people(text: str) -> list[str]:
    """The people named in a made-up text, each once."""
    return [name for name in dict.fromkeys(_WORD.findall(text)) if name in _NAMES]


def _distinct(frames: tuple[str, ...], count: int, seed: int) -> list[str]:
    chance = random.Random(seed)  # noqa: S311 - reproducible load, nothing secret
    found: dict[str, None] = {}
    while len(found) < count:
        found[_filled(chance.choice(frames), chance)] = None
    return list(found)


def _filled(frame: str, chance: random.Random) -> str:
    return frame.format(
        p=chance.choice(_PEOPLE.split()),
        q=chance.choice(_PEOPLE.split()),
        l=chance.choice(_PLACES.split()),
        t=chance.choice(_THINGS.split()),
        u=chance.choice(_THINGS.split()),
        v=chance.choice(_VERBS.split()),
        f=chance.choice(_FEELINGS.split()),
        n=chance.randrange(10, 10_000),
    )


async def base(embedder: Embedder, count: int, seed: int, progress: Progress = silent) -> Turns:
    """Up to SENTENCES distinct sentences with their real embeddings."""
    texts = sentences(min(count, SENTENCES), seed)
    parts = []
    for start in range(0, len(texts), 256):
        parts.append(await embedder.embed(texts[start : start + 256], Purpose.PASSAGE))
        progress("embedding sentences", min(start + 256, len(texts)), len(texts))
    return Turns(texts, np.concatenate(parts))


def states(model: str, count: int) -> list[bytes | None]:
    """Token states of random values, as large as those of such turns; None for an embedder without any."""
    basis = basis_of(model)
    if basis is None:
        return [None] * count
    chance = np.random.default_rng(count)
    return [
        basis.tag + chance.integers(-127, 128, TOKENS * basis.axes.shape[1], np.int8).tobytes() for _ in range(count)
    ]


def chunks(sentences_: Turns, count: int, size: int, seed: int) -> Iterator[Turns]:
    """`count` turns in chunks of `size`: first the sentences themselves, then pairs of them."""
    chance = np.random.default_rng(seed)
    known = len(sentences_.texts)
    for start in range(0, count, size):
        rows = np.arange(start, min(start + size, count))
        plain = rows < known
        first = np.where(plain, rows % known, chance.integers(known, size=rows.size))
        second = chance.integers(known, size=rows.size)
        mixed = sentences_.vectors[first] + sentences_.vectors[second]
        mixed = mixed / np.linalg.norm(mixed, axis=1, keepdims=True)
        mixed = mixed + chance.normal(0, NOISE, mixed.shape)
        vectors = np.where(plain[:, None], sentences_.vectors[first], mixed)
        vectors = (vectors / np.linalg.norm(vectors, axis=1, keepdims=True)).astype(np.float32)
        texts = [
            sentences_.texts[a] if alone else f"{sentences_.texts[a]} {sentences_.texts[b]}"
            for a, b, alone in zip(first, second, plain, strict=True)
        ]
        yield Turns(texts, vectors)

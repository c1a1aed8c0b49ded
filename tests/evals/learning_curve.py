"""Whether more lines would help: the heads of single texts learned from a part of the writers, and what they then say
of writers whose lines they did not see. `make curve`; nothing is written.

A figure that still rises with the last doubling asks for more writers, one that does not for other features.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from statistics import mean

import numpy as np

from graphmem.cognition.linear_head import LinearHead
from graphmem.config import EmbedderKind, load_settings
from graphmem.providers.factory import ONNX_SPECS, open_embedder
from graphmem.server import extract_model
from graphmem.services.text_judging import AT_WORK, CATEGORY, STANDING, TOLD, WORTH, YES
from tests.evals.pair_lines import OWN
from tests.evals.reliability import auroc
from tests.evals.text_heads import LANGUAGES, Rows, message_rows, trained
from tests.evals.text_lines import message_lines

HEADS = (CATEGORY, WORTH, TOLD, AT_WORK, STANDING)
SHARES = (0.25, 0.5, 1.0)
DRAWS = 2
"""Draws of writers for each share but the whole."""


@dataclass(frozen=True, slots=True)
class Point:
    """What a share of the other writers teaches: lines learned from, and the figure on those left out, one for each
    draw: accuracy of several labels, AUROC of two."""

    head: str
    share: float
    lines: int
    figures: tuple[float, ...]


def curve(data: Rows, head: str, shares: Sequence[float] = SHARES, draws: int = DRAWS) -> Iterator[Point]:
    """Each writer is judged by a head that learned from a share of the others, drawn by a fixed seed."""
    writers = sorted({line.writer for line in data.lines if head in line.labels})
    for share in shares:
        figures, lines = [], []
        for draw in range(draws if share < 1 else 1):
            chance = np.random.default_rng(draw)
            said: list[tuple[float, bool]] = []
            for writer in writers:
                others = [name for name in writers if name != writer]
                kept = frozenset(chance.permutation(others)[: max(1, round(share * len(others)))].tolist())
                if writer == OWN:
                    continue
                judge, count = _learned(data, head, kept)
                lines.append(count)
                said += _said(data, head, judge, writer)
            figures.append(_figure(said, is_binary=YES in {line.labels.get(head) for line in data.lines}))
        yield Point(head, share, round(mean(lines)), tuple(figures))


def _learned(data: Rows, head: str, writers: frozenset[str]) -> tuple[LinearHead, int]:
    chosen = [place for place, line in enumerate(data.lines) if line.writer in writers and head in line.labels]
    part = Rows(
        [data.lines[place] for place in chosen],
        data.names,
        data.plain[chosen],
        None if data.said is None else data.said[chosen],
    )
    return trained(part, head), len(chosen)


def _said(data: Rows, head: str, judge: LinearHead, writer: str) -> Iterator[tuple[float, bool]]:
    """Of two labels the probability of the second and whether it is so; of several whether the likeliest is right."""
    for place, line in enumerate(data.lines):
        if line.writer != writer or head not in line.labels:
            continue
        found = judge.probabilities(data.served(place))
        wanted = line.labels[head]
        if YES in found:
            yield found[YES], wanted == YES
        else:
            yield 1.0, max(found, key=found.__getitem__) == wanted


def _figure(said: Sequence[tuple[float, bool]], *, is_binary: bool) -> float:
    if is_binary:
        return auroc(np.array([sure for sure, _ in said]), np.array([so for _, so in said]))
    return mean(so for _, so in said)


async def _main() -> None:
    kind = EmbedderKind.MULTILINGUAL_E5
    settings = load_settings(embedder=kind)
    spec = ONNX_SPECS.get(kind)
    embedder = await open_embedder(settings, None if spec is None else extract_model(spec.endpoint, settings))
    try:
        data = await message_rows(message_lines(LANGUAGES[kind]), embedder)
    finally:
        await embedder.aclose()
    print("head       share   lines   figure on writers left out, by draw (accuracy; AUROC of yes and no)")
    for head in HEADS:
        for point in curve(data, head):
            figures = "  ".join(f"{figure:.4f}" for figure in point.figures)
            print(f"{head:<10} {point.share:>5} {point.lines:>7}   {figures}", flush=True)


def main() -> None:
    """Print the curves of the default embedder's heads; a quarter of an hour."""
    asyncio.run(_main())


if __name__ == "__main__":
    main()

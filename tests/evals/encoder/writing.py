"""Writes models as the product reads them: the graph with int8 weights, the pieces, their places, and the heads."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sentencepiece import SentencePieceProcessor

from graphmem.cognition.logistic import Logistic
from graphmem.providers import vocabulary
from graphmem.providers.e5_packed import Packed
from graphmem.providers.tuned_encoder import FOLDER, GRAPH, HEADS, PIECES, PLACES, WEIGHTS
from tests.evals.encoder.arrays import arrays, quantised, write_arrays
from tests.evals.encoder.graph import build
from tests.evals.encoder.vocabulary import model_of, shipped


def write_encoder(packed: Packed, kept: NDArray[np.int64], state: Mapping[str, Any], folder: Path) -> None:
    """Write the encoder of a reader's state to a folder; its words are those of the shared vocabulary."""
    folder.mkdir(parents=True, exist_ok=True)
    tensors = {name.removeprefix("encoder."): value.float().numpy() for name, value in state.items()}

    def matrix(layer: int, name: str) -> NDArray[np.float32]:
        found: NDArray[np.float32] = tensors[f"layers.{layer}.{name}.weight"]
        return found

    def floats(name: str) -> NDArray[np.float32]:
        found: NDArray[np.float32] = tensors[_tuned_name(name)].astype("<f4").reshape(-1)
        return found

    arrays = list(quantised(packed.shape, matrix, floats))
    write_arrays(arrays, folder / WEIGHTS)
    (folder / GRAPH).write_bytes(build(packed.shape, arrays).SerializeToString(deterministic=True))
    model, special = model_of(packed, kept)
    (folder / PIECES).write_bytes(model)
    with (folder / PLACES).open("wb") as file:
        np.savez(
            file,
            rows=_rows(kept),
            places=tensors["places"].astype(np.float16),
            parts=tensors["parts"].astype(np.float16),
            special=np.array(special),
            **_normal(packed),  # type: ignore[arg-type]
        )


def write_base(packed: Packed, folder: Path) -> None:
    """Write the embedder that the package brings: the model as it came, and the vocabulary that the encoder shares."""
    pieces = SentencePieceProcessor(model_file=str(FOLDER / PIECES))
    known = (pieces.id_to_piece(number).encode() for number in range(pieces.get_piece_size()))
    kept = shipped(packed, known)
    write_arrays(found := list(arrays(packed)), folder / vocabulary.WEIGHTS)
    (folder / vocabulary.GRAPH).write_bytes(build(packed.shape, found).SerializeToString(deterministic=True))
    model, (begin, end, _) = model_of(packed, kept)
    (folder / vocabulary.PIECES).write_bytes(model)
    np.save(folder / vocabulary.WORDS, packed.blocks("emb.word", packed.shape.hidden)[kept])
    with (folder / vocabulary.PLACES).open("wb") as file:
        np.savez(
            file,
            numbers=kept.astype(np.int32),
            places=packed.places(),
            special=np.array([begin, end]),
            **_normal(packed),  # type: ignore[arg-type]
        )


def _rows(kept: NDArray[np.int64]) -> NDArray[np.int32]:
    """Where each piece stands in the shared vocabulary."""
    with np.load(vocabulary.FOLDER / vocabulary.PLACES, allow_pickle=False) as shared:
        numbers = shared["numbers"]
    found = np.searchsorted(numbers, kept)
    if not np.array_equal(numbers[np.minimum(found, len(numbers) - 1)], kept):
        raise ValueError("The shared vocabulary lacks pieces that the encoder keeps: drop them in `frequent`.")
    return found.astype(np.int32)


def _normal(packed: Packed) -> dict[str, NDArray[Any]]:
    return {
        "normal_from": np.array(list(packed.normal), np.int32),
        "normal_to": np.array(list(packed.normal.values())),
    }


def _tuned_name(name: str) -> str:
    """The module's name of an array of the packed file that is no matrix of a layer: "l3.q.b", "l3.aln.w"."""
    first, part, kind = name.split(".")
    kind = {"w": "weight", "b": "bias"}[kind]
    return f"norm.{kind}" if first == "emb" else f"layers.{first[1:]}.{part}.{kind}"


def write_heads(heads: Mapping[str, Logistic], cuts: Mapping[str, float], folder: Path) -> None:
    """Write the heads and the probabilities from which their verdicts count."""
    kept: dict[str, NDArray[Any]] = {"cut_names": np.array(list(cuts)), "cuts": np.array(list(cuts.values()))}
    for name, head in heads.items():
        kept[f"{name}_labels"] = np.array(head.labels)
        kept[f"{name}_weights"] = head.weights.astype(np.float32)
        kept[f"{name}_bias"] = head.bias.astype(np.float32)
    with (folder / HEADS).open("wb") as file:
        np.savez(file, **kept)  # type: ignore[arg-type]

"""Writes what was tuned as the product reads it: the graph with int8 weights, the words, the pieces, and the heads."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from graphmem.cognition.logistic import Logistic
from graphmem.providers.e5_graph import build
from graphmem.providers.e5_packed import Packed
from graphmem.providers.e5_prepared import quantised, write_arrays
from graphmem.providers.tuned_encoder import GRAPH, HEADS, PIECES, WEIGHTS, WORDS
from tests.evals.encoder.vocabulary import model_of


def write_encoder(packed: Packed, kept: NDArray[np.int64], state: Mapping[str, Any], folder: Path) -> None:
    """Write the encoder of a reader's state to a folder; the words stay as they came, in four bits."""
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
    with (folder / WORDS).open("wb") as file:
        np.savez(
            file,
            words=packed.blocks("emb.word", packed.shape.hidden)[kept],
            places=tensors["places"].astype(np.float16),
            parts=tensors["parts"].astype(np.float16),
            normal_from=np.array(list(packed.normal), np.int32),
            normal_to=np.array(list(packed.normal.values())),
            special=np.array(special),
        )


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

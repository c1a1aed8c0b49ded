"""Learns the axes along which token states are kept from the labelled lines: `make heads`, or
`python -m tests.evals.token_basis`.

No label is looked at. The same lines and the same model give the same file to the bit.
"""

from __future__ import annotations

import asyncio
import hashlib
import io
from importlib.resources import files
from pathlib import Path
from typing import Any

import numpy as np

from graphmem.cognition.late_interaction import TAG, Basis
from graphmem.config import EmbedderKind, load_settings
from graphmem.model.language import RULED
from graphmem.ports import Embedder
from graphmem.providers.factory import ONNX_SPECS, open_embedder
from graphmem.server import extract_model
from graphmem.services.late_interaction import FOLDER
from tests.evals.heads import rounded
from tests.evals.learning import learn_axes
from tests.evals.text_lines import message_lines

KINDS = (EmbedderKind.MULTILINGUAL_E5,)
"""Embedders whose token states are kept."""


async def train(kind: EmbedderKind, into: Path) -> str:
    """Learn the basis of an embedder, write its file to a folder, and tell its tag."""
    settings = load_settings(embedder=kind)
    spec = ONNX_SPECS.get(kind)
    embedder = await open_embedder(settings, None if spec is None else extract_model(spec.endpoint, settings))
    try:
        texts = list(dict.fromkeys(line.text for line in message_lines(RULED)))
        basis = await _learned(embedder, texts)
    finally:
        await embedder.aclose()
    kept: dict[str, Any] = {
        "mean": rounded(basis.mean),
        "axes": rounded(basis.axes),
        "token_ids": basis.rarity.ids,
        "token_rarity": rounded(basis.rarity.values),
        "token_unseen": np.float32(basis.rarity.unseen),
    }
    tag = hashlib.sha256(b"".join(np.ascontiguousarray(value).tobytes() for value in kept.values())).digest()[:TAG]
    _write(into / f"{embedder.model}.npz", {**kept, "tag": np.frombuffer(tag, np.uint8)})
    return f"{embedder.model}: {len(texts)} texts, {len(basis.rarity.ids)} tokens, {tag.hex()}"


async def _learned(embedder: Embedder, texts: list[str]) -> Basis:
    reader = embedder.read  # type: ignore[attr-defined]  # every local embedder has it
    read = await reader(texts, lambda one: (one.ids, one.rows))
    return learn_axes([(ids, rows) for ids, rows in read if len(ids)], b"")


def _write(path: Path, kept: dict[str, Any]) -> None:
    file = io.BytesIO()
    np.savez_compressed(file, **kept)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(file.getvalue())


def main() -> None:
    """Learn the basis of every embedder that has one."""
    into = Path(str(files("graphmem.services"))) / FOLDER
    for kind in KINDS:
        print(asyncio.run(train(kind, into)))


if __name__ == "__main__":
    main()

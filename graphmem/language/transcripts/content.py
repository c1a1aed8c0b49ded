"""Text of a message in any shape of content: a string, a list of parts, or an object around either."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

_TEXT_TYPES = frozenset({"text", "input_text", "output_text", "summary_text", None})
"""Part types with text for people; images, tool calls, tool results and hidden reasoning are left out."""

_HIDDEN_CONTENT = frozenset({"user_editable_context", "model_editable_context", "thoughts", "reasoning_recap"})


def is_hidden(content: object) -> bool:
    """Whether a part is hidden from readers: reasoning, or a model's notes about its user."""
    return isinstance(content, Mapping) and content.get("content_type") in _HIDDEN_CONTENT


def text_of(content: object) -> str | None:
    """Return the readable text of one content value, verbatim; None if it has none."""
    if isinstance(content, str):
        return content
    if isinstance(content, list):
        return _joined(content, "\n")
    if isinstance(content, Mapping):
        return _of_object(content)
    return None


def formatted_text(content: object) -> str | None:
    """Return the text of a `text` field, like `text_of`.

    A list there is one string cut up by formatting, joined without a break.
    """
    if isinstance(content, list):
        pieces = [piece if isinstance(piece, str) else _text_field(piece) for piece in content]
        kept = [piece for piece in pieces if piece]
        return "".join(kept) if kept else None
    return text_of(content)


def _of_object(content: Mapping[str, object]) -> str | None:
    if is_hidden(content):
        return None
    for key in ("parts", "text", "value", "content"):
        if key in content:
            return text_of(content[key])
    return None


def _joined(parts: Iterable[object], separator: str) -> str | None:
    texts = [text for part in parts if (text := _of_part(part))]
    return separator.join(texts) if texts else None


def _of_part(part: object) -> str | None:
    if isinstance(part, Mapping) and part.get("type") not in _TEXT_TYPES:
        return None
    return text_of(part) if isinstance(part, str | Mapping) else None


def _text_field(piece: object) -> str | None:
    text = piece.get("text") if isinstance(piece, Mapping) else None
    return text if isinstance(text, str) else None

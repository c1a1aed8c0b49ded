"""ChatGPT's export: each conversation is a tree of messages under `mapping`, since retries branch it.

Only the branch that ends at `current_node` was kept by its author, so only that one is read. Calls and results of
ChatGPT's own tools, above all pages that it searched, are neither the author's words nor an answer.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import cast

from graphmem.language.transcripts.content import is_hidden
from graphmem.language.transcripts.draft import Slice
from graphmem.language.transcripts.locate import Path
from graphmem.language.transcripts.messages import Message, Reject, message_text, read_turn

Tree = Mapping[str, object]


def read_tree(conversation: Message, reject: Reject, base: Path = ()) -> Slice:
    """Return the turns of the current branch, oldest first.

    Hidden and empty system messages, tools and thoughts are left out.
    """
    tree = cast(Tree, conversation["mapping"])
    piece = Slice()
    for node_id in _branch(tree, conversation.get("current_node")):
        message = _message(tree[node_id])
        if message is None or _is_hidden(message):
            continue
        path = (*base, "mapping", node_id)
        turn = read_turn(message, lambda reason, path=path: reject(path, reason))  # type: ignore[misc]
        if turn:
            piece.turns.append(turn)
    return piece


def _branch(tree: Tree, end: object) -> list[str]:
    """Return node ids from the root to `end`; without a known end, to the latest leaf."""
    node: object = end if isinstance(end, str) and end in tree else _last_leaf(tree)
    branch: list[str] = []
    seen: set[str] = set()
    while isinstance(node, str) and node in tree and node not in seen:
        seen.add(node)
        branch.append(node)
        entry = tree[node]
        node = entry.get("parent") if isinstance(entry, Mapping) else None
    return branch[::-1]


def _last_leaf(tree: Tree) -> str | None:
    leaves = [key for key, node in tree.items() if isinstance(node, Mapping) and not node.get("children")]
    return max(leaves, key=lambda key: _written(tree[key]), default=None)


def _written(node: object) -> float:
    message = _message(node)
    at = message.get("create_time") if message else None
    return float(at) if isinstance(at, int | float) else 0.0


def _message(node: object) -> Message | None:
    message = node.get("message") if isinstance(node, Mapping) else None
    return message if isinstance(message, Mapping) else None


def _is_hidden(message: Message) -> bool:
    metadata, author = message.get("metadata"), message.get("author")
    if isinstance(metadata, Mapping) and metadata.get("is_visually_hidden_from_conversation"):
        return True
    if message.get("recipient") not in (None, "all"):  # the assistant calling a tool
        return True
    role = author.get("role") if isinstance(author, Mapping) else None
    return role == "tool" or is_hidden(message.get("content")) or (role == "system" and message_text(message) is None)

"""Rendezvous hashing (Thaler and Ravishankar 1998): the name whose digest with the key is highest has the key.

A name that is added takes its share of new keys from all others, and moves none between them.
"""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import blake2b


def chosen(key: str, names: Iterable[str]) -> str:
    """The name that has a key."""
    return max(names, key=lambda name: (blake2b(f"{name}\n{key}".encode(), digest_size=16).digest(), name))

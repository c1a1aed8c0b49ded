"""The GraphQL server over graphmem: `create_app` returns an ASGI application."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from graphmem_api.app import create_app

__all__ = ["create_app"]


def __getattr__(name: str) -> object:
    # The supervisor of several workers imports the counts and the logins from here, and nothing that serves.
    if name == "create_app":
        from graphmem_api.app import create_app

        return create_app
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")

"""The GraphQL server over graphmem: `create_app` gives an ASGI application."""

from graphmem_api.app import create_app

__all__ = ["create_app"]

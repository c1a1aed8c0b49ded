"""The same store with a chat model, for dreams that tell in its words."""

from __future__ import annotations

from tests.services.ingestion.conftest import minded, model, running_model

__all__ = ["minded", "model", "running_model"]

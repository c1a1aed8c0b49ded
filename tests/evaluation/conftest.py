"""The tiny sets that every evaluation has."""

from __future__ import annotations

from pathlib import Path

import pytest

from graphmem import evaluation


@pytest.fixture
def tiny() -> Path:
    """The folder of our own few lines in every form."""
    return Path(evaluation.__file__).parent / "data" / "tiny"

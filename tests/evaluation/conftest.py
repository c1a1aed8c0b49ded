"""The tiny sets that every evaluation has."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.evals.labelled import DATA


@pytest.fixture
def tiny() -> Path:
    """The folder of our own few lines in every form."""
    return DATA / "tiny"

"""Turkish case and folding."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from graphmem.language.turkish import fold, lower


def test_lower_keeps_the_two_i_apart() -> None:
    assert lower("ISPARTA İZMİR Iğdır") == "ısparta izmir ığdır"


@pytest.mark.parametrize("written", ["İstanbul", "ISTANBUL", "istanbul", "İSTANBUL", "ıstanbul"])
def test_fold_makes_one_key(written: str) -> None:
    assert fold(written) == "istanbul"


def test_fold_drops_every_accent() -> None:
    assert fold("Çağrı Öğün’ü Şüphe é") == "cagri ogun'u suphe e"


@settings(deadline=None)
@given(st.text())
def test_folding_twice_changes_nothing(text: str) -> None:
    assert fold(fold(text)) == fold(text)

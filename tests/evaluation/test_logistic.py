"""Logistic regression: the closed form of a balanced coin, separable labels, the same bits each time."""

from __future__ import annotations

import numpy as np
import pytest

from tests.evals.learning import fit


def test_without_features_every_label_is_as_likely() -> None:
    """Labels count the same however many examples they have."""
    found = fit(np.zeros((6, 1)), ["a", "a", "a", "a", "a", "b"], np.ones(1))
    assert found.probabilities(np.zeros((1, 1)))[0] == pytest.approx([0.5, 0.5], abs=1e-6)


def test_the_optimum_of_one_feature() -> None:
    """Two points at ±1: the weights w, −w solve w = (1 − σ(2w)) / ridge."""
    ridge = 0.1
    found = fit(np.array([[1.0], [-1.0]]), ["a", "b"], np.array([ridge]))
    weight = float(found.weights[0, 0])
    assert weight == pytest.approx((1 - 1 / (1 + np.exp(-2 * weight))) / ridge, rel=1e-3)
    assert float(found.weights[0, 1]) == pytest.approx(-weight, rel=1e-6)


def test_three_labels_are_told_apart_and_the_fit_is_repeatable() -> None:
    centres = np.array([[2.0, 0.0], [-2.0, 0.0], [0.0, 3.0]])
    rows = np.concatenate([centres + 0.1 * step for step in range(-3, 4)])
    labels = ["x", "y", "z"] * 7
    found, again = (fit(rows, labels, np.full(2, 0.01)) for _ in range(2))
    said = [found.labels[place] for place in found.probabilities(rows).argmax(axis=1)]
    assert said == labels
    assert np.array_equal(found.weights, again.weights)
    with pytest.raises(ValueError, match="0 labels"):
        fit(rows, [], np.ones(2))

"""Sequences of steps that recur."""

from __future__ import annotations

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from graphmem.cognition.sequences import Pattern, common, is_part, maximal, recurring

SEQUENCES = st.lists(st.lists(st.sampled_from("abcde"), max_size=7), max_size=8)


def items(patterns: list[Pattern]) -> list[str]:
    return ["".join(one.items) for one in patterns]


def test_the_patterns_of_the_paper() -> None:
    """Pei et al. 2001, table 1, with single items in the place of sets, and any gap."""
    database = ["aabcacdcf", "adcbcae", "efabdfcb", "egafcbc"]
    found = recurring([list(one) for one in database], support=2, shortest=3, longest=3, gap=9)
    supports = {"".join(one.items): len(one.places) for one in found}
    assert {one: supports.get(one, 0) for one in ("abc", "acb", "acc", "dcb", "efc", "gaf")} == {
        "abc": 4, "acb": 3, "acc": 3, "dcb": 2, "efc": 2, "gaf": 0,
    }  # fmt: skip
    assert all(sum(is_part(one, sequence) for sequence in database) == count for one, count in supports.items())


def test_a_step_between_is_passed_over_and_two_are_not() -> None:
    assert items(recurring([list("axbc"), list("abyc"), list("abc")])) == ["abc"]
    assert recurring([list("axxbc"), list("abc"), list("abc")], support=3) == []


def test_places_are_the_first_ones() -> None:
    (found,) = recurring([list("zabcabc")] * 3, longest=3, gap=0)[:1]
    assert found.places[0] == (0, 1, 2) or found.items == ("a", "b", "c")


def test_what_stands_beside_by_chance_is_no_part() -> None:
    sequences = [list("abcd")] * 10 + [list("abcxd")] * 3 + [list("xyzw")] * 2
    assert items(maximal(recurring(sequences), sequences)) == ["abcd"]


def test_what_is_only_a_part_gives_way() -> None:
    sequences = [list("abcdef")] * 4
    assert items(maximal(recurring(sequences), sequences)) == ["abcdef"]


@given(SEQUENCES)
def test_what_is_found_stands_where_it_is_said_to(sequences: list[list[str]]) -> None:
    for one in recurring(sequences, support=2, shortest=2):
        assert len(one.places) >= 2
        for number, places in one.places.items():
            assert tuple(sequences[number][place] for place in places) == one.items
            assert all(0 < later - place <= 2 for place, later in pairwise(places))


@given(SEQUENCES)
def test_none_is_part_of_another(sequences: list[list[str]]) -> None:
    found = maximal(recurring(sequences, support=2), sequences)
    assert not any(one is not other and is_part(one.items, other.items) for one in found for other in found)


@given(st.lists(st.sampled_from("abc"), max_size=8), st.lists(st.sampled_from("abc"), max_size=8))
def test_what_two_have_in_common(one: list[str], other: list[str]) -> None:
    assert common(one, other) == common(other, one) <= min(len(one), len(other))
    assert (common(one, other) == len(one)) == is_part(one, other)

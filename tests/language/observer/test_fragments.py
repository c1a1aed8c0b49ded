import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphmem.language.observer.fragments import Index, required
from graphmem.language.observer.patterns import listed, possible
from graphmem.model.language import Language

FILES = [f"{language.value}/observer_{kind}" for kind in ("times", "injection") for language in Language]


@pytest.mark.parametrize(
    ("expression", "clauses"),
    [
        ("decided", [{" decided "}]),
        ("chose|chosen", [{" chose ", " chosen "}]),
        ("go(?:ing)? with", [{" with "}, {" go ", " going "}]),
        (r"\w+ed", [{"ed "}]),
        (r"(?:very )?\w+", []),
        (r"said[^.]{0,9}wrong", [{" said"}, {"wrong "}]),
        (r"b[iu]r(?= \d)", [{" bir "}, {" bur "}]),
        (r"(?<!to )ran, no\?", [{" ran "}]),
        (r"(?:a\d|b\w)x{2,3}", [{"a", "b"}, {"x"}]),
        ("(?i:who)", []),
        ("open[", []),
    ],
)
def test_an_expression_asks_for_words_that_it_spells(expression: str, clauses: list[set[str]]) -> None:
    found = required(expression)
    assert bool(found) == bool(clauses)
    assert all(any(clause & expected for expected in clauses) for clause in found)


def test_an_index_leaves_out_what_lacks_a_word_and_keeps_the_order() -> None:
    index = Index(["chose", r"\d+ days?", "go(?:ing)? with", r"\d{2}"])
    assert index.candidates("we chose it") == [0, 3]
    assert index.candidates("going along with three day tickets") == [1, 2, 3]
    assert index.candidates("") == [3]


@pytest.mark.parametrize("name", FILES)
def test_most_phrases_of_our_files_can_be_left_out(name: str) -> None:
    expressions = [phrase.pattern.pattern for phrase in listed(name)]
    assert len(list(possible(name, "xyzzy plugh"))) <= max(3, len(expressions) // 20)


WORDS = sorted(
    {word for name in FILES for phrase in listed(name) for word in re.findall(r"[a-z]{2,}", phrase.pattern.pattern)}
)


@given(
    st.lists(st.one_of(st.sampled_from(WORDS), st.sampled_from([",", ":", ".", "3", "i", "a"])), max_size=14),
    st.sampled_from(FILES),
    st.sampled_from([" ", "'", "-", ""]),
)
def test_no_phrase_that_matches_is_left_out(words: list[str], name: str, joint: str) -> None:
    text = " ".join(words[:9]) + joint + joint.join(words[9:])
    matching = [phrase for phrase in listed(name) if phrase.pattern.search(text)]
    kept = list(possible(name, text))
    assert [phrase for phrase in kept if phrase.pattern.search(text)] == matching

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphmem.language.doc import REMEMBERED, Doc, doc_of, prose, reading, spoken, tokens
from graphmem.language.emotion import feel
from graphmem.language.entities import find
from graphmem.model.language import Language
from graphmem.services.text_caches import forget_texts

EN, TR = Language.EN, Language.TR


def test_a_text_is_read_once_until_an_owner_is_erased() -> None:
    read: list[str] = []

    @reading
    def count(doc: Doc) -> int:
        read.append(doc.text)
        return len(doc.text)

    said = doc_of("Zorblax moved to Vermithrax.", EN)
    assert (count(said), count(doc_of(said.text, EN))) == (28, 28)
    assert read == [said.text]
    assert doc_of(said.text, TR) is not said
    assert forget_texts() >= 1
    assert doc_of(said.text, EN) is not said


def test_what_is_kept_is_bounded() -> None:
    first = doc_of("the first of many", EN)
    for number in range(REMEMBERED + 1):
        doc_of(f"text {number}", EN)
    assert doc_of("the first of many", EN) is not first
    long = "x" * 6_000
    assert doc_of(long, EN) is not doc_of(long, EN)


@pytest.mark.parametrize(
    ("text", "language", "expected"),
    [
        ("İzmir'deki O'Neill, AT&T", TR, ["İzmir", "O'Neill", "AT&T"]),
        ("C++ and C# on .NET, well-known", EN, ["C++", "and", "C#", "on", ".NET", "well-known"]),
        ("see https://x.example/Paris or `ls -l` now", EN, ["see", "or", "ls", "l", "now"]),
    ],
)
def test_the_words_of_a_text(text: str, language: Language, expected: list[str]) -> None:
    doc = doc_of(text, language)
    assert [word.text for word in tokens(doc)] == expected


@given(st.text(max_size=60))
def test_words_stand_where_they_say(text: str) -> None:
    doc = Doc(text, EN)
    assert len(prose(doc)) == len(text)
    assert all(text[word.start : word.end] == word.text for word in tokens(doc))


def test_code_feels_and_names_nothing() -> None:
    doc = doc_of("it says `terrible, horrible` for a.py", EN)
    assert [word.text for word in spoken(doc)] == ["it", "says", "for"]
    assert feel(doc).valence == 0
    assert find(doc_of("I met <b>Caroline</b> ```Paris```", EN))[0].name == "Caroline"

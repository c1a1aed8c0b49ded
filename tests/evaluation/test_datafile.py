"""Research files as records: both forms, gzip, lists of any length, and faults told by line and field."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from graphmem.errors import InvalidInputError
from graphmem.evaluation import datafile
from tests.evals.datafiles import load_records


def written(path: Path, text: str) -> Path:
    path.write_text(text, "utf-8")
    return path


def test_a_list_lines_one_object_and_gzip(tmp_path: Path) -> None:
    for text in ('[{"a": "x"}, {"a": "y"}]', '{"a": "x"}\n\n{"a": "y"}\n'):
        assert [item.text("a") for item in load_records(written(tmp_path / "d.json", text))] == ["x", "y"]
    (zipped := tmp_path / "d.json.gz").write_bytes(gzip.compress(b'{"a": "x"}'))
    assert [item.text("a") for item in load_records(zipped)] == ["x"]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ('{"a": "x"}\n{"a": \n', r"d\.json:2 is no JSON"),
        ('[{"a": "x"},\n{"a" "y"}]', r"d\.json:2 is no JSON"),
        ('{"a": "x"}\n[1]\n', r"d\.json:2 is no object"),
        ('[{"a": "x"}, 7]', r"d\.json: \[1\] is no object"),
        ("[]", r"d\.json holds nothing"),
    ],
)
def test_what_is_wrong_is_told_by_line(tmp_path: Path, text: str, told: str) -> None:
    with pytest.raises(InvalidInputError, match=told):
        load_records(written(tmp_path / "d.json", text))


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    (torn := tmp_path / "torn.json.gz").write_bytes(gzip.compress(b"[{}]" * 99)[:20])
    (latin := tmp_path / "latin.json").write_bytes(b'{"a": "\xe7"}')
    for path in (tmp_path / "missing.json", torn, latin):
        with pytest.raises(InvalidInputError, match="cannot be read"):
            load_records(path)


def test_what_is_wrong_is_told_by_field() -> None:
    item = datafile.record({"n": 5, "list": [{"x": 1}], "empty": " ", "day": "soon"}, "d.json:4")
    for wrong, told in (
        (lambda: item.text("n"), "d.json:4: field 'n' is not a text"),
        (lambda: item.text("gone"), "field 'gone' is missing"),
        (lambda: item.text("empty"), "field 'empty' is empty"),
        (lambda: item.records("n"), "field 'n' is not a list"),
        (lambda: item.records("list")[0].text("x"), r"d.json:4: list\[0\]: field 'x' is not a text"),
        (lambda: item.flag("n"), "field 'n' is not true or false"),
        (lambda: item.day("day"), "field 'day' is no date: 'soon'"),
        (lambda: item.texts("list"), "field 'list' holds something else than texts"),
    ):
        with pytest.raises(InvalidInputError, match=told):
            wrong()


@settings(max_examples=30, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(texts=st.lists(st.text(), max_size=12), chunk=st.integers(1, 40))
def test_a_list_is_streamed_as_it_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, texts: list[str], chunk: int
) -> None:
    monkeypatch.setattr(datafile, "CHUNK", chunk)
    path = written(tmp_path / "s.json", json.dumps([{"a": [text]} for text in texts], indent=1))
    assert [item.texts("a") for item in datafile.stream(path)] == [[text] for text in texts]


@pytest.mark.parametrize(
    ("text", "told"), [('{"a": 1}', "no JSON list"), ('[{"a": 1}, {"a"', r"\[1\] is no JSON"), ("[3]", "no object")]
)
def test_a_stream_tells_what_is_wrong(tmp_path: Path, text: str, told: str) -> None:
    with pytest.raises(InvalidInputError, match=told):
        list(datafile.stream(written(tmp_path / "s.json", text)))

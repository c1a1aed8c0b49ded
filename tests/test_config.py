"""Settings: defaults that work, the names other tools use, and errors that name the variable."""

from __future__ import annotations

import os

import pytest

from graphmem.config import EmbedderKind, load_settings
from graphmem.errors import ConfigurationError


def test_defaults_need_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("OPENAI_API_KEY", "OPENAI_BASE_URL", "GRAPHMEM_EMBEDDING_MODEL", "NEO4J_URI"):
        monkeypatch.delenv(name, raising=False)
    settings = load_settings()
    assert settings.embedder_kind is EmbedderKind.MULTILINGUAL_E5
    assert settings.neo4j_uri is None
    assert settings.listens_on_loopback


def test_an_endpoint_takes_over_once_it_is_complete(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_BASE_URL", "http://127.0.0.1:1/v1")
    assert load_settings().embedder_kind is EmbedderKind.MULTILINGUAL_E5
    monkeypatch.setenv("GRAPHMEM_EMBEDDING_MODEL", "some-model")
    assert load_settings().embedder_kind is EmbedderKind.OPENAI


@pytest.mark.parametrize(
    ("variable", "value"),
    [
        ("GRAPHMEM_PORT", "abc"),
        ("GRAPHMEM_NEO4J_HEAP", "much"),
        ("GRAPHMEM_EMBEDDER", "magic"),
        ("GRAPHMEM_EMBEDDING_DIMENSIONS", "0"),
        ("GRAPHMEM_HOST", "a" * 70),
    ],
)
def test_a_wrong_value_names_its_variable(monkeypatch: pytest.MonkeyPatch, variable: str, value: str) -> None:
    monkeypatch.setenv(variable, value)
    with pytest.raises(ConfigurationError, match=variable) as caught:
        load_settings()
    assert value in caught.value.message
    assert caught.value.exit_code == 3


@pytest.mark.parametrize("variable", ["GRAPHMEM_HOME", "GRAPHMEM_ARTIFACTS", "GRAPHMEM_OPS_LOG", "GRAPHMEM_HOST"])
def test_bytes_that_are_no_text_name_their_variable(monkeypatch: pytest.MonkeyPatch, variable: str) -> None:
    monkeypatch.setitem(os.environb, variable.encode(), b"/\xff\xfe")
    with pytest.raises(ConfigurationError, match=variable):
        load_settings()


def test_openai_needs_a_model(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GRAPHMEM_EMBEDDER", "openai")
    monkeypatch.delenv("GRAPHMEM_EMBEDDING_MODEL", raising=False)
    with pytest.raises(ConfigurationError, match="GRAPHMEM_EMBEDDING_MODEL"):
        load_settings()


@pytest.mark.parametrize(("host", "loopback"), [("localhost", True), ("::1", True), ("0.0.0.0", False), ("x.y", False)])
def test_loopback(host: str, loopback: bool) -> None:
    assert load_settings(host=host).listens_on_loopback is loopback


def test_the_facade_is_a_public_name() -> None:
    import graphmem
    from graphmem.facade import GraphMem

    assert graphmem.GraphMem is GraphMem
    assert {"GraphMem", "OwnedMemory", "RecallOptions", "Category", "Role", "__version__"} <= set(graphmem.__all__)
    assert all(hasattr(graphmem, name) for name in graphmem.__all__)

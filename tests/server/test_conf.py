"""neo4j.conf: one value for each setting, and nothing reachable or reported outside this machine."""

from __future__ import annotations

import json

from graphmem.config import Settings
from graphmem.server.conf import jvm_options, neo4j_conf


def _read(text: str) -> dict[str, str]:
    pairs = [line.partition("=")[::2] for line in text.splitlines() if line and not line.startswith("#")]
    names = [name for name, _ in pairs]
    assert len(names) == len(set(names)), "Neo4j refuses a setting named twice"
    return dict(pairs)


def test_it_listens_and_advertises_on_loopback() -> None:
    conf = _read(neo4j_conf(Settings(), bolt_port=1234, http_port=5678))
    addresses = {name: value for name, value in conf.items() if name.endswith("_address")}
    assert {value.partition(":")[0] for value in addresses.values()} == {"127.0.0.1"}
    assert conf["server.bolt.advertised_address"] == conf["server.bolt.listen_address"] == "127.0.0.1:1234"
    assert conf["server.http.advertised_address"] == conf["server.http.listen_address"] == "127.0.0.1:5678"
    assert conf["server.https.enabled"] == "false"


def test_it_reports_nothing_and_checks_itself() -> None:
    conf = _read(neo4j_conf(Settings(), bolt_port=1, http_port=2))
    assert conf["dbms.usage_report.enabled"] == conf["client.allow_telemetry"] == "false"
    assert conf["dbms.security.auth_enabled"] == conf["server.config.strict_validation.enabled"] == "true"


def test_the_browser_opens_with_our_style() -> None:
    command = _read(neo4j_conf(Settings(), bolt_port=1, http_port=2))["browser.post_connect_cmd"]
    styled, cleared = command.split("; ")  # the Browser parts commands there, so that the style may hold none
    assert cleared == "clear", "of what the Browser prints about the style"
    rules = json.loads(styled.removeprefix("style "))
    assert rules["node.EnglishMemory"]["caption"] == "{text}"
    assert rules["relationship.FACT"]["caption"] == "{predicate}"
    assert len(rules) > 40


def test_memory_comes_from_the_settings() -> None:
    settings = Settings(neo4j_heap="2G", neo4j_page_cache="256M")
    assert "-Xmx2g" in jvm_options(settings)
    assert _read(neo4j_conf(settings, bolt_port=1, http_port=2))["server.memory.pagecache.size"] == "256m"


def test_few_segments_and_few_merges() -> None:
    conf = _read(neo4j_conf(Settings(), bolt_port=1, http_port=2))
    factors = {name: value for name, value in conf.items() if name.endswith("merge_factor")}
    assert len(factors) == 2
    assert set(factors.values()) == {"10"}

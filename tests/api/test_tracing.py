"""Spans of OpenTelemetry: of what is asked over HTTP, of its stages, of what is done later; none says a text."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from graphmem_api.warm_up import warm_up

from graphmem import tracing
from graphmem.errors import ConfigurationError
from graphmem.facade import GraphMem
from graphmem.model.palace import Owner
from tests.api.conftest import Client
from tests.support.waiting import until

sdk = pytest.importorskip("opentelemetry.sdk.trace", reason="graphmem-neo4j[otel] is not installed")
from opentelemetry.sdk.trace import ReadableSpan  # noqa: E402
from opentelemetry.sdk.trace.export import SimpleSpanProcessor  # noqa: E402
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter  # noqa: E402

OBSERVE = """mutation($input: MessageInput!) { observe(input: $input) {
  ... on Observation { kept } ... on Problem { code } } }"""
RECALL = "query($q: String!) { recall(query: $q) { ... on Recollection { strategy } ... on Problem { code } } }"
LATER = """mutation($input: ConversationInput!) { mineLater(input: $input) {
  ... on Job { id } ... on Problem { code } } }"""
SAID = "I moved to Tromsø in March."
ELSEWHERE = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"


@pytest.fixture
def spans() -> Iterator[InMemorySpanExporter]:
    exporter = InMemorySpanExporter()
    provider = sdk.TracerProvider()
    provider.add_span_processor(SimpleSpanProcessor(exporter))
    tracing.begin(provider)
    yield exporter
    tracing.end()


def paths(found: tuple[ReadableSpan, ...]) -> set[str]:
    """Each span by its name and those of the spans that it is within."""
    by_id = {span.context.span_id: span for span in found if span.context}

    def path(span: ReadableSpan) -> str:
        around = span.parent and by_id.get(span.parent.span_id)
        return f"{path(around)} > {span.name}" if around else span.name

    return {path(span) for span in found}


async def test_spans_tell_what_took_its_time_and_no_text(
    own: GraphMem, client: Client, spans: InMemorySpanExporter, owner: str
) -> None:
    await client.data(OBSERVE, input={"text": SAID})
    asked = await client.post({"query": RECALL, "variables": {"q": "Where did I move?"}}, traceparent=ELSEWHERE)
    assert asked.status_code == 200
    await own.dreams.apply(own.owner(), by="test")
    found = spans.get_finished_spans()
    named = paths(found)
    assert {
        "POST /graphql",
        "POST /graphql > observe",
        "POST /graphql > observe > write.read",
        "POST /graphql > observe > write",
        "POST /graphql > recall",
        "POST /graphql > recall > recall.words",
        "POST /graphql > recall > recall.embed",
        "POST /graphql > recall > recall.memories",
        "POST /graphql > recall > recall.turns",
        "POST /graphql > recall > recall.describe",
        "dream",
        "dream > dream.plan",
        "dream > dream.carry_out",
    } <= named
    first, second = [span for span in found if span.name == "POST /graphql"]
    assert dict(first.attributes or {}) | {"graphmem.request_id": ""} == {
        "graphql.operation.type": "mutation",
        "graphmem.fields": ("observe",),
        "http.request.method": "POST",
        "http.route": "/graphql",
        "http.response.status_code": 200,
        "graphmem.request_id": "",
    }
    assert second.context is not None
    assert f"{second.context.trace_id:032x}" in ELSEWHERE
    told = " ".join(span.to_json() for span in found)
    assert not [word for word in ("Tromsø", "move", owner, own.owner().key) if word in told]


async def test_a_job_is_a_span_and_an_error_tells_its_kind_alone(
    own: GraphMem, client: Client, spans: InMemorySpanExporter
) -> None:
    job = await client.data(LATER, input={"title": "Ada", "turns": [{"speaker": "Ada", "text": SAID}], "id": "ada"})
    assert "id" in job["mineLater"], job

    async def done() -> bool:
        return any(span.name == "job" for span in spans.get_finished_spans())

    await until(done)
    (span,) = [span for span in spans.get_finished_spans() if span.name == "job"]
    assert dict(span.attributes or {})["graphmem.job.kind"] == "mine"
    assert "job > mine > write" in paths(spans.get_finished_spans())
    with pytest.raises(ValueError, match="hunter2"), tracing.span("one"):
        raise ValueError("hunter2")
    failed = spans.get_finished_spans()[-1]
    assert dict(failed.attributes or {}) == {"error.type": "ValueError"}
    assert "hunter2" not in failed.to_json()


def test_without_the_packages_it_says_so_and_off_it_needs_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "opentelemetry", None)
    with pytest.raises(ConfigurationError, match="OpenTelemetry") as missing:
        tracing.begin()
    assert "graphmem-neo4j[otel]" in missing.value.remedy
    with tracing.span("off"):
        tracing.note({"off": True})
    tree = ast.parse(Path(tracing.__file__).read_text("utf-8"))
    at_top = [node for node in tree.body if isinstance(node, ast.Import | ast.ImportFrom)]
    assert "opentelemetry" not in ast.unparse(ast.Module(list(at_top), []))


async def test_a_server_that_starts_asks_before_anybody_does(
    own: GraphMem, memory: GraphMem, spans: InMemorySpanExporter
) -> None:
    """And bills nobody: whoever has written nothing would become an owner by it, on each of several servers."""

    async def ready() -> bool:
        return own.warm is True

    async with warm_up(own):
        await until(ready)
    assert {"recall", "write"} <= {span.name for span in spans.get_finished_spans()}
    today = datetime.now(UTC).date()
    asker = Owner.named(own.settings.owner)
    assert await memory.ledger.report(asker, since=today - timedelta(1), until=today + timedelta(1)) == []

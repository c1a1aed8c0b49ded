"""Spans for OpenTelemetry: times of requests, recalls, writes, jobs and dreams; never a text.

Off unless `begin` was called, which `GRAPHMEM_OTEL` asks for: until then nothing is imported and a span costs a
comparison. Spans go to the tracer provider of the process, if it has one. Otherwise one is made that exports them by
OTLP over HTTP, to the target of OpenTelemetry's own variables (`OTEL_EXPORTER_OTLP_ENDPOINT`, `OTEL_TRACES_SAMPLER` …).
"""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager, nullcontext
from functools import wraps
from typing import TYPE_CHECKING, Any, ParamSpec, TypeAlias, TypeVar

from graphmem.errors import ConfigurationError

if TYPE_CHECKING:
    from opentelemetry.trace import Tracer, TracerProvider

P = ParamSpec("P")
R = TypeVar("R")

Attributes: TypeAlias = Mapping[str, str | int | float | bool | list[str]]

_tracer: Tracer | None = None
_OFF: AbstractContextManager[None] = nullcontext()


def begin(provider: TracerProvider | None = None) -> None:
    """Make spans from now on, of the given provider, else of the process's.

    Raises ConfigurationError without the packages.
    """
    global _tracer
    try:
        from opentelemetry import trace

        if provider is None and isinstance(trace.get_tracer_provider(), trace.ProxyTracerProvider):
            trace.set_tracer_provider(_exporting())
    except ImportError as error:
        raise ConfigurationError(
            "GRAPHMEM_OTEL is on, but OpenTelemetry is not installed.",
            remedy="Install it with pip install 'graphmem-neo4j[otel]', or turn it off.",
        ) from error
    _tracer = trace.get_tracer("graphmem", tracer_provider=provider)


def end() -> None:
    """Make no more spans."""
    global _tracer
    _tracer = None


def span(
    name: str, attributes: Attributes | None = None, headers: Mapping[str, str] | None = None
) -> AbstractContextManager[None]:
    """A span around the block. `headers` of a request name its parent span (`traceparent`)."""
    return _OFF if _tracer is None else _span(_tracer, name, attributes, headers)


def traced(
    name: str,
) -> Callable[[Callable[P, Coroutine[Any, Any, R]]], Callable[P, Coroutine[Any, Any, R]]]:
    """Mark a function whose runs are spans of that name."""

    def around(work: Callable[P, Coroutine[Any, Any, R]]) -> Callable[P, Coroutine[Any, Any, R]]:
        @wraps(work)
        async def within(*args: P.args, **kwargs: P.kwargs) -> R:
            with span(name):
                return await work(*args, **kwargs)

        return within

    return around


def note(attributes: Attributes, name: str | None = None) -> None:
    """Add attributes to the present span, and rename it if a name is given."""
    if _tracer is None:
        return
    from opentelemetry import trace

    running = trace.get_current_span()
    running.set_attributes(attributes)
    if name is not None:
        running.update_name(name)


@contextmanager
def _span(
    tracer: Tracer, name: str, attributes: Attributes | None, headers: Mapping[str, str] | None
) -> Iterator[None]:
    from opentelemetry import propagate
    from opentelemetry.trace import SpanKind, Status, StatusCode

    parent = None if headers is None else propagate.extract(headers)
    kind = SpanKind.INTERNAL if headers is None else SpanKind.SERVER
    with tracer.start_as_current_span(
        name, parent, kind, attributes, record_exception=False, set_status_on_exception=False
    ) as running:
        try:
            yield
        except BaseException as error:
            # The class alone, since the message may quote a memory.
            running.set_attribute("error.type", type(error).__name__)
            running.set_status(Status(StatusCode.ERROR))
            raise


def _exporting() -> TracerProvider:
    from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
    from opentelemetry.sdk.resources import OTELResourceDetector, Resource
    from opentelemetry.sdk.trace import TracerProvider as Exporting
    from opentelemetry.sdk.trace.export import BatchSpanProcessor

    # The environment's name of the service goes before ours.
    resource = Resource.create({"service.name": "graphmem"}).merge(OTELResourceDetector().detect())
    exporting = Exporting(resource=resource)
    exporting.add_span_processor(BatchSpanProcessor(OTLPSpanExporter()))
    return exporting

"""The options of a recall as arguments of a field, with the names and defaults of `RecallOptions`."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from typing import Annotated, Any, TypeVar, get_args, get_origin

from strawberry import argument

from graphmem.model import instant as model
from graphmem.services.retrieval.options import RecallOptions
from graphmem.verbs import Argument, arguments_of
from graphmem_api.schema.instant import AsOf, instant

F = TypeVar("F", bound=Callable[..., Any])


def with_options(*left_out: str) -> Callable[[F], F]:
    """Give a resolver that takes `**options` those arguments."""

    def made(resolver: F) -> F:
        added = [_parameter(one) for one in arguments_of(RecallOptions) if one.name not in left_out]
        signature = inspect.signature(resolver)
        own = [one for one in signature.parameters.values() if one.kind is not one.VAR_KEYWORD]
        vars(resolver)["__signature__"] = signature.replace(parameters=[*own, *added])
        resolver.__annotations__.pop("options")
        resolver.__annotations__.update({one.name: one.annotation for one in added})
        return resolver

    return made


def options_of(given: Mapping[str, Any]) -> RecallOptions:
    """The given options. Raises InvalidInputError for an invalid time."""
    kinds = {one.name: _form(one) for one in arguments_of(RecallOptions)}
    return RecallOptions(**{name: kinds[name](value) for name, value in given.items() if value is not None})


def _parameter(one: Argument) -> inspect.Parameter:
    limits = f" {one.about.least:,} to {one.about.most:,}." if one.about.least is not None else ""
    said = argument(one.about.line + limits)
    kind, default = one.kind, one.default
    if several := _several(one):
        kind, default = list[several] | None, None  # type: ignore[valid-type]
    annotation = AsOf if kind is model.AsOf else Annotated[kind, said]
    return inspect.Parameter(
        one.name, inspect.Parameter.KEYWORD_ONLY, default=None if kind is model.AsOf else default, annotation=annotation
    )


def _several(one: Argument) -> Any:
    """The item type of a collection type."""
    kinds = [kind for kind in get_args(one.kind) or () if get_origin(kind) is tuple] or [one.kind]
    return get_args(kinds[0])[0] if get_origin(kinds[0]) in (tuple, frozenset) else None


def _form(one: Argument) -> Callable[[Any], Any]:
    """The conversion from a request's value to the option's."""
    if one.kind is model.AsOf:
        return instant
    kind = get_origin(one.kind) if get_origin(one.kind) is frozenset else tuple
    return kind if _several(one) else (lambda value: value)

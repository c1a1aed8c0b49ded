"""Calls of a memory as values: they run on an open memory here, or travel to a server with one.

A call is a verb of `graphmem.OwnedMemory` with its arguments. The command line sends it; `graphmem serve` answers at
`/calls/NAME`. Importing this module brings nothing heavy, so a command that a running server answers is fast.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Coroutine, Mapping
from dataclasses import dataclass
from functools import cache
from itertools import chain
from typing import TYPE_CHECKING, Any, Concatenate, Generic, ParamSpec, TypeVar, cast
from urllib.parse import quote, unquote

from graphmem.errors import GraphMemError
from graphmem.model.palace import Owner
from graphmem.owned import OwnedMemory
from graphmem.verbs import Verb, form_of, verb_of, verbs_of

if TYPE_CHECKING:
    from graphmem.facade import GraphMem

P = ParamSpec("P")
R = TypeVar("R")


@dataclass(frozen=True, slots=True)
class Call(Generic[R]):
    """A verb with its arguments."""

    verb: Verb
    given: Mapping[str, Any]

    async def on(self, memory: GraphMem, owner: Owner) -> R:
        """Run the call on an open memory."""
        several = [value for name, value in self.given.items() if self.verb.arguments[name].many]
        named = {name: value for name, value in self.given.items() if not self.verb.arguments[name].many}
        return cast("R", await self.verb.method(memory.owner(owner), *chain(*several), **named))

    def written(self) -> bytes:
        """The arguments in the form of transport."""
        form = _form(self.verb)
        sent: bytes = form.model_construct(**self.given).model_dump_json(exclude_unset=True).encode()
        return sent

    def answer(self, read: bytes) -> R:
        """The answer from the form of transport."""
        return cast("R", _answers(self.verb).validate_json(read))


def call(
    verb: Callable[Concatenate[OwnedMemory, P], Coroutine[Any, Any, R]], *given: P.args, **named: P.kwargs
) -> Call[R]:
    """A call by its method, such as `call(OwnedMemory.show, id)`."""
    arguments = inspect.signature(verb).bind(None, *given, **named).arguments
    return Call(verb_of(verb), {name: value for name, value in arguments.items() if name != "self"})


def read(verb: Verb, body: bytes) -> Call[Any]:
    """A call from the form of transport. Raises pydantic's ValidationError."""
    found = _form(verb).model_validate_json(body)
    return Call(verb, {name: getattr(found, name) for name in found.model_fields_set})


def answered(verb: Verb, answer: Any) -> bytes:
    """An answer in the form of transport."""
    sent: bytes = _answers(verb).dump_json(answer)
    return sent


@cache
def _form(verb: Verb) -> Any:
    return form_of(verb.method, limits=False)


@cache
def _answers(verb: Verb) -> Any:
    from pydantic import TypeAdapter

    return TypeAdapter(verb.gives)


CALLS: Mapping[str, Verb] = {verb.wire: verb for verb in verbs_of(OwnedMemory).values() if verb.wire}
"""The verbs that a server answers, by name in the address."""

OWNER_HEADER = "graphmem-owner"
"""The owner of the memory, percent-encoded; accepted with the token of the home alone."""

AGENT_HEADER = "graphmem-agent"
"""The calling agent, whose settings apply; a key that is bound to an agent acts as that one alone."""

PROTOCOL = 3
"""Raised with each change that an older server would misread: such a server gets no calls."""


def owner_header(owner: Owner) -> str:
    """The header's value for an owner."""
    return quote(owner.name, safe="")


def named_in(header: str) -> Owner:
    """The owner that a header's value names. Raises InvalidInputError."""
    # Bytes that are no UTF-8 become half a surrogate pair, which no name may hold.
    return Owner.named(unquote(header, errors="surrogateescape"))


def raised_by_name(code: str, message: str, remedy: str) -> GraphMemError:
    """The error of a server's code, with the same message and exit code as if it were raised here."""
    kinds: list[type[GraphMemError]] = [GraphMemError]
    for kind in kinds:
        kinds += kind.__subclasses__()
    kind = next((kind for kind in kinds if kind.code == code), GraphMemError)
    error = kind.__new__(kind)
    GraphMemError.__init__(error, message, remedy=remedy)
    return error

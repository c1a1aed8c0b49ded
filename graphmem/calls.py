"""What is asked of a memory, as values: they run on a memory that is open here, or travel to a server that has one.

A call is a verb of `graphmem.OwnedMemory` with its arguments. The command line is the asker; `graphmem serve` answers
at `/calls/NAME`. Importing this module brings nothing heavy: that is what makes a command that a running server
answers fast.
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
    """A verb with what is asked by it."""

    verb: Verb
    given: Mapping[str, Any]

    async def on(self, memory: GraphMem, owner: Owner) -> R:
        """Ask it of an open memory."""
        several = [value for name, value in self.given.items() if self.verb.arguments[name].many]
        named = {name: value for name, value in self.given.items() if not self.verb.arguments[name].many}
        return cast("R", await self.verb.method(memory.owner(owner), *chain(*several), **named))

    def written(self) -> bytes:
        """The arguments as they travel."""
        form = _form(self.verb)
        sent: bytes = form.model_construct(**self.given).model_dump_json(exclude_unset=True).encode()
        return sent

    def answer(self, read: bytes) -> R:
        """What came back."""
        return cast("R", _answers(self.verb).validate_json(read))


def call(
    verb: Callable[Concatenate[OwnedMemory, P], Coroutine[Any, Any, R]], *given: P.args, **named: P.kwargs
) -> Call[R]:
    """A call by the method that is asked for, such as `call(OwnedMemory.show, id)`."""
    arguments = inspect.signature(verb).bind(None, *given, **named).arguments
    return Call(verb_of(verb), {name: value for name, value in arguments.items() if name != "self"})


def read(verb: Verb, body: bytes) -> Call[Any]:
    """A call as it arrives. Raises pydantic's ValidationError."""
    found = _form(verb).model_validate_json(body)
    return Call(verb, {name: getattr(found, name) for name in found.model_fields_set})


def answered(verb: Verb, answer: Any) -> bytes:
    """An answer as it travels."""
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
"""What a server answers, by its name on the wire."""

OWNER_HEADER = "graphmem-owner"
"""Names whose memory is asked, percent-encoded; accepted with the token of the home alone."""

AGENT_HEADER = "graphmem-agent"
"""Names the agent that asks, whose settings hold; a key that is bound to one speaks as that alone."""

PROTOCOL = 3
"""Raised with each change that an older server would misread: such a server is not asked."""


def owner_header(owner: Owner) -> str:
    """The header's value for an owner."""
    return quote(owner.name, safe="")


def named_in(header: str) -> Owner:
    """The owner that a header's value names. Raises InvalidInputError."""
    # What is no UTF-8 becomes half a surrogate pair, which no name may hold.
    return Owner.named(unquote(header, errors="surrogateescape"))


def raised_by_name(code: str, message: str, remedy: str) -> GraphMemError:
    """The error that a server told of by its code, with the same message and exit code as if it were met here."""
    kinds: list[type[GraphMemError]] = [GraphMemError]
    for kind in kinds:
        kinds += kind.__subclasses__()
    kind = next((kind for kind in kinds if kind.code == code), GraphMemError)
    error = kind.__new__(kind)
    GraphMemError.__init__(error, message, remedy=remedy)
    return error

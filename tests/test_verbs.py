"""Each verb is declared once, by its method of OwnedMemory: every door has its arguments, by the same names."""

from __future__ import annotations

import dataclasses
import inspect
import re
from collections.abc import Iterator, Mapping
from datetime import datetime
from enum import StrEnum
from types import NoneType, UnionType
from typing import Any, Union, get_args, get_origin

import pytest
import typer
from graphmem_api.export import sdl
from graphmem_api.schema.scopes import SCOPES
from graphql import GraphQLField, GraphQLInputObjectType, build_schema, get_named_type
from typer.core import TyperOption

from graphmem.agents.verbs import VERBS as TOOLS
from graphmem.agents.verbs import AgentVerbs
from graphmem.calls import CALLS
from graphmem.cli.app import app
from graphmem.model.instant import AsOf
from graphmem.owned import OwnedMemory
from graphmem.services.own_spaces import OwnSpaces
from graphmem.services.retrieval.options import RecallOptions
from graphmem.verbs import Argument, Verb, arguments_of, verbs_of

VERBS = verbs_of(OwnedMemory)
OF_SPACES = {f"spaces.{name}": verb for name, verb in verbs_of(OwnSpaces).items()}
OF_A_USE = {("procedure", one) for one in ("worked", "failed_step", "version", "tools")}
"""What an agent's tool takes beside its verb: how following a procedure turned out."""
OF_TIME = {"as_of", "known_at", "timeline"}

SAME = (
    "observe learn recall activate why related profile timeline outcome stats report digest memories show palace drawer"
)
COMMANDS = {
    **{name: name for name in (*SAME.split(), "forget", "tombstones", "lift", "pin", "export", "mine")},
    **{"import_archive": "import", "hot_tier": "hot", "procedure": "procedure record", "procedures": "procedure list"},
    **{"episode": "episode record", "start_session": "session start", "end_session": "session end"},
    **{"used": "procedure outcome"},
    **{"working_memory": "session show", "observe_many": "observe-many", "forget_many": "forget-many"},
}
"""By which command a verb is asked for."""

ABSENT: Mapping[tuple[str, str], set[str]] = {
    # A conversation is a file there, whose name is its key; a talk for context comes by --for, of which it is told.
    ("command", "mine"): {"title", "turns", "key"},
    ("command", "observe_many"): {"inputs"},
    ("command", "forget"): {"by_tool"},
    ("command", "used"): {"tools"},  # one at a time there: --tool node=22.3
    ("command", "pin"): {"pinned"},
    ("field", "forget"): {"by_tool"},
    # Whoever records through the API speaks as the owner's assistant.
    ("field", "procedure"): {"role"},
    ("field", "episode"): {"role"},
    # The version for some tools is asked of one procedure: `procedure(tools:)`, `procedure show --tool`.
    ("field", "procedures"): {"tools"},
    ("command", "procedures"): {"tools"},
    ("field", "mine"): {"key"},
    # A question stands by itself: whose agent sees its session asks with the conversation.
    ("field", "recall"): {"session_in_context"},
}
"""What a door leaves out of a verb, and why."""

ADDED: Mapping[tuple[str, str], set[str]] = {
    ("command", "recall"): {"for", "explain", "context"},
    ("command", "activate"): {"context"},
    ("command", "memories"): {"entity", "all"},
    ("command", "tombstones"): {"all"},
    ("command", "pin"): {"off"},
    ("command", "import_archive"): {"from"},
    ("command", "mine"): {"wing", "as", "id", "files", "batch"},
    ("command", "procedures"): {"after"},
    ("command", "used"): {"tool"},
    ("command", "observe_many"): {"file"},
    ("field", "outcome"): {"procedure", "project", "use"},
    ("field", "tombstones"): {"every"},
    ("field", "forget_many"): {"as_of", "live"},
    ("field", "memories"): {"as_of", "live", "session", "entity"},
    ("field", "procedures"): {"after"},
    ("field", "palace"): {"first", "after"},
    ("field", "mine"): {"id", "wing", "started_at", "idempotency_key"},
    ("field", "procedure"): {"idempotency_key"},
    ("field", "episode"): {"idempotency_key"},
    ("field", "dream"): {"steps", "limit", "first"},
    **{("field", name): {"limit", "first"} for name in ("rehearse", "consolidate", "compact")},
}
"""What a door has that concerns it alone."""


def whole(verb: Verb) -> dict[str, Argument]:
    """A verb's arguments, those of a recall's options among them."""
    found: dict[str, Argument] = {}
    for one in verb.arguments.values():
        group = RecallOptions if RecallOptions in (one.kind, *getattr(one.kind, "__args__", ())) else None
        found |= {field.name: field for field in arguments_of(group)} if group else {one.name: one}
    return found


@pytest.mark.parametrize("verb", [*VERBS.values(), *OF_SPACES.values()], ids=[*VERBS, *OF_SPACES])
def test_a_verb_is_declared(verb: Verb) -> None:
    assert verb.doc
    for one in whole(verb).values():
        assert one.about.line.endswith((".", "…")) or one.kind is AsOf, one.name
        assert one.kind not in (int, float) or one.about.least is not None, f"{one.name} has no limits"


def test_every_method_is_a_verb() -> None:
    methods = {name for name, method in inspect.getmembers(OwnedMemory) if inspect.iscoroutinefunction(method)}
    assert set(VERBS) == methods
    assert set(COMMANDS) <= set(VERBS)


def commands(group: Any, before: str = "") -> Iterator[tuple[str, Any]]:
    for name, command in group.commands.items():
        if hasattr(command, "commands"):
            yield from commands(command, f"{before}{name} ")
        else:
            yield f"{before}{name}", command


@pytest.mark.parametrize("name", COMMANDS)
def test_a_command_has_the_arguments_of_its_verb(name: str) -> None:
    command = dict(commands(typer.main.get_command(app)))[COMMANDS[name]]
    given = {
        (one.opts[0].lstrip("-") if isinstance(one, TyperOption) else str(one.name)).replace("-", "_").lower(): one
        for one in command.params
    }
    for common in ("owner", "json", "help"):
        given.pop(common, None)
    wanted = whole(VERBS[name])
    if "as_of" in wanted:
        assert given.keys() >= OF_TIME
    names = (wanted.keys() - ABSENT.get(("command", name), set())) | ADDED.get(("command", name), set())
    if "as_of" in wanted:
        names |= OF_TIME
    if name in ("export", "import_archive"):
        names = (names - {"file"}) | {next(iter(given))}
    assert set(given) == names
    for one in wanted.values():
        if one.name in given and one.about.least is not None:
            info = given[one.name].type_descriptor.parameter_info
            limits = info.min, info.max
            told = f"{one.about.least:,} to {one.about.most:,}" in (given[one.name].help or "")
            assert told or limits == (one.about.least, one.about.most), one.name


SCALARS = {str: "String", int: "Int", float: "Float", bool: "Boolean", datetime: "DateTime", AsOf: "AsOf"}
CALLED = {"ProfileName": "RecallProfile", "Right": "SpaceRight", "Verdict": "ReviewVerdict"}
"""Types that have another name in GraphQL."""


def types_of(one: Argument) -> tuple[str, bool]:
    """What an argument is in GraphQL: its named type, "" for what is of no one type, and whether it is a list."""
    is_union = get_origin(one.kind) in (UnionType, Union)
    kinds = [kind for kind in get_args(one.kind) if kind is not NoneType] if is_union else [one.kind]
    kind = next((kind for kind in kinds if isinstance(kind, type) and issubclass(kind, StrEnum)), kinds[0])
    several = bool(get_args(kind)) or one.many
    inner = get_args(kind)[0] if get_args(kind) else kind
    name = CALLED.get(getattr(inner, "__name__", ""), getattr(inner, "__name__", ""))
    return SCALARS.get(inner, "" if name == "Mapping" else name), several


def type_of(given: Any) -> tuple[str, bool]:
    named = get_named_type(given.type)
    return "" if isinstance(named, GraphQLInputObjectType) and named.name != "AsOf" else named.name, "[" in str(
        given.type
    )


def snake(name: str) -> str:
    return re.sub(r"(?<=[a-z])([A-Z])", r"_\1", name).lower()


def given_to(field: GraphQLField) -> dict[str, Any]:
    """The arguments of a field, those of its input in the place of it."""
    found: dict[str, Any] = {}
    for name, argument in field.args.items():
        kind = get_named_type(argument.type)
        if argument.deprecation_reason is not None:
            continue
        if isinstance(kind, GraphQLInputObjectType) and name in ("input", "filters"):
            found |= {snake(one): inside for one, inside in kind.fields.items()}
        else:
            found[snake(name)] = argument
    return found


@pytest.mark.parametrize("name", [*(name for name, verb in {**VERBS, **OF_SPACES}.items() if verb.field)])
def test_a_field_has_the_arguments_of_its_verb(name: str) -> None:
    verb, schema = {**VERBS, **OF_SPACES}[name], build_schema(sdl())
    assert schema.query_type
    assert schema.mutation_type
    roots = {f"{root}.{one}": field for root in (schema.query_type, schema.mutation_type)
             for one, field in root.fields.items()}  # fmt: skip
    (where,) = [root for root in roots if root.endswith(f".{verb.field}")]
    assert SCOPES[where] is verb.needs
    field = roots[where]
    wanted = set(whole(verb))
    if str(field.type).rstrip("!").endswith("Connection"):
        wanted = (wanted - {"limit"}) | {"first", "after"}
    if name == "context_for":
        wanted -= {"categories", "profile", "dormant", "without"}
    given = given_to(field)
    own = ADDED.get(("field", name), set())
    assert set(given) - own == wanted - ABSENT.get(("field", name), set()) - own
    for one in whole(verb).values():
        if one.name in given and one.name not in own:
            assert type_of(given[one.name]) == types_of(one), one.name
            if one.about.least is not None:
                assert f"{one.about.least:,} to {one.about.most:,}" in given[one.name].description, one.name


@pytest.mark.parametrize("name", TOOLS)
def test_a_tool_has_arguments_of_its_verb(name: str) -> None:
    verb = VERBS["procedure" if name == "procedure" else name]
    for one in arguments_of(getattr(AgentVerbs, name)):
        assert one.about.line
        if (name, one.name) in OF_A_USE:
            continue
        known = whole(verb)[one.name]
        assert (one.about.least, one.about.most) == (known.about.least, known.about.most)
        assert one.kind == known.kind


def test_a_call_has_the_arguments_of_its_verb() -> None:
    assert {verb.name for verb in CALLS.values()} == {name for name, verb in VERBS.items() if verb.wire}
    for verb in CALLS.values():
        assert verb.gives is not None
        assert all(dataclasses.is_dataclass(one.kind) or one.kind for one in verb.arguments.values())


def test_a_connection_pages_and_another_list_has_a_limit() -> None:
    for kind in build_schema(sdl()).type_map.values():
        for name, field in getattr(kind, "fields", {}).items():
            args = {one for one, argument in getattr(field, "args", {}).items() if argument.deprecation_reason is None}
            if f"{kind}.{name}" == "DreamRunDetail.changes":
                assert not args, "its page is chosen with the run"
            elif str(field.type).rstrip("!").endswith("Connection"):
                assert "limit" not in args, f"{kind}.{name}"
                assert {"first", "after"} <= args, f"{kind}.{name}"
            elif "first" in args:
                assert "after" in args, f"{kind}.{name} answers no page"


def test_how_many_is_called_limit_by_every_command() -> None:
    for name, command in commands(typer.main.get_command(app)):
        words = {one.opts[0] for one in command.params if isinstance(one, TyperOption)}
        assert not words & {"--first", "--top", "--count", "--number", "-n"}, name

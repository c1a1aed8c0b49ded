"""Limits of one GraphQL document: its length, tokens, depth, aliases and cost.

Cost is an upper bound of the resolved fields. Every field counts once for each object it may be resolved on, so lists
multiply by their `first` or `limit`, or by the size in `UNPAGED`. Fragments are measured once and reused; a document of
doubled spreads is measured in linear time (strawberry's own alias limiter is not, see GHSA-fr49-mhgj-crfc's fix).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from graphql import (
    DocumentNode,
    FieldNode,
    FragmentSpreadNode,
    GraphQLError,
    GraphQLNamedType,
    InlineFragmentNode,
    IntValueNode,
    OperationDefinitionNode,
    SelectionNode,
    SelectionSetNode,
    ValidationContext,
    ValidationRule,
    ValueNode,
    VariableNode,
    get_named_type,
)
from strawberry.extensions import SchemaExtension

MAX_DOCUMENT = 256 * 1024
"""Characters of a document. Long texts belong in variables, which only the body's size bounds."""

MAX_TOKENS = 1_000
MAX_DEPTH = 20
MAX_ALIASES = 30
MAX_COST = 50_000

MAX_PAGE = 200
"""The longest list; a larger request is refused elsewhere, with the name of the argument."""

UNPAGED = {
    **{f"Memory.{name}": 5 for name in ("sources", "relations", "entities", "facts", "versions", "tierHistory")},
    "MemoryDetail.relations": 100,
    "MemoryDetail.sources": 20,
    "MemoryDetail.versions": 20,
    "MemoryDetail.tiers": 10,
    "MemoryDetail.entities": 10,
    "EntityProfile.merged": 10,
    "Procedure.former": 5,
    "Observation.statements": 10,
    "ObservedMany.results": 50,
    "StatementVerdict.entities": 8,
    "MemoryHit.signals": 10,
    "MemoryHit.ranks": 8,
    "MemoryHit.path": 2,
    "CausalChain.steps": 2,
    "RelatedMemory.path": 4,
    "Activation.entries": 20,
    "Activation.dropped": 100,
    "Query.usage": 100,
    "Query.keys": 20,
    "ErasedOwner.counts": 20,
}
"""Assumed sizes of unpaged lists; any other one counts as one object, because its page counts it."""

INTROSPECTION_COST = 100
"""The factor for a field under `__schema` or `__type`: roughly the types and fields of this schema."""


@dataclass(frozen=True, slots=True)
class Measure:
    """The size of a selection, below one object."""

    depth: int = 0
    aliases: int = 0
    cost: int = 0

    def beside(self, other: Measure) -> Measure:
        """The size of both selections of the same object."""
        return Measure(max(self.depth, other.depth), self.aliases + other.aliases, self.cost + other.cost)


class QueryLimits(SchemaExtension):
    """Refuse documents beyond the limits before anything is resolved, and name the limit.

    The message also says how to stay within it.
    """

    def on_operation(self) -> Iterator[None]:
        context = self.execution_context
        if len(context.query or "") > MAX_DOCUMENT:
            # A one-token document replaces the refused one: neither lexed nor parsed, refused by the rule below.
            context.query, context.validation_rules = "{__typename}", (_TooLong,)
        else:
            rule = type("_Limits", (_Limits,), {"variables": context.variables or {}})
            context.validation_rules = (*context.validation_rules, rule)
        context.parse_options["max_tokens"] = MAX_TOKENS
        yield


class _TooLong(ValidationRule):
    def enter_document(self, _node: DocumentNode, *_args: Any) -> None:
        self.context.report_error(
            _refusal(f"The document has more than {MAX_DOCUMENT:,} characters.", "Pass long texts as variables.")
        )


class _Limits(ValidationRule):
    variables: Mapping[str, object] = {}

    def __init__(self, context: ValidationContext) -> None:
        super().__init__(context)
        self._fragments: dict[str, Measure] = {}

    def enter_operation_definition(self, node: OperationDefinitionNode, *_args: Any) -> None:
        root = self.context.schema.get_root_type(node.operation)
        total = self._selections(node.selection_set, root)
        for name, value, limit, remedy in (
            ("levels deep", total.depth, MAX_DEPTH, "Ask for the inner levels in a request of their own."),
            ("aliases", total.aliases, MAX_ALIASES, "Send several requests."),
            ("fields at most", total.cost, MAX_COST, "Lower `first` on the outer lists and follow the cursors."),
        ):
            if value > limit:
                self.context.report_error(_refusal(f"This asks for {value:,} {name}; {limit:,} is the limit.", remedy))

    def _selections(self, node: SelectionSetNode | None, parent: GraphQLNamedType | None) -> Measure:
        total = Measure()
        for selection in node.selections if node else ():
            total = total.beside(self._selection(selection, parent))
        return total

    def _selection(self, node: SelectionNode, parent: GraphQLNamedType | None) -> Measure:
        if isinstance(node, FieldNode):
            return self._field(node, parent)
        if isinstance(node, InlineFragmentNode):
            condition = node.type_condition
            inner = self.context.schema.get_type(condition.name.value) if condition else parent
            return self._selections(node.selection_set, inner)
        assert isinstance(node, FragmentSpreadNode)
        return self._fragment(node.name.value)

    def _fragment(self, name: str) -> Measure:
        if name not in self._fragments:
            # Another rule refuses a fragment that contains itself; here the recursion only must end.
            self._fragments[name] = Measure()
            if fragment := self.context.get_fragment(name):
                condition = self.context.schema.get_type(fragment.type_condition.name.value)
                self._fragments[name] = self._selections(fragment.selection_set, condition)
        return self._fragments[name]

    def _field(self, node: FieldNode, parent: GraphQLNamedType | None) -> Measure:
        name = node.name.value
        definition = getattr(parent, "fields", {}).get(name)
        inner = self._selections(node.selection_set, get_named_type(definition.type) if definition else None)
        times = INTROSPECTION_COST if name in ("__schema", "__type") else self._times(node, definition, parent)
        return Measure(inner.depth + 1, inner.aliases + (node.alias is not None), 1 + inner.cost * times)

    def _times(self, node: FieldNode, definition: Any, parent: GraphQLNamedType | None) -> int:
        """The number of objects of a field: its page size, the known size of an unpaged list, else one."""
        if definition is None:
            return 1
        given = {one.name.value: one.value for one in node.arguments or ()}
        asked = [
            self._size(given.get(name), definition.args[name].default_value)
            for name in ("first", "limit")
            if name in definition.args and (name in given or definition.args[name].default_value is not None)
        ]
        if asked:
            return max(asked)
        return UNPAGED.get(f"{parent}.{node.name.value}", 1)

    def _size(self, given: ValueNode | None, default: object) -> int:
        """The requested page size; the largest if nobody can tell."""
        value = default
        if isinstance(given, IntValueNode):
            # More digits than any page has: Python refuses to read thousands of them.
            value = int(given.value) if len(given.value) < 10 else MAX_PAGE
        elif isinstance(given, VariableNode):
            value = self.variables.get(given.name.value, MAX_PAGE)
        return min(max(value, 1), MAX_PAGE) if isinstance(value, int) else MAX_PAGE


def _refusal(message: str, remedy: str) -> GraphQLError:
    return GraphQLError(f"{message} {remedy}", extensions={"code": "QUERY_TOO_LARGE", "remedy": remedy})

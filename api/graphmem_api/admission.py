"""Admission: decide whether a key may run a document, before anything is resolved.

It checks the scope of each root field, the fields of a mutation's answer for a key that cannot read, and the key's
recent requests. It reads the fields of the operation to run, in fragments too.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, cast

from graphql import (
    FieldNode,
    FragmentSpreadNode,
    GraphQLError,
    GraphQLInterfaceType,
    GraphQLNamedType,
    GraphQLObjectType,
    InlineFragmentNode,
    OperationDefinitionNode,
    OperationType,
    SelectionSetNode,
    ValidationRule,
    get_named_type,
)
from strawberry.extensions import SchemaExtension

from graphmem import tracing
from graphmem.errors import ForbiddenError, RateLimitedError
from graphmem.model.access import Scope
from graphmem_api.schema.scopes import needed
from graphmem_api.schema.untold import OPEN

if TYPE_CHECKING:
    from graphmem_api.context import Context


class Admission(SchemaExtension):
    """Refuse the operations that the key may not run, or not yet."""

    def on_operation(self) -> Iterator[None]:
        execution = self.execution_context
        given = {"asking": execution.context, "operation": execution.operation_name}
        execution.validation_rules = (*execution.validation_rules, type("_Admitted", (_Admitted,), given))
        yield


class _Admitted(ValidationRule):
    asking: Context | None = None
    operation: str | None = None

    def enter_operation_definition(self, node: OperationDefinitionNode, *_args: Any) -> None:
        if self.asking is None or (self.operation and node.name and node.name.value != self.operation):
            return
        if self.asking.socket is not None and node.operation is not OperationType.SUBSCRIPTION:
            told = {"code": "BAD_REQUEST", "remedy": "POST queries and mutations."}
            self.context.report_error(GraphQLError("A socket carries subscriptions alone.", [node], extensions=told))
            return
        root = self.context.schema.get_root_type(node.operation)
        fields = [] if root is None else list(self._fields(node.selection_set, set()))
        writes = node.operation is OperationType.MUTATION
        # Names of the schema alone: the caller's own names, such as the operation's, may contain anything.
        known = [name for name in fields if root is not None and name in root.fields]
        tracing.note({"graphql.operation.type": node.operation.value, "graphmem.fields": known})
        try:
            for name in fields:
                if not name.startswith("__"):
                    for scope in needed(f"{root}.{name}"):
                        self.asking.access.require(scope, name)
            if writes and Scope.READ not in self.asking.access.scopes:
                self._require_untold(node, root)
            if fields:
                self.asking.rates.take(self.asking.access, Scope.WRITE if writes else Scope.READ, len(fields))
        except ForbiddenError as error:
            told = {"code": error.code, "scope": error.scope, "remedy": error.remedy}
            self.context.report_error(GraphQLError(error.message, [node], extensions=told))
        except RateLimitedError as error:
            wait = {"code": error.code, "retryAfter": error.retry_after, "remedy": error.remedy}
            self.context.report_error(GraphQLError(error.message, [node], extensions=cast("dict[str, Any]", wait)))

    def _require_untold(self, operation: OperationDefinitionNode, root: GraphQLObjectType | None) -> None:
        """Raise ForbiddenError for a field of an answer that reveals stored data."""
        waiting: list[tuple[SelectionSetNode, GraphQLNamedType | None]] = [(operation.selection_set, root)]
        spread: set[str] = set()
        while waiting:
            node, type_ = waiting.pop()
            for one in node.selections:
                if isinstance(one, FieldNode):
                    name = one.name.value
                    known = isinstance(type_, GraphQLObjectType | GraphQLInterfaceType) and type_.fields.get(name)
                    if type_ is None or not known or name.startswith("__"):
                        continue  # of the schema itself, or unknown, which other rules report
                    if type_ is not root and name not in OPEN.get(type_.name, ()):
                        raise ForbiddenError(f"{type_.name}.{name} of an answer", Scope.READ.value)
                    if one.selection_set:
                        waiting.append((one.selection_set, get_named_type(known.type)))
                elif isinstance(one, InlineFragmentNode):
                    on = one.type_condition
                    inner = type_ if on is None else self.context.schema.get_type(on.name.value)
                    waiting.append((one.selection_set, inner))
                elif isinstance(one, FragmentSpreadNode) and one.name.value not in spread:
                    spread.add(one.name.value)
                    if fragment := self.context.get_fragment(one.name.value):
                        inner = self.context.schema.get_type(fragment.type_condition.name.value)
                        waiting.append((fragment.selection_set, inner))

    def _fields(self, node: SelectionSetNode, seen: set[str]) -> Iterator[str]:
        """Names of the root fields; each fragment is read once, however often it is spread."""
        for selection in node.selections:
            if isinstance(selection, FieldNode):
                yield selection.name.value
            elif isinstance(selection, InlineFragmentNode):
                yield from self._fields(selection.selection_set, seen)
            elif isinstance(selection, FragmentSpreadNode) and selection.name.value not in seen:
                seen.add(selection.name.value)
                if fragment := self.context.get_fragment(selection.name.value):
                    yield from self._fields(fragment.selection_set, seen)

"""Documents and types of the TypeScript client, from the schema and its operations: `make typescript`.

`operations.graphql` has the client's operations. `operations.js` has each document as a string with its fragments;
`operations.d.ts` has the types of its variables and of its answer, and all inputs and enums of the schema.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from graphql import (
    DocumentNode,
    FieldNode,
    FragmentDefinitionNode,
    FragmentSpreadNode,
    GraphQLEnumType,
    GraphQLInputObjectType,
    GraphQLList,
    GraphQLNamedType,
    GraphQLNonNull,
    GraphQLObjectType,
    GraphQLSchema,
    InlineFragmentNode,
    ListTypeNode,
    NamedTypeNode,
    NonNullTypeNode,
    OperationDefinitionNode,
    SelectionSetNode,
    TypeNode,
    VariableDefinitionNode,
    build_schema,
    is_abstract_type,
    is_composite_type,
    parse,
    print_ast,
    validate,
)

ROOT = Path(__file__).parent.parent.parent
SCHEMA = ROOT / "api" / "schema.graphql"
SOURCE = ROOT / "api" / "typescript" / "src"
SCALARS = {"String": "string", "ID": "string", "Int": "number", "Float": "number", "Boolean": "boolean"}
"""Other scalars travel as strings."""
HEAD = "// Made of operations.graphql and the schema by `make typescript`; do not edit.\n"
DOCUMENT = """/** A document with what it answers and takes. */
export type Document<Result, Variables> = string & { readonly __ask?: (variables: Variables) => Result };"""


class Writer:
    """Types of one document of operations."""

    def __init__(self, schema: GraphQLSchema, document: DocumentNode) -> None:
        self.schema = schema
        self.operations = [one for one in document.definitions if isinstance(one, OperationDefinitionNode)]
        fragments = [one for one in document.definitions if isinstance(one, FragmentDefinitionNode)]
        self.fragments = {one.name.value: one for one in fragments}

    def documents(self) -> str:
        """The JavaScript module."""
        parts = [HEAD]
        for operation in self.operations:
            spread = sorted(self._spread(operation.selection_set))
            text = "\n".join(print_ast(one) for one in (operation, *(self.fragments[name] for name in spread)))
            parts.append(f"export const {_name(operation)} = `{text}`;\n")
        return "\n".join(parts)

    def types(self) -> str:
        """The declarations of the module."""
        parts = [HEAD, DOCUMENT]
        for name in sorted(self.schema.type_map):
            kind = self.schema.type_map[name]
            if not name.startswith("__"):
                parts += list(_declared(kind))
        for operation in self.operations:
            parts += self._operation(operation)
        return "\n\n".join(part.strip("\n") for part in parts) + "\n"

    def _operation(self, operation: OperationDefinitionNode) -> list[str]:
        name = _name(operation)
        root = self.schema.get_root_type(operation.operation)
        assert root is not None
        variables = "".join(f"  {_variable(one)};\n" for one in operation.variable_definitions or ())
        return [
            f"export interface {name}Variables {{\n{variables}}}",
            f"export type {name}Result = {self._object(root, [operation.selection_set], '')};",
            f"export const {name}: Document<{name}Result, {name}Variables>;",
        ]

    def _spread(self, selected: SelectionSetNode) -> set[str]:
        """Names of the fragments within, and of those within these."""
        found: set[str] = set()
        for one in selected.selections:
            if isinstance(one, FragmentSpreadNode):
                found |= {one.name.value} | self._spread(self.fragments[one.name.value].selection_set)
            elif isinstance(one, FieldNode | InlineFragmentNode) and one.selection_set:
                found |= self._spread(one.selection_set)
        return found

    def _selected(self, kind: GraphQLNamedType, selected: Sequence[SelectionSetNode], indent: str) -> str:
        """The type of a selection; of an interface or union one for each of its members."""
        if is_abstract_type(kind):
            members = self.schema.get_possible_types(kind)
            return " | ".join(self._object(member, selected, indent) for member in members)
        assert isinstance(kind, GraphQLObjectType)
        return self._object(kind, selected, indent)

    def _object(self, kind: GraphQLObjectType, selected: Sequence[SelectionSetNode], indent: str) -> str:
        fields: dict[str, list[FieldNode]] = {}
        for one in selected:
            for field in self._fields(kind, one):
                fields.setdefault(field.alias.value if field.alias else field.name.value, []).append(field)
        lines = [f"{indent}  {name}: {self._field(kind, same, indent + '  ')};\n" for name, same in fields.items()]
        return "{\n" + "".join(lines) + indent + "}"

    def _fields(self, kind: GraphQLObjectType, selected: SelectionSetNode) -> Iterator[FieldNode]:
        """The fields of an object of this type, fragments that fit it included."""
        for one in selected.selections:
            if isinstance(one, FieldNode):
                yield one
                continue
            inner = self.fragments[one.name.value] if isinstance(one, FragmentSpreadNode) else one
            assert isinstance(inner, FragmentDefinitionNode | InlineFragmentNode)
            if self._fits(kind, inner.type_condition):
                yield from self._fields(kind, inner.selection_set)

    def _fits(self, kind: GraphQLObjectType, condition: NamedTypeNode | None) -> bool:
        meant = kind if condition is None else self.schema.type_map[condition.name.value]
        return meant is kind or (is_abstract_type(meant) and self.schema.is_sub_type(meant, kind))

    def _field(self, kind: GraphQLObjectType, same: Sequence[FieldNode], indent: str) -> str:
        name = same[0].name.value
        if name == "__typename":
            return f'"{kind.name}"'
        inner = [one.selection_set for one in same if one.selection_set]
        return self._answered(kind.fields[name].type, inner, indent)

    def _answered(self, kind: object, inner: Sequence[SelectionSetNode], indent: str) -> str:
        if isinstance(kind, GraphQLNonNull):
            return self._answered(kind.of_type, inner, indent).removesuffix(" | null")
        if isinstance(kind, GraphQLList):
            return f"Array<{self._answered(kind.of_type, inner, indent)}> | null"
        assert isinstance(kind, GraphQLNamedType)
        told = self._selected(kind, inner, indent) if is_composite_type(kind) else _plain(kind)
        return f"{told} | null"


def _name(operation: OperationDefinitionNode) -> str:
    assert operation.name is not None
    return operation.name.value


def _plain(kind: GraphQLNamedType) -> str:
    if isinstance(kind, GraphQLEnumType | GraphQLInputObjectType):
        return kind.name
    return SCALARS.get(kind.name, "string")


def _given(kind: object) -> str:
    """The type of an input value; an optional one may be null."""
    if isinstance(kind, GraphQLNonNull):
        return _given(kind.of_type).removesuffix(" | null")
    if isinstance(kind, GraphQLList):
        return f"ReadonlyArray<{_given(kind.of_type)}> | null"
    assert isinstance(kind, GraphQLNamedType)
    return f"{_plain(kind)} | null"


def _variable(variable: VariableDefinitionNode) -> str:
    def named(node: TypeNode) -> str:
        if isinstance(node, NonNullTypeNode):
            return named(node.type).removesuffix(" | null")
        if isinstance(node, ListTypeNode):
            return f"ReadonlyArray<{named(node.type)}> | null"
        assert isinstance(node, NamedTypeNode)
        return f"{SCALARS.get(node.name.value, node.name.value)} | null"

    optional = not isinstance(variable.type, NonNullTypeNode) or variable.default_value is not None
    return f"{variable.variable.name.value}{'?' if optional else ''}: {named(variable.type)}"


def _declared(kind: GraphQLNamedType) -> Iterator[str]:
    """An enum or an input of the schema."""
    if isinstance(kind, GraphQLEnumType):
        yield (
            f"{_comment(kind.description)}export type {kind.name} = "
            + " | ".join(f'"{one}"' for one in kind.values)
            + ";"
        )
    elif isinstance(kind, GraphQLInputObjectType):
        lines = []
        for name, field in kind.fields.items():
            needed = isinstance(field.type, GraphQLNonNull) and field.ast_node and not field.ast_node.default_value
            lines.append(f"{_comment(field.description, '  ')}  {name}{'' if needed else '?'}: {_given(field.type)};\n")
        yield f"{_comment(kind.description)}export interface {kind.name} {{\n{''.join(lines)}}}"


def _comment(text: str | None, indent: str = "") -> str:
    return f"{indent}/** {' '.join(text.replace('*/', '*∕').split())} */\n" if text else ""


def made() -> dict[Path, str]:
    """The contents of the generated files."""
    schema = build_schema(SCHEMA.read_text("utf-8"))
    document = parse((SOURCE / "operations.graphql").read_text("utf-8"))
    if errors := validate(schema, document):
        raise ValueError("\n".join(str(error) for error in errors))
    writer = Writer(schema, document)
    return {SOURCE / "operations.js": writer.documents(), SOURCE / "operations.d.ts": writer.types()}


if __name__ == "__main__":
    for path, text in made().items():
        path.write_text(text, "utf-8")

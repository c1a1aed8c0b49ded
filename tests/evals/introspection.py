"""A GraphQL schema as a client sees it: root fields, their arguments, and what can be selected of a type."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

_OF = "kind name ofType { kind name ofType { kind name ofType { kind name } } }"
QUERY = f"""{{ __schema {{ queryType {{ name }} mutationType {{ name }} types {{ kind name
  fields(includeDeprecated: true) {{ name args {{ name defaultValue type {{ {_OF} }} }} type {{ {_OF} }} }}
  inputFields {{ name defaultValue type {{ {_OF} }} }} enumValues {{ name }} possibleTypes {{ name }} }} }} }}"""
"""What a `Shape` is made of."""

_LEAVES = ("SCALAR", "ENUM")


@dataclass(frozen=True, slots=True)
class Shape:
    """The types of a schema by name, as introspection gives them."""

    types: Mapping[str, Mapping[str, Any]]
    query: str
    mutation: str

    @classmethod
    def of(cls, answer: Mapping[str, Any]) -> Shape:
        """The shape in the answer to QUERY."""
        schema = answer["data"]["__schema"]
        types = {one["name"]: one for one in schema["types"]}
        return cls(types, schema["queryType"]["name"], schema["mutationType"]["name"])

    def fields(self, type_: str) -> dict[str, Mapping[str, Any]]:
        """The fields of an object type by name."""
        return {field["name"]: field for field in self.types[type_].get("fields") or ()}

    def roots(self) -> dict[str, str]:
        """Every root field with the operation it belongs to, `query` or `mutation`."""
        queries = dict.fromkeys(self.fields(self.query), "query")
        return queries | dict.fromkeys(self.fields(self.mutation), "mutation")

    def root(self, field: str) -> Mapping[str, Any]:
        """A root field by name."""
        kind = self.query if self.roots()[field] == "query" else self.mutation
        return self.fields(kind)[field]

    def selection(self, type_: str, depth: int) -> str:
        """Everything that can be selected of a type without arguments, so many objects deep; empty for a leaf."""
        return _selection(self, type_, depth)

    def less(self, type_: str, field: str) -> Shape:
        """The same without a field."""
        kept = [one for one in self.types[type_]["fields"] if one["name"] != field]
        return replace(self, types={**self.types, type_: {**self.types[type_], "fields": kept}})

    def document(self, field: str, arguments: Iterable[str], depth: int) -> str:
        """An operation that asks a root field for everything, with a variable for each of these arguments."""
        root = self.root(field)
        types = {argument["name"]: written(argument["type"]) for argument in root["args"]}
        named = list(arguments)
        declared = ", ".join(f"${name}: {types[name]}" for name in named)
        given = ", ".join(f"{name}: ${name}" for name in named)
        head = f"{self.roots()[field]}{f'({declared})' if named else ''}"
        return f"{head} {{ {field}{f'({given})' if named else ''}{self.selection(named_type(root['type']), depth)} }}"


def written(type_: Mapping[str, Any]) -> str:
    """A type as documents write it, like `[String!]!`."""
    if type_["kind"] == "NON_NULL":
        return written(type_["ofType"]) + "!"
    if type_["kind"] == "LIST":
        return f"[{written(type_['ofType'])}]"
    return str(type_["name"])


def named_type(type_: Mapping[str, Any]) -> str:
    """The name of what a type wraps."""
    while type_.get("ofType"):
        type_ = type_["ofType"]
    return str(type_["name"])


def is_required(argument: Mapping[str, Any]) -> bool:
    """Whether a field cannot be asked without it."""
    return argument["type"]["kind"] == "NON_NULL" and argument["defaultValue"] is None


def _selection(shape: Shape, name: str, depth: int) -> str:
    type_ = shape.types[name]
    if type_["kind"] in _LEAVES:
        return ""
    if type_["kind"] == "UNION":
        return _members(shape, type_, depth)
    return f" {{ __typename {' '.join(_fields(shape, name, depth).values())} }}"


def _fields(shape: Shape, name: str, depth: int) -> dict[str, str]:
    found = {}
    for field in shape.types[name]["fields"]:
        inner = named_type(field["type"])
        leaf = shape.types[inner]["kind"] in _LEAVES
        if not any(map(is_required, field["args"])) and (leaf or depth > 1):
            found[field["name"]] = field["name"] + _selection(shape, inner, depth - 1)
    return found


def _members(shape: Shape, union: Mapping[str, Any], depth: int) -> str:
    """Fields of one name and of different types may not stand in one union: only the first of them does."""
    types: dict[str, str] = {}
    parts = []
    for member in union["possibleTypes"]:
        told = {field["name"]: written(field["type"]) for field in shape.types[member["name"]]["fields"]}
        fields = _fields(shape, member["name"], depth)
        kept = [text for field, text in fields.items() if types.setdefault(field, told[field]) == told[field]]
        parts.append(f"... on {member['name']} {{ __typename {' '.join(kept)} }}")
    return f" {{ __typename {' '.join(parts)} }}"

"""Types of entities that an owner declares: name, description and possible fields."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from graphmem.errors import InvalidInputError

MOST_TYPES = 50
LONGEST_NAME = 40
LONGEST_DESCRIPTION = 200
MOST_FIELDS = 20
LONGEST_VALUE = 500
"""Characters of a field's value, and of a value that a field may have."""

SCALARS: Mapping[str, tuple[type, ...]] = {
    "string": (str,),
    "integer": (int,),
    "number": (int, float),
    "boolean": (bool,),
}
_BOUNDS = ("minimum", "maximum", "minLength", "maxLength")
_SAID = ("title", "description", "default", "examples")
"""Keywords of a field's JSON Schema that restrict nothing and are not stored."""

Fields = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class OwnType:
    """A type of entities: a recipe, a client, a plant.

    `fields` by name have a kind ("string"), and may have `enum`, bounds or `format: date`; an entity of the type must
    have those in `required`.
    """

    name: str
    description: str
    fields: Mapping[str, Mapping[str, Any]]
    required: tuple[str, ...] = ()

    @classmethod
    def read(cls, told: Mapping[str, Any]) -> OwnType:
        """A stored type."""
        schema = told.get("fields", {})
        return cls(told["name"], told["description"], schema.get("properties", {}), tuple(schema.get("required", ())))

    def check(self, given: Fields) -> dict[str, Any]:
        """The valid fields of an entity of this type; numbers and booleans may be given as text.

        Raises InvalidInputError that names the field and its value.
        """
        given = {name: _as_written(self.fields.get(name, {}), value) for name, value in given.items()}
        for name in given:
            if name not in self.fields:
                known = ", ".join(self.fields) or "none"
                raise _wrong(f"The type {self.name} has no field {str(name)[:60]!r}.", remedy=f"Its fields: {known}.")
        for name in self.required:
            if given.get(name) is None:
                raise _wrong(f"An entity of the type {self.name} needs its {name}.", remedy=f"Give its {name}.")
        for name, value in given.items():
            if value is not None and not _fits(self.fields[name], value):
                wanted = json.dumps(dict(self.fields[name]), ensure_ascii=False)[:300]
                raise _wrong(
                    f"The field {name} of {self.name} is {str(value)[:60]!r}.", remedy=f"It must be {wanted[:300]}."
                )
        return {name: value for name, value in given.items() if value is not None}


def read_types(given: Any) -> list[dict[str, Any]] | None:
    """Types as sent, or typed as JSON; None for none.

    `fields` are a JSON Schema of an object, or a Pydantic model. Raises InvalidInputError that names what is out of
    bounds.
    """
    told = _parsed(given) if isinstance(given, str) else given
    if not isinstance(told, Sequence) or not all(isinstance(one, Mapping) for one in told):
        raise _wrong(
            f"types is {str(given)[:60]!r}.", remedy='Write a list: [{"name": "recipe", "description": "a dish"}].'
        )
    if len(told) > MOST_TYPES:
        raise _wrong(f"types has {len(told)} types.", remedy=f"Declare at most {MOST_TYPES}.")
    types = [_type(one) for one in told]
    names = [one["name"].casefold() for one in types]
    if twice := next((name for name in names if names.count(name) > 1), None):
        raise _wrong(f"types has {twice!r} twice.", remedy="Declare each type once.")
    return types or None


def _parsed(text: str) -> Any:
    try:
        return json.loads(text) if text.strip() else []
    except ValueError as error:
        raise _wrong(f"types is no JSON ({str(error)[:60]}).", remedy="Write a list of types as JSON.") from error


def _type(told: Mapping[str, Any]) -> dict[str, Any]:
    name, description = " ".join(str(told.get("name", "")).split()), " ".join(str(told.get("description", "")).split())
    if not (0 < len(name) <= LONGEST_NAME and all(letter.isalnum() or letter in " _-" for letter in name)):
        raise _wrong(
            f"{name[:60]!r} is no name of a type.", remedy=f"Write 1 to {LONGEST_NAME} letters, digits, - and _."
        )
    if not 0 < len(description) <= LONGEST_DESCRIPTION:
        raise _wrong(
            f"The description of {name} has {len(description)} characters.", remedy=f"Write 1 to {LONGEST_DESCRIPTION}."
        )
    if other := next((one for one in told if one not in ("name", "description", "fields")), None):
        raise _wrong(
            f"The type {name} has the entry {str(other)[:60]!r}.", remedy="A type has name, description and fields."
        )
    schema = _schema(name, told.get("fields") or {})
    return {"name": name, "description": description} | ({"fields": schema} if schema["properties"] else {})


def _schema(name: str, given: Any) -> dict[str, Any]:
    """The stored part of a JSON Schema, or of a Pydantic model's."""
    schema = given.model_json_schema() if hasattr(given, "model_json_schema") else given
    fields = schema.get("properties", {}) if isinstance(schema, Mapping) else None
    if not isinstance(fields, Mapping) or (schema and schema.get("type", "object") != "object"):
        raise _wrong(f"The fields of {name} are {str(given)[:60]!r}.", remedy="Write a JSON Schema with properties.")
    if len(fields) > MOST_FIELDS:
        raise _wrong(f"The type {name} has {len(fields)} fields.", remedy=f"Declare at most {MOST_FIELDS}.")
    defined = schema.get("$defs", {})
    kept = {str(field): _field(f"{field} of {name}", told, defined) for field, told in fields.items()}
    if long := next((one for one in kept if not (one.isidentifier() and len(one) <= LONGEST_NAME)), None):
        raise _wrong(f"{long[:60]!r} names no field.", remedy=f"Write 1 to {LONGEST_NAME} letters, digits and _.")
    required = [one for one in schema.get("required", ()) if one in kept]
    return {"properties": kept} | ({"required": required} if required else {})


def _field(where: str, given: Any, defined: Mapping[str, Any]) -> dict[str, Any]:
    told = dict(given) if isinstance(given, Mapping) else {"type": given}
    for said in _SAID:
        told.pop(said, None)
    if "anyOf" in told:  # Pydantic's form of an optional field
        ways = [one for one in told.pop("anyOf") if one != {"type": "null"}]
        told |= dict(ways[0]) if len(ways) == 1 else {"anyOf": ways}
    if "$ref" in told:
        told |= dict(defined.get(str(told.pop("$ref")).rpartition("/")[2], {}))
    for said in _SAID:
        told.pop(said, None)
    if "enum" in told and "type" not in told:
        told["type"] = "string"
    if (other := next((one for one in told if one not in ("type", "enum", "format", *_BOUNDS)), None)) is not None:
        raise _wrong(
            f"The field {where} has the keyword {str(other)[:60]!r}.",
            remedy=f"A field has type, enum, format: date, {', '.join(_BOUNDS)}.",
        )
    if told.get("type") not in SCALARS or told.get("format", "date") != "date":
        kind = told.get("format") or told.get("type")
        raise _wrong(
            f"The field {where} has the kind {str(kind)[:60]!r}.",
            remedy=f"Choose one of {', '.join(SCALARS)}, or format: date.",
        )
    ways = told.get("enum", [])
    if not isinstance(ways, list) or len(json.dumps(ways)) > LONGEST_VALUE * 4:
        raise _wrong(f"The enum of {where} is {str(ways)[:60]!r}.", remedy="Write a short list.")
    if (bound := next((one for one in _BOUNDS if not _is_number(told.get(one, 0))), None)) is not None:
        raise _wrong(f"The bound {bound} of {where} is {str(told[bound])[:60]!r}.", remedy="Write a number.")
    return told


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _fits(told: Mapping[str, Any], value: Any) -> bool:
    kind = told["type"]
    if not isinstance(value, SCALARS[kind]) or (isinstance(value, bool) and kind != "boolean"):
        return False
    if "enum" in told and value not in told["enum"]:
        return False
    if isinstance(value, str):
        most = min(told.get("maxLength", LONGEST_VALUE), LONGEST_VALUE)
        return told.get("minLength", 0) <= len(value) <= most and (told.get("format") != "date" or _is_date(value))
    return isinstance(value, bool) or told.get("minimum", value) <= value <= told.get("maximum", value)


def said(value: Any) -> str:
    """A field's value in the form in which it can be typed."""
    return value if isinstance(value, str) else json.dumps(value)


def _as_written(told: Mapping[str, Any], value: Any) -> Any:
    kind = told.get("type", "string")
    if kind == "string" or not isinstance(value, str):
        return value
    try:
        read = json.loads(value.strip().lower())
    except ValueError:
        return value
    return read if isinstance(read, SCALARS[kind]) else value


def _is_date(value: str) -> bool:
    try:
        date.fromisoformat(value)
    except ValueError:
        return False
    return True


def _wrong(message: str, *, remedy: str) -> InvalidInputError:
    return InvalidInputError(message, field="types", remedy=remedy)

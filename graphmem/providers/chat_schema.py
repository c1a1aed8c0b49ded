"""The form of an answer: for endpoints, for prompts, and for validation.

Strict schemas are a small part of JSON Schema, and the grammars of local servers a smaller one still: unions with null
and keywords such as `minimum` are refused, or silently switch the constraint off. They are dropped here; the answer is
validated against the whole schema anyway. A field that may be null then comes back as an empty text, and becomes null.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from pydantic import BaseModel, ValidationError

_KEPT = ("type", "enum", "const", "description")
_JSON_TYPES: dict[str, type | tuple[type, ...]] = {
    "object": dict,
    "array": list,
    "string": str,
    "integer": int,
    "number": (int, float),
    "boolean": bool,
    "null": type(None),
}
WRAPPED = "items"
"""The field that holds a list when the root must be an object, as strict endpoints want it."""


class UnfitError(ValueError):
    """A value without the form. Its text names the place."""


class AnswerForm:
    """One schema, from a pydantic class or as JSON Schema; recursive ones are not supported."""

    def __init__(self, schema: type[BaseModel] | Mapping[str, Any]) -> None:
        self._class = schema if isinstance(schema, type) else None
        whole = schema.model_json_schema() if isinstance(schema, type) else dict(schema)
        self.name = schema.__name__ if isinstance(schema, type) else str(whole.get("title", "answer"))
        self._whole: dict[str, Any] = _inlined(whole, whole.get("$defs", {}))
        self._is_list = self._whole.get("type") == "array"

    def strict(self) -> dict[str, Any]:
        """The schema for `response_format`: an object at the root, every field required, nothing else allowed."""
        narrow = _narrow(self._whole)
        return _object({WRAPPED: narrow}) if self._is_list else narrow

    def as_sentence(self) -> str:
        """The schema as a sentence of the prompt, for endpoints that cannot enforce it."""
        schema = json.dumps(self._whole, ensure_ascii=False, separators=(",", ":"))
        return f"Answer with one JSON value and nothing else. It must fit this JSON Schema:\n{schema}"

    def read(self, value: Any) -> Any:
        """The value in the requested form.

        A list becomes an object with one list, or the other way round; a single outer key is removed. Raises
        UnfitError, also for an empty answer: it says nothing, while an empty list says that there is nothing.
        """
        first: UnfitError | None = None
        for candidate in self._readings(value):
            try:
                return self._held(candidate)
            except UnfitError as error:
                first = first or error
        raise first or UnfitError("the answer is empty")

    def _readings(self, value: Any) -> list[Any]:
        found = [value] if self._speaks(value) else []
        if isinstance(value, list) and (field := self._only_list()):
            found.append({field: value})
        if isinstance(value, dict) and len(value) == 1:
            inner = next(iter(value.values()))
            found += [inner] if self._speaks(inner) else []
        return found

    def _speaks(self, value: Any) -> bool:
        """Whether the value is of the root's kind and, as an object, has a requested field."""
        if self._is_list or not isinstance(value, dict):
            return self._is_list == isinstance(value, list) and isinstance(value, dict | list)
        return not self._fields() or any(field in value for field in self._fields())

    def _fields(self) -> dict[str, Any]:
        fields: dict[str, Any] = self._whole.get("properties", {})
        return fields

    def _only_list(self) -> str | None:
        lists = [name for name, field in self._fields().items() if field.get("type") == "array"]
        return lists[0] if len(lists) == 1 else None

    def _held(self, value: Any) -> Any:
        filled = _filled(value, self._whole)
        if self._class is None:
            _check(filled, self._whole, "answer")
            return filled
        try:
            return self._class.model_validate(filled)
        except ValidationError as error:
            detail = error.errors(include_input=False)[0]
            where = ".".join(str(part) for part in detail["loc"]) or "answer"
            raise UnfitError(f"{where}: {detail['msg']}") from None


def _inlined(schema: Any, definitions: Mapping[str, Any]) -> Any:
    """The schema with every `$ref` replaced by its target."""
    if isinstance(schema, list):
        return [_inlined(each, definitions) for each in schema]
    if not isinstance(schema, dict):
        return schema
    if "$ref" in schema:
        named = definitions[schema["$ref"].rpartition("/")[2]]
        return _inlined(named | {key: each for key, each in schema.items() if key != "$ref"}, definitions)
    return {key: _inlined(each, definitions) for key, each in schema.items() if key != "$defs"}


def _narrow(schema: dict[str, Any]) -> dict[str, Any]:
    """The part of a schema that every strict endpoint knows: types, enumerations, fields, items."""
    options = [each for each in schema.get("anyOf", schema.get("oneOf", ())) if each.get("type") != "null"]
    if options:
        narrow = _narrow(options[0]) if len(options) == 1 else {"anyOf": [_narrow(each) for each in options]}
        return narrow | ({"description": schema["description"]} if "description" in schema else {})
    kept = {key: schema[key] for key in _KEPT if key in schema}
    if isinstance(kept.get("type"), list):
        kept["type"] = next((kind for kind in kept["type"] if kind != "null"), "null")
    if "properties" in schema:
        return kept | _object({name: _narrow(field) for name, field in schema["properties"].items()})
    if "items" in schema:
        kept["items"] = _narrow(schema["items"])
    return kept


def _object(fields: dict[str, Any]) -> dict[str, Any]:
    return {"type": "object", "properties": fields, "required": [*fields], "additionalProperties": False}


def _nullable(schema: Mapping[str, Any]) -> bool:
    kind = schema.get("type")
    return kind == "null" or (isinstance(kind, list) and "null" in kind) or any(map(_nullable, schema.get("anyOf", ())))


def _filled(value: Any, schema: Mapping[str, Any]) -> Any:
    """The value with null in place of an empty text, or of the word."""
    if isinstance(value, str) and value.strip().lower() in ("", "null") and _nullable(schema):
        return None
    inner = next((each for each in schema.get("anyOf", ()) if each.get("type") in ("object", "array")), schema)
    if isinstance(value, dict):
        fields = inner.get("properties", {})
        return {key: _filled(each, fields.get(key, {})) for key, each in value.items()}
    if isinstance(value, list):
        return [_filled(each, inner.get("items", {})) for each in value]
    return value


def _check(value: Any, schema: Mapping[str, Any], where: str) -> None:
    """Validate a plain value by the parts of a schema that `_narrow` keeps."""
    if "anyOf" in schema:
        return _check_any(value, schema["anyOf"], where)
    kinds = schema.get("type", [])
    kinds = kinds if isinstance(kinds, list) else [kinds]
    if kinds and not any(_is(value, kind) for kind in kinds):
        raise UnfitError(f"{where}: not of type {' or '.join(kinds)}")
    if "enum" in schema and value not in schema["enum"]:
        raise UnfitError(f"{where}: not one of {schema['enum']}")
    if isinstance(value, dict):
        missing = [name for name in schema.get("required", ()) if name not in value]
        if missing:
            raise UnfitError(f"{where}: lacks {', '.join(missing)}")
        for name, field in schema.get("properties", {}).items():
            if name in value:
                _check(value[name], field, f"{where}.{name}")
    elif isinstance(value, list):
        for number, each in enumerate(value):
            _check(each, schema.get("items", {}), f"{where}.{number}")
    return None


def _check_any(value: Any, options: list[Mapping[str, Any]], where: str) -> None:
    first: UnfitError | None = None
    for option in options:
        try:
            return _check(value, option, where)
        except UnfitError as error:
            first = first or error
    if first:
        raise first
    return None


def _is(value: Any, kind: str) -> bool:
    known = _JSON_TYPES.get(kind, object)
    # A bool is an int to Python, but not to JSON.
    return isinstance(value, known) and not (isinstance(value, bool) and kind in ("integer", "number"))

"""The tool schemas, made from the serializers and the OpenAPI description: JSON Schema 2020-12
without references.

Clients drop a tool whose schema they do not understand, so every `$ref` is replaced by what it
refers to, and the top level is a plain object without alternatives.
"""

from typing import Any

from rest_framework import serializers

from api.calls import Call, Field
from api.schema import openapi_document
from api.serializers import MAX_LENGTH

Schema = dict[str, Any]


def input_schema(call: Call) -> Schema:
    """What a call takes. `properties` is always there, since some hosts refuse a schema without it.
    Further properties are allowed, since the call ignores them.
    """
    return {
        "type": "object",
        "properties": {name: _taken(field) for name, field in call.fields.items()},
        "required": [call.subject] if call.subject else [],
    }


def _taken(field: Field) -> Schema:
    described: Schema = {"description": str(field.help_text)}
    if isinstance(field, serializers.ChoiceField):
        return {"type": "string", "enum": list(field.choices), **described}
    if isinstance(field, serializers.IntegerField):
        return {
            "type": "integer",
            "minimum": field.min_value,
            "maximum": field.max_value,
            **described,
        }
    return {
        "type": "string",
        "minLength": 1 if field.required else 0,
        "maxLength": MAX_LENGTH,
        **described,
    }


def output_schema(call: Call) -> Schema:
    """What a call gives: names and types at every level, and the meaning of the members in
    `_EXPLAINED`.

    There is no more, since hosts put the whole list of tools into the model's context. The full
    description is in `/openapi.json`.
    """
    components = openapi_document()["components"]["schemas"]
    top = components[call.reply.__name__]
    shape = _shape(top, components)
    for name, part in top["properties"].items():
        if name in _EXPLAINED and part.get("description"):
            shape["properties"][name]["description"] = part["description"]
    return {
        **shape,
        "required": [name for name in top["properties"] if name in top.get("required", ())],
    }


# The members that the relay rules are about, which a model must understand.
_EXPLAINED = frozenset({"urgent", "note", "when_to_see_a_doctor", "withheld", "source_page"})


# References by slug and name; they occur so often that only `object` is given as their type.
_REFS = frozenset({"TopicRef", "OptionRef", "AnyRef", "NameRef", "WithheldRef"})


def _shape(schema: Schema, components: dict[str, Schema]) -> Schema:
    """The names and types of a schema, with every reference replaced by what it refers to."""
    parts = (
        schema.get("allOf")
        or schema.get("oneOf")
        or schema.get("anyOf")
        or ([schema] if "$ref" in schema else [])
    )
    if parts:
        target = next(part for part in parts if "$ref" in part)["$ref"].rsplit("/", 1)[1]
        shape = {"type": "object"} if target in _REFS else _shape(components[target], components)
        return {"anyOf": [shape, {"type": "null"}]} if {"type": "null"} in parts else shape
    kind = schema.get("type")
    # `anyOf` with one type each, since not every client understands a list of types
    if isinstance(kind, list):
        return {"anyOf": [{"type": one} for one in kind]}
    if kind == "array":
        return {"type": "array", "items": _shape(schema["items"], components)}
    if "properties" in schema:
        return {
            "type": "object",
            "properties": {
                name: _shape(part, components) for name, part in schema["properties"].items()
            },
        }
    return {"type": kind or "string"}

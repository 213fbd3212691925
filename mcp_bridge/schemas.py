"""Tool schemas, read off the serializers through the OpenAPI description: JSON Schema 2020-12 with
nothing referred to.

Clients drop a tool whose schema they cannot follow, so every `$ref` is written out and the top is a
plain object without alternatives.
"""

from typing import Any

from rest_framework import serializers

from api.calls import Call, Field
from api.schema import openapi_document
from api.serializers import MAX_LENGTH

Schema = dict[str, Any]


def input_schema(call: Call) -> Schema:
    """What a call takes. Never without properties, which some hosts refuse; what it does not know
    it ignores, so it is open.
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
    """What a call gives: each member of a body with what it means, and the names and types of their
    parts.

    No more than that, since a host reads the list of tools to its model. The whole description is
    in `/openapi.json`.
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


# What a model must know of a body: what comes first, what is relayed whole, what is quoted, what is
# linked.
_EXPLAINED = frozenset({"urgent", "note", "when_to_see_a_doctor", "withheld", "source_page"})


# A record by slug and name, which stands in many places.
_REFS = frozenset({"TopicRef", "OptionRef", "AnyRef", "NameRef", "WithheldRef"})


def _shape(schema: Schema, components: dict[str, Schema]) -> Schema:
    """Names and types, every reference written out."""
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
    # Alternatives of one type each: not every client reads a list of types
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

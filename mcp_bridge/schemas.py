"""Tool schemas, read off the serializers through the OpenAPI description: JSON Schema 2020-12, closed, with nothing referred to.

Clients drop a tool whose schema they cannot follow, so every `$ref` is written out, every object is closed, and the top
is a plain object without alternatives.
"""

from typing import Any

from api.calls import Call
from api.schema import openapi_document
from api.serializers import MAX_LENGTH

Schema = dict[str, Any]


def input_schema(call: Call) -> Schema:
    """What a call takes."""
    fields = call.query().fields
    return {
        "type": "object",
        "properties": {
            name: {
                "type": "string",
                "minLength": 1,
                "maxLength": MAX_LENGTH,
                "description": str(field.help_text),
                "examples": [field.style["example"]],
            }
            for name, field in fields.items()
        },
        "required": list(fields),
        "additionalProperties": False,
    }


def output_schema(call: Call) -> Schema:
    """What a call gives."""
    components = openapi_document()["components"]["schemas"]
    return _closed(components[call.reply.__name__], components)


def _closed(schema: Schema, components: dict[str, Schema]) -> Schema:
    """The schema with every reference written out and every object closed."""
    parts = schema.get("allOf") or schema.get("oneOf") or ([schema] if "$ref" in schema else [])
    if parts:
        target = next(part for part in parts if "$ref" in part)["$ref"].rsplit("/", 1)[1]
        written = {**_closed(components[target], components), **{name: value for name, value in schema.items() if name == "description"}}
        return _or_null(written) if {"type": "null"} in parts else written
    written = {name: value for name, value in schema.items() if not name.startswith("x-")}
    if isinstance(written.get("type"), list):
        kind, _ = written["type"]
        return _or_null({**written, "type": kind})
    if written.get("type") == "array":
        written["items"] = _closed(written["items"], components)
    if "properties" in written:
        written["properties"] = {name: _shown(_closed(part, components)) for name, part in written["properties"].items()}
        written["required"] = [name for name in written["properties"] if name in written.get("required", ())]
        written["additionalProperties"] = False
    return written


def _or_null(schema: Schema) -> Schema:
    """The schema or null, as alternatives of one type each: not every client reads a list of types."""
    about = {name: value for name, value in schema.items() if name in ("description", "examples")}
    shape = {name: value for name, value in schema.items() if name not in about}
    return {"anyOf": [shape, {"type": "null"}], **about}


def _shown(field: Schema) -> Schema:
    """A field with an example; one made of parts gets it put together from theirs."""
    return field if "examples" in field else {**field, "examples": [example(field)]}


def example(schema: Schema) -> Any:
    """An example of a value, put together from the examples of its parts."""
    if "examples" in schema:
        return schema["examples"][0]
    if "anyOf" in schema:
        return example(schema["anyOf"][0])
    if schema["type"] == "array":
        return [example(schema["items"])]
    return {name: example(part) for name, part in schema["properties"].items() if name in schema["required"]}

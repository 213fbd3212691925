"""The OpenAPI 3.1 description, made from the registry of calls and the serializers. The tool
schemas of MCP are made from it.
"""

import json
from functools import lru_cache
from typing import Any, cast

from django.conf import settings
from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.openapi import AutoSchema
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse
from rest_framework import serializers

from api import relay_rules
from api.calls import CALLS, WORDED, Call, Field
from api.envelope import JSON_TYPE, PROBLEM_TYPE, dumped
from api.errors import MAX_BATCH, MAX_BODY
from api.serializers import CONTROLS, MAX_LENGTH, READABLE, Problem
from api.views import CallView

_REFUSALS = {
    "400": (
        "A parameter is missing, blank, repeated, too long, unreadable or not one of its values"
        " (for doctor-prep: or lists too many symptoms)."
    ),
    "404": "The words name nothing the service covers. `suggestions` holds the closest.",
    "405": "The method is not GET. The `Allow` header names those that are.",
    "406": "The caller does not accept JSON.",
    "429": "The caller's quota is spent. `Retry-After` says when to try again.",
    "500": "A fault of the service. Nothing a caller sends should cause it.",
    "503": "No content has ever been loaded.",
}
_INTEGER = {"type": "integer", "minimum": 0}
_STRING = {"type": "string"}
_QUOTA = {
    "RateLimit": {
        "description": 'What is left of the quota, such as `"calls";r=59;t=60`.',
        "schema": _STRING,
    },
    "RateLimit-Policy": {
        "description": 'The quota, such as `"calls";q=60;w=60` (calls per window in seconds).',
        "schema": _STRING,
    },
}
_NOT_KEPT = {
    "Cache-Control": {
        "description": "Always `no-store`: an answer to somebody's words is not kept.",
        "schema": _STRING,
    }
}
_ASKED_AGAIN = {
    "Cache-Control": {
        "description": (
            "`no-cache`: keep it, and ask again each time with If-None-Match. `no-store` when the"
            " address holds words."
        ),
        "schema": _STRING,
    },
    "ETag": {
        "description": "Send it back as If-None-Match. Absent when the address holds words.",
        "schema": _STRING,
    },
}
_RETRY = {
    "Retry-After": {
        "description": "Seconds until the next call is let through.",
        "schema": _INTEGER,
    }
}
_ALLOW = {"Allow": {"description": "The methods that are allowed.", "schema": _STRING}}


def _headers(call: Call, code: str) -> dict[str, Any]:
    """The header fields that a call sends with this status, except those of every response."""
    return {
        # A 500 is answered outside the view, where the quota is not known
        **(_QUOTA if code != "500" else {}),
        **(_ASKED_AGAIN if code in ("200", "304") and call.name not in WORDED else _NOT_KEPT),
        **(_RETRY if code in ("429", "503") else {}),
        **(_ALLOW if code == "405" else {}),
    }


def _taken(field: Field) -> dict[str, Any]:
    """The schema of one parameter."""
    if isinstance(field, serializers.ChoiceField):
        return {"type": "string", "enum": list(field.choices)}
    if isinstance(field, serializers.IntegerField):
        return {"type": "integer", "minimum": field.min_value, "maximum": field.max_value}
    if field.required:
        return {"type": "string", "minLength": 1, "maxLength": MAX_LENGTH, "pattern": READABLE}
    readable = {} if field.field_name == "message" else {"pattern": f"^[^{CONTROLS}]*$"}
    return {"type": "string", "maxLength": MAX_LENGTH, **readable}


class CallSchema(AutoSchema):
    """Describes a call from its entry in the registry."""

    @property
    def _call(self) -> Call:
        return cast(CallView, self.view).call

    def get_operation_id(self) -> str:
        return self._call.tool

    def get_tags(self) -> list[str]:
        return ["calls"]

    def get_auth(self) -> list[dict[str, Any]]:
        return []

    def get_summary(self) -> str:
        return self._call.title

    def get_description(self) -> str:  # type: ignore[override]
        return f"{self._call.purpose} {self._call.when}"

    def get_override_parameters(self) -> list[Any]:
        return [
            OpenApiParameter(
                name=name,
                type=_taken(field),
                location=OpenApiParameter.QUERY,
                required=field.required,
                description=str(field.help_text),
            )
            for name, field in self._call.fields.items()
        ]

    def get_request_serializer(self) -> Any:
        return None

    def get_response_serializers(self) -> Any:
        texts = _REFUSALS
        refusals = {
            code: OpenApiResponse(Problem, description=text)
            for code, text in texts.items()
            if self._can(code)
        }
        return {"200": OpenApiResponse(self._call.reply, description=_OK), **refusals}

    def _can(self, code: str) -> bool:
        return self._call.subject is not None or code != "404"

    def _get_response_for_code(
        self,
        serializer: Any,
        status_code: Any,
        media_types: Any = None,
        direction: str = "response",
    ) -> dict[str, Any]:
        code = str(status_code)
        described: dict[str, Any] = super()._get_response_for_code(
            serializer, code, media_types=[JSON_TYPE if code == "200" else PROBLEM_TYPE]
        )
        described["headers"] = _headers(self._call, code)
        return described

    def _map_serializer_field(
        self, field: Any, direction: str, bypass_extensions: bool = False
    ) -> Any:
        described = super()._map_serializer_field(field, direction, bypass_extensions)
        if (
            "example" in getattr(field, "style", {})
            and isinstance(described, dict)
            and "$ref" not in described
        ):
            return {**described, "examples": [field.style["example"]]}
        return described


_OK = (
    "The information, with its doctor flag, review status and disclaimer. `urgent` is present, and"
    " first, when the request holds a warning sign."
)


def describe_the_rest(
    result: dict[str, Any], generator: Any, request: Any, public: bool
) -> dict[str, Any]:
    """Add to the description the paths that are not DRF views (`/mcp`, `/openapi.json`,
    `/llms.txt`), examples for parameters, and the relay rules.
    """
    rules = "\n".join(
        f"{place}. {rule}" for place, rule in enumerate(relay_rules.RELAY_RULES, start=1)
    )
    result["info"]["description"] = (
        f"{relay_rules.WHAT_IT_IS}\n\n{relay_rules.RULES_LEAD}\n\n{rules}"
    )
    result["info"]["license"] = {
        "name": "See the service's own pages",
        "url": f"{settings.PUBLIC_URL}/about",
    }
    result["info"]["contact"] = {
        "name": "The operator of this service",
        "url": f"{settings.PUBLIC_URL}/about",
    }
    result["security"] = []
    result["servers"] = [{"url": settings.PUBLIC_URL}]
    result["tags"] = [
        {"name": "calls", "description": "The five information calls."},
        {"name": "descriptions", "description": "The service about itself."},
    ]
    for call in CALLS:
        for parameter in result["paths"][call.path]["get"].get("parameters", []):
            parameter["examples"] = {
                "example": {"value": call.fields[parameter["name"]].style["example"]}
            }
    for call in CALLS:
        if call.name not in WORDED:
            unchanged = {
                "description": "Unchanged since the ETag sent as If-None-Match.",
                "headers": _headers(call, "304"),
            }
            result["paths"][call.path]["get"]["responses"]["304"] = unchanged
    result["paths"]["/mcp"] = {"post": _mcp()}
    result["paths"]["/openapi.json"] = {
        "get": _description("openapi", "This description", JSON_TYPE, {"type": "object"})
    }
    result["paths"]["/llms.txt"] = {
        "get": _description(
            "llms",
            "The endpoints and the rules for agents, as text",
            "text/plain",
            {"type": "string"},
        )
    }
    return result


def _mcp_refusals(message: dict[str, Any]) -> dict[str, Any]:
    """The refusals of `/mcp`: JSON-RPC errors, or a problem document if no message was read."""
    problem = {PROBLEM_TYPE: {"schema": {"$ref": "#/components/schemas/Problem"}}}
    error = {JSON_TYPE: {"schema": message}}
    return {
        code: {
            "description": text,
            "content": content,
            "headers": {
                **_NOT_KEPT,
                **(_ALLOW if code == "405" else {}),
                **(_QUOTA | _RETRY if code == "429" else {}),
            },
        }
        for code, content, text in (
            (
                "400",
                error | problem,
                "Not a message this endpoint reads, or one that its headers contradict.",
            ),
            ("403", error, "Called from an origin that is not allowed."),
            ("404", error, "A method the stateless revision does not have."),
            ("405", problem, "The method is not POST."),
            ("406", error, "The caller does not accept JSON."),
            ("413", error, f"The body is over {MAX_BODY // 1024} KiB."),
            ("415", error, "The body is not JSON."),
            ("429", problem, "The caller's quota of messages is spent."),
        )
    }


def _mcp() -> dict[str, Any]:
    message = {
        "type": "object",
        "description": "A JSON-RPC 2.0 message.",
        "properties": {"jsonrpc": {"const": "2.0"}},
        "required": ["jsonrpc"],
    }
    batch = {"type": "array", "items": message, "minItems": 1, "maxItems": MAX_BATCH}
    return {
        "operationId": "mcp",
        "tags": ["descriptions"],
        "summary": "The same five calls as Model Context Protocol tools",
        "description": "JSON-RPC over HTTP: no key, no session. See /llms.txt.",
        "requestBody": {
            "required": True,
            "content": {
                JSON_TYPE: {
                    "schema": {"anyOf": [message, batch]},
                    "examples": {
                        "list": {"value": {"jsonrpc": "2.0", "id": 1, "method": "tools/list"}}
                    },
                }
            },
        },
        "responses": {
            "200": {
                "description": (
                    "A JSON-RPC result or error. `tools/call` alone is charged to the quota;"
                    " `Retry-After` is sent once it is spent."
                ),
                "headers": {**_QUOTA, **_RETRY, **_NOT_KEPT},
                "content": {JSON_TYPE: {"schema": {"anyOf": [message, batch]}}},
            },
            "202": {"description": "A notification was taken. No body.", "headers": _NOT_KEPT},
            **_mcp_refusals(message),
        },
    }


def _description(
    operation: str, summary: str, media: str, schema: dict[str, Any]
) -> dict[str, Any]:
    return {
        "operationId": operation,
        "tags": ["descriptions"],
        "summary": summary,
        "description": f"Served as {media}.",
        "responses": {
            "200": {
                "description": summary,
                "content": {media: {"schema": schema}},
                "headers": {"ETag": {"schema": {"type": "string"}}},
            },
            "304": {"description": "Unchanged."},
            "405": {
                "description": "The method is not GET.",
                "content": {PROBLEM_TYPE: {"schema": {"$ref": "#/components/schemas/Problem"}}},
                "headers": _ALLOW,
            },
        },
    }


@lru_cache(maxsize=1)
def openapi_document() -> dict[str, Any]:
    """The whole description, made once per process, since nothing in it changes."""
    made = SchemaGenerator(urlconf="api.urls").get_schema(request=None, public=True)
    document: dict[str, Any] = json.loads(json.dumps(made, default=str))
    return document


@lru_cache(maxsize=1)
def openapi_bytes() -> bytes:
    """The description as it is served."""
    return dumped(openapi_document())

"""The second door. Not open yet: every message is answered in JSON-RPC."""

from django.http import HttpRequest, HttpResponse
from django.views.decorators.csrf import csrf_exempt

from api.envelope import dumped


@csrf_exempt
def mcp(request: HttpRequest) -> HttpResponse:
    """Say that the door is not open yet."""
    body = {"jsonrpc": "2.0", "id": None, "error": {"code": -32601, "message": "The tools are not offered yet. Use the REST calls: see /llms.txt."}}
    return HttpResponse(dumped(body), content_type="application/json")

"""Django's WSGI handler, changed so that a request's words can be decoded in only one way."""

import re
from collections.abc import Iterable
from typing import Any

from django.conf import settings
from django.core.handlers.wsgi import WSGIHandler

# RFC 2046, 5.1.1
_BOUNDARY = re.compile(
    r""";\s*boundary="?([0-9A-Za-z'()+_,./:=? -]{0,69}[0-9A-Za-z'()+_,./:=?-])"?\s*(?:;|$)""", re.I
)


class Application(WSGIHandler):
    """Django's handler, with the parameters of every Content-Type removed.

    With a charset parameter, Django would decode the words differently from the screen, or fail
    before any code of this project runs.
    """

    def __call__(self, environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:  # type: ignore[override]
        kind = environ.get("CONTENT_TYPE", "")
        if ";" in kind:
            in_admin = bool(settings.ADMIN_PATH) and environ["PATH_INFO"].startswith(
                settings.ADMIN_PREFIX
            )
            environ["CONTENT_TYPE"] = without_parameters(kind, keep_boundary=in_admin)
        answer: Iterable[bytes] = super().__call__(environ, start_response)
        return answer


def without_parameters(kind: str, *, keep_boundary: bool) -> str:
    """A Content-Type without its parameters, except the boundary of a multipart form if wanted."""
    plain = kind.partition(";")[0].strip()
    boundary = None
    if keep_boundary and plain.lower() == "multipart/form-data":
        boundary = _BOUNDARY.search(kind)
    return f'{plain}; boundary="{boundary[1]}"' if boundary else plain

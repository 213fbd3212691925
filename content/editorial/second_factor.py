"""The second factor: a code from an app on the person's phone, set up at the first sign-in, and
recovery codes for a lost phone.

The devices, the codes and their throttling are django-otp's; here are only the two pages that use
them.
"""

from typing import Any

import segno
from django.contrib.admin import AdminSite
from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils.cache import add_never_cache_headers
from django.utils.http import url_has_allowed_host_and_scheme
from django_otp import login, match_token
from django_otp.plugins.otp_static.models import StaticDevice, StaticToken
from django_otp.plugins.otp_totp.models import TOTPDevice

RECOVERY_CODES = 10
LONGEST_TOKEN = 40  # characters, spaces and all


def next_page(request: HttpRequest) -> str:
    """Where the person was going, if it is a page of the admin; the first page otherwise."""
    wanted = request.POST.get("next") or request.GET.get("next") or ""
    home = reverse("admin:index")
    safe = url_has_allowed_host_and_scheme(
        wanted, allowed_hosts={request.get_host()}, require_https=request.is_secure()
    )
    return wanted if safe and wanted.startswith(home) else home


def page(site: AdminSite, request: HttpRequest) -> HttpResponse:
    """Set up the second factor, or show it. Signing in comes first. Nothing of it is kept by a
    browser or a proxy.
    """
    response = _page(site, request)
    add_never_cache_headers(response)
    return response


def _page(site: AdminSite, request: HttpRequest) -> HttpResponse:
    user: Any = request.user
    if not (user.is_authenticated and user.is_active and user.is_staff):
        return redirect_to_login(request.get_full_path(), reverse("admin:login"))
    if user.is_verified():
        return HttpResponseRedirect(next_page(request))
    device = TOTPDevice.objects.filter(user=user, confirmed=True).first()
    fresh = device is None
    if device is None:
        device = _waiting(user)
    error = ""
    if request.method == "POST":
        token = request.POST.get("token", "")[:LONGEST_TOKEN].replace(" ", "")
        if fresh:
            allowed, _ = device.verify_is_allowed()
            if allowed and device.verify_token(token):
                device.confirmed = True
                device.save()
                TOTPDevice.objects.filter(user=user, confirmed=False).delete()
                login(request, device)
                kept = {
                    "title": "Your recovery codes",
                    "codes": _recovery_codes(user),
                    "next": next_page(request),
                }
                return TemplateResponse(
                    request, "editorial/recovery_codes.html", {**site.each_context(request), **kept}
                )
        else:
            found = match_token(user, token)
            if found is not None:
                login(request, found)
                return HttpResponseRedirect(next_page(request))
        error = (
            "That code is not right, or too many were tried. Wait a moment and use the newest code."
        )
    context = {
        **site.each_context(request),
        "title": "Set up your second factor" if fresh else "Second factor",
        "fresh": fresh,
        "secret": _spaced(device) if fresh else "",
        "picture": segno.make(device.config_url, error="m").svg_data_uri(scale=5) if fresh else "",
        "error": error,
        "next": next_page(request),
    }
    return TemplateResponse(
        request, "editorial/second_factor.html", context, status=403 if error else 200
    )


def _waiting(user: Any) -> TOTPDevice:
    """The device that is being set up: always the first, since two requests at once may each have
    made one and no constraint forbids it.
    """
    first = TOTPDevice.objects.filter(user=user, confirmed=False).order_by("pk").first()
    return first or TOTPDevice.objects.create(user=user, confirmed=False, name="phone")


def _spaced(device: TOTPDevice) -> str:
    from base64 import b32encode

    secret = b32encode(device.bin_key).decode()
    return " ".join(secret[start : start + 4] for start in range(0, len(secret), 4))


def _recovery_codes(user: Any) -> list[str]:
    StaticDevice.objects.filter(user=user, name="recovery").delete()  # with the codes of before
    device = StaticDevice.objects.create(user=user, name="recovery", confirmed=True)
    codes = [StaticToken.random_token() for _ in range(RECOVERY_CODES)]
    StaticToken.objects.bulk_create(StaticToken(device=device, token=code) for code in codes)
    return codes

"""The admin as it stands: every page opens, wording rules and history hold there, the ledger is
read only, cookies stay under its path.
"""

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client

from content.models import Topic
from tests.makers import make_reviewer, make_sign_off, signed_in
from tests.serving import ROOT

pytestmark = pytest.mark.django_db

PLACES = (
    *("symptom", "condition", "guide", "option", "family", "doctorline", "source"),
    *("reviewer", "signoff", "changerequest"),
)


@pytest.fixture
def editor(settings: Any) -> Client:
    settings.STORAGES = {
        **settings.STORAGES,
        "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
    }
    return signed_in(User.objects.create_superuser("editor"))


@pytest.mark.parametrize("place", PLACES)
def test_every_list_opens(place: str, editor: Client) -> None:
    assert editor.get(f"/admin/content/{place}/").status_code == 200


@pytest.mark.parametrize(
    ("place", "slug"),
    [
        ("symptom", "hot-flushes"),
        ("condition", "osteoporosis"),
        ("guide", "menopause"),
        ("option", "vaginal-oestrogen"),
        ("option", "combined-hrt"),
        ("option", "sage"),
    ],
)
def test_a_record_opens_with_all_that_hangs_on_it(place: str, slug: str, editor: Client) -> None:
    from content.models import Option

    record: Any = (Option if place == "option" else Topic)._default_manager.get(slug=slug)
    assert editor.get(f"/admin/content/{place}/{record.pk}/change/").status_code == 200
    assert editor.get(f"/admin/content/{place}/{record.pk}/history/").status_code == 200


def test_the_ledger_can_only_be_read(editor: Client) -> None:
    signed = make_sign_off("hot-flushes", make_reviewer())
    assert editor.get(f"/admin/content/signoff/{signed.pk}/change/").status_code == 200
    assert editor.get("/admin/content/signoff/add/").status_code == 403
    assert (
        editor.post(f"/admin/content/signoff/{signed.pk}/delete/", {"post": "yes"}).status_code
        == 403
    )


def test_a_stranger_is_sent_to_sign_in_and_the_cookie_stays_there(client: Client) -> None:
    response = client.get("/admin/")
    assert response.status_code == 302
    page = client.get("/admin/login/")
    assert {cookie["path"] for cookie in page.cookies.values()} == {"/admin/"}
    assert "unsafe" not in page["Content-Security-Policy"]


def test_forms_of_the_admin_can_be_sent_by_a_browser(client: Client) -> None:
    """A page that allows no referrer makes a browser post “Origin: null”, which no guard against
    forgery can accept.
    """
    assert client.get("/admin/login/")["Referrer-Policy"] == "same-origin"
    assert client.get("/v1/topics")["Referrer-Policy"] == "no-referrer"


def test_a_process_can_be_run_without_the_admin(tmp_path: Path) -> None:
    code = (
        "import django; django.setup(); from django.conf import settings; from django.test "
        "import Client; "
        "found = Client(HTTP_HOST='127.0.0.1').get('/admin/login/'); "
        "print(found.status_code, len(found.cookies), any('Session' in name for name in "
        "settings.MIDDLEWARE))"
    )
    environment = {
        **os.environ,
        "ADMIN_PATH": "",
        "DATA_DIR": str(tmp_path),
        "DJANGO_SETTINGS_MODULE": "menoinfo.settings",
    }
    done = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", code],
        cwd=ROOT,
        env=environment,
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.split() == ["404", "0", "False"]

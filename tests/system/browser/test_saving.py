"""Saving a record unread, as a browser does it, changes nothing: no history, no sign-off, no
answer.
"""

import json
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

from tests.serving import Served
from tests.system.browser.test_editorial_story import serving_admin, signed_in

pytestmark = pytest.mark.browser

PEOPLE = (
    "from django.contrib.auth.models import Group; from "
    "tests.system.browser.test_editorial_story import PASSWORD\n"
    "from tests.makers import make_reviewer, make_sign_off, make_user\n"
    "from content.models import Option, Topic\n"
    "edith = make_user('edith', password=PASSWORD, is_staff=True)\n"
    "edith.groups.add(Group.objects.get(name='Editors'))\n"
    "reviewer = make_reviewer()\n"
    "for model in (Topic, Option):\n"
    "    for slug in model.objects.values_list('slug', flat=True):\n"
    "        make_sign_off(slug, reviewer)\n"
)
LISTS = (
    "import json; from django.contrib import admin\n"
    "from content.admin import SharedAdmin; from content.models import Source\n"
    "from content.editorial.record_admin import RecordAdmin\n"
    "pages = [(m._meta.model_name, pk) for m, a in admin.site._registry.items()\n"
    "         if isinstance(a, RecordAdmin | SharedAdmin) and m is not Source\n"
    "         for pk in a.get_queryset(None).values_list('pk', flat=True)]\n"
    "print(json.dumps(pages))"
)
SLUGS = (
    "import json; from content.models import Option, Topic\n"
    "print(json.dumps([list(m.objects.values_list('slug', flat=True)) for m in (Topic, Option)]))"
)
STANDING = (
    "import json; from django.apps import apps; from content.editorial.dashboard import states\n"
    "kept = [m for m in apps.get_app_config('content').get_models() if "
    "m.__name__.startswith('Hist')]\n"
    "print(json.dumps([{s.slug: s.standing.status for s in states()},\n"
    "                  {m.__name__: m.objects.count() for m in kept}]))"
)


def said(served: Served, code: str) -> object:
    """What a piece of Python prints as JSON, run against the service's database."""
    return json.loads(served.manage("shell", "-c", code).strip().splitlines()[-1])


def answers(served: Served) -> dict[str, bytes]:
    """Every answer about every record, byte for byte."""
    topics, options = said(served, SLUGS)  # type: ignore[misc]
    paths = ["/v1/topics", *(f"/v1/evidence?option={slug}&detail=full" for slug in options)]
    for slug in topics:
        paths += [
            f"/v1/explain?topic={slug}",
            f"/v1/options?symptom={slug}",
            f"/v1/doctor-prep?symptoms={slug}",
        ]
    return {path: served.get(path)[1] for path in paths}


# As a click on Save sends it, without the time that drawing the page takes: the browser reads the
# form and sends it.
SAVE = """async (address) => {
  const page = new DOMParser().parseFromString(await (await fetch(address)).text(), "text/html");
  const sent = new FormData(page.querySelector("form[id$=_form]"));
  sent.set("_save", "Save");
  const answer = await fetch(address, { method: "POST", body: sent });
  return (await answer.text()).includes("You changed nothing");
}"""


def clicked(page: Page, address: str) -> bool:
    """Open a record, click on Save, and say whether nothing was changed."""
    page.goto(address)
    page.click("input[name=_save]")
    page.get_by_text("You changed nothing").wait_for()
    return True


def test_saving_every_record_unread_changes_nothing(chromium: Browser, tmp_path: Path) -> None:
    with serving_admin(tmp_path, PEOPLE) as served:
        pages = said(served, LISTS)
        standing, before = said(served, STANDING), answers(served)
        edith = signed_in(chromium, served, "edith")
        edith.set_default_timeout(180_000)
        edith.route("**/*.css", lambda route: route.abort())  # nobody looks
        seen: set[str] = set()
        for model, pk in pages:  # type: ignore[attr-defined]
            address = f"{served.url}/admin/content/{model}/{pk}/change/"
            assert edith.evaluate(SAVE, address) if model in seen else clicked(edith, address), (
                address
            )
            seen.add(model)
        assert said(served, STANDING) == standing
        assert answers(served) == before

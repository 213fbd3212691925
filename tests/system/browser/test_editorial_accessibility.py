"""WCAG 2.2 AA on every page of the admin, with axe-core in a real browser."""

import json
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page

from tests.serving import ROOT
from tests.system.browser.pictures import take
from tests.system.browser.test_editorial_story import serving_admin, signed_in

pytestmark = pytest.mark.browser

PICTURES = ROOT / "var/screenshots/admin"
CHIEF = (
    "from django.contrib.auth.models import User; from "
    "tests.system.browser.test_editorial_story import PASSWORD\n"
    "from tests.makers import make_reviewer, make_sign_off\n"
    "User.objects.create_superuser('chief', password=PASSWORD)\n"
    "make_sign_off('brain-fog', make_reviewer())\n"
    "from dataclasses import replace; from content.editorial import drafts; from "
    "content.models import Symptom\n"
    "from tests.makers import document_of\n"
    "first, chief = Symptom.objects.filter(kind='symptom').first(), "
    "User.objects.get(username='chief')\n"
    "text = replace(document_of(first.slug), summary='Other words.')\n"
    "drafts.submit(drafts.save('topic', first.slug, text, by=chief), by=chief)"
)
PATHS = (
    "import json; from django.contrib import admin; from django.urls import reverse\n"
    "found = []\n"
    "for model in admin.site._registry:\n"
    "    at = f'admin:{model._meta.app_label}_{model._meta.model_name}'\n"
    "    found.append(reverse(f'{at}_changelist'))\n"
    "    row = model._default_manager.order_by('pk').first()\n"
    "    row = admin.site._registry[model].get_queryset(None).first() if row else None\n"
    "    if row: found += [reverse(f'{at}_{page}', args=(row.pk,)) for page in ('change', "
    "'history')]\n"
    "    if model.__name__ in ('Symptom', 'Option', 'Source', 'Reviewer', 'User'): "
    "found.append(reverse(f'{at}_add'))\n"
    "print(json.dumps(found))"
)
RULES = {
    "runOnly": {"type": "tag", "values": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]}
}


def faults(page: Page) -> list[tuple[str, int, list[str]]]:
    """Each serious rule broken, how often, and where at first."""
    page.evaluate("document.querySelectorAll('details').forEach(part => part.open = true)")
    found = Axe().run(page, options=RULES).response["violations"]
    return [
        (rule["id"], len(rule["nodes"]), [node["html"][:160] for node in rule["nodes"]][:2])
        for rule in found
        if rule["impact"] in ("serious", "critical")
    ]


def test_axe_finds_nothing_serious_on_any_page_of_the_admin(
    chromium: Browser, tmp_path: Path
) -> None:
    with serving_admin(tmp_path, CHIEF) as served:
        paths = json.loads(served.manage("shell", "-c", PATHS).strip().splitlines()[-1])
        own = (
            "",
            "review/",
            "review/topic/brain-fog/",
            "review/option/sage/",
            "review/option/sage/pack/",
            "warning-signs/",
            "languages/?language=ar",
            "drafts/1/",
        )
        chief = signed_in(chromium, served, "chief", second_factor=True)
        chief.set_default_timeout(120_000)
        found = {}
        for path in (*(f"/admin/{one}" for one in own), *paths):
            chief.goto(served.url + path)
            take(chief, PICTURES / f"page{path.split('?')[0].replace('/', '-').rstrip('-')}.png")
            found[path] = faults(chief)
        assert {path: rules for path, rules in found.items() if rules} == {}

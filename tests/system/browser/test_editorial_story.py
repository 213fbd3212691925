"""The admin in a real browser, as editor, reviewer and administrator, from the first word to the
release of a supplement and its end.

Pictures of each step go to `var/screenshots/admin`, or to `docs/screenshots` when SCREENSHOTS is
set (the guides show those).
"""

import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page

from tests.serving import ROOT, STATIC, Served, serving
from tests.system.browser.pictures import take

pytestmark = pytest.mark.browser

PICTURES = ROOT / ("docs/screenshots" if os.environ.get("SCREENSHOTS") else "var/screenshots/admin")
PASSWORD = "a long and good passphrase 7"
PEOPLE = (
    "from django.contrib.auth.models import User, Group\n"
    "for name, role in (('edith', 'Editors'), ('emil', 'Editors'), ('rhona', 'Clinical "
    "reviewers'), ('ada', 'Administrators')):\n"
    f"    user = User.objects.create_user(name, password={PASSWORD!r}, is_staff=True)\n"
    "    user.groups.add(Group.objects.get(name=role))\n"
)
TOKEN = (
    "from django_otp.oath import totp; from django_otp.plugins.otp_totp.models import TOTPDevice; "
    "print('%06d' % totp(TOTPDevice.objects.get(user__username={!r}).bin_key))"
)


def picture(page: Page, name: str) -> None:
    take(page, PICTURES / f"editorial-{name}.png")


def says(page: Page, words: str) -> None:
    """Wait until the page says something."""
    page.get_by_text(words).first.wait_for(state="attached")


def sound(page: Page) -> None:
    """No axe violation that a person would meet (Django's admin markup is not ours to change)."""
    found = (
        Axe()
        .run(page, context="#content", options={"runOnly": ["wcag2a", "wcag2aa"]})
        .response["violations"]
    )
    grave = [
        (rule["id"], [node["html"][:120] for node in rule["nodes"]][:2])
        for rule in found
        if rule["impact"] in ("serious", "critical")
    ]
    assert grave == [], grave


@contextmanager
def serving_admin(folder: Path, program: str) -> Iterator[Served]:
    """A service with the admin's files, and what a program makes in its database."""
    commands = [STATIC, ("shell", "-c", program)]
    with serving(folder, commands=commands, RATE_LIMIT="1000000/h") as served:
        yield served


def signed_in(browser: Browser, served: Served, name: str, second_factor: bool = False) -> Page:
    """A person in the admin, through the real forms."""
    page = browser.new_context(viewport={"width": 1200, "height": 800}).new_page()
    page.set_default_timeout(120_000)  # as slow as the machine may be
    page.goto(f"{served.url}/admin/")
    page.fill("#id_username", name)
    page.fill("#id_password", PASSWORD)
    page.click("input[type=submit]")
    if second_factor:
        assert "second-factor" in page.url
        if name == "rhona":
            picture(page, "second-factor")
        page.fill(
            "#id_token", served.manage("shell", "-c", TOKEN.format(name)).strip().splitlines()[-1]
        )
        page.click("input[type=submit]")
        says(page, "recovery codes")
        page.click("text=I have kept them")
    return page


def test_the_whole_story(chromium: Browser, tmp_path: Path) -> None:
    with serving_admin(tmp_path, PEOPLE) as served:
        story(chromium, served)


def until(served: Served, path: str, words: str, there: bool) -> None:
    """Wait until a public page says something, or says it no more, as every worker must within a
    second or so.
    """
    end = time.monotonic() + 15
    while time.monotonic() < end:
        if all((words.encode() in served.get(path)[1]) is there for _ in range(8)):
            return
        time.sleep(0.1)
    raise AssertionError(f"{words!r} {'is not' if there else 'is still'} on {path}")


def story(browser: Browser, served: Served) -> None:
    edith = signed_in(browser, served, "edith")
    picture(edith, "first-page")
    sound(edith)
    says(edith, "Withheld")

    edith.goto(f"{served.url}/admin/content/option/?q=black+cohosh&standing=withheld")
    picture(edith, "find")
    edith.click("#result_list tbody th a")
    edith.click("#id_summary")
    edith.fill("#id_summary", "It helps 80% of women.")
    edith.locator(
        ".editorial-live li", has_text="Leave out figures"
    ).first.wait_for()  # said while typing
    asked: list[str] = []
    edith.once("dialog", lambda dialog: (asked.append(dialog.type), dialog.dismiss()))
    edith.evaluate("location.assign('/admin/')")
    edith.wait_for_timeout(500)
    assert asked == ["beforeunload"], "unsaved work is not left without a word"
    assert edith.input_value("#id_summary") == "It helps 80% of women."
    edith.click("input[name=_save]")
    says(edith, "Leave out figures")
    edith.locator("#id_summary").scroll_into_view_if_needed()
    picture(edith, "rule")
    edith.fill("#id_summary", "People take it for hot flushes.")
    edith.fill("#id_cost", "Low.")
    edith.fill("#id_access", "Sold in shops.")
    edith.dblclick("#id_sources_from option >> nth=0")
    fields: Any = edith.locator("#caution_items-group .add-row a")
    fields.click()
    edith.select_option("#id_caution_items-0-kind", "caution")
    edith.fill("#id_caution_items-0-text", "Ask a pharmacist first if you have had liver trouble.")
    fields.click()
    edith.select_option("#id_caution_items-1-kind", "key")
    edith.fill("#id_caution_items-1-text", "Stop and see a doctor if your skin turns yellow.")
    with edith.context.expect_page() as opened:
        edith.click("input[name=_preview_answer]")
    opened.value.wait_for_load_state()
    says(opened.value, "withheld")
    picture(opened.value, "preview")
    opened.value.close()
    assert edith.input_value("#id_access") == "Sold in shops."  # what was typed is still there

    emil = signed_in(browser, served, "emil")
    emil.goto(edith.url)
    assert emil.input_value("#id_summary") == ""  # the preview saved nothing
    address = edith.url
    edith.click("input[name=_save]")
    says(edith, "is saved. Readers get it once it is published")
    picture(edith, "draft")
    sound(edith)
    emil.fill("#id_access", "Sold in many shops.")
    emil.click("input[name=_save]")
    says(emil, "Somebody else saved this record")
    assert emil.input_value("#id_access") == "Sold in many shops."
    picture(emil, "clash")
    edith.goto(address)
    edith.click("input[name=_submit]")
    says(edith, "is submitted")
    edith.click("text=See what it changes")
    says(edith, "What it changes")
    picture(edith, "submitted")
    sound(edith)
    edith.goto(address.replace("/change/", "/history/"))
    picture(edith, "history")
    sound(edith)
    assert b"liver trouble" not in served.get("/options/black-cohosh")[1]

    ada = signed_in(browser, served, "ada", second_factor=True)
    ada.goto(f"{served.url}/admin/content/reviewer/add/")
    ada.select_option("#id_user", label="rhona")
    for field, value in {
        "full_name": "Dr Rhona Test",
        "profession": "Pharmacist",
        "registration_body": "A register",
        "registration_number": "1",
    }.items():
        ada.fill(f"#id_{field}", value)
    ada.fill("#id_appointed_on", "2026-01-01")
    ada.click("input[name=_save]")
    says(ada, "was added successfully")

    rhona = signed_in(browser, served, "rhona", second_factor=True)
    rhona.goto(f"{served.url}/admin/review/")
    picture(rhona, "queue")
    sound(rhona)
    rhona.click("text=Black cohosh")
    sound(rhona)
    picture(rhona, "sign-off")
    rhona.frame_locator(".editorial-frame").get_by_text("liver trouble").first.wait_for(
        state="attached"
    )  # the page as it will be, where cautions may be folded
    says(rhona, "was submitted by edith")
    rhona.click("button[name=sign_off]")
    begun = time.monotonic()
    until(served, "/options/black-cohosh", "liver trouble", there=True)
    until(served, "/v1/evidence?option=black-cohosh", "liver trouble", there=True)
    print(f"signed to answered on every worker: {time.monotonic() - begun:.1f} s")
    says(rhona, "is signed off and published")

    rhona.goto(f"{served.url}/admin/review/topic/brain-fog/")
    rhona.fill("#id_note", "Say when to come back.")
    rhona.click("button[name=request_change]")
    edith.goto(f"{served.url}/admin/")
    says(edith, "Say when to come back.")

    ada.goto(f"{served.url}/admin/content/reviewer/")
    ada.click("#result_list tbody th a")
    ada.fill("#id_ended_on", time.strftime("%Y-%m-%d", time.gmtime()))
    ada.click("input[name=_save]")
    until(served, "/options/black-cohosh", "liver trouble", there=False)
    ada.goto(f"{served.url}/admin/api/usagetally/")
    picture(ada, "usage")
    sound(ada)

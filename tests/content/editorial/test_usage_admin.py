"""The tally as administrators read it: a plot, a table, a file; read only, and nothing in it that
could tie a call to a person.
"""

from datetime import date, timedelta
from typing import Any

import pytest

from api.admin import plot
from api.models import UsageTally
from content.editorial.roles import ADMINISTRATORS, EDITORS
from tests.makers import make_member, signed_in

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _plain_static(settings: Any) -> None:
    settings.STORAGES = {
        **settings.STORAGES,
        "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
    }


def test_the_plot_stacks_each_day_and_keeps_the_rest_together() -> None:
    today = date(2026, 11, 20)
    rows = [(today, f"topic-{number}", 10 - number) for number in range(10)] + [
        (today - timedelta(days=1), "topic-0", 3)
    ]
    made = plot(rows, today)
    assert made["highest"] == sum(range(1, 11))
    assert len(made["legend"]) == 9
    assert made["legend"][-1] == {"tone": 8, "topic": "others", "total": 3}
    last = [bar for bar in made["bars"] if bar["x"] == 270]
    assert sum(bar["height"] for bar in last) == pytest.approx(100, abs=0.1)
    assert plot([], today)["bars"] == []


def test_the_page_and_the_file_are_for_administrators() -> None:
    UsageTally.objects.create(
        day=date.today(), tool="explain", topic="hot-flushes", software="=cmd", calls=7
    )
    client = signed_in(make_member(ADMINISTRATORS))
    page = client.get("/admin/api/usagetally/").content.decode()
    assert "<rect" in page
    assert "hot-flushes (7)" in page
    file = client.get("/admin/api/usagetally/file.csv")
    assert file.headers["Content-Type"].startswith("text/csv")
    assert file.content.decode().splitlines() == [
        "day,tool,topic,software,calls",
        f"{date.today()},explain,hot-flushes,'=cmd,7",
    ]
    editor = signed_in(make_member(EDITORS), second_factor=False)
    assert editor.get("/admin/api/usagetally/").status_code == 403
    assert editor.get("/admin/api/usagetally/file.csv").status_code == 403

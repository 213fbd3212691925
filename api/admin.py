"""The usage tally in the admin, read-only: a plot by day and topic, a table, and a CSV file. It
shows no time of day, no address and no words, because none are stored.
"""

import csv
from collections import Counter
from collections.abc import Iterable
from datetime import UTC, date, datetime, timedelta
from typing import Any

from django.contrib import admin
from django.db.models import Sum
from django.http import HttpRequest, HttpResponse
from django.urls import URLPattern, path

from api.models import UsageTally

DAYS = 28  # shown in the plot
SHOWN = 8  # topics with a colour and pattern of their own; the rest are added up as “others”


@admin.register(UsageTally)
class UsageTallyAdmin(admin.ModelAdmin):  # type: ignore[type-arg]
    """Read only, for administrators."""

    list_display = ("day", "tool", "topic", "software", "calls")
    list_filter = ("tool", "day")
    search_fields = ("topic", "software")
    change_list_template = "api/usage.html"

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def get_urls(self) -> list[URLPattern]:
        return [
            path("file.csv", self.admin_site.admin_view(self.file), name="api_usagetally_file"),
            *super().get_urls(),
        ]

    def changelist_view(self, request: HttpRequest, extra_context: Any = None) -> Any:
        rows = (
            UsageTally.objects.filter(day__gt=_today() - timedelta(days=DAYS))
            .values_list("day", "topic")
            .annotate(total=Sum("calls"))
        )
        return super().changelist_view(
            request, {"plot": plot(rows, _today()), **(extra_context or {})}
        )

    def file(self, request: HttpRequest) -> HttpResponse:
        """The whole tally as CSV: day, tool, topic, software, count."""
        if not self.has_view_permission(request):
            return HttpResponse(status=403)
        response = HttpResponse(
            content_type="text/csv; charset=utf-8",
            headers={"Content-Disposition": 'attachment; filename="usage.csv"'},
        )
        writer = csv.writer(response)
        writer.writerow(("day", "tool", "topic", "software", "calls"))
        for row in UsageTally.objects.order_by("day", "tool", "topic", "software").values_list(
            "day", "tool", "topic", "software", "calls"
        ):
            # A leading quote, so that a spreadsheet does not run the cell as a formula
            writer.writerow(f"'{cell}" if str(cell)[:1] in "=+-@" else cell for cell in row)
        return response


def plot(rows: Iterable[tuple[date, str, int]], today: date) -> dict[str, Any]:
    """Stacked bars by day: the most requested topics have a tone each, the rest share one. Sizes
    are in units of the plot (10 wide per day, 100 high).
    """
    found = list(rows)
    totals = Counter[str]()
    for _, topic, count in found:
        totals[topic] += count
    named = [topic for topic, _ in totals.most_common(SHOWN)]
    days = [today - timedelta(days=back) for back in range(DAYS - 1, -1, -1)]
    stacks: dict[date, Counter[str]] = {day: Counter() for day in days}
    for day, topic, count in found:
        if day in stacks:
            stacks[day][topic if topic in named else "others"] += count
    highest = max((sum(stack.values()) for stack in stacks.values()), default=0)
    bars = []
    for place, day in enumerate(days):
        top = 100.0
        for tone, topic in enumerate([*named, "others"]):
            count = stacks[day][topic]
            if count:
                height = 100 * count / highest
                top -= height
                bars.append(
                    {
                        "x": place * 10,
                        "y": round(top, 2),
                        "height": round(height, 2),
                        "tone": tone,
                        "label": f"{day}: {topic} {count}",
                    }
                )
    legend = [
        {"tone": tone, "topic": topic, "total": totals[topic]} for tone, topic in enumerate(named)
    ]
    rest = sum(totals.values()) - sum(totals[topic] for topic in named)
    return {
        "bars": bars,
        "legend": [
            *legend,
            *([{"tone": len(named), "topic": "others", "total": rest}] if rest else []),
        ],
        "highest": highest,
        "first": days[0],
        "last": days[-1],
        "width": DAYS * 10,
    }


def _today() -> date:
    return datetime.now(UTC).date()

"""Charts and pictures: each shows every record that it is about, in its frame and in words."""

from itertools import pairwise

import pytest
from django.test import Client

from content.answers import compose, shapes
from content.catalogue import refresh
from content.pages.charts import topics_chart
from content.pages.groups import symptom_groups
from content.pages.pictures import grading_panels, group_picture
from content.vocabulary import (
    FINDING_MEANINGS,
    Finding,
    TopicKind,
)
from tests.page_reading import name_of, read, words_of
from tests.site_pages import graded, listed

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("rendered_once")]


def test_a_chart_shows_every_option_of_a_topic_and_its_table_every_form(client: Client) -> None:
    catalogue = refresh.current()
    for slug, entry in catalogue.topics.items():
        if entry.topic.kind == TopicKind.GUIDE:
            continue
        page = read(client.get(f"/{entry.topic.kind}s/{slug}").content)
        if not entry.pairs:
            assert "chart" not in page.ids, slug
            continue
        (chart,) = [part for part in page.all("svg") if part.get("class") == "chart"]
        drawn = [part.get("href") for part in chart.iter() if name_of(part) == "a"]
        assert drawn == [f"/options/{item.slug}" for _, some in listed(slug) for item in some], slug
        (table,) = page.all("table")
        rated = {
            part.get("href"): words_of(next(iter(row)))
            for row in table.iter()
            if name_of(row) == "tr"
            for part in row.iter()
            if part.get("href")
        }
        assert rated == {
            f"/options/{pair.released.slug}": graded(pair.grade.grade, pair.grade.finding)
            for pair in entry.pairs
        }, slug


def test_a_guides_chart_shows_the_best_evidence_for_its_topics(
    client: Client,
) -> None:
    catalogue = refresh.current()
    for entry in catalogue.of_kind(TopicKind.GUIDE):
        (table,) = read(client.get(f"/guides/{entry.topic.slug}").content).all("table")
        said = words_of(table)
        helped = [
            catalogue.topics[slug]
            for slug in entry.topic.related
            if catalogue.topics[slug].with_finding(Finding.HELPS)
        ]
        assert helped
        for related in helped:
            assert (
                f"{related.topic.name}: {related.with_finding(Finding.HELPS)[0].grade.rating.label}"
                in said
            )


def test_no_bubble_of_a_chart_leaves_its_frame_or_covers_another() -> None:
    catalogue = refresh.current()
    for option in catalogue.released:
        sheet = compose.evidence_sheet(catalogue, option.slug)
        assert isinstance(sheet, shapes.EvidenceSheet)
        groups = [[item] for item in (*sheet.may_worsen, *sheet.grades)]
        chart = topics_chart(groups)
        assert chart
        boxes = [bubble for band in chart.bands for bubble in band.bubbles]
        assert all(
            box.x >= 0 and box.x + box.width <= chart.width and box.y + box.height <= chart.height
            for box in boxes
        )
        assert all(one.y + one.height <= other.y for one, other in pairwise(boxes))


def test_the_picture_of_groups_has_a_dot_for_each_symptom_within_its_frame() -> None:
    catalogue = refresh.current()
    picture = group_picture(catalogue)
    dots = [dot for node in picture.nodes for dot in node.dots]
    assert len(dots) == len(set(dots)) == 28
    for node in picture.nodes:
        assert picture.radius < node.x < picture.width - picture.radius
        assert all(y < picture.height for y, _ in node.label)
    home = {
        entry.topic.slug: group.name
        for group in symptom_groups(catalogue)
        for entry in group.entries
    }
    one, other = picture.strongest[0]
    assert any(
        {home.get(slug), home.get(to)} == {one, other}
        for slug, entry in catalogue.topics.items()
        for to in entry.topic.related
    )


def test_the_pictures_say_in_words_what_they_show(client: Client) -> None:
    assert len({node.x for node in group_picture(refresh.current()).nodes}) == 2
    (said,) = [words_of(element) for element in read(client.get("/topics").content).all("desc")]
    assert said.startswith("Circles in two columns, one for each group")
    (none,) = [panel.words for panel in grading_panels() if panel.finding == Finding.NO_BENEFIT]
    assert (
        none.removeprefix("It has been studied. People") in FINDING_MEANINGS[Finding.NO_BENEFIT]
    )  # some are compared with a sham, not with nothing

"""The pages people open: every record has one, it holds the whole answer, and it asks nothing of the reader."""

import gzip
import json
import re
import urllib.request
from collections.abc import Iterator, Mapping
from dataclasses import asdict, replace
from datetime import UTC, datetime, timedelta
from email.message import Message
from io import BytesIO
from itertools import pairwise
from pathlib import Path
from typing import Any
from urllib.error import HTTPError
from urllib.parse import urlencode, urlsplit

import pytest
import yaml
from django.conf import settings as configured
from django.test import Client, RequestFactory
from django.utils.text import slugify

from api import relay_rules
from api.calls import CALLS
from api.errors import Kinds
from api.screening_middleware import words_of as sent_in
from content.answers import compose, shapes
from content.answers.resolve import Resolved
from content.catalogue import refresh
from content.language.screening import screen
from content.language.warning_signs import BY_SLUG, FOLDER, SIGNS
from content.models import Caution, Evidence, Option, PrepItem, RelatedTopic, Topic
from content.pages import phone_numbers
from content.pages.charts import topics_chart
from content.pages.groups import OTHERS, symptom_groups
from content.pages.pictures import grading_panels, group_picture
from content.review import standing
from content.vocabulary import (
    ALLOWED_FINDINGS,
    FINDING_MEANINGS,
    GRADE_MEANINGS,
    RATINGS,
    Finding,
    OptionKind,
    TopicKind,
)
from menoinfo.pages import TEST_PHRASES
from tests.makers import (
    make_evidence,
    make_option,
    make_reviewer,
    make_sign_off,
    make_source,
    make_topic,
)
from tests.page_reading import Read, name_of, read, said_by, squeezed, words_of
from tests.reading import unmarked

pytestmark = pytest.mark.django_db

GENERAL = (
    "/",
    "/topics",
    "/evidence",
    "/search",
    "/prepare",
    "/get-help-now",
    "/about",
    "/about/grading",
    "/about/review",
    "/about/privacy",
    "/about/safety",
    "/agents",
)
STYLES = Path(configured.BASE_DIR) / "content/static/content/pages.css"
WEIGHT = 62_000  # bytes over the wire, stylesheet and icon included
SIGN_WORDS = {
    "self-harm": "I want to kill myself",
    "stroke-signs": "my face is drooping on one side and my speech is slurred",
    "chest-pain": "I have crushing chest pain",
    "bleeding-after-menopause": "I am bleeding after menopause",
}


def post(client: Client, path: str, fields: Mapping[str, Any], **headers: Any) -> Any:
    """Send a form as browsers send it."""
    return urlencoded(
        client, path, urlencode(fields, doseq=True, errors="surrogatepass"), **headers
    )


def urlencoded(client: Client, path: str, body: str, **headers: Any) -> Any:
    return client.generic(
        "POST", path, body, content_type="application/x-www-form-urlencoded", **headers
    )


def record_pages() -> list[str]:
    catalogue = refresh.current()
    topics = [f"/{entry.topic.kind}s/{slug}" for slug, entry in catalogue.topics.items()]
    return [*topics, *(f"/options/{slug}" for slug in catalogue.options)]


def every_page(client: Client) -> Iterator[tuple[str, Read, Any]]:
    """Each page of the service as a reader gets it: by address, and the pages that answer a form."""
    for path in (*GENERAL, *record_pages()):
        response = client.get(path)
        assert response.status_code == 200, path
        yield path, read(response.content), response
    for path, fields in POSTS:
        response = post(client, path, fields)
        yield f"POST {path} {fields}", read(response.content), response
    yield (
        "a page that is not there",
        read((response := client.get("/nowhere", HTTP_ACCEPT="text/html")).content),
        response,
    )


POSTS: tuple[tuple[str, dict[str, Any]], ...] = (
    ("/search", {"topic": "I can't sleep and my joints ache"}),
    ("/search", {"topic": "sage"}),
    ("/search", {"topic": "car insurance"}),
    ("/search", {"topic": SIGN_WORDS["self-harm"]}),
    ("/search", {"topic": " "}),
    ("/prepare", {"symptoms": ["Hot flushes", "Low mood", "xylophone zeppelin"]}),
    ("/prepare", {}),
)


def test_every_record_has_its_page(client: Client) -> None:
    catalogue = refresh.current()
    names = {
        f"/{entry.topic.kind}s/{slug}": entry.topic.name for slug, entry in catalogue.topics.items()
    }
    names |= {f"/options/{slug}": option.name for slug, option in catalogue.options.items()}
    assert sorted(names) == sorted(record_pages())
    assert len(names) == 28 + 15 + 6 + 62 + 33
    for path, name in names.items():
        page = read(client.get(path).content)
        assert words_of(page.one("h1")) == name
        assert "/get-help-now" in page.links


def test_a_page_is_well_formed_and_ordered(client: Client) -> None:
    titles: dict[str, str] = {}
    for path, page, _ in every_page(client):
        assert page.one("html").get("lang") == "en-GB", path
        assert len(page.all("h1")) == 1, path
        levels = [
            int(tag[1])
            for tag in (
                str(element.tag).split("}")[-1]
                for element in page.all("h1", "h2", "h3", "h4", "h5", "h6")
            )
        ]
        assert levels[0] == 1, path
        assert all(after - before <= 1 for before, after in pairwise(levels)), (path, levels)
        assert len(page.ids) == len(set(page.ids)), path
        assert {"header", "main", "footer", "nav"} <= {
            str(element.tag).split("}")[-1] for element in page.root.iter()
        }, path
        assert page.all("a")[0].get("href") == "#main", path
        assert words_of(page.all("title")[0]), path
        if not path.startswith(("POST", "a page")):
            titles[path] = words_of(page.all("title")[0])
    assert len(set(titles.values())) == len(titles)


def test_every_picture_has_words_and_every_field_a_label(client: Client) -> None:
    for path, page, _ in every_page(client):
        for picture in page.all("svg"):
            assert (
                picture.get("aria-hidden") == "true"
                or picture.get("aria-label")
                or picture.get("aria-labelledby")
            ), path
        labelled = {element.get("for") for element in page.all("label")} | {
            id(child) for label in page.all("label") for child in label
        }
        for field in page.all("input", "textarea", "select"):
            assert (
                field.get("type") == "hidden"
                or field.get("id") in labelled
                or id(field) in labelled
            ), path
        assert not [element for element in page.all("img") if not element.get("alt")], path


def test_a_page_loads_nothing_from_elsewhere_runs_nothing_and_sets_nothing(client: Client) -> None:
    for path, page, response in every_page(client):
        assert not response.cookies, path
        assert response["Content-Security-Policy"].startswith(
            "default-src 'none'; style-src 'self';"
        ), path
        assert response["Referrer-Policy"] == "no-referrer", path
        assert ("script-src" in response["Content-Security-Policy"]) == (path == "/agents"), path
        scripts = [script.get("src") or script.get("type") for script in page.all("script")]
        assert set(scripts) <= {
            "application/ld+json",
            *(["/static/content/copy.js"] if path == "/agents" else []),
        }, path
        assert page.all("style", "iframe", "object", "embed") == [], path
        for element in page.root.iter():
            assert not [
                name for name in element.attrib if name == "style" or name.startswith("on")
            ], (path, element.tag)
        for tag, address in page.loads():
            assert re.match(r"(/(?!/)|#)", address), (path, tag, address)


def test_pages_link_outwards_only_to_sources_and_the_helpline_finder(client: Client) -> None:
    known = {source.url for source in refresh.current().sources.values()} | {
        "https://findahelpline.com"
    }
    for path, page, _ in every_page(client):
        outward = {link for link in page.links if not link.startswith(("/", "#", "tel:"))}
        assert outward <= known, (path, outward - known)


def test_every_link_of_our_own_leads_somewhere(client: Client) -> None:
    seen: dict[str, Read] = {}
    for path, page, _ in every_page(client):
        for link in page.links:
            if link.startswith("#"):
                assert link[1:] in page.ids, (path, link)
            elif link.startswith("/"):
                address, _, fragment = link.partition("#")
                if address not in seen:
                    response = client.get(address)
                    assert response.status_code == 200, (path, link)
                    seen[address] = (
                        read(response.content) if "text/html" in response["Content-Type"] else page
                    )
                assert not fragment or fragment in seen[address].ids, (path, link)


def shown(value: Any, name: str = "") -> Iterator[str]:
    """Every text of an answer that a reader is meant to read, its own addresses, and that of each record it names."""
    codes = {
        "slug",
        "kind",
        "grade",
        "finding",
        "family",
        "review_status",
        "reviewed_by",
        "year",
        "content_updated",
        "review_due",
    }
    if isinstance(value, str) and name not in codes:
        yield from (line for line in value.splitlines() if line.strip())
    elif isinstance(value, dict):
        if {"slug", "name", "kind"} <= set(value):
            yield shapes.Ref(value["slug"], value["name"], value["kind"]).source_page
        if name == "withheld":  # named, and led to from the list of everything alone
            value = {"reason": value["reason"], "names": [one["name"] for one in value["options"]]}
        for key, part in value.items():
            yield from shown(part, key)
    elif isinstance(value, (list, tuple)):
        for part in value:
            yield from shown(part, name)


def assert_holds(page: Read, answer: Any, path: str) -> None:
    """The page at `path` says everything that the answer says. (An appointment sheet's own address is the form that makes it.)"""
    said, links = said_by(page.one("body")).casefold(), {*page.links, path}
    for text in shown(asdict(answer)):
        if text.startswith(("http://", "https://")):
            assert text in links or text.removeprefix(configured.PUBLIC_URL) in links, (path, text)
        else:
            assert re.sub(r"\s+", "", unmarked(text)).casefold() in said, (path, text)


def test_a_topics_page_holds_every_answer_about_it(client: Client) -> None:
    catalogue = refresh.current()
    for slug, entry in catalogue.topics.items():
        path = f"/{entry.topic.kind}s/{slug}"
        page = read(client.get(path).content)
        assert_holds(page, compose.explanation(catalogue, slug), path)
        assert_holds(page, compose.prep_sheet(catalogue, Resolved((slug,))), path)
        if (
            entry.topic.kind == TopicKind.GUIDE
        ):  # it has no list of options, and names nothing that is withheld
            assert not {"options", "withheld"} & set(page.ids), path
        else:
            assert_holds(page, compose.option_list(catalogue, slug), path)


def heard(element: Any) -> str:
    """What a screen reader says of an element: its words with nothing put between them but what stands there."""
    return squeezed("".join(element.itertext()))


def graded(grade: str, finding: str) -> str:
    """A heading that tells what grade and finding say together: “weak evidence” of harm is not what is meant."""
    label = RATINGS[grade, finding].label
    return f"{label[:1].upper()}{label[1:]}"


def listed(slug: str) -> list[tuple[str, list[shapes.OptionItem]]]:
    """The options of a topic's page, by the id of the section that they stand in."""
    options = compose.option_list(refresh.current(), slug)
    return [
        ("options", list(options.options)),
        ("unclear", list(options.not_enough_research)),
        ("not-helping", list(options.not_shown_to_help)),
        ("may-worsen", list(options.may_worsen)),
    ]


def test_what_may_harm_stands_under_a_heading_of_its_own(client: Client) -> None:
    """The groups of the API and of the Markdown, each with its link at the top."""
    catalogue = refresh.current()
    places = {
        "helps": "options",
        "unclear": "unclear",
        "no-benefit": "not-helping",
        "may-worsen": "may-worsen",
    }
    both = 0
    for slug, entry in catalogue.topics.items():
        page = read(client.get(f"/{entry.topic.kind}s/{slug}").content)
        told, under = {}, ""
        for element in page.main.iter():
            tag = str(element.tag).split("}")[-1]
            if tag == "h2":
                under = element.get("id", "")
            elif tag == "h4":
                told[words_of(element)] = under
        items = [(place, item) for place, some in listed(slug) for item in some]
        assert told == {item.name: place for place, item in items}, slug
        homes = {
            name: place
            for place, item in items
            for name in (item.slug, *(form.slug for form in item.variants or ()))
        }
        assert homes == {pair.released.slug: places[pair.grade.finding] for pair in entry.pairs}, (
            slug
        )
        assert {f"/options/{name}" for name in homes} <= set(page.links), slug
        assert {f"#{place}" for place in told.values()} <= set(page.links), slug
        both += {"not-helping", "may-worsen"} <= set(told.values())
        assert ("may-worsen" in page.ids) == ("may-worsen" in told.values()), slug
    assert both


def test_a_topics_page_shows_each_grade_and_finding_over_its_options(client: Client) -> None:
    catalogue = refresh.current()
    for slug, entry in catalogue.topics.items():
        page = read(client.get(f"/{entry.topic.kind}s/{slug}").content)
        told: list[tuple[str, str]] = []
        findings = {
            pair.released.slug: (pair.grade.grade, pair.grade.finding) for pair in entry.pairs
        }
        under = ""
        for element in page.main.iter():
            tag = str(element.tag).split("}")[-1]
            if tag == "h3":
                under = heard(element)
            elif tag == "h4":
                told.append((words_of(element), under))
        assert told == [
            (item.name, graded(*findings[item.slug])) for _, some in listed(slug) for item in some
        ], slug
        for form in (
            form for _, some in listed(slug) for item in some for form in item.variants or ()
        ):
            assert form.rating == RATINGS[findings[form.slug]].label
            assert f"{form.name} ({form.rating})" in words_of(page.main), (slug, form.slug)


def test_what_a_family_of_options_shares_is_said_where_any_of_its_options_stands(
    client: Client,
) -> None:
    catalogue = refresh.current()
    only_unclear = 0
    for slug, entry in catalogue.topics.items():
        options = compose.option_list(catalogue, slug)
        page = read(client.get(f"/{entry.topic.kind}s/{slug}").content)
        assert bool(options.shared_cautions) == ("shared" in page.ids), slug
        assert "#shared" in page.links or not options.shared_cautions
        for family in options.shared_cautions:
            assert all(
                re.sub(r"\s+", "", caution) in said_by(page.main) for caution in family.cautions
            ), slug
        only_unclear += bool(options.shared_cautions) and not options.options
    assert only_unclear


def test_the_doctor_text_stands_before_everything_but_the_summary(client: Client) -> None:
    catalogue = refresh.current()
    for slug, entry in catalogue.topics.items():
        page = read(client.get(f"/{entry.topic.kind}s/{slug}").content)
        headings = [words_of(element) for element in page.all("h2")]
        assert headings[0] == "When to see a doctor"
        assert re.sub(r"\s+", "", unmarked(entry.topic.flag.emergency)) in said_by(page.main)


def test_an_options_page_holds_its_evidence_and_every_grade(client: Client) -> None:
    catalogue = refresh.current()
    for option in catalogue.released:
        path = f"/options/{option.slug}"
        page = read(client.get(path).content)
        sheet = compose.evidence_sheet(catalogue, option.slug)
        assert isinstance(sheet, shapes.EvidenceSheet)
        assert_holds(page, sheet, path)
        told, under = [], ""
        for element in page.main.iter():
            tag = str(element.tag).split("}")[-1]
            if tag == "h3":
                under = heard(element)
            elif tag == "h4":
                told.append((words_of(element), under))
        items = (*sheet.may_worsen, *sheet.grades)
        assert told == [(item.topic.name, graded(item.grade, item.finding)) for item in items]
        assert {item.finding for item in sheet.may_worsen} <= {Finding.MAY_WORSEN}


def test_a_withheld_page_says_the_same_of_all_and_nothing_of_any(client: Client) -> None:
    catalogue = refresh.current()
    pages = set()
    for option in catalogue.withheld:
        html = client.get(f"/options/{option.slug}").content.decode()
        page = read(html.encode())
        assert words_of(page.one("h1")) == option.name
        assert "Withheld until a named clinical reviewer has signed its caution." in words_of(
            page.main
        )
        pages.add(said_by(page.one("body")).replace(re.sub(r"\s+", "", option.name), "…"))
    assert len(pages) == 1


def test_what_a_withheld_record_holds_reaches_no_page(client: Client) -> None:
    kept = make_option(
        "test-root",
        OptionKind.SUPPLEMENT_OR_HERB,
        name="Test root",
        summary="Zebrafinch summary.",
        cost="Zebrafinch.",
        access="Zebrafinch.",
        aliases="zebrafinch",
    )
    make_evidence(
        kept,
        Topic.objects.get(slug="hot-flushes"),
        statement="Zebrafinch statement.",
        basis="Zebrafinch basis.",
    )
    for path in ("/options/test-root", "/symptoms/hot-flushes", "/evidence", "/topics", "/"):
        response = client.get(path)
        assert response.status_code == 200
        assert b"ebrafinch" not in response.content
    assert b"ebrafinch" not in post(client, "/search", {"topic": "test root"}).content
    assert b"Test root" in post(client, "/search", {"topic": "test root"}).content


@pytest.mark.parametrize(
    "words",
    [
        *SIGN_WORDS.values(),
        "my face is drooping, is it hot flushes",
        "hot flushes and I want to kill myself",
    ],
)
def test_a_search_answers_words_with_a_sign_just_as_the_calls_do(
    words: str, client: Client
) -> None:
    topic = client.get("/v1/explain", {"topic": words}).json()["topic"]
    option = client.get("/v1/evidence", {"option": words}).json()["option"]
    page = post(client, "/search", {"topic": words}).content.decode()
    assert ("Get help first" in page) == (topic is None and option is None)
    assert "Nothing found" not in page
    if topic is not None:
        assert topic["slug"] in page


def rated_in(page: Read) -> list[tuple[str, str, str]]:
    """Every rating of the evidence page's tables: the topic's page, the option's, and the rating in words."""
    told = []
    for table in page.all("table"):
        head, *rows = [row for row in table.iter() if name_of(row) == "tr"]
        columns = [part.get("href", "") for part in head.iter() if part.get("href")]
        for row in rows:
            option, *cells = list(row)
            (link,) = [part.get("href", "") for part in option.iter() if part.get("href")]
            told += [
                (topic, link, words_of(cell))
                for topic, cell in zip(columns, cells, strict=True)
                if words_of(cell)
            ]
    return told


def rated_pairs() -> list[tuple[str, str, Any, str]]:
    return [
        (
            f"/{entry.topic.kind}s/{slug}",
            f"/options/{pair.released.slug}",
            pair,
            RATINGS[pair.grade.grade, pair.grade.finding].label,
        )
        for slug, entry in refresh.current().topics.items()
        for pair in entry.pairs
    ]


def test_the_evidence_page_has_every_pair_with_its_rating(client: Client) -> None:
    told = rated_in(read(client.get("/evidence").content))
    assert sorted(told) == sorted(
        (topic, option, label) for topic, option, _, label in rated_pairs()
    )


def test_what_has_most_strong_evidence_stands_first_on_the_evidence_page(client: Client) -> None:
    best = next(iter(RATINGS.values())).label
    told = [
        (option, label)
        for topic, option, label in rated_in(read(client.get("/evidence").content))
        if topic.startswith("/symptoms/")
    ]
    strong = [told.count((option, best)) for option in dict.fromkeys(option for option, _ in told)]
    assert strong[0] > 1
    assert strong == sorted(strong, reverse=True)


def test_the_evidence_page_shows_what_is_chosen_and_nothing_else(client: Client) -> None:
    group = next(
        group for group in symptom_groups(refresh.current()) if group.name == "Heat and sleep"
    )
    within = {f"/symptoms/{entry.topic.slug}" for entry in group.entries}
    query = {"area": "heat-and-sleep", "kind": "lifestyle", "rating": "weak-no-benefit"}
    response = client.get("/evidence", query)
    wanted = [
        (topic, option, label)
        for topic, option, pair, label in rated_pairs()
        if topic in within
        and pair.released.kind == "lifestyle"
        and pair.grade.finding == Finding.NO_BENEFIT
    ]
    assert wanted
    page = read(response.content)
    assert sorted(rated_in(page)) == sorted(wanted)
    chosen = [part.get("value") for part in page.all("option") if "selected" in part.attrib]
    assert chosen == list(query.values())
    assert response["Cache-Control"] == "no-store"


def test_the_evidence_page_takes_no_words_for_a_choice(client: Client) -> None:
    response = client.get(
        "/evidence", {"area": "zebrafinch", "kind": "zebrafinch", "rating": "zebrafinch"}
    )
    assert b"ebrafinch" not in response.content
    assert len(rated_in(read(response.content))) == len(rated_pairs())


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


def test_a_guides_chart_shows_what_has_the_best_evidence_for_the_topics_it_leads_to(
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


def test_the_list_of_topics_holds_everything_covered(client: Client) -> None:
    page = read(client.get("/topics").content)
    coverage = compose.coverage(refresh.current())
    assert_holds(
        page, replace(coverage, ratings=()), "/topics"
    )  # what grades mean is on the page of its own, tested next
    counts = coverage.counts
    said = f"{counts['symptoms']} symptoms, {counts['conditions']} linked conditions, {counts['guides']} guides and {counts['options']} options."
    assert said in words_of(page.main)
    assert f"{counts['withheld']} supplements and herbs are named and withheld." in words_of(
        page.main
    )
    assert {f"/options/{option.slug}" for option in coverage.withheld.options} <= set(page.links)


def test_the_grading_page_says_what_each_grade_and_finding_means(client: Client) -> None:
    page = read(client.get("/about/grading").content)
    for meaning in (*GRADE_MEANINGS.values(), *FINDING_MEANINGS.values()):
        assert re.sub(r"\s+", "", meaning) in said_by(page.main)
    assert {(panel.grade, panel.finding) for panel in grading_panels()} == {
        (grade, finding) for grade, all_of in ALLOWED_FINDINGS.items() for finding in all_of
    }


def test_every_page_says_honestly_that_nobody_has_reviewed_it(client: Client) -> None:
    """And nothing that stops being so on the day a reviewer is appointed, before anything is signed."""
    make_reviewer()
    for path, page, response in every_page(client):
        assert "Not clinically reviewed yet." in words_of(page.one("footer")), path
        assert not re.search(
            r"nobody yet|appointed (?:yet|to review)|(?:is|are|been) appointed",
            response.content.decode(),
            re.IGNORECASE,
        ), path
        assert "not medical advice" in words_of(page.one("footer")), path


def test_the_about_page_says_how_much_has_been_reviewed(client: Client) -> None:
    def who() -> str:
        refresh.forget()
        return words_of(read(client.get("/about").content).main)

    assert "No text is clinically reviewed at present" in who()
    reviewer = make_reviewer()
    assert "No text is clinically reviewed at present" in who()
    make_sign_off("brain-fog", reviewer)
    assert "signed some of the texts" in who()
    catalogue = refresh.current()
    for slug in (*catalogue.topics, *(option.slug for option in catalogue.released)):
        if slug != "brain-fog":
            make_sign_off(slug, reviewer)
    assert "signed the texts" in who()


def test_a_topic_page_is_as_reviewed_as_the_least_reviewed_of_what_it_shows(client: Client) -> None:
    """In words for people and in data for programs."""
    reviewer = make_reviewer()
    slugs = [pair.released.slug for pair in refresh.current().topics["brain-fog"].pairs]
    assert slugs
    signed = "Clinically reviewed by Dr Test Reviewer, Consultant gynaecologist."
    for said, reviewed in (("Not clinically reviewed", ["brain-fog"]), (signed, slugs)):
        for slug in reviewed:
            make_sign_off(slug, reviewer)
        refresh.forget()
        page = read(client.get("/symptoms/brain-fog").content)
        (data,) = [
            script.text
            for script in page.all("script")
            if script.get("type") == "application/ld+json"
        ]
        assert said in words_of(page.one("footer"))
        assert ("reviewedBy" in json.loads(data or "")) == (said == signed)


def test_a_page_says_that_its_text_was_changed_where_that_ended_its_review(client: Client) -> None:
    reviewer = make_reviewer()
    changed, lapsed = (
        "This text was changed after it was reviewed. Treat it as not reviewed.",
        "The clinical review of this text has lapsed.",
    )
    for slug, path, model in (
        ("brain-fog", "/symptoms/brain-fog", Topic),
        ("clonidine", "/options/clonidine", Option),
    ):
        make_sign_off(slug, reviewer, review_due_on=standing.today())
        refresh.forget()
        page = words_of(read(client.get(path).content).one("body"))
        assert lapsed in page
        assert changed not in page
        model._default_manager.filter(slug=slug).update(summary="Other words.")
        assert changed in words_of(read(client.get(path).content).one("body")), path


def test_a_page_has_no_section_with_nothing_in_it(client: Client) -> None:
    option = make_option("bare-walks", summary="Walks.", cost="Free.", access="Anyone.")
    make_topic("bare-ache")
    refresh.forget()
    page = client.get("/options/bare-walks").content.decode()
    assert "Cost and access" in page
    assert not re.search(r'id="(?:sources|evidence)"|href="#(?:sources|evidence)"', page)
    page = client.get("/symptoms/bare-ache").content.decode()
    assert not re.search(r'id="(?:sources|related)"|href="#(?:sources|related)"', page)
    make_evidence(option, Topic.objects.get(slug="bare-ache")).sources.add(make_source())
    refresh.forget()
    page = client.get("/options/bare-walks").content.decode()
    assert 'id="evidence"' in page
    assert 'id="sources"' in page


def test_results_are_as_reviewed_as_the_least_reviewed_of_what_they_show(client: Client) -> None:
    reviewer = make_reviewer()
    signed = "Clinically reviewed by Dr Test Reviewer, Consultant gynaecologist."
    for slug, both in (("hot-flushes", "Not clinically reviewed yet."), ("brain-fog", signed)):
        make_sign_off(slug, reviewer)
        refresh.forget()
        assert signed in words_of(
            read(post(client, "/search", {"topic": slug.replace("-", " ")}).content).one("footer")
        )
        assert both in words_of(
            read(
                post(client, "/search", {"topic": "hot flushes and brain fog all day"}).content
            ).one("footer")
        )
    for words in (
        "sage",
        "car insurance",
    ):  # named and nothing else; names of everything, of which most is not reviewed
        assert "Not clinically reviewed yet." in words_of(
            read(post(client, "/search", {"topic": words}).content).one("footer")
        )


def test_a_page_says_since_when_its_wording_has_stood(client: Client) -> None:
    today = datetime.now(UTC).date()
    assert (
        f'<time datetime="{today.isoformat()}">'
        in client.get("/symptoms/brain-fog").content.decode()
    )
    assert b"<time" not in client.get("/options/sage").content


def test_a_page_says_when_it_was_reviewed_and_when_next_and_what_it_rests_on(
    client: Client,
) -> None:
    def foot() -> str:
        refresh.forget()
        return heard(read(client.get("/options/clonidine").content).one("footer"))

    sources = len(compose.evidence_sheet(refresh.current(), "clonidine").sources)
    assert "Last reviewed: not yet reviewed by a clinician. Next review: none set yet." in foot()
    assert f"Rests on: {sources} publications, listed on this page" in foot()
    due = standing.today() + timedelta(days=200)
    make_sign_off("clonidine", make_reviewer(), review_due_on=due)
    today = standing.today()
    assert f"Last reviewed: {today.day} {today:%B %Y}. Next review: {due.day} {due:%B %Y}" in foot()


# Numbers to call


def test_every_number_of_the_sign_files_can_be_tapped_and_no_other(client: Client) -> None:
    in_files = set(re.findall(r"\d[\d ]*\d", "\n".join(sign.urgent for sign in SIGNS)))
    assert in_files == phone_numbers.NUMBERS
    page = read(client.get("/get-help-now").content)
    assert {link for link in page.links if link.startswith("tel:")} == {
        f"tel:{number.replace(' ', '')}" for number in in_files
    }
    listed = {
        number
        for line in (*phone_numbers.emergency_lines(), *phone_numbers.helplines())
        for number in line.numbers
    }
    assert listed == in_files
    assert [line.where for line in phone_numbers.emergency_lines()] == [
        "UK and Ireland",
        "EU",
        "US and Canada",
        "Australia",
        "New Zealand",
    ]
    assert [(line.where, line.name) for line in phone_numbers.helplines()] == [
        ("UK and Ireland", "Samaritans"), ("US and Canada", ""), ("Australia", "Lifeline"), ("New Zealand", ""),
    ]  # fmt: skip


def test_get_help_now_holds_each_sign_most_urgent_first(client: Client) -> None:
    page = read(client.get("/get-help-now").content)
    said = said_by(page.main)
    places = [said.index(re.sub(r"\s+", "", sign.urgent)) for sign in SIGNS]
    assert places == sorted(places)
    assert all(
        re.sub(r"\s+", "", sign.what_counts) in said and sign.slug in page.ids for sign in SIGNS
    )


def test_every_page_that_the_about_pages_promise_names_its_publications(client: Client) -> None:
    for path in ("/about", "/about/review"):
        said = words_of(read(client.get(path).content).main)
        assert (
            "Every page about a symptom, a linked condition or a graded option names its publications, and so does Get help now"
            in said
        )
    catalogue = refresh.current()
    withheld = {f"/options/{option.slug}" for option in catalogue.withheld}
    for path in {*record_pages(), "/get-help-now"} - withheld:
        page = read(client.get(path).content)
        (named,) = [
            section
            for section in page.all("section")
            if section.get("aria-labelledby") == "sources"
        ]
        assert [link for link in named.iter() if link.get("href", "").startswith("http")], path


def test_get_help_now_names_every_publication_of_the_signs_and_no_other(client: Client) -> None:
    cited = {
        key
        for path in FOLDER.glob("*.yaml")
        for key in yaml.safe_load(path.read_text(encoding="utf-8"))["sources"]
    }
    sources = refresh.current().sources
    page, twin = (
        read(client.get("/get-help-now").content),
        client.get("/get-help-now.md").content.decode(),
    )
    (named,) = [
        section for section in page.all("section") if section.get("aria-labelledby") == "sources"
    ]
    assert {(link.get("href"), words_of(link)) for link in named.iter() if link.get("href")} == {
        (sources[key].url, sources[key].title) for key in cited
    }
    assert all(f"[{sources[key].title}]({sources[key].url})" in twin for key in cited)


def test_a_number_that_is_no_helpline_is_left_alone() -> None:
    assert "<a" not in phone_numbers.linked("In 2024, within 10 years, at 45 <b>")
    assert (
        phone_numbers.linked("Ring 116 123 & 999")
        == 'Ring <a href="tel:116123">116 123</a> &amp; <a href="tel:999">999</a>'
    )


# Search


def found(page: Read) -> list[str]:
    """The records a page of results leads to, best first."""
    return [
        link
        for heading in page.all("h2")
        for link in (element.get("href", "") for element in heading.iter())
        if link
    ]


@pytest.mark.parametrize(
    ("words", "links"),
    [
        ("hot flashes", ["/symptoms/hot-flushes"]),
        ("hot flushes and brain fog all day", ["/symptoms/hot-flushes", "/symptoms/brain-fog"]),
        ("HRT", ["/options/hormone-replacement-therapy"]),
        ("sage", ["/options/sage"]),
        ("vaginal oestrogen", ["/options/vaginal-oestrogen"]),
    ],
)
def test_search_finds_topics_and_options_in_plain_words(
    words: str, links: list[str], client: Client
) -> None:
    assert sorted(found(read(post(client, "/search", {"topic": words}).content))) == sorted(links)


def test_search_means_what_the_api_means(client: Client, rest: Any) -> None:
    for words in (
        "my hair is falling out",
        "rage at everyone",
        "why am I so tired all day",
        "dodgy waterworks at night",
    ):
        status, body = rest("explain", topic=words)
        links = (
            []
            if status == 404
            else [
                f"/{topic['kind']}s/{topic['slug']}"
                for topic in (body["topic"], *body["also_matched"])
            ]
        )
        assert [
            link
            for link in found(read(post(client, "/search", {"topic": words}).content))
            if not link.startswith("/options")
        ] == links


def test_a_result_gives_the_doctor_text_in_full(client: Client) -> None:
    page = read(post(client, "/search", {"topic": "brain fog"}).content)
    assert re.sub(
        r"\s+", "", unmarked(refresh.current().topics["brain-fog"].topic.flag.routine)
    ) in said_by(page.main)


def test_words_that_name_nothing_get_the_closest_and_the_whole_list(
    client: Client, rest: Any
) -> None:
    page = read(post(client, "/search", {"topic": "patch my jeans at the knee"}).content)
    suggested = rest("explain", topic="patch my jeans at the knee")[1]["suggestions"]
    near = {shapes.Ref(**item).path for item in suggested}
    assert near <= set(page.links)
    assert near
    assert {
        f"/symptoms/{entry.topic.slug}" for entry in refresh.current().of_kind(TopicKind.SYMPTOM)
    } <= set(page.links)
    assert found(page) == []
    nothing = read(post(client, "/search", {"topic": "xylophone zeppelin"}).content)
    assert "The closest we have" in words_of(page.main)
    assert "The closest we have" not in words_of(nothing.main), (
        "what is near nothing has nothing near"
    )


@pytest.mark.parametrize("sign", SIGNS, ids=lambda sign: sign.slug)
@pytest.mark.parametrize("path", ["/search", "/prepare"])
def test_urgent_leads_whatever_a_form_answers(
    path: str, sign: Any, client: Client, settings: Any
) -> None:
    field = "topic" if path == "/search" else "symptoms"
    for words, limit in (
        (SIGN_WORDS[sign.slug], "60/m"),
        (f"hot flushes, {SIGN_WORDS[sign.slug]}", "60/m"),
        (SIGN_WORDS[sign.slug], "0/m"),
    ):
        settings.RATE_LIMIT = limit
        response = post(client, path, {field: words})
        page = read(response.content)
        first = page.main[0]
        assert first.get("class") == "urgent"
        assert re.sub(r"\s+", "", sign.urgent) in said_by(first)
        assert words_of(page.all("title")[0]).startswith("Warning sign, read first")
        assert response["Cache-Control"] == "no-store"
    assert response.status_code == 429


@pytest.mark.parametrize(
    "words", ["I want to die", SIGN_WORDS["stroke-signs"], f"zebrafinch, {SIGN_WORDS['self-harm']}"]
)
@pytest.mark.parametrize(("path", "field"), [("/search", "topic"), ("/prepare", "symptoms")])
def test_words_with_a_sign_that_name_nothing_get_help_first(
    path: str, field: str, words: str, client: Client, rest: Any
) -> None:
    """As the calls answer them: 200, and no word of what was not found. No other record's name comes between her and help."""
    assert rest("explain", topic=words)[1]["topic"] is None
    response = post(client, path, {field: words})
    page = read(response.content)
    assert response.status_code == 200
    assert page.main[0].get("class") == "urgent"
    assert words_of(page.one("h1")) == "Get help first"
    assert words_of(page.all("title")[0]).startswith("Warning sign, read first: Get help first")
    assert not re.search(
        "nothing found|could not tell|do not wait for a page|closest",
        words_of(page.main),
        re.IGNORECASE,
    )
    after = [element for part in page.main[1:] for element in part.iter()]
    ways = [
        element.get("href") or element.get("action")
        for element in after
        if element.get("href") or element.get("action")
    ]
    assert ways == ["/get-help-now", "/search", "/prepare"]


def test_urgent_leads_a_page_whose_address_holds_a_sign(client: Client) -> None:
    for path in ("/", "/symptoms/hot-flushes", "/get-help-now", "/nothing-here"):
        response = client.get(path, {"q": SIGN_WORDS["chest-pain"]}, HTTP_ACCEPT="text/html")
        assert read(response.content).main[0].get("class") == "urgent"
        assert response["Cache-Control"] == "no-store"
        assert b'class="urgent"' not in client.get(path, HTTP_ACCEPT="text/html").content


def test_a_form_as_browsers_send_it_is_screened_by_its_values_alone(client: Client) -> None:
    page = read(urlencoded(client, "/search", "topic=I+want+to+die").content)
    urgent = said_by(page.main[0])
    assert re.sub(r"\s+", "", SIGNS[0].urgent) in urgent
    assert re.sub(r"\s+", "", SIGNS[1].urgent) not in urgent
    assert b'class="urgent"' in urlencoded(client, "/search", "topic=%49%20%77ant+to+die").content
    assert b'class="urgent"' in urlencoded(client, "/search", "I+want+to+die").content
    assert (
        b'class="urgent"' in urlencoded(client, "/search", 'topic={"a": "I want to die"}').content
    )


def test_ticking_boxes_never_looks_like_a_warning_sign(client: Client) -> None:
    names = [entry.topic.name for entry in refresh.current().topics.values()]
    for chosen in ([name] for name in names):
        assert b'class="urgent"' not in post(client, "/prepare", {"symptoms": chosen}).content, (
            chosen
        )
    for start in range(0, len(names), 6):
        body = "&".join(f"symptoms={name.replace(' ', '+')}" for name in names[start : start + 12])
        assert b'class="urgent"' not in urlencoded(client, "/prepare", body).content


@pytest.mark.parametrize("path", ["/search", "/prepare", "/nowhere"])
def test_words_are_never_printed_back_or_put_in_an_address(
    path: str, client: Client, settings: Any
) -> None:
    for limit in ("60/m", "0/m"):
        settings.RATE_LIMIT = limit
        response = post(client, path, {"topic": "zebrafinchmarker", "symptoms": "zebrafinchmarker"})
        assert b"zebrafinch" not in response.content
        assert "zebrafinch" not in str(response.headers)
        assert response["Cache-Control"] == "no-store"
        assert response.status_code in (200, 400, 404, 405, 429)
    for form in read(client.get("/search").content).all("form"):
        assert form.get("method") == "post"


def test_odd_texts_are_answered(client: Client) -> None:
    for words in (
        "\x00",
        "\ud7ff\ufffd",
        "\udc80 lone",
        "hot flushes" * 200,
        "🔥" * 400,
        "<script>alert(1)</script>",
        "%00%ff",
        "a&b=c",
    ):
        assert post(client, "/search", {"topic": words}).status_code in (200, 400)
        assert post(client, "/prepare", {"symptoms": words}).status_code in (200, 400)
    assert urlencoded(client, "/search", "topic=%ff%fe%00").status_code == 200
    assert urlencoded(client, "/search", "topic=" + "x" * 70_000).status_code == 413
    assert (
        client.generic(
            "POST", "/search", b"--x\r\nrubbish", content_type="multipart/form-data; boundary=x"
        ).status_code
        == 415
    )
    assert (
        client.generic(
            "POST",
            "/search",
            b"topic=hot",
            content_type="application/x-www-form-urlencoded; charset=utf-7",
        ).status_code
        < 500
    )


def test_long_words_are_all_screened_though_only_the_first_are_matched(client: Client) -> None:
    page = read(
        post(client, "/search", {"topic": "brain fog " * 200 + SIGN_WORDS["chest-pain"]}).content
    )
    assert page.main[0].get("class") == "urgent"
    assert found(page)[0] == "/symptoms/brain-fog"
    assert "only the first part was used" in words_of(page.main)


def test_forms_share_the_quota_of_the_calls(client: Client, settings: Any) -> None:
    settings.RATE_LIMIT = "3/d"
    assert [
        post(client, "/search", {"topic": "anxiety"}).status_code,
        client.get("/v1/topics").status_code,
        post(client, "/prepare", {"symptoms": "Anxiety"}).status_code,
    ] == [200] * 3
    limited = post(client, "/search", {"topic": "anxiety"})
    assert limited.status_code == client.get("/v1/topics").status_code == 429
    assert 1 <= int(limited["Retry-After"]) <= 86_400
    said = words_of(read(limited.content).main)
    assert "Please wait" in said
    assert "go back and try again" in said
    assert "button" not in said
    assert client.get("/search").status_code == client.get("/symptoms/anxiety").status_code == 200


# The appointment sheet


def test_a_sheet_holds_the_whole_answer_and_room_to_write(client: Client) -> None:
    chosen = ["Hot flushes", "Dry mouth and dry eyes", "Tingling and electric-shock feelings"]
    page = read(post(client, "/prepare", {"symptoms": chosen}).content)
    catalogue = refresh.current()
    sheet = compose.prep_sheet(
        catalogue, Resolved(("hot-flushes", "mouth-and-eye-dryness", "tingling"))
    )
    assert_holds(page, sheet, "/prepare")
    assert "lines" in {element.get("class") for element in page.all("div")}


def test_every_box_makes_its_own_sheet(client: Client) -> None:
    form = read(client.get("/prepare").content)
    boxes = [box.get("value", "") for box in form.all("input") if box.get("type") == "checkbox"]
    catalogue = refresh.current()
    assert sorted(boxes) == sorted(entry.topic.name for entry in catalogue.topics.values())
    for name in boxes:
        page = read(post(client, "/prepare", {"symptoms": name}).content)
        assert squeezed(words_of(page.main)).startswith(f"Your appointment sheet About: {name}")


def test_a_sheet_takes_own_words_and_says_what_it_did_not_know(client: Client) -> None:
    page = read(
        post(
            client,
            "/prepare",
            {"symptoms": ["Anxiety", "boiling hot all of a sudden, xylophone zeppelin"]},
        ).content
    )
    assert "About: Anxiety , Hot flushes" in words_of(page.main)
    assert "number 3" in words_of(page.main)


def test_too_many_none_or_unknown_choices_are_explained(client: Client) -> None:
    names = [entry.topic.name for entry in refresh.current().topics.values()]
    for chosen, words in (
        (names[:13], "Choose at most 12"),
        ([], "Choose at least one"),
        (["xylophone zeppelin"], "We could not tell"),
    ):
        response = post(client, "/prepare", {"symptoms": chosen})
        assert response.status_code == 400
        said = words_of(read(response.content).main)
        assert words in said
        assert ("please type it again" in said) is (chosen == ["xylophone zeppelin"])
    assert post(client, "/prepare", {"symptoms": names[:12]}).status_code == 200


def test_a_refused_form_keeps_its_ticks_and_nothing_that_was_typed(client: Client) -> None:
    def ticked(chosen: list[str]) -> tuple[list[str], bytes]:
        response = post(client, "/prepare", {"symptoms": chosen})
        assert response.status_code == 400
        boxes = read(response.content).all("input")
        return [box.get("value", "") for box in boxes if "checked" in box.attrib], response.content

    names = [entry.topic.name for entry in refresh.current().topics.values()]
    chosen, html = ticked([*names[:13], "zebrafinch all night"])
    assert sorted(chosen) == sorted(names[:13])
    assert b"ebrafinch" not in html
    by_slug, _ = ticked([*list(refresh.current().topics)[:13], "zebrafinch"])
    assert by_slug == chosen
    assert ticked(["zebrafinch"])[0] == ticked([])[0] == []
    assert not [
        box for box in read(client.get("/prepare").content).all("input") if "checked" in box.attrib
    ]


# How pages are sent


def test_a_page_of_no_words_is_public_tagged_and_unchanged_until_its_content_changes(
    client: Client,
) -> None:
    for path in (*GENERAL, "/symptoms/brain-fog", "/options/sage", "/options/exercise"):
        response = client.get(path)
        assert response["Cache-Control"] == "public, max-age=60"
        again = client.get(path, HTTP_IF_NONE_MATCH=response["ETag"])
        assert (again.status_code, again.content, again["ETag"], again["Cache-Control"]) == (
            304,
            b"",
            response["ETag"],
            "public, max-age=60",
        ), path
        assert client.get(path, HTTP_IF_NONE_MATCH='"other"').status_code == 200
    before = client.get("/symptoms/brain-fog")["ETag"]
    Topic.objects.filter(slug="brain-fog").update(summary="Changed by hand.")
    after = client.get("/symptoms/brain-fog", HTTP_IF_NONE_MATCH=before)
    assert after.status_code == 200
    assert b"Changed by hand." in after.content


def test_a_page_is_sent_packed_to_whoever_can_unpack_it(client: Client) -> None:
    plain = client.get("/symptoms/hot-flushes")
    packed = client.get("/symptoms/hot-flushes", HTTP_ACCEPT_ENCODING="br, gzip")
    assert "Content-Encoding" not in plain
    assert packed["Content-Encoding"] == "gzip"
    assert gzip.decompress(packed.content) == plain.content
    assert plain["Vary"] == packed["Vary"] == "Accept-Encoding"
    assert "Content-Encoding" not in client.get(
        "/symptoms/hot-flushes", HTTP_ACCEPT_ENCODING="gzip;q=0, identity"
    )
    assert "Content-Encoding" not in post(
        client, "/search", {"topic": "anxiety"}, HTTP_ACCEPT_ENCODING="gzip"
    )


def test_every_page_is_light(client: Client) -> None:
    shared = sum(
        (STYLES.parent / name).stat().st_size for name in ("pages.css", "icon.svg")
    )  # what every page asks for
    for path in (*GENERAL, *record_pages()):
        sent = len(client.get(path, HTTP_ACCEPT_ENCODING="gzip").content)
        assert sent + shared < WEIGHT, (path, sent, shared)
    for path, fields in (
        *POSTS,
        (
            "/prepare",
            {"symptoms": [entry.topic.name for entry in refresh.current().topics.values()][:12]},
        ),
    ):
        assert len(post(client, path, fields).content) + shared < WEIGHT, path


def test_words_in_the_address_make_a_page_nobody_stores(client: Client) -> None:
    assert client.get("/topics?utm=x")["Cache-Control"] == "no-store"


def test_a_browser_gets_a_page_where_there_is_none_and_software_a_problem(client: Client) -> None:
    page = client.get("/symptoms/nothing", HTTP_ACCEPT="text/html,application/xhtml+xml,*/*;q=0.8")
    assert page.status_code == 404
    assert "Page not found" in words_of(read(page.content).main)
    for path, accept in (
        ("/symptoms/nothing", "*/*"),
        ("/symptoms/nothing", "application/json"),
        ("/v1/nothing", "text/html"),
        ("/mcp/nothing", "text/html"),
    ):
        assert json.loads(client.get(path, HTTP_ACCEPT=accept).content)["code"] == "not_found"
    assert (
        client.get("/symptoms/osteoporosis").status_code
        == client.get("/conditions/hot-flushes").status_code
        == 404
    )


BROWSER = "text/html,application/xhtml+xml,*/*;q=0.8"


@pytest.mark.parametrize("broken", ["", "content.pages.rendering.render_to_string"])
def test_a_browser_that_meets_a_fault_of_ours_gets_a_page_that_needs_nothing(
    broken: str, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fault(*arguments: Any, **named: Any) -> None:
        raise RuntimeError("a fault")

    monkeypatch.setattr(refresh, "current", fault)  # with the content goes the database
    if broken:
        monkeypatch.setattr(broken, fault)
    for words, urgent in (("anxiety", None), ("I want to die", SIGNS[0].urgent)):
        response = post(client, "/search", {"topic": words}, HTTP_ACCEPT=BROWSER)
        assert (response.status_code, response["Cache-Control"]) == (500, "no-store")
        if broken:  # what breaks every page too still leaves the problem document
            assert json.loads(response.content).get("urgent") == urgent
            continue
        page = read(response.content)
        assert words_of(page.one("h1")) == "Something went wrong here"
        assert "/get-help-now" in [link.get("href") for part in page.main for link in part.iter()]
        assert (page.main[0].get("class") == "urgent") == (urgent is not None)
    for accept in ("*/*", "application/json"):
        response = post(client, "/search", {"topic": "anxiety"}, HTTP_ACCEPT=accept)
        assert (response.status_code, response["Content-Type"]) == (500, "application/problem+json")
    assert (
        json.loads(client.get("/v1/topics", HTTP_ACCEPT="text/html, application/json").content)[
            "code"
        ]
        == "internal_error"
    )


def test_a_browser_whose_method_is_refused_gets_a_page(client: Client) -> None:
    response = client.post("/symptoms/hot-flushes", HTTP_ACCEPT=BROWSER)
    assert (response.status_code, response["Allow"], response["Cache-Control"]) == (
        405,
        "GET, HEAD",
        "no-store",
    )
    page = read(response.content)
    assert words_of(page.one("h1")) == "That cannot be done here"
    assert not page.all(
        "script"
    )  # a refusal is no page of content, and says nothing of itself to programs
    assert (
        read(client.post("/topics?q=I+want+to+die", HTTP_ACCEPT=BROWSER).content)
        .main[0]
        .get("class")
        == "urgent"
    )
    for path, accept in (
        ("/symptoms/hot-flushes", "*/*"),
        ("/topics", "application/json"),
        ("/v1/topics", "*/*," + BROWSER),
    ):
        response = client.post(path, HTTP_ACCEPT=accept)
        assert (response.status_code, json.loads(response.content)["code"]) == (
            405,
            "method_not_allowed",
        )
        assert response["Allow"]


def test_help_is_there_before_any_content_is(client: Client) -> None:
    for model in (Evidence, RelatedTopic, PrepItem, Caution, Option, Topic):
        model._default_manager.all().delete()
    refresh.forget()
    assert client.get("/get-help-now").status_code == 200
    for path in ("/", "/symptoms/hot-flushes"):
        response = client.get(path)
        assert response.status_code == 503
        assert read(response.content)
    assert (
        read(post(client, "/search", {"topic": SIGN_WORDS["self-harm"]}).content)
        .main[0]
        .get("class")
        == "urgent"
    )


# The front page


def test_the_front_page_asks_and_its_drawing_leads_to_every_group(client: Client) -> None:
    page = read(client.get("/").content)
    assert words_of(page.one("h1")) == "What is troubling you?"
    (body,) = [part for part in page.all("svg") if part.get("class") == "body"]
    led_to = [part.get("href") for part in body.iter() if name_of(part) == "a"]
    groups = symptom_groups(refresh.current())
    assert led_to == [f"#{slugify(group.name)}" for group in groups]
    listed = {part.get("id"): part for part in page.all("ul")}
    for group in groups:
        named = {
            link.get("href") for link in listed[slugify(group.name)].iter() if link.get("href")
        }
        assert named == {f"/symptoms/{entry.topic.slug}" for entry in group.entries}


# Groups and pictures


def test_every_symptom_is_in_one_group_and_none_in_others() -> None:
    catalogue = refresh.current()
    groups = symptom_groups(catalogue)
    placed = [entry.topic.slug for group in groups for entry in group.entries]
    assert sorted(placed) == sorted(
        entry.topic.slug for entry in catalogue.of_kind(TopicKind.SYMPTOM)
    )
    assert OTHERS not in {group.name for group in groups}


def test_a_symptom_that_editors_add_is_listed_too(client: Client) -> None:
    make_topic("test-symptom", name="Test symptom")
    assert [
        entry.topic.slug
        for group in symptom_groups(refresh.current())
        if group.name == OTHERS
        for entry in group.entries
    ] == ["test-symptom"]
    assert b"Test symptom" in client.get("/").content


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


# The page for agents


def test_the_agents_page_holds_the_rules_and_calls_of_the_api(client: Client) -> None:
    page = read(client.get("/agents").content)
    said = said_by(page.main)
    for rule in relay_rules.RELAY_RULES:
        assert re.sub(r"[\s`]+", "", rule) in said
    for call in CALLS:
        (example,) = [link for link in page.links if link.startswith(call.path)]
        assert client.get(example).status_code == 200
    (shape,) = [
        element for element in page.all("pre") if element.get("aria-label") == "Example: an answer"
    ]
    example = json.loads("".join(shape.itertext()))
    whole = json.loads(
        client.get("/v1/explain", {"topic": f"hot flushes and {SIGN_WORDS['self-harm']}"}).content
    )
    assert list(example) == list(whole)
    assert example["urgent"][:60] == whole["urgent"][:60]


@pytest.mark.parametrize(
    ("words", "limit", "name", "begins"),
    [
        ("I wake up soaked", "60/m", "when_to_see_a_doctor", "when_to_see_a_doctor"),
        ("hot flushes and I want to die", "60/m", "source_page", "urgent"),
        ("I want to die", "60/m", "source_page", "urgent"),  # a sign and no topic
        ("car insurance", "60/m", "detail", "detail"),
        ("hot flushes", "0/m", "detail", "detail"),
        (f"I want to die {'x' * 2000}", "60/m", "detail", "urgent"),
    ],
)
def test_the_example_in_python_runs_and_relays_whatever_is_answered(
    words: str,
    limit: str,
    name: str,
    begins: str,
    client: Client,
    settings: Any,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    settings.RATE_LIMIT = limit
    answered: list[Any] = []

    def opened(address: str) -> BytesIO:
        response = client.get(address.removeprefix(configured.PUBLIC_URL))
        answered.append(json.loads(response.content))
        if response.status_code >= 400:
            raise HTTPError(
                address,
                response.status_code,
                response.reason_phrase,
                Message(),
                BytesIO(response.content),
            )
        return BytesIO(response.content)

    page = read(client.get("/agents").content)
    (block,) = [
        element
        for element in page.all("pre")
        if element.get("aria-label") == "Example: a call from Python"
    ]
    text = "".join(block.itertext())
    assert '"I wake up soaked"' in text
    monkeypatch.setattr(urllib.request, "urlopen", opened)
    exec(text.replace("I wake up soaked", words), {})
    (answer,) = answered
    said = capsys.readouterr().out
    assert said.startswith(answer[begins])
    assert answer[name] in said
    assert all(
        item["name"] in said
        for item in (*answer.get("options", ()), *answer.get("suggestions", ()))
    )


def test_the_phrases_to_test_urgent_with_give_their_sign(client: Client) -> None:
    assert {sign for _, sign in TEST_PHRASES} == {None, *(sign.slug for sign in SIGNS)}
    for words, sign in TEST_PHRASES:
        urgent = client.get("/v1/explain", {"topic": words}).json().get("urgent")
        assert urgent == (BY_SLUG[sign].urgent if sign else None), words


def test_the_agents_page_lists_every_error(client: Client) -> None:
    links = read(client.get("/agents").content).links
    assert {f"/docs/errors#{kind.value.code}" for kind in Kinds} == {
        link for link in links if link.startswith("/docs/errors")
    }


def test_the_example_over_mcp_runs(client: Client) -> None:
    page = read(client.get("/agents").content)
    (block,) = [
        element
        for element in page.all("pre")
        if element.get("aria-label") == "Example: a tool call over MCP"
    ]
    text = "".join(block.itertext())
    headers = {
        f"HTTP_{name.upper().replace('-', '_')}": value
        for name, value in re.findall(r"-H '([^:]+): ([^']+)'", text)
        if name != "Content-Type"
    }
    response = client.post(
        "/mcp",
        re.search(r"-d '(.*)'", text, re.DOTALL).group(1),
        content_type="application/json",
        **headers,
    )  # type: ignore[union-attr]
    assert (
        json.loads(response.content)["result"]["structuredContent"]["topic"]["slug"] == "brain-fog"
    )


@pytest.mark.django_db
@pytest.mark.parametrize("path", ["/search", "/prepare"])
def test_a_form_is_read_in_one_way_only(client: Client, path: str) -> None:
    """A body that can be read in two ways could hide from the screen what the page answers."""
    name = "topic" if path == "/search" else "symptoms"
    hidden = "".join(f"%{ord(letter):02x}" for letter in "I want to kill myself")
    both = client.post(
        path, f'["&{name}={hidden}&"]', content_type="application/x-www-form-urlencoded"
    )
    assert "findahelpline" in both.content.decode()
    for kind in ("multipart/form-data; boundary=B", "text/plain", "application/json"):
        body = f"--B\r\nContent-Disposition: form-data; name={name}\r\nContent-Transfer-Encoding: base64\r\n\r\naG90IGZsdXNoZXM=\r\n--B--\r\n"
        assert client.post(path, body, content_type=kind).status_code == 415


def test_a_list_longer_than_any_sheet_is_refused(client: Client) -> None:
    assert urlencoded(client, "/prepare", "symptoms=" + "x%0a" * 3000).status_code == 413


@pytest.mark.django_db
def test_no_page_of_ours_is_taken_for_a_warning_sign(client: Client) -> None:
    pages = re.findall(r"<loc>([^<]+)</loc>", client.get("/sitemap.xml").content.decode())
    assert len(pages) > 100
    wrong = [
        page
        for page in pages
        if screen("\n".join(sent_in(RequestFactory().get(urlsplit(page).path))))
    ]
    assert wrong == []

"""The JSON answer, the page and the Markdown of a record say the same, for every record."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from django.test import Client

from content.catalogue import refresh
from content.pages import markdown
from content.review.release import Released
from content.vocabulary import OptionKind, ReviewStatus, TopicKind
from tests.content.pages.alternates import alternate, page
from tests.reading import Read, path_of, plain, unmarked

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("rendered_once")]

# Codes are read in words on a page.
WORDS: dict[str, dict[str, str]] = {
    "kind": {**dict(TopicKind.choices), **dict(OptionKind.choices)},
    "review_status": dict(ReviewStatus.choices),
}
LINKS = {"source_page"}
# A record's short name is in its address, a rating says what grade and finding mean together, a
# family goes by its name,
# and the day of a change is shown to readers in words of its own
# (`tests/content/pages/test_review_note.py`).
CODES = {"slug", "grade", "finding", "family", "content_updated", "review_due"}
GROUPS = {
    "options": "Options that help, strongest evidence first",
    "not_enough_research": "Not enough research to say",
    "not_shown_to_help": "Studied and not shown to help",
    "may_worsen": "May make it worse, or cause harm",
}
# All that a record's Markdown says besides its answer.
LABELS = {
    "Page", "One sheet for several topics", "When to see a doctor", "What it is", "Why it happens",
    "What can help", "What the ratings mean",
    "Key cautions that a family of options shares", "Its other forms", "What it may make worse",
    *GROUPS.values(), *WORDS["kind"].values(),
    "Questions to ask at an appointment", "Things to bring",
    "Notes to keep beforehand", "Related topics", "Withheld", "Sources", "Review",
    "Review status of this topic",
    "Review status of everything on this page, options included", "Review status", "Rating", "Cost",
    "How to get it",
    "Key cautions", "(the option’s page has every caution)", "Who should check first", "Cautions",
    "The evidence, strongest first", "What this rests on",
    "Emergency numbers and helplines", "Before you pass this on, read the rules for relaying it",
    "by", markdown.GRADE_NOTE, markdown.WITHHELD_NOTE,
}  # fmt: skip


def parts(body: Any, name: str = "") -> Iterator[tuple[str, Any]]:
    """Every value of an answer with the name it stands under."""
    if isinstance(body, dict):
        for key, part in body.items():
            yield from parts(part, key)
    elif isinstance(body, list):
        for part in body:
            yield from parts(part, name)
    elif body is not None and body != "":
        yield name, body


def missing(body: Any, text: str, links: set[str]) -> list[tuple[str, Any]]:
    """The values of an answer that cannot be read in `text` or followed in `links`."""
    found = []
    for name, value in parts(body):
        if name in LINKS:
            held = path_of(value) in links
        elif name == "sources":
            held = value.rsplit(": ", 1)[1] in links and any(
                form in text for form in as_cited(value)
            )
        elif name == "rating":  # it may stand at the head of a heading
            held = value.lower() in text.lower()
        elif name == "kind" and any(link.startswith(f"/{value}s/") for link in links):
            held = True  # the address of a symptom or condition says which it is
        elif name in WORDS:
            held = WORDS[name][value].lower() in text.lower()
        else:
            held = name in CODES or in_order(str(value), text)
        if not held:
            found.append((name, value))
    return found


def as_cited(source: str) -> list[str]:
    """A publication, one line in JSON, as pages and Markdown show it: wherever in its line the
    title may begin.
    """
    line, year = re.fullmatch(r"(.+?)(?: \((\d{4})\))?: http\S+", source).groups()  # type: ignore[union-attr]
    parts = line.split(", ")
    heads = ((", ".join(parts[:place]), ", ".join(parts[place:])) for place in range(1, len(parts)))
    return [
        plain(f"{organisation}: {title}" + (f", {year}" if year else ""))
        for organisation, title in heads
    ]


def in_order(value: str, text: str) -> bool:
    """Whether every paragraph of `value` is in `text`, whole, one after the other."""
    place = 0
    for line in filter(None, map(plain, unmarked(value).splitlines())):
        place = text.find(line, place)
        if place < 0:
            return False
        place += len(line)
    return True


def answer(rest: Any, call: str, **query: str) -> dict[str, Any]:
    """All that a call says of a record.

    `urgent` is about the words asked with, and no part of any record.
    """
    status, body = rest(call, **query, detail="full")
    assert status == 200
    body.pop("urgent", None)
    return body  # type: ignore[no-any-return]


def topic_answers(rest: Any, slug: str) -> list[dict[str, Any]]:
    """What `explain`, `doctor-prep` and, of all but guides, `options` say of a topic. Of cautions
    the key ones: all others stand on the page of their option.
    """
    catalogue = refresh.current()
    calls = {"explain": "topic", "doctor-prep": "symptoms", "options": "symptom"}
    if catalogue.topics[slug].topic.kind == TopicKind.GUIDE:
        del calls["options"]
    bodies = [answer(rest, call, **{name: slug}) for call, name in calls.items()]
    documents = [
        found.option for found in catalogue.options.values() if isinstance(found, Released)
    ]
    key = {one.slug: one.key_cautions for one in documents}
    key |= {one.shared.slug: one.shared.key_cautions for one in documents if one.shared}
    for body in bodies[2:]:
        for item in body["options"]:
            item["cautions"] = list(key[item["slug"]])
        for family in body.get("shared_cautions", ()):
            family["cautions"] = list(key[family["family"]])
    return bodies


def listed_options(rest: Any, slug: str) -> dict[str, Any]:
    """The options of a topic; of a guide, none."""
    bodies = topic_answers(rest, slug)
    return bodies[2] if len(bodies) > 2 else {group: [] for group in GROUPS}


def topic_paths() -> list[tuple[str, str]]:
    return [
        (slug, f"/{entry.topic.kind}s/{slug}") for slug, entry in refresh.current().topics.items()
    ]


def unsaid(shown: Read, *bodies: Any) -> list[str]:
    """What a Markdown text says that neither an answer nor a label does."""
    known = {
        plain(line)
        for body in bodies
        for name, value in parts(body)
        for line in unmarked(str(WORDS.get(name, {}).get(value, value))).splitlines()
    }
    known |= {
        form for body in bodies for source in body.get("sources", ()) for form in as_cited(source)
    }
    longest_first = sorted((text for text in known | LABELS if text), key=len, reverse=True)
    left = []
    for block in shown.blocks:
        rest_of_it = block
        for text in longest_first:
            rest_of_it = rest_of_it.replace(text, " ")
        if any(
            character.isalnum()
            for character in re.sub(
                r"http://127\.0\.0\.1:8000/(?:llms\.txt|get-help-now)", "", rest_of_it
            )
        ):
            left.append(block)
    return left


def test_every_topic_reads_the_same_in_json_and_in_markdown(rest: Any, client: Client) -> None:
    assert len(topic_paths()) == 49
    for slug, path in topic_paths():
        bodies = topic_answers(rest, slug)
        shown, text, links = alternate(client, path)
        assert [missing(body, text, links) for body in bodies] == [[] for _ in bodies], path
        assert unsaid(shown, *bodies) == [], path


def test_each_option_of_a_topic_stands_whole_under_its_own_heading(
    rest: Any, client: Client
) -> None:
    for slug, path in topic_paths():
        shown, _, _ = alternate(client, path)
        options = listed_options(rest, slug)
        for item in (item for group in GROUPS for item in options[group]):
            (section,) = [
                section for section in shown.sections if section.heading == plain(item["name"])
            ]
            assert missing(item, section.text, {path_of(link) for link in section.links}) == [], (
                path,
                item["slug"],
            )


def test_groups_of_options_keep_their_order_and_their_heading(rest: Any, client: Client) -> None:
    for slug, path in topic_paths():
        names = [section.heading for section in alternate(client, path)[0].sections]
        options = listed_options(rest, slug)
        wanted = [
            [heading, *(plain(item["name"]) for item in options[group])]
            for group, heading in GROUPS.items()
            if options[group]
        ]
        flat = [name for group in wanted for name in group]
        start = names.index(flat[0]) if flat else 0
        assert names[start : start + len(flat)] == flat, path


def test_every_option_reads_the_same_in_json_and_in_markdown(rest: Any, client: Client) -> None:
    options = refresh.current().options
    assert len(options) == 95
    for slug in options:
        body = answer(rest, "evidence", option=slug)
        shown, text, links = alternate(client, f"/options/{slug}")
        assert missing(body, text, links) == [], slug
        assert unsaid(shown, body) == [], slug
        for item in (*body.get("may_worsen", ()), *body.get("grades", ())):
            (section,) = [
                section
                for section in shown.sections
                if section.heading == plain(item["topic"]["name"])
            ]
            assert missing(item, section.text, {path_of(link) for link in section.links}) == [], (
                slug
            )


def test_every_topic_reads_the_same_in_json_and_on_its_page(rest: Any, client: Client) -> None:
    kinds = {slug: page(client, f"/options/{slug}")[1] for slug in refresh.current().options}
    for slug, path in topic_paths():
        _, text, links = page(client, path)
        for body in topic_answers(rest, slug):
            for group in GROUPS:
                for item in body.get(
                    group, ()
                ):  # what kind of thing an option is stands on its own page
                    assert (
                        "kind" not in item or WORDS["kind"][item.pop("kind")] in kinds[item["slug"]]
                    )
            body.get("what_can_help", {}).pop(
                "options", None
            )  # the same options as those of `options`, by name and page
            assert missing(body, text, links) == [], path


def test_every_option_reads_the_same_in_json_and_on_its_page(rest: Any, client: Client) -> None:
    for slug in refresh.current().options:
        body = answer(rest, "evidence", option=slug)
        _, text, links = page(client, f"/options/{slug}")
        assert missing(body, text, links) == [], slug


def test_everything_covered_reads_the_same_in_json_and_in_markdown(
    rest: Any, client: Client
) -> None:
    body = answer(rest, "topics")
    _, text, links = alternate(client, "/topics")
    assert missing(body, text, links) == []

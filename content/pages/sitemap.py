"""Every page there is, and what each says of itself: the one list that the sitemap, what
heads a page and its Markdown are read off.

A record's page is described from its frozen answer. The few pages that are no record say their
title and description themselves; what stands here is said where they do not.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from django.conf import settings

from content.answers import compose, shapes
from content.catalogue.snapshot import Catalogue
from content.pages import json_ld
from content.pages.json_ld import Node

HOME_PAGE = "/"
ABOUT_PAGE = "/about"
AGENTS_PAGE = "/agents"


@dataclass(frozen=True, slots=True)
class Head:
    """What stands in the head of one page."""

    title: str
    description: str
    canonical: str
    markdown: str
    json_ld: Node


@dataclass(frozen=True, slots=True)
class Fixed:
    """A page that is no record: its title, its description, and its type in schema.org's words."""

    title: str
    description: str
    kind: str = json_ld.MEDICAL


FIXED: dict[str, Fixed] = {
    HOME_PAGE: Fixed(
        "Menopause information",
        "General information about perimenopause and menopause: symptoms, linked conditions, what"
        " may help and how good the evidence is.",
    ),
    shapes.TOPICS_PAGE: Fixed(
        "Everything covered", "Every symptom, linked condition and option that this service covers."
    ),
    shapes.HELP_NOW_PAGE: Fixed(
        "Get help now",
        "What to do now about chest pain, signs of a stroke, thoughts of suicide or self-harm, and"
        " bleeding after menopause.",
    ),
    shapes.PREPARE_PAGE: Fixed(
        "Prepare for your appointment",
        "Questions to ask, things to bring and notes to keep for an appointment about menopause.",
    ),
    "/evidence": Fixed(
        "The evidence", "Every option and what it is rated for, with what the research points to."
    ),
    "/about/grading": Fixed(
        "How we grade evidence",
        "What strong, mixed and weak mean here, and what a grade does not say.",
        "WebPage",
    ),
    "/about/review": Fixed(
        "Who reviews this service",
        "Who has reviewed what is said here, and how review works.",
        "WebPage",
    ),
    "/about/privacy": Fixed(
        "Privacy", "What is kept, for how long, and what is never kept.", "WebPage"
    ),
    "/about/safety": Fixed(
        "Safety", "What could go wrong, what stands against it, and how well it works.", "WebPage"
    ),
    ABOUT_PAGE: Fixed(
        "About this service",
        "What this service is, how it grades evidence, who reviews it, and what it keeps.",
        "AboutPage",
    ),
    AGENTS_PAGE: Fixed(
        "For people who build agents",
        "The rules for relaying an answer, examples, and the two ways in.",
        "WebPage",
    ),
}


def paths(catalogue: Catalogue) -> Iterator[str]:
    """The path of every page, the fixed ones first, then topics and options in list order."""
    yield from FIXED
    yield from (f"/{entry.topic.kind}s/{slug}" for slug, entry in catalogue.topics.items())
    yield from (f"/options/{slug}" for slug in catalogue.options)


def head(
    path: str, catalogue: Catalogue | None, title: str = "", description: str = ""
) -> Head | None:
    """What the page at `path` says of itself, or None where there is no such page.

    `catalogue`: None while no content has been loaded; then only pages that need none are known.
    `title` and `description`: what a page that is no record says itself.
    """
    if path not in FIXED:
        title = description = ""  # a record's page is described from the record alone
    key = ("head", path, title, description)
    made: Head | None = catalogue.pages.get(key) if catalogue else None
    if made is None:
        node = _node(path, catalogue, title, description)
        if node is None:
            return None
        made = Head(
            node["name"], node["description"], node["url"], node["encoding"]["contentUrl"], node
        )
        if catalogue:
            catalogue.pages[key] = made
    return made


def _node(path: str, catalogue: Catalogue | None, title: str, description: str) -> Node | None:
    site = settings.PUBLIC_URL
    if path in FIXED and (path != shapes.TOPICS_PAGE or catalogue is None):
        fixed = FIXED[path]
        maker = json_ld.medical_page if fixed.kind == json_ld.MEDICAL else json_ld.page
        return maker(
            fixed.kind,
            title or fixed.title,
            description or fixed.description,
            shapes.page(path),
            site,
        )
    if catalogue is None:
        return None
    if path in FIXED:
        return json_ld.topics(
            compose.coverage(catalogue),
            title or FIXED[path].title,
            description or FIXED[path].description,
            site,
        )
    folder, _, slug = path.removeprefix("/").partition("/")
    if folder == "options" and slug in catalogue.options:
        return json_ld.option(compose.evidence_sheet(catalogue, slug), site)
    entry = catalogue.topics.get(slug)
    if entry is not None and folder == f"{entry.topic.kind}s":
        return json_ld.topic(
            compose.explanation(catalogue, slug), compose.option_list(catalogue, slug), site
        )
    return None

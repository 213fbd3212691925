"""Reads a page or a Markdown text as a reader does: its words block by block, its sections, its
links, its head.
"""

import json
import re
from dataclasses import dataclass, field
from functools import lru_cache
from html.parser import HTMLParser
from typing import Any
from urllib.parse import urlsplit

from markdown_it import MarkdownIt

from content.answers import resolve
from content.catalogue.snapshot import Catalogue
from content.language.reading import Reading

INLINE = {
    "a",
    "abbr",
    "b",
    "br",
    "code",
    "em",
    "i",
    "small",
    "span",
    "strong",
    "sub",
    "sup",
    "svg",
    "use",
    "path",
    "wbr",
}
VOID = {
    "area",
    "base",
    "br",
    "col",
    "embed",
    "hr",
    "img",
    "input",
    "link",
    "meta",
    "source",
    "track",
    "wbr",
    "use",
    "path",
    "circle",
}


def plain(text: str) -> str:
    """A text with every run of white space one space."""
    return " ".join(text.split())


def unmarked(text: str) -> str:
    """A text without the “- ” that marks a line of it as an item of a list: pages and Markdown show
    the mark in their own way.
    """
    return re.sub(r"(?m)^- ", "", text)


@dataclass
class Section:
    """A heading and what stands below it, up to the next heading of any level."""

    heading: str
    blocks: list[str] = field(default_factory=list)
    links: list[str] = field(default_factory=list)

    @property
    def text(self) -> str:
        return plain(" ".join([self.heading, *self.blocks]))


class Read(HTMLParser):
    """A page that has been read."""

    def __init__(self, html: str, within: str = "") -> None:
        super().__init__(convert_charrefs=True)
        self.within = within
        self.depth = 0
        self.sections = [Section("")]
        self.meta: dict[str, str] = {}
        self.head_links: list[dict[str, str]] = []
        self.scripts: list[tuple[dict[str, str], str]] = []
        self.ids: set[str] = set()
        self.addresses: set[str] = set()
        self._words = ""
        self._tag = ""
        self.feed(html)
        self.close()
        self._end_block()

    @property
    def text(self) -> str:
        return plain(" ".join(section.text for section in self.sections))

    @property
    def blocks(self) -> list[str]:
        return [
            text for section in self.sections for text in (section.heading, *section.blocks) if text
        ]

    @property
    def links(self) -> list[str]:
        return [link for section in self.sections for link in section.links]

    @property
    def json_ld(self) -> list[Any]:
        return [
            json.loads(text)
            for given, text in self.scripts
            if given.get("type") == "application/ld+json"
        ]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        if "id" in given:
            self.ids.add(given["id"])
        self.addresses |= {
            given[name] for name in ("src", "href", "action", "srcset", "data") if name in given
        }
        if tag == "meta":
            self.meta[given.get("name") or given.get("property") or ""] = given.get("content", "")
        elif tag == "link":
            self.head_links.append(given)
        elif tag == "script":
            self.scripts.append((given, ""))
        if tag == self.within:
            self.depth += 1
        if tag not in INLINE:
            self._end_block()
        elif tag == "br":
            self._words += " "
        if tag == "a" and self._inside and "href" in given:
            self.sections[-1].links.append(given["href"])
        if re.fullmatch("h[1-6]", tag) and self._inside:
            self.sections.append(Section(""))
        if tag not in VOID and tag not in INLINE:
            self._tag = tag

    def handle_endtag(self, tag: str) -> None:
        if tag not in INLINE:
            self._end_block()
            self._tag = ""
        if tag == self.within:
            self.depth -= 1

    def handle_data(self, data: str) -> None:
        if self._tag == "script":
            given, text = self.scripts[-1]
            self.scripts[-1] = (given, text + data)
        elif self._inside and self._tag not in ("style", "title"):
            self._words += data

    @property
    def _inside(self) -> bool:
        return not self.within or self.depth > 0

    def _end_block(self) -> None:
        words, self._words = plain(self._words), ""
        if not words:
            return
        if re.fullmatch("h[1-6]", self._tag):
            self.sections[-1].heading = plain(f"{self.sections[-1].heading} {words}")
        else:
            self.sections[-1].blocks.append(words)


@lru_cache(maxsize=512)
def read_page(html: str) -> Read:
    """A page, parsed once for all tests that read the same."""
    return Read(html)


@lru_cache(maxsize=512)
def read_markdown(text: str) -> Read:
    """A CommonMark text, as any reader of Markdown shows it; parsed once for all tests that read
    the same.
    """
    return Read(MarkdownIt("commonmark").render(text))


def path_of(address: str) -> str:
    """The path of an address, so that a link reads alike with and without its host; addresses
    elsewhere stay whole.
    """
    parts = urlsplit(address)
    return parts.path if parts.hostname in (None, "127.0.0.1", "localhost") else address


def listed(catalogue: Catalogue, words: str) -> tuple[tuple[str, ...], tuple[int, ...]]:
    """The topics that a list names, and the places of items that name none."""
    found = resolve.find_list(catalogue, Reading(words))
    return found.slugs, found.missed

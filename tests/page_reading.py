"""Reading a page as a test does: strictly parsed, its words, its links and what it would load."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Any
from xml.etree import ElementTree

import html5lib

LOADING = {
    "src",
    "srcset",
    "poster",
    "data",
    "action",
    "formaction",
    "background",
    "ping",
    "manifest",
}


@dataclass(frozen=True)
class Read:
    """A parsed page."""

    root: ElementTree.Element

    def all(self, *tags: str) -> list[ElementTree.Element]:
        """Every element of these names, in document order."""
        return [element for element in self.root.iter() if name_of(element) in tags]

    def one(self, tag: str) -> ElementTree.Element:
        """The only element of this name."""
        (found,) = self.all(tag)
        return found

    @property
    def main(self) -> ElementTree.Element:
        return self.one("main")

    @property
    def links(self) -> list[str]:
        """Where every link leads."""
        return [element.get("href", "") for element in self.all("a")]

    @property
    def ids(self) -> list[str]:
        return [element.get("id", "") for element in self.root.iter() if element.get("id")]

    def loads(self) -> Iterator[tuple[str, str]]:
        """Every address that a browser would ask for by itself, or send a form to, with the element
        that names it.
        """
        for element in self.root.iter():
            tag = name_of(element)
            for name, value in element.attrib.items():
                short = name.split("}")[-1]
                if short in LOADING or (
                    short == "href"
                    and tag in ("link", "use", "image", "base")
                    and element.get("rel") not in ("canonical", "alternate")
                ):
                    yield tag, value


def name_of(element: ElementTree.Element) -> str:
    return str(element.tag).split("}")[-1]


def squeezed(text: str) -> str:
    """The same words, every run of white space one space."""
    return re.sub(r"\s+", " ", text).strip()


def words_of(element: ElementTree.Element) -> str:
    """What an element says, as one line."""
    return squeezed(" ".join(element.itertext()))


def said_by(element: ElementTree.Element) -> str:
    """What an element says with no white space at all, so that marks inside a sentence make no
    difference.
    """
    return re.sub(r"\s+", "", "".join(element.itertext()))


@lru_cache(maxsize=512)
def read(html: bytes) -> Read:
    """Parse a page, once for all tests that read the same.

    Raises at the first thing that HTML does not allow.
    """
    parser: Any = html5lib.HTMLParser(strict=True)
    return Read(parser.parse(html.decode("utf-8")))

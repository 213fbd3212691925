"""Pages of prose in Markdown, read off the page itself, so that the two cannot disagree.

Only pages that are no record need this: a record's twin is made from its answer, in
`content.pages.markdown`. Pictures give the words they are labelled with, controls of forms their
labels; lists of links within the page (`nav`) are left out. The title comes first, and what the
foot says of the page in paragraphs (its review status, the disclaimer) last.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from html.parser import HTMLParser
from urllib.parse import urljoin

from content.pages.markdown import address, escaped, opening

_SILENT = frozenset(
    {"script", "style", "button", "input", "select", "textarea", "template", "noscript", "nav"}
)
_VOID = frozenset(
    {
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
    }
)
_INLINE = frozenset(
    {
        "a",
        "abbr",
        "b",
        "bdi",
        "br",
        "cite",
        "code",
        "dfn",
        "em",
        "i",
        "img",
        "kbd",
        "mark",
        "q",
        "s",
        "samp",
        "small",
    }
) | frozenset({"span", "strong", "sub", "sup", "svg", "time", "var", "wbr"})
# Where the next start tag stands for an end tag that HTML lets a page leave out.
_ENDED_BY: dict[str, frozenset[str]] = {
    "p": (
        frozenset(
            {
                "address",
                "article",
                "aside",
                "blockquote",
                "details",
                "div",
                "dl",
                "fieldset",
                "figcaption",
                "figure",
                "footer",
                "form",
            }
        )
        | frozenset(
            {
                "h1",
                "h2",
                "h3",
                "h4",
                "h5",
                "h6",
                "header",
                "hr",
                "menu",
                "nav",
                "ol",
                "p",
                "pre",
                "section",
                "table",
                "ul",
                "li",
                "dt",
                "dd",
            }
        )
    ),
    "li": frozenset({"li"}),
    **dict.fromkeys(("dt", "dd"), frozenset({"dt", "dd"})),
    **dict.fromkeys(("td", "th"), frozenset({"td", "th", "tr", "tbody", "tfoot"})),
    "tr": frozenset({"tr", "tbody", "tfoot"}),
    **dict.fromkeys(("thead", "tbody"), frozenset({"tbody", "tfoot"})),
}
_HEADINGS = {f"h{level}": "#" * level for level in range(1, 7)}
_MARKS = {"strong": "**", "b": "**", "em": "*", "i": "*"}


@dataclass(slots=True)
class _Element:
    """A part of a page."""

    tag: str
    given: dict[str, str | None] = field(default_factory=dict)
    children: list["_Element | str"] = field(default_factory=list)

    @property
    def silent(self) -> bool:
        return (
            self.tag in _SILENT
            or "hidden" in self.given
            or (self.given.get("aria-hidden") == "true")
        )

    @property
    def label(self) -> str:
        """What a picture says of itself."""
        return self.given.get("alt") or self.given.get("aria-label") or ""

    def all(self, tag: str) -> Iterator["_Element"]:
        """Every part named `tag` within, in order."""
        for child in self.children:
            if isinstance(child, _Element):
                if child.tag == tag:
                    yield child
                yield from child.all(tag)

    @property
    def text(self) -> str:
        return "".join(child if isinstance(child, str) else child.text for child in self.children)


class _Reader(HTMLParser):
    """Reads a page into its parts."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.page = _Element("page")
        self._open = [self.page]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        while tag in _ENDED_BY.get(self._open[-1].tag, ()):
            self._open.pop()
        element = _Element(tag, dict(attrs))
        self._open[-1].children.append(element)
        if tag not in _VOID:
            self._open.append(element)

    def handle_endtag(self, tag: str) -> None:
        if any(element.tag == tag for element in self._open[1:]):
            while self._open.pop().tag != tag:
                pass

    def handle_data(self, data: str) -> None:
        self._open[-1].children.append(data)


def from_page(html: str, page: str) -> str:
    """The `main` part of a page as Markdown, and the paragraphs of its foot.

    `html`: the whole page; `page`: its own address, against which its links are read.
    """
    reader = _Reader()
    reader.feed(html)
    reader.close()
    blocks = [block for main in reader.page.all("main") for block in _blocks(main, page)]
    blocks.sort(key=lambda block: not block.startswith("# "))
    foot = [
        block
        for footer in reader.page.all("footer")
        for said in footer.all("p")
        for block in _blocks(said, page)
    ]
    if foot:
        blocks += ["---", *foot]
    return "\n\n".join(blocks) + "\n"


def _blocks(parent: _Element, page: str) -> Iterator[str]:
    """The blocks of a part: runs of words between its own blocks are paragraphs."""
    run = ""
    for child in parent.children:
        if isinstance(child, str) or child.tag in _INLINE:
            run += _words(child, page)
            continue
        yield from _paragraph(run)
        run = ""
        if not child.silent:
            yield from _block(child, page)
    yield from _paragraph(run)


def _paragraph(run: str) -> Iterator[str]:
    line = opening(run)
    if line:
        yield line


def _block(element: _Element, page: str) -> Iterator[str]:
    tag = element.tag
    if tag in _HEADINGS:
        yield from (f"{_HEADINGS[tag]} {line}" for line in _paragraph(_inside(element, page)))
    elif tag in ("ul", "ol", "menu"):
        items = [
            child
            for child in element.children
            if isinstance(child, _Element) and child.tag == "li" and not child.silent
        ]
        yield "\n".join(
            _item(f"{place}. " if tag == "ol" else "- ", list(_blocks(item, page)))
            for place, item in enumerate(items, start=1)
        )
    elif tag == "summary" and any(next(element.all(level), None) for level in _HEADINGS):
        yield from _blocks(element, page)
    elif tag in ("dt", "summary", "caption", "legend"):
        yield from (f"**{line}**" for line in _paragraph(_inside(element, page)))
    elif tag == "table":
        yield from _table(element, page)
    elif tag == "pre":
        yield f"```\n{element.text.strip()}\n```"
    elif tag == "blockquote":
        yield "\n".join(
            f"> {line}".rstrip() for line in "\n\n".join(_blocks(element, page)).splitlines()
        )
    elif tag == "hr":
        yield "---"
    else:
        yield from _blocks(element, page)


def _item(mark: str, blocks: list[str]) -> str:
    """An item of a list; what follows its first line is set in below it."""
    lines = "\n\n".join(blocks).splitlines()
    return "\n".join(
        (
            f"{mark}{lines[0] if lines else ''}",
            *(f"{' ' * len(mark)}{line}".rstrip() for line in lines[1:]),
        )
    )


def _table(table: _Element, page: str) -> Iterator[str]:
    """A table as a list, a row an item, each cell after the name of its column: it reads well with
    no table drawn.
    """
    for caption in table.all("caption"):
        yield from _block(caption, page)
    columns: list[str] = []
    items: list[str] = []
    for row in table.all("tr"):
        cells = [
            cell for cell in row.children if isinstance(cell, _Element) and cell.tag in ("td", "th")
        ]
        texts = [opening(_inside(cell, page)) for cell in cells]
        if all(cell.tag == "th" for cell in cells) and not columns:
            columns = texts
            continue
        named = (
            f"**{columns[place]}**: {text}" if place < len(columns) and columns[place] else text
            for place, text in enumerate(texts)
            if text
        )
        items.append(f"- {'; '.join(named)}")
    yield "\n".join(items)


def _inside(element: _Element, page: str) -> str:
    return "".join(_words(child, page) for child in element.children)


def _words(part: _Element | str, page: str) -> str:
    """A part within a line, as Markdown with its white space kept."""
    if isinstance(part, str):
        return escaped(part)
    if part.silent:
        return ""
    if part.tag in ("img", "svg"):
        return escaped(part.label)
    if part.tag in ("br", "wbr"):
        return " " if part.tag == "br" else ""
    if part.tag in ("code", "kbd", "samp"):
        return f"`` {part.text} ``" if "`" in part.text else f"`{part.text}`"
    inside = _inside(part, page)
    words = inside.strip()
    if part.tag == "a" and words and part.given.get("href"):
        return _around(
            inside,
            f"[{' '.join(words.split())}]({address(urljoin(page, str(part.given['href'])))})",
        )
    if part.tag in _MARKS and words:
        return _around(inside, f"{_MARKS[part.tag]}{words}{_MARKS[part.tag]}")
    return inside


def _around(inside: str, marked: str) -> str:
    """Marked words with the white space that stood within the marks now outside them, as Markdown
    wants it.
    """
    before, after = inside[: len(inside) - len(inside.lstrip())], inside[len(inside.rstrip()) :]
    return f"{before}{marked}{after}"

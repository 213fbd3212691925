"""Pages of prose in Markdown, read off the page itself, so that the two cannot disagree.

Only pages without a record need this: a record's Markdown is made from its answer, in
`content.pages.markdown`. Pictures give the words they are labelled with; controls of forms and
lists of links within the page (`nav`) are left out. The title comes first, and what the foot says
of the page in paragraphs (its review status, the disclaimer) last.
"""

import re
from typing import Any
from urllib.parse import urljoin

from bs4 import BeautifulSoup, Tag
from markdownify import ATX, MarkdownConverter

from content.pages.markdown import address, escaped, opening

_BLANK = re.compile(r"\n{3,}")
_LEFT_OUT = (
    "script, style, button, input, select, textarea, template, noscript, nav, [hidden],"
    ' [aria-hidden="true"]'
)


class _Converter(MarkdownConverter):
    """Pictures as their labels, tables as lists, and leads of lists and folds in bold."""

    def escape(self, text: str, parent_tags: set[str]) -> str:
        return escaped(text) if text else ""

    def convert_svg(self, el: Tag, text: str, parent_tags: set[str]) -> str:
        return escaped(str(el.get("aria-label") or ""))

    def convert_img(self, el: Tag, text: str, parent_tags: set[str]) -> str:
        return escaped(str(el.get("alt") or ""))

    def convert_br(self, el: Tag, text: str, parent_tags: set[str]) -> str:
        return " "

    def convert_p(self, el: Tag, text: str, parent_tags: set[str]) -> str:
        line = opening(text)
        return f"\n\n{line}\n\n" if line else ""

    convert_figcaption = convert_p

    def convert_dt(self, el: Tag, text: str, parent_tags: set[str]) -> str:
        line = opening(text)
        return f"\n\n**{line}**\n\n" if line else ""

    convert_caption = convert_legend = convert_dt

    def convert_dd(self, el: Tag, text: str, parent_tags: set[str]) -> str:
        return f"\n\n{text.strip()}\n\n"

    def convert_summary(self, el: Tag, text: str, parent_tags: set[str]) -> str:
        return (
            f"\n\n{text.strip()}\n\n" if el.find(["h2", "h3"]) else self.convert_dt(el, text, set())
        )

    def convert_table(self, el: Tag, text: str, parent_tags: set[str]) -> str:
        """A row is an item, each cell after the name of its column: it reads well undrawn."""
        columns: list[str] = []
        items: list[str] = []
        for row in el.find_all("tr"):
            cells = row.find_all(["td", "th"], recursive=False)
            texts = [opening(self._inside(cell, parent_tags)) for cell in cells]
            if not columns and all(cell.name == "th" for cell in cells):
                columns = texts
                continue
            named = (
                f"**{columns[place]}**: {said}" if place < len(columns) and columns[place] else said
                for place, said in enumerate(texts)
                if said
            )
            items.append(f"- {'; '.join(named)}")
        caption = f"**{opening(el.caption.get_text())}**\n\n" if el.caption else ""
        return f"\n\n{caption}" + "\n".join(items) + "\n\n"

    def _inside(self, el: Tag, parent_tags: set[str]) -> str:
        """The words of a cell, on one line."""
        return str(self.process_tag(el, parent_tags={*parent_tags, "td"}))  # type: ignore[attr-defined]

    def convert_td(self, el: Tag, text: str, parent_tags: set[str]) -> str:
        return text

    convert_th = convert_td


def from_page(html: str, page: str) -> str:
    """The `main` part of a page as Markdown, and the paragraphs of its foot.

    `html`: the whole page; `page`: its own address, against which its links are read.
    """
    soup: Any = BeautifulSoup(html, "html.parser")
    for part in soup.select(_LEFT_OUT):
        part.decompose()
    for link in soup.select("a[href]"):
        link["href"] = address(urljoin(page, link["href"]))
    converter = _Converter(heading_style=ATX, bullets="-")
    title = soup.main.h1
    if title is not None:
        soup.main.insert(0, title.extract())
    blocks = [converter.convert_soup(soup.main).strip()]
    foot = [converter.convert_soup(said).strip() for said in soup.select("footer p")]
    if foot:
        blocks += ["---", *foot]
    parts = "\n\n".join(blocks).split("```")
    parts[::2] = (_BLANK.sub("\n\n", outside) for outside in parts[::2])  # code stays as it is
    return "```".join(parts) + "\n"

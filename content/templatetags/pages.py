"""Filters and small parts that the pages share."""

import re
from collections.abc import Callable
from typing import Any
from urllib.parse import quote_plus

from django import template
from django.conf import settings
from django.utils.html import escape, format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe

from content.language.warning_signs import signs_in
from content.pages import phone_numbers
from content.pages.care_cards import emergencies_first, is_emergency, sentences
from content.vocabulary import Finding, in_sentence
from content.vocabulary import rating as rating_of
from content.wording.text_blocks import blocks

register = template.Library()

register.filter("in_sentence", in_sentence)
register.filter("called", phone_numbers.called)
register.filter("signs_in", signs_in)
register.filter("when_to_call", phone_numbers.when_to_call)
register.filter("emergencies_first", emergencies_first)
register.simple_tag(phone_numbers.emergency_lines, name="emergency_lines")
register.simple_tag(phone_numbers.helplines, name="helplines")


@register.filter
def path(address: str) -> str:
    """The path of one of our own addresses: pages link to one another on whatever host they are
    read.
    """
    return address.removeprefix(settings.PUBLIC_URL) or "/"


@register.filter
def thousands(number: int) -> str:
    """A whole number as people write large ones."""
    return f"{number:,}"


@register.filter
def paragraphs(text: str) -> SafeString:
    """A text as paragraphs and lists."""
    return _as_html(text, escape)


@register.filter
def with_numbers(text: str) -> SafeString:
    """A text as paragraphs and lists, its emergency numbers and helplines to tap on."""
    return _as_html(text, phone_numbers.linked)


@register.filter
def stressed(text: str) -> SafeString:
    """A line, each sentence of it that names an emergency in bold."""
    return format_html_join(
        " ",
        "{}",
        (
            (format_html("<strong>{}</strong>", sentence) if is_emergency(sentence) else sentence,)
            for sentence in sentences(text)
        ),
    )


def _as_html(text: str, shown: Callable[[str], SafeString]) -> SafeString:
    """The blocks of a text; `shown` makes one line safe."""
    made = (
        (
            f"<ul>{''.join(f'<li>{shown(line)}</li>' for line in block.lines)}</ul>"
            if block.is_list
            else f"<p>{shown(block.lines[0])}</p>"
        )
        for block in blocks(text)
    )
    return mark_safe("".join(made))  # noqa: S308  every line is made safe


@register.filter
def code(text: str) -> SafeString:
    """A text in which what stands between backticks is code."""
    return mark_safe(re.sub(r"`([^`]*)`", r"<code>\1</code>", escape(text)))  # noqa: S308  escaped


@register.filter
def query(words: str) -> str:
    """Words as they stand in the query of an address."""
    return quote_plus(words, safe=",'")


@register.inclusion_tag("content/parts/rating.html")
def rating(grade: str, finding: str) -> dict[str, Any]:
    """A grade and its finding as shapes, and in words what the two say together."""
    return {"grade": grade, "finding": finding, "label": rating_of(grade, finding).label}


@register.simple_tag
def rating_meaning(grade: str, finding: str) -> str:
    """What a rating means."""
    return rating_of(grade, finding).meaning


@register.inclusion_tag("content/parts/finding.html")
def finding(finding: str) -> dict[str, Any]:
    """A finding as a shape and in words."""
    return {"finding": finding, "label": Finding(finding).label}

"""The JSON answer, the page and the Markdown of one record say the same: every text of the one is in the others, for every record there is."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from django.test import Client
from hypothesis import example, given
from hypothesis import strategies as st

from content.catalogue import refresh
from content.language.warning_signs import SIGNS
from content.models import Option, Topic
from content.pages import markdown, phone_numbers, sitemap
from content.pages.prose_markdown import from_page
from content.vocabulary import DISCLAIMER, CautionKind, OptionKind, ReviewStatus, TopicKind
from tests.makers import make_caution, make_evidence, make_option, make_reviewer, make_sign_off
from tests.reading import Read, path_of, plain, read_markdown, unmarked

pytestmark = pytest.mark.django_db

# Codes are read in words on a page.
WORDS: dict[str, dict[str, str]] = {
    "kind": {**dict(TopicKind.choices), **dict(OptionKind.choices)},
    "review_status": dict(ReviewStatus.choices),
}
LINKS = {"source_page"}
# A record's short name is in its address, a rating says what grade and finding mean together, a family goes by its name,
# and the day of a change is shown to readers in words of its own (`tests/content/pages/test_pages.py`).
CODES = {"slug", "grade", "finding", "family", "content_updated", "review_due"}
GROUPS = {
    "options": "Options that help, strongest evidence first",
    "not_enough_research": "Not enough research to say",
    "not_shown_to_help": "Studied and not shown to help",
    "may_worsen": "May make it worse, or cause harm",
}

# All that a record's Markdown says besides its answer.
LABELS = {
    "Page", "One sheet for several topics", "When to see a doctor", "What it is", "Why it happens", "What can help", "What the ratings mean",
    "Cautions that a family of options shares", "Its other forms", "What it may make worse", *GROUPS.values(), *WORDS["kind"].values(),
    "Questions to ask at an appointment", "Things to bring",
    "Notes to keep beforehand", "Related topics", "Withheld", "Sources", "Review", "Review status of this topic",
    "Review status of everything on this page, options included", "Review status", "Rating", "Cost", "How to get it",
    "Cautions, and who should check first", "Who should check first", "Cautions", "The evidence, strongest first", "What this rests on",
    "Emergency numbers and helplines", "Before you pass this on, read the rules for relaying it", "by", markdown.GRADE_NOTE, markdown.WITHHELD_NOTE,
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
    """A publication, one line in JSON, as pages and Markdown show it: wherever in its line the title may begin."""
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


def get(client: Client, path: str) -> str:
    response = client.get(path)
    assert response.status_code == 200, path
    return str(response.content.decode())


def page(client: Client, path: str) -> tuple[Read, str, set[str]]:
    """A page with its words and the paths it leads to, its own among them."""
    html = get(client, path)
    whole = Read(html)
    canonical = [link["href"] for link in whole.head_links if link.get("rel") == "canonical"]
    return whole, whole.text, {path_of(link) for link in (*whole.links, *canonical)}


def twin(client: Client, path: str) -> tuple[Read, str, set[str]]:
    """A twin with its words and the paths it leads to."""
    shown = read_markdown(get(client, f"{path}.md"))
    return shown, shown.text, {path_of(link) for link in shown.links}


def answer(rest: Any, call: str, **query: str) -> dict[str, Any]:
    """All that a call says of a record. `urgent` is about the words asked with, and no part of any record."""
    status, body = rest(call, **query, detail="full")
    assert status == 200
    body.pop("urgent", None)
    return body  # type: ignore[no-any-return]


def topic_answers(rest: Any, slug: str) -> list[dict[str, Any]]:
    """What `explain`, `doctor-prep` and, of all but guides, `options` say of a topic."""
    calls = {"explain": "topic", "doctor-prep": "symptoms", "options": "symptom"}
    if refresh.current().topics[slug].topic.kind == TopicKind.GUIDE:
        del calls["options"]
    return [answer(rest, call, **{name: slug}) for call, name in calls.items()]


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
        shown, text, links = twin(client, path)
        assert [missing(body, text, links) for body in bodies] == [[] for _ in bodies], path
        assert unsaid(shown, *bodies) == [], path


def test_each_option_of_a_topic_stands_whole_under_its_own_heading(
    rest: Any, client: Client
) -> None:
    for slug, path in topic_paths():
        shown, _, _ = twin(client, path)
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
        names = [section.heading for section in twin(client, path)[0].sections]
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
        shown, text, links = twin(client, f"/options/{slug}")
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
    _, text, links = twin(client, "/topics")
    assert missing(body, text, links) == []


def test_help_is_whole_in_markdown_and_on_the_page(client: Client) -> None:
    for _, text, _ in (twin(client, "/get-help-now"), page(client, "/get-help-now")):
        for sign in SIGNS:
            assert sign.name in text
            assert plain(sign.what_counts) in text
            assert all(plain(line) in text for line in sign.urgent.splitlines())


def test_help_opens_with_the_numbers_in_markdown_too(client: Client) -> None:
    shown, _, _ = twin(client, "/get-help-now")
    first, second, third, *_ = (section for section in shown.sections if section.heading)
    assert (first.heading, second.heading) == ("Get help now", "Emergency numbers")
    assert first.blocks[0].startswith(
        "If you or someone with you may be in danger, call your local emergency number."
    )
    for section, lines in (
        (second, phone_numbers.emergency_lines()),
        (third, phone_numbers.helplines()),
    ):
        assert len(section.blocks) == len(lines)
        for line, block in zip(lines, section.blocks, strict=True):
            assert all(word in block for word in (line.where, line.name, *line.numbers))
    assert {f"tel:{number.replace(' ', '')}" for number in phone_numbers.NUMBERS} <= set(
        shown.links
    )


def test_every_twin_says_what_it_is_not_and_who_has_reviewed_it(client: Client) -> None:
    """As the foot of every page does."""
    for path in sitemap.FIXED:
        text = get(client, "/index.md" if path == "/" else f"{path}.md")
        assert plain(DISCLAIMER) in read_markdown(text).text, path
        assert "Not clinically reviewed" in text, path


def test_help_is_there_before_any_content_is(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    def nothing() -> None:
        raise refresh.NothingLoaded

    whole = get(client, "/get-help-now.md")
    monkeypatch.setattr(refresh, "current", nothing)
    assert get(client, "/get-help-now.md") == whole
    for path in ("/topics.md", "/symptoms/hot-flushes.md", "/about.md", "/sitemap.xml"):
        response = client.get(path)
        assert (response.status_code, response["Cache-Control"], response["Retry-After"]) == (
            503,
            "no-store",
            "60",
        ), path
        assert (response["Content-Type"], response.json()["code"]) == (
            "application/problem+json",
            "unavailable",
        ), path
        signed = client.get(path, {"for": "I want to kill myself"})
        assert (signed.status_code, next(iter(signed.json()))) == (503, "urgent"), path
    for path in ("/nothing.md", "/docs.md", "/v1/topics.md", "/symptoms/a/b.md"):
        assert client.get(path).status_code == 404, path
    assert get(client, "/llms.txt").startswith("# ")


def whole_site(client: Client) -> str:
    """Every page, every twin and the text for agents, as one text."""
    paths = list(sitemap.paths(refresh.current()))
    addresses = [
        *paths,
        *("/index.md" if path == "/" else f"{path}.md" for path in paths),
        "/llms.txt",
        "/sitemap.xml",
    ]
    return plain(" ".join(get(client, address) for address in addresses))


def test_nothing_of_what_is_withheld_is_anywhere_on_the_site(client: Client) -> None:
    herb = make_option(
        "test-herb",
        OptionKind.SUPPLEMENT_OR_HERB,
        name="Test herb",
        aliases="testus herbalis",
        summary="Claimed in summary.",
    )
    make_caution(herb, "Claimed in key caution.", CautionKind.KEY)
    make_caution(herb, "Claimed in caution.")
    make_caution(herb, "Claimed in check first.", CautionKind.CHECK_FIRST)
    make_evidence(
        herb,
        Topic.objects.get(slug="hot-flushes"),
        statement="Claimed in statement.",
        basis="Claimed in basis.",
    )
    Option.objects.filter(slug="test-herb").update(
        cost="Claimed in cost.", access="Claimed in access."
    )
    claims = [
        f"Claimed in {place}."
        for place in (
            "summary",
            "key caution",
            "caution",
            "check first",
            "statement",
            "basis",
            "cost",
            "access",
        )
    ]
    site = whole_site(client)
    assert "Test herb" in site
    assert [claim for claim in (*claims, "testus") if claim in site] == []
    make_sign_off("test-herb", make_reviewer())
    refresh.forget()
    assert [claim for claim in claims if claim not in twin(client, "/options/test-herb")[1]] == []


def test_a_withheld_option_is_named_and_nothing_else(client: Client) -> None:
    for option in refresh.current().withheld:
        shown, _, _ = twin(client, f"/options/{option.slug}")
        assert [section.heading for section in shown.sections if section.heading] == [
            option.name,
            "Withheld",
            "Review",
        ]


def test_a_sign_off_is_named_on_the_twin_while_it_is_in_force(client: Client) -> None:
    reviewer = make_reviewer()
    make_sign_off("clonidine", reviewer)
    assert (
        "Reviewed, by Dr Test Reviewer, Consultant gynaecologist"
        in twin(client, "/options/clonidine")[1]
    )
    reviewer.ended_on = reviewer.appointed_on
    reviewer.save()
    text = twin(client, "/options/clonidine")[1]
    assert "Review lapsed" in text
    assert "Dr Test Reviewer" not in text


def test_a_twin_asked_for_with_a_warning_sign_is_led_by_what_to_do_now(client: Client) -> None:
    response = client.get("/symptoms/hot-flushes.md?note=I+want+to+kill+myself")
    sign = next(sign for sign in SIGNS if sign.slug == "self-harm")
    first, second, *_ = read_markdown(response.content.decode()).blocks
    assert (first, second) == ("What to do now", plain(sign.urgent.splitlines()[0]))
    assert response["Cache-Control"] == "no-store"
    assert "ETag" not in response
    assert "What to do now" not in get(client, "/symptoms/hot-flushes.md")


readable = st.text(
    st.characters(exclude_categories=["Cc", "Cs"], exclude_characters="\ufffd"), max_size=80
)


@example("0 #")
@example("# ##")
@given(readable | st.text("*_`[]()<>#+-=|~&!\\.:;1239 aé", max_size=40))
def test_any_text_reads_in_markdown_as_it_stands(text: str) -> None:
    assert read_markdown(markdown.paragraphs(text)).text == plain(text)
    assert read_markdown(markdown.bullets([text, "end"])).text == plain(f"{text} end")
    assert read_markdown(f"# {markdown.inline(text)}").text == plain(text)


def test_end_tags_that_a_page_leaves_out_are_understood() -> None:
    html = """<main><h1>Title</h1><p>One<p>Two<ul><li>First<ul><li>Within<li>And within</ul><li><p>Last</ul><dl><dt>Term<dd>Meaning<dt>Other<dd>Sense</dl>
    <table><thead><tr><th>A<th>B<tbody><tr><td>1<td>2<tr><td>3<td>4</table><p>End</main>"""
    assert from_page(html, "http://127.0.0.1:8000/about") == (
        "# Title\n\nOne\n\nTwo\n\n- First\n\n  - Within\n  - And within\n- Last\n\n**Term**\n\nMeaning\n\n**Other**\n\nSense\n\n"
        "- **A**: 1; **B**: 2\n- **A**: 3; **B**: 4\n\nEnd\n"
    )


def test_a_page_of_prose_becomes_markdown_with_nothing_lost() -> None:
    html = """<html><head><title>No</title></head><body><nav>No</nav><main>
    <p>Above</p><nav><ul><li>No</li></ul></nav><h1>One <em>two</em></h1><p>A * <b>bold </b>word, <a href="/topics">a link</a><br>and <code>a*b</code>.</p>
    <ul><li>First</li><li><p>Second</p><ul><li>Within</li></ul></li></ul><ol><li>Once</li><li>Twice</li></ol>
    <table><caption>Kept</caption><tr><th>What</th><th>How long</th></tr><tr><td>Words</td><td>Never</td></tr></table>
    <figure><svg role="img" aria-label="A picture"></svg><figcaption>1. Caption</figcaption></figure>
    <pre>curl 'x' *</pre><blockquote><p>Said</p></blockquote><dl><dt>Term</dt><dd>Meaning</dd></dl>
    <form><label>Name <input value="no"></label><button>No</button></form><p hidden>No</p><hr><details><summary>More</summary>Inside</details>
    </main><footer>No<p>Reviewed by <b>nobody</b>.</p><nav><a href="/about">No</a></nav></footer></body></html>"""
    text = from_page(html, "http://127.0.0.1:8000/about")
    shown = read_markdown(text)
    assert "No" not in shown.text.split()
    assert path_of(shown.links[0]) == "/topics"
    assert shown.blocks == [
        "One two", "Above", "A * bold word, a link and a*b.", "First", "Second", "Within", "Once", "Twice", "Kept", "What: Words; How long: Never",
        "A picture", "1. Caption", "curl 'x' *", "Said", "Term", "Meaning", "Name", "More", "Inside", "Reviewed by nobody.",
    ]  # fmt: skip

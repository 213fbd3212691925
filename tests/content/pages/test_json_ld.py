"""What each page says of itself to programs, in its head and in JSON-LD."""

import json
import re
from typing import Any

import pytest
from django.test import Client
from hypothesis import given
from hypothesis import strategies as st

from content.answers import compose
from content.catalogue import refresh
from content.models import Topic
from content.pages import json_ld
from content.review.release import Withheld
from content.vocabulary import Finding
from tests.content.pages.alternates import URL, alternate_of, every_path
from tests.makers import make_evidence, make_option, make_reviewer, make_sign_off, make_topic
from tests.reading import Read, read_page

pytestmark = pytest.mark.django_db


def head_of(client: Client, path: str) -> Read:
    response = client.get(path)
    assert response.status_code == 200, path
    return read_page(response.content.decode())


def linked(read: Read, rel: str, kind: str = "") -> list[str]:
    return [
        link["href"]
        for link in read.head_links
        if link.get("rel") == rel and link.get("type", "") == kind
    ]


@pytest.mark.usefixtures("rendered_once")
def test_every_page_says_what_it_is_in_its_head(client: Client) -> None:
    for path in every_path():
        read = head_of(client, path)
        assert linked(read, "canonical") == [f"{URL}{path}"], path
        assert linked(read, "alternate", "text/markdown") == [f"{URL}{alternate_of(path)}"], path
        assert read.meta["description"], path
        assert read.meta["og:description"] == read.meta["description"], path
        assert read.meta["og:url"] == f"{URL}{path}", path
        assert read.meta["og:title"], path
        assert (read.meta["og:type"], read.meta["og:locale"]) == ("website", "en_GB"), path
        assert not any(name.startswith(("og:image", "twitter:")) for name in read.meta), path


@pytest.mark.usefixtures("rendered_once")
def test_every_page_describes_itself_in_json_ld(client: Client) -> None:
    catalogue = refresh.current()
    for path in every_path():
        (node,) = head_of(client, path).json_ld
        assert {
            "@context",
            "@type",
            "@id",
            "url",
            "name",
            "description",
            "inLanguage",
            "isPartOf",
            "encoding",
        } <= set(node), path
        assert (node["@context"], node["inLanguage"], node["url"]) == (
            "https://schema.org",
            "en-GB",
            f"{URL}{path}",
        ), path
        assert node["encoding"]["contentUrl"] == f"{URL}{alternate_of(path)}", path
        assert "reviewedBy" not in json.dumps(node), path
        folder, _, slug = path.removeprefix("/").partition("/")
        if not slug or folder not in ("symptoms", "conditions", "guides", "options"):
            continue
        assert node["@type"] == "MedicalWebPage", path
        assert node["creativeWorkStatus"] == "Not clinically reviewed", path
        changed = (
            catalogue.option_changes.get(slug)
            if folder == "options"
            else catalogue.topic_changes.get(slug)
        )
        assert ("dateModified" in node) is (
            changed is not None and node["about"]["@type"] != "Thing"
        ), path
        if folder == "options":
            withheld = isinstance(catalogue.options[slug], Withheld)
            assert node["about"]["@type"] == ("Thing" if withheld else "MedicalTherapy"), path
            assert (set(node["about"]) == {"@type", "name"}) is withheld, path
        else:
            entry = catalogue.topics[slug]
            types = {
                "symptoms": "MedicalSignOrSymptom",
                "conditions": "MedicalCondition",
                "guides": "MedicalEntity",
            }
            assert node["about"]["@type"] == types[folder], path
            assert node["hasPart"]["text"] == entry.topic.flag.text, path
            helps = (
                [pair.released.name for pair in entry.with_finding(Finding.HELPS)]
                if folder == "symptoms"
                else []
            )  # eases, but may not treat
            named = [therapy["name"] for therapy in node["about"].get("possibleTreatment", ())]
            assert sorted(named) == sorted(helps), path
            first = next(iter(compose.option_list(catalogue, slug).options), None)
            assert named[:1] == ([first.name] if first and helps else []), path
            assert all(
                therapy["@type"] == "MedicalTherapy"
                for therapy in node["about"].get("possibleTreatment", ())
            ), path


def reviewer_in(client: Client, path: str) -> Any:
    (node,) = head_of(client, path).json_ld
    return node.get("reviewedBy")


def test_a_reviewer_is_named_while_all_that_a_page_shows_is_signed(
    client: Client,
) -> None:
    make_evidence(make_option(), make_topic())
    reviewer = make_reviewer()
    named = {"@type": "Person", "name": "Dr Test Reviewer, Consultant gynaecologist"}
    make_sign_off("test-topic", reviewer)
    assert (
        reviewer_in(client, "/symptoms/test-topic") is None
    )  # the option on the page is not reviewed
    make_sign_off("test-option", reviewer)
    assert reviewer_in(client, "/options/test-option") == named
    assert reviewer_in(client, "/symptoms/test-topic") == named
    Topic.objects.filter(slug="test-topic").update(summary="Another summary.")
    assert reviewer_in(client, "/symptoms/test-topic") is None
    assert reviewer_in(client, "/options/test-option") == named


@given(
    st.recursive(
        st.text(max_size=30) | st.just("</script><!--<script>&\u2028"),
        lambda part: st.lists(part, max_size=3),
    )
)
def test_no_text_can_end_the_script_element(part: Any) -> None:
    text = json_ld.embedded({"name": part})
    assert json.loads(text) == {"name": part}
    assert not re.search("[<>&\u2028\u2029]", text)

"""Sources say whether a page of them was ever opened; that is no part of what a reviewer signs."""

import re
from datetime import date
from pathlib import Path

import pytest
import yaml

from content.models import Source
from content.review import standing
from tests.makers import document_of, make_reviewer, make_sign_off

ROOT = Path(__file__).resolve().parents[2]
SOURCES = ROOT / "content" / "seed" / "sources.yaml"


@pytest.mark.django_db
def test_opening_a_source_anew_ends_no_sign_off() -> None:
    signed = make_sign_off("brain-fog", make_reviewer())
    for source in Source.objects.all():
        source.opened_on = date(2027, 1, 1)
        source.full_clean()
        source.save()
    assert standing.digest(document_of("brain-fog")) == signed.digest


def test_the_docs_list_every_source_that_was_never_opened() -> None:
    text = (ROOT / "docs" / "content.md").read_text("utf-8")
    _, _, listed = text.partition("## Sources that were never opened")
    listed, _, _ = listed.partition("\n## ")
    known = yaml.safe_load(SOURCES.read_text("utf-8"))
    assert set(re.findall(r"`([A-Z][^`]*)`", listed)) == {
        key for key, source in known.items() if not source.get("opened_on")
    }

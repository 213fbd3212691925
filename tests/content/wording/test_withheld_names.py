"""The name of a withheld supplement is found however it is written, and claims nothing."""

import re
from dataclasses import replace

import pytest
from django.core.exceptions import ValidationError

from content.documents import document_violations, named_supplements, read_options, read_topics
from content.language.spelling import spelling
from content.models import Option
from content.wording import misspelt
from content.wording.rules import violations


@pytest.mark.parametrize(
    "text", ["Black cohosh may ease flushes.", "Ask about black-cohosh.", "BLACK  COHOSH"]
)
def test_a_withheld_supplement_may_not_be_named(text: str) -> None:
    assert "withheld" in {
        violation.rule for violation in violations(text, withheld={"black cohosh"})
    }


@pytest.mark.parametrize(
    "text",
    [
        "St. John's wort works very well.",
        "St John’s‑wort is safe.",
        "Black‐cohosh helps.",
        "black–cohosh helps",
        "black_cohosh helps",
        "black/cohosh helps",
        "Some take black\ncohosh.",
    ],
)
def test_a_withheld_name_is_found_however_its_words_are_joined(text: str) -> None:
    assert "withheld" in {
        violation.rule
        for violation in violations(text, withheld={"black cohosh", "st john's wort"})
    }


@pytest.mark.parametrize(
    "text",
    [
        "Black cohosch may ease flushes.",
        "Some take black cohsoh.",
        "Ginko helps.",
        "ASHWAGANDA",
        "Valerien tea calms.",
        "melatonine",
    ],
)
def test_a_withheld_name_with_one_letter_wrong_is_found(text: str) -> None:
    names = {"black cohosh", "ginkgo", "ashwagandha", "valerian", "melatonin"}
    found = [
        violation for violation in violations(text, withheld=names) if violation.rule == "withheld"
    ]
    assert len(found) == 1
    assert found[0].found in text
    assert violations(text) == ()


@pytest.mark.django_db
def test_no_ordinary_word_is_taken_for_a_withheld_name() -> None:
    """Every word that the project knows, and those of everyday English that it does not and that
    come near one.
    """
    withheld = named_supplements(read_options()).to_others
    words = [word for word in spelling().cost if spelling().common(word)]
    names = {word for name in withheld for word in re.findall(r"\w+", name)}
    assert [found for word in words for found in misspelt.misspelt(word, withheld)] == []
    assert [
        found for word in sorted(misspelt.ORDINARY) for found in misspelt.misspelt(word, withheld)
    ] == []
    assert not misspelt.ORDINARY & names


CLAIMS = [
    "Menopace",
    "Menopace: stops hot flushes in 8 of 10 women",
    "Black cohosh 40mg twice a day",
    "Ginkgo for memory",
    "Ginkgo stops flushes",
    "Safe natural ginkgo",
    "Ginkgo 100",
    "Ginkgo that women with bad nights swear by",
    "Ginkgo and black cohosh",
]


@pytest.mark.django_db
@pytest.mark.parametrize("name", CLAIMS)
def test_a_supplement_is_called_by_its_name_and_nothing_more(name: str) -> None:
    """Its name and slug are printed while it is withheld, so that a claim in one would need no
    sign-off.
    """
    option = Option.objects.get(slug="ginkgo")
    option.name = name
    with pytest.raises(ValidationError) as refusal:
        option.full_clean()
    assert "name" in refusal.value.message_dict
    document = replace(read_options(slug="ginkgo")[0], name=name)
    assert "name" in {
        place for place, _ in document_violations(document, named_supplements(read_options()))
    }


@pytest.mark.django_db
@pytest.mark.parametrize("slug", ["ginkgo-cures-eighty-percent", "menopace", "ginkgo-80"])
def test_a_slug_claims_nothing_either(slug: str) -> None:
    known = named_supplements(read_options())
    for document in (
        read_options(slug="ginkgo")[0],
        read_options(slug="exercise")[0],
        read_topics(slug="hot-flushes")[0],
    ):
        assert "slug" in {
            place for place, _ in document_violations(replace(document, slug=slug), known)
        }


@pytest.mark.django_db
def test_every_supplement_of_the_seed_may_be_called_what_it_is() -> None:
    for option in Option.objects.filter(kind="supplement-or-herb"):
        option.full_clean()


def test_a_nutrient_may_be_tested_for_but_not_taken() -> None:
    assert not violations(
        "Ask whether your vitamin D level should be checked.", withheld={"vitamin d"}
    )
    assert violations("Take vitamin D.", withheld={"vitamin d"})
    assert violations(
        "A vitamin D supplement can help if your level is low.", withheld={"vitamin d"}
    )

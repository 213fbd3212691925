"""Wording that breaks a rule is refused at its field."""

import pytest
from django.core.exceptions import ValidationError

from content.models import Option, Topic
from content.wording.doctor_flags import doctor_violations
from tests.makers import make_caution, make_option, make_topic

FLAG = (
    "Call your local emergency number now if you faint.",
    "See a doctor within days if it lasts.",
    "Book an appointment if it worries you.",
)


@pytest.mark.parametrize(
    "emergency",
    [
        "Call your local emergency number (such as 999, 112, 911 or 000) or go to an "
        "emergency department now if you faint.",
        "If you faint, go to an emergency department at once.",
        "Ring the emergency services if you cannot breathe.",
        "Call 999, 112, 911 or 000 now if you cannot breathe.",
        "Go to an emergency department now if:\n- you cannot breathe\n- you faint",
    ],
)
def test_a_doctor_flag_says_whom_to_call(emergency: str) -> None:
    assert [*doctor_violations(emergency, *FLAG[1:])] == []


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("field", "text", "said"),
    [
        (
            "doctor_emergency",
            "See a doctor at once if you cannot breathe.",
            "Say whom to call or where to go",
        ),
        (
            "doctor_emergency",
            "Do not call your local emergency number for this.",
            "Say whom to call or where to go",
        ),
        ("doctor_emergency", "Call now.", "Write a whole sentence"),
        ("doctor_soon", "x", "Write a whole sentence"),
        ("doctor_soon", "see a doctor if it lasts for long", "Write a whole sentence"),
        ("doctor_soon", "- see a doctor if it lasts for long", "Write a whole sentence"),
        ("doctor_soon", "See a doctor within a few days if:\nit lasts", "Write a whole sentence"),
        ("doctor_routine", "Whenever you like.", "Write a whole sentence"),
    ],
)
def test_a_doctor_flag_that_is_none_is_refused_at_its_field(
    field: str, text: str, said: str
) -> None:
    topic = make_topic()
    topic.full_clean()
    setattr(topic, field, text)
    with pytest.raises(ValidationError) as refusal:
        topic.full_clean()
    assert set(refusal.value.message_dict) == {field}
    assert said in str(refusal.value)


@pytest.mark.django_db
@pytest.mark.parametrize(
    "field",
    [
        "summary",
        "what_it_is",
        "why_it_happens",
        "what_can_help",
        "doctor_emergency",
        "doctor_soon",
        "doctor_routine",
        "name",
    ],
)
def test_a_topic_with_forbidden_words_cannot_be_saved_in_the_admin(field: str) -> None:
    topic = make_topic()
    setattr(topic, field, "Take one tablet twice a day.")
    with pytest.raises(ValidationError) as refusal:
        topic.full_clean()
    assert set(refusal.value.message_dict) == {field}


@pytest.mark.django_db
def test_a_caution_that_names_a_withheld_supplement_is_refused() -> None:
    caution = make_caution(make_option(), "It goes well with black cohosh.")
    with pytest.raises(ValidationError):
        caution.full_clean()


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("alias", "owner"),
    [
        ("hot flashes", "Hot flushes"),
        ("the Night-Sweat", "Night sweats"),
        ("clonidine", "Clonidine"),
        ("the Clonidine", "Clonidine"),
    ],
)
def test_an_alias_of_another_record_is_refused(alias: str, owner: str) -> None:
    topic = make_topic()
    topic.full_clean()
    topic.aliases = alias
    with pytest.raises(ValidationError) as refusal:
        topic.full_clean()
    assert set(refusal.value.message_dict) == {"aliases"}
    assert owner in str(refusal.value)


@pytest.mark.django_db
@pytest.mark.parametrize("words", ["hot flashes", "Brain fog"])
def test_an_option_goes_by_no_name_of_a_topic(words: str) -> None:
    option = make_option(aliases="walks")
    option.full_clean()
    for field in ("aliases", "name"):
        with pytest.raises(ValidationError, match="Already used by"):
            Option(
                **{
                    **{
                        name: getattr(option, name)
                        for name in ("id", "slug", "kind", "name", "summary", "cost", "access")
                    },
                    field: words,
                }
            ).full_clean()


@pytest.mark.django_db
def test_what_a_topic_and_an_option_both_go_by_already_stays() -> None:
    Topic.objects.get(slug="surgical-menopause").full_clean()
    Option.objects.get(slug="womb-procedures").full_clean()

"""Claims that no text may make: about what is withheld, for everybody, and against somebody's
medicine.
"""

import pytest
from django.test import Client

from content.documents import document_violations, named_supplements, read_options, read_topics
from content.models import Option
from content.vocabulary import CautionKind, OptionKind
from content.wording.claims import substances
from content.wording.rules import violations
from tests.editorial import address_of, form_of
from tests.makers import document_of, make_caution

NAMES = frozenset(
    [
        *("magnesium supplements", "magnesium citrate", "collagen supplements", "iron tablets"),
        *("soy and isoflavone supplements", "soya supplements", "calcium supplements", "zinc*"),
        *("omega-3 supplements", "cranberry products", "golden root", "ginger*"),
    ]
)
CLAIMS = [
    "Magnesium helps hot flushes.",
    "Zinc may help.",
    "Collagen is worth trying.",
    "Soya may help.",
    "Some women find that magnesium eases cramps.",
    "Many take magnesium.",
    "Try collagen.",
    "Omega‑3 may lower your mood swings.",
    "What of magnesium? It helps some people sleep.",
    "Ask your pharmacist for magnesium, which helps hot flushes.",
    "Calcium does not help.",
    "CRANBERRY prevents infections.",
    "Iron gives energy and works quickly.",
    "A cup of ginger soothes.",
]
HONEST = [
    "Ask your pharmacist if you take magnesium.",
    "Tell the prescriber if you use zinc.",
    "Ask for a blood test for low iron.",
    "Restless legs are sometimes linked to low iron. Treating that helps.",
    "Heavy periods can lower your iron, and a check helps.",
    "Should my thyroid and iron be tested?",
    "Calcium-rich food is advised for bone.",
    "Food rich in calcium helps bone.",
    "A test of iron levels helps to find the cause.",
    "Some capsules contain soya oil. They may not suit you.",
    "If you are allergic to soya, tell the prescriber first.",
    "If you are allergic to soya, say so first. Some creams hold peanut oil, and you should "
    "not use those.",
    "Ginger biscuits are a snack.",
    "Golden hours help.",
]
PROMISES = [
    "It works for everyone.",
    "It helps almost everybody.",
    "It is safe for all women.",
    "It suits every woman.",
    "It always helps.",
    "It never fails.",
    "You will certainly improve, since it will certainly help.",
    "It has no side effects.",
    "No doubt it works for everyone.",
]
NO_PROMISES = [
    "Nothing works for everyone.",
    "No option helps everyone.",
    "It does not work for everyone.",
    "It may not always help.",
    "Few things suit everybody.",
    "Does it work for everyone?",
    "It helps some people.",
    "Everyone can ask for help.",
]
ORDERS = [
    "Stop your blood pressure tablets.",
    "Just stop taking your antidepressant.",
    "You can stop your tablets.",
    "- Skip the insulin.",
    "Once you feel better, stop your tablets.",
    "Stop your statins without asking a doctor.",
    "It is fine to come off your HRT.",
    "You no longer need your heart tablets.",
    "Throw away your pills.",
]
NO_ORDERS = [
    "Do not stop your tablets suddenly.",
    "Never stop an antidepressant suddenly.",
    "Stop the medicine and go to an emergency department.",
    "If you become pregnant, stop the medicine and contact a doctor promptly.",
    "Ask before you stop the tablets.",
    "Should I stop my tablets?",
    "Stop smoking.",
    "If this happens on the combined pill, stop it and use other contraception.",
    "Cut down on alcohol.",
    "Reduce the time in bed.",
    "You may need to stop the combined pill and use another method; ask which.",
]


def rules(text: str) -> set[str]:
    return {violation.rule for violation in violations(text, withheld=NAMES)}


@pytest.mark.parametrize("text", CLAIMS)
def test_no_text_claims_that_what_is_withheld_helps_or_is_to_be_taken(text: str) -> None:
    assert "supplement-claim" in rules(text)


@pytest.mark.parametrize("text", HONEST)
def test_what_is_withheld_may_be_asked_about_and_the_body_spoken_of(text: str) -> None:
    assert rules(text) == set()


@pytest.mark.parametrize("text", PROMISES)
def test_nothing_is_promised_to_everybody(text: str) -> None:
    assert "promise" in rules(text)


@pytest.mark.parametrize("text", NO_PROMISES)
def test_to_deny_a_promise_is_none(text: str) -> None:
    assert rules(text) == set()


@pytest.mark.parametrize("text", ORDERS)
def test_nobody_is_told_to_stop_a_medicine(text: str) -> None:
    assert "order" in rules(text)


@pytest.mark.parametrize("text", NO_ORDERS)
def test_to_say_whom_to_ask_first_is_no_order(text: str) -> None:
    assert rules(text) == set()


def test_a_substance_is_what_a_product_is_made_of() -> None:
    expected = {
        "magnesium",
        "collagen",
        "iron",
        "soy",
        "isoflavone",
        "soya",
        "calcium",
        "omega-3",
        "cranberry",
    }
    assert substances(frozenset(name for name in NAMES if "*" not in name)) == expected


@pytest.mark.django_db
def test_no_seed_text_is_refused() -> None:
    options = read_options()
    supplements = named_supplements(options)
    found = {one.slug: document_violations(one, supplements) for one in (*read_topics(), *options)}
    assert {slug: violations for slug, violations in found.items() if violations} == {}


@pytest.mark.django_db
def test_a_record_may_speak_of_its_own_substance() -> None:
    option = Option.objects.get(slug="magnesium")
    option.summary = "Magnesium is a mineral. Some people take magnesium and find that it helps."
    option.full_clean()
    option.save()
    make_caution(
        option, "Magnesium may work against some medicines: ask a pharmacist.", CautionKind.CAUTION
    )
    supplements = named_supplements(read_options())
    assert document_violations(document_of("magnesium"), supplements) == []
    other = Option.objects.get(slug="collagen")
    assert other.kind == OptionKind.SUPPLEMENT_OR_HERB
    other.summary = "Magnesium helps too."
    other.save()
    assert document_violations(document_of("collagen"), supplements)


@pytest.mark.django_db
@pytest.mark.parametrize(
    "text",
    [
        *CLAIMS[:4],
        "Vitamin D helps.",
        "It works for everyone.",
        "Stop your blood pressure tablets.",
    ],
)
def test_the_admin_refuses_such_a_claim_at_its_field(editor: Client, text: str) -> None:
    address = address_of("yoga")
    page = editor.post(address, form_of(editor, address) | {"cost": text})
    assert page.status_code == 200
    assert list(page.context["adminform"].form.errors) == ["cost"]

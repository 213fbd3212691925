"""Plain makers of rows for tests: each makes the least that is valid, and takes what the test is
about.
"""

from datetime import UTC, date, datetime, timedelta
from typing import Any

from django.apps import apps
from django.contrib.auth.models import Group, User
from django.test import Client
from django_otp import DEVICE_ID_SESSION_KEY
from django_otp.plugins.otp_totp.models import TOTPDevice

from content.documents import Document, read_options, read_topics
from content.models import Caution, Evidence, LedgerEntry, Option, Reviewer, SignOff, Source, Topic
from content.review import standing
from content.triggers import versioned_tables
from content.vocabulary import CautionKind, Finding, Grade, OptionKind


def make_topic(slug: str = "test-topic", **values: Any) -> Topic:
    given = {
        "kind": "symptom",
        "name": slug.replace("-", " ").capitalize(),
        "summary": "A short summary.",
        "what_it_is": "What it is.",
        "why_it_happens": "Why it happens.",
        "what_can_help": "What can help.",
        "doctor_emergency": "Call your local emergency number now if you cannot breathe.",
        "doctor_soon": "See a doctor within a few days if it gets worse.",
        "doctor_routine": "Book an ordinary appointment if it lasts.",
    }
    return Topic.objects.create(slug=slug, **(given | values))


def make_option(
    slug: str = "test-option", kind: str = OptionKind.LIFESTYLE, **values: Any
) -> Option:
    """An option that may be spoken of: with a key caution, unless it is a supplement or herb."""
    given = {
        "name": slug.replace("-", " ").capitalize(),
        "summary": "What it is.",
        "cost": "Free.",
        "access": "Anyone can try it.",
    }
    option = Option.objects.create(slug=slug, kind=kind, **(given | values))
    if not option.is_supplement:
        make_caution(option, "Stop and ask a doctor if it hurts.", CautionKind.KEY)
    return option


def make_evidence(
    option: Option,
    topic: Topic,
    grade: str = Grade.MIXED,
    finding: str = Finding.HELPS,
    **values: Any,
) -> Evidence:
    given = {"statement": "Research points to some help.", "basis": "A few trials."}
    return Evidence.objects.create(
        option=option, topic=topic, grade=grade, finding=finding, **(given | values)
    )


def make_caution(
    option: Option, text: str = "Check with a pharmacist first.", kind: str = CautionKind.CAUTION
) -> Caution:
    return Caution.objects.create(option=option, kind=kind, text=text)


def make_source(key: str = "TEST1", **values: Any) -> Source:
    given = {
        "organisation": "A society",
        "title": "A statement",
        "year": 2024,
        "url": "https://example.org/statement",
    }
    return Source.objects.create(key=key, **(given | values))


def make_user(name: str = "someone", **values: Any) -> User:
    return User.objects.create_user(name, **values)


def make_reviewer(
    name: str = "Dr Test Reviewer", appointed_on: date | None = None, ended_on: date | None = None
) -> Reviewer:
    return Reviewer.objects.create(
        user=make_user(name.lower().replace(" ", "-")),
        full_name=name,
        profession="Consultant gynaecologist",
        registration_body="General Medical Council",
        registration_number=name,
        appointed_on=appointed_on or date(2026, 1, 1),
        ended_on=ended_on,
    )


def document_of(slug: str) -> Document:
    """The record `slug` as it stands in the database."""
    found: list[Any] = read_topics(slug=slug) or read_options(slug=slug)
    document: Document = found[0]
    return document


def make_sign_off(
    slug: str, reviewer: Reviewer, review_due_on: date | None = None, text_by: User | None = None
) -> SignOff:
    """A row of the ledger as the review would write it, for the wording that stands now."""
    document = document_of(slug)
    return SignOff.objects.create(
        record_kind=standing.record_kind(document),
        slug=slug,
        digest=standing.digest(document),
        wording=standing.wording(document),
        reviewer=reviewer,
        signed_by=reviewer.user,
        at=datetime.now(UTC),
        text_by=text_by,
        review_due_on=review_due_on or standing.today() + timedelta(days=365),
    )


def delete_content() -> None:
    """Leave no record, nor anything that records share, as in a database just made."""
    for model in apps.get_app_config("content").get_models(include_auto_created=True):
        if model._meta.db_table in versioned_tables() and not issubclass(model, LedgerEntry):
            model._base_manager.all()._raw_delete("default")  # type: ignore[attr-defined]


def make_member(role: str, name: str = "") -> User:
    """An account with one role of the admin."""
    user = User.objects.create_user(name or role.lower().replace(" ", "-"), is_staff=True)
    user.groups.add(Group.objects.get(name=role))
    return user


def signed_in(user: User, second_factor: bool = True) -> Client:
    """A browser signed in as `user`, past the second factor or not."""
    client = Client()
    client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
    if second_factor:
        device = TOTPDevice.objects.create(user=user, name="phone", confirmed=True)
        session = client.session
        session[DEVICE_ID_SESSION_KEY] = device.persistent_id
        session.save()
    return client

"""What a page says of itself to machines: schema.org JSON-LD, as pure functions of the frozen
answers.

A symptom is a `MedicalSignOrSymptom`, a linked condition a `MedicalCondition`, an option a
`MedicalTherapy`, each the subject of a `MedicalWebPage`. Only options whose research points to help
stand as a possible treatment, and of a symptom only: what helps those who have a condition often
eases something beside it, and would be said to treat it. A withheld option is a `Thing` with a
name, since to call it a therapy would be a claim. `reviewedBy` is there while a sign-off is in
force for all that the page shows, and at no other time.
"""

import json
from typing import Any

from django.utils.safestring import SafeString

from content.answers.shapes import (
    Answer,
    Coverage,
    EvidenceSheet,
    Explanation,
    OptionList,
    Ref,
    SourceRef,
    WithheldSheet,
)
from content.vocabulary import ReviewStatus, TopicKind

CONTEXT = "https://schema.org"
LANGUAGE = "en-GB"
SITE_NAME = "Menopause information"
MEDICAL = "MedicalWebPage"

Node = dict[str, Any]

# A page may hold any text: none of these can end the element, open a comment or break a line of
# script.
_UNSAFE = {ord(character): f"\\u{ord(character):04x}" for character in "<>&\u2028\u2029"}


def topic(explanation: Explanation, options: OptionList, site: str) -> Node:
    """The page of a symptom or linked condition. `site`: the service's address."""
    is_symptom = explanation.topic.kind == TopicKind.SYMPTOM
    types = {
        TopicKind.SYMPTOM: "MedicalSignOrSymptom",
        TopicKind.CONDITION: "MedicalCondition",
        TopicKind.GUIDE: "MedicalEntity",
    }
    helps = [
        {"@type": "MedicalTherapy", "name": ref.name, "url": ref.source_page}
        for item in options.options
        for ref in (item.ref, *(Ref(one.slug, one.name, item.kind) for one in item.variants or ()))
    ]
    about: Node = {
        "@type": types[TopicKind(explanation.topic.kind)],
        "name": explanation.topic.name,
        "description": explanation.summary,
        "url": explanation.source_page,
    }
    if is_symptom and helps:
        about["possibleTreatment"] = helps
    return {
        **medical_page(
            MEDICAL, explanation.topic.name, explanation.summary, explanation.source_page, site
        ),
        **_review(options),
        "about": about,
        "hasPart": {
            "@type": "WebPageElement",
            "name": "When to see a doctor",
            "text": explanation.when_to_see_a_doctor,
        },
        **_links("relatedLink", explanation.related_topics),
        **_citations(options.sources),
    }


def option(sheet: EvidenceSheet | WithheldSheet, site: str) -> Node:
    """The page of an option; of a withheld one, its name. `site`: the service's address."""
    if isinstance(sheet, WithheldSheet):
        return {
            **medical_page(
                MEDICAL, sheet.option.name, sheet.withheld.reason, sheet.source_page, site
            ),
            **_review(sheet),
            "about": {"@type": "Thing", "name": sheet.option.name},
        }
    return {
        **medical_page(MEDICAL, sheet.option.name, sheet.summary, sheet.source_page, site),
        **_review(sheet),
        "about": {
            "@type": "MedicalTherapy",
            "name": sheet.option.name,
            "description": sheet.summary,
            "url": sheet.source_page,
        },
        **_links("relatedLink", tuple(item.topic for item in (*sheet.grades, *sheet.may_worsen))),
        **_citations(sheet.sources),
    }


def topics(coverage: Coverage, name: str, description: str, site: str) -> Node:
    """The page of everything covered. `name`, `description`: what it says of itself; `site`: the
    service's address.
    """
    listed = (*coverage.symptoms, *coverage.conditions, *coverage.guides, *coverage.options)
    return {
        **medical_page(MEDICAL, name, description, coverage.source_page, site),
        **_review(coverage),
        "about": _menopause(),
        "mainEntity": {
            "@type": "ItemList",
            "numberOfItems": len(listed),
            "itemListElement": [
                {"@type": "ListItem", "position": place, "name": ref.name, "url": ref.source_page}
                for place, ref in enumerate(listed, start=1)
            ],
        },
    }


def medical_page(kind: str, name: str, description: str, address: str, site: str) -> Node:
    """What every medical page, of the type `kind`, says: its name, its address, its language, its
    readers, its Markdown alternate and its site.
    """
    return {
        **page(kind, name, description, address, site),
        "about": _menopause(),
        "audience": {"@type": "MedicalAudience", "audienceType": "Patient"},
    }


def page(kind: str, name: str, description: str, address: str, site: str) -> Node:
    """A page of the schema.org type `kind`."""
    return {
        "@context": CONTEXT,
        "@type": kind,
        "@id": address,
        "url": address,
        "name": name,
        "description": description,
        "inLanguage": LANGUAGE,
        "isAccessibleForFree": True,
        "isPartOf": {
            "@type": "WebSite",
            "@id": f"{site}/#site",
            "name": SITE_NAME,
            "url": f"{site}/",
        },
        "encoding": {
            "@type": "MediaObject",
            "encodingFormat": "text/markdown",
            "contentUrl": alternate(address, site),
        },
    }


def alternate(address: str, site: str) -> str:
    """The address of a page's Markdown: its own and `.md`; the front page's is `/index.md`."""
    return f"{site}/index.md" if address.rstrip("/") == site else f"{address}.md"


def embedded(node: Node) -> SafeString:
    """A node as JSON that is safe inside a `script` element."""
    return SafeString(
        json.dumps(node, ensure_ascii=False, separators=(",", ":")).translate(_UNSAFE)
    )


def _menopause() -> Node:
    return {"@type": "MedicalEntity", "name": "Menopause"}


def _review(answer: Answer) -> Node:
    """The review status in words, and the reviewer while a sign-off is in force."""
    said: Node = {"creativeWorkStatus": ReviewStatus(answer.review_status).label}
    if answer.content_updated:
        said["dateModified"] = answer.content_updated
    if answer.review_status == ReviewStatus.REVIEWED and answer.reviewed_by:
        said["reviewedBy"] = {"@type": "Person", "name": answer.reviewed_by}
    return said


def _links(name: str, refs: tuple[Ref, ...]) -> Node:
    return {name: [ref.source_page for ref in refs]} if refs else {}


def _citations(sources: tuple[SourceRef, ...]) -> Node:
    return {"citation": [_citation(source) for source in sources]} if sources else {}


def _citation(source: SourceRef) -> Node:
    said: Node = {
        "@type": "CreativeWork",
        "name": source.title,
        "url": source.url,
        "publisher": {"@type": "Organization", "name": source.organisation},
    }
    return {**said, "datePublished": str(source.year)} if source.year else said

"""Every record's page in Markdown, for programs that read pages: pure functions of the frozen
answers, so the two cannot disagree.

The layout is CommonMark. Every text of an answer is escaped, so that it reads in Markdown as it
reads in JSON. "When to see a doctor" stands right below the summary; grades and findings are words;
what is withheld is named and nothing else.
"""

import re
from collections.abc import Iterable, Sequence

from content.answers.shapes import (
    Answer,
    Coverage,
    EvidenceSheet,
    Explanation,
    GradeItem,
    OptionItem,
    OptionList,
    PrepSheet,
    RatingKey,
    Ref,
    SharedCautions,
    SourceRef,
    WithheldList,
    WithheldSheet,
)
from content.vocabulary import GRADE_NOTE, OptionKind, ReviewStatus, TopicKind
from content.wording.text_blocks import blocks

DOCTOR = "When to see a doctor"
WITHHELD_NOTE = "These are named and nothing else. No claim is made about them, for or against."
_ALWAYS = re.compile(r"([\\`*_\[\]<~])")
_ENTITY = re.compile(r"&(?=#|[A-Za-z])")
_AT_END = re.compile(r"(?<=\s)#(?=#*$)")  # closes a heading
_AT_START = re.compile(r"^(?:([#+\-=>|:])|(\d{1,9})([.)]))")
_KINDS: dict[str, str] = {**dict(TopicKind.choices), **dict(OptionKind.choices)}


def topic(explanation: Explanation, options: OptionList, prep: PrepSheet) -> str:
    """A symptom or linked condition: all that `explain`, `options` and `doctor-prep` say of it."""
    return _document(
        f"# {inline(explanation.topic.name)}",
        _kind_and_page(explanation.topic),
        paragraphs(explanation.summary),
        _section(DOCTOR, paragraphs(explanation.when_to_see_a_doctor)),
        _section("What it is", paragraphs(explanation.what_it_is)),
        _section("Why it happens", paragraphs(explanation.why_it_happens or "")),
        _section(
            "What can help",
            paragraphs(explanation.what_can_help.text),
            paragraphs(GRADE_NOTE),
            paragraphs(options.note or ""),
        ),
        _section("What the ratings mean", _ratings(options.ratings)) if options.ratings else "",
        _section(
            "Key cautions that a family of options shares", *map(_shared, options.shared_cautions)
        ),
        _section(
            "Options that help, strongest evidence first", *map(_option_item, options.options)
        ),
        _section("Not enough research to say", *map(_option_item, options.not_enough_research)),
        _section("Studied and not shown to help", *map(_option_item, options.not_shown_to_help)),
        _section("May make it worse, or cause harm", *map(_option_item, options.may_worsen)),
        _section(
            "Questions to ask at an appointment", bullets((*prep.first_questions, *prep.questions))
        ),
        _section("Things to bring", bullets(prep.things_to_bring)),
        _section("Notes to keep beforehand", bullets(prep.notes_to_keep)),
        f"One sheet for several topics: <{address(prep.source_page)}>",
        _section("Related topics", _links(explanation.related_topics)),
        _withheld(options.withheld) if explanation.topic.kind != TopicKind.GUIDE else "",
        _sources((*explanation.sources, *options.sources, *prep.sources)),
        _section(
            "Review",
            _labelled("Review status of this topic", _review(explanation)),
            _labelled(
                "Review status of everything on this page, options included", _review(options)
            ),
        ),
        _disclaimer(explanation),
    )


def option(sheet: EvidenceSheet | WithheldSheet) -> str:
    """An option: all that `evidence` says of it, or only that it is withheld."""
    title = (f"# {inline(sheet.option.name)}", _kind_and_page(sheet.option))
    if isinstance(sheet, WithheldSheet):
        return _document(
            *title,
            _withheld(sheet.withheld),
            paragraphs(sheet.next),
            _section("Review", _labelled("Review status", _review(sheet))),
            _disclaimer(sheet),
        )
    return _document(
        *title,
        paragraphs(sheet.summary),
        _section("Who should check first", bullets(sheet.who_should_check_first)),
        _section("Cautions", bullets(sheet.cautions)),
        _section("What it may make worse", *map(_grade_item, sheet.may_worsen)),
        _section(
            "The evidence, strongest first", paragraphs(GRADE_NOTE), *map(_grade_item, sheet.grades)
        ),
        _section("Cost", paragraphs(sheet.cost)),
        _section("How to get it", paragraphs(sheet.access)),
        _sources(sheet.sources),
        _section("Review", _labelled("Review status", _review(sheet))),
        _disclaimer(sheet),
    )


def topics(coverage: Coverage) -> str:
    """Everything covered: all that `topics` says."""
    counts = coverage.counts
    return _document(
        "# Everything covered",
        f"Page: <{coverage.source_page}>",
        bullets(
            (
                f"Symptoms: {counts['symptoms']}",
                f"Linked conditions: {counts['conditions']}",
                f"Guides: {counts['guides']}",
                f"Options with graded evidence: {counts['options']}",
                f"Supplements and herbs withheld: {counts['withheld']}",
            )
        ),
        _section(
            "Warning signs: get help now",
            _lines(
                f"**{inline(sign.name)}**: {inline(sign.what_counts or '')}"
                for sign in coverage.warning_signs
            ),
        ),
        _section("Symptoms", _links(coverage.symptoms)),
        _section("Linked conditions", _links(coverage.conditions)),
        _section("Guides", _links(coverage.guides)),
        _section(
            "Options", _lines(f"{_link(ref)} ({_kind(ref.kind)})" for ref in coverage.options)
        ),
        _section(
            "What the ratings mean",
            paragraphs(GRADE_NOTE),
            _ratings(coverage.ratings),
        ),
        _withheld(coverage.withheld),
        _section("Review", _labelled("Review status of everything covered", _review(coverage))),
        _disclaimer(coverage),
    )


def prepare(coverage: Coverage, bring: Sequence[str], page: str, call: str) -> str:
    """How to prepare for an appointment, and where each topic's questions are.

    `bring`: what is worth bringing to any appointment; `page`: the page for people; `call`: the
    call that makes one sheet for several topics.
    """
    return _document(
        "# Prepare for your appointment",
        f"Page: <{page}>",
        "Each topic's page lists questions to ask, things to bring, notes to keep beforehand, and"
        f" when not to wait for an appointment. For one sheet about several symptoms, `GET {call}`,"
        " with the symptoms in plain words and a comma between them.",
        _section("Things to bring to every appointment", bullets(bring)),
        _section("Symptoms", _links(coverage.symptoms)),
        _section("Linked conditions", _links(coverage.conditions)),
        _section("Guides", _links(coverage.guides)),
        _section("Review", _labelled("Review status of everything covered", _review(coverage))),
        _disclaimer(coverage),
    )


def led_by(urgent: str, body: str) -> str:
    """A page led by what to do now."""
    return f"**What to do now**\n\n{paragraphs(urgent)}\n\n---\n\n{body}"


def inline(text: str) -> str:
    """A text on one line that Markdown shows as it stands."""
    return opening(escaped(text))


def escaped(text: str) -> str:
    """A piece of text with no sign in it that Markdown would act on, wherever in a
    line it stands.
    """
    return _ENTITY.sub(r"\\&", _ALWAYS.sub(r"\\\1", text))


def opening(markdown: str) -> str:
    """Markdown as one line that opens a block: nothing at its start or end is taken for a heading,
    a list or a quotation.
    """
    line = _AT_END.sub(r"\\#", " ".join(markdown.split()))
    return _AT_START.sub(
        lambda found: f"\\{found[1]}" if found[1] else f"{found[2]}\\{found[3]}", line
    )


def paragraphs(text: str) -> str:
    """A text of one or more lines as paragraphs and lists."""
    return "\n\n".join(
        filter(
            None,
            (
                bullets(block.lines) if block.is_list else inline(block.lines[0])
                for block in blocks(text)
            ),
        )
    )


def bullets(texts: Iterable[str]) -> str:
    """A list of texts."""
    return _lines(inline(text) for text in texts)


def _document(*blocks: str) -> str:
    return "\n\n".join(block for block in blocks if block) + "\n"


def _section(heading: str, *blocks: str) -> str:
    held = [block for block in blocks if block]
    return "\n\n".join((f"## {inline(heading)}", *held)) if held else ""


def _lines(markdown: Iterable[str]) -> str:
    return "\n".join(f"- {line}" for line in markdown)


def _labelled(label: str, markdown: str) -> str:
    return f"**{label}**: {markdown}"


def address(url: str) -> str:
    """An address as the target of a link, safe from brackets and spaces."""
    return re.sub(
        r"[<>()\s\\]", lambda found: "".join(f"%{byte:02X}" for byte in found[0].encode()), url
    )


def _link(ref: Ref) -> str:
    return f"[{inline(ref.name)}]({address(ref.source_page)})"


def _links(refs: Iterable[Ref]) -> str:
    return _lines(map(_link, refs))


def _kind(kind: str) -> str:
    return inline(_KINDS[kind])


def _kind_and_page(ref: Ref) -> str:
    return f"{_kind(ref.kind)}. Page: <{address(ref.source_page)}>"


def _review(reviewed: Answer | OptionItem) -> str:
    if reviewed.review_status is None:
        return ""
    label = inline(ReviewStatus(reviewed.review_status).label)
    return f"{label}, by {inline(reviewed.reviewed_by)}" if reviewed.reviewed_by else label


def _ratings(ratings: Iterable[RatingKey]) -> str:
    """Ratings and what each means."""
    return _lines(f"**{inline(key.rating)}**: {inline(key.meaning or '')}" for key in ratings)


def _shared(family: SharedCautions) -> str:
    return f"### {inline(family.name)}\n\n{bullets(family.cautions)}"


def _option_item(item: OptionItem) -> str:
    variants = "; ".join(
        f"{_link(Ref(one.slug, one.name, item.kind))} ({inline(one.rating)})"
        for one in item.variants or ()
    )
    facts = (
        ("What it is", inline(item.summary or "")),
        ("Its other forms", variants),
        ("Cost", inline(item.cost or "")),
        ("How to get it", inline(item.access or "")),
        ("Review status", _review(item)),
    )
    return "\n\n".join(
        filter(
            None,
            (
                f"### {_link(item.ref)}",
                f"{_kind(item.kind)}.",
                _labelled("Rating", inline(item.rating)) if item.rating else "",
                paragraphs(item.statement or ""),
                _lines(_labelled(label, text) for label, text in facts if text),
                "**Key cautions** (the option’s page has every caution)" if item.cautions else "",
                bullets(item.cautions or ()),
            ),
        )
    )


def _grade_item(item: GradeItem) -> str:
    return "\n\n".join(
        (
            f"### {_link(item.topic)}",
            f"{_kind(item.topic.kind)}.",
            _labelled("Rating", inline(item.rating)),
            paragraphs(item.statement or ""),
            _labelled("What this rests on", inline(item.basis or "")),
        )
    )


def _withheld(withheld: WithheldList) -> str:
    """Withheld options: by name, and nothing else."""
    if not withheld.options:
        return ""
    return _section(
        "Withheld",
        WITHHELD_NOTE,
        inline(withheld.reason),
        bullets(item.name or item.slug for item in withheld.options),
    )


def _sources(sources: Iterable[SourceRef]) -> str:
    return _section("Sources", _lines(map(_source, dict.fromkeys(sources))))


def _source(source: SourceRef) -> str:
    year = f", {source.year}" if source.year else ""
    return f"{inline(source.organisation)}: [{inline(source.title)}]({address(source.url)}){year}"


def _disclaimer(answer: Answer) -> str:
    return f"---\n\n{paragraphs(answer.disclaimer)}"

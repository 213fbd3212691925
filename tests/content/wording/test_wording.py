"""Nothing that must not be said: doses, timings, rates, brands, links, and claims about what is
withheld.
"""

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from content.documents import prose, read_options, read_topics
from content.wording import claims, patterns, rules
from content.wording.rules import brand_names, violations

REFUSED = {
    "dose": [
        "start at 50",
        "Use 50 micrograms.", "A ten‑milligram tablet", "A 10mg tablet.", "2.5 mg", "one tablet",
        "take two capsules", "half a tablet", "two pumps of gel", "1 patch",
        "a 25 mcg pessary", "5 ml", "1,000 IU", "ten units", "a pea-sized amount is two drops",
        "three full applicators", "double the dose",
    ],
    "dose-timing": [
        "twice a day", "once daily", "A once‑daily tablet.", "twice‑weekly", "t.i.d.", "one b.i.d.",
        "Usually used at bedtime.", "It is used daily.", "Use it every other day.",
        "three times a week", "every 6 hours", "every four hours", "2 times per day", "once-a-day",
        "twice weekly",
        "Take it at bedtime.", "Apply it every night.", "take with food", "Insert it nightly",
        "1-2 times daily", "four times each day",
        "Take two a day.", "One at night.", "a pump a day", "Two in the morning.",
        "one or two at bedtime", "two each evening", "One daily.", "a patch each week",
    ],
    "rate": [
        "one in three women", "1 in 4", "8 out of 10", "two out of every five",
        "three women in every four", "70%", "seventy per cent",
        "50 percent", "half of women", "a third of people", "two thirds", "three-quarters of users",
        "twice as likely", "three times more", "doubles the risk",
        "halved the number", "a two-fold rise", "5-fold", "threefold", "millions of women",
        "more than 20 trials", "an average of seven years",
        "lasts 7 years on average", "the odds ratio", "a success rate", "the majority of women",
        "9/10", "one per thousand", "ｔｗｏ　ｉｎ　ｔｅｎ",
        "½ of women", "a quarter of women", "eight women out of ten", "five cases per 1,000",
        "four fifths", "It cuts hot flushes by half.", "by a third", "Half women find it helps.",
        "Every second woman gets relief.", "Two of three improved.", "fifty-fifty",
        "nearly half improve", "Half improved.", "nine-tenths", "seven of the ten",
        "two of them improved", "nine to one odds", "One-third of women improve.",
        "one-quarter have it", "About one-third improve.", "a good third of women",
        "It affects a few in every hundred.", "A few in a hundred get it.", "one‑in‑ten",
        "two‑thirds improve", "one  in  ten", "one\nin ten", "three  quarters",
        "twenty  women", "ten per-cent", "fewer than a quarter", "by about an eighth",
        "About eighty improve.", "Flushes fell by fifty.",
    ],
    "figure": [
        "a score of 17", "3.5", "up to 250", "1,500", "It works for about 80.",
        "Flushes fell by 50.", "About 75 improve.", "it comes in 25 and 50",
        "it comes in 50 and 75", "it comes in 25 or 50", "start at 25", "It comes at 25.",
        "80 or more improve",
    ],
    "brand": ["Evorel", "ask for Vagifem", "VEOZA", "Mirena coil", "Utrogestan", "Elleste Duet"],
    "link": [
        "see https://shop.example", "www.buy-it.com", "visit menoshop.co.uk",
        "healthstore.com/gel",
    ],
    "supplement-claim": [
        "Herbal remedies ease flushes.", "Supplements are natural.", "Some herbs help sleep.",
        "Take your vitamins.", "Minerals help.", "A multivitamin is worth it.",
        "Natural remedies ease it.", "A natural remedy may help.", "Buy it in a health food shop.",
        "Sold in health shops.", "A homeopath can help.", "Homoeopathy eases flushes.",
        "Low vitamin levels are why many take a vitamin.",
    ],
    "promise": [
        "It cures flushes.", "This is a cure.", "A proven treatment.", "Relief is guaranteed.",
        "It carries no risk.", "It is risk-free.", "Gels are without risk.",
        "It is completely safe.", "Perfectly safe for everyone.", "An entirely safe gel.",
        "It is side-effect free.", "It is free of side effects.", "It works wonders.",
        "A miracle.", "There is no doubt that it cures flushes.", "Is it proven? It is proven.",
    ],
}  # fmt: skip
ALLOWED = [
    "Call 999, 112, 911 or 000 now.", "12 months without a period", "before 40", "under 45",
    "aged 50 or over", "from 40 to 44", "at 65 or later",
    "within 10 years of menopause", "type 2 diabetes", "at least twice within six months",
    "three times within a year", "in 2015", "a 24 hour helpline",
    "Samaritans on 116 123", "for three weeks", "in the first 3 to 6 months", "within two weeks",
    "the same day", "one side of your face", "in one eye",
    "one swollen calf", "low-dose vaginal oestrogen", "the patch or the gel",
    "tell your pharmacist about herbal products", "ask about a B12 test",
    "half an hour", "one or two nights", "the first tablet you try",
    "getting up at night to pass urine", "a period that lasts over a week",
    "You can have more than one cause.", "no dose is given here", "guideline NG23", "until 55",
    "in your fifties", "menopause before 45",
    "after 12 months with no bleeding", "a lump in one breast", "double vision", "seeing double",
    "two good reasons to ask", "several large studies agree",
    "by the age of 50", "from about the age of 60", "from 50", "a start at 65 or later",
    "between 45 and 55", "an hour and a half", "about half an hour",
    "a second opinion", "a third reason", "waking at two in the morning",
    "at two or three in the morning", "one or two of these", "one of them",
    "one of the two hormones", "one night a week", "every other day",
    "There is no cure.", "There is no known cure for it.", "It does not cure a prolapse.",
    "It has not been proven to help.", "It isn't a proven treatment.",
    "This does not mean there is no risk.", "There are no risk factors.",
    "It is not completely safe.", "Which exercises are completely safe for me?", "Can it be cured?",
    "No one can promise how it will go: relief cannot be guaranteed.", "ask about vitamins",
    "bone mineral density", "low vitamin B12", "Mineral oil weakens condoms.",
    "low vitamin levels",
]  # fmt: skip


@pytest.mark.parametrize(
    ("rule", "text"), [(rule, text) for rule, texts in REFUSED.items() for text in texts]
)
def test_what_must_not_be_said_is_refused(rule: str, text: str) -> None:
    assert rule in {violation.rule for violation in violations(text)}


@pytest.mark.parametrize("text", ALLOWED)
def test_what_may_be_said_passes(text: str) -> None:
    assert violations(text) == ()


@pytest.mark.parametrize(
    "piece",
    [
        "1,1.",
        "one ",
        "half a ",
        "two of the ",
        "start at 5",
        "a quarter of ",
        "x",
        "-",
        "one or two ",
    ],
)
def test_no_text_holds_a_rule_up(piece: str) -> None:
    """As long as a field can be, of what a rule begins with again and again."""
    began = time.process_time()
    violations(piece * (8000 // len(piece)))
    assert time.process_time() - began < 5


@pytest.mark.parametrize("brand", sorted(brand_names()))
def test_no_brand_passes_in_a_sentence(brand: str) -> None:
    assert any(
        violation.rule == "brand"
        for violation in violations(f"Some people use {brand.title()} for this.")
    )


def test_a_violation_says_what_is_wrong_and_what_to_write_instead() -> None:
    (violation,) = violations("It helps most people; take it at bedtime.")
    assert "bedtime" in violation.found
    assert "leaflet" in str(violation)


@pytest.mark.django_db
def test_every_text_field_of_a_record_is_read_by_the_rules() -> None:
    """A new field of prose cannot slip past: each text of a document is found by `prose`."""
    for document in (read_topics(slug="hot-flushes")[0], read_options(slug="vaginal-oestrogen")[0]):
        places = {place.split("[")[0].split(".")[0] for place, _ in prose(document)}
        for name in document.__dataclass_fields__:
            codes = {
                "slug",
                "kind",
                "position",
                "aliases",
                "members",
                "related",
                "sources",
                "publications",
            }
            if name not in codes | {"doctor_lines", "family"} and getattr(document, name):
                assert name in places, f"{name} is not read"


def test_a_rule_that_waits_for_a_number_misses_nothing() -> None:
    units = [
        "hormone",
        "mg",
        "tablets",
        "a day",
        "times a week",
        "in",
        "women",
        "of",
        "the",
        "risk",
        "as",
        "times",
        "years on average",
        "average",
        "double",
        "/",
    ]
    for first in (*units, "some", ""):
        for second in (*units, "many", ""):
            for third in (*units, ""):
                text = f"{first} {second} {third}"
                read = patterns.number_rules(text, bool(patterns.FIGURE.search(text)))
                assert not any(
                    rule.pattern.search(text) for rule in patterns.NUMBER_RULES if rule not in read
                ), text


@pytest.mark.parametrize(
    "rule",
    [rule for rule in (*patterns.NUMBER_RULES, *patterns.RULES) if rule.needs],
    ids=lambda rule: rule.pattern.pattern[:40],
)
@given(data=st.data())
def test_whatever_breaks_a_rule_holds_its_letters(rule: patterns.Rule, data: st.DataObject) -> None:
    text = rules.folded(data.draw(st.from_regex(rule.pattern)))
    if rule.pattern.search(text):
        assert rule.needs is not None
        assert any(letters in claims.plain_case(text) for letters in rule.needs)
        assert list(rule.broken_in(text, claims.plain_case(text)))


_PIECES = st.lists(
    st.one_of(
        st.sampled_from(sorted(brand_names())[::7]),
        st.sampled_from(["İ", "ı", "-", " ", "\n", "s", "Black", "_", "’", "x", "ſ", "K"]),
        st.text(max_size=3),
    ),
    max_size=12,
)


@given(pieces=_PIECES, gap=st.sampled_from(["", " ", "-", ". "]), capitals=st.booleans())
def test_a_quick_look_for_names_misses_none_that_the_pattern_finds(
    pieces: list[str], gap: str, capitals: bool
) -> None:
    text = rules.folded(gap.join(pieces).upper() if capitals else gap.join(pieces))
    quick = [match.span() for match in claims.named(brand_names(), text)]
    assert quick == [match.span() for match in claims._any_of(brand_names()).finditer(text)]


@pytest.mark.parametrize(
    "text",
    [
        "Take ten mg.",
        "_ten mg, or more_",
        "Half a tablet helps.",
        "Nine in ten women",
        "twentyfive mg",
        "It is twice as likely.",
    ],
)
def test_numbers_in_words_are_numbers(text: str) -> None:
    assert violations(text)

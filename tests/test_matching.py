"""The matcher: names, aliases, everyday words and slips lead to the right record; what is not covered leads to none."""

from typing import Any

import pytest
from django.test import Client

from content import freshness
from content.answers.resolve import NotCovered, find_option, find_topic
from content.documents import read_options, read_topics
from content.lists.items import items_of
from content.lists.remarks import is_remark
from content.matching.matcher import FOLDER, GRAVE, Matcher, Named
from content.models import Topic
from content.plain_words import sentences
from content.spelling import ABBREVIATIONS, spelling
from content.vocabulary import Beyond, TopicKind
from content.yaml_files import read_yaml
from tests.makers import make_topic
from tests.reading import listed

pytestmark = pytest.mark.django_db

TOPICS = {
    "hot flashes": "hot-flushes", "i keep waking up drenched in sweat": "night-sweats", "cant sleep": "sleep-problems", "hot fluhses": "hot-flushes",
    "my knees ache every morning": "joint-pain", "i forget words all the time": "brain-fog", "losing my hair": "hair-thinning", "leaking when i cough": "urinary-leakage",
    "dyspareunia": "painful-sex", "no interest in sex": "low-libido", "utis again and again": "recurrent-utis", "osteoperosis": "osteoporosis",
    "high blood pressure": "cardiovascular-disease", "vaginal atrophy": "genitourinary-syndrome-of-menopause", "menopause before 40": "premature-ovarian-insufficiency",
    "hot-flushes": "hot-flushes", "HOT FLUSHES!!!": "hot-flushes", "palpitaions": "palpitations", "i snap at everyone and fly into a rage": "mood-swings",
    "electric shocks under my skin": "tingling", "diarrhoea? no, bloated all day": "bloating",
}  # fmt: skip

OPTIONS = {
    "HRT": "hormone-replacement-therapy", "a hormone therapy": "hormone-replacement-therapy", "a vaginal estrogen": "vaginal-oestrogen",
    "vaginal oestrogen cream": "vaginal-oestrogen", "antidepressants": "ssri-snri-antidepressants", "cbt for insomnia": "cbt-for-insomnia",
    "cognitive behavioral therapy for insomnia": "cbt-for-insomnia", "black cohosh": "black-cohosh", "saint john's wort": "st-johns-wort", "fezolinetant": "fezolinetant",
    "mirena": "hormonal-coil", "estrogen patch": "transdermal-oestrogen", "kegels": "pelvic-floor-muscle-training", "acupunture": "acupuncture", "testosterone gel": "testosterone",
}  # fmt: skip

NEITHER = [
    "broken toe",
    "how to cook rice",
    "'; DROP TABLE topics; --",
    "xqzjv",
    "hot dog recipe",
    "car insurance",
    "asdfghjkl",
    "<script>alert(1)</script>",
    "ignore previous instructions",
]


@pytest.mark.parametrize("words", TOPICS)
def test_words_lead_to_the_topic(words: str) -> None:
    assert freshness.current().topic_matcher.find(words).slugs[:1] == (TOPICS[words],)


@pytest.mark.parametrize("words", OPTIONS)
def test_words_lead_to_the_option(words: str) -> None:
    assert freshness.current().option_matcher.find(words).slugs[:1] == (OPTIONS[words],)


@pytest.mark.parametrize("words", NEITHER)
def test_what_is_not_covered_is_refused(words: str) -> None:
    for matcher in (freshness.current().topic_matcher, freshness.current().option_matcher):
        assert matcher.find(words).slugs == ()


@pytest.mark.parametrize("words", ["xylophone zeppelin", "pizza", "tinnitus", "asthma", "Parkinson", "car insurance", "tinnitus in perimenopause"])
def test_nothing_is_suggested_where_nothing_is_near_or_something_else_is_named(words: str) -> None:
    assert freshness.current().topic_matcher.find(words).suggestions == ()


def test_what_is_near_is_suggested_and_nothing_grave_that_nobody_named() -> None:
    matcher = freshness.current().topic_matcher
    refused = [matcher.find(words) for words in ("older women", "am I in menopause", "patch my jeans at the knee", "black cohosh")]
    assert all(found.slugs == () for found in refused)
    assert not {slug for found in refused for slug in found.suggestions} & GRAVE


@pytest.mark.parametrize(
    "words",
    [
        "menopause", "what is menopause", "perimenopause symptoms", "am I in the menopause", "how long does menopause last", "the change of life",
        "menopause treatment", "how to treat menopause", "HRT side effects", "tests for menopause", "symptoms of menopause at 45",
    ],
)  # fmt: skip
def test_the_subject_as_a_whole_is_no_topic(words: str) -> None:
    assert freshness.current().topic_matcher.find(words).slugs == ()


@pytest.mark.parametrize(
    "words",
    [
        "which doctor treats menopause",
        "my wife is going through menopause how can I support her",
        "does menopause run in families",
        "menopause is ruining my life",
        "can I still get pregnant in perimenopause",
    ],
)
def test_what_is_said_of_menopause_at_large_is_no_topic(words: str) -> None:
    assert freshness.current().topic_matcher.find(words).slugs == ()


@pytest.mark.parametrize(
    "words",
    ["menopause", "am I in menopause", "menopause diagnosis", "does menopause run in families", "menopause symptoms list", "the change of life"],
)
def test_words_about_menopause_as_a_whole_are_known_as_such(words: str) -> None:
    assert freshness.current().topic_matcher.find(words).about is Beyond.MENOPAUSE


@pytest.mark.parametrize("words", ["pizza", "tinnitus in menopause", "HRT side effects", "hot flushes"])
def test_other_words_are_not_about_menopause_as_a_whole(words: str) -> None:
    assert freshness.current().topic_matcher.find(words).about is Beyond.UNKNOWN


@pytest.mark.parametrize("words", ["weight gain", "Brain fog", "dementia"])
def test_the_name_of_a_topic_is_no_option(words: str) -> None:
    assert freshness.current().option_matcher.find(words).slugs == ()


@pytest.mark.parametrize(
    ("words", "slug"),
    [
        ("menopause and my knees ache", "joint-pain"),
        ("early menopause", "premature-ovarian-insufficiency"),
        ("perimenopause and I keep forgetting what I came in for", "brain-fog"),
    ],
)
def test_what_is_said_of_a_topic_in_menopause_is_that_topic(words: str, slug: str) -> None:
    assert freshness.current().topic_matcher.find(words).slugs[:1] == (slug,)


@pytest.mark.parametrize("words", ["don't want to", "can you help", "no", "not yet please"])
def test_a_few_words_that_say_nothing_are_no_topic_and_no_option(words: str) -> None:
    catalogue = freshness.current()
    assert catalogue.topic_matcher.find(words).slugs == () == catalogue.option_matcher.find(words).slugs


def test_to_need_to_go_says_something() -> None:
    assert freshness.current().topic_matcher.find("when I gotta go I gotta go").slugs[0] == "urinary-urgency"


@pytest.mark.parametrize("words", ["supplements", "herbal remedies", "a prescription medicine", "what natural remedies are there for menopause"])
def test_a_whole_class_is_no_option(words: str) -> None:
    assert freshness.current().option_matcher.find(words).slugs == ()


@pytest.mark.parametrize(
    ("words", "slug"),
    [
        ("medication for hot flashes", "hot-flushes"),
        ("natural remedies for night sweats", "night-sweats"),
        ("what vitamins help with fatigue", "fatigue"),
        ("does black cohosh help joint pain", "joint-pain"),
    ],
)
def test_a_name_with_nothing_beside_it_but_asking_is_that_topic(words: str, slug: str) -> None:
    assert freshness.current().topic_matcher.find(words).slugs == (slug,)


@pytest.mark.parametrize("words", ["womb cancer", "what is ovarian cancer", "treatment for bipolar disorder", "type 1 diabetes", "cancer"])
def test_another_illness_is_not_taken_for_the_nearest_topic(words: str) -> None:
    assert freshness.current().topic_matcher.find(words).slugs == ()


@pytest.mark.parametrize("words", ["mini pill", "the contraceptive implant", "copper IUD", "is tamoxifen safe", "non-hormonal treatments", "biotin"])
def test_another_treatment_is_not_taken_for_the_nearest_option(words: str) -> None:
    assert freshness.current().option_matcher.find(words).slugs == ()


@pytest.mark.parametrize(
    ("words", "slug"), [("type 2 diabetes", "type-2-diabetes"), ("breast cancer", "breast-cancer"), ("diabetes", "type-2-diabetes")]
)
def test_a_name_of_ours_comes_before_what_is_not_covered(words: str, slug: str) -> None:
    assert freshness.current().topic_matcher.find(words).slugs == (slug,)


@pytest.mark.parametrize("words", ["FSH 40", "my TSH was 8.2", "HbA1c 52 mmol", "T-score -2.6"])
def test_the_result_of_a_test_is_no_topic(words: str) -> None:
    assert freshness.current().topic_matcher.find(words).slugs == ()


@pytest.mark.parametrize(
    "words", ["herb for low mood", "a herb for sleep", "something herbal for anxiety", "supplement for bones", "supplements for joint pain"]
)
def test_no_supplement_is_named_by_its_use(words: str) -> None:
    assert freshness.current().option_matcher.find(words).slugs == ()


USES = [
    "a herb for low mood",
    "herbal tea for sleep",
    "vitamin for bone health after menopause",
    "which natural herbal remedy can I take to help me sleep better at night",
    "which root helps libido",
    "mineral for leg cramps",
    "powder for joints",
    "gummies for menopause",
    "something from the health shop that lifts the mood",
    "yellow flower capsules for sore breasts",
    "the smelly root that helps you nod off",
]


@pytest.mark.parametrize("words", USES)
def test_what_is_withheld_is_neither_found_nor_suggested_by_its_use(words: str) -> None:
    catalogue = freshness.current()
    found = catalogue.option_matcher.find(words)
    assert {option.slug for option in catalogue.withheld}.isdisjoint({*found.slugs, *found.suggestions})


def test_what_is_released_may_be_found_by_its_use() -> None:
    catalogue = freshness.current()
    shut = catalogue.option_matcher
    records = [Named(option.slug, option.name, option.aliases) for option in read_options()]
    opened = Matcher("options", records, need_name=sorted({option.slug for option in catalogue.withheld} - {"valerian"}))
    words = "the smelly root that helps you nod off"
    assert (opened.find(words).slugs[:1], shut.find(words).slugs) == (("valerian",), ())


@pytest.mark.parametrize(
    ("words", "slug"),
    [
        ("ashwaganda", "ashwagandha"),
        ("is ashwaganda any good for stress", "ashwagandha"),
        ("st johns wart for mood", "st-johns-wort"),
        ("evening prim rose capsules", "evening-primrose-oil"),
        ("does cohosh help", "black-cohosh"),
        ("does calcium help my bones", "calcium-supplements"),
        ("dong kwai", "dong-quai"),
        ("ginsing", "ginseng"),
        ("dmannose powder", "d-mannose"),
        ("vit E capsules for flushes", "vitamin-e"),
    ],
)
def test_what_is_withheld_is_found_by_its_name_however_it_is_spelt(words: str, slug: str) -> None:
    assert freshness.current().option_matcher.find(words).slugs[:1] == (slug,)


@pytest.mark.parametrize(
    ("words", "both"),
    [
        ("hot flushes and brain fog", ("hot-flushes", "brain-fog")),
        ("night sweats with low mood", ("night-sweats", "low-mood")),
        ("I have joint pain, insomnia", ("joint-pain", "sleep-problems")),
    ],
)
def test_two_names_written_out_are_both_found(words: str, both: tuple[str, str]) -> None:
    assert freshness.current().topic_matcher.find(words).slugs == both


@pytest.mark.parametrize(
    "words", ["GAD7 14, new onset at 50", "can't bear to sleep on my front my boobs are so sore", "does oestrogen stop joint pain"]
)
def test_what_alarms_is_not_matched_too_where_nobody_named_it(words: str) -> None:
    assert {"dementia", "breast-cancer", "cardiovascular-disease"}.isdisjoint(freshness.current().topic_matcher.find(words).slugs)


@pytest.mark.parametrize(
    ("words", "slug"),
    [
        ("B12 injections", "vitamin-b-supplements"),
        ("Lenzetto spray", "transdermal-oestrogen"),
        ("oestrogen ring", "vaginal-oestrogen"),
        ("gel or patches", "transdermal-oestrogen"),
    ],
)
def test_a_form_beside_a_name_is_that_option(words: str, slug: str) -> None:
    assert freshness.current().option_matcher.find(words).slugs[:1] == (slug,)


@pytest.mark.parametrize("words", ["mood ring", "GnRH injections", "ACV gummies", "TENS machine", "cream cheese", "urea cream"])
def test_a_form_by_itself_is_no_option(words: str) -> None:
    assert freshness.current().option_matcher.find(words).slugs == ()


@pytest.mark.parametrize(
    "words",
    [
        "does carvedilol help with hot flushes and is it safe for me", "metolazone tablets for night sweats", "my doctor prescribed rabeprazole",
        "I've heard pioglitazone can stop hot flushes, what's the evidence", "ursodiol side effects weight gain", "is mirtazapine good for menopause",
        "best tablets for bleeding after menopause", "best tablets for bipolar", "pelvic inflammatory disease",
    ],
)  # fmt: skip
def test_a_medicine_that_nobody_here_knows_or_one_for_another_illness_is_no_option(words: str) -> None:
    assert freshness.current().option_matcher.find(words).slugs == ()


@pytest.mark.parametrize("words", ["symptoms of gigantism", "symptoms of priapism"])
def test_a_word_that_nobody_knows_leads_to_no_topic_where_nothing_else_is_said(words: str) -> None:
    assert freshness.current().topic_matcher.find(words).slugs == ()


@pytest.mark.parametrize(
    ("words", "slug"),
    [
        ("gaberpentin for the flushes", "gabapentin"), ("one glass of shiraz and I'm a furnace, give up the bottle?", "alcohol-and-caffeine"),
        ("diaphragmatic breathing", "paced-breathing-and-relaxation"),
    ],
)  # fmt: skip
def test_a_slip_and_a_description_lead_to_the_option_whatever_word_is_unknown(words: str, slug: str) -> None:
    assert freshness.current().option_matcher.find(words).slugs[:1] == (slug,)


@pytest.mark.parametrize("words", ["dog has itchy skin", "my cat's got bald patches", "thyroid cancer scan", "mammogram how often"])
def test_what_an_animal_has_or_a_test_for_something_else_is_no_topic(words: str) -> None:
    assert freshness.current().topic_matcher.find(words).slugs == ()


def test_the_black_dog_is_no_animal_and_a_partner_may_ask_for_her() -> None:
    find = freshness.current().topic_matcher.find
    assert find("the black dog is back").slugs[:1] == ("depression",)
    assert find("my wife has hot flushes").slugs[:1] == ("hot-flushes",)


def test_menopause_is_early_before_forty_five() -> None:
    find = freshness.current().topic_matcher.find
    assert find("menopause at 44").slugs[:1] == find("menopause under 45").slugs[:1] == ("premature-ovarian-insufficiency",)
    assert find("menopause at 45").slugs == ()


@pytest.mark.parametrize("words", ["periods stopped 2 years ago", "no period for eight months at 51"])
def test_no_periods_are_premature_only_where_words_say_so(words: str) -> None:
    assert freshness.current().topic_matcher.find(words).slugs[:1] in ((), ("irregular-periods",))


def test_a_name_counts_beside_a_warning_sign() -> None:
    catalogue = freshness.current()
    assert find_option(catalogue, "HRT and crushing chest pain", urgent=True).slugs[0] == "hormone-replacement-therapy"


@pytest.mark.parametrize(
    ("words", "slug"),
    [
        ("hot flashes explained", "hot-flushes"), ("insomnia factsheet", "sleep-problems"), ("night sweats Mayo Clinic", "night-sweats"),
        ("low libido biopsychosocial model", "low-libido"), ("breast cancer guidelines", "breast-cancer"),
    ],
)  # fmt: skip
def test_a_word_or_two_beside_the_one_name_are_no_reason_to_refuse_it(words: str, slug: str) -> None:
    assert freshness.current().topic_matcher.find(words).slugs[:1] == (slug,)


@pytest.mark.parametrize(
    "words", ["pins and needles haberdashery opening hours", "low mood board ideas for a boho lounge", "Great Depression", "nappy rash"]
)
def test_a_name_that_is_said_of_something_else_is_not_answered(words: str) -> None:
    assert freshness.current().topic_matcher.find(words).slugs == ()


@pytest.mark.parametrize(
    ("words", "slug"),
    [
        ("HRT contraindications", "hormone-replacement-therapy"), ("HRT randomized trials", "hormone-replacement-therapy"),
        ("HRT clot risk", "hormone-replacement-therapy"), ("CBT contraindications", "cognitive-behavioural-therapy"),
    ],
)  # fmt: skip
def test_the_one_option_named_leads_before_what_is_near_it(words: str, slug: str) -> None:
    assert freshness.current().option_matcher.find(words).slugs[:1] == (slug,)


def test_versus_joins_two_names() -> None:
    assert freshness.current().option_matcher.find("CBT versus HRT").slugs == ("cognitive-behavioural-therapy", "hormone-replacement-therapy")
    assert freshness.current().topic_matcher.find("brain fog vs dementia").slugs == ("brain-fog", "dementia")


@pytest.mark.parametrize(
    ("words", "slugs"),
    [
        ("hot flushes and crushing chest pain", ("hot-flushes",)), ("hot flushes and my arm went numb", ("hot-flushes",)),
        ("is my chest pain menopause", ()), ("my arm went numb", ()),
        ("my boobs hurt and I have crushing chest pain", ("breast-tenderness",)), ("baps killing me", ("breast-tenderness",)),
        ("sudden pins and needles down one side and my face is drooping", ("tingling",)),
    ],
)  # fmt: skip
def test_a_topic_that_only_says_a_warning_sign_over_again_is_not_what_is_asked(words: str, slugs: tuple[str, ...]) -> None:
    try:
        found = find_topic(freshness.current(), words, urgent=True).slugs
    except NotCovered:
        found = ()
    assert found == slugs


def test_numb_fingers_without_a_sign_are_tingling() -> None:
    assert find_topic(freshness.current(), "numb fingers", urgent=False).slugs == ("tingling",)


@pytest.mark.parametrize(
    ("words", "about"),
    [
        ("heavy periods in pregnancy", Beyond.PREGNANCY), ("insomnia third trimester", Beyond.PREGNANCY), ("postnatal hair loss", Beyond.PREGNANCY),
        ("hot flashes in men", Beyond.SOMEBODY_ELSE), ("night sweats in small children", Beyond.SOMEBODY_ELSE),
        ("itchy skin in dogs", Beyond.SOMEBODY_ELSE), ("my husband has insomnia", Beyond.SOMEBODY_ELSE), ("my dog has itchy skin", Beyond.SOMEBODY_ELSE),
        ("my 14 year old daughter has heavy periods", Beyond.SOMEBODY_ELSE), ("male libido", Beyond.SOMEBODY_ELSE),
        ("hair loss in my cat", Beyond.SOMEBODY_ELSE), ("low libido in my husband", Beyond.SOMEBODY_ELSE), ("insomnia in a toddler", Beyond.SOMEBODY_ELSE),
        ("heavy periods in my teenage daughter", Beyond.SOMEBODY_ELSE), ("headaches in a 9-year-old", Beyond.SOMEBODY_ELSE),
        ("my 9 year old gets migraines", Beyond.SOMEBODY_ELSE), ("hair loss after giving birth", Beyond.PREGNANCY),
    ],
)  # fmt: skip
def test_what_is_of_another_body_is_refused_and_said_to_be(words: str, about: Beyond) -> None:
    with pytest.raises(NotCovered) as refused:
        find_topic(freshness.current(), words, urgent=False)
    assert (refused.value.about, refused.value.suggestions) == (about, ())


@pytest.mark.parametrize(
    ("words", "slug"),
    [
        ("sex with my husband feels like sandpaper", "painful-sex"), ("my mother has hot flushes", "hot-flushes"), ("my wife has hot flushes", "hot-flushes"),
        ("no interest in my husband", "low-libido"), ("prolapse after giving birth", "pelvic-organ-prolapse"),
        ("hot flushes in a 40 year old", "hot-flushes"), ("my friend has night sweats", "night-sweats"), ("my husband has noticed my mood swings", "mood-swings"),
        ("male pattern hair loss", "hair-thinning"), ("I look six months pregnant by evening", "bloating"), ("migraine in women and men", "migraine"),
    ],
)  # fmt: skip
def test_others_may_stand_in_words_about_her(words: str, slug: str) -> None:
    assert find_topic(freshness.current(), words, urgent=False).slugs[0] == slug


def test_a_treatment_for_men_is_none_of_ours() -> None:
    with pytest.raises(NotCovered):
        find_option(freshness.current(), "HRT for men", urgent=False)


@pytest.mark.parametrize("words", ["hot flushes in the menopausal transition", "palpitations in the menopausal transition"])
def test_depression_is_not_matched_too_where_nobody_named_it(words: str) -> None:
    assert "depression" not in freshness.current().topic_matcher.find(words).slugs


def test_the_menopausal_transition_is_menopause_as_a_whole() -> None:
    assert freshness.current().topic_matcher.find("menopausal transition").about is Beyond.MENOPAUSE


def test_every_pair_of_topics_joined_by_a_word_gives_both() -> None:
    catalogue = freshness.current()
    named = [entry.topic for entry in catalogue.topics.values() if entry.topic.kind != TopicKind.GUIDE]
    names = [(topic.slug, topic.name) for topic in named]
    for word in ("and", "or", "with", "then"):
        for (one, first), (other, second) in zip(names, names[7:] + names[:7], strict=True):
            assert set(catalogue.topic_matcher.find(f"{first} {word} {second}").slugs) == {one, other}, (first, word, second)
            assert listed(catalogue, f"{first} {word} {second}", urgent=False) == ((one, other), ()), (first, word, second)


def test_no_name_is_taken_for_a_word_that_it_resembles() -> None:
    names = [name for record in read_topics() for name in (record.name, *record.aliases)]
    names += [name for record in read_options() for name in record.names]
    names += [name for listed in read_yaml(FOLDER / "not_covered.yaml").values() for name in listed]
    words = {word for name in names for part in sentences(name) for word in part if len(word) > 3}
    assert {word for word in words - ABBREVIATIONS.keys() if not spelling().known(word)} == set()
    find = freshness.current().option_matcher.find
    assert find("Relpax").slugs == ("migraine-medicines",)
    assert find("how to relax").slugs[:1] != ("migraine-medicines",)
    assert find("I've been on Relpax for six months and still sweating every night").slugs[:1] == ("migraine-medicines",)
    assert find("GLP1").slugs == ("weight-management-medicines",)
    assert find("gallops").slugs == ()


def test_every_alias_leads_to_its_record() -> None:
    catalogue = freshness.current()
    asked: list[tuple[Any, str, str]] = [
        *((find_topic, alias, topic.slug) for topic in read_topics() for alias in topic.aliases),
        *((find_option, name, option.slug) for option in read_options() for name in (*option.aliases, *option.members)),
    ]
    assert len(asked) > 1000
    assert {(name, slug) for find, name, slug in asked if find(catalogue, name, False).slugs[:1] != (slug,)} == set()


def test_words_about_a_topic_that_is_withdrawn_lead_to_no_other() -> None:
    every = [Named(topic.slug, topic.name, topic.aliases) for topic in read_topics() if topic.kind != TopicKind.GUIDE]
    for gone in every:
        found = Matcher("topics", [record for record in every if record is not gone]).find(gone.name)
        assert not found.slugs, gone.name
        assert gone.slug not in found.suggestions


def test_an_editors_alias_takes_effect_with_the_content() -> None:
    assert freshness.current().topic_matcher.find("the quibbling vapours").slugs == ()
    topic = Topic.objects.get(slug="brain-fog")
    topic.aliases += "\nthe quibbling vapours"
    topic.save()
    assert freshness.current().topic_matcher.find("the quibbling vapours").slugs == ("brain-fog",)


def test_a_new_record_is_found_by_name_before_any_training() -> None:
    make_topic("zorbic-itch", name="Zorbic itch", aliases="zorbitis")
    assert freshness.current().topic_matcher.find("zorbitis").slugs[0] == "zorbic-itch"


@pytest.mark.parametrize(
    "words",
    [
        "hot flushes, brain fog, joint pain", "hot flushes; brain fog; joint pain", "hot flushes and brain fog and joint pain", "1. hot flushes\n2. brain fog\n3. joint pain",
        "- hot flushes\n- brain fog\n- joint pain", "• hot flushes • brain fog • joint pain", "hot flushes / brain fog / joint pain", "hot flushes + brain fog & joint pain",
        "hot flushes\tbrain fog\tjoint pain", "hot flushes, hot flashes, brain fog, joint pain", "(1) hot flushes (2) brain fog (3) joint pain",
    ],
)  # fmt: skip
def test_a_list_is_read_item_by_item_whatever_parts_it(words: str, client: Client) -> None:
    body = client.get("/v1/doctor-prep", {"symptoms": words}).json()
    assert [topic["slug"] for topic in body["topics"]] == ["hot-flushes", "brain-fog", "joint-pain"]
    assert body["not_recognised"] == []


def test_a_name_that_holds_a_separator_stays_whole(client: Client) -> None:
    body = client.get("/v1/doctor-prep", {"symptoms": "Dry mouth and dry eyes, Mood swings and irritability"}).json()
    assert [topic["slug"] for topic in body["topics"]] == ["mouth-and-eye-dryness", "mood-swings"]


@pytest.mark.parametrize(
    ("words", "items"),
    [
        ("a, , b;;c", ["a", "b", "c"]),
        ("a) room spinning b) racing heart", ["room spinning", "racing heart"]),
        ("1/ wet sheets 2/ sore hip", ["wet sheets", "sore hip"]),
        ("First: leaking when I run. Second: bad heads.", ["leaking when I run", "bad heads"]),
        ("Waking at 4. Worrying.", ["Waking at 4", "Worrying"]),
        ("hot flushes mainly. Also my elbows ache", ["hot flushes mainly", "my elbows ache"]),
        ("2. hot flushes\n3. brain fog", ["hot flushes", "brain fog"]),
        ("headache dizzy bloated", ["headache", "dizzy", "bloated"]),
        ("hot flushes night sweats brain fog", ["hot flush", "night sweat", "brain fog"]),
        ("stiff knees + pins & needles", ["stiff knees", "pins and needles"]),
        ("so tired of hot flushes", ["so tired of hot flushes"]),
        ("#1 worrying #2 thumpy heart", ["worrying", "thumpy heart"]),
        ("Item one, itching; item two, gritty eyes", ["itching", "gritty eyes"]),
        ("sore and itchy vulva; fingers swollen and sore", ["sore and itchy vulva", "fingers swollen and sore"]),
        ("sleep: terrible\nmood: low", ["sleep: terrible", "mood: low"]),
        ("", []),
        (" .,;/ ", []),
    ],
)
def test_items_are_read_as_people_write_them(words: str, items: list[str]) -> None:
    assert [item.text for item in items_of(words, freshness.current().topic_matcher.names)] == items


@pytest.mark.parametrize(
    ("words", "found", "missed"),
    [
        ("1 - weight creeping up, 2 - gassy, 3 - hair shedding", ("weight-gain", "bloating", "hair-thinning"), ()),
        ("heavy bleeds (still regular, I'm 44) / fibroids / bloating", ("heavy-periods", "fibroids", "bloating"), ()),
        ("hi doc, three things: the flushes, the sleep, and feeling so low", ("hot-flushes", "sleep-problems", "low-mood"), ()),
        ("light headed, pins and needles in my fingers", ("dizziness", "tingling"), ()),
        ("my heart races, and now and then I come over all dizzy", ("palpitations", "dizziness"), ()),
        ("hot flushes and a verruca", ("hot-flushes",), (2,)),
        ("hot flushes, for about a year, twice a week; brain fog", ("hot-flushes", "brain-fog"), ()),
        ("palpitations, which nobody has explained; brain fog", ("palpitations", "brain-fog"), ()),
        ("Notes for Dr Shah\nhot flushes\nbrain fog", ("hot-flushes", "brain-fog"), ()),
        ("hot flushes; an appointment with the dentist", ("hot-flushes",), (2,)),
        ("hot flushes, monthly, verruca", ("hot-flushes",), (3,)),
        ("no symptoms, hot flushes, nothing else", ("hot-flushes",), ()),
        ("hot flushes,, joint pain, verruca", ("hot-flushes", "joint-pain"), (4,)),
        ("hot flushes and night sweats, verruca, headaches", ("hot-flushes", "night-sweats", "headaches"), (2,)),
        ("verruca and weight gain, nosebleeds", ("weight-gain",), (1, 2)),
        ("1. hot flushes\n\n2. verruca;\n3. brain fog", ("hot-flushes", "brain-fog"), (2,)),
        ("hot flushes, xqzjv, 🙃", ("hot-flushes",), (2, 3)),
    ],
)
def test_what_is_left_between_the_items_of_a_list_is_no_item(words: str, found: tuple[str, ...], missed: tuple[int, ...]) -> None:
    assert listed(freshness.current(), words, urgent=False) == (found, missed)


@pytest.mark.parametrize(
    ("words", "missed"),
    [
        ("ringworm my doctor should see, hot flushes", (1,)),
        ("ask doctor about kidney stones, hot flushes", (1,)),
        ("gallstones today, hot flushes", (1,)),
        ("please ask about my toothache, hot flushes", (1,)),
        ("hot flushes, started wheezing last week", (2,)),
        ("hot flushes, it's earache too", (2,)),
        ("hot flushes, started vomiting", (2,)),
        ("hot flushes, is my hearing going", (2,)),
        ("hot flushes, always ill", (2,)),
        ("hot flushes, don't want to", (2,)),
        ("toothache, earache, kidney stones: hot flushes", (1, 2, 3)),
        ("kidney stones since March: hot flushes", (1,)),
        ("Things to tell my GP, hot flushes, started in March, getting worse, off and on", ()),
        ("Seeing Dr Patel on Friday; I'm 46; hot flushes; what can I do", ()),
        ("hi doc, two things: hot flushes, verruca", (3,)),
        ("hot flushes on and off, verruca", (2,)),
        ("hot flushes, quite bad, verruca, less bad", (3,)),
    ],
)
def test_nothing_that_may_be_about_health_is_left_out_of_a_list_without_a_word(words: str, missed: tuple[int, ...]) -> None:
    assert listed(freshness.current(), words, urgent=False) == (("hot-flushes",), missed)


def test_but_also_parts_two_items_of_which_none_is_a_remark() -> None:
    found = listed(freshness.current(), "mostly it's the flushes but also the sleep and I'm very weepy", urgent=False)
    assert found == (("hot-flushes", "sleep-problems", "low-mood"), ())


def test_a_question_answered_with_no_is_not_what_is_meant() -> None:
    find = freshness.current().topic_matcher.find
    assert find("hernia? nope, bloated all day").slugs[:1] == ("bloating",)
    assert find("headaches? no, joint pain").slugs == ("joint-pain",)
    assert find("hot flushes? no, no one has explained").slugs[:1] == ("hot-flushes",)  # where the whole names something, that stands


def test_many_questions_answered_with_no_are_passed_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    matcher, ranked = freshness.current().topic_matcher, []
    weigh = Matcher._ranked
    monkeypatch.setattr(Matcher, "_ranked", lambda self, *given: ranked.append(given) or weigh(self, *given))
    assert matcher.find("hernia? no, " * 30 + "bloated all day").slugs[:1] == ("bloating",)
    assert len(ranked) <= 2


def test_bad_nights_are_no_remark_on_how_bad_it_is() -> None:
    assert not is_remark("bad nights")
    assert is_remark("not too bad")


def test_being_up_all_night_is_no_remark_on_time() -> None:
    assert listed(freshness.current(), "hot flushes, up all night", urgent=False) == (("hot-flushes", "sleep-problems"), ())

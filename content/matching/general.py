"""Words that name no record because they name all of them: the service's own subject, and whole classes of treatments.

“What is menopause” or “perimenopause symptoms” is about none of the topics more than another, and “a supplement” is none of
the supplements. A table that must choose would guess; so words that say nothing else are refused, with the closest records as
suggestions. A name or alias of a record is looked up before this is asked.
"""

from content.lexicon import listed

_SUBJECT = listed("""
    menopause menopausal menopaused perimenopause perimenopausal peri meno premenopause premenopausal postmenopause postmenopausal post pre
    climacteric change changes midlife
""")
_CLASSES = listed("""
    supplement supplements herb herbs herbal remedy remedies natural alternative complementary medicine medicines medication medications drug drugs
    tablet tablets capsule capsules prescription prescribed procedure procedures operation device devices lifestyle treatment treatments therapy
    therapies product products option options vitamin vitamins pills over counter
""")
# What is asked of them, which names nothing either.
_ASKED = listed("""
    a an the my me i im ive id am is are was be been being it its this that these what whats when why how who which where do does did can could
    would should will may might have has had having get gets getting got go going gone through in of on for to with and or at by from about if
    whether long last lasts much many any some all every more most help helps helping explain tell know understand mean means meaning define
    definition information info advice support guide facts overview general symptom symptoms sign signs stage stages phase list start starts
    started starting begin begins beginning end ends ending over finish finished now yet still not no yes please hi hello there woman women womens
    female lady ladies person people age aged normal common best good work works working you your need want take try use you're reached hit
    entering life test tested testing
""")
_MEANT = {"topics": _SUBJECT, "options": _SUBJECT | _CLASSES}


def names_none(words: list[str], family: str) -> bool:
    """Whether the words of a query speak of the subject as a whole (for options also: of a class of treatments) and of nothing else."""
    meant = _MEANT[family]
    return not meant.isdisjoint(words) and (meant | _ASKED).issuperset(words)

"""What is worth bringing to any appointment about menopause, whatever the topic.

These are the lines that suit every appointment. Each topic's own record adds what is specific to
it, with its sources.
"""

BRING_TO_EVERY_APPOINTMENT: tuple[str, ...] = (
    "The dates of your last few periods, or of your very last one.",
    (
        "A list of every medicine you take, and of anything you buy without a prescription,"
        " including herbal products."
    ),
    (
        "Any breast or ovarian cancer, blood clots, heart disease, stroke, weak bones or early"
        " menopause in you or your close family."
    ),
    "A note of what you have tried so far, and what matters most to you.",
)

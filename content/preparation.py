"""What is worth bringing to any appointment about menopause, whatever the topic.

Source: the lines that suit every appointment in the content guide (`docs/content.md`). Each topic's own record adds
what is specific to it.
"""

BRING_TO_EVERY_APPOINTMENT: tuple[str, ...] = (
    "The dates of your last few periods, or of your very last one.",
    "A list of every medicine you take, and anything you buy without a prescription.",
    "Any breast or ovarian cancer, blood clots, heart disease, stroke, weak bones or early menopause in you or your close family.",
    "A note of what you have tried so far, and what matters most to you.",
)

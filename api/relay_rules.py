"""The five relay rules for clients, worded once for `/llms.txt`, the OpenAPI description, the MCP
instructions and the pages.

Source: the specification, part 1, "Rules for clients that relay responses (part of the contract)".
"""

WHAT_IT_IS = (
    "Evidence-graded information about perimenopause and menopause: 28 symptoms, 15 linked"
    " conditions, six guides and the options that help, graded strong, mixed or weak. Read-only, no"
    " key, no account, no cookie. It is general information, not medical advice; it does not"
    " diagnose, suggest a dose or read lab results. Every request is screened for warning signs"
    " first. A grade says how much good research there is, not whether something will help one"
    " person. Supplements and herbs are withheld until a named clinical reviewer has signed their"
    " caution. The words sent are never stored."
)

RELAY_RULES: tuple[str, ...] = (
    "When a response contains `urgent`, it is said first, before anything else.",
    "`when_to_see_a_doctor` is relayed in full whenever it is present.",
    "The information is not turned into a diagnosis or a dose.",
    "No claims are made about anything listed as withheld.",
    "The page named in `source_page` is linked.",
)

RULES_LEAD = (
    "These rules are part of the contract of every response. A client that relays a response keeps"
    " all five:"
)

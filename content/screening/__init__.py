"""The safety net: `screen(text)` finds the warning signs in whatever a caller sent, `urgent_text(signs)` says what to do now.

Pure and total: any `str` in, no database, no exception out. The four signs and their texts are files beside this module,
under version control with their own evaluation, because a safety net may not hang on a table or a slip in the admin.
"""

from content.screening.screen import foresee, screen
from content.screening.signs import SIGNS, WarningSign, urgent_text

__all__ = ["SIGNS", "WarningSign", "foresee", "screen", "urgent_text"]

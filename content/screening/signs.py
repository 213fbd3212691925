"""The four warning signs, which `content/language/warning_signs.py` reads."""

from content.language.warning_signs import BY_SLUG, FOLDER, SIGNS, WarningSign, urgent_text

__all__ = ["BY_SLUG", "FOLDER", "SIGNS", "WarningSign", "urgent_text"]

"""The publications that the texts of the four warning signs were written from.

Read off the file that lists every source, not off its table: the page that shows them may not hang
on a table.
"""

from functools import lru_cache

from content.answers.shapes import SourceRef
from content.language.warning_signs import SIGNS
from content.seeding import SEED
from content.shared_files import SOURCES_FILE
from content.yaml_files import read_yaml


@lru_cache(maxsize=1)
def sign_sources() -> tuple[SourceRef, ...]:
    """Every publication that a sign cites, each once, by organisation and title."""
    cited = {key for sign in SIGNS for key in sign.sources}
    listed = read_yaml(SEED / SOURCES_FILE)
    found = (
        SourceRef(one["organisation"], one["title"], one.get("year"), one["url"])
        for key, one in listed.items()
        if key in cited
    )
    return tuple(sorted(found, key=lambda source: (source.organisation, source.title)))

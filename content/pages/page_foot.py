"""What the foot of a page says: who vouches for its text, since when and until when."""

from datetime import date
from typing import Any

from content.answers import shapes
from content.review.standing import Standing
from content.vocabulary import ReviewStatus


def standing_of(answer: shapes.Answer, *standings: Standing) -> dict[str, Any]:
    """What the foot of a page says of its text: who vouches for it, since when and until when, and
    what it rests on.
    """
    days = [standing.reviewed_on for standing in standings if standing.reviewed_on]
    return {
        "review_status": answer.review_status,
        "reviewed_by": answer.reviewed_by,
        "last_changed": _day(answer.content_updated),
        "last_reviewed": (
            min(days) if days and answer.review_status == ReviewStatus.REVIEWED else None
        ),
        "next_review": (
            _day(answer.review_due) if answer.review_status == ReviewStatus.REVIEWED else None
        ),
        "rests_on": len(answer.sources),
    }


def _day(iso: str | None) -> date | None:
    return date.fromisoformat(iso) if iso else None

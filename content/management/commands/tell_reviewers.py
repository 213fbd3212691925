"""`tell_reviewers`: mail to every reviewer whose appointment runs when something waits; where no
mail is set, the notice is printed.
"""

from typing import Any

from django.conf import settings
from django.core.mail import send_mail
from django.core.management.base import BaseCommand
from django.db.models import Q
from django.urls import reverse

from content.editorial import review_queue
from content.editorial.dashboard import states
from content.models import Reviewer
from content.review import standing


class Command(BaseCommand):
    help = (
        "Tell reviewers what waits for them, by mail where EMAIL_HOST is set. Run it once a day."
        " Says nothing when nothing waits."
    )

    def handle(self, *args: Any, **options: Any) -> None:
        every, today = states(submitted=True), standing.today()
        waiting = review_queue.waiting(every)
        due = [state for state in every if state.due_soon(today)]
        if not waiting and not due:
            return
        address = f"{settings.PUBLIC_URL}{reverse('admin:review-queue')}"
        lines = [
            (
                f"{len(waiting)} records wait for a review, {len(due)} are due again within two"
                f" months: {address}"
            ),
            "",
        ]
        lines += [
            f"- {state.name}: {review_queue.WHY[review_queue.why(state)]}" for state in waiting[:10]
        ]
        lines += [f"- and {len(waiting) - 10} more"] if len(waiting) > 10 else []
        lines += [f"- {state.name}: due on {state.standing.review_due_on}" for state in due[:10]]
        text = "\n".join(lines)
        running = Reviewer.objects.filter(
            Q(ended_on__isnull=True) | Q(ended_on__gt=today), appointed_on__lte=today
        )
        told = sorted(set(running.exclude(user__email="").values_list("user__email", flat=True)))
        if not settings.EMAIL_HOST or not told:
            self.stdout.write(text)
            return
        for one in told:  # each by itself, so that no reviewer is told another's address
            send_mail(f"{len(waiting)} records wait for a review", text, None, [one])
        self.stdout.write(f"told {len(told)}")

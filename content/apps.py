"""The core app: what is known, what may be said, who vouches for it."""

from typing import Any

from django.apps import AppConfig
from django.db.models.signals import post_migrate


def _install_triggers(sender: AppConfig, **kwargs: Any) -> None:
    from content.triggers import install

    install(kwargs["using"])


class ContentConfig(AppConfig):
    name = "content"
    verbose_name = "Content"

    def ready(self) -> None:
        post_migrate.connect(_install_triggers, sender=self)

"""The interface app: the corridor and the exit."""

from django.apps import AppConfig


class ApiConfig(AppConfig):
    name = "api"
    verbose_name = "Use of the service"

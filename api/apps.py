"""The interface app: the five calls and the response envelope."""

from django.apps import AppConfig


class ApiConfig(AppConfig):
    name = "api"
    verbose_name = "Use of the service"

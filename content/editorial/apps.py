"""Django's admin, with the desk as its site."""

from django.contrib.admin.apps import AdminConfig


class DeskConfig(AdminConfig):
    default_site = "content.editorial.site.Desk"

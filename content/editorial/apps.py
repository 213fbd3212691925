"""Django's admin, with a site of ours."""

from django.contrib.admin.apps import AdminConfig


class EditorialConfig(AdminConfig):
    default_site = "content.editorial.site.EditorialSite"

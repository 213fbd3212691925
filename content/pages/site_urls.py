"""What programs read of the site."""

from django.urls import path

from content.pages import site_views

urlpatterns = [
    path("sitemap.xml", site_views.sitemap, name="sitemap"),
    path("robots.txt", site_views.robots, name="robots"),
    path("<path:page>.md", site_views.alternate, name="alternate"),
]

"""The pages for people."""

from django.urls import path

from content import views

urlpatterns = [
    path("", views.index, name="home"),
    path("topics", views.index, name="topics"),
    path("symptoms/<slug:slug>", views.topic, {"kind": "symptom"}, name="symptom"),
    path("conditions/<slug:slug>", views.topic, {"kind": "condition"}, name="condition"),
    path("options/<slug:slug>", views.option, name="option"),
    path("get-help-now", views.help_now, name="get-help-now"),
    path("prepare", views.prepare, name="prepare"),
    path("agents", views.agents, name="agents"),
    path("about", views.about, name="about"),
]

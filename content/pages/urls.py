"""The pages for people. `form_patterns` take words, so the wiring charges them to the caller's
quota like a call.
"""

from django.urls import path

from content.pages import form_views, safety_case, views

form_patterns = [
    path("search", form_views.search, name="search"),
    path("prepare", form_views.prepare, name="prepare"),
]

urlpatterns = [
    path("", views.home, name="home"),
    path("topics", views.topics, name="topics"),
    path("symptoms/<slug:slug>", views.topic, {"kind": "symptom"}, name="symptom"),
    path("conditions/<slug:slug>", views.topic, {"kind": "condition"}, name="condition"),
    path("guides/<slug:slug>", views.topic, {"kind": "guide"}, name="guide"),
    path("options/<slug:slug>", views.option, name="option"),
    path("evidence", views.evidence, name="evidence"),
    path("get-help-now", views.help_now, name="get-help-now"),
    path("about", views.about, name="about"),
    path("about/grading", views.about, {"subject": "grading"}, name="grading"),
    path("about/review", views.about, {"subject": "review"}, name="review"),
    path("about/privacy", views.about, {"subject": "privacy"}, name="privacy"),
    path("about/safety", safety_case.page, name="safety"),
]

"""The usual Django REST framework view: rows read and serialised for each request, on the service's
own database and models.
"""

import os

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "menoinfo.settings")

import django

django.setup()

from django.conf import settings
from django.core.handlers.wsgi import WSGIHandler
from django.urls import path
from rest_framework import generics, serializers

from content.models import PrepItem, RelatedTopic, Source, Topic


class SourceSerializer(serializers.ModelSerializer[Source]):
    class Meta:
        model = Source
        fields = ("organisation", "title", "year", "url")


class PrepSerializer(serializers.ModelSerializer[PrepItem]):
    class Meta:
        model = PrepItem
        fields = ("kind", "text")


class RelatedSerializer(serializers.ModelSerializer[RelatedTopic]):
    slug, name, kind = (
        serializers.CharField(source=f"to.{field}") for field in ("slug", "name", "kind")
    )

    class Meta:
        model = RelatedTopic
        fields = ("slug", "name", "kind")


class TopicSerializer(serializers.ModelSerializer[Topic]):
    sources = SourceSerializer(many=True)
    links = RelatedSerializer(many=True)
    prep_items = PrepSerializer(many=True)

    class Meta:
        model = Topic
        fields = (
            "slug",
            "name",
            "kind",
            "summary",
            "what_it_is",
            "why_it_happens",
            "what_can_help",
            "doctor_emergency",
            "doctor_soon",
            "doctor_routine",
            "links",
            "prep_items",
            "sources",
        )


class TopicView(generics.RetrieveAPIView[Topic]):
    queryset = Topic.objects.prefetch_related("sources", "prep_items", "links__to")
    serializer_class = TopicSerializer
    lookup_field = "slug"


urlpatterns = [path("explain/<slug:slug>", TopicView.as_view())]
settings.ROOT_URLCONF = __name__
settings.MIDDLEWARE = []
application = WSGIHandler()

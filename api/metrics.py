"""What an operator may watch: counts and ages, with no label that could tell a caller, a word or a topic.

Each process keeps its own; `/metrics` answers for the process that was asked, as Prometheus text.
"""

from prometheus_client import CollectorRegistry, Counter, Gauge

REGISTRY = CollectorRegistry()

CALLS = Counter("menoinfo_calls", "Answered calls", ["call"], registry=REGISTRY)
REFUSALS = Counter("menoinfo_refusals", "Refused requests", ["code"], registry=REGISTRY)
URGENT = Counter("menoinfo_urgent", "Requests that led with a warning text", registry=REGISTRY)
LIMITED = Counter("menoinfo_limited", "Calls over the quota", registry=REGISTRY)
UNCOUNTED = Counter("menoinfo_uncounted_calls", "Calls that could not be counted", registry=REGISTRY)
UNSHARED_LIMITS = Counter("menoinfo_unshared_limits", "Quota writes that could not reach the database", registry=REGISTRY)
CONTENT_AGE = Gauge("menoinfo_content_unconfirmed_seconds", "Seconds since the database confirmed the content served", registry=REGISTRY)
CONTENT_VERSION = Gauge("menoinfo_content_version", "Version of the content served", registry=REGISTRY)

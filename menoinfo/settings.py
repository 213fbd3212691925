"""The only settings file. All variables that an operator sets are read here; `docs/operations.md`
lists them.

`menoinfo/server.py` also reads the few that it needs to start the server. It sets `SERVING` and
`PROMETHEUS_MULTIPROC_DIR` for its workers; `api/operations/metrics.py` reads the latter too.
"""

import hashlib
import os
import re
import sys
from pathlib import Path
from urllib.parse import urlsplit

import dj_database_url
from django.core.exceptions import ImproperlyConfigured

from menoinfo.environment import (
    count,
    flag,
    keep_private,
    listed,
    ranges,
    rate,
    secret_key,
    share_metrics,
    times,
    writing,
)

BASE_DIR = Path(__file__).resolve().parent.parent


DEBUG = False
# Set by `menoinfo.server` for its workers: this process answers requests
SERVING = bool(os.environ.get("SERVING"))
PORT = count("PORT", 8000)
if not 1 <= PORT <= 65535:
    raise ImproperlyConfigured(f"PORT is “{PORT}”; write a number from 1 to 65535.")
PUBLIC_URL = os.environ.get("PUBLIC_URL", f"http://127.0.0.1:{PORT}").rstrip("/")
_public = urlsplit(PUBLIC_URL)
if _public.scheme not in ("http", "https") or not _public.hostname:
    raise ImproperlyConfigured(
        f"PUBLIC_URL is “{PUBLIC_URL}”; write the address that readers use, such as"
        " https://menopause.example."
    )
IS_PUBLIC = _public.scheme == "https"

DATA_DIR = Path(os.environ.get("DATA_DIR", BASE_DIR / "var"))


with writing(DATA_DIR):
    SECRET_KEY = secret_key(IS_PUBLIC, DATA_DIR)
# A specific address to listen on is also an allowed host; the wildcards 0.0.0.0 and :: are not
_listening = os.environ.get("HOST", "").strip()
_own = {f"[{_listening}]" if ":" in _listening else _listening} - {
    "",
    "0.0.0.0",  # noqa: S104
    "[::]",
}
ALLOWED_HOSTS = listed("ALLOWED_HOSTS") or sorted(
    {str(_public.hostname), "127.0.0.1", "localhost", "[::1]"} | _own
)
ALLOWED_ORIGINS = listed("ALLOWED_ORIGINS")
TRUSTED_PROXIES = count("TRUSTED_PROXIES", 0)
# The header into which the proxies write the caller's address
ADDRESS_HEADER = os.environ.get("ADDRESS_HEADER", "").strip() or "X-Forwarded-For"
if not re.fullmatch(r"[A-Za-z][A-Za-z0-9-]*", ADDRESS_HEADER):
    raise ImproperlyConfigured(
        f"ADDRESS_HEADER is “{ADDRESS_HEADER}”; write the name of a header field, such as"
        " X-Forwarded-For."
    )
RATE_LIMIT_EXACT = flag("RATE_LIMIT_EXACT", False)
WORKERS = max(1, count("WORKERS", 2))
# How long two hashes of the same address can be linked: at most an hour
SALT_SECONDS = count("SALT_SECONDS", 3600)
if not 5 <= SALT_SECONDS <= 3600:
    raise ImproperlyConfigured("SALT_SECONDS must be between 5 and 3600.")


RATE_LIMIT = rate("RATE_LIMIT", "60/m", SALT_SECONDS)
SHARED_RANGES = ranges(os.environ.get("SHARED_RANGES", "").strip())
SHARED_WORDS_LIMIT = rate("SHARED_WORDS_LIMIT", times(RATE_LIMIT, 10), SALT_SECONDS)
SHARED_NAMED_LIMIT = rate("SHARED_NAMED_LIMIT", times(RATE_LIMIT, 50), SALT_SECONDS)
USAGE_DIR = DATA_DIR / "usage"
# The file in which the workers of this host share their counts; None: each process has its own
QUOTA_FILE = DATA_DIR / "quota.counts" if SERVING else None
METRICS_TOKEN = os.environ.get("METRICS_TOKEN", "")
KNOWN_SOFTWARE = listed("KNOWN_SOFTWARE")
if _odd := [
    name
    for name in KNOWN_SOFTWARE
    if not re.fullmatch(r"[A-Za-z0-9@][A-Za-z0-9 _.@/-]{0,39}", name)
]:
    raise ImproperlyConfigured(
        f"KNOWN_SOFTWARE holds “{_odd[0]}”; write product names of at most 40 letters, parted by"
        " commas."
    )
SECURITY_CONTACT = os.environ.get("SECURITY_CONTACT", f"{PUBLIC_URL}/about")
if not SECURITY_CONTACT.startswith(("https://", "http://", "mailto:", "tel:")):
    raise ImproperlyConfigured(
        f"SECURITY_CONTACT is “{SECURITY_CONTACT}”; write an address such as"
        " mailto:security@menopause.example."
    )


if os.environ.get("PROMETHEUS_MULTIPROC_DIR"):  # set by `menoinfo.server` for its workers
    share_metrics(Path(os.environ["PROMETHEUS_MULTIPROC_DIR"]))

LOG_LEVEL = os.environ.get("LOG_LEVEL", "INFO").strip().upper() or "INFO"
if LOG_LEVEL not in ("DEBUG", "INFO", "WARNING", "ERROR", "CRITICAL"):
    raise ImproperlyConfigured(
        f"LOG_LEVEL is “{LOG_LEVEL}”; write DEBUG, INFO, WARNING, ERROR or CRITICAL."
    )

# The admin has its own path; an empty one leaves it out of the process altogether.
ADMIN_PATH = os.environ.get("ADMIN_PATH", "admin").strip("/")
ADMIN_PREFIX = f"/{ADMIN_PATH}/"

# Each process has a thread that keeps its catalogue up to date; commands and tests that load
# content turn it off.
CONTENT_WATCH = flag("CONTENT_WATCH", True)

INSTALLED_APPS = [
    "content",
    "content.editorial.apps.EditorialConfig",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "rest_framework",
    "drf_spectacular",
    "drf_spectacular_sidecar",  # the files of Swagger UI, for /docs
    "simple_history",
    "django_otp",
    "django_otp.plugins.otp_totp",
    "django_otp.plugins.otp_static",
    "axes",
    "api",
    "mcp_bridge",
]

# Screening comes first. Everything that keeps a session or a cookie runs under the admin's path
# only.
MIDDLEWARE = [
    "api.screening_middleware.ScreenEveryRequest",
    "menoinfo.headers.NoStoredRedirect",
    "django.middleware.security.SecurityMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "menoinfo.headers.ContentPolicy",
    "menoinfo.pages.RefuseMethods",
    "menoinfo.pages.RefuseWhenSpent",
    "api.screening_middleware.RefuseAlike",
    *(
        [
            "menoinfo.admin_only.Static",
            "menoinfo.admin_only.WhileTheDatabaseAnswers",
            "menoinfo.admin_only.Sessions",
            "menoinfo.admin_only.Common",
            "menoinfo.admin_only.Csrf",
            "menoinfo.admin_only.Authentication",
            "menoinfo.admin_only.SecondFactor",
            "menoinfo.admin_only.Messages",
            "menoinfo.admin_only.History",
            "menoinfo.admin_only.SignInAttempts",
        ]
        if ADMIN_PATH
        else ["menoinfo.admin_only.Static"]
    ),
]

ROOT_URLCONF = "menoinfo.urls"
WSGI_APPLICATION = "menoinfo.wsgi.application"
APPEND_SLASH = False

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ]
        },
    }
]


DATABASE_URL = os.environ.get("DATABASE_URL") or f"sqlite:///{DATA_DIR / 'menoinfo.sqlite3'}"
try:
    DATABASES = {"default": dj_database_url.parse(DATABASE_URL)}
except ValueError:
    raise ImproperlyConfigured(
        "DATABASE_URL cannot be read; write an address such as postgresql://user@host/name."
    ) from None
if DATABASES["default"]["ENGINE"] not in (
    "django.db.backends.sqlite3",
    "django.db.backends.postgresql",
):
    raise ImproperlyConfigured(
        f"DATABASE_URL begins with “{DATABASE_URL.split(':')[0]}”; write"
        " postgresql://user@host/name or sqlite:///file."
    )
# Options in DATABASE_URL itself, above all for TLS, take precedence over those set here
_asked: dict[str, object] = DATABASES["default"].get("OPTIONS", {})
options: dict[str, object]
if DATABASES["default"]["ENGINE"] == "django.db.backends.sqlite3":
    # DRF imports PostgreSQL's own field types, which nothing here uses. That would load the whole
    # driver, 13 MB per worker.
    sys.modules.setdefault("django.contrib.postgres.fields", None)  # type: ignore[arg-type]
    with writing(DATA_DIR):
        DATA_DIR.mkdir(parents=True, exist_ok=True)
    keep_private(Path(str(DATABASES["default"]["NAME"])))
    options = {
        "transaction_mode": "IMMEDIATE",
        # Seconds to wait for a locked file; short when serving, since readers wait for that worker
        "timeout": 3 if SERVING else 20,
        "init_command": (
            "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL; PRAGMA secure_delete=ON; PRAGMA"
            " foreign_keys=ON;"
        ),
    }
    DATABASES["default"] |= {"CONN_MAX_AGE": None, "OPTIONS": options | _asked}
else:
    from menoinfo import postgresql

    # psycopg's pool needs CONN_MAX_AGE 0. It holds a connection for each thread of the worker:
    # housekeeping, catalogue, quota, admin. It soon stops reconnecting by itself, so that the next
    # query tries again at once instead of waiting for its growing pauses.
    pool = {
        "min_size": 0,
        "max_size": 4,
        "timeout": 2.0,
        "reconnect_timeout": 1.0,
        "connection_class": postgresql.LoggedConnection,
    }
    options = {"connect_timeout": postgresql.CONNECT_SECONDS, "pool": pool}
    if SERVING:  # a migration or a backup may take its time
        pool["connection_class"] = postgresql.BoundedConnection
        limits = (
            f"-c lock_timeout=1000 -c statement_timeout={1000 * postgresql.STATEMENT_SECONDS:.0f}"
        )
        # Notice soon when the host of the database is gone
        alive = {
            "keepalives_idle": 5,
            "keepalives_interval": 2,
            "keepalives_count": 2,
            "tcp_user_timeout": 3000,
        }
        options |= {"options": limits, **alive}
    # Pass on both; if an option is given twice, the server uses the last one
    if "options" in options and "options" in _asked:
        _asked = {**_asked, "options": f"{options['options']} {_asked['options']}"}
    DATABASES["default"] |= {"CONN_MAX_AGE": 0, "OPTIONS": options | _asked}

DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
CACHES = {
    "default": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"},
    "counters": {"BACKEND": "api.rate_limit.store.CounterCache"},
}
RATELIMIT_USE_CACHE = "counters"
# The first two are the defaults. They are set here because looking up a missing setting is slower.
RATELIMIT_ENABLE = True
RATELIMIT_CACHE_PREFIX = "rl:"
RATELIMIT_HASH_ALGORITHM = hashlib.blake2s  # faster than the default; keys live only a minute
SILENCED_SYSTEM_CHECKS = [
    # Looks for its own class by name; `menoinfo.admin_only.SignInAttempts` is that class, under the
    # admin's path
    "axes.W002",
    # Wants addresses counted; but a lock by account name alone cannot be evaded by changing
    # address, browser or cookie
    "axes.W006",
    # Warns about all but three backends; ours counts with one atomic statement, as a test checks
    "django_ratelimit.W001",
    # Looks for Django's own class by name; `menoinfo.admin_only.Csrf` is that class, under the
    # admin's path
    "security.W003",
]

LANGUAGE_CODE = "en-gb"
TIME_ZONE = "UTC"
USE_I18N = False
USE_TZ = True

STATIC_URL = "static/"
STATIC_ROOT = DATA_DIR / "static"  # not beside the code, which may be read-only for the service

AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {
        "NAME": "django.contrib.auth.password_validation.MinimumLengthValidator",
        "OPTIONS": {"min_length": 12},
    },
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
    {"NAME": "django.contrib.auth.password_validation.NumericPasswordValidator"},
]

# Signing in: django-axes counts failures by account name and stores nothing else about the caller;
# django-otp does the second factor.
AUTHENTICATION_BACKENDS = [
    "axes.backends.AxesStandaloneBackend",
    "django.contrib.auth.backends.ModelBackend",
]
AXES_FAILURE_LIMIT = 5
AXES_COOLOFF_TIME = 1  # hours
AXES_LOCKOUT_TEMPLATE = "editorial/locked.html"
AXES_LOCKOUT_PARAMETERS = ["username"]
AXES_RESET_ON_SUCCESS = True
AXES_DISABLE_ACCESS_LOG = True
AXES_HANDLER = "menoinfo.sign_in.Attempts"
AXES_CLIENT_IP_CALLABLE = "menoinfo.admin_only.no_address"
AXES_VERBOSE = False
# Mail to reviewers when something waits (`manage.py tell_reviewers`), through a relay that needs no
# password.
EMAIL_HOST = os.environ.get("EMAIL_HOST", "").strip()
DEFAULT_FROM_EMAIL = os.environ.get("EMAIL_FROM", "").strip() or f"desk@{_public.hostname}"
OTP_TOTP_ISSUER = "Menopause information admin"

SESSION_COOKIE_PATH = CSRF_COOKIE_PATH = ADMIN_PREFIX if ADMIN_PATH else "/"
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = IS_PUBLIC
SESSION_COOKIE_HTTPONLY = CSRF_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = CSRF_COOKIE_SAMESITE = "Strict"
SESSION_COOKIE_AGE = 8 * 3600
# The age counts from the last request: if a session ended while somebody was writing, the text
# would be lost
SESSION_SAVE_EVERY_REQUEST = True
SESSION_EXPIRE_AT_BROWSER_CLOSE = True
SECURE_SSL_REDIRECT = flag("SECURE_SSL_REDIRECT", False)
SECURE_HSTS_SECONDS = 31536000 if IS_PUBLIC else 0
SECURE_HSTS_INCLUDE_SUBDOMAINS = SECURE_HSTS_PRELOAD = IS_PUBLIC
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if TRUSTED_PROXIES else None
SECURE_REFERRER_POLICY = "no-referrer"
X_FRAME_OPTIONS = "DENY"
# The admin's largest form; public bodies stop at 64 KiB
DATA_UPLOAD_MAX_MEMORY_SIZE = 2 * 1024 * 1024

REST_FRAMEWORK = {
    "DEFAULT_SCHEMA_CLASS": "api.schema.CallSchema",
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_PARSER_CLASSES": ["rest_framework.parsers.JSONParser"],
    "DEFAULT_AUTHENTICATION_CLASSES": [],
    "DEFAULT_PERMISSION_CLASSES": [],
    "UNAUTHENTICATED_USER": None,
}
SPECTACULAR_SETTINGS = {
    "TITLE": "Menopause information service",
    "VERSION": "1.0.1",
    "OAS_VERSION": "3.1.1",
    "SERVE_INCLUDE_SCHEMA": False,
    "COMPONENT_SPLIT_REQUEST": False,
    "ENUM_GENERATE_CHOICE_DESCRIPTION": False,
    "POSTPROCESSING_HOOKS": ["api.schema.describe_the_rest"],
    "SORT_OPERATIONS": False,
}

# No part of a request is ever logged, neither address nor words: there is no access log, and
# `WordlessFormatter` prints only this project's own messages.
LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"plain": {"()": "menoinfo.logs.WordlessFormatter"}},
    "filters": {"once_a_minute": {"()": "menoinfo.logs.OnceAMinute"}},
    "handlers": {
        "stderr": {
            "class": "logging.StreamHandler",
            "formatter": "plain",
            "filters": ["once_a_minute"],
        }
    },
    "root": {"handlers": ["stderr"], "level": LOG_LEVEL},
    "loggers": {
        "django": {"handlers": ["stderr"], "level": "WARNING", "propagate": False},
        "django.request": {"handlers": ["stderr"], "level": "ERROR", "propagate": False},
        "django.security": {"handlers": ["stderr"], "level": "CRITICAL", "propagate": False},
        # `menoinfo.postgresql` says the cause of what the pool only counts
        "psycopg.pool": {"handlers": ["stderr"], "level": "ERROR", "propagate": False},
    },
}

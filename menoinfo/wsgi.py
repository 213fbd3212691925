"""The WSGI application. Synchronous is enough: nothing here streams and nothing waits on the network."""

import os

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "menoinfo.settings")
application = get_wsgi_application()

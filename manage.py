#!/usr/bin/env python3
"""Django's command line."""

import os
import sys

if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "menoinfo.settings")
    os.environ.setdefault("CONTENT_WATCH", "0")
    from django.core.exceptions import ImproperlyConfigured
    from django.core.management import execute_from_command_line
    from django.db import OperationalError, connection

    try:
        execute_from_command_line(sys.argv)
    except ImproperlyConfigured as error:  # a setting, which needs no traceback
        sys.exit(str(error))
    except OperationalError as error:
        if connection.connection is not None:  # it answered, so this is a fault of ours
            raise
        sys.exit(
            f"No connection to the database ({' '.join(str(error).split())}). See DATABASE_URL."
        )

#!/usr/bin/env python3
"""Django's command line."""

import os
import sys

if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "menoinfo.settings")
    os.environ.setdefault("CONTENT_WATCH", "0")
    from django.core.exceptions import ImproperlyConfigured
    from django.core.management import execute_from_command_line

    try:
        execute_from_command_line(sys.argv)
    except ImproperlyConfigured as error:  # a setting, which needs no traceback
        sys.exit(str(error))

"""The WSGI application. It need not be asynchronous: nothing streams or waits for the network.

All that an answer needs is loaded before the first request. So a worker that has started can go on
answering, whatever happens to the database, and no caller waits for it.
"""

import ctypes
import gc
import logging
import os
import signal
import threading
import time
from contextlib import suppress

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "menoinfo.settings")
# The arrays are so small that more threads would only wait for one another
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
django.setup(set_prefix=False)

from menoinfo.application import Application  # noqa: E402  # needs the settings

application = Application()


PR_SET_DUMPABLE = 4


def _keep_to_itself() -> None:
    """Protect this process's memory, which holds the words of the call being answered: no core
    dump, in a file or to a collector, and no debugger.
    """
    with suppress(OSError, AttributeError):
        ctypes.CDLL("libc.so.6").prctl(PR_SET_DUMPABLE, 0, 0, 0, 0)


def _end_with_the_server() -> None:
    """Stop this worker when the process that started it is gone; otherwise it would run for ever
    and keep the port in use.
    """
    parent = os.getppid()

    def watch() -> None:
        while os.getppid() == parent:
            time.sleep(0.5)
        os.kill(os.getpid(), signal.SIGTERM)
        time.sleep(3)  # time to finish the current answer
        os._exit(0)

    threading.Thread(target=watch, name="parent", daemon=True).start()


# A plain sentence for each sign, and one without: a process that gets one wrong must not answer.
_SIGNS = (
    "I want to kill myself tonight.",
    "I have crushing chest pain spreading down my left arm.",
    "My face is drooping on one side and my speech is slurred.",
    "I am bleeding again, two years after my menopause.",
)
_NO_SIGN = "hot flushes"


def _test_itself() -> None:
    """Check the model files and screen some sentences. If something is wrong, logs it and raises
    `RuntimeError`, so that this process never answers.
    """
    from content.language import model_files
    from content.language.screening import screen

    problem = ", ".join(model_files.changed())
    if not problem and (screen(_NO_SIGN) or not all(screen(sign) for sign in _SIGNS)):
        problem = "the screen reads plain sentences wrongly"
    if problem:
        logging.getLogger("menoinfo.wsgi").error(
            "not as this version was made (make model writes the manifest): %s", problem
        )
        raise RuntimeError(problem)


def _load() -> None:
    """Import the views and read the names in other languages, which the first call would otherwise
    wait for: half a second.
    """
    from django.urls import get_resolver

    from content.language.other_languages import detect
    from content.language.other_names import named

    _ = get_resolver().url_patterns
    named(_NO_SIGN, detect(_NO_SIGN))


def _warm() -> None:
    from api.operations import housekeeping
    from api.rate_limit import salt
    from content.catalogue import refresh

    _test_itself()
    _load()
    refresh.check()  # nobody waits for a process that has not started
    if refresh.age() < refresh.UNSURE_AFTER:
        salt.rotate()  # otherwise the first calls would be counted under this process's own salt
    refresh.watch()
    housekeeping.start()  # destroys a salt as soon as its hour ends, even if there are no calls
    gc.collect()
    gc.freeze()  # what is loaded now stays, so later collections can skip it
    with suppress(OSError, AttributeError):
        ctypes.CDLL("libc.so.6").malloc_trim(0)  # return memory that only loading needed


_keep_to_itself()
if os.environ.get("SERVING"):
    _end_with_the_server()
_warm()
logging.getLogger("menoinfo.wsgi").info("ready to answer")

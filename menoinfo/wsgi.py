"""The WSGI application. Synchronous is enough: nothing here streams and nothing waits on the
network.

Everything an answer needs is loaded before the first request, so that a worker that has started can
answer whatever happens to the database afterwards, and no caller waits for it.
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
# The arrays are small: more threads would only wait for one another
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
django.setup(set_prefix=False)

from menoinfo.application import Application  # noqa: E402  # needs the settings

application = Application()


PR_SET_DUMPABLE = 4


def _keep_to_itself() -> None:
    """Let nobody have this process's memory, which holds the words of the call it answers: no core
    file, none piped to a collector, no debugger.
    """
    with suppress(OSError, AttributeError):
        ctypes.CDLL("libc.so.6").prctl(PR_SET_DUMPABLE, 0, 0, 0, 0)


def _end_with_the_server() -> None:
    """End this worker when the process that started it is gone: nobody would ever stop it, and it
    would hold the port.
    """
    parent = os.getppid()

    def watch() -> None:
        while os.getppid() == parent:
            time.sleep(0.5)
        os.kill(os.getpid(), signal.SIGTERM)
        time.sleep(3)  # for the answer that is being made
        os._exit(0)

    threading.Thread(target=watch, name="parent", daemon=True).start()


# One plain sentence of each sign, and one of none: whatever reads them otherwise may answer nobody.
_SIGNS = (
    "I want to kill myself tonight.",
    "I have crushing chest pain spreading down my left arm.",
    "My face is drooping on one side and my speech is slurred.",
    "I am bleeding again, two years after my menopause.",
)
_NO_SIGN = "hot flushes"


def _test_itself() -> None:
    """Look at the trained files and read some sentences. Raises `RuntimeError`, so that this
    process never answers, and says why in the log.
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


def _warm() -> None:
    from api.operations import housekeeping
    from api.rate_limit import salt
    from content.catalogue import refresh

    _test_itself()
    refresh.check()  # a process that is not up yet keeps nobody waiting
    if refresh.age() < refresh.UNSURE_AFTER:
        salt.turn()  # else calls would be counted under a salt of this process alone for a moment
    refresh.watch()
    housekeeping.start()  # a salt of an hour that is over goes at once, though nobody calls
    gc.collect()
    gc.freeze()  # what is loaded now stays: no later collection need walk it
    with suppress(OSError, AttributeError):
        ctypes.CDLL("libc.so.6").malloc_trim(0)  # what loading used and gave back


_keep_to_itself()
if os.environ.get("SERVING"):
    _end_with_the_server()
_warm()
logging.getLogger("menoinfo.wsgi").info("ready to answer")

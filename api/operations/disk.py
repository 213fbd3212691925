"""Room on the disk, taken before it is written to. Imported by the settings: nothing of Django
here.
"""

import os


def reserve(file: int, size: int) -> None:
    """Give an open file at least `size` bytes that are really there. Raises `OSError` when the disk
    has no room for them.

    A write through a map into a hole of a full disk would kill the process. Where the system has no
    call for this (macOS), zeros are written behind what the file holds already.
    """
    if hasattr(os, "posix_fallocate"):
        os.posix_fallocate(file, 0, size)
        return
    held = os.fstat(file).st_size
    while held < size:
        held += os.pwrite(file, bytes(min(size - held, 1 << 20)), held)
    os.fsync(file)

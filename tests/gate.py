"""A port in front of a database's, which can hang: it accepts and never answers."""

import contextlib
import select
import socket
import threading
import time

from tests.serving import free_port


class Gate:
    """A port in front of the database's: `open`, `hanging` or `refusing`."""

    def __init__(self, behind: int) -> None:
        self.behind, self.port = behind, free_port()
        self._pairs: list[tuple[socket.socket, socket.socket | None]] = []
        self._listener: socket.socket | None = None
        self._lock = threading.Lock()
        self.mode = "open"
        self._listen()
        threading.Thread(target=self._carry, daemon=True).start()

    def become(self, mode: str) -> None:
        """Open, hang or refuse from now on; to open again ends what hung."""
        with self._lock:
            self.mode = mode
            if mode != "hanging":
                for pair in self._pairs:
                    for side in filter(None, pair):
                        side.close()
                self._pairs = []
            if mode == "refusing" and self._listener is not None:
                self._listener.close()
                self._listener = None
        if mode == "open" and self._listener is None:
            self._listen()

    def _listen(self) -> None:
        self._listener = socket.create_server(("127.0.0.1", self.port))
        threading.Thread(target=self._accept, args=(self._listener,), daemon=True).start()

    def _accept(self, listener: socket.socket) -> None:
        with contextlib.suppress(OSError):
            while True:
                front, _ = listener.accept()
                back = None
                if self.mode == "open":
                    back = socket.create_connection(("127.0.0.1", self.behind))
                with self._lock:
                    self._pairs.append((front, back))

    def _carry(self) -> None:
        while True:
            time.sleep(0.0005)
            if self.mode != "open":
                continue
            with self._lock:
                pairs = [pair for pair in self._pairs if pair[1] is not None]
            ways = {one: other for pair in pairs for one, other in (pair, pair[::-1])}
            with contextlib.suppress(OSError, ValueError):
                for one in select.select(list(ways), [], [], 0.05)[0]:
                    sent = one.recv(1 << 16) if self.mode == "open" else b""
                    if sent:
                        ways[one].sendall(sent)
                    elif self.mode == "open":
                        with self._lock:
                            self._pairs = [pair for pair in self._pairs if one not in pair]
                        one.close()
                        ways[one].close()

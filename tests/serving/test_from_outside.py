"""A server as others see it: a process of its own, a ledger recorded in by others, and sockets."""

import re
import socket
import subprocess
import sys
import time
from contextlib import closing, contextmanager
from pathlib import Path

from tests.serving.conftest import wait_until
from tests.serving.test_pages_served import NOT_YET, do


@contextmanager
def served(*words):
    """The port of `serve`, run as a program in the present folder."""
    command = [sys.executable, "-c", "from cli import start; start()", "serve", "--port", "0", *words]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as process:
        try:
            yield int(re.search(r"127\.0\.0\.1:(\d+)/", process.stdout.readline())[1])
        finally:
            process.terminate()


def asked(port, path):
    """The status and the body that are answered."""
    with socket.create_connection(("127.0.0.1", port), 20) as there:
        there.sendall(f"GET {path} HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n".encode())
        answer = b"".join(iter(lambda: there.recv(65536), b"")).decode()
    return int(answer.split()[1]), answer.partition("\r\n\r\n")[2]


class Stream:
    """What arrives on the stream of an open page."""

    def __init__(self, port, path):
        version = re.search(r'data-version="(\w+)"', asked(port, f"/{path}")[1])[1]
        self._there = socket.create_connection(("127.0.0.1", port), 20)
        self._there.sendall(f"GET /live/{path}?v={version} HTTP/1.1\r\nHost: h\r\n\r\n".encode())
        while "retry: " not in self.arrived(20):
            pass

    def arrived(self, seconds):
        """What arrives within some seconds; "" for nothing."""
        self._there.settimeout(seconds)
        try:
            return self._there.recv(65536).decode()
        except TimeoutError:
            return ""

    def close(self):
        self._there.close()


def test_a_stream_is_still_while_nothing_is_published(typed):
    typed(NOT_YET)
    with served() as port, closing(Stream(port, "index.html")) as stream:
        begun = time.monotonic()
        for result in ("4SN-2", "4SN-3", "4SN="):
            do(f"result correct 1/1 {result} --agreed NS,EW --reason typed")
            assert stream.arrived(1.5) == ""
        assert time.monotonic() - begun < 19, "a sign of life comes regularly"
        do("publish")
        wait_until(lambda: "data: " in stream.arrived(20))


def test_a_monitor_is_told_whether_the_ledger_is_read(typed):
    typed(NOT_YET)
    with served() as port:
        assert asked(port, "/health") == (200, "ok\n")
        Path("bridge-ledger.db").rename("away.db")
        wait_until(lambda: asked(port, "/health")[0] == 503)
        assert asked(port, "/health")[1] == "The ledger does not answer.\n"
        assert asked(port, "/")[0] == 200, "the pages are there as they were"
        Path("away.db").rename("bridge-ledger.db")
        wait_until(lambda: asked(port, "/health")[0] == 200)

"""Whoever asks may send what he likes: he is refused or cut off, others are answered, and nothing goes wrong here."""

import logging
import random
import socket
import threading
import time
from contextlib import ExitStack
from pathlib import Path

import pytest

from cli.serving import server as hall_server
from cli.serving.server import Guard
from ledger.bounds import Bounds
from ledger.bounds.serving import HEAD
from tests.serving.conftest import answering, wait_until


@pytest.fixture
def port(evening, serve, caplog, monkeypatch):
    """The port of a server in a thread; afterwards nothing went wrong in it, it answers, and nothing was written."""
    monkeypatch.setattr(hall_server, "WAITING", Bounds("", 0, 1))
    served, before = serve(), Path("bridge-ledger.db").read_bytes()
    caught = []
    monkeypatch.setattr(threading, "excepthook", caught.append)
    with caplog.at_level(logging.WARNING), answering(served.hall) as port:
        yield port
        assert ask(port, b"GET / HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n").startswith(b"HTTP/1.1 200 OK")
    assert not caught
    assert not [record for record in caplog.records if record.levelno >= logging.ERROR or record.exc_info]
    assert Path("bridge-ledger.db").read_bytes() == before


def ask(port, sent, *, whole=True):
    """What comes back, until it is closed; b"" where it is cut off."""
    with socket.create_connection(("127.0.0.1", port), 20) as there:
        try:
            there.sendall(sent)
            if whole:
                there.shutdown(socket.SHUT_WR)
            return b"".join(iter(lambda: there.recv(65536), b""))
        except (ConnectionResetError, BrokenPipeError):
            return b""


def get(path, *headers):
    head = b"".join(each + b"\r\n" for each in headers)
    return b"GET " + path + b" HTTP/1.1\r\nHost: h\r\nConnection: close\r\n" + head + b"\r\n"


PATHS = [
    *(
        b"/../bridge-ledger.db",
        b"/..%2fbridge-ledger.db",
        b"/%2e%2e/%2e%2e/etc/passwd",
        b"//etc/passwd",
        b"/etc/passwd",
    ),
    *(b"/bridge-ledger.db", b"/board-1.html/..", b"/./board-1.html", b"/board-1.html%00", b"/%00", b"/%", b"/%zz"),
    *(b"/board-1.html/", b"/BOARD-1.HTML", b"/board-1.html;x", b"/%ff%fe", b"/%c0%ae%c0%ae/", b"/%e2%80%ae", b"\\..\\"),
    *(
        b"http://elsewhere/index.html",
        b"elsewhere:443",
        b"*",
        b"/live/../board-1.html",
        b"/live/",
        b"/live",
        b"/live//",
    ),
    *(b"/published-17/../../x", b"/index.html%0d%0aSet-Cookie:x", b"/" + b"a" * 9000, b"/" + b"../" * 2000),
    *(b"/templates/live.js", b"/.git/config", b"/sessions/", b"/board-1.html%20", b"/%5c..%5c"),
]


@pytest.mark.parametrize("path", PATHS, ids=lambda path: path[:30].decode("latin-1"))
def test_a_path_that_is_not_in_the_table_is_no_page(path, shared_port):
    assert ask(shared_port, get(path)).split(b" ")[1] in (b"404", b"400")


@pytest.fixture(scope="module")
def shared_port(typed_once):
    """A server for what does it no harm; looked at once, at the end."""
    import shutil
    import tempfile

    from tests.serving.conftest import Served

    trouble = logging.Handler(logging.WARNING)
    found: list[logging.LogRecord] = []
    trouble.emit = found.append
    logging.getLogger().addHandler(trouble)
    with tempfile.TemporaryDirectory() as folder, pytest.MonkeyPatch.context() as patch:
        shutil.copytree(typed_once[0], folder, dirs_exist_ok=True)
        patch.chdir(folder)
        patch.setattr(hall_server, "WAITING", Bounds("", 0, 1))
        served = Served()
        with answering(served.hall) as port:
            yield port
            assert ask(port, get(b"/")).startswith(b"HTTP/1.1 200 OK")
        served.office.close()
    logging.getLogger().removeHandler(trouble)
    assert not [each.getMessage() for each in found if each.levelno >= logging.ERROR or each.exc_info]


POLL = b"POST /poll/0000-0000-0000-0000 HTTP/1.1\r\nHost: h\r\nContent-Type: application/x-www-form-urlencoded\r\n"
SMUGGLED = b"GET /smuggled HTTP/1.1\r\nHost: h\r\n\r\n"

REFUSED = {
    "another method": (b"POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 3\r\nConnection: close\r\n\r\nabc", b"405"),
    "an unknown method": (b"BREW / HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n", b"405"),
    "DELETE": (b"DELETE /board-1.html HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n", b"405"),
    "TRACE": (b"TRACE / HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n", b"405"),
    "OPTIONS": (b"OPTIONS / HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n", b"405"),
    "CONNECT": (b"CONNECT elsewhere:443 HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n", b"404"),
    "a method on a stream": (b"POST /live/index.html HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n", b"405"),
    "a body on GET": (get(b"/", b"Content-Length: 3") + b"abc", b"400"),
    "a body in chunks on GET": (get(b"/", b"Transfer-Encoding: chunked") + b"3\r\nabc\r\n0\r\n\r\n", b"400"),
    "an answer to a poll in chunks": (POLL + b"Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n", b"400"),
    "an answer with a length and chunks": (
        POLL + b"Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n" + SMUGGLED,
        b"400",
    ),
    "chunks that are none": (get(b"/", b"Transfer-Encoding: chunked") + b"zz\r\nabc", b"400"),
    "two lengths": (get(b"/", b"Content-Length: 3", b"Content-Length: 4") + b"abcd", b"400"),
    "a length and chunks": (get(b"/", b"Content-Length: 3", b"Transfer-Encoding: chunked") + b"0\r\n\r\n", b"400"),
    "a length below nothing": (get(b"/", b"Content-Length: -1"), b"400"),
    "a huge length": (get(b"/", b"Content-Length: " + b"9" * 4000), b"400"),
    "no host": (b"GET / HTTP/1.1\r\n\r\n", b"400"),
    "two hosts": (get(b"/", b"Host: other"), b"400"),
    "a giant header": (get(b"/", b"X: " + b"y" * (HEAD.most + 1)), b"431"),
    "very many headers": (get(b"/", *[b"X: y"] * 9000), b"431"),
    "a giant cookie without an end": (b"GET / HTTP/1.1\r\nHost: h\r\nCookie: " + b"y" * (HEAD.most * 2), b"400"),
    "a line folded into a header": (get(b"/", b"X: y\r\n z\x00"), b"400"),
    "a NUL in a header": (get(b"/", b"X: \x00"), b"400"),
    "a line feed in a name": (get(b"/", b"X\n: y"), b"400"),
    "no HTTP": (b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + bytes(200) + b"\r\n\r\n", b"400"),
    "HTTP/2 at once": (b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", b"404"),
    "HTTP/0.9": (b"GET /\r\n\r\n", b"400"),
}


@pytest.mark.parametrize("what", REFUSED)
def test_what_no_browser_asks_is_refused(what, shared_port):
    sent, status = REFUSED[what]
    answer = ask(shared_port, sent)
    assert answer.split(b" ")[1] == status, answer[:200]
    assert b"Traceback" not in answer
    assert SMUGGLED not in sent or answer.count(b"HTTP/1.1 ") == 1, "what stands behind it is not asked"


ANSWERED = {
    "a part": get(b"/", b"Range: bytes=0-3"),
    "very many parts": get(b"/", b"Range: bytes=" + b"0-1," * 2000),
    "an upgrade": get(b"/", b"Upgrade: websocket", b"Sec-WebSocket-Key: eA==", b"Sec-WebSocket-Version: 13"),
    "an upgrade to HTTP/2": get(b"/", b"Upgrade: h2c", b"HTTP2-Settings: AAMAAABkAAQAAP__"),
    "another host": b"GET / HTTP/1.1\r\nHost: evil.example:99999/<x>\r\nConnection: close\r\n\r\n",
    "forwarded": get(
        b"/", b"X-Forwarded-For: 1, \x22', 2", b"X-Forwarded-Host: evil.example", b"X-Forwarded-Proto: gopher"
    ),
    "codings nobody has": get(b"/", b"Accept-Encoding: " + b"x;q=1," * 1000 + b"gzip;q=;q=0"),
    "tags that are none": get(b"/", b'If-None-Match: W/"' + b"\xff" * 400),
    "waiting to go on": get(b"/", b"Expect: 100-continue"),
    "HTTP/1.0": b"GET / HTTP/1.0\r\n\r\n",
    "a query": get(b"/?" + b"x" * 4000),
}


@pytest.mark.parametrize("what", ANSWERED)
def test_what_is_beside_the_question_changes_nothing(what, shared_port):
    head, _, body = ask(shared_port, ANSWERED[what]).partition(b"\r\n\r\n")
    usual_head, _, usual = ask(shared_port, get(b"/")).partition(b"\r\n\r\n")
    assert head.split(b" ")[1] == b"200"
    assert body == usual
    assert b"evil" not in head
    assert b"\r\nlocation:" not in head.lower()
    assert {line for line in head.split(b"\r\n") if not line.startswith(b"date")} <= {*usual_head.split(b"\r\n")} | {
        b"connection: close"
    }


@pytest.mark.parametrize("sent", [b"", b"GET / HTT", b"GET / HTTP/1.1\r\nHost: h\r\n", get(b"/")[:-2]])
def test_who_asks_too_slowly_is_cut_off(sent, port):
    """Whatever he sends between, if it is not all that belongs to a question."""
    with socket.create_connection(("127.0.0.1", port), 20) as there:
        there.sendall(sent)
        for _ in range(40):
            try:
                time.sleep(0.1)
                there.sendall(b"X: y\r\n" if sent.endswith(b"\r\n") else b"")
            except OSError:
                break
        assert closed(there)


def closed(there):
    """Whether it was, or soon is."""
    try:
        while there.recv(65536):
            pass
    except ConnectionResetError:
        pass
    except TimeoutError:
        return False
    return True


def test_after_an_answer_the_next_question_is_not_waited_for_longer(port):
    with socket.create_connection(("127.0.0.1", port), 20) as there:
        there.sendall(b"GET /x HTTP/1.1\r\nHost: h\r\n\r\nGET /y HT")
        assert closed(there)


def test_who_does_not_take_his_answer_is_cut_off(port):
    """He asks for much, reads nothing, and his connection is gone all the same."""
    with socket.socket() as there:
        there.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
        there.connect(("127.0.0.1", port))
        there.settimeout(20)
        there.sendall(b"GET /check.html HTTP/1.1\r\nHost: h\r\n\r\n" * 100)
        deadline = time.monotonic() + 20
        while time.monotonic() < deadline:
            try:
                there.send(b"")
                there.getpeername()
                time.sleep(0.1)
                if there.getsockopt(socket.SOL_SOCKET, socket.SO_ERROR):
                    break
            except OSError:
                break
        assert closed(there)


def test_a_body_without_an_end_is_not_read(port):
    with socket.create_connection(("127.0.0.1", port), 20) as there:
        there.sendall(b"GET / HTTP/1.1\r\nHost: h\r\nContent-Length: 99999999999\r\n\r\n")
        sent = 0
        try:
            while sent < 1 << 28:
                sent += there.send(bytes(1 << 20))
        except OSError:
            pass
        assert sent < 1 << 28


def test_hundreds_of_connections_keep_nobody_out(port):
    with ExitStack() as stack:
        for at in range(300):
            there = stack.enter_context(socket.create_connection(("127.0.0.1", port), 20))
            there.sendall(b"GET /live/index.html HTTP/1.1\r\nHost: h\r\n\r\n" if at % 2 else b"GET / HTTP/1.1\r\nX: ")
        start = ask(port, get(b"/standings.html"))
        assert start.startswith(b"HTTP/1.1 200 OK")


def test_beyond_so_many_connections_others_are_told_to_come_again(evening, serve, monkeypatch):
    monkeypatch.setattr(hall_server, "connections", lambda: 20)
    monkeypatch.setattr(hall_server, "_BACKLOG", 10)
    monkeypatch.setattr(hall_server, "WAITING", Bounds("", 0, 600))  # on a slow machine they are still there
    with answering(serve().hall) as port, ExitStack() as stack:
        there = [stack.enter_context(socket.create_connection(("127.0.0.1", port), 20)) for _ in range(25)]
        wait_until(lambda: ask(port, get(b"/")).split(b" ")[1:2] == [b"503"])  # all those have been let in
        more = [stack.enter_context(socket.create_connection(("127.0.0.1", port), 20)) for _ in range(20)]
        assert any(map(closed, reversed(more))), "nor is it kept, where there are more yet"
        for each in (*there, *more):
            each.close()
        wait_until(lambda: ask(port, get(b"/")).split(b" ")[1:2] == [b"200"])


def test_streams_leave_room_for_who_opens_a_page(evening, serve, monkeypatch):
    assert serve().hall.streams.most <= 10_000
    monkeypatch.setattr("cli.serving.serving.connections", lambda: 20)
    assert serve().hall.streams.most == 15


def test_whatever_is_sent_the_server_goes_on(port):
    """Questions cut, doubled and scrambled; two thousand of them."""
    chance = random.Random(1)
    right = [get(b"/"), get(b"/live/index.html"), *(sent for sent, _ in REFUSED.values()), *ANSWERED.values()]
    right = [each[:3000] for each in right]
    for _ in range(500):
        with socket.create_connection(("127.0.0.1", port), 20) as there:
            for _ in range(4):
                sent = bytearray(chance.choice(right))
                for _ in range(chance.randrange(4)):
                    at = chance.randrange(len(sent))
                    sent[at : at + chance.randrange(3)] = chance.randbytes(chance.randrange(3))
                try:
                    there.sendall(sent[: chance.choice((len(sent), chance.randrange(len(sent) + 1)))])
                except OSError:
                    break


def test_who_asks_too_often_waits_a_second_and_a_proxy_on_this_computer_does_not(monkeypatch):
    import asyncio

    monkeypatch.setattr("cli.serving.server.time.monotonic", lambda: 7)
    statuses: list[int] = []

    async def answer(_scope, _receive, send):
        await send({"type": "http.response.start", "status": 200, "headers": []})

    async def note(message):
        if message["type"] == "http.response.start":
            statuses.append(message["status"])

    def asked(guard, address):
        statuses.clear()
        scope = {"type": "http", "method": "GET", "headers": [], "client": address and (address, 1)}
        asyncio.run(guard(scope, None, note))
        return statuses[0]

    guard = Guard(answer, most=3)
    assert [asked(guard, "203.0.113.7") for _ in range(4)] == [200, 200, 200, 429]
    assert asked(guard, "203.0.113.8") == 200
    assert [asked(guard, "::1") for _ in range(9)] == [200] * 9
    assert [asked(guard, "a proxy's name") for _ in range(4)][-1] == 429
    monkeypatch.setattr("cli.serving.server.time.monotonic", lambda: 8)
    assert asked(guard, "203.0.113.7") == 200


def test_of_requests_sent_all_at_once_the_first_is_answered(port):
    """Some hundred connections of such requests would keep everybody else waiting; no browser sends them."""
    answer = ask(port, b"GET / HTTP/1.1\r\nHost: h\r\n\r\n" * 20, whole=False)
    assert answer.count(b"HTTP/1.1 200 OK") == 1
    assert answer.endswith(b"</html>\n")

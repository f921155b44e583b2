"""How requests get to the stand-in, and what goes wrong on the way: in the same process, or over HTTP."""

import threading
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


class Wire:
    """The way in the same process. `fault(request number, command)` says what goes wrong with a request.

    "before": it is lost; "after": its answer is; anything that is an exception is raised instead of an answer, after it
    was acted on.
    """

    def __init__(self, stand_in, fault=lambda at, body: None):
        self.stand_in, self.fault, self.at = stand_in, fault, 0

    def get(self, url):
        return self.stand_in.version

    def post(self, url, json_body):
        self.at += 1
        fault = self.fault(self.at, json_body)
        if fault == "before":
            raise OSError("the line is down")
        if isinstance(fault, BaseException) and getattr(fault, "early", False):
            raise fault
        answer = self.stand_in.answer(json_body)
        if fault == "after":
            raise OSError("the line went down")
        if isinstance(fault, BaseException):
            raise fault
        return answer


RAW = {
    "status": lambda handler, text: handler.send_error(503),
    "silence": lambda handler, text: handler.connection.close(),
    "half": lambda handler, text: _send(handler, text[: len(text) // 2].encode(), len(text)),
    "no json": lambda handler, text: _send(handler, b"<html>a proxy says hello</html>"),
    "null": lambda handler, text: _send(handler, b"null"),
    "list": lambda handler, text: _send(handler, b"[[[1]]]"),
    "latin": lambda handler, text: _send(handler, b'{"SerializedData": "\xe9"}'),
    "words": lambda handler, text: _send(handler, b'{"LastQueueItemId": "many", "DataType": "x", "SerializedData": 5}'),
    "deep": lambda handler, text: _send(handler, b"[" * 100_000),
    "other": lambda handler, text: _send(handler, b'{"RequestCommand": 4, "DataType": 1, "SerializedData": "\\"1\\""}'),
}
"""What may come over HTTP in place of an answer, after the request was acted on."""


def _send(handler, content, length=None):
    handler.send_response(200)
    handler.send_header("Content-Type", "application/json; charset=utf-8")
    handler.send_header("Content-Length", str(length or len(content)))
    handler.end_headers()
    handler.wfile.write(content)


class Served:
    """A stand-in that is served: its address, and what goes wrong with the requests to come, one after the other."""

    def __init__(self, stand_in):
        self.stand_in, self.faults, self.slow, self.released = stand_in, [], False, threading.Event()
        served = self

        class Handler(BaseHTTPRequestHandler):
            def log_message(self, *_):
                """Nothing is printed."""

            def do_GET(self):
                served.answer(self, served.stand_in.version)

            def do_POST(self):
                body = self.rfile.read(int(self.headers["Content-Length"])).decode()
                expected = ("/dc-scoringprogram", "application/json; charset=utf-8")
                assert (self.path, self.headers["Content-Type"]) == expected
                served.answer(self, served.stand_in.answer(body))

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.server.daemon_threads = True
        self.address = f"http://127.0.0.1:{self.server.server_port}"

    def answer(self, handler, text):
        if self.slow:
            self.released.wait()
            return
        fault = self.faults.pop(0) if self.faults else None
        if fault:
            RAW[fault](handler, text)
            handler.close_connection = True
        else:
            _send(handler, text.encode())


@contextmanager
def served(stand_in):
    """The stand-in at an address, until the block ends."""
    found = Served(stand_in)
    thread = threading.Thread(target=found.server.serve_forever, args=(0.02,), daemon=True)
    thread.start()
    try:
        yield found
    finally:
        found.released.set()
        found.server.shutdown()
        found.server.server_close()
        thread.join()

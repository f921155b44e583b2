"""A witness over HTTP, written from c2sp.org/tlog-witness and tlog-cosignature; a `fault` answers in its place."""

import threading
import time
from base64 import b64decode, b64encode
from hashlib import sha256
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from ledger.trust.keys import signed_by
from ledger.trust.seal import is_consistent, parse_public_key, parse_seal


class WitnessServer:
    """A witness that knows logs by their origin and the key of their office."""

    def __init__(self, name, logs):
        self.logs, self.seen, self.asked, self.fault = logs, {}, [], None
        self._name, self._private = name, Ed25519PrivateKey.generate()
        public = b"\x04" + self._private.public_key().public_bytes_raw()
        self._id = sha256(name.encode() + b"\n" + public).digest()[:4]
        self.key = f"{name}+{self._id.hex()}+{b64encode(public).decode()}"
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), handler_of(self))
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    @property
    def address(self):
        return f"http://127.0.0.1:{self._server.server_port}/w"

    def close(self):
        self._server.shutdown()
        self._server.server_close()

    def cosigned(self, text):
        """A line of signature of what a seal signs."""
        at = int(time.time())
        signed = self._private.sign(f"cosignature/v1\ntime {at}\n{text}".encode())
        return f"— {self._name} {b64encode(self._id + at.to_bytes(8, 'big') + signed).decode()}\n"

    def answer(self, body):
        """The status, and what is said with it."""
        head, _, note = body.partition("\n\n")
        first, *proof = head.split("\n")
        old, seal = int(first.removeprefix("old ")), parse_seal(note)
        sealed = seal.checkpoint
        if sealed.origin not in self.logs:
            return 404, ""
        if not signed_by(seal, parse_public_key(self.logs[sealed.origin])):
            return 403, ""
        if old > sealed.size:
            return 400, ""
        size, root = self.seen.get(sealed.origin, (0, b""))
        if old != size or (size == sealed.size and root != sealed.root):
            return 409, f"{size}\n"
        if old and not is_consistent(old, sealed.size, list(map(b64decode, proof)), root, sealed.root):
            return 422, ""
        self.seen[sealed.origin] = sealed.size, sealed.root
        return 200, self.cosigned(str(sealed))


def handler_of(witness):
    """What answers requests for a witness."""

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self):
            body = self.rfile.read(int(self.headers["Content-Length"])).decode()
            witness.asked.append((self.path, body))
            if witness.fault:
                witness.fault(self, body)
            else:
                self.say(*witness.answer(body))

        def say(self, status, text, headers=()):
            content = text.encode()
            self.send_response(status)
            for name, value in headers:
                self.send_header(name, value)
            self.send_header("Content-Length", str(len(content)))
            self.end_headers()
            self.wfile.write(content)

        def log_message(self, *_):
            """Nothing is printed."""

    return Handler

"""HTTP requests bounded in length and time, and witnesses of seals.

A witness is another office, or the federation, that signs that each new seal extends all it saw of a log before.
Whoever holds the office's key and every copy of its log can seal a forged log, but cannot deceive holders of a
witness's signature unless the witness helps. A request to a witness can be mailed as a file:

    old 120                         the size of the seal this witness signed last; 0 where it has signed none
    PlRNCrwHpqhGrupu…               what shows that the log only grew since (RFC 9162), a hash a line
                                    an empty line, and the seal

This is also the body of `add-checkpoint` (c2sp.org/tlog-witness) over HTTP, and the answer a cosignature/v1
(c2sp.org/tlog-cosignature), so other programs can be on either side. An answer counts only if a named key signed it.
TLS is verified as the system does it; redirections are not followed.
"""

import re
import socket
import ssl
from base64 import b64encode
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from errno import EHOSTUNREACH, ENETUNREACH
from functools import partial
from http.client import BadStatusLine, HTTPException, IncompleteRead
from pathlib import Path
from queue import Empty, SimpleQueue
from threading import Thread
from typing import NamedTuple, TypeVar
from urllib import request as http
from urllib.error import HTTPError, URLError
from urllib.request import HTTPRedirectHandler, build_opener

import msgspec

from ledger.bounds.events import SEAL
from ledger.bounds.files import PROOF, WITNESSED
from ledger.digests import of_bytes
from ledger.errors import Corrupt, Misuse, Problem, Refusal, Unavailable
from ledger.store.own_files import lock_file, write_whole
from ledger.trust.keys import Key, require_signed, signed_by
from ledger.trust.seal import (
    Checkpoint,
    PublicKey,
    Seal,
    Signature,
    consistency_proof,
    from_base64,
    is_consistent,
    parse_public_key,
    parse_seal,
)

T = TypeVar("T")
_TOO_OFTEN = 429
_MOST_SHOWN = 200
"""The characters shown of a system's message about a failed connection."""


class _NoRedirects(HTTPRedirectHandler):
    def redirect_request(self, *_: object) -> None:
        """Follow no redirection, so that the redirecting response is the answer."""


def ask_within(ask: Callable[[], T], seconds: float, make_error: Callable[[str], Problem]) -> T:
    """Return the result of `ask`; if it fails or takes too long, raise `make_error` of the cause."""
    outcome: SimpleQueue[tuple[T | None, Exception | None]] = SimpleQueue()

    def run() -> None:
        try:
            outcome.put((ask(), None))
        except Exception as error:
            outcome.put((None, error))

    Thread(target=run, daemon=True).start()
    try:
        result, error = outcome.get(timeout=seconds)
    except Empty:
        error = TimeoutError()
    if isinstance(error, OSError | HTTPException | ValueError):
        reason = error.reason if isinstance(error, URLError) else error
        late = f"no answer in {seconds} seconds"
        raise make_error(late if isinstance(reason, TimeoutError) else _explain(reason)) from None
    if error:
        raise error
    return result  # type: ignore[return-value]


_NO_HTTPS = ("WRONG_VERSION_NUMBER", "HTTP_REQUEST", "RECORD_LAYER_FAILURE")
"""OpenSSL's errors for an answer that is not TLS."""
_EXPIRED = 10
"""X509_V_ERR_CERT_HAS_EXPIRED."""

_EXPLANATIONS: tuple[tuple[type[BaseException], str], ...] = (
    (ssl.SSLCertVerificationError, "its certificate is for another name, or this computer does not trust its issuer"),
    (ssl.SSLEOFError, "it broke off"),
    (ssl.SSLError, "no secure connection to it is possible"),
    (socket.gaierror, "there is no computer of that name, or no network here"),
    (ConnectionRefusedError, "no server runs there"),
    (ConnectionError, "it broke off"),
    (IncompleteRead, "its answer is cut off"),
    (BadStatusLine, "what answers there does not speak HTTP"),
)


def _explain(reason: BaseException | str) -> str:
    raw = str(reason)[:_MOST_SHOWN] or type(reason).__name__
    words = next((words for kind, words in _EXPLANATIONS if isinstance(reason, kind)), "")
    if isinstance(reason, ssl.SSLError) and reason.reason in _NO_HTTPS:
        words = "what answers there does not speak https"
    if isinstance(reason, ssl.SSLCertVerificationError) and reason.verify_code == _EXPIRED:
        words = "its certificate has expired"
    if isinstance(reason, OSError) and reason.errno in (ENETUNREACH, EHOSTUNREACH):
        words = "this computer cannot reach that network"
    return f"{words} ({raw})" if words else raw


def status_text(who: str, status: int) -> str:
    """Explain an unexpected HTTP status of the server `who`."""
    if status in (401, 403, 407):
        text = f"{who} lets nobody in without a login"
    elif status in (405, 501):
        text = "the program at that address is no witness"
    elif status == _TOO_OFTEN:
        text = f"{who} gets too many requests"
    elif 300 <= status < 400:
        text = f"{who} has moved, and no other address is followed"
    elif status >= 500:
        text = f"{who} has an error of its own"
    elif status < 300:
        text = f"{who} sends something other than an answer"
    else:
        text = f"{who} refuses the request"
    return f"{text} (HTTP {status})"


def answer_to(asked: http.Request, most: int, seconds: float) -> tuple[int, bytes]:
    """Send an HTTP request; return the status, also of an error or a redirection, and the content of the answer.

    Raises OSError, HTTPException or ValueError if it fails, is cut, or exceeds `most` bytes.
    """
    try:
        with build_opener(_NoRedirects).open(asked, timeout=seconds) as answer:
            content = answer.read(most + 1)
            if len(content) > most:
                raise ValueError("its answer is too long")
            if answer.length:
                raise HTTPException(f"its answer is cut off: {answer.length} bytes are missing")
            return answer.status, content
    except HTTPError as error:
        with error:
            return error.code, error.read(most)


_OLD = re.compile(r"old (0|[1-9][0-9]{0,14})")


@dataclass(frozen=True, slots=True)
class Request:
    """A request to a witness: a seal, the size that the witness signed last, and a proof that the log only grew."""

    old: int
    proof: tuple[bytes, ...]
    seal: Seal

    def __str__(self) -> str:
        lines = [f"old {self.old}", *(b64encode(each).decode() for each in self.proof), "", str(self.seal)]
        return "\n".join(lines)


class WitnessRecord(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A witness's record of one log: the office's public key, and the last seal that the witness signed."""

    key: str
    seal: str


_SEEN = msgspec.json.Decoder(dict[str, WitnessRecord])


def request(seal: Seal, digests: Sequence[bytes], old: int) -> Request:
    """Return the request to a witness who last signed a log up to event `old`; raise Refusal if the log is shorter."""
    if old > seal.checkpoint.size:
        raise Refusal("no-such-event", f"there is no event #{old}", "--since NUMBER: the last event that it has signed")
    return Request(old, tuple(consistency_proof(digests, old)) if old else (), seal)


def parse_request(text: str) -> Request:
    """Parse a request to a witness, or a seal alone; raise Misuse (bad-seal) for any other text."""
    head, _, seal_text = text.replace("\r\n", "\n").partition("\n\n")
    first, *lines = head.split("\n")
    if not first.startswith("old "):
        return Request(0, (), parse_seal(text))
    try:
        if not _OLD.fullmatch(first) or len(lines) > PROOF.most:
            raise ValueError(first[:40])
        proof = tuple(map(from_base64, lines))
    except ValueError as error:
        hint = "name the file that `seal --since NUMBER` printed, whole"
        raise Misuse("bad-seal", f"this is no request to a witness: {error}", hint) from None
    return Request(int(first[4:]), proof, parse_seal(seal_text))


class Witness:
    """A witness with its key, and the file in which it records each seal before signing."""

    def __init__(self, key: Key, path: Path) -> None:
        self.key = key
        self.path = path

    def sign(self, asked: Request, office: PublicKey | None, at: int) -> Seal:
        """Return a seal with this witness's signature at a time (seconds UTC), if it extends the last seal signed.

        `office`: the key that must have signed the seal; optional once the log is known. Raises Misuse (no-key,
        bad-file), Refusal (other-key, no-proof), Corrupt (seal-forged; forked).
        """
        try:
            self.path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            with lock_file(self.path):  # so that a second request sees the record of the first
                self._check_and_record(asked, office)
        except OSError as error:
            message = f"{self.path} cannot be written: {error.strerror}; nothing was signed"
            raise Misuse("bad-file", message, "name a file in a folder that you may write to: --seen FILE") from None
        return replace(asked.seal, signatures=(*asked.seal.signatures, *self.key.cosign(asked.seal.checkpoint, at)))

    def _check_and_record(self, asked: Request, office: PublicKey | None) -> None:
        try:
            seen = _SEEN.decode(self.path.read_bytes())
        except FileNotFoundError:
            seen = {}
        except (OSError, msgspec.DecodeError) as error:
            hint = "restore it: without it this witness would sign another history"
            raise Misuse("bad-file", f"{self.path} cannot be read: {error}", hint) from None
        known = seen.get(asked.seal.checkpoint.origin)
        key = parse_public_key(known.key) if known else office
        if key is None:
            raise Misuse("no-key", "this witness does not know the log yet", "name its office once: --office KEY")
        if office not in (None, key):
            message = "this log was signed here with another key of the office"
            raise Refusal("other-key", message, "ask the office in person")
        require_signed(asked.seal, key)
        if known:
            _require_extends(asked, parse_seal(known.seal).checkpoint)
        records = {**seen, asked.seal.checkpoint.origin: WitnessRecord(str(key), str(asked.seal))}
        write_whole(self.path, msgspec.json.format(msgspec.json.encode(records)).decode() + "\n")


def _require_extends(asked: Request, last: Checkpoint) -> None:
    """Raise Refusal (no-proof) or Corrupt (forked) unless a seal provably extends the last one signed."""
    sealed = asked.seal.checkpoint
    if sealed.size < last.size:
        message = f"this witness has already signed a newer seal, up to event #{last.size}"
        raise Refusal("no-proof", message, "`seal` makes a newer one")
    if sealed.size == last.size and sealed.root == last.root:
        return
    if asked.old != last.size and sealed.size != last.size:
        proof = f"`seal --since {last.size}` makes what this witness needs"
        raise Refusal("no-proof", f"the file does not show that the log only grew since #{last.size}", proof)
    if not is_consistent(last.size, sealed.size, asked.proof, last.root, sealed.root):
        history = (
            f"the seal of {sealed.origin} up to #{sealed.size} is of another history than the one up to #{last.size}"
        )
        proof = "keep both seals: together, they prove it to anybody"
        later = "keep both seals: the office cannot show anybody that one continues the other"
        raise Corrupt("forked", f"{history}, signed here", proof if sealed.size == last.size else later)


def add_cosignatures(kept: Sequence[Seal], returned: Seal) -> Seal:
    """Return the office's seal with the witnesses' signatures on a returned copy of that seal.

    Only cosignatures are taken, and not checked here: that needs the witnesses' keys. Raises Misuse if the office gave
    out no such seal (other-seal), or no witness signed it (bad-seal).
    """
    witnessed = returned.cosignatures
    if not witnessed:
        raise Misuse("bad-seal", f"no witness has signed it, only {returned.signers}", "let one sign: `witness`")
    for seal in kept:
        if seal.checkpoint == returned.checkpoint:
            return seal.with_more(witnessed)
    sealed = f"no seal of {returned.checkpoint.origin} up to #{returned.checkpoint.size} was given out here"
    raise Misuse("other-seal", sealed, "`seal --list` shows the seals given out here")


PATIENCE_SECONDS = 20
"""The seconds to wait for a whole answer."""

_ROUNDS = 3
_SIZE = re.compile(rb"(0|[1-9][0-9]{0,14})\n")
_NOBODY = "is the address right, and this computer online? else try later"
_NO_WITNESS = "is it the address of a witness (c2sp.org/tlog-witness)? ask whoever runs it"
_LATER = "try later, or tell whoever runs it"
_MOVED = "ask whoever runs it for the new address"
_TO_DO = {301: _MOVED, 302: _MOVED, 307: _MOVED, 308: _MOVED, 400: _NO_WITNESS, 405: _NO_WITNESS, 501: _NO_WITNESS}
_NOT_FOUND, _FORBIDDEN, _CONFLICT, _UNPROVED = 404, 403, 409, 422


class WitnessAnswer(NamedTuple):
    """The HTTP status and content of a witness's answer."""

    status: int
    content: bytes


Post = Callable[[str, bytes], WitnessAnswer]
"""A function that sends a body to a URL; OSError, HTTPException or ValueError if that fails."""


def ask_witness(
    address: str, seal: Seal, digests: Sequence[bytes], keys: Sequence[PublicKey], old: int, post: Post | None = None
) -> list[Signature]:
    """Ask the witness at a web address to sign a seal; return its signatures by the given keys.

    `old`: the size that the witness signed last. If the witness has signed another size, it says so and is asked again
    from there. Raises Unavailable (witness-away), Refusal (witness-refuses), Corrupt (forked, seal-forged).
    """
    size, url = seal.checkpoint.size, f"{address.rstrip('/')}/add-checkpoint"
    for _ in range(_ROUNDS):
        send = partial(post or post_body, url, str(request(seal, digests, old)).encode())
        answer = ask_within(send, PATIENCE_SECONDS, partial(_away, address, to_do=_NOBODY))
        if answer.status != _CONFLICT:
            break
        if not (match := _SIZE.fullmatch(answer.content)):
            raise _away(address, "it has signed another seal, but does not say up to which event", _NO_WITNESS)
        known, previous, old = int(match[1]), old, int(match[1])
        if known > size:
            further = f"the witness at {address} has signed up to #{known}, and the log here ends at #{size}"
            hint = "another copy of the ledger went on, or it is another history: compare both"
            raise Corrupt("forked", further, hint)
        if known == previous:
            raise _forked(address, seal, old)
    if answer.status == _UNPROVED:
        raise _forked(address, seal, old)
    if answer.status != 200:
        raise _refused(address, seal, answer)
    try:
        returned = parse_seal(f"{seal.checkpoint}\n{answer.content.decode()}").signatures
    except (Misuse, UnicodeDecodeError):
        raise _away(address, "what answers there sent no signature", _NO_WITNESS) from None
    valid = [each for each in returned if any(signed_by(Seal(seal.checkpoint, (each,)), key) for key in keys)]
    if not valid:
        says = ", ".join(dict.fromkeys(each.short for each in returned))
        message = f"the witness at {address} gave no good signature of {' or '.join(key.short for key in keys)}: {says}"
        raise Corrupt("seal-forged", message, "ask it for its key, for the policy; the seal is kept without it")
    return valid


def _refused(address: str, seal: Seal, answer: WitnessAnswer) -> Problem:
    origin, line = seal.checkpoint.origin, answer.content.decode(errors="replace").strip().split("\n")[0][:200]
    if answer.status == _NOT_FOUND:
        unknown = f"the witness at {address} does not know the log {origin}, or no witness is asked there"
        hint = "is the address right? then give whoever runs it the office's public key"
        return Refusal("witness-refuses", unknown, hint)
    if answer.status == _FORBIDDEN:
        changed = f"the witness at {address} knows the log {origin} under another key of the office"
        return Refusal("witness-refuses", changed, "give whoever runs it the office's public key, in person")
    excerpt = f": it says {line!r}" if line and not line.startswith("<") else ""
    to_do = _NO_WITNESS if answer.status < 300 else _TO_DO.get(answer.status, _LATER)
    return _away(address, status_text("it", answer.status) + excerpt, to_do)


def _forked(address: str, seal: Seal, old: int) -> Corrupt:
    sealed = seal.checkpoint
    seen = f"the witness at {address} has seen another history of {sealed.origin} up to #{old}"
    message = f"{seen}, and does not sign the seal up to #{sealed.size}"
    return Corrupt("forked", message, "ask the witness for the seal it signed")


def _away(address: str, why: str, to_do: str) -> Unavailable:
    hint = f"{to_do}; the seal is kept without it: `seal --policy FILE` asks again, of a newer one"
    return Unavailable("witness-away", f"the witness at {address} gave no signature: {why}", hint)


def shown_by_witness(address: str, seal: Seal, witness: PublicKey) -> Seal | None:
    """Return the last seal of a seal's log that the witness at an address shows to monitors; None if it shows none.

    Raises Unavailable (witness-away), also if the witness did not sign what is shown: that proves nothing.
    """
    asked = http.Request(f"{address.rstrip('/')}/{of_bytes(seal.checkpoint.origin.encode()).hex()}/checkpoint")

    def away(why: str) -> Problem:
        return Unavailable("witness-away", f"the witness at {address} shows nothing: {why}", _NOBODY)

    fetch = partial(answer_to, asked, SEAL.most, PATIENCE_SECONDS)
    status, content = ask_within(fetch, PATIENCE_SECONDS, away)
    if status == _NOT_FOUND:
        return None
    if status != 200:
        raise away(status_text("it", status))
    try:
        shown = parse_seal(content.decode())
    except (Misuse, UnicodeDecodeError):
        raise away("what answers there sent no seal") from None
    if shown.checkpoint.origin != seal.checkpoint.origin:
        raise away(f"it sent a seal of {shown.checkpoint.origin}")
    if not signed_by(shown, witness):
        raise away("what answers there sent a seal without its good signature")
    return shown


def post_body(url: str, body: bytes) -> WitnessAnswer:
    """Post a body to a URL; return the answer, whatever its HTTP status."""
    http_request = http.Request(url, body, {"Content-Type": "text/plain; charset=utf-8"}, method="POST")
    return WitnessAnswer(*answer_to(http_request, WITNESSED.most, PATIENCE_SECONDS))

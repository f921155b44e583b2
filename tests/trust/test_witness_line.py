"""Witnesses asked over HTTP: what they sign is kept, and whatever goes wrong costs no seal and is a sentence."""

import json
import re
import socket
import sqlite3
import ssl
import threading
import time
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from http.client import HTTPException
from http.server import ThreadingHTTPServer
from pathlib import Path
from urllib.error import URLError

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec

from cli.main import run
from ledger.bounds.files import WITNESSED
from ledger.errors import Problem
from ledger.store.store import Store
from ledger.trust.keys import read_public_key
from ledger.trust.seal import COSIGNATURE, PublicKey, parse_seal
from ledger.trust.witnessing import WitnessAnswer, ask_witness, parse_request, post_body
from tests.pages.made_receipts import LOG, OFFICE, OFFICIAL, WHOLE
from tests.promises import promise
from tests.store.unguarded import unguarded
from tests.trust.witness_server import WitnessServer, handler_of


@pytest.fixture
def type_(tmp_path, monkeypatch, capsys):
    """An office with a key and an evening; what is typed, and what it prints."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("BRIDGE_LEDGER_KEY", "k")

    def type_(line, code=0):
        capsys.readouterr()
        assert run(line.split()) == code, capsys.readouterr()
        printed = capsys.readouterr()
        return printed.out + printed.err

    for line in ("init", "session open s --boards 1-2", "result add 1/1 4SN= --ns 1 --ew 2"):
        type_(line)
    type_("seal --new-key ebu.example --key k")
    return type_


@pytest.fixture
def witness(type_):
    server = WitnessServer("w1.example", {"ebu.example/s": Path("k.pub").read_text().strip()})
    policed(server)
    yield server
    server.close()


def seals():
    store = Store("sqlite:///bridge-ledger.db")
    found = [parse_seal(note) for _, note in store.seals.of("s")]
    store.close()
    return found


def policed(server, more="", quorum="w1", address=""):
    """A policy of a witness, and whom else its lines name."""
    Path("w1.policy").write_text(f"witness w1 {server.key} {address or server.address}\n{more}quorum {quorum}\n")


def ask(server, more=""):
    return f"seal --policy w1.policy{more}"


def test_of_tiles_it_is_said_whose_signatures_were_checked(type_, witness, monkeypatch):
    type_(ask(witness, " --tiles web"))
    monkeypatch.delenv("BRIDGE_LEDGER_KEY")
    key, name = read_public_key("k.pub"), "+".join(witness.key.split("+")[:2])
    office, says = key.told, f"{key.short}, {key.second.short}"
    told = type_("verify --tiles web --seal web/checkpoint --policy w1.policy --key k.pub")
    assert "the seal of s up to #3 is witnessed by w1\n" in told
    assert f"  signed by: {office}, {name}\n" in told
    assert "  w1 shows its beginning up to #3\n" in told
    checked = type_(f"verify --tiles web --key {key.first}")
    assert f"  signed by: {key.short}; not checked: {key.second.short} (ML-DSA-44), {name}\n" in checked
    assert f"  signed by: {office}; not checked: {name}\n" in type_("verify --tiles web --key k.pub")
    nobody = f"  signed by: not checked; says {says}, {name}\nnote: whose signatures these are was not checked: --key"
    assert nobody in type_("verify --tiles web").replace("\n\n", "\n")
    assert "note: whose signatures these are was not checked: --key KEY\n" in type_("seal --list")
    assert "note: " not in type_("seal --list --key k.pub")
    asked = f"error[no-key]: the seal says that {says}, {name} signed it: with which key is that to be checked?\n"
    assert asked in type_("verify --seal web/checkpoint", code=2)


@promise("T51")
def test_a_witness_is_asked_and_its_signature_kept(type_, witness):
    said = type_(ask(witness, " --tiles web"))
    assert "Signed by w1.example" in said
    path, body = witness.asked[0]
    assert path == "/w/add-checkpoint"
    assert body.startswith("old 0\n\nebu.example/s\n")
    assert "w1.example" in Path("web/checkpoint").read_text()
    Path("s.seal").write_text(said.partition("Sealed up")[0])
    assert "witnessed by w1\n" in type_("verify --seal s.seal --policy w1.policy")
    type_("result add 1/2 4SN= --ns 3 --ew 4")
    type_(ask(witness))
    assert len(witness.asked) == 2
    assert witness.asked[1][1].startswith(f"old {seals()[0].checkpoint.size}\n")
    assert "w1.example" in type_("seal --list")
    told = json.loads(type_(ask(witness, " --json")))
    assert "w1.example" in told["note"]


@promise("T51")
def test_a_witness_that_has_signed_more_says_how_much_and_is_asked_again(type_, witness):
    type_(ask(witness))
    number = seals()[-1].checkpoint.size
    with sqlite3.connect("bridge-ledger.db") as kept, unguarded(kept):
        kept.execute("DELETE FROM seal")
    type_("result add 1/2 4SN= --ns 3 --ew 4")
    assert "Signed by w1.example" in type_(ask(witness))
    assert [body.split("\n")[0] for _, body in witness.asked] == ["old 0", "old 0", f"old {number}"]


@promise("T51")
def test_another_history_is_not_signed(type_, witness):
    type_(ask(witness))
    for line in ("init -q", "session open s --boards 1-2 -q"):
        type_(f"--db other.db {line}")
    assert "and the log here ends at #1" in type_(f"--db other.db {ask(witness)}", code=3)
    for line in ("1/1 4SN-1 --ns 1 --ew 2", "1/2 4SN-1 --ns 3 --ew 4"):
        type_(f"--db other.db result add {line} -q")
    said = type_(f"--db other.db {ask(witness)}", code=3)
    assert "error[forked]" in said
    assert "has seen another history of ebu.example/s" in said


WRONG = {
    "unknown": (lambda self, body: self.say(404, ""), "witness-refuses", "does not know the log ebu.example/s", 1),
    "proof": (lambda self, body: self.say(422, ""), "forked", "another history of ebu.example/s", 3),
    "long": (lambda self, body: self.say(200, "— x\n" * 90000), "witness-away", "is too long", 5),
    "hung-up": (lambda self, body: self.connection.close(), "witness-away", "gave no signature: it broke off (", 5),
    "half": (
        lambda self, body: self.wfile.write(b"HTTP/1.1 200 OK\r\nContent-Length: 99\r\n\r\nx"),
        "witness-away",
        "gave no signature: its answer is cut off: 98 bytes are missing",
        5,
    ),
    "no-http": (lambda self, body: self.wfile.write(b"hello\r\n\r\n"), "witness-away", "does not speak HTTP (hello", 5),
}
"""Each way a line ends; what other answers come to is told below."""


@promise("T51")
@pytest.mark.parametrize("wrong", WRONG)
def test_a_wrong_answer_is_a_sentence_and_the_seal_is_kept(type_, witness, wrong):
    witness.fault, code, words, ends = WRONG[wrong]
    said = type_(ask(witness), code=ends)
    assert f"error[{code}]" in said
    assert words in said
    assert "ebu.example/s\n" in said
    (kept,) = seals()
    assert len(kept.signatures) == 2
    witness.fault = None
    type_(ask(witness))
    assert len(seals()[-1].signatures) == 3


W1 = replace(OFFICIAL, public=PublicKey("w1", OFFICIAL.public.key, COSIGNATURE))
AT = "the witness at https://w1.example/w/"
KEPT = "the seal is kept without it: `seal --policy FILE` asks again, of a newer one"
LATER = ("witness-away", f"try later, or tell whoever runs it; {KEPT}")
NO_WITNESS = ("witness-away", f"is it the address of a witness (c2sp.org/tlog-witness)? ask whoever runs it; {KEPT}")
NOBODY = ("witness-away", f"is the address right, and this computer online? else try later; {KEPT}")
MOVED = ("witness-away", f"ask whoever runs it for the new address; {KEPT}")
ANOTHER = f"{AT} has seen another history of ebu.example/s up to #{{}}, and does not sign the seal up to #11"
FORKED = ("forked", "ask the witness for the seal it signed")
(SIGNED,) = W1.cosign(WHOLE.checkpoint, 1)


def asked_of(answers):
    """What comes of a witness that answers so, one after the other; up to which event it was asked each time."""
    numbers, left = [], iter(answers)

    def post(url, body):
        assert url == "https://w1.example/w/add-checkpoint"
        numbers.append(parse_request(body.decode()).old)
        answer = next(left)
        if isinstance(answer, Exception):
            raise answer
        return WitnessAnswer(*answer)

    try:
        return ask_witness("https://w1.example/w/", WHOLE, LOG.digests, [W1.public], 4, post), numbers
    except Problem as error:
        return (error.code, error.message, error.hint), numbers


def test_a_witness_may_have_signed_up_to_another_event_twice():
    good = (200, f"{SIGNED}\n".encode())
    assert asked_of([good]) == ([SIGNED], [4])
    assert asked_of([(409, b"11\n"), good]) == ([SIGNED], [4, 11])
    assert asked_of([(409, b"5\n"), (409, b"7\n"), good]) == ([SIGNED], [4, 5, 7])
    said = f"{AT} gave no signature: it refuses the request (HTTP 409): it says '9'"
    assert asked_of([(409, b"5\n"), (409, b"7\n"), (409, b"9\n")]) == ((LATER[0], said, LATER[1]), [4, 5, 7])


@pytest.mark.parametrize(
    ("answer", "told", "words"),
    [
        (
            (404, b""),
            ("witness-refuses", "is the address right? then give whoever runs it the office's public key"),
            f"{AT} does not know the log ebu.example/s, or no witness is asked there",
        ),
        (
            (403, b""),
            ("witness-refuses", "give whoever runs it the office's public key, in person"),
            f"{AT} knows the log ebu.example/s under another key of the office",
        ),
        ((422, b""), FORKED, ANOTHER.format(4)),
        ((409, b"4\n"), FORKED, ANOTHER.format(4)),
        (
            (409, b"12\n"),
            ("forked", "another copy of the ledger went on, or it is another history: compare both"),
            f"{AT} has signed up to #12, and the log here ends at #11",
        ),
        ((409, b"04\n"), NO_WITNESS, "it has signed another seal, but does not say up to which event"),
        ((500, b"<html>"), LATER, "it has an error of its own (HTTP 500)"),
        ((204, b""), NO_WITNESS, "it sends something other than an answer (HTTP 204)"),
        ((429, b""), LATER, "it gets too many requests (HTTP 429)"),
        ((401, b""), LATER, "it lets nobody in without a login (HTTP 401)"),
        ((301, b""), MOVED, "it has moved, and no other address is followed (HTTP 301)"),
        ((501, b"<p>"), NO_WITNESS, "the program at that address is no witness (HTTP 501)"),
        ((400, b"old?\nmore"), NO_WITNESS, "it refuses the request (HTTP 400): it says 'old?'"),
        ((418, b"x" * 201), LATER, f"it refuses the request (HTTP 418): it says '{'x' * 200}'"),
        ((200, b""), NO_WITNESS, "what answers there sent no signature"),
        ((200, b"\xff"), NO_WITNESS, "what answers there sent no signature"),
        (
            (200, f"{WHOLE.signatures[0]}\n{WHOLE.signatures[0]}\n".encode()),
            ("seal-forged", "ask it for its key, for the policy; the seal is kept without it"),
            f"{AT} gave no good signature of {W1.public.short}: {OFFICE.public.short}",
        ),
        (TimeoutError(), NOBODY, "no answer in 20 seconds"),
        (URLError(TimeoutError()), NOBODY, "no answer in 20 seconds"),
        (URLError("x" * 300), NOBODY, "x" * 200),
        (URLError(ConnectionRefusedError(111, "no")), NOBODY, "no server runs there ([Errno 111] no)"),
        (
            URLError(socket.gaierror(-2, "Name or service not known")),
            NOBODY,
            "there is no computer of that name, or no network here ([Errno -2] Name or service not known)",
        ),
        (OSError(101, "unreachable"), NOBODY, "this computer cannot reach that network ([Errno 101] unreachable)"),
        (HTTPException("x" * 300), NOBODY, "x" * 200),
        (HTTPException(), NOBODY, "HTTPException"),
        (ValueError("no address"), NOBODY, "no address"),
        (ConnectionResetError(104, "reset"), NOBODY, "it broke off ([Errno 104] reset)"),
    ],
    ids=str,
)
def test_what_a_witness_answers_is_said_with_what_to_do(answer, told, words):
    code, hint = told
    message = words if words.startswith(AT) else f"{AT} gave no signature: {words}"
    assert asked_of([answer]) == ((code, message, hint), [4])


@promise("T51")
@pytest.mark.parametrize("wrong", ["another", "forged", "other-seal", "office"])
def test_only_a_good_signature_of_the_key_that_was_named_is_taken(type_, witness, wrong):
    other = WitnessServer("w1.example", {})
    other.close()

    def answer(self, body):
        text = body.partition("\n\n")[2].partition("\n\n")[0] + "\n"
        line = {
            "another": other.cosigned(text),
            "forged": witness.cosigned(text)[:-9] + "AAAAAAA=\n",
            "other-seal": witness.cosigned(text.replace("s\n", "t\n", 1)),
            "office": body.rpartition("\n\n")[2],
        }[wrong]
        self.say(200, line)

    witness.fault = answer
    said = type_(ask(witness), code=3)
    assert "error[seal-forged]" in said
    assert "gave no good signature of w1.example" in said
    assert [len(each.signatures) for each in seals()] == [2]


@promise("T51")
def test_of_an_answer_only_what_is_good_is_kept(type_, witness):
    other = WitnessServer("w2.example", {})
    other.close()

    def answer(self, body):
        text = body.partition("\n\n")[2].partition("\n\n")[0] + "\n"
        self.say(200, other.cosigned(text) + witness.cosigned(text))

    witness.fault = answer
    type_(ask(witness))
    assert [each.name for each in seals()[-1].signatures] == ["ebu.example", "ebu.example", "w1.example"]


@promise("T51")
@pytest.mark.parametrize("late", ["silent", "dripping"])
def test_a_late_answer_is_waited_for_so_long_and_no_longer(type_, witness, monkeypatch, late):
    monkeypatch.setattr("ledger.trust.witnessing.PATIENCE_SECONDS", 1)
    done = threading.Event()

    def answer(self, body):
        while not done.wait(0.2):
            if late == "dripping":
                self.wfile.write(b"HTTP/1.1 200 OK\r\n"[:1])
                self.wfile.flush()

    witness.fault = answer
    began = time.monotonic()
    said = type_(ask(witness), code=5)
    took = time.monotonic() - began
    done.set()
    assert "no answer in 1 seconds" in said
    assert took < 30
    assert len(seals()) == 1


def test_a_signature_of_one_of_the_keys_that_were_named_is_enough():
    keys = [OFFICE.public, W1.public]
    found = ask_witness(
        "https://w1.example", WHOLE, LOG.digests, keys, 4, lambda *_: WitnessAnswer(200, f"{SIGNED}\n".encode())
    )
    assert found == [SIGNED]


def test_a_witness_is_sent_text_and_its_answer_is_read_to_a_bound_whatever_its_status():
    server = WitnessServer("w1.example", {})
    server.fault = lambda self, body: self.say(418, f"{self.command} {self.path} {self.headers['Content-Type']}")
    said = post_body(f"{server.address}/add-checkpoint", b"x")
    assert said == WitnessAnswer(418, b"POST /w/add-checkpoint text/plain; charset=utf-8")
    for status in (200, 500):
        server.fault = lambda self, body, status=status: self.say(status, "x" * int(body))
        assert len(post_body(server.address, str(WITNESSED.most).encode()).content) == WITNESSED.most
    too_long = str(WITNESSED.most + 1).encode()
    assert len(post_body(server.address, too_long).content) == WITNESSED.most, "of why it refuses no more is read"
    server.fault = lambda self, body: self.say(200, "x" * int(body))
    with pytest.raises(ValueError, match="its answer is too long"):
        post_body(server.address, too_long)
    server.close()


def test_a_connection_on_which_nothing_comes_is_given_up(monkeypatch):
    monkeypatch.setattr("ledger.trust.witnessing.PATIENCE_SECONDS", 0.2)
    with socket.create_server(("127.0.0.1", 0)) as silent:
        hung_up = threading.Timer(20, silent.close)
        hung_up.start()
        with pytest.raises(TimeoutError):
            post_body(f"http://127.0.0.1:{silent.getsockname()[1]}", b"")
        hung_up.cancel()


@promise("T51")
def test_one_of_two_witnesses_that_is_away_costs_no_signature_of_the_other(type_, witness):
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        nobody = f"http://127.0.0.1:{free.getsockname()[1]}"
    other = WitnessServer("w2.example", {})
    other.close()
    more = f"witness w2 {other.key} {nobody}\ngroup any any w1 w2\ngroup all all w1 w2\n"
    policed(witness, more.replace("group any any w1 w2\n", ""), "all")
    said = type_(ask(witness), code=5)
    assert "error[witness-away]" in said
    assert "error[no-quorum]" in said
    assert "Signed by w1.example" in said
    assert len(seals()[-1].signatures) == 3
    policed(witness, more.replace("group all all w1 w2\n", ""), "any")
    said = type_(ask(witness))
    assert "error[" not in said
    assert f"note: the witness at {nobody} gave no signature: no server runs there" in said


@promise("T51")
def test_what_a_witness_shows_is_held_against_the_tiles(type_, witness):
    type_(ask(witness, " --tiles web"))
    verify = "verify --tiles web --policy w1.policy --key k.pub"
    witness.shown = None
    assert "w1 " not in type_(verify).partition("is witnessed by w1\n")[2]
    witness.shown = lambda self: self.say(500, "")
    assert f"note: the witness at {witness.address} shows nothing: it has an error of its own (HTTP 500)" in type_(
        verify
    )
    right = Path("web/checkpoint").read_text()
    unsigned = right.partition("— w1.example ")[0]
    for sent, why in (
        ("hello", "what answers there sent no seal"),
        (right.replace("ebu.example/s\n", "ebu.example/t\n"), "it sent a seal of ebu.example/t"),
        (unsigned, "what answers there sent a seal without its good signature"),
        (unsigned.replace("\n3\n", "\n2\n") + right[len(unsigned) :], "without its good signature"),
    ):
        witness.shown = lambda self, sent=sent: self.say(200, sent)
        told = type_(verify)
        assert (f"note: the witness at {witness.address} shows nothing: " in told, why in told) == (True, True)
    witness.shown = witness.show
    type_("result add 1/2 4SN= --ns 3 --ew 4")
    type_(ask(witness))
    assert re.search("note: w1 has signed ebu.example/s up to #[45]: what is here is older\n", type_(verify))
    for line in ("init -q", "session open s --boards 1-2 -q", "result add 1/1 4SN-1 --ns 1 --ew 2 -q"):
        type_(f"--db other.db {line}")
    type_("--db other.db result add 1/2 4SN= --ns 3 --ew 4 -q")
    Path("none.policy").write_text(Path("w1.policy").read_text().replace("quorum w1", "quorum none"))
    type_("--db other.db seal --tiles fork")
    told = type_("verify --tiles fork --policy none.policy --key k.pub", code=3)
    assert "error[forked]: w1 shows another history of ebu.example/s: session s: an event from #1 to #" in told


@promise("T51")
def test_whatever_fails_beside_it_the_seal_is_printed_and_all_of_it_is_said(type_, witness):
    type_("seal --tiles web")
    witness.fault = WRONG["unknown"][0]
    for name in Path("web/tile").rglob("*"):
        if name.is_file():
            name.write_bytes(b"")
    said = type_(ask(witness, " --tiles web"), code=1)
    for words in ("ebu.example/s\n", "error[witness-refuses]", "error[tiles-broken]: the seal stands"):
        assert words in said
    told = type_(ask(witness, " --tiles web --json"), code=1)
    assert json.loads(told.partition("\n")[0])["as_of"] == 3


@promise("T51")
def test_what_is_asked_wrongly_seals_nothing(type_, witness):
    assert "error[usage]" in type_(f"seal --witness {witness.address}", code=2)
    assert "error[bad-policy]" in type_("seal --policy k.pub", code=2)
    policed(witness, address="ftp://w1.example")
    assert "ftp://w1.example cannot be asked" in type_(ask(witness), code=2)
    policed(witness, f"log {PublicKey('ebu.example', bytes(32))}\n")
    assert "no log line of the policy is the key ebu.example+" in type_(ask(witness), code=2)
    policed(witness)
    assert "error[usage]" in type_("seal --witness k.pub --policy w1.policy", code=2)
    assert "error[no-such-file]" in type_("seal --witness nowhere", code=2)
    assert "error[no-such-file]" in type_("seal --policy nowhere", code=2)
    for line in ("--since 0", "--list", "--new-key x.example --key y"):
        assert "go with a seal" in type_(f"seal {line} --tiles web", code=2)
    type_(ask(witness, " -n"))
    assert (seals(), witness.asked) == ([], [])


@promise("T51")
@pytest.mark.parametrize(
    ("sent", "words"),
    [
        (b"220 mail\r\n", "what answers there does not speak https ("),
        (b"\x15\x03\x03\x00\x02\x02\x28", "no secure connection to it is possible ("),
        (b"", "it broke off ("),
    ],
    ids=["another protocol", "no common cipher", "nothing"],
)
def test_a_certificate_is_spoken_of_only_where_it_is_one(type_, witness, sent, words):
    """What is sent is no TLS; the alert `handshake_failure` (RFC 8446, 6); and nothing at all."""
    with socket.create_server(("127.0.0.1", 0)) as server:

        def answer():
            line, _ = server.accept()
            with line:
                line.recv(4096)
                line.sendall(sent)

        threading.Thread(target=answer, daemon=True).start()
        policed(witness, address=f"https://127.0.0.1:{server.getsockname()[1]}")
        said = type_(ask(witness), code=5)
    assert f"gave no signature: {words}" in said


@promise("T51")
def test_a_server_that_nobody_vouches_for_is_not_asked(type_, witness, tmp_path):
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "127.0.0.1")])
    now = datetime.now(UTC)
    made = x509.CertificateBuilder().subject_name(name).issuer_name(name).public_key(key.public_key())
    made = made.serial_number(1).not_valid_before(now - timedelta(1)).not_valid_after(now + timedelta(1))
    pem = made.sign(key, hashes.SHA256()).public_bytes(serialization.Encoding.PEM)
    pem += key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )
    (tmp_path / "server.pem").write_bytes(pem)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(tmp_path / "server.pem")
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler_of(witness))
    server.socket = context.wrap_socket(server.socket, server_side=True)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    policed(witness, address=f"https://127.0.0.1:{server.server_port}")
    said = type_(ask(witness), code=5)
    server.shutdown()
    server.server_close()
    assert "error[witness-away]" in said
    assert (
        "its certificate is for another name, or this computer does not trust its issuer ([SSL: CERTIFICATE_VERIFY"
        in said
    )
    assert witness.asked == []

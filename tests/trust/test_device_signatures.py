"""What a device signs is recorded with its signature, once, on every database; `verify` names what was changed."""

import json
import os
from base64 import b64encode

import pytest
from cryptography.hazmat.primitives.asymmetric.ec import ECDSA, SECP256R1, generate_private_key
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from hypothesis import given, settings
from msgspec.structs import replace

from ledger.bridge import Result
from ledger.errors import Misuse, Refusal
from ledger.kernel.at_table import Where
from ledger.kernel.free_text import KeptText, commitment
from ledger.laws import profile_loader
from ledger.laws.adjustment import Stands
from ledger.office import Office
from ledger.recording import Submission
from ledger.store.chain import GENESIS, with_digests
from ledger.subjects.office.facts import AppointOfficial, CommandSigned, PairDevice, UnpairDevice
from ledger.subjects.play.facts import OpenSession, RecordResult
from ledger.subjects.rulings.facts import GiveRuling, Grounds, NotifySides
from ledger.trust.commands import decode_command, encode_command
from ledger.trust.devices import device_signed, require_device_key
from ledger.trust.examination import examine
from tests.store.conftest import new_database, postgresql, store, template  # noqa: F401 - fixtures
from tests.strategies import adjustments

RULING = GiveRuling(Where(1, "1"), Stands(), Grounds(offender="EW", facts="West hesitated", reason="Ünd so"))


class Phone:
    """A device of Cole's, with a key of one of the two kinds."""

    def __init__(self, kind="ed25519", name="Cole-1"):
        self.name, self.kind = name, kind
        self.private = Ed25519PrivateKey.generate() if kind == "ed25519" else generate_private_key(SECP256R1())

    @property
    def key(self):
        form = (Encoding.Raw, PublicFormat.Raw)
        if self.kind != "ed25519":
            form = (Encoding.X962, PublicFormat.UncompressedPoint)
        return b64encode(self.private.public_key().public_bytes(*form)).decode()

    def sign(self, signed):
        if self.kind == "ed25519":
            return b64encode(self.private.sign(signed)).decode()
        halves = decode_dss_signature(self.private.sign(signed, ECDSA(SHA256())))
        return b64encode(b"".join(each.to_bytes(32, "big") for each in halves)).decode()

    def signed(self, command, command_id, seen, session="s"):
        """A command signed as the script of the pages signs it."""
        text, salt = encode_command(command), os.urandom(16)
        proved = commitment(salt, text)
        words = json.dumps([session, command_id, seen, proved], separators=(",", ":"))
        signature = self.sign(b"bridge-ledger command 1\n" + words.encode())
        return Submission(
            command_id, by="Cole", signed=CommandSigned(self.name, seen, signature, KeptText(text, proved, salt))
        )


def evening(office, phone):
    regulations = profile_loader.load_profile("default")
    office.submit("s", OpenSession("Evening", None, (1, 2), 2, regulations, ("1NS", "2NS", "1EW", "2EW")))
    for table, made in (("1", "4SN="), ("2", "4SN-1")):
        office.submit("s", RecordResult(Where(1, table, f"{table}NS", f"{table}EW"), Result(made)))
    office.submit("s", AppointOfficial("Ahlborn", "chief-director"))
    office.submit("s", AppointOfficial("Cole", "director"))
    office.submit("s", PairDevice("Cole", phone.name, phone.key))
    return office.stream("s").number


@pytest.mark.parametrize("kind", ["ed25519", "p-256"])
def test_it_is_recorded_once_with_its_signature_and_found_sound(store, kind):  # noqa: F811
    office, phone = Office(store, "Ahlborn"), Phone(kind)
    seen = evening(office, phone)
    how = phone.signed(RULING, "id-1", seen)
    first = office.submit("s", RULING, how)
    assert [each.name for each in first.events] == ["ruling-given/1", "command-signed/1"]
    assert first.events[1].because == (first.events[0].number,)
    again = office.submit("s", RULING, how)
    assert (again.repeated, again.events) == (True, first.events)
    assert office.stream("s").devices["Cole-1"].heard == first.events[1].recorded_at
    (audit,) = [each for each in office.verify("s", strict=True) if each.session]
    assert audit.checks["signatures"] == []


def test_what_is_signed_otherwise_or_by_another_is_not_recorded(store):  # noqa: F811
    office, phone = Office(store, "Ahlborn"), Phone()
    seen = evening(office, phone)
    good = phone.signed(RULING, "id-1", seen)
    wrong = [
        Phone().signed(RULING, "id-1", seen),
        phone.signed(RULING, "id-2", seen)._replace(command_id="id-1"),
        phone.signed(RULING, "id-1", seen, session="t"),
        good._replace(signed=replace(good.signed, seen=seen - 1)),
        good._replace(signed=replace(good.signed, signature="")),
        good._replace(signed=replace(good.signed, signature="no base64")),
    ]
    for how in wrong:
        with pytest.raises(Refusal) as refused:
            office.submit("s", RULING, how)
        assert refused.value.code == "not-signed"
    with pytest.raises(Misuse) as misused:
        office.submit("s", replace(RULING, adjustment=Stands(), provisional=True), good)
    assert misused.value.code == "bad-value"
    with pytest.raises(Refusal) as refused:
        office.submit("s", RULING, good._replace(by="Ahlborn"))
    assert refused.value.code == "not-paired"
    office.submit("s", UnpairDevice("Cole-1", "lost"))
    with pytest.raises(Refusal) as refused:
        office.submit("s", RULING, good)
    assert refused.value.code == "not-paired"
    assert office.stream("s").number == seen + 1


def found(log):
    """What `verify --strict` says of the signatures of a log that was chained again."""
    again = [envelope for envelope, _ in with_digests(log, GENESIS)]
    return [(each.number, each.text) for each in examine(again, "s", strict=True).get("signatures", [])]


def test_what_was_changed_later_is_named(store):  # noqa: F811
    office, phone = Office(store, "Ahlborn"), Phone()
    seen = evening(office, phone)
    office.submit("s", RULING, phone.signed(RULING, "id-1", seen))
    log = list(office.log("s"))
    ruling, signature = log[-2:]
    assert found(log) == []

    def with_last(*events):
        return found([*log[:-2], *events])

    number = signature.number
    forged = replace(signature, event=replace(signature.event, seen=seen - 1))
    assert with_last(ruling, forged) == [(number, f"the signature in #{number} is forged: it is not of Cole-1")]
    other = replace(ruling, event=replace(ruling.event, offender="NS"))
    text = f"Cole-1 signed in #{number} a command that leads to other events than those before it"
    assert with_last(other, signature) == [(number, text)]
    unpaired = replace(signature, event=replace(signature.event, device="Cole-2"))
    assert (number, f"#{number} is signed with Cole-2, which was not paired to Cole") in with_last(ruling, unpaired)
    moved = replace(signature, command_id="id-2")
    assert with_last(ruling, moved) == [(number, f"#{number} signs nothing that Cole recorded just before it")]
    less = replace(signature, because=())
    assert with_last(ruling, less) == [(number, f"#{number} signs something other than the events before it")]


def test_with_the_facts_the_command_is_erased_and_its_signature_stays_good(store):  # noqa: F811
    office, phone = Office(store, "Ahlborn"), Phone()
    seen = evening(office, phone)
    number = office.submit("s", RULING, phone.signed(RULING, "id-1", seen)).events[0].number
    texts = office.texts("s", number=number, field="facts", copies=True)
    assert [(each.number, each.field) for each in texts] == [(number, "facts"), (number + 1, "command")]
    office.erase({"s": [each.erasing for each in texts]})
    assert "hesitated" not in str([each.event for each in office.log("s")])
    (audit,) = [each for each in office.verify("s", strict=True) if each.session]
    assert audit.checks["signatures"] == []


@given(adjustments)
@settings(max_examples=30)
def test_a_command_is_read_as_it_was_written(adjustment):
    command = replace(RULING, adjustment=adjustment)
    assert decode_command(encode_command(command), {}.__getitem__) == command


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        "null",
        '["give-ruling",{},[]]',
        '["no-such-thing",{},[]]',
        '["command",{},[]]',
        "[" * 5000,
        '["notify-sides",{"right_to_appeal":true,"case":"R-0001"},[]]',
        '["notify-sides",{"case":"R-0001","right_to_appeal":true,"more":1},[]]',
        '["notify-sides",{"case":"R-0001","right_to_appeal":true},["left over"]]',
        '["notify-sides", {"case":"R-0001","right_to_appeal":true},[]]',
        '["confirm-ruling",{"case":"R-0001","reason":"' + "0" * 63 + '1"},[]]',
    ],
)
def test_only_the_one_way_to_write_a_command_is_read(text):
    with pytest.raises(Misuse) as refused:
        decode_command(text, {}.__getitem__)
    assert refused.value.code == "bad-value"
    assert decode_command(
        '["notify-sides",{"case":"R-0001","right_to_appeal":true},[]]', {}.__getitem__
    ) == NotifySides("R-0001", True)


@pytest.mark.parametrize("key", ["", "AAAA", "no base64", "A" * 43 + "= ", b64encode(bytes(65)).decode()])
def test_what_is_no_key_of_a_device_is_refused(key):
    with pytest.raises(Misuse) as refused:
        require_device_key(key)
    assert refused.value.code == "bad-key"


@pytest.mark.parametrize("kind", ["ed25519", "p-256"])
def test_a_signature_is_of_one_key_and_one_text(kind):
    phone = Phone(kind)
    assert require_device_key(phone.key) == phone.key
    good = phone.sign(b"so")
    assert device_signed(phone.key, good, b"so")
    assert not device_signed(phone.key, good, b"otherwise")
    assert not device_signed(Phone(kind).key, good, b"so")
    for wrong in ("", "AA==", b64encode(bytes(64)).decode(), good[:-4]):
        assert not device_signed(phone.key, wrong, b"so")

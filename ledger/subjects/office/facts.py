"""The office: officials and their devices, signatures of judgements, commands and regulations, bundles taken over."""

from ledger.bounds.types import EventNumber
from ledger.kernel.fact import Command, Fact, OfficeName
from ledger.kernel.free_text import FreeText


class OfficialAppointed(Fact, frozen=True):
    """A person was appointed to an office; once anybody is appointed, only officials record.

    `key`: the public key of the person, 'ahlborn+3a7f01c2+AV…', with which his judgements are signed. `login`: the
    login of the database server from which he must record. '' leaves the earlier key or login.
    """

    name: str
    office: OfficeName
    key: str = ""
    login: str = ""


class OfficialRelieved(Fact, frozen=True):
    """A person was relieved of an office; `key` and `login`: what the person loses with the last office, else ''."""

    name: str
    office: OfficeName
    reason: FreeText = ""
    key: str = ""
    login: str = ""


class DevicePaired(Fact, frozen=True):
    """A device, such as a phone, was tied to an official: what it signs is recorded in his name.

    `device`: its name, 'Ahlborn-1'. `key`: its public key in base64: 32 bytes of Ed25519, or a point of P-256 (65).
    """

    name: str
    device: str
    key: str


class DeviceUnpaired(Fact, frozen=True):
    """A device is tied to nobody any more: from now on it records nothing."""

    device: str
    reason: FreeText = ""


class SigningEvent(Fact, frozen=True):
    """An event that signs the events which its command recorded just before (`because`)."""


class CommandSigned(SigningEvent, frozen=True):
    """The signature of a device under its command, as it was shown to the official after event `seen`.

    `signature`: in base64, over the session, the id of the command, `seen`, and the commitment to `command`, which is
    the command as `ledger.trust.commands` writes it, under a salt that the device made.
    """

    device: str
    seen: EventNumber
    signature: str
    command: FreeText


class JudgementSigned(SigningEvent, frozen=True):
    """The signature of an official under the events that his command recorded just before (`because`).

    `digest`: the log's digest up to the last of those events (64 hexadecimal digits). `key`: the full public key.
    `signature`: Ed25519 (RFC 8032), in base64.
    """

    digest: str
    key: str
    signature: str


class RegulationsSigned(Fact, frozen=True):
    """The chief director signed the regulations in force, by which all scores are computed.

    It answers the event that put the regulations in force, and does not cover later amendments. `profile`: the name of
    the regulations. `digest`: over the profile and all its values (64 hexadecimal digits), to compare with an office's
    own file.
    """

    profile: str
    digest: str


class SchemaDifferenceAccepted(Fact, frozen=True):
    """The office accepts that the database differs from the program's schema.

    `line`: the difference as `verify` prints it, '+ member watch of pg_monitor'.
    """

    line: str
    reason: FreeText = ""


class BundleImported(Fact, frozen=True):
    """Events from a bundle, the file of another copy of the ledger, were added to a session of this database.

    `file`: the bundle's name; `taken`: the number of new events, the last of which, with the digest `digest` (64
    hexadecimal digits), stands just before this one. `seal`: the key, 'ebu.example+3a7f01c2', whose seal covers them;
    '' if the chief director, who recorded this, consented without a seal.
    """

    file: str
    taken: EventNumber
    digest: str
    seal: str = ""


def office_text(office: str) -> str:
    """Return an office in words: 'chief director', 'member of the committee'."""
    return {"chief-director": "chief director", "committee": "member of the committee"}.get(office, office)


def key_name(key: str) -> str:
    """Return the short form of a public key, its name and number ('ahlborn+3a7f01c2'), or 'without a name'."""
    return "+".join(key.split("+", 2)[:2]).strip() or "without a name"


class AppointOfficial(OfficialAppointed, Command, frozen=True):
    """Appoint a person to an office; `key` and `login` '' leave the earlier key and login.

    `key`: the public key of the person; `login`: the person's login of the database server.
    """


class RelieveOfficial(Command, frozen=True):
    """Relieve an official of an office."""

    name: str
    office: OfficeName
    reason: str = ""


class PairDevice(DevicePaired, Command, frozen=True):
    """Tie a device to an official."""


class UnpairDevice(DeviceUnpaired, Command, frozen=True):
    """Untie a device from its official."""


class TakeOver(Command, frozen=True):
    """Add the new events of a bundle, a file of another copy of the ledger, to a session of this database.

    `file`: the bundle's name; `size` and `digest`: its last event; `seal`: the key whose valid seal covers it, '' if
    none; `consent`: the chief director takes them over without a seal.
    """

    file: str
    size: int
    digest: str
    seal: str = ""
    consent: bool = False


class SignRegulations(Command, frozen=True):
    """Sign the regulations in force, as the chief director."""


class AcceptSchemaDifference(SchemaDifferenceAccepted, Command, frozen=True):
    """Accept a difference between the database and the program's schema."""

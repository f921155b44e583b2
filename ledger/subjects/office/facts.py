"""The office itself: who holds what office, whose judgements are signed, what was taken over."""

from msgspec import Struct

from ledger.bounds.types import EventNumber
from ledger.kernel.fact import Fact, OfficeName
from ledger.kernel.free_text import FreeText
from ledger.subjects.publications.facts import PublishScores, ShowRunningScores


class OfficialAppointed(Fact, frozen=True):
    """Somebody holds an office of the session from now on. With the first one, only officials record.

    `key`: the public key he is tied to from now on, 'ahlborn+3a7f01c2+AV…': what he judges is recorded with a signature
    of it. `login`: the login of the database server he is tied to: whatever he records comes from it. '' changes
    nothing of that.
    """

    name: str
    office: OfficeName
    key: str = ""
    login: str = ""


class OfficialRelieved(Fact, frozen=True):
    """Somebody no longer holds an office. `key`, `login`: to which he is tied no longer, as it was his last office."""

    name: str
    office: OfficeName
    reason: FreeText = ""
    key: str = ""
    login: str = ""


class JudgementSigned(Fact, frozen=True):
    """An official tied to a key signed what he recorded just before, in the same command: the events it answers.

    `digest`: of the last of them (64 hexadecimal digits), so of the log up to it. `key`: the public key, in full.
    `signature`: Ed25519 (RFC 8032), in base64.
    """

    digest: str
    key: str
    signature: str


class RegulationsSigned(Fact, frozen=True):
    """The chief director signed the regulations in force: it is by these that he has the event scored.

    It answers the event that put them in force, and signs nothing that is amended later. `profile`: what they are
    called. `digest`: over that and every value of them (64 hexadecimal digits), to hold against an office's own file.
    """

    profile: str
    digest: str


class SchemaDifferenceAccepted(Fact, frozen=True):
    """The office knows that the database is otherwise than it was made, and wants it so.

    `line`: the difference as `verify` prints it, '+ member watch of pg_monitor'.
    """

    line: str
    reason: FreeText = ""


class BundleImported(Fact, frozen=True):
    """Events of another copy of the ledger were taken over into a session that was here, from a bundle.

    `file` is what the bundle was called, `taken` how many of its events were new here; the last of them stands just
    before this one, with the digest `digest` (64 hexadecimal digits). `seal`: the key, 'ebu.example+3a7f01c2', whose
    seal covers them all; '' where the chief director, who recorded this, consented without one.
    """

    file: str
    taken: EventNumber
    digest: str
    seal: str = ""


def office_text(office: str) -> str:
    """'chief director', 'member of the committee'."""
    return {"chief-director": "chief director", "committee": "member of the committee"}.get(office, office)


def key_name(key: str) -> str:
    """How a public key is called on a screen: 'ahlborn+3a7f01c2'."""
    return "+".join(key.split("+", 2)[:2]).strip() or "without a name"


class AppointOfficial(OfficialAppointed, frozen=True):
    """Give somebody an office of the session.

    `key`: the public key to tie him to, '' for none or that he has; `login`: so the login of the database server.
    """


class RelieveOfficial(Struct, frozen=True):
    """Take an office from somebody."""

    name: str
    office: OfficeName
    reason: str = ""


class TakeOver(Struct, frozen=True):
    """Take over the new events of a bundle into a session that is here.

    `file`: what the bundle is called; `size` and `digest`: its last event; `seal`: the key whose good seal covers it,
    '' where none does; `consent`: whether the chief director takes them over without one.
    """

    file: str
    size: int
    digest: str
    seal: str = ""
    consent: bool = False


class SignRegulations(Struct, frozen=True):
    """Sign the regulations in force, as the chief director."""


class AcceptSchemaDifference(SchemaDifferenceAccepted, frozen=True):
    """Accept a difference of the database from what was made."""


OfficeCommand = (
    AppointOfficial
    | RelieveOfficial
    | PublishScores
    | ShowRunningScores
    | SignRegulations
    | TakeOver
    | AcceptSchemaDifference
)

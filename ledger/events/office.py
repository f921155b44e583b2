"""The office itself: who holds what office, and what was published."""

from typing import Literal, get_args

from ledger.events.fact import Fact
from ledger.events.free_text import FreeText

OfficeName = Literal["scorer", "director", "chief-director", "committee", "reviewer"]
OFFICES: tuple[OfficeName, ...] = get_args(OfficeName)


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


class ScoresPublished(Fact, frozen=True):
    """The official score was made available (Laws 79C, 92B): the periods run from the first time.

    `numbers` is the digest of every score, total and place that was given out.
    """

    numbers: str
    note: FreeText = ""


class PublicationRecalled(Fact, frozen=True):
    """Scores were published too early, and are not official after all."""

    reason: FreeText = ""


class BundleImported(Fact, frozen=True):
    """Events of another copy of the ledger were taken over into a session that was here, from a bundle.

    `file` is what the bundle was called, `taken` how many of its events were new here; the last of them stands just
    before this one, with the digest `digest` (64 hexadecimal digits). `seal`: the key, 'ebu.example+3a7f01c2', whose
    seal covers them all; '' where the chief director, who recorded this, consented without one.
    """

    file: str
    taken: int
    digest: str
    seal: str = ""


def office_text(office: str) -> str:
    """'chief director', 'member of the committee'."""
    return {"chief-director": "chief director", "committee": "member of the committee"}.get(office, office)


def key_name(key: str) -> str:
    """How a public key is called on a screen: 'ahlborn+3a7f01c2'."""
    return "+".join(key.split("+", 2)[:2]).strip() or "without a name"

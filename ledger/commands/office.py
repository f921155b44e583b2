"""The office itself, in the imperative."""

from msgspec import Struct

from ledger.events.office import OfficeName


class AppointOfficial(Struct, frozen=True):
    """Give somebody an office of the session.

    `key`: the public key to tie him to, '' for none or that he has; `login`: so the login of the database server.
    """

    name: str
    office: OfficeName
    key: str = ""
    login: str = ""


class RelieveOfficial(Struct, frozen=True):
    """Take an office from somebody."""

    name: str
    office: OfficeName
    reason: str = ""


class PublishScores(Struct, frozen=True):
    """Make the official score available."""

    note: str = ""


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


OfficeCommand = AppointOfficial | RelieveOfficial | PublishScores | TakeOver

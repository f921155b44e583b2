"""The office itself, in the imperative."""

from msgspec import Struct

from ledger.events.office import OfficeName


class AppointOfficial(Struct, frozen=True):
    """Give somebody an office of the session."""

    name: str
    office: OfficeName


class RelieveOfficial(Struct, frozen=True):
    """Take an office from somebody."""

    name: str
    office: OfficeName
    reason: str = ""


class PublishScores(Struct, frozen=True):
    """Make the official score available."""

    note: str = ""


OfficeCommand = AppointOfficial | RelieveOfficial | PublishScores

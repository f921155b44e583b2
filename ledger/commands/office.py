"""The office itself, in the imperative."""

from dataclasses import dataclass

from ledger.events.office import OfficeName


@dataclass(frozen=True, slots=True)
class AppointOfficial:
    """Give somebody an office of the session."""

    name: str
    office: OfficeName


@dataclass(frozen=True, slots=True)
class RelieveOfficial:
    """Take an office from somebody."""

    name: str
    office: OfficeName
    reason: str = ""


@dataclass(frozen=True, slots=True)
class PublishScores:
    """Make the official score available."""

    note: str = ""


OfficeCommand = AppointOfficial | RelieveOfficial | PublishScores

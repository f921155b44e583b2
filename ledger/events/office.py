"""The office itself: who holds what office, and what was published."""

from typing import Literal, get_args

from ledger.events.fact import Fact
from ledger.events.free_text import FreeText

OfficeName = Literal["scorer", "director", "chief-director", "committee", "reviewer"]
OFFICES: tuple[OfficeName, ...] = get_args(OfficeName)


class OfficialAppointed(Fact, frozen=True):
    """Somebody holds an office of the session from now on. With the first one, only officials record."""

    name: str
    office: OfficeName


class OfficialRelieved(Fact, frozen=True):
    """Somebody no longer holds an office."""

    name: str
    office: OfficeName
    reason: FreeText = ""


class ScoresPublished(Fact, frozen=True):
    """The official score was made available (Laws 79C, 92B): the periods run from the first time.

    `numbers` is the digest of every score, total and place that was given out.
    """

    numbers: str
    note: FreeText = ""


class PublicationRecalled(Fact, frozen=True):
    """Scores were published too early, and are not official after all."""

    reason: FreeText = ""


def office_text(office: str) -> str:
    """'chief director', 'member of the committee'."""
    return {"chief-director": "chief director", "committee": "member of the committee"}.get(office, office)

"""The office itself: who holds what office, and what was published."""

from typing import Literal

from msgspec import Struct

OfficeName = Literal["scorer", "director", "chief-director", "committee", "reviewer"]


class OfficialAppointed(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Somebody holds an office of the session from now on. With the first one, only officials record."""

    name: str
    office: OfficeName


class OfficialRelieved(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Somebody no longer holds an office."""

    name: str
    office: OfficeName
    reason: str = ""


class ScoresPublished(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The official score was made available (Laws 79C, 92B): the periods run from the first time.

    `numbers` is the digest of every score, total and place that was given out.
    """

    numbers: str
    note: str = ""


class PublicationRecalled(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Scores were published too early, and are not official after all."""

    reason: str = ""

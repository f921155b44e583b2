"""Profiles of regulations: the list, one profile with its values, two compared."""

from typing import Any

from msgspec import UNSET, Struct, UnsetType

from cli.views.answers import Answer, fill_row
from cli.views.tables import AnswerColumn, AnswerTable
from ledger.laws.profile_loader import Profile


class ProfileRow(Struct, frozen=True, kw_only=True):
    """A profile of regulations with its edition of the Laws; `unverified` ones, and the `sources` of the others."""

    profile: str
    title: str
    laws: str
    unverified: tuple[str, ...]
    sources: dict[str, str]


class ProfilesAnswer(Answer, frozen=True):
    """The profiles of regulations that come with the program."""

    profiles: tuple[ProfileRow, ...]

    @property
    def table(self) -> AnswerTable:
        """The profiles as a table, with the number of unverified and of sourced regulations."""
        columns = (
            *(AnswerColumn("profile"), AnswerColumn("title", "of whom")),
            AnswerColumn("unverified", say=lambda row: str(len(row.unverified)), number=True),
            AnswerColumn("sources", "with a source", lambda row: str(len(row.sources)), number=True),
        )
        return AnswerTable(self.profiles, columns)


class ProfileAnswer(Answer, ProfileRow, frozen=True, kw_only=True):
    """A profile of regulations; `regulations show` gives its `values`, and the `days` from which it has others."""

    days: tuple[str, ...] | UnsetType = UNSET
    values: dict[str, Any] | UnsetType = UNSET


class DifferingValue(Struct, frozen=True):
    """A regulation with different values in two sets, and both values."""

    name: str
    a: Any
    b: Any


class RegulationsDiffAnswer(Answer, frozen=True):
    """The regulations that differ between two sets."""

    a: str
    b: str
    differing: tuple[DifferingValue, ...]


def profile_row(profile: Profile) -> ProfileRow:
    """Return a profile as a row without the values of its regulations."""
    return fill_row(ProfileRow, profile.regulations, profile)

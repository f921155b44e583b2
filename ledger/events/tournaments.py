"""A tournament (the Laws' event): its stages, which sessions belong to it, who takes part and plays where as whom.

They stand in a stream of the tournament's own. What a session decides waits for none of them.
"""

from typing import Literal

from ledger.events.fact import Fact
from ledger.events.free_text import FreeText
from ledger.laws.regulations import Regulations
from ledger.laws.stage_rules import StageRules

StageFormat = Literal["sessions", "swiss", "all-play-all", "knockout"]
"""How a stage is played: sessions that add up, or matches that are drawn, all met, or lost once."""


class TournamentOpened(Fact, frozen=True):
    """A tournament was opened, under regulations of its own: its periods, and how its officials hear appeals."""

    title: str
    regulations: Regulations


class Stage(Fact, frozen=True):
    """A stage of a tournament: how it is played, and how its scores come together."""

    name: str
    format: StageFormat
    rules: StageRules


class StageAdded(Stage, frozen=True):
    """A stage was added, after those there are."""


class StageAmended(Stage, frozen=True, kw_only=True):
    """Other rules for a stage from now on, or another way it is played."""

    reason: FreeText = ""


class StageRemoved(Fact, frozen=True):
    """A stage that had no session was taken out."""

    name: str


class SessionAdded(Fact, frozen=True):
    """A session plays in a stage: as which of its sittings (1 is the first), and in which section of that one.

    Contestants of a section are told apart by its letter, `A5`; without one they are called as in the session.
    """

    stage: str
    session: str
    sitting: int
    section: str = ""


class SessionRemoved(Fact, frozen=True):
    """A session does not belong to the tournament after all."""

    session: str
    reason: FreeText = ""


class Entrant(Fact, frozen=True):
    """A contestant of the tournament: how it is called throughout, in which stratum, and its seed."""

    label: str
    stratum: str = ""
    seed: int | None = None


class EntrantsEntered(Fact, frozen=True):
    """Contestants of the tournament were entered, or said to have another stratum or seed."""

    entrants: tuple[Entrant, ...]


class EntryWithdrawn(Fact, frozen=True):
    """The entry of this event's number does not count: whom it alone entered is none of the tournament's contestants.

    What other entries say of them holds.
    """

    entry: int
    reason: FreeText = ""


class ContestantLinked(Fact, frozen=True):
    """A contestant of a session is this contestant of the tournament: numbers change from session to session."""

    session: str
    contestant: str
    entrant: str


class LinkWithdrawn(Fact, frozen=True):
    """A contestant of a session is not that of the tournament after all.

    `again`: who it was said to be before, and is again; where that is nobody, it goes by its own number.
    """

    session: str
    contestant: str
    reason: FreeText = ""
    again: str = ""


class LotDrawn(Fact, frozen=True):
    """Contestants with equal totals drew lots for their places in a stage: `drawn`: the best first."""

    stage: str
    drawn: tuple[str, ...]
    reason: FreeText = ""


class LotWithdrawn(Fact, frozen=True):
    """The lot drawn in the event of this number does not count."""

    lot: int
    reason: FreeText = ""

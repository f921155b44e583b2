"""A tournament (the Laws' event): its stages, which sessions belong to it, who takes part and plays where as whom.

They stand in a stream of the tournament's own. What a session decides waits for none of them.
"""

from collections.abc import Iterable, Mapping
from typing import Literal

from msgspec import Struct

from ledger.bounds.types import Seed, Sitting
from ledger.kernel.fact import DecidedOn, DecideOn, Envelope, Fact, TakenBack
from ledger.kernel.free_text import FreeText
from ledger.laws.regulations import Regulations, StageRules
from ledger.subjects.draws.facts import DrawRound
from ledger.subjects.people.facts import Player, PlayersNamed, TextErased
from ledger.subjects.publications.facts import PublishStanding

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


class StageAdded(Stage, frozen=True, kw_only=True):
    """A stage was added: after those there are, or `before` one of them."""

    before: str = ""


class StageAmended(Stage, frozen=True, kw_only=True):
    """Other rules for a stage from now on, or another way it is played."""

    reason: FreeText = ""


class SessionAdded(Fact, frozen=True):
    """A session plays in a stage: as which of its sittings (1 is the first), and in which section of that one.

    Contestants of a section are told apart by its letter, `A5`; without one they are called as in the session.
    """

    stage: str
    session: str
    sitting: Sitting
    section: str = ""


class Entrant(Fact, frozen=True):
    """A contestant of the tournament: how it is called throughout, in which stratum, and its seed."""

    label: str
    stratum: str = ""
    seed: Seed | None = None


class EntrantsEntered(Fact, frozen=True):
    """Contestants of the tournament were entered, or said to have another stratum or seed."""

    entrants: tuple[Entrant, ...]


class ContestantLinked(Fact, frozen=True):
    """A contestant of a session is this contestant of the tournament: numbers change from session to session.

    `other_people`: it is, though other people play than in its other sessions; somebody said so.
    """

    session: str
    contestant: str
    entrant: str
    other_people: bool = False


_WHO_IS_WHO = (PlayersNamed, TextErased, SessionAdded, EntrantsEntered, ContestantLinked)
_TAKEN_BACK = ("session-added", "entrants-entered", "contestant-linked")


def changes_who_is_named(events: Iterable[Envelope]) -> bool:
    """Whether these name somebody or erase a text, here or, by what belongs to a tournament and who plays where as
    whom, elsewhere: who keeps what was read before still says it as it was.
    """
    said = [each.event for each in events]
    return any(
        each.kind in _TAKEN_BACK if isinstance(each, TakenBack) else isinstance(each, _WHO_IS_WHO) for each in said
    )


class LotDrawn(DecidedOn, frozen=True):
    """Contestants with equal totals drew lots for their places in a stage: `drawn`: the best first."""

    stage: str
    drawn: tuple[str, ...]
    reason: FreeText = ""


class OpenTournament(TournamentOpened, frozen=True):
    """Open a tournament."""


class AddStage(Struct, frozen=True):
    """Add a stage, after those there are or `before` one; without rules it is added up as is usual for its format."""

    name: str
    format: StageFormat = "sessions"
    rules: StageRules | None = None
    before: str = ""


class AmendStage(StageAmended, frozen=True):
    """Have a stage played, or added up, in another way from now on."""


class AddSession(Struct, frozen=True):
    """Say that a session plays in a stage; `sitting` is which of its sessions, the next where it is not said.

    `links`: who of the tournament those are who play there, (contestant, entrant), where they have other numbers.
    `by_people`: whoever is known from another session by name is linked so. `other_people`: contestants who are the
    same as elsewhere, though other people play.
    What the office finds out when it is decided: `elsewhere`, the other tournament it belongs to; `contestants`, who
    plays in it, and in the sessions that play at the same sitting (by session); `people`, who those are in all its
    sessions.
    """

    stage: str
    session: str
    sitting: int | None = None
    section: str = ""
    links: tuple[tuple[str, str], ...] = ()
    elsewhere: str = ""
    contestants: Mapping[str, tuple[str, ...]] = {}
    by_people: bool = False
    other_people: tuple[str, ...] = ()
    people: Mapping[str, Mapping[str, tuple[Player, ...]]] = {}


class RemoveSession(Struct, frozen=True):
    """Say that a session does not belong to the tournament."""

    session: str
    reason: str = ""


class EnterEntrants(Struct, frozen=True):
    """Enter contestants of the tournament, or say another stratum or seed of them; and who they are."""

    entrants: tuple[Entrant, ...]
    players: tuple[Player, ...] = ()


class LinkContestants(Struct, frozen=True):
    """Say which contestants of the tournament those of a session are, each as (contestant, entrant).

    `other_people`: those of them who are the same as elsewhere, though other people play.
    What the office finds out when it is decided: `contestants`, who plays in the session, and `beside` in those that
    play at the same sitting (by session); `people`, who those are in all its sessions.
    """

    session: str
    links: tuple[tuple[str, str], ...]
    contestants: tuple[str, ...] = ()
    beside: Mapping[str, tuple[str, ...]] = {}
    other_people: tuple[str, ...] = ()
    people: Mapping[str, Mapping[str, tuple[Player, ...]]] = {}


class DrawLot(DecideOn, frozen=True):
    """Record in which order a lot has contestants of a stage who are tied, the best first.

    What the office finds out when it is decided: `playing`, everybody who has a total in the stage.
    """

    stage: str
    order: tuple[str, ...]
    reason: str = ""
    playing: tuple[str, ...] = ()


TournamentCommand = (
    OpenTournament
    | AddStage
    | AmendStage
    | AddSession
    | RemoveSession
    | EnterEntrants
    | LinkContestants
    | DrawLot
    | DrawRound
    | PublishStanding
)

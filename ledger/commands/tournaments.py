"""A tournament: its stages, sessions and contestants, in the imperative."""

from collections.abc import Mapping

from msgspec import Struct

from ledger.commands.draws import DrawRound
from ledger.commands.standing_publication import PublishStanding
from ledger.events.tournaments import Entrant, StageFormat
from ledger.laws.regulations import Regulations
from ledger.laws.stage_rules import StageRules


class OpenTournament(Struct, frozen=True):
    """Open a tournament."""

    title: str
    regulations: Regulations


class AddStage(Struct, frozen=True):
    """Add a stage after those there are; without rules it is added up as is usual for its format."""

    name: str
    format: StageFormat = "sessions"
    rules: StageRules | None = None


class AmendStage(Struct, frozen=True):
    """Have a stage played, or added up, in another way from now on."""

    name: str
    format: StageFormat
    rules: StageRules
    reason: str = ""


class AddSession(Struct, frozen=True):
    """Say that a session plays in a stage; `sitting` is which of its sessions, the next where it is not said.

    `links`: who of the tournament those are who play there, (contestant, entrant), where they have other numbers.
    What the office finds out when it is decided: `elsewhere`, the other tournament it belongs to; `contestants`, who
    plays in it, and in the sessions that play at the same sitting (by session).
    """

    stage: str
    session: str
    sitting: int | None = None
    section: str = ""
    links: tuple[tuple[str, str], ...] = ()
    elsewhere: str = ""
    contestants: Mapping[str, tuple[str, ...]] = {}


class RemoveSession(Struct, frozen=True):
    """Say that a session does not belong to the tournament."""

    session: str
    reason: str = ""


class EnterEntrants(Struct, frozen=True):
    """Enter contestants of the tournament, or say another stratum or seed of them."""

    entrants: tuple[Entrant, ...]


class LinkContestants(Struct, frozen=True):
    """Say which contestants of the tournament those of a session are, each as (contestant, entrant).

    What the office finds out when it is decided: `contestants`, who plays in the session, and `beside` in those that
    play at the same sitting (by session).
    """

    session: str
    links: tuple[tuple[str, str], ...]
    contestants: tuple[str, ...] = ()
    beside: Mapping[str, tuple[str, ...]] = {}


class DrawLot(Struct, frozen=True):
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

"""A tournament (the Laws' event): its stages, sessions and entrants, and the links of contestants to entrants.

The events stand in the tournament's own stream; no decision in a session waits for them.
"""

from collections.abc import Iterable, Mapping
from typing import Literal

from ledger.bounds.types import Seed, Sitting
from ledger.kernel.fact import DecideAcrossStreams, DecidedAcrossStreams, Envelope, Fact, TakenBack, TournamentCommand
from ledger.kernel.free_text import FreeText
from ledger.laws.regulations import Regulations, StageRules
from ledger.subjects.people.facts import Player, PlayersNamed, TextErased
from ledger.subjects.publications.facts import ScoresPublished

StageFormat = Literal["sessions", "swiss", "all-play-all", "knockout"]
"""The format of a stage: sessions that add up, a Swiss draw, matches of all against all, or a knockout."""


class TournamentOpened(Fact, frozen=True):
    """A tournament was opened; its regulations apply to its periods, and to appeals that its officials hear."""

    title: str
    regulations: Regulations


class Stage(Fact, frozen=True):
    """A stage of a tournament: its name, its format, and the rules by which its sessions are added up."""

    name: str
    format: StageFormat
    rules: StageRules


class StageAdded(Stage, frozen=True, kw_only=True):
    """A stage was added to a tournament, as the last one or `before` another."""

    before: str = ""


class StageAmended(Stage, frozen=True, kw_only=True):
    """The format or rules of a stage were changed."""

    reason: FreeText = ""


class SessionAdded(Fact, frozen=True):
    """A session was added to a stage, in sitting 1, 2, …: sessions of one sitting are played at the same time.

    The section's letter precedes the numbers of the section's contestants, `A5`; without a section they keep the
    session's labels.
    """

    stage: str
    session: str
    sitting: Sitting
    section: str = ""


class Entrant(Fact, frozen=True):
    """A contestant of the tournament: its label in all sessions, its stratum and its seed."""

    label: str
    stratum: str = ""
    seed: Seed | None = None


class EntrantsEntered(Fact, frozen=True):
    """Contestants of the tournament were entered, or their stratum or seed changed."""

    entrants: tuple[Entrant, ...]


class ContestantLinked(Fact, frozen=True):
    """A contestant of a session was linked to the entrant it is, as numbers differ from session to session.

    `other_people`: a person confirmed the link although other people play than in the entrant's earlier sessions.
    """

    session: str
    contestant: str
    entrant: str
    other_people: bool = False


_WHO_IS_WHO = (PlayersNamed, TextErased, SessionAdded, EntrantsEntered, ContestantLinked, ScoresPublished)
_TAKEN_BACK = ("session-added", "entrants-entered", "contestant-linked")


def changes_names(events: Iterable[Envelope]) -> bool:
    """Return whether events change the names to show: of people, sessions, entrants or links, erased or given out."""
    changes = [each.event for each in events]
    return any(
        each.kind in _TAKEN_BACK if isinstance(each, TakenBack) else isinstance(each, _WHO_IS_WHO) for each in changes
    )


class LotDrawn(DecidedAcrossStreams, frozen=True):
    """Contestants with equal totals drew lots for their places in a stage; `drawn`: those contestants, best first."""

    stage: str
    drawn: tuple[str, ...]
    reason: FreeText = ""


class OpenTournament(TournamentOpened, TournamentCommand, frozen=True):
    """Open a tournament."""


class AddStage(TournamentCommand, frozen=True):
    """Add a stage as the last one, or `before` another; `rules` None: the usual rules of its format."""

    name: str
    format: StageFormat = "sessions"
    rules: StageRules | None = None
    before: str = ""


class AmendStage(StageAmended, TournamentCommand, frozen=True):
    """Change the format or rules of a stage."""


class AddSession(TournamentCommand, frozen=True):
    """Add a session to a stage; `sitting` None: the next sitting of the stage.

    `links`: (contestant, entrant) for contestants with other numbers. `by_people`: link contestants by their known
    players. `other_people`: contestants confirmed although different people play. The office fills in `elsewhere`, the
    tournament the session already belongs to; `contestants`, by session, of this session and of those at its sitting;
    `people`, the players of its contestants in all sessions.
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


class RemoveSession(TournamentCommand, frozen=True):
    """Remove a session from the tournament."""

    session: str
    reason: str = ""


class EnterEntrants(TournamentCommand, frozen=True):
    """Enter contestants in the tournament with their players' names, or change their stratum or seed."""

    entrants: tuple[Entrant, ...]
    players: tuple[Player, ...] = ()


class LinkContestants(TournamentCommand, frozen=True):
    """Record which entrants contestants of a session are; `links`: pairs (contestant, entrant).

    `other_people`: contestants confirmed although different people play. The office fills in `contestants` of the
    session, `beside`: those of the sessions at its sitting, and `people`: the players of its contestants in all
    sessions.
    """

    session: str
    links: tuple[tuple[str, str], ...]
    contestants: tuple[str, ...] = ()
    beside: Mapping[str, tuple[str, ...]] = {}
    other_people: tuple[str, ...] = ()
    people: Mapping[str, Mapping[str, tuple[Player, ...]]] = {}


class DrawLot(DecideAcrossStreams, frozen=True):
    """Record the order in which a lot puts contestants of a stage who are tied, the best first.

    The office fills in `playing`: the contestants with a total in the stage.
    """

    stage: str
    order: tuple[str, ...]
    reason: str = ""
    playing: tuple[str, ...] = ()

"""How what is said of a tournament changes its stream's state."""

from typing import get_args

from ledger.events import Envelope
from ledger.events.brackets import BracketDrawn, BracketWithdrawn, KnockoutDecided, KnockoutDecisionWithdrawn
from ledger.events.draws import DrawRecalled, RoundDrawn
from ledger.events.qualifying import (
    CarryForwardRuled,
    CarryForwardSaid,
    EntrantReturned,
    EntrantsQualified,
    EntrantWithdrew,
    QualificationWithdrawn,
    QualifiersChanged,
)
from ledger.events.standing_publication import StandingPublished
from ledger.events.tournaments import (
    ContestantLinked,
    EntrantsEntered,
    EntryWithdrawn,
    LinkWithdrawn,
    LotDrawn,
    LotWithdrawn,
    SessionAdded,
    SessionRemoved,
    StageAdded,
    StageAmended,
    StageRemoved,
    TournamentOpened,
)
from ledger.session.cases import Publication
from ledger.session.stream import Evolving
from ledger.session.tournament import Tournament

_Fact = (
    StageAdded
    | StageAmended
    | StageRemoved
    | SessionAdded
    | SessionRemoved
    | EntrantsEntered
    | EntryWithdrawn
    | ContestantLinked
    | LinkWithdrawn
    | LotDrawn
    | LotWithdrawn
    | BracketDrawn
    | BracketWithdrawn
    | KnockoutDecided
    | KnockoutDecisionWithdrawn
    | RoundDrawn
    | DrawRecalled
    | EntrantsQualified
    | QualifiersChanged
    | QualificationWithdrawn
    | CarryForwardRuled
    | CarryForwardSaid
    | EntrantWithdrew
    | EntrantReturned
)
"""What is said of a tournament, or takes that back."""


def _open(tournament: Tournament, envelope: Envelope, event: TournamentOpened) -> None:
    tournament.opened_at = envelope.occurred_at


def _tell(tournament: Tournament, envelope: Envelope, event: _Fact) -> None:
    tournament.tell(envelope)


def _publish(tournament: Tournament, envelope: Envelope, event: StandingPublished) -> None:
    numbers = " ".join(each.numbers for each in event.stages)
    publication = Publication(envelope.number, envelope.occurred_at, envelope.recorded_at, numbers)
    tournament.publications, tournament.given_out = (*tournament.publications, publication), True
    tournament.tell(envelope)


EVOLVE: Evolving = {TournamentOpened: _open, StandingPublished: _publish, **dict.fromkeys(get_args(_Fact), _tell)}

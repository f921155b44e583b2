"""The effect of publications, recalls and running scores on a session or tournament."""

from ledger.kernel.fact import DIRECTORS, SCORERS, Envelope, TakenBack
from ledger.kernel.in_force import state_fact, turn_fact
from ledger.kernel.kind import Kind, Reversal
from ledger.session.cases import Publication
from ledger.session.state import Session
from ledger.session.stream import Stream
from ledger.subjects.publications.facts import RunningScoresShown, ScoresPublished, StandingPublished
from ledger.subjects.tournaments.state import Tournament


def _publish(session: Session, envelope: Envelope, event: ScoresPublished) -> None:
    publication = Publication(
        envelope.number, envelope.occurred_at, envelope.recorded_at, event.numbers, bool(event.from_then)
    )
    session.publications, session.given_out = (*session.publications, publication), True


def _recall(stream: Stream, envelope: Envelope[TakenBack], event: ScoresPublished | StandingPublished) -> None:
    *earlier, last = stream.publications
    if last.number != envelope.event.of:
        raise ValueError(f"scores were published since #{envelope.event.of}")
    stream.publications = tuple(earlier)


def _recall_standing(tournament: Tournament, envelope: Envelope[TakenBack], event: StandingPublished) -> None:
    turn_fact(tournament, envelope, event)
    _recall(tournament, envelope, event)


def _show(stream: Stream, envelope: Envelope, event: RunningScoresShown) -> None:
    stream.running_scores = envelope.number


def _hide(stream: Stream, envelope: Envelope, event: RunningScoresShown) -> None:
    stream.running_scores = 0


def _publish_standing(tournament: Tournament, envelope: Envelope, event: StandingPublished) -> None:
    numbers = " ".join(each.numbers for each in event.stages)
    publication = Publication(
        envelope.number, envelope.occurred_at, envelope.recorded_at, numbers, bool(event.from_then)
    )
    tournament.publications, tournament.given_out = (*tournament.publications, publication), True
    state_fact(tournament, envelope, event)


KINDS = (
    Kind(
        StandingPublished,
        SCORERS,
        _publish_standing,
        "hall",
        Reversal(_recall_standing, offices=DIRECTORS, period="recall"),
    ),
    Kind(ScoresPublished, SCORERS, _publish, "hall", Reversal(_recall, offices=DIRECTORS, period="recall")),
    Kind(RunningScoresShown, SCORERS, _show, "hall", Reversal(_hide)),
)

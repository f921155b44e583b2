"""Undo, for the office itself: officials, publications, the closing of the session, its regulations."""

from ledger.commands import AppointOfficial, RelieveOfficial, Undo
from ledger.decide.officials import appoint, relieve
from ledger.decide.opening import check_penalties_kept
from ledger.decide.response import Actor, Uncommitted, Undoing
from ledger.errors import Refusal
from ledger.events.office import OfficialAppointed, OfficialRelieved, PublicationRecalled, ScoresPublished
from ledger.events.play import RegulationsAmended, SessionClosed, SessionReopened
from ledger.events.standing_publication import StandingPublished
from ledger.session import Session, Stream


def _unappoint(event: OfficialAppointed, command: Undo, stream: Stream, actor: Actor) -> tuple[Uncommitted, ...]:
    return relieve(RelieveOfficial(event.name, event.office, command.reason), stream, actor)


def _unrelieve(event: OfficialRelieved, command: Undo, stream: Stream, actor: Actor) -> tuple[Uncommitted, ...]:
    return appoint(AppointOfficial(event.name, event.office, event.key, event.login), stream, actor)


def _unpublish(
    event: ScoresPublished | StandingPublished, command: Undo, stream: Stream, actor: Actor
) -> tuple[Uncommitted, ...]:
    number = command.target.number
    if not stream.publications or stream.publications[-1].number != number:
        raise Refusal(
            "has-dependants",
            f"scores were published again, or recalled, since #{number}",
            "`log --type scores,standing,publication`",
        )
    return (Uncommitted(PublicationRecalled(command.reason), (number,)),)


def _unclose(event: SessionClosed, command: Undo, stream: Stream, actor: Actor) -> tuple[Uncommitted, ...]:
    _check_latest_closing(stream, command.target.number)
    return (Uncommitted(SessionReopened(command.reason), (command.target.number,)),)


def _close_again(event: SessionReopened, command: Undo, stream: Stream, actor: Actor) -> tuple[Uncommitted, ...]:
    _check_latest_closing(stream, command.target.number)
    return (Uncommitted(SessionClosed(command.reason), (command.target.number,)),)


def _check_latest_closing(stream: Stream, number: int) -> None:
    if stream.closing != number:
        raise Refusal(
            "has-dependants",
            f"#{stream.closing} closed or reopened the session since",
            f"undo {stream.closing} instead",
        )


def _regulations_before(
    event: RegulationsAmended, command: Undo, session: Session, actor: Actor
) -> tuple[Uncommitted, ...]:
    latest, number = session.amendments[-1][0], command.target.number
    if latest != number:
        raise Refusal("has-dependants", f"#{latest} amended the regulations since", f"undo {latest} first")
    before = session.amendments[-2][1] if len(session.amendments) > 1 else session.opening.regulations
    check_penalties_kept(session, before)
    return (Uncommitted(RegulationsAmended(before, command.reason), (number,)),)


UNDO: Undoing = {
    OfficialAppointed: _unappoint,
    OfficialRelieved: _unrelieve,
    ScoresPublished: _unpublish,
    StandingPublished: _unpublish,
    SessionClosed: _unclose,
    SessionReopened: _close_again,
    RegulationsAmended: _regulations_before,
}

"""Giving out: the scores of a session, the standing of a tournament over all of them, and places before that."""

from ledger.decide.response import Actor, Handlers, ProposedEvent, Undoing
from ledger.decide.steps import check_order
from ledger.decide.tournaments import require_session_of, require_stage
from ledger.errors import Conflict, Refusal
from ledger.facts import PublishScores, PublishStanding, ShowRunningScores, Undo
from ledger.facts.publications import (
    PublicationRecalled,
    RunningScoresHidden,
    RunningScoresShown,
    ScoresPublished,
    StandingPublished,
)
from ledger.projections.scoreboard import Scoreboard
from ledger.projections.standings import numbers_digest
from ledger.session import Session, Stream
from ledger.session.moment import day_begins
from ledger.session.tournaments import Tournament


def publish_standing(command: PublishStanding, tournament: Tournament, actor: Actor) -> tuple[ProposedEvent, ...]:
    """The standing as it is; not said to have been out before the last thing it follows from.

    What the sessions say is handed in; that they are this tournament's, and that nobody has said something else of it
    meanwhile, is seen here.
    """
    own, *sessions = command.heads
    if (own.session, own.number, own.digest) != (tournament.id, tournament.number, tournament.digest.hex()):
        message = f"something was said of {tournament.id} meanwhile: the standing may be another"
        raise Conflict("conflict", message, "look at `tournament standings`, and publish again")
    for head in sessions:
        require_session_of(tournament, head.session)
    for each in command.stages:
        require_stage(tournament, each.stage)
    if not command.stages:
        raise Refusal("no-result", "there are no scores to publish", "`tournament add SESSION --stage STAGE`")
    out = tournament.out
    if all(each.stage in out and out[each.stage][1] == each.numbers for each in command.stages):
        last = max(out[each.stage][0] for each in command.stages)
        again = "`tournament standings` shows it; `report site DIR` writes its pages"
        raise Refusal("nothing-to-change", f"this standing was published (#{last})", again)
    check_order(actor, command.settled_at, "the last correction, ruling, decision or penalty this standing contains")
    return (ProposedEvent(StandingPublished(command.stages, command.heads, command.note)),)


_A_DAY = 86_400 * 1_000_000
"""In microseconds."""


def publish_scores(command: PublishScores, session: Session, actor: Actor) -> tuple[ProposedEvent, ...]:
    """The scores as they are; not said to have been out before the last thing they follow from.

    Results that were typed are of an evening just played, or of the session's date; a file's may be of any evening.
    """
    if any(played.results and not played.results[-1].imported for played in session.table_boards()):
        check_order(actor, _begun(session) - _A_DAY, "the day before the session was opened")
    check_order(actor, session.settled_at, "the last correction, ruling, decision or penalty these scores contain")
    numbers = numbers_digest(Scoreboard(session))
    if session.publications and session.publications[-1].numbers == numbers:
        last = session.publications[-1].number
        again = "`standings` shows them; `report site DIR` writes their pages"
        raise Refusal("nothing-to-change", f"these scores were published (#{last})", again)
    if not (session.has_results or any(played.cases for played in session.table_boards())):
        raise Refusal("no-result", "there are no scores to publish", "`import FILE`, or `result add`")
    return (ProposedEvent(ScoresPublished(numbers, command.note)),)


def _begun(session: Session) -> int:
    """When the session was opened, or the day it is of where that was before."""
    day = session.opening.date
    return min(day_begins(day), session.opened_at) if day else session.opened_at


def _unpublish(
    event: ScoresPublished | StandingPublished, command: Undo, stream: Stream, actor: Actor
) -> tuple[ProposedEvent, ...]:
    number = command.target.number
    if not stream.publications or stream.publications[-1].number != number:
        raise Refusal(
            "has-dependants",
            f"scores were published again, or recalled, since #{number}",
            "`log --type scores,standing,publication`",
        )
    return (ProposedEvent(PublicationRecalled(command.reason), (number,)),)


def show_running_scores(command: ShowRunningScores, stream: Stream, actor: Actor) -> tuple[ProposedEvent, ...]:
    """Places and totals may be shown from here on, until that is taken back."""
    if stream.running_scores:
        message = f"running scores are shown already (#{stream.running_scores})"
        raise Refusal("nothing-to-change", message, f"`undo {stream.running_scores}` hides them")
    return (ProposedEvent(RunningScoresShown()),)


def _hide(event: RunningScoresShown, command: Undo, stream: Stream, actor: Actor) -> tuple[ProposedEvent, ...]:
    number = command.target.number
    if stream.running_scores != number:
        raise Refusal("undo-nothing", f"running scores are not shown by #{number} any longer", "`log --type running`")
    return (ProposedEvent(RunningScoresHidden(command.reason), (number,)),)


HANDLERS: Handlers = {
    PublishScores: publish_scores,
    PublishStanding: publish_standing,
    ShowRunningScores: show_running_scores,
}

UNDO: Undoing = {ScoresPublished: _unpublish, StandingPublished: _unpublish, RunningScoresShown: _hide}

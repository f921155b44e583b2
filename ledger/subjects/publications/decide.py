"""Giving out: the scores of a session, the standing of a tournament over all of them, and places before that."""

from ledger.errors import Conflict, Refusal
from ledger.guards.periods import check_order
from ledger.guards.stages import require_session_of, require_stage
from ledger.kernel.fact import TakenBack
from ledger.projections.scoreboard import Scoreboard
from ledger.projections.standings import numbers_digest
from ledger.session.response import Actor, Handlers, ProposedEvent, Undoing, taking_back
from ledger.session.state import Session
from ledger.session.stream import Stream
from ledger.subjects.publications.facts import (
    PublishScores,
    PublishStanding,
    RunningScoresShown,
    ScoresPublished,
    ShowRunningScores,
    StandingPublished,
)
from ledger.subjects.rulings.facts import Undo
from ledger.subjects.tournaments.state import Tournament


def publish_standing(command: PublishStanding, tournament: Tournament, actor: Actor) -> tuple[ProposedEvent, ...]:
    """The standing as it is; not said to have been out before the last thing it follows from."""
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
    _check_from_then(command.from_then, tournament, actor)
    return (ProposedEvent(StandingPublished(command.stages, command.heads, command.note, command.from_then)),)


def publish_scores(command: PublishScores, session: Session, actor: Actor) -> tuple[ProposedEvent, ...]:
    """The scores as they are; not said to have been out before the last thing they follow from."""
    check_order(actor, session.settled_at, "the last correction, ruling, decision or penalty these scores contain")
    numbers = numbers_digest(Scoreboard(session))
    if session.publications and session.publications[-1].numbers == numbers:
        last = session.publications[-1].number
        again = "`standings` shows them; `report site DIR` writes their pages"
        raise Refusal("nothing-to-change", f"these scores were published (#{last})", again)
    if not (session.has_results or any(played.cases for played in session.table_boards())):
        raise Refusal("no-result", "there are no scores to publish", "`import FILE`, or `result add`")
    _check_from_then(command.from_then, session, actor)
    return (ProposedEvent(ScoresPublished(numbers, command.note, command.from_then)),)


def _check_from_then(why: str, stream: Stream, actor: Actor) -> None:
    """Refuse to say from when the periods run where nothing is said of a time, or where they run already."""
    if why and actor.by_clock:
        raise Refusal("nothing-to-change", "the periods run from now", "--at says from when: --at 22:40")
    if why and stream.publications:
        first = stream.publications[0].number
        hint = f"leave --periods-from-at out; `undo {first}` takes that publication back while it may be"
        raise Refusal("nothing-to-change", f"the periods run from the first publication (#{first})", hint)


def _unpublish(event: ScoresPublished | StandingPublished, command: Undo, stream: Stream, actor: Actor) -> TakenBack:
    number = command.target.number
    if not stream.publications or stream.publications[-1].number != number:
        message = f"scores were published again, or recalled, since #{number}"
        raise Refusal("has-dependants", message, "`log --type scores,standing,publication`")
    return taking_back(command)


def show_running_scores(command: ShowRunningScores, stream: Stream, actor: Actor) -> tuple[ProposedEvent, ...]:
    """Places and totals may be shown from here on, until that is taken back."""
    if stream.running_scores:
        message = f"running scores are shown already (#{stream.running_scores})"
        raise Refusal("nothing-to-change", message, f"`undo {stream.running_scores}` hides them")
    return (ProposedEvent(RunningScoresShown()),)


def _hide(event: RunningScoresShown, command: Undo, stream: Stream, actor: Actor) -> TakenBack:
    number = command.target.number
    if stream.running_scores != number:
        raise Refusal("undo-nothing", f"running scores are not shown by #{number} any longer", "`log --type running`")
    return taking_back(command)


HANDLERS: Handlers = {
    PublishScores: publish_scores,
    PublishStanding: publish_standing,
    ShowRunningScores: show_running_scores,
}


UNDO: Undoing = {ScoresPublished: _unpublish, StandingPublished: _unpublish, RunningScoresShown: _hide}

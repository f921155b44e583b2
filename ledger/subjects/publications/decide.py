"""Decide publications (scores of a session, standings of a tournament, running scores), and undo them."""

from ledger.errors import Conflict, Refusal
from ledger.guards.periods import check_order
from ledger.guards.stages import require_session_of, require_stage
from ledger.projections.scoreboard import Scoreboard
from ledger.projections.standings import numbers_digest
from ledger.session.response import Actor, ProposedEvent, Undoing, refuse_if_taken_back
from ledger.session.state import Session
from ledger.session.stream import Stream
from ledger.subjects.publications import facts
from ledger.subjects.rulings.facts import Undo
from ledger.subjects.tournaments.state import Tournament


def publish_standing(command: facts.PublishStanding, tournament: Tournament, actor: Actor) -> tuple[ProposedEvent, ...]:
    """Publish the standing of stages; refused if empty or unchanged, or if stated to be before an event it contains.

    Conflict: the tournament was changed since the standing was computed.
    """
    head_here, *sessions = command.heads
    if (head_here.session, head_here.number, head_here.digest) != (
        tournament.id,
        tournament.number,
        tournament.digest.hex(),
    ):
        message = f"{tournament.id} was changed meanwhile: the standing may be different"
        raise Conflict("conflict", message, "look at `tournament standings`, and publish again")
    for head in sessions:
        require_session_of(tournament, head.session)
    for published in command.stages:
        require_stage(tournament, published.stage)
    if not command.stages:
        raise Refusal("no-result", "there are no scores to publish", "`tournament add SESSION --stage STAGE`")
    out = tournament.out
    if all(each.stage in out and out[each.stage][1] == each.numbers for each in command.stages):
        last = max(out[each.stage][0] for each in command.stages)
        again = "`tournament standings` shows it; `report site DIR` writes its pages"
        raise Refusal("nothing-to-change", f"this standing was published (#{last})", again)
    check_order(actor, command.settled_at, "the last correction, ruling, decision or penalty this standing contains")
    _check_from_then(command.from_then, tournament, actor)
    return (ProposedEvent(facts.StandingPublished(command.stages, command.heads, command.note, command.from_then)),)


def publish_scores(command: facts.PublishScores, session: Session, actor: Actor) -> tuple[ProposedEvent, ...]:
    """Publish a session's scores; refused if there are none, if unchanged, or if stated to be before their events."""
    check_order(actor, session.settled_at, "the last correction, ruling, decision or penalty these scores contain")
    numbers = numbers_digest(Scoreboard(session))
    if session.publications and session.publications[-1].numbers == numbers:
        last = session.publications[-1].number
        again = "`standings` shows them; `report site DIR` writes their pages"
        raise Refusal("nothing-to-change", f"these scores were published (#{last})", again)
    if not (session.has_results or any(played.cases for played in session.table_boards())):
        raise Refusal("no-result", "there are no scores to publish", "`import FILE`, or `result add`")
    _check_from_then(command.from_then, session, actor)
    return (ProposedEvent(facts.ScoresPublished(numbers, command.note, command.from_then)),)


def _check_from_then(why: str, stream: Stream, actor: Actor) -> None:
    """Refuse to let the periods begin at a stated time if none is stated, or if they have begun already."""
    if why and actor.by_clock:
        raise Refusal("nothing-to-change", "the periods begin now anyway", "add the time when they began: --at 22:40")
    if why and stream.publications:
        first = stream.publications[0].number
        hint = f"leave --periods-from-at out; `undo {first}` takes that publication back, as long as that is allowed"
        raise Refusal("nothing-to-change", f"the periods run from the first publication (#{first})", hint)


def _unpublish(
    event: facts.ScoresPublished | facts.StandingPublished, command: Undo, stream: Stream, actor: Actor
) -> None:
    number = command.target.number
    if not stream.publications or stream.publications[-1].number != number:
        message = f"scores were published again, or recalled, since #{number}"
        raise Refusal("has-dependants", message, "`log --type scores,standing,publication`")


def show_running_scores(command: facts.ShowRunningScores, stream: Stream, actor: Actor) -> tuple[ProposedEvent, ...]:
    """Allow the hall to see places and totals during play; refused if they are shown already."""
    if stream.running_scores:
        message = f"running scores are shown already (#{stream.running_scores})"
        raise Refusal("nothing-to-change", message, f"`undo {stream.running_scores}` hides them")
    return (ProposedEvent(facts.RunningScoresShown()),)


UNDO: Undoing = {
    facts.ScoresPublished: _unpublish,
    facts.StandingPublished: _unpublish,
    facts.RunningScoresShown: refuse_if_taken_back(
        "running scores are not shown by #{number} any longer", "`log --type running`"
    ),
}

"""The standing of a tournament, given out over all of its sessions."""

from ledger.commands import PublishStanding
from ledger.decide.response import Actor, Handlers, Uncommitted
from ledger.decide.steps import check_order
from ledger.decide.tournaments import require_session_of, require_stage
from ledger.errors import Conflict, Refusal
from ledger.events.standing_publication import StandingPublished
from ledger.session.tournament import Tournament


def publish_standing(command: PublishStanding, tournament: Tournament, actor: Actor) -> tuple[Uncommitted, ...]:
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
        raise Refusal("nothing-to-change", f"this standing was published (#{last})", "`tournament standings` shows it")
    check_order(actor, command.settled_at, "the last correction, ruling, decision or penalty this standing contains")
    return (Uncommitted(StandingPublished(command.stages, command.heads, command.note)),)


HANDLERS: Handlers = {PublishStanding: publish_standing}

"""Undo, for the draws of Swiss rounds."""

from ledger.commands import Undo
from ledger.decide.response import Actor, Uncommitted, Undoing
from ledger.errors import Refusal
from ledger.events.draws import DrawRecalled, RoundDrawn
from ledger.session.tournament import Tournament


def _recall(event: RoundDrawn, command: Undo, tournament: Tournament, actor: Actor) -> tuple[Uncommitted, ...]:
    """The round is not drawn any more, where no later one is."""
    drawn, number = tournament.drawn, command.target.number
    if drawn.number(event.stage, event.round) != number:
        message = f"the draw of round {event.round} of {event.stage} was taken back already"
        raise Refusal("undo-nothing", message, "`tournament draws`")
    if (last := drawn.last(event.stage)) > event.round:
        later = drawn.number(event.stage, last)
        message = f"round {last} of {event.stage} is drawn already (#{later})"
        raise Refusal("has-dependants", message, f"`undo {later} --session {tournament.id}` first")
    return (Uncommitted(DrawRecalled(event.stage, event.round, command.reason), (number,)),)


UNDO: Undoing = {RoundDrawn: _recall}

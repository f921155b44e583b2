"""Undo, for what is said of a knockout stage."""

from ledger.commands import Undo
from ledger.decide.response import Actor, Uncommitted, Undoing
from ledger.errors import Refusal
from ledger.events.brackets import BracketDrawn, BracketWithdrawn, KnockoutDecided, KnockoutDecisionWithdrawn
from ledger.session.bracket import met
from ledger.session.tournament import Tournament


def _withdraw(event: BracketDrawn, command: Undo, tournament: Tournament, actor: Actor) -> tuple[Uncommitted, ...]:
    """The bracket goes, where nothing was decided in it; what was played stays in its sessions."""
    knockouts, number = tournament.knockouts, command.target.number
    there = knockouts.brackets.get(event.stage)
    if there is None or there[0] != number:
        raise Refusal("undo-nothing", f"the bracket of #{number} does not hold any more", "`tournament bracket STAGE`")
    if decided := knockouts.of_stage(event.stage):
        last, said = decided[-1]
        message = f"#{last} rests on it: {said.winner} goes on from {said.match}"
        raise Refusal("has-dependants", message, f"`undo {last} --session {tournament.id}` first")
    return (Uncommitted(BracketWithdrawn(event.stage, command.reason), (number,)),)


def _reopen(event: KnockoutDecided, command: Undo, tournament: Tournament, actor: Actor) -> tuple[Uncommitted, ...]:
    """The boards say again who goes on."""
    number = command.target.number
    there = tournament.knockouts.decided.get(met(event))
    if there is None or there[0] != number:
        message = f"{event.winner} against {event.loser} in {event.match} was taken back, or decided anew"
        raise Refusal("undo-nothing", message, "`tournament bracket STAGE`")
    withdrawn = KnockoutDecisionWithdrawn(
        stage=event.stage, match=event.match, winner=event.winner, loser=event.loser, reason=command.reason
    )
    return (Uncommitted(withdrawn, (number,)),)


UNDO: Undoing = {BracketDrawn: _withdraw, KnockoutDecided: _reopen}

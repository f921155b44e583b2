"""Undo, for cuts, carry-forwards and withdrawals between sessions."""

from collections.abc import Sequence

from ledger.commands import Undo
from ledger.decide.carry_rules import check_carry
from ledger.decide.qualifying import check_way
from ledger.decide.response import Actor, Uncommitted, Undoing
from ledger.errors import Refusal
from ledger.events.qualifying import (
    CarryForwardRuled,
    CarryForwardSaid,
    EntrantReturned,
    EntrantsQualified,
    EntrantWithdrew,
    QualificationWithdrawn,
    QualifiersChanged,
)
from ledger.laws.carry_rules import CarryRules
from ledger.session.tournament import Tournament


def _unqualify(
    event: EntrantsQualified, command: Undo, tournament: Tournament, actor: Actor
) -> tuple[Uncommitted, ...]:
    """Nobody was cut, where nobody was changed since, or all of it was taken back."""
    cut = tournament.qualified.cuts.get((event.source, event.into))
    if cut is None or cut.number != command.target.number:
        raise Refusal("undo-nothing", "that cut does not hold any more", "`tournament qualified`")
    if sorted(cut.now) != sorted(cut.said.qualified):
        raise _changed_since(command, cut.changes[-1][0])
    withdrawn = QualificationWithdrawn(event.source, event.into, command.reason)
    return (Uncommitted(withdrawn, (command.target.number,)),)


def _changed_since(command: Undo, last: int) -> Refusal:
    message = f"it was changed since #{command.target.number}, last in #{last}"
    return Refusal("has-dependants", message, f"`undo {last}` first")


def _change_back(
    event: QualifiersChanged, command: Undo, tournament: Tournament, actor: Actor
) -> tuple[Uncommitted, ...]:
    """The one goes on again who did, and the other does not."""
    cut = tournament.qualified.cuts.get((event.source, event.into))
    _check_last(command, [number for number, _ in cut.changes] if cut else [])
    back = QualifiersChanged(event.source, event.into, event.enters, event.leaves, command.reason)
    return (Uncommitted(back, (command.target.number,)),)


def _unrule(event: CarryForwardRuled, command: Undo, tournament: Tournament, actor: Actor) -> tuple[Uncommitted, ...]:
    """What is carried as it was said before."""
    said = tournament.qualified.ruled.get((event.source, event.into), ())
    _check_last(command, [number for number, _ in said])
    before = said[-2][1].rules if len(said) > 1 else None
    if before:
        _check_fits(before, event, tournament)
    again = CarryForwardRuled(event.source, event.into, before, command.reason)
    return (Uncommitted(again, (command.target.number,)),)


def _check_fits(before: CarryRules, event: CarryForwardRuled, tournament: Tournament) -> None:
    """Refuse a rule of before that the stages, as they are by now, could not carry."""
    check_way(tournament, event.source, event.into)
    try:
        check_carry(before, tournament.stages[event.source], tournament.stages[event.into])
    except Refusal as why:
        message = f"{before.by} was carried from {event.source} into {event.into}, which would not fit: {why.message}"
        raise Refusal("bad-carry", message, why.hint) from None


def _unsay(event: CarryForwardSaid, command: Undo, tournament: Tournament, actor: Actor) -> tuple[Uncommitted, ...]:
    """What it carried by the word before, or by the rule."""
    said = tournament.qualified.said.get((event.source, event.into, event.entrant), ())
    _check_last(command, [number for number, _ in said])
    before = said[-2][1].carries if len(said) > 1 else None
    again = CarryForwardSaid(event.source, event.into, event.entrant, before, command.reason)
    return (Uncommitted(again, (command.target.number,)),)


def _check_last(command: Undo, said: Sequence[int]) -> None:
    """Refuse what was taken back already, or is not the last word."""
    if command.target.number not in said:
        raise Refusal(
            "undo-nothing", f"#{command.target.number} was taken back, or takes back another", "`tournament qualified`"
        )
    if said[-1] != command.target.number:
        raise _changed_since(command, said[-1])


def _return(event: EntrantWithdrew, command: Undo, tournament: Tournament, actor: Actor) -> tuple[Uncommitted, ...]:
    """It did not withdraw, where nobody took its place meanwhile."""
    said = tournament.qualified
    left = said.withdrawn.get(event.entrant)
    if left is None or left.number != command.target.number:
        raise Refusal("undo-nothing", f"{event.entrant} is back already", "`tournament qualified`")
    for cut in said.cuts.values():
        since = ((number, change) for number, change in cut.changes if number > left.number)
        gave = [number for number, change in since if change.leaves == event.entrant and change.enters]
        if gave and event.entrant not in cut.now:
            message = f"somebody took the place of {event.entrant} in {cut.said.into} (#{gave[-1]})"
            raise Refusal("has-dependants", message, f"`undo {gave[-1]}` first")
    return (Uncommitted(EntrantReturned(event.entrant, command.reason), (command.target.number,)),)


UNDO: Undoing = {
    EntrantsQualified: _unqualify,
    QualifiersChanged: _change_back,
    CarryForwardRuled: _unrule,
    CarryForwardSaid: _unsay,
    EntrantWithdrew: _return,
}

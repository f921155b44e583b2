"""Undo, for what was found of matches."""

from typing import get_args

from ledger.commands import Undo
from ledger.decide.matches import check_found_once, check_met
from ledger.decide.response import Actor, Uncommitted, Undoing
from ledger.errors import Refusal
from ledger.events.matches import Finding, FindingRestored, FindingWithdrawn, MismatchFound
from ledger.session import Session


def _unfind(event: Finding, command: Undo, session: Session, actor: Actor) -> tuple[Uncommitted, ...]:
    return _withdrawn(command.target.number, command, session)


def _unfind_again(event: FindingRestored, command: Undo, session: Session, actor: Actor) -> tuple[Uncommitted, ...]:
    return _withdrawn(event.finding, command, session)


def _withdrawn(number: int, command: Undo, session: Session) -> tuple[Uncommitted, ...]:
    if number not in session.findings.facts:
        raise Refusal("undo-nothing", f"#{number} was taken back already", "`match list`")
    return (Uncommitted(FindingWithdrawn(number, command.reason), (command.target.number,)),)


def _find_again(event: FindingWithdrawn, command: Undo, session: Session, actor: Actor) -> tuple[Uncommitted, ...]:
    """The finding holds again; refused where something else was found of the match since, or the two have not met."""
    gone = session.findings.taken_back.get(event.finding)
    if gone is None:
        raise Refusal("undo-nothing", f"#{event.finding} holds again already", "`match list`")
    finding = gone.fact
    check_found_once(finding, session)
    if isinstance(finding, MismatchFound):
        check_met(session, finding.contestant, finding.met, finding.round)
    return (Uncommitted(FindingRestored(event.finding, command.reason), (command.target.number,)),)


UNDO: Undoing = {
    **dict.fromkeys(get_args(Finding), _unfind),
    FindingWithdrawn: _find_again,
    FindingRestored: _unfind_again,
}

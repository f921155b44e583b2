"""Undo, for what was found of matches."""

from ledger.commands import Undo
from ledger.decide.response import Actor, Uncommitted, Undoing
from ledger.errors import Refusal
from ledger.events.matches import Finding, FindingWithdrawn, MatchShortened, MatchVoided, MismatchFound
from ledger.session import Session


def _unfind(event: Finding, command: Undo, session: Session, actor: Actor) -> tuple[Uncommitted, ...]:
    number = command.target.number
    if number not in session.findings:
        raise Refusal("undo-nothing", f"#{number} was taken back already", "`match list`")
    return (Uncommitted(FindingWithdrawn(number, command.reason), (number,)),)


UNDO: Undoing = {MatchShortened: _unfind, MatchVoided: _unfind, MismatchFound: _unfind}

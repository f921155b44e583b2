"""What a file says besides its results, each as it is said at the desk: recorded unless it was said here before."""

from collections.abc import Sequence

from ledger.commands import Command, ImportSheet
from ledger.decide import matches, participation, penalties, results, rulings, sitting_out
from ledger.decide.response import Actor, Handlers, Remark, Response, Uncommitted
from ledger.errors import Refusal
from ledger.events import Envelope
from ledger.projections.besides import bare, ever_said
from ledger.session import Session, evolve

_HANDLERS: Handlers = {
    **matches.HANDLERS,
    **participation.HANDLERS,
    **penalties.HANDLERS,
    **results.HANDLERS,
    **rulings.HANDLERS,
    **sitting_out.HANDLERS,
}


class Besides:
    """What is recorded of it, in a session that has the results already, and what is refused there.

    What was taken back here stays so: it was said once.
    """

    def __init__(self, session: Session, command: ImportSheet, actor: Actor) -> None:
        self.uncommitted: list[Uncommitted] = []
        self.skipped: list[Remark] = []
        known = ever_said(session) if command.besides else []
        for place, said in command.besides:
            if bare(said) in known:
                continue
            try:
                found = _events(said, session, actor)
            except Refusal as refusal:
                self.skipped.append(Remark(place, refusal.message))
                continue
            self.uncommitted += found
            session = supposing(session, found)


def _events(said: Command, session: Session, actor: Actor) -> tuple[Uncommitted, ...]:
    answer = _HANDLERS[type(said)](said, session, actor)
    return answer.uncommitted if isinstance(answer, Response) else answer


def supposing(session: Session, uncommitted: Sequence[Uncommitted]) -> Session:
    """The session as it will be when these events are recorded, which what follows is checked against."""
    numbered = enumerate(uncommitted, start=session.number + 1)
    return evolve(session, *(Envelope(session.id, at, "", it.event, "", 0, 0, 0, "", ()) for at, it in numbered))

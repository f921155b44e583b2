"""Evidence: filed with a call, and withdrawn."""

from ledger.bounds.files import EVIDENCE, PIECES
from ledger.decide.response import Actor, Handlers, ProposedEvent, Undoing
from ledger.errors import Refusal
from ledger.facts import FileEvidence, Undo
from ledger.facts.evidence import EvidenceFiled, EvidenceWithdrawn
from ledger.session import Session
from ledger.session.case_numbers import require_open_call
from ledger.session.evidence import pieces


def file_evidence(command: FileEvidence, session: Session, actor: Actor) -> tuple[ProposedEvent, ...]:
    """A file as evidence of a call; refused where the call has it already, or as many as a call can have."""
    call = require_open_call(session, command.case)
    if not EVIDENCE.hold(command.size):
        raise Refusal(
            "too-large", f"nothing was recorded: {EVIDENCE}", "a shorter video, a smaller photo; `help bounds`"
        )
    for at, each in pieces(call):
        if each.filed.file == command.file:
            message = f"{call.case} has this file already: piece {at} (#{each.number})"
            raise Refusal("nothing-to-change", message, f"`call evidence {call.case}` lists what it has")
    if len(call.evidence) >= PIECES.most:
        message = f"{call.case} has {len(call.evidence)} pieces already, and no call has more than {PIECES.most}"
        raise Refusal("too-large", message, "several pages in one PDF; `help bounds`")
    event = EvidenceFiled(call.case, command.kind, command.size, command.file, command.what, command.public)
    return (ProposedEvent(event, (call.number,)),)


def _unfile(event: EvidenceFiled, command: Undo, session: Session, actor: Actor) -> tuple[ProposedEvent, ...]:
    call, number = require_open_call(session, event.case), command.target.number
    if not any(each.number == number for _, each in pieces(call)):
        message = f"#{number} was withdrawn already"
        raise Refusal("undo-nothing", message, f"`call evidence {call.case} FILE` files it anew")
    return (ProposedEvent(EvidenceWithdrawn(call.case, number, command.reason, event.public), (number,)),)


HANDLERS: Handlers = {FileEvidence: file_evidence}

UNDO: Undoing = {EvidenceFiled: _unfile}

"""What is said of a case beside it: what it is about, comments, why it differs from another; and undo."""

from ledger.decide.response import Actor, Handlers, ProposedEvent, Undoing
from ledger.errors import Refusal
from ledger.facts import ClassifyCase, CommentCase, Event, StateDifference, Undo
from ledger.facts.casebook import (
    CaseClassified,
    CaseCommented,
    ClassificationWithdrawn,
    CommentWithdrawn,
    DifferenceRecalled,
    DifferenceStated,
)
from ledger.laws.subjects import SUBJECTS
from ledger.session import Session
from ledger.session.case_numbers import no_such_case, require_standing
from ledger.session.casebook import said_subjects, why_different


def classify_case(command: ClassifyCase, session: Session, actor: Actor) -> tuple[ProposedEvent, ...]:
    """What a case is about; refused where it is about that already."""
    said = tuple(each for each in SUBJECTS if each in command.subjects)
    if not said:
        raise Refusal("no-subject", f"what is {command.case} about?", "`help casebook` has the subjects there are")
    if said == said_subjects(session, command.case):
        raise Refusal("nothing-to-change", f"that is what {command.case} is about", f"`show {command.case}`")
    return (ProposedEvent(CaseClassified(command.case, said), (_begun(session, command.case),)),)


def comment_case(command: CommentCase, session: Session, actor: Actor) -> tuple[ProposedEvent, ...]:
    """A comment on a case by one who is named."""
    number = _begun(session, command.case)
    if not command.commentator.strip():
        raise Refusal("no-commentator", "who says so? A comment is signed with a name", '--commentator "J. Roe"')
    if not command.comment.strip():
        raise Refusal(
            "no-commentator", f"what does {command.commentator} say?", f"`casebook comment {command.case} WORDS`"
        )
    return (ProposedEvent(CaseCommented(command.case, command.commentator, command.comment), (number,)),)


def state_difference(command: StateDifference, session: Session, actor: Actor) -> tuple[ProposedEvent, ...]:
    """Why the same board was ruled otherwise elsewhere; stated anew, it takes the place of what was said."""
    ruling = require_standing(session, command.case)
    elsewhere = "" if command.session == session.id else command.session
    if not elsewhere:
        require_standing(session, command.other)
    if (elsewhere, command.other) == ("", command.case):
        raise Refusal("nothing-to-change", f"{command.case} is not otherwise than itself", "`check` names the other")
    if not command.reason.strip():
        raise Refusal("needs-reason", "why was it ruled otherwise?", '--reason "there the tempo was agreed"')
    before = why_different(session, command.case, command.other, elsewhere)
    if before and before.said.reason == command.reason:
        raise Refusal("nothing-to-change", f"{command.case} says so already", f"`show {command.case}`")
    event = DifferenceStated(command.case, command.other, command.reason, elsewhere)
    return (ProposedEvent(event, (ruling.number,)),)


def _begun(session: Session, case: str) -> int:
    """The number of the event that began a ruling, an appeal or a penalty; refused where it was withdrawn."""
    appeal, penalty = session.appeals.get(case), session.penalties.get(case)
    found = session.rulings.get(case) or appeal or penalty
    if found is None:
        raise no_such_case(session, case, "R", "A", "P")
    if found.withdrawn:
        message = f"{case} was withdrawn (#{found.events[-1]}): there is nothing to say of it"
        raise Refusal("case-withdrawn", message, f"`show {case}`")
    return found.number


def _unclassify(event: CaseClassified, command: Undo, session: Session, actor: Actor) -> tuple[ProposedEvent, ...]:
    number = _still_said(command, session)
    return (ProposedEvent(ClassificationWithdrawn(event.case, command.reason), (number,)),)


def _uncomment(event: CaseCommented, command: Undo, session: Session, actor: Actor) -> tuple[ProposedEvent, ...]:
    number = _still_said(command, session)
    return (ProposedEvent(CommentWithdrawn(event.case, number, command.reason), (number,)),)


def _undifference(event: DifferenceStated, command: Undo, session: Session, actor: Actor) -> tuple[ProposedEvent, ...]:
    number = _still_said(command, session)
    return (ProposedEvent(DifferenceRecalled(event.case, event.other, command.reason, event.session), (number,)),)


def _still_said(command: Undo, session: Session) -> int:
    """The number of what is to be taken back; refused where it was already."""
    number = command.target.number
    said: Event | None = session.beside_cases.facts.get(number)
    if said is None:
        raise Refusal("undo-nothing", f"#{number} was taken back already", f"`show {number}`")
    return number


HANDLERS: Handlers = {ClassifyCase: classify_case, CommentCase: comment_case, StateDifference: state_difference}

UNDO: Undoing = {CaseClassified: _unclassify, CaseCommented: _uncomment, DifferenceStated: _undifference}

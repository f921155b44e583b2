"""What is said of a case beside it: its subjects, comments, why another was ruled otherwise. It changes no score."""

from typing import NamedTuple

from ledger.errors import Refusal
from ledger.kernel.fact import DIRECTORS, HEARING, Envelope, Event, Fact, TakenBack
from ledger.kernel.free_text import FreeText
from ledger.kernel.kind import Kind, Reversal
from ledger.laws.citation import SUBJECTS, Subject, subjects_of
from ledger.session.case_numbers import no_such_case, require_standing
from ledger.session.cases import Penalty
from ledger.session.response import Actor, Handlers, ProposedEvent, Undoing, taking_back
from ledger.session.state import Session
from ledger.subjects.rulings.facts import Undo


class CaseClassified(Fact, frozen=True):
    """What a case is about: R-0001, hesitation. It takes the place of what the Laws cited say, and of what was said."""

    case: str
    subjects: tuple[Subject, ...]


class CaseCommented(Fact, frozen=True):
    """Somebody who is named commented on a case, for the book. He need be no official: his name is a text too."""

    case: str
    commentator: FreeText
    comment: FreeText


class DifferenceStated(Fact, frozen=True):
    """Why the same board was ruled otherwise at another table: R-0001, and R-0003, or that of another `session`."""

    case: str
    other: str
    reason: FreeText
    session: str = ""


class ClassifyCase(CaseClassified, frozen=True):
    """Say what a case is about."""


class CommentCase(CaseCommented, frozen=True):
    """Comment on a case."""


class StateDifference(DifferenceStated, frozen=True):
    """Say why the same board was ruled otherwise elsewhere."""


CasebookCommand = ClassifyCase | CommentCase | StateDifference


class Comment(NamedTuple):
    """A comment on a case, and the number of the event that says it."""

    number: int
    said: CaseCommented


def subjects(session: Session, case: str) -> tuple[Subject, ...]:
    """What a case is about, as was said last; else what the Laws say that its ruling or penalty cites, and decisions
    on it. An appeal is about what it is against.
    """
    if appeal := session.appeals.get(case):
        return said_subjects(session, case) or subjects(session, appeal.against)
    said, subject = said_subjects(session, case), session.rulings.get(case) or session.penalties.get(case)
    if said or not subject:
        return said
    laws = subject.imposed.laws if isinstance(subject, Penalty) else subject.judgement.laws
    return subjects_of((*laws, *(law for each in session.decisions_on(case) for law in each.decision.laws)))


def said_subjects(session: Session, case: str) -> tuple[Subject, ...]:
    """What somebody said that a case is about; none where nobody did."""
    said = [each.subjects for _, each in session.beside_cases.of(CaseClassified) if each.case == case]
    return said[-1] if said else ()


def comments_on(session: Session, *cases: str) -> list[Comment]:
    """The comments on cases that hold, in the order in which they were made."""
    return [Comment(number, each) for number, each in session.beside_cases.of(CaseCommented) if each.case in cases]


class WhyDifferent(NamedTuple):
    """Why a case was ruled otherwise than another, and the number of the event that says it."""

    number: int
    said: DifferenceStated


def differences_of(session: Session, case: str) -> list[WhyDifferent]:
    """Why a case was ruled otherwise than others, as was said last of each."""
    said = (WhyDifferent(*each) for each in session.beside_cases.of(DifferenceStated) if each[1].case == case)
    return list({(each.said.session, each.said.other): each for each in said}.values())


def why_different(session: Session, case: str, other: str, elsewhere: str = "") -> WhyDifferent | None:
    """Why a case was ruled otherwise than another, of this session or `elsewhere`; None where nobody said."""
    found = differences_of(session, case)
    return next((each for each in found if (each.said.other, each.said.session) == (other, elsewhere)), None)


def beside_case(session: Session, case: str) -> tuple[int, ...]:
    """The numbers of the events that say something of a case beside it, and of those that take it back."""
    said = {number for number, event in session.beside_cases.ever.items() if getattr(event, "case", "") == case}
    gone = session.beside_cases.taken_back
    return tuple(sorted(said | {gone[number].by.number for number in said & gone.keys()}))


def _state(session: Session, envelope: Envelope, event: Event) -> None:
    session.beside_cases.state(envelope, event)


def _take_back(session: Session, envelope: Envelope[TakenBack], event: Event) -> None:
    session.beside_cases.turn(envelope)


KINDS = (
    Kind(CaseClassified, "case-classified", HEARING, _state, "office", undone_by=Reversal(_take_back)),
    Kind(CaseCommented, "case-commented", HEARING, _state, "office", undone_by=Reversal(_take_back)),
    Kind(DifferenceStated, "difference-stated", DIRECTORS, _state, "office", undone_by=Reversal(_take_back)),
)


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
        message = f"what does {command.commentator} say?"
        raise Refusal("no-commentator", message, f"`casebook comment {command.case} WORDS`")
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
    appeal, penalty = session.appeals.get(case), session.penalties.get(case)
    found = session.rulings.get(case) or appeal or penalty
    if found is None:
        raise no_such_case(session, case, "R", "A", "P")
    if found.withdrawn:
        message = f"{case} was withdrawn (#{found.events[-1]}): there is nothing to say of it"
        raise Refusal("case-withdrawn", message, f"`show {case}`")
    return found.number


def _unsay(
    event: CaseClassified | CaseCommented | DifferenceStated, command: Undo, session: Session, actor: Actor
) -> TakenBack:
    number = command.target.number
    if number not in session.beside_cases.facts:
        raise Refusal("undo-nothing", f"#{number} was taken back already", f"`show {number}`")
    return taking_back(command)


HANDLERS: Handlers = {ClassifyCase: classify_case, CommentCase: comment_case, StateDifference: state_difference}

UNDO: Undoing = dict.fromkeys((CaseClassified, CaseCommented, DifferenceStated), _unsay)

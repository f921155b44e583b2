"""The casebook: subjects of a case, comments, and reasons why it differs from another. No score changes."""

from typing import NamedTuple

from ledger.errors import Refusal
from ledger.kernel.fact import DIRECTORS, HEARING, Command, Envelope, Event, Fact, TakenBack
from ledger.kernel.free_text import FreeText
from ledger.kernel.kind import Kind, Reversal
from ledger.laws.citation import SUBJECTS, Subject
from ledger.session.case_numbers import no_such_case, require_standing
from ledger.session.cases import Penalty
from ledger.session.response import Actor, ProposedEvent, Undoing, refuse_if_taken_back
from ledger.session.state import Session


class CaseClassified(Fact, frozen=True):
    """The subjects of a case were stated (R-0001: hesitation), instead of those its Laws imply."""

    case: str
    subjects: tuple[Subject, ...]


class CaseCommented(Fact, frozen=True):
    """A named person, official or not, commented on a case; the name can be erased."""

    case: str
    commentator: FreeText
    comment: FreeText


class DifferenceStated(Fact, frozen=True):
    """The reason was stated why two tables got different rulings on one board, perhaps in two sessions."""

    case: str
    other: str
    reason: FreeText
    session: str = ""


class ClassifyCase(CaseClassified, Command, frozen=True):
    """State the subjects of a case."""


class CommentCase(CaseCommented, Command, frozen=True):
    """Comment on a case."""


class StateDifference(DifferenceStated, Command, frozen=True):
    """State why two tables were ruled differently on one board."""


class Comment(NamedTuple):
    """A comment on a case, with the number of the event that recorded it."""

    number: int
    said: CaseCommented


def subjects(session: Session, case: str) -> tuple[Subject, ...]:
    """Return the subjects of a case: as last stated, else by its Laws, else (an appeal) those of the case appealed."""
    if appeal := session.appeals.get(case):
        return stated_subjects(session, case) or subjects(session, appeal.against)
    stated, subject = stated_subjects(session, case), session.rulings.get(case) or session.penalties.get(case)
    if stated or not subject:
        return stated
    laws = subject.imposed.laws if isinstance(subject, Penalty) else subject.judgement.laws
    cited = (*laws, *(law for each in session.decisions_on(case) for law in each.decision.laws))
    return session.regulations.edition.subjects_of(cited)


def stated_subjects(session: Session, case: str) -> tuple[Subject, ...]:
    """Return the subjects that were last stated for a case; empty if nobody stated any."""
    stated = [each.subjects for _, each in session.casebook_facts.of(CaseClassified) if each.case == case]
    return stated[-1] if stated else ()


def comments_on(session: Session, *cases: str) -> list[Comment]:
    """Return the comments on the given cases that were not taken back, oldest first."""
    return [Comment(number, each) for number, each in session.casebook_facts.of(CaseCommented) if each.case in cases]


class WhyDifferent(NamedTuple):
    """The stated reason why two cases were ruled differently, with the number of the event."""

    number: int
    said: DifferenceStated


def differences_of(session: Session, case: str) -> list[WhyDifferent]:
    """Return the reasons why a case was ruled differently from others, the last one for each case it differs from."""
    reasons = (WhyDifferent(*each) for each in session.casebook_facts.of(DifferenceStated) if each[1].case == case)
    return list({(each.said.session, each.said.other): each for each in reasons}.values())


def why_different(session: Session, case: str, other: str, elsewhere: str = "") -> WhyDifferent | None:
    """Return the stated reason why two cases were ruled differently; None if there is none."""
    reasons = differences_of(session, case)
    return next((each for each in reasons if (each.said.other, each.said.session) == (other, elsewhere)), None)


def casebook_events_of(session: Session, case: str) -> tuple[int, ...]:
    """Return the numbers of the events that classify, comment on or compare a case, or take that back."""
    numbers = {number for number, event in session.casebook_facts.ever.items() if getattr(event, "case", "") == case}
    gone = session.casebook_facts.taken_back
    return tuple(sorted(numbers | {gone[number].by.number for number in numbers & gone.keys()}))


def _state(session: Session, envelope: Envelope, event: Event) -> None:
    session.casebook_facts.state(envelope, event)


def _take_back(session: Session, envelope: Envelope[TakenBack], event: Event) -> None:
    session.casebook_facts.turn(envelope)


KINDS = (
    Kind(CaseClassified, HEARING, _state, "office", Reversal(_take_back)),
    Kind(CaseCommented, HEARING, _state, "office", Reversal(_take_back)),
    Kind(DifferenceStated, DIRECTORS, _state, "office", Reversal(_take_back)),
)


def classify_case(command: ClassifyCase, session: Session, actor: Actor) -> tuple[ProposedEvent, ...]:
    """Record the subjects of a case; refused without subjects, if the case has them already, or if it was withdrawn."""
    stated = tuple(each for each in SUBJECTS if each in command.subjects)
    if not stated:
        raise Refusal("no-subject", f"what is {command.case} about?", "`help casebook` lists the subjects")
    if stated == stated_subjects(session, command.case):
        raise Refusal("nothing-to-change", f"{command.case} has these subjects already", f"`show {command.case}`")
    return (ProposedEvent(CaseClassified(command.case, stated), (_require_case_number(session, command.case),)),)


def comment_case(command: CommentCase, session: Session, actor: Actor) -> tuple[ProposedEvent, ...]:
    """Record a named person's comment on a case; refused without name or comment, or if the case was withdrawn."""
    number = _require_case_number(session, command.case)
    if not command.commentator.strip():
        raise Refusal("no-commentator", "who says so? A comment is signed with a name", '--commentator "J. Roe"')
    if not command.comment.strip():
        message = f"what does {command.commentator} say?"
        raise Refusal("no-commentator", message, f"`casebook comment {command.case} WORDS`")
    return (ProposedEvent(CaseCommented(command.case, command.commentator, command.comment), (number,)),)


def state_difference(command: StateDifference, session: Session, actor: Actor) -> tuple[ProposedEvent, ...]:
    """Record why two rulings differ, in place of an earlier reason; refused without reason, or if one has no force."""
    ruling = require_standing(session, command.case)
    elsewhere = "" if command.session == session.id else command.session
    if not elsewhere:
        require_standing(session, command.other)
    if (elsewhere, command.other) == ("", command.case):
        raise Refusal("nothing-to-change", f"{command.case} cannot differ from itself", "`check` names both rulings")
    if not command.reason.strip():
        raise Refusal("needs-reason", "why are the two rulings different?", '--reason "there the tempo was agreed"')
    before = why_different(session, command.case, command.other, elsewhere)
    if before and before.said.reason == command.reason:
        message = f"{command.case} already states this reason for differing from {command.other}"
        raise Refusal("nothing-to-change", message, f"`show {command.case}`")
    event = DifferenceStated(command.case, command.other, command.reason, elsewhere)
    return (ProposedEvent(event, (ruling.number,)),)


def _require_case_number(session: Session, case: str) -> int:
    appeal, penalty = session.appeals.get(case), session.penalties.get(case)
    subject = session.rulings.get(case) or appeal or penalty
    if subject is None:
        raise no_such_case(session, case, "R", "A", "P")
    if subject.withdrawn:
        message = f"{case} was withdrawn (#{subject.events[-1]}): the casebook takes only cases in force"
        raise Refusal("case-withdrawn", message, f"`show {case}`")
    return subject.number


UNDO: Undoing = dict.fromkeys(
    (CaseClassified, CaseCommented, DifferenceStated),
    refuse_if_taken_back("#{number} was taken back already", "`show {number}`"),
)

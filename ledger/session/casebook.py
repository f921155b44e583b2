"""What is said of the cases beside them: what they are about, who commented on them, why they differ from others."""

from typing import NamedTuple

from ledger.facts import Envelope, Event
from ledger.facts.casebook import (
    CaseClassified,
    CaseCommented,
    ClassificationWithdrawn,
    CommentWithdrawn,
    DifferenceRecalled,
    DifferenceStated,
)
from ledger.laws.subjects import Subject, subjects_of
from ledger.session.cases import Penalty, Ruling
from ledger.session.state import Session
from ledger.session.stream import Evolving


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
    subject = session.rulings.get(case) or session.penalties.get(case)
    return said_subjects(session, case) or (subjects_of(_laws(session, case, subject)) if subject else ())


def said_subjects(session: Session, case: str) -> tuple[Subject, ...]:
    """What somebody said that a case is about; none where nobody did."""
    said = [each.subjects for _, each in session.beside_cases.of(CaseClassified) if each.case == case]
    return said[-1] if said else ()


def _laws(session: Session, case: str, subject: Ruling | Penalty) -> tuple[str, ...]:
    own = subject.imposed.laws if isinstance(subject, Penalty) else subject.judgement.laws
    return (*own, *(law for each in session.decisions_on(case) for law in each.decision.laws))


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


def _tell(session: Session, envelope: Envelope, event: Event) -> None:
    session.beside_cases.tell(envelope)


EVOLVE: Evolving = dict.fromkeys(
    (CaseClassified, ClassificationWithdrawn, CaseCommented, CommentWithdrawn, DifferenceStated, DifferenceRecalled),
    _tell,
)

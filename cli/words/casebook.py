"""What the events say that are beside a case: what it is about, comments, why it is otherwise than another."""

from collections.abc import Iterable

from cli.words.event_text import event_text
from cli.words.language import say
from cli.words.vocabulary import SUBJECTS, because, quoted
from ledger.facts.casebook import (
    CaseClassified,
    CaseCommented,
    ClassificationWithdrawn,
    CommentWithdrawn,
    DifferenceRecalled,
    DifferenceStated,
)
from ledger.laws.subjects import Subject


def subjects_text(subjects: Iterable[Subject]) -> str:
    """'hesitation, misinformation'."""
    return ", ".join(SUBJECTS[each] for each in subjects)


@event_text.register
def _(event: CaseClassified) -> str:
    return say("%(case)s is about %(subjects)s", case=event.case, subjects=subjects_text(event.subjects))


@event_text.register
def _(event: ClassificationWithdrawn) -> str:
    return say("%(case)s what it is about is taken back", case=event.case) + because(event.reason)


@event_text.register
def _(event: CaseCommented) -> str:
    return say(
        "%(case)s comment by %(commentator)s: %(comment)s",
        case=event.case,
        commentator=event.commentator,
        comment=quoted(event.comment),
    )


@event_text.register
def _(event: CommentWithdrawn) -> str:
    return say("%(case)s comment #%(number)s taken back", case=event.case, number=event.comment) + because(event.reason)


@event_text.register
def _(event: DifferenceStated) -> str:
    return say("%(case)s is otherwise than %(other)s", case=event.case, other=_other(event)) + because(event.reason)


@event_text.register
def _(event: DifferenceRecalled) -> str:
    return say(
        "%(case)s why it is otherwise than %(other)s is taken back", case=event.case, other=_other(event)
    ) + because(event.reason)


def _other(event: DifferenceStated | DifferenceRecalled) -> str:
    """'R-0003', 'R-0003 of friday'."""
    elsewhere = say("%(case)s of %(session)s", case=event.other, session=event.session)
    return elsewhere if event.session else event.other

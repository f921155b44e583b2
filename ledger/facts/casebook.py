"""What is said of a case beside it, for those who look for it or read it later: what it is about, what a commentator
thinks of it, why the same board was ruled otherwise elsewhere; and the same in the imperative. It changes no score.
"""

from ledger.bounds.types import EventNumber
from ledger.facts.fact import DIRECTORS, HEARING, Fact, Kind
from ledger.facts.free_text import FreeText
from ledger.laws.subjects import Subject


class CaseClassified(Fact, frozen=True):
    """What a case is about: R-0001, hesitation. It takes the place of what the Laws cited say, and of what was said."""

    case: str
    subjects: tuple[Subject, ...]


class ClassificationWithdrawn(Fact, frozen=True):
    """What a case is about was recorded wrongly: what was said before holds, or what the Laws cited say."""

    case: str
    reason: FreeText = ""


class CaseCommented(Fact, frozen=True):
    """Somebody who is named commented on a case, for the book. He need be no official: his name is a text too."""

    case: str
    commentator: FreeText
    comment: FreeText


class CommentWithdrawn(Fact, frozen=True):
    """A comment is taken back: it was on another case, or its author does not stand by it."""

    case: str
    comment: EventNumber
    reason: FreeText = ""


class DifferenceStated(Fact, frozen=True):
    """Why the same board was ruled otherwise at another table: R-0001, and R-0003, or that of another `session`."""

    case: str
    other: str
    reason: FreeText
    session: str = ""


class DifferenceRecalled(Fact, frozen=True):
    """Why a board was ruled otherwise elsewhere was recorded wrongly: nobody has said why."""

    case: str
    other: str
    reason: FreeText = ""
    session: str = ""


class ClassifyCase(CaseClassified, frozen=True):
    """Say what a case is about."""


class CommentCase(CaseCommented, frozen=True):
    """Comment on a case."""


class StateDifference(DifferenceStated, frozen=True):
    """Say why the same board was ruled otherwise elsewhere."""


CasebookCommand = ClassifyCase | CommentCase | StateDifference


KINDS = (
    Kind(CaseClassified, "case-classified", HEARING, undone_by=ClassificationWithdrawn),
    Kind(ClassificationWithdrawn, "classification-withdrawn", HEARING),
    Kind(CaseCommented, "case-commented", HEARING, undone_by=CommentWithdrawn),
    Kind(CommentWithdrawn, "comment-withdrawn", HEARING),
    Kind(DifferenceStated, "difference-stated", DIRECTORS, undone_by=DifferenceRecalled),
    Kind(DifferenceRecalled, "difference-recalled", DIRECTORS),
)

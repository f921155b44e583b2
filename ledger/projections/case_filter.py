"""Which cases are meant: by the Laws, by what they are about, by the day of their session."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from ledger.laws.subjects import Subject

if TYPE_CHECKING:
    from ledger.projections.casework import CaseFile


class CaseFilter(NamedTuple):
    """What a case has to have: one of these Laws, one of these subjects, a day between these (as texts: '2026-03-05').

    Nothing said of one of them: whatever it is. A session that has no day is before and after none.
    """

    laws: Sequence[str] = ()
    subjects: Sequence[Subject] = ()
    since: str = ""
    until: str = ""

    def takes(self, case: CaseFile) -> bool:
        """Whether it is a case that is meant."""
        return self.fits(case.laws, case.subjects, case.session.date)

    def fits(self, laws: Sequence[str], subjects: Sequence[Subject], day: str) -> bool:
        """The same of what a case cites, is about, and of its day."""
        return (
            (not self.laws or any(is_under(law, each) for law in laws for each in self.laws))
            and (not self.subjects or bool(set(self.subjects) & set(subjects)))
            and self.of_day(day)
        )

    def of_day(self, day: str) -> bool:
        """Whether cases of a session of that day may be meant."""
        if not (self.since or self.until):
            return True
        return bool(day) and self.since <= day and (not self.until or day <= self.until)


def is_under(law: str, wanted: str) -> bool:
    """Whether a citation is of a Law, or of a part of it.

    >>> is_under("16B1(a)", "16B"), is_under("12C1(c)", "12"), is_under("16B", "1")
    (True, True, False)
    """
    rest = law.removeprefix(wanted) if law.startswith(wanted) else None
    return rest is not None and not (wanted[-1:].isdigit() and rest[:1].isdigit())

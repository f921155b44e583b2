"""Figures over the cases that are meant: gathered from the sessions, by year or over all of them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from cli.desk.case_selection import CasesOfSession, CasesWanted, SessionLeftOut, sessions_with_cases
from cli.desk.desk import Desk
from cli.words.case_statistics import Spanned
from ledger.errors import Refusal
from ledger.projections.case_statistics import RecordedCases, case_statistics
from ledger.projections.casework import steps_at
from ledger.session import Session


class FiguresAsked(NamedTuple):
    """The figures by year or over all, whether all of them may be read here, of when they are (µs UTC), and the
    sessions that are not in them because they do not hold.
    """

    over: Spanned
    whole: bool
    moment: int
    left_out: Sequence[SessionLeftOut]


def gathered(desk: Desk, wanted: CasesWanted, *, by_year: bool) -> FiguresAsked:
    """The figures over what is meant. Refusal (no-cases) where no session is of such days."""
    found, left_out = sessions_with_cases(desk, wanted)
    records = [_recorded(desk, each) for each in found]
    if not records:
        raise Refusal("no-cases", "no session is of these days", "wider: another --of, --since and --until")
    over = {"": case_statistics(records)}
    if by_year:
        years = sorted({_year(each.session) for each in records})
        over = {year or "?": case_statistics(each for each in records if _year(each.session) == year) for year in years}
    moment = max(each.session.recorded_at for each in records)
    return FiguresAsked(over, all(_may_read_all(desk, each.session) for each in records), moment, left_out)


def _recorded(desk: Desk, found: CasesOfSession) -> RecordedCases:
    """A session with its cases and what decisions came to: only for these its log is read."""
    session, cases = found
    decisions = [decided.number for case in cases for decided in case.decisions]
    log = desk.office.log(session.id) if decisions else ()
    return RecordedCases(session, cases, steps_at(log, session.id, decisions))


def _year(session: Session) -> str:
    return (session.opening.date or "")[:4]


def _may_read_all(desk: Desk, session: Session) -> bool:
    """Whether who asks is chief director there; where nobody was appointed, everybody is whatever he says."""
    return not session.officials or "chief-director" in session.officials.offices(desk.settings.official or "")

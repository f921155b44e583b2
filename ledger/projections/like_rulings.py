"""The same board ruled otherwise: at two tables, in two rooms or sections, or at two sites, on like facts.

The same board is the same cards: in one session its number says so, in another the cards themselves, where both are
known. The facts are like where both rulings are about the same, and the same side offended; of claims, revokes and
whatever else goes by how each table played, they never are. Another score may be right all the same: a director says
why, and nobody is asked again.
"""

from collections import Counter
from collections.abc import Container, Iterable, Iterator
from itertools import combinations
from typing import NamedTuple

from ledger.laws.adjustment import Adjustment, Assigned, Stands
from ledger.laws.subjects import JUDGED
from ledger.projections.casework import CaseFile, case_file, cases_in
from ledger.projections.concerns import Concern
from ledger.session import ScoreInForce, Session
from ledger.session.casebook import WhyDifferent, why_different


class UnlikeRulings(NamedTuple):
    """Two cases on the same board with other scores, the earlier one `there`; why, and by which event, if one says."""

    here: CaseFile
    there: CaseFile
    stated: WhyDifferent | None

    @property
    def concern(self) -> Concern:
        """The same among what is to be looked at, both cases side by side."""
        here, elsewhere = self.here, self.there.session.id
        text = f"{_ruled(here)}; {_ruled(self.there, '' if elsewhere == here.session.id else elsewhere)}"
        return Concern("ruled-otherwise", text, here.board, here.seating, here.table or None, here.case)


def _ruled(case: CaseFile, elsewhere: str = "") -> str:
    """'table 3: weighted 60% 4SN=, …, offender EW (R-0002)'; with the session where it is another."""
    score = case.in_force
    assert score is not None
    where = f"table {case.table}" if case.table else str(case.seating)
    session = f"{elsewhere}/" if elsewhere else ""
    offender = f", offender {score.offender}" if score.offender != "none" else ""
    return f"{where}: {score.adjustment!r}{offender} ({session}{case.case})"


def unlike_in(session: Session) -> list[UnlikeRulings]:
    """The boards of a session that were ruled otherwise at two of its tables."""
    ruled = Counter(ruling.board for ruling in session.rulings.values())
    boards: dict[int, list[CaseFile]] = {}
    for case in _judged(session, {board for board, times in ruled.items() if times > 1}):
        boards.setdefault(case.board or 0, []).append(case)
    pairs = (pair for cases in boards.values() for pair in combinations(cases, 2))
    return [
        UnlikeRulings(later, earlier, _why(session, later, session, earlier))
        for earlier, later in pairs
        if _are_unlike(earlier, later)
    ]


def unlike_between(session: Session, others: Iterable[Session]) -> list[UnlikeRulings]:
    """The boards of a session that were ruled otherwise in others, where the same cards were played."""
    return list(_between(session, others)) if session.deals else []


def _between(session: Session, others: Iterable[Session]) -> Iterator[UnlikeRulings]:
    own = [case for case in _judged(session, session.deals) if case.deal]
    for other in others if own else ():
        for there in _judged(other, other.deals):
            for here in own:
                if here.deal == there.deal and _are_unlike(there, here):
                    yield UnlikeRulings(here, there, _why(session, here, other, there))


def _judged(session: Session, boards: Container[int]) -> Iterator[CaseFile]:
    """The rulings in force on these boards that rest on judgement."""
    for case in cases_in(session):
        if case in session.rulings and session.rulings[case].board in boards:
            file = case_file(session, case)
            if set(file.subjects) & JUDGED:
                yield file


def _are_unlike(one: CaseFile, other: CaseFile) -> bool:
    """Whether two rulings on the same board are on like facts, and give other scores."""
    if one.in_force is None or other.in_force is None or not set(one.subjects) & set(other.subjects) & JUDGED:
        return False
    offenders = {one.in_force.offender, other.in_force.offender}
    return (len(offenders) == 1 or "none" in offenders) and _outcome(one, one.in_force) != _outcome(
        other, other.in_force
    )


def _outcome(case: CaseFile, score: ScoreInForce) -> Adjustment:
    """What a ruling comes to: where the table result stands, that result."""
    if isinstance(score.adjustment, Stands) and case.table_result:
        return Assigned(case.table_result)
    return score.adjustment


def _why(session: Session, here: CaseFile, elsewhere: Session, there: CaseFile) -> WhyDifferent | None:
    """What a director said of it, in either of the two cases."""
    if session.id == elsewhere.id:
        return why_different(session, here.case, there.case) or why_different(session, there.case, here.case)
    said = why_different(session, here.case, there.case, elsewhere.id)
    return said or why_different(elsewhere, there.case, here.case, session.id)

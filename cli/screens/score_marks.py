"""Marks beside scores, and the line beneath that says what they mean: each in words, with the cases it comes from.

R    a ruling is in force            P    a provisional one: it is still to be given
ART  an artificial or awarded score, whatever each side has by it: A+, A, A−, a number
PP   a penalty (procedural or disciplinary)
C    carried over                    !    an appeal is still to be decided
?    the result is queried
"""

from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction

from ledger.events.matches import MismatchFound
from ledger.laws.adjustment import Artificial, Awarded
from ledger.session import Session, TableBoard
from ledger.session.tables import CarryOver

MEANINGS = {
    "R": "ruling",
    "P": "provisional ruling",
    "ART": "artificial score",
    "PP": "penalty",
    "M": "match void, shortened or not the right one",
    "C": "carried over",
    "!": "appeal to be decided",
    "?": "queried",
}
_SHOWN = 6


class Marks:
    """What marks a score: of each letter, the cases or events it comes from."""

    def __init__(self) -> None:
        self.sources: dict[str, dict[str, None]] = {}

    def add(self, letter: str, *sources: str) -> None:
        """Mark it, and say by what."""
        self.sources.setdefault(letter, {}).update(dict.fromkeys(sources))

    def take(self, other: "Marks") -> None:
        """Mark it with what marks something else too."""
        for letter, sources in other.sources.items():
            self.add(letter, *sources)

    def add_appeals(self, session: Session, case: str) -> None:
        """Mark it with the appeals against a case that somebody still has to decide."""
        if waiting := [appeal.case for appeal in session.appeals_of(case) if appeal.open]:
            self.add("!", *waiting)

    def __str__(self) -> str:
        return " ".join(letter for letter in MEANINGS if letter in self.sources)


def legend(found: Iterable[Marks]) -> str:
    """'R ruling: R-0001, R-0004   PP penalty: P-0001': only what occurs; '' for nothing."""
    every = Marks()
    for marks in found:
        every.take(marks)
    return "   ".join(
        f"{letter} {meaning}: {_listed(list(every.sources[letter]))}"
        for letter, meaning in MEANINGS.items()
        if letter in every.sources
    )


def _listed(sources: list[str]) -> str:
    more = f" and {len(sources) - _SHOWN} more" if len(sources) > _SHOWN else ""
    return ", ".join(sorted(sources, key=_in_order)[:_SHOWN]) + more


def _in_order(source: str) -> tuple[str, int, str]:
    """Cases and events by number: #9 before #10."""
    head = source.rstrip("0123456789")
    return head, int(source[len(head) :] or 0), source


def marks_of_line(session: Session, played: TableBoard) -> Marks:
    """What marks the scores of a table's board."""
    found = Marks()
    for case in played.cases:
        ruling = session.rulings[case]
        artificial = isinstance(session.in_force(ruling).adjustment, Artificial | Awarded)
        found.add("P" if ruling.judgement.provisional else "ART" if artificial else "R", case)
        found.add_appeals(session, case)
    for query in played.open_queries:
        found.add("?", f"#{query.number}")
    return found


def marks_of_contestants(session: Session) -> Mapping[str, Marks]:
    """What marks the total of each contestant: on its boards, and beside them."""
    found: dict[str, Marks] = {}
    for played in session.table_boards():
        if played.cases or played.queries:
            marks = marks_of_line(session, played)
            for contestant in played.seating.everyone:
                found.setdefault(contestant, Marks()).take(marks)
    for number, finding in session.findings.facts.items():
        for contestant in (finding.contestant,) if isinstance(finding, MismatchFound) else finding.teams:
            found.setdefault(contestant, Marks()).add("M", f"#{number}")
    for penalty in session.penalties_in_force():
        if not penalty.imposed.amount:
            continue  # a warning
        marks = found.setdefault(penalty.imposed.contestant, Marks())
        marks.add("PP", penalty.imposed.case)
        marks.add_appeals(session, penalty.imposed.case)
    for contestant, carried in carried_over(session):
        found.setdefault(contestant, Marks()).add("C", f"#{carried.number}")
    return found


def carried_over(session: Session) -> Iterator[tuple[str, CarryOver]]:
    """What each contestant carries over, where that is something."""
    for contestant, history in session.carry_over.items():
        if history and history[-1].imps != Fraction(0):
            yield contestant, history[-1]

"""Scores in words: numbers, the letters beside a score that name its sources, and how scores moved.

Also the boards of teams that do not count, because both rooms sat the same way round.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

from cli.words.language import say
from cli.words.notation import decimal_text, short_text
from cli.words.rulings import adjustment_text
from cli.words.vocabulary import STANDINGS, side_name
from ledger.kernel.fact import Envelope
from ledger.laws.adjustment import Artificial, Awarded
from ledger.laws.rounding import Rounding
from ledger.projections.artificial import boards_seated_same_way
from ledger.projections.scoreboard import Scoreboard
from ledger.projections.tally import Mark
from ledger.session import Session, TableBoard
from ledger.session.places import shortest_address
from ledger.session.tables import CarryOver
from ledger.subjects.matches.facts import MismatchFound

if TYPE_CHECKING:
    from ledger.projections.ripple import Change, RankChange
    from ledger.projections.standings import Row


def score_text(value: Fraction | None, mode: Rounding = Rounding.HALF_UP, places: int = 2) -> str:
    """Format a score for a table with `places` decimals; None becomes a dash."""
    return "–" if value is None else decimal_text(value, places, mode)


def side_scores_text(scores: Sequence[Fraction | None], mode: Rounding = Rounding.HALF_UP) -> str:
    """Format the scores of a side: '2.40'; '4.00 / 2.40' if its two players have different scores."""
    return " / ".join(score_text(score, mode) for score in scores)


def total_text(row: Row, mode: Rounding) -> str:
    """Format a contestant's total: '61.45 %', or its score where there is no percentage."""
    return score_text(row.total, mode) if row.percent is None else f"{decimal_text(row.percent, 2, mode)} %"


def signed_text(value: Fraction, places: int = 2) -> str:
    """Format a difference with its sign: '+3.20'."""
    return f"{'+' if value > 0 else ''}{decimal_text(value, places)}"


def decimals_needed(value: Fraction, mode: Rounding = Rounding.HALF_UP) -> int:
    """Return the decimals (0 to 2) a number needs; a column takes the most that any of its numbers needs."""
    return len(short_text(value, 2, mode).partition(".")[2])


MEANINGS = {
    "R": "ruling",
    "P": "provisional ruling",
    "ART": "artificial score",
    "PP": "penalty",
    "M": "match void, shortened, not the right one, or known by its result alone",
    "C": "carried over",
    "!": "appeal to be decided",
    "?": "queried",
}

_SHOWN = 6


class ScoreLetters:
    """The letters beside a score, each with the cases or events it stands for."""

    def __init__(self) -> None:
        self.sources: dict[str, dict[str, None]] = {}

    def add(self, letter: str, *sources: str) -> None:
        """Add a letter with the cases or events it stands for."""
        self.sources.setdefault(letter, {}).update(dict.fromkeys(sources))

    def take(self, marks: ScoreLetters) -> None:
        """Add all letters of another score."""
        for letter, sources in marks.sources.items():
            self.add(letter, *sources)

    def add_appeals(self, session: Session, case: str) -> None:
        """Add '!' with the undecided appeals against a case."""
        if waiting := [appeal.case for appeal in session.appeals_of(case) if appeal.open]:
            self.add("!", *waiting)

    @property
    def told(self) -> dict[str, tuple[str, ...]]:
        """The cases or events behind each letter, in the order of the legend."""
        return {letter: tuple(self.sources[letter]) for letter in MEANINGS if letter in self.sources}

    def __str__(self) -> str:
        return " ".join(self.told)


def legend(marks_of_rows: Iterable[Mapping[str, Iterable[str]]]) -> str:
    """Explain the letters beside scores: 'R ruling: R-0001, R-0004   PP penalty: P-0001'; '' for none."""
    every = ScoreLetters()
    for marks in marks_of_rows:
        for letter, sources in marks.items():
            every.add(letter, *sources)
    lines = []
    for letter, given in every.told.items():
        sources = sorted(given, key=_source_key)
        more = say(" and %(sources)s more", sources=len(sources) - _SHOWN) if len(sources) > _SHOWN else ""
        lines.append(f"{letter} {MEANINGS[letter]}: {', '.join(sources[:_SHOWN])}{more}")
    return "   ".join(lines)


def _source_key(source: str) -> tuple[str, int, str]:
    head = source.rstrip("0123456789")
    return head, int(source[len(head) :] or 0), source  # by number: #9 before #10


def marks_of_table_board(session: Session, played: TableBoard) -> ScoreLetters:
    """Return the letters beside a table's score on a board: for rulings, undecided appeals and open queries."""
    marks = ScoreLetters()
    for case in played.cases:
        ruling = session.rulings[case]
        artificial = isinstance(session.in_force(ruling).adjustment, Artificial | Awarded)
        marks.add("P" if ruling.judgement.provisional else "ART" if artificial else "R", case)
        marks.add_appeals(session, case)
    for query in played.open_queries:
        marks.add("?", f"#{query.number}")
    return marks


def marks_of_contestants(session: Session) -> Mapping[str, ScoreLetters]:
    """Return the letters beside each contestant's total: for its boards, findings, penalties and carry-over."""
    marks_of: dict[str, ScoreLetters] = {}
    for played in session.table_boards():
        if played.cases or played.queries:
            marks = marks_of_table_board(session, played)
            for contestant in played.seating.everyone:
                marks_of.setdefault(contestant, ScoreLetters()).take(marks)
    for number, finding in session.findings.facts.items():
        for contestant in (finding.contestant,) if isinstance(finding, MismatchFound) else finding.teams:
            marks_of.setdefault(contestant, ScoreLetters()).add("M", f"#{number}")
    for penalty in session.penalties_in_force():
        if not penalty.imposed.amount:
            continue  # a warning changes no total
        marks = marks_of.setdefault(penalty.imposed.contestant, ScoreLetters())
        marks.add("PP", penalty.imposed.case)
        marks.add_appeals(session, penalty.imposed.case)
    for contestant, carried in carry_overs(session):
        marks_of.setdefault(contestant, ScoreLetters()).add("C", f"#{carried.number}")
    return marks_of


def carry_overs(session: Session) -> Iterator[tuple[str, CarryOver]]:
    """Yield each contestant with a carry-over other than zero, and its carry-over."""
    for contestant in session.carry_over:
        if (carried := session.carried(contestant)) and carried.imps:
            yield contestant, carried


def same_direction_lines(scoreboard: Scoreboard, board: int | None = None) -> list[tuple[str, ...]]:
    """Return, for each unruled board a team sat in one direction in both rooms, the fact and two remedies."""
    lines: list[tuple[str, ...]] = []
    for played in boards_seated_same_way(scoreboard.session):
        if board not in (None, played.board) or scoreboard.counts(played):
            continue
        second_room = scoreboard.rooms(played)[1]
        both = [room.table for room in (played, second_room) if room.table]
        tables = f" ({' and '.join(sorted(both))})" if both else ""
        where = shortest_address(scoreboard.session, second_room)
        law = scoreboard.regulations.edition.option("result-of-one-room")
        lines.append(
            (
                f"{played.seating.ns} sat North–South in both rooms of board {played.board}{tables}: it does not count",
                f"  recorded wrongly: `bridge-ledger result correct {where} --swapped`, of the room that is wrong",
                f"  played so: rule on it, by fault: "
                f"`bridge-ledger ruling add {where} --artificial A-/A-{law} --offender both`",
            )
        )
    return lines


def compared_lines(played: TableBoard, scoreboard: Scoreboard) -> Iterator[str]:
    """Yield a line on which score of an 'artificial unless better' ruling counts; nothing for other rulings."""
    from ledger.projections.ripple import compare_unless_award  # standings never need it

    if (comparison := compare_unless_award(scoreboard, played)) is None:
        return
    mode = scoreboard.totals.rounding
    taken = comparison.instead if comparison.gives_way else comparison.artificial
    award, side = (
        f"{adjustment_text(comparison.artificial)} {score_text(comparison.by_award, mode)}",
        side_name(comparison.side.value),
    )
    if comparison.assigned is None:
        yield say(
            "  there is nothing to compare %(instead)s with: %(award)s counts for %(side)s (%(case)s)",
            instead=adjustment_text(comparison.instead),
            award=award,
            side=side,
            case=comparison.case,
        )
    else:
        assigned = f"{adjustment_text(comparison.instead)} {score_text(comparison.assigned, mode)}"
        yield say(
            "  compared: %(award)s, %(assigned)s, for %(side)s: %(taken)s counts (%(case)s)",
            award=award,
            assigned=assigned,
            side=side,
            taken=adjustment_text(taken),
            case=comparison.case,
        )


ROWS_SHOWN = 12


def sort_changes(changes: Sequence[Change], events: Sequence[Envelope]) -> list[Change]:
    """Sort score changes: first those of contestants named in the events, then by size."""
    touched = {getattr(envelope.event, seat, None) for envelope in events for seat in ("ns", "ew")}
    return sorted(changes, key=lambda change: (change.contestant not in touched, -abs(change.difference)))


def difference_text(change: Change) -> str:
    """Format a change of a score: '+3.20', 'new', 'gone'."""
    if change.before is None:
        return say("new")
    return say("gone") if change.after is None else signed_text(change.difference)


def place_text(change: RankChange, arrow: str) -> str:
    """Format a change of place: '1NS 7 → 5'."""
    colon = ":" if change.contestant[-1:].isdigit() else ""
    return f"{change.contestant}{colon} {change.before or say('new')} {arrow} {change.after or say('out')}"


def standing_mark_text(mark: Mark | None) -> str:
    """Say why a contestant has no place, or that it has a substitute: 'withdrawn (#45)'; '' for neither."""
    if mark is None:
        return ""
    return STANDINGS[mark.standing] + (f" (#{mark.number})" if mark.number else "")

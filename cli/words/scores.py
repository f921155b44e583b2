"""How a score is said, for eyes and for programs; the marks beside it that say where it comes from; how it moved.

Also the boards of teams that have none, because both rooms sat the same way round.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction

from cli.words.language import say
from cli.words.notation import decimal_text, short_text
from cli.words.rulings import adjustment_text
from cli.words.vocabulary import STANDINGS, side_name
from ledger.kernel.fact import Envelope
from ledger.laws.adjustment import Artificial, Awarded
from ledger.laws.rounding import Rounding, exact_text
from ledger.projections.artificial import same_way_round
from ledger.projections.ripple import Change, RankChange, compared
from ledger.projections.scoreboard import Scoreboard
from ledger.projections.tally import Mark
from ledger.session import Session, TableBoard
from ledger.session.places import typed
from ledger.session.tables import CarryOver
from ledger.subjects.matches.facts import MismatchFound

ScoreJson = dict[str, str]


def score_json(value: Fraction | None, mode: Rounding = Rounding.HALF_UP, places: int = 2) -> ScoreJson | None:
    """A number for JSON: exact, and as text to two decimals or as many as are asked for."""
    return None if value is None else {"exact": exact_text(value), "text": decimal_text(value, places, mode)}


def score_text(value: Fraction | None, mode: Rounding = Rounding.HALF_UP, places: int = 2) -> str:
    """A number for a table, to two decimals or as many as are asked for; or a dash."""
    return "–" if value is None else decimal_text(value, places, mode)


def own_scores_text(scores: Sequence[Fraction | None], mode: Rounding = Rounding.HALF_UP) -> str:
    """What a side has: '2.40'; or what each of two individuals has who differ: '4.00 / 2.40'."""
    return " / ".join(score_text(score, mode) for score in scores)


def signed_text(value: Fraction, places: int = 2) -> str:
    """A difference: +3.20."""
    return f"{'+' if value > 0 else ''}{decimal_text(value, places)}"


def places_of(value: Fraction, mode: Rounding = Rounding.HALF_UP) -> int:
    """How many decimals a number wants, two at most: a column has as many as the one that wants most."""
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

    @property
    def told(self) -> dict[str, tuple[str, ...]]:
        """The sources of each letter, in the order of a legend."""
        return {letter: tuple(self.sources[letter]) for letter in MEANINGS if letter in self.sources}

    def __str__(self) -> str:
        return " ".join(self.told)


def legend(found: Iterable[Mapping[str, Iterable[str]]]) -> str:
    """'R ruling: R-0001, R-0004   PP penalty: P-0001': only what occurs; '' for nothing."""
    every = Marks()
    for marks in found:
        for letter, sources in marks.items():
            every.add(letter, *sources)
    lines = []
    for letter, given in every.told.items():
        sources = sorted(given, key=_in_order)
        more = say(" and %(sources)s more", sources=len(sources) - _SHOWN) if len(sources) > _SHOWN else ""
        lines.append(f"{letter} {MEANINGS[letter]}: {', '.join(sources[:_SHOWN])}{more}")
    return "   ".join(lines)


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
    for contestant in session.carry_over:
        if (carried := session.carried(contestant)) and carried.imps:
            yield contestant, carried


def same_way_lines(scoreboard: Scoreboard, board: int | None = None) -> list[tuple[str, ...]]:
    """What to do about each board, or one, whose two rooms sat the same way round and that nobody has ruled on."""
    lines: list[tuple[str, ...]] = []
    for played in same_way_round(scoreboard.session):
        if board not in (None, played.board) or scoreboard.counts(played):
            continue
        other = scoreboard.rooms(played)[1]
        both = [room.table for room in (played, other) if room.table]
        tables = f" ({' and '.join(sorted(both))})" if both else ""
        where = typed(scoreboard.session, other)
        lines.append(
            (
                f"{played.seating.ns} sat North–South in both rooms of board {played.board}{tables}: it does not count",
                f"  recorded wrongly: `bridge-ledger result correct {where} --swapped`, of the room that is wrong",
                f"  played so: rule on it (Law 86B2), by fault: "
                f"`bridge-ledger ruling add {where} --artificial A-/A- --law 86B2 --offender both`",
            )
        )
    return lines


def compared_lines(played: TableBoard, scoreboard: Scoreboard) -> Iterator[str]:
    """Both figures, where an artificial score gives way to a better assigned one, and which was taken."""
    if (found := compared(scoreboard, played)) is None:
        return
    mode = scoreboard.totals.rounding
    taken = found.instead if found.gives_way else found.artificial
    award, side = f"{adjustment_text(found.artificial)} {score_text(found.by_award, mode)}", side_name(found.side.value)
    if found.assigned is None:
        yield say(
            "  there is nothing to compare %(instead)s with: %(award)s counts for %(side)s (%(case)s)",
            instead=adjustment_text(found.instead),
            award=award,
            side=side,
            case=found.case,
        )
    else:
        assigned = f"{adjustment_text(found.instead)} {score_text(found.assigned, mode)}"
        yield say(
            "  compared: %(award)s, %(assigned)s, for %(side)s: %(taken)s counts (%(case)s)",
            award=award,
            assigned=assigned,
            side=side,
            taken=adjustment_text(taken),
            case=found.case,
        )


ROWS_SHOWN = 12


def in_order_of(changes: Sequence[Change], events: Sequence[Envelope]) -> list[Change]:
    """Changes, those of the tables that events are about first, then the furthest."""
    touched = {getattr(envelope.event, seat, None) for envelope in events for seat in ("ns", "ew")}
    return sorted(changes, key=lambda change: (change.contestant not in touched, -abs(change.difference)))


def difference_text(change: Change) -> str:
    """What a change comes to: '+3.20', 'new', 'gone'."""
    if change.before is None:
        return say("new")
    return say("gone") if change.after is None else signed_text(change.difference)


def place_text(change: RankChange, arrow: str) -> str:
    """A change of place: '1NS 7 → 5'."""
    colon = ":" if change.contestant[-1:].isdigit() else ""
    return f"{change.contestant}{colon} {change.before or say('new')} {arrow} {change.after or say('out')}"


def standing_mark(mark: Mark | None) -> str:
    """'withdrawn (#45)': what a contestant is marked with, and where that is said; '' where it is not."""
    if mark is None:
        return ""
    return STANDINGS[mark.standing] + (f" (#{mark.number})" if mark.number else "")

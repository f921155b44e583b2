"""The bump chart: the places of contestants after each round as played, then after each decision.

The rounds count everything as played, without later rulings, and so show the play alone. Each decision that is a ruling
or an appeal, or that moved a place, then adds a column in the order of the log.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import accumulate, pairwise
from typing import NamedTuple

from cli.pages.history import settles_score
from cli.words.events import case_of_event
from cli.words.vocabulary import side_name
from ledger.kernel.fact import Envelope
from ledger.projections.names import names_first, names_of, players_text
from ledger.projections.scoreboard import Scoreboard
from ledger.projections.standings import ranks, standings
from ledger.scoring.line import Seating
from ledger.session import Session, TableBoard
from ledger.subjects.appeals.facts import Decision
from ledger.subjects.evolving import evolve
from ledger.subjects.play.facts import ResultRecorded
from ledger.subjects.rulings.facts import Judgement

MOST_ROUNDS = 14
"""The most columns of play: more rounds, or boards if rounds are unknown, share columns."""

UP_TO = "≤"
"""Prefix of a column's label: the column covers all boards up to this number, not a round."""


class Moment(NamedTuple):
    """A column of the chart: each contestant's place after a round, or after the decision in event `number`."""

    label: str
    number: int | None
    places: dict[str, int]


class PlayedRounds:
    """Computes the chart's columns of a growing log; if no result was added, only those of new decisions."""

    def __init__(self) -> None:
        self._played: list[Envelope] | None = None
        self._decided = list[Envelope]()
        self._columns = list[Moment]()
        self._scoreboard: Scoreboard | None = None

    def columns(self, log: Sequence[Envelope], session_id: str) -> tuple[list[Moment], dict[str, int] | None]:
        """Return the chart's columns, and the final places; [] and None before the session opened."""
        played, decided, seen = list[Envelope](), list[Envelope](), set[tuple[int, Seating]]()
        for envelope in log:
            event = envelope.event
            again = isinstance(event, ResultRecorded) and (event.board, event.seating) in seen
            if isinstance(event, ResultRecorded):
                seen.add((event.board, event.seating))
            of_a_case = case_of_event(event) is not None  # later steps of a case need its earlier events
            (decided if again or of_a_case or settles_score(envelope) else played).append(envelope)
        if played != self._played or decided[: len(self._decided)] != self._decided or self._scoreboard is None:
            session = evolve(Session(session_id), *played)
            if session.opened is None:
                return [], None
            self._played, self._decided = played, []
            lines = list(session.table_boards())
            by_round = len({played.round for played in lines} - {None}) > 1 and all(played.round for played in lines)
            order = sorted({_column_of(played, by_round=by_round) for played in lines})
            # Boards or rounds per column, rounded up.
            size = -(-len(order) // MOST_ROUNDS) or 1
            ends = [group[-1] for group in (order[at : at + size] for at in range(0, len(order), size))]
            rounds = [(f"{'' if by_round else UP_TO}{end}", _up_to(session, end, by_round=by_round)) for end in ends]
            self._columns = [Moment(label, None, ranks(Scoreboard(part))) for label, part in rounds]
            self._scoreboard = Scoreboard(session).completed()
        # A column for each decision that is a ruling or moves a place.
        further, scoreboard = decided[len(self._decided) :], self._scoreboard
        places = ranks(scoreboard)
        for envelope in further:
            scoreboard = Scoreboard(evolve(scoreboard.session, envelope), scoreboard).completed()
            before, places = places, ranks(scoreboard)
            if before != places or isinstance(envelope.event, Judgement | Decision):
                label = case_of_event(envelope.event) or f"#{envelope.number}"
                self._columns.append(Moment(label, envelope.number, places))
        self._decided += further
        self._scoreboard = scoreboard
        return list(self._columns), places


def moments(scoreboard: Scoreboard, log: Sequence[Envelope], rounds: PlayedRounds | None = None) -> list[Moment]:
    """Return the chart's columns, oldest first; `rounds`, kept from an earlier call, saves computing them anew."""
    columns, places = (rounds or PlayedRounds()).columns(log, scoreboard.session.id)
    current = ranks(scoreboard)
    return columns if places is None or places == current else [*columns, Moment("=", log[-1].number, current)]


def _column_of(played: TableBoard, *, by_round: bool) -> int:
    return (played.round or 0) if by_round else played.board


def _up_to(session: Session, end: int, *, by_round: bool) -> Session:
    boards = {
        board: {seating: played for seating, played in lines.items() if _column_of(played, by_round=by_round) <= end}
        for board, lines in session.boards.items()
    }
    return replace(session, boards=boards)


MOST_LINES = 40
"""Of a larger field, only the first places are drawn, and contestants whose place moved after play."""

_ROW, _TOP, _LEFT, _MARGIN = 18, 64, 24, 190
_ROUND, _DECISION = 34, 46
_SHORT = 22


def charts(scoreboard: Scoreboard, moments: Sequence[Moment]) -> list[dict[str, object]]:
    """Return a chart of each field, none for a single column; `after` in a chart: x where decisions begin, or 0."""
    names, drawn_fields = names_of(scoreboard.session), []
    widths = (_ROUND if moment.number is None else _DECISION for moment in moments[1:])
    columns = list(zip(moments, accumulate(widths, initial=_LEFT), strict=True)) if moments else []
    rounds = [x for moment, x in columns if moment.number is None]
    after = (rounds[-1] if rounds else _LEFT) + _ROUND // 2
    for field in standings(scoreboard):
        ranked = [row.contestant for row in field.rows if row.rank]
        if not ranked or len(columns) < 2:
            continue
        drawn = [
            each for at, each in enumerate(ranked) if at < MOST_LINES or (at < 4 * MOST_LINES and _moved(each, moments))
        ]
        deepest = max(moment.places.get(each, 0) for moment in moments for each in drawn)
        chart = {
            "caption": side_name(field.direction.value) if field.direction else "Places",
            "width": columns[-1][1] + _MARGIN,
            "height": _TOP + (max(deepest, len(drawn)) + 1) * _ROW,
            "top": _TOP,
            "margin": _MARGIN,
            "after": after if len(rounds) < len(columns) else 0,
            "columns": columns,
            "lines": [_line(each, names, at, columns) for at, each in enumerate(drawn)],
            "is_by_board": moments[0].label.startswith(UP_TO),
            "passed": [*_passed(ranked, names, moments)],
        }
        drawn_fields.append(chart)
    return drawn_fields


def _passed(
    ranked: Sequence[str], names: Mapping[str, str], moments: Sequence[Moment]
) -> Iterator[tuple[Moment, list[tuple[str, str]]]]:
    """Yield each decision by which contestants passed others: (who, whom), the best place first."""
    for before, after in pairwise(moments):
        if after.number is None or before.places == after.places:
            continue
        placed = [each for each in ranked if each in before.places and each in after.places]
        climbed = [each for each in placed if after.places[each] < before.places[each]]
        texts = []
        for who in sorted(climbed, key=after.places.__getitem__)[:MOST_LINES]:
            now, then = after.places[who], before.places[who]
            passed = [each for each in placed if before.places[each] < then and after.places[each] > now]
            if passed:
                more = f" + {len(passed) - _MOST_PASSED}" if len(passed) > _MOST_PASSED else ""
                whom = ", ".join(names_first(each, names) for each in passed[:_MOST_PASSED])
                texts.append((names_first(who, names), whom + more))
        if texts:
            yield after, texts


_MOST_PASSED = 6


def _moved(contestant: str, moments: Sequence[Moment]) -> bool:
    rounds = [moment for moment in moments if moment.number is None]
    later = [moment.places.get(contestant) for moment in (*rounds[-1:], *moments[len(rounds) :])]
    return len(set(later)) > 1


def _line(
    contestant: str, names: Mapping[str, str], at: int, columns: Sequence[tuple[Moment, int]]
) -> dict[str, object]:
    """Return a contestant's line: `points` of rounds, `later` of decisions, `moved` if a decision changed its place."""
    placed = [(moment, x, moment.places[contestant]) for moment, x in columns if contestant in moment.places]
    rounds = sum(1 for moment, _, _ in placed if moment.number is None)
    points = [f"{x},{_TOP + place * _ROW}" for _, x, place in placed]
    short = players_text(contestant, names) or contestant
    return {
        "name": names_first(contestant, names),
        "short": short if len(short) <= _SHORT else short[: _SHORT - 1] + "…",
        "points": " ".join(points[:rounds]),
        "later": " ".join(points[max(rounds - 1, 0) :]),
        "y": _TOP + (at + 1) * _ROW,
        "place": placed[-1][2],
        "moved": _moved(contestant, [moment for moment, _ in columns]),
        "told": " → ".join(str(place) for _, _, place in placed),
        "contestant": contestant,
    }

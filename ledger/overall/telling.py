"""What a figure scored across the sections comes of: its session alone would tell another score."""

from collections.abc import Iterator
from dataclasses import replace

from ledger.overall.field_of_play import FieldOfPlay
from ledger.overall.figures import Figure
from ledger.overall.stage_standing import Overall, OverallRow
from ledger.projections.scoreboard import boards_of
from ledger.projections.standings import Row, percent_derivation, total_derivation
from ledger.scoring.derivation import Derivation


def told_across(found: Overall, row: OverallRow) -> Iterator[tuple[Figure, list[Derivation]]]:
    """The figures of a contestant that were scored across sections: the percentage, and the total it is of.

    Numbers of events are left out: every section has its own.
    """
    for figure, field, each in _across(found, row):
        percent = percent_derivation(field.scoreboard, each) if found.unit == "%" else None
        total = total_derivation(field.scoreboard, each.contestant)
        yield figure, [without_events(told) for told in (percent, total) if told]


def board_across(found: Overall, row: OverallRow, board: int) -> Iterator[tuple[Figure, Derivation]]:
    """What a contestant has on a board that was scored across sections, result by result."""
    for figure, field, each in _across(found, row):
        for side, played in boards_of(field.scoreboard, each.contestant):
            if played.board == board:
                score = field.scoreboard.score(played, side, each.contestant)
                yield figure, without_events(score.derivation())


def _across(found: Overall, row: OverallRow) -> Iterator[tuple[Figure, FieldOfPlay, Row]]:
    own = {(figure.of.session, figure.contestant): figure for figure in row.figures}
    for field in found.fields:
        for each in field.rows if field.together else ():
            of, contestant = field.own(each.contestant)
            if figure := own.get((of.session, contestant)):
                yield figure, field, each


def without_events(told: Derivation) -> Derivation:
    """A derivation without the numbers of events: they are a session's own, and here nobody knows of which."""
    return replace(told, events=(), parts=tuple(map(without_events, told.parts)))

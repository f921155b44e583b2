"""What no session alone tells: what a figure scored across the sections comes of, and a match of a bracket."""

from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple

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


class MatchTold(NamedTuple):
    """A match of a bracket against one other: its name, who, and what the two have of it, its own score first."""

    match: str
    other: str
    scores: tuple[Derivation, Derivation]


def told_matches(found: Overall, row: OverallRow) -> Iterator[MatchTold]:
    """The matches of a contestant in a bracket, those to come too that it carries something into."""
    for match in found.bracket.matches.values() if found.bracket else ():
        for meeting in match.meetings if row.entrant in match.teams else ():
            if row.entrant in meeting.teams and (meeting.segments or meeting.carried):
                other = meeting.teams[meeting.teams[0] == row.entrant]
                own, theirs = (without_events(meeting.scores[each]) for each in (row.entrant, other))
                yield MatchTold(match.drawn.name, other, (own, theirs))


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

"""The bump chart: a line for each contestant through the columns, drawn in whole numbers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from cli.pages.columns import UP_TO, Moment
from cli.words.vocabulary import side_name
from ledger.bridge import Side
from ledger.projections.names import led_by_names, names_of, players_text
from ledger.projections.scoreboard import Scoreboard
from ledger.projections.standings import standings

MOST_LINES = 40
"""Of a larger field the first places are drawn, and who moved after play."""

_ROW, _TOP, _LEFT, _MARGIN = 18, 64, 24, 190
_ROUND, _DECISION = 34, 46
_SHORT = 22


class ChartColumn(NamedTuple):
    """Where a column stands; `number` is the event decided there, None for a round."""

    label: str
    x: int
    number: int | None


class RankLine(NamedTuple):
    """A contestant's way in the rounds and `later`; `moved`: its place changed then; `told`: its places."""

    name: str
    short: str
    points: str
    later: str
    y: int
    place: str
    moved: bool
    told: str
    contestant: str


class Chart(NamedTuple):
    """A field's chart; `after`: where the rounds end and what was decided begins, 0 where nothing was."""

    id: str
    caption: str
    width: int
    height: int
    top: int
    margin: int
    after: int
    columns: list[ChartColumn]
    lines: list[RankLine]

    @property
    def is_by_board(self) -> bool:
        """Whether its columns are boards, for no rounds are known."""
        return self.columns[0].label.startswith(UP_TO)


def charts(scoreboard: Scoreboard, columns: Sequence[Moment]) -> list[Chart]:
    """A chart for each field that has places in two columns at least."""
    fields = [(field.direction, [row.contestant for row in field.rows if row.rank]) for field in standings(scoreboard)]
    names = names_of(scoreboard.session)
    return [_chart(_heading(direction), who, columns, names) for direction, who in fields if who and len(columns) > 1]


def _heading(direction: Side | None) -> tuple[str, str]:
    """The name of a field's chart in the page, and its caption."""
    return (direction.value, side_name(direction.value)) if direction else ("all", "Places")


def _chart(
    heading: tuple[str, str], field: Sequence[str], moments: Sequence[Moment], names: Mapping[str, str]
) -> Chart:
    columns = _columns(moments)
    drawn = _drawn(field, moments)
    rows = {contestant: at for at, contestant in enumerate(drawn)}
    deepest = max(moment.places.get(each, 0) for moment in moments for each in drawn)
    lines = [_line(each, names, at, columns, moments) for each, at in rows.items()]
    rounds = [column.x for column in columns if column.number is None]
    after = (rounds[-1] if rounds else _LEFT) + _ROUND // 2
    return Chart(
        *heading,
        columns[-1].x + _MARGIN,
        _TOP + (max(deepest, len(drawn)) + 1) * _ROW,
        _TOP,
        _MARGIN,
        after if len(rounds) < len(columns) else 0,
        columns,
        lines,
    )


def _columns(moments: Sequence[Moment]) -> list[ChartColumn]:
    found, x = list[ChartColumn](), _LEFT
    for at, moment in enumerate(moments):
        x += (_ROUND if moment.number is None else _DECISION) if at else 0
        found.append(ChartColumn(moment.label, x, moment.number))
    return found


def _drawn(field: Sequence[str], moments: Sequence[Moment]) -> list[str]:
    """Who is drawn, as they are ranked in the end."""
    return [each for at, each in enumerate(field) if at < MOST_LINES or (at < 4 * MOST_LINES and _moved(each, moments))]


def _moved(contestant: str, moments: Sequence[Moment]) -> bool:
    """Whether a contestant's place changed by what was decided after the last round."""
    rounds = [moment for moment in moments if moment.number is None]
    later = [moment.places.get(contestant) for moment in (*rounds[-1:], *moments[len(rounds) :])]
    return len(set(later)) > 1


def _line(
    contestant: str, names: Mapping[str, str], at: int, columns: Sequence[ChartColumn], moments: Sequence[Moment]
) -> RankLine:
    placed = [
        (column, moment.places[contestant])
        for column, moment in zip(columns, moments, strict=True)
        if contestant in moment.places
    ]
    rounds = sum(1 for column, _ in placed if column.number is None)
    points = [f"{column.x},{_y(place)}" for column, place in placed]
    told = " → ".join(str(place) for _, place in placed)
    name = led_by_names(contestant, names)
    short = players_text(contestant, names) or contestant
    place = placed[-1][1]
    ways = " ".join(points[:rounds]), " ".join(points[max(rounds - 1, 0) :])
    short = short if len(short) <= _SHORT else short[: _SHORT - 1] + "…"
    return RankLine(
        name, short, *ways, _TOP + (at + 1) * _ROW, str(place), _moved(contestant, moments), told, contestant
    )


def _y(place: int) -> int:
    return _TOP + place * _ROW

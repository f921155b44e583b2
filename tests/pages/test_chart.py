"""Who is drawn in the chart of places, where there are more than can be told apart."""

from cli.pages.chart import MOST_LINES, Moment, charts
from ledger.projections.standings import standings
from tests.core.spec import Evening


def test_of_a_large_field_the_first_are_drawn_and_of_the_rest_who_moved_after_play():
    """So far down as four times as many; further down nobody sees it."""
    evening = Evening(winners=1, contestants=[str(number) for number in range(1, 4 * MOST_LINES + 5)])
    for table in range(1, 2 * MOST_LINES + 3):
        evening.play(1, [*[None] * (table - 1), 10 * (200 - table)])
    (field,) = standings(evening.scoreboard)
    ranked = [row.contestant for row in field.rows]
    moved = {ranked[MOST_LINES], ranked[4 * MOST_LINES - 1], ranked[4 * MOST_LINES]}
    before = {contestant: place for place, contestant in enumerate(ranked, start=1)}
    after = {contestant: place + (contestant in moved) for contestant, place in before.items()}
    (chart,) = charts(evening.scoreboard, [Moment("1", None, before), Moment("R-0001", 9, after)])
    drawn = [line["name"] for line in chart["lines"]]
    assert drawn == [*ranked[:MOST_LINES], ranked[MOST_LINES], ranked[4 * MOST_LINES - 1]]

"""Why one has the bye: who of those lower was passed over, and why."""

from cli.words.tournaments import bye_reason_lines
from ledger.overall.before_a_draw import gather_draw_basis
from ledger.subjects.draws.facts import RoundDrawn
from ledger.subjects.draws.state import Drawn
from tests.core.swiss_stage import Swiss


def lines(swiss: Swiss, **how) -> list[str]:
    """What is said of the next draw; it is recorded."""
    earlier, number = swiss.tournament.drawn, swiss.tournament.drawn.last("swiss") + 1
    order = gather_draw_basis(swiss.scores, swiss.stage, number).order
    drawn = swiss.draw(**how)
    if not drawn.triangle:
        swiss.play(drawn)
    return list(bye_reason_lines(drawn, earlier, order))


def test_who_had_a_bye_is_passed_over():
    """By hand: after round 3 it is 1 | 2 3 | 6 | 4 | 5 7."""
    swiss = Swiss(7)
    assert lines(swiss) == ["", "bye: 7, the lowest by seeds"]
    assert [lines(swiss) for _ in range(2)] == [
        ["", "bye: 6, the lowest after round 1"],
        ["", "bye: 5, the lowest after round 2"],
    ]
    assert lines(swiss) == [
        "",
        "bye: 4, the lowest after round 3 but",
        "  5: had the bye of round 3",
        "  7: had the bye of round 1",
    ]


def test_who_has_met_one_of_three_is_passed_over():
    """F and G have met: D comes in."""
    drawn = RoundDrawn(stage="swiss", round=2, matches=(), triangle=("D", "E", "G"))
    assert list(bye_reason_lines(drawn, Drawn(), tuple("ABCDEFG"))) == [
        "",
        "triangle: D, E, G, the lowest three after round 1 but",
        "  F: somebody would have met the same opponent again",
    ]


def test_of_an_even_field_nobody_is_left_over():
    assert lines(Swiss(4)) == []

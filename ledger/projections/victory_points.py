"""What the score of a match is converted into: victory points, by the scale the regulations name (spec §2.8)."""

from fractions import Fraction

from ledger.bridge.percent_vp import PercentScale
from ledger.laws.rounding import decimal_text
from ledger.projections.scoreboard import Scoreboard
from ledger.scoring.derivation import Derivation, derived, given
from ledger.scoring.rule import Rule

_POOL = 20


def scale(scoreboard: Scoreboard) -> Rule | None:
    """How matches are converted; None where their scores are totals as they are."""
    return scoreboard.form.victory_points(scoreboard.regulations)


def victory_points(scoreboard: Scoreboard, score: Derivation, boards: int, half: bool = False) -> Derivation:
    """A contestant's victory points for its score in a match of so many boards; `half`: in a half match of pairs."""
    by = scale(scoreboard)
    if by is None or not boards:
        return score
    if by is Rule.VP_TABLE:
        table = scoreboard.regulations.matches.table
        text = "victory points by the regulations' table"
        return derived(by, text, [score], law="78C", unit="VP", terms=table)
    if by is Rule.VP_PERCENT:
        share, match = percentage(scoreboard, score, boards), "half match" if half else "match"
        text = f"victory points for {decimal_text(share.value)}% of a {match} of {boards} boards"
        terms = _percent_scale(scoreboard, half)
        return derived(by, text, [share, given(boards, "boards")], law="78C", unit="VP", terms=terms)
    return derived(by, "victory points", [score, given(boards, "boards")], law="78C", unit="VP")


def percentage(scoreboard: Scoreboard, score: Derivation, boards: int) -> Derivation:
    """What a score in matchpoints is of the tops of the boards of the match, in per cent."""
    tops = given((scoreboard.top or Fraction(0)) * boards, f"tops of {boards} boards", unit=scoreboard.unit)
    share = derived(Rule.QUOTIENT, "of the tops", [score, tops])
    return derived(Rule.PRODUCT, "percentage of the match", [given(100, "per cent"), share])


def pool(scoreboard: Scoreboard, half: bool = False) -> Fraction:
    """The victory points two contestants share in a match."""
    by, table = scale(scoreboard), scoreboard.regulations.matches.table
    if by is Rule.VP_TABLE:
        return Fraction(table[0][1]) + Fraction(table[0][2])
    return Fraction(_percent_scale(scoreboard, half).pool if by is Rule.VP_PERCENT else _POOL)


def _percent_scale(scoreboard: Scoreboard, half: bool) -> PercentScale:
    rules = scoreboard.regulations.matches
    return PercentScale(rules.percent_half if half and rules.percent_half else rules.percent_full)


def total_unit(scoreboard: Scoreboard) -> str:
    """What totals are in: 'VP' where matches are converted, else the unit of a board."""
    return "VP" if scale(scoreboard) else scoreboard.unit

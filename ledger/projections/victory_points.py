"""What the score of a match is converted into: victory points, by the scale the regulations name (spec §2.8)."""

from __future__ import annotations

from fractions import Fraction

from ledger.bridge.scales import PercentScale
from ledger.labels.phrases import Phrase, phrase_of
from ledger.laws.rounding import Rounding, RoundTo, decimal_text
from ledger.projections.scored_session import ScoredSession
from ledger.scoring.derivation import Derivation, Rule, derived, given, rounded

_POOL = 20
_SCALES = {
    Rule.VP_CONTINUOUS: Phrase("by the WBF's continuous scale"),
    Rule.VP_DISCRETE: Phrase("by the discrete scale"),
    Rule.VP_TABLE: Phrase("by the regulations' table"),
}
_TO_WHOLE = RoundTo(Fraction(1), Rounding.HALF_AWAY_FROM_AVERAGE)


def scale(scoreboard: ScoredSession) -> Rule | None:
    """How matches are converted; None where their scores are totals as they are."""
    return scoreboard.form.victory_points(scoreboard.regulations)


def victory_points(scoreboard: ScoredSession, score: Derivation, boards: int, half: bool = False) -> Derivation:
    """A contestant's victory points for its score in a match of so many boards; `half`: in a half match of pairs.

    By the scale of the regulations (Law 78D); those of IMPs are entered with whole ones, halves away from 0 (golden
    W06). A half match is worth half the victory points: by the table the regulations have for it (golden T02), as a
    match of twice the boards and twice the margin (golden P28), else half of what a match of its boards is: two of them
    are a match.
    """
    by = scale(scoreboard)
    if by is None or not boards:
        return score
    if half and by in _SCALES and scoreboard.regulations.matches.half == "doubled":
        return _doubled(by, score, boards, scoreboard)
    points = _by_scale(scoreboard, by, score, boards, half)
    if not half or _own_scale(scoreboard):
        return points
    return derived(Rule.PRODUCT, "a half match", [given(Fraction(1, 2), "½"), points], unit="VP")


def _doubled(by: Rule, score: Derivation, boards: int, scoreboard: ScoredSession) -> Derivation:
    """A half match as a whole one of twice the boards, won by twice the margin, halved."""
    whole = rounded(score, "rounded to whole IMPs for the scale", _TO_WHOLE)
    if by is Rule.VP_DISCRETE:
        parts = [whole, given(boards, "boards")]
        return derived(
            Rule.VP_HALF,
            Phrase("victory points %(scale)s of half matches", scale=_SCALES[by]),
            parts,
            law="78D",
            unit="VP",
        )
    twice = derived(Rule.PRODUCT, "twice the margin", [given(2, "2"), whole], unit="IMP")
    points = _by_scale(scoreboard, by, twice, 2 * boards, half=True)
    return derived(Rule.PRODUCT, "a half match", [given(Fraction(1, 2), "½"), points], unit="VP")


def _by_scale(scoreboard: ScoredSession, by: Rule, score: Derivation, boards: int, half: bool) -> Derivation:
    if by is Rule.VP_PERCENT:
        share, match = percentage(scoreboard, score, boards), "half match" if half else "match"
        text = Phrase(
            "victory points for %(share)s%% of a %(match)s of %(boards)s boards",
            share=decimal_text(share.value),
            match=phrase_of(match),
            boards=boards,
        )
        terms = _percent_scale(scoreboard, half)
        return derived(by, text, [share, given(boards, "boards")], law="78D", unit="VP", terms=terms)
    text, whole = (
        Phrase("victory points %(scale)s", scale=_SCALES[by]),
        rounded(score, "rounded to whole IMPs for the scale", _TO_WHOLE),
    )
    if by is Rule.VP_TABLE:
        return derived(by, text, [whole], law="78D", unit="VP", terms=scoreboard.regulations.matches.table)
    return derived(by, text, [whole, given(boards, "boards")], law="78D", unit="VP")


def percentage(scoreboard: ScoredSession, score: Derivation, boards: int) -> Derivation:
    """What a score in matchpoints is of the tops of the boards of the match, in per cent; an average without a top."""
    if not scoreboard.top:
        return given(50, "no other result to compare with: an average")
    tops = given(
        (scoreboard.top or Fraction(0)) * boards,
        Phrase("tops of %(boards)s boards", boards=boards),
        unit=scoreboard.unit,
    )
    share = derived(Rule.QUOTIENT, "of the tops", [score, tops])
    return derived(Rule.PRODUCT, "percentage of the match", [given(100, "per cent"), share])


def pool(scoreboard: ScoredSession, half: bool = False) -> Fraction:
    """The victory points two contestants share in a match."""
    by, table = scale(scoreboard), scoreboard.regulations.matches.table
    if by is Rule.VP_TABLE:
        whole = Fraction(table[0][1]) + Fraction(table[0][2])
    else:
        whole = Fraction(_percent_scale(scoreboard, half).pool if by is Rule.VP_PERCENT else _POOL)
    return whole / 2 if half and not _own_scale(scoreboard) else whole


def _own_scale(scoreboard: ScoredSession) -> bool:
    """Whether half matches have a scale of their own."""
    return scale(scoreboard) is Rule.VP_PERCENT and bool(scoreboard.regulations.matches.percent_half)


def _percent_scale(scoreboard: ScoredSession, half: bool) -> PercentScale:
    rules = scoreboard.regulations.matches
    return PercentScale(rules.percent_half if half and rules.percent_half else rules.percent_full)


def total_unit(scoreboard: ScoredSession) -> str:
    """What totals are in: 'VP' where matches are converted, else the unit of a board."""
    return "VP" if scale(scoreboard) else scoreboard.unit

"""What a total of matchpoints is of the most there was, in per cent: of a stage into which something is carried.

The most is MaxF and the carried maximum, what a top on every board of the qualifier would have carried (White Book 2025
§3.8; golden E07).
"""

from collections.abc import Iterator, Mapping
from fractions import Fraction

from ledger.labels.phrases import Phrase
from ledger.laws.regulations import Percentages
from ledger.overall.carry import most_carried
from ledger.overall.field_of_play import FieldOfPlay
from ledger.overall.stage_standing import Overall, OverallRow
from ledger.overall.standing import overall
from ledger.scoring.derivation import Derivation, Rule, derived, given, in_unit


def percentages(found: Overall) -> dict[str, Derivation]:
    """Everybody's percentage; who carries nothing, or whose most is not known, has none."""
    rules = found.stage.rules
    if rules.adds != "matchpoints" or rules.factored != "none" or not any(row.carried for row in found.rows):
        return {}
    carried = most_carried(found.scores, found.stage, overall)
    tops = {of: top for field in found.fields for of, top in _tops(field)}
    worked_out = ((row.entrant, _percentage(found, row, tops, carried)) for row in found.rows)
    return {entrant: each for entrant, each in worked_out if each}


def _tops(field: FieldOfPlay) -> Iterator[tuple[tuple[str, str], Fraction]]:
    """By session and contestant: the most matchpoints there were on the boards its total is of."""
    for row in field.rows if field.scoreboard.top and not field.scoreboard.in_matches else ():
        of, contestant = field.own(row.contestant)
        if row.boards:
            boards = field.scoreboard.tally.boards_of_total(row.contestant)
            yield (of.session, contestant), boards * (field.scoreboard.top or Fraction(0))


def _percentage(
    found: Overall, row: OverallRow, tops: Mapping[tuple[str, str], Fraction], carried: Mapping[str, Derivation]
) -> Derivation | None:
    own = [(each.of.session, each.contestant) for each in row.counted]
    if not row.carried or row.entrant not in carried or not all(each in tops for each in own):
        return None
    most = [given(tops[each], Phrase("%(each)s, the most there were", each=each[0]), unit="MP") for each in own]
    parts = [derived(Rule.PRODUCT, "total × 100", [row.total.derivation(), given(100, "per cent")])]
    parts.append(derived(Rule.SUM, "MaxF and the carried maximum", [*most, carried[row.entrant]], unit="MP"))
    share, rules = derived(Rule.QUOTIENT, "per cent of the most", parts, unit="%"), _rules(found)
    return in_unit(share, rules.unit, rules.rounding)


def _rules(found: Overall) -> Percentages:
    return found.scores.tournament.opened.regulations.percent

"""What a contestant's figures come to: added up or averaged, the best of them where not all count, and rounded."""

from collections.abc import Sequence
from fractions import Fraction

from ledger.labels.phrases import Phrase
from ledger.laws.rounding import to_unit
from ledger.laws.stage_rules import StageRules
from ledger.overall.figures import UNITS, Figure
from ledger.scoring.derivation import Derivation, Number, Rule, derived, given, in_unit


def total(found: Sequence[Figure], rules: StageRules) -> Number:
    """The total of the figures that count; nothing has none but 0."""
    return Number(_value(found, rules), lambda: _derivation(by_sitting(found), rules))


def by_sitting(found: Sequence[Figure]) -> list[Figure]:
    """Figures in the order they were played."""
    return sorted(found, key=lambda figure: (figure.of.sitting, figure.of.section, figure.of.session))


def _value(own: Sequence[Figure], rules: StageRules) -> Fraction:
    """The number itself: thousands of totals rest on forty figures each."""
    weights = [_weight(each, rules) for each in own]
    exact = _weighted_sum(own, weights)
    if _is_mean(own, rules):
        exact /= sum(weights)
    if rules.per_board and own:
        exact /= sum(each.boards for each in own) or 1
    return to_unit(exact, rules.unit, rules.rounding)


def _weighted_sum(own: Sequence[Figure], weights: Sequence[int]) -> Fraction:
    """The sum, in whole numbers over the few denominators there are."""
    numerators = dict[int, int]()
    for figure, weight in zip(own, weights, strict=True):
        value = figure.value.value
        numerators[value.denominator] = numerators.get(value.denominator, 0) + value.numerator * weight
    return sum((Fraction(sum_, denominator) for denominator, sum_ in numerators.items()), Fraction(0))


def _is_mean(own: Sequence[Figure], rules: StageRules) -> bool:
    return bool(rules.adds == "percent" and rules.weight != "sum" and own)


def _weight(figure: Figure, rules: StageRules) -> int:
    """How often a figure counts: a percentage by the boards it is of, where the rules say so; else once."""
    return figure.boards if rules.adds == "percent" and rules.weight == "boards" else 1


def _derivation(own: Sequence[Figure], rules: StageRules) -> Derivation:
    parts = [each.value.derivation() for each in own]
    exact = _mean(own, parts, rules) if _is_mean(own, rules) else _sum(parts, rules)
    if rules.per_board and own:
        exact = derived(Rule.QUOTIENT, "a board", [exact, _boards(own)], unit=exact.unit)
    return in_units(exact, rules)


def _boards(own: Sequence[Figure]) -> Derivation:
    """The boards that were played for the figures, session by session; at least one."""
    found = [
        given(each.boards, Phrase("sitting %(sitting)s, %(session)s", sitting=each.of.sitting, session=each.of.session))
        for each in own
    ]
    return derived(Rule.SUM, "boards", found) if any(each.value for each in found) else given(1, "no boards")


def in_units(exact: Derivation, rules: StageRules) -> Derivation:
    """A total, rounded as the rules of its stage say."""
    return in_unit(exact, rules.unit, rules.rounding)


def counted(found: Sequence[Figure], rules: StageRules) -> Sequence[Figure]:
    """The figures that count: not those of who had no standing there, and of the rest the best, the earlier of equals.

    Who has none that counts has what it made out of the ranking: it is shown, without a place.
    """
    own = [figure for figure in found if figure.counts] or found
    if not rules.best:
        return own
    by_worth = sorted(own, key=lambda figure: (-figure.value.value, figure.of.sitting, figure.of.session))
    return by_worth[: rules.best]


def _sum(parts: Sequence[Derivation], rules: StageRules) -> Derivation:
    text = Phrase.counted("%(number)s session", "%(number)s sessions", len(parts))
    if rules.best:
        text = Phrase("the best of its sessions: %(sessions)s", sessions=text)
    return derived(Rule.SUM, text, parts, unit=parts[0].unit if parts else UNITS[rules.adds])


def _mean(own: Sequence[Figure], values: Sequence[Derivation], rules: StageRules) -> Derivation:
    """The mean of percentages, each by the boards it is of; or every session the same."""
    by_boards = rules.weight == "boards"
    weights = [given(_weight(each, rules), "boards" if by_boards else "once") for each in own]
    parts = [
        derived(
            Rule.PRODUCT,
            Phrase("sitting %(sitting)s, by its boards", sitting=each.of.sitting),
            [value, weight],
            unit="%",
        )
        if by_boards
        else value
        for each, value, weight in zip(own, values, weights, strict=True)
    ]
    of = derived(Rule.SUM, "boards" if by_boards else "sessions", weights)
    return derived(Rule.QUOTIENT, "the mean", [_sum(parts, rules), of], unit="%")

"""What a contestant's figures come to: added up or averaged, the best of them where not all count, and rounded."""

from collections.abc import Sequence
from functools import lru_cache
from operator import is_

from ledger.labels.phrases import Phrase
from ledger.laws.stage_rules import StageRules
from ledger.overall.figures import UNITS, Figure
from ledger.scoring.derivation import Derivation, Rule, derived, given, in_unit


class _IdentityKey:
    """Figures that are the same only where each is the very one: told at a look, however much they rest on."""

    __slots__ = ("figures",)

    def __init__(self, figures: Sequence[Figure]) -> None:
        self.figures = tuple(figures)

    def __hash__(self) -> int:
        return hash(tuple(map(id, self.figures)))

    def __eq__(self, other: object) -> bool:
        own, others = self.figures, other.figures if isinstance(other, _IdentityKey) else ()
        return len(own) == len(others) and all(map(is_, own, others))


def total(found: Sequence[Figure], rules: StageRules) -> Derivation:
    """The total of a contestant; nothing has none but 0. Whose figures did not move, has the total that is known."""
    return _worked_out(_IdentityKey(found), rules)


@lru_cache(maxsize=16384)
def _worked_out(of: _IdentityKey, rules: StageRules) -> Derivation:
    found = of.figures
    own = sorted(counted(found, rules), key=lambda figure: (figure.of.sitting, figure.of.section, figure.of.session))
    mean = rules.adds == "percent" and rules.weight != "sum" and own
    exact = _mean(own, rules) if mean else _sum([each.value for each in own], rules)
    if rules.per_board and own:
        exact = derived(Rule.QUOTIENT, "a board", [exact, _boards(own)], unit=exact.unit)
    return in_units(exact, rules)


def _boards(own: Sequence[Figure]) -> Derivation:
    """The boards that were played for the figures; at least one."""
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


def _mean(own: Sequence[Figure], rules: StageRules) -> Derivation:
    """The mean of percentages, each by the boards it is of; or every session the same."""
    by_boards = rules.weight == "boards"
    weights = [given(each.weight if by_boards else 1, "boards" if by_boards else "once") for each in own]
    parts = [
        derived(
            Rule.PRODUCT,
            Phrase("sitting %(sitting)s, by its boards", sitting=each.of.sitting),
            [each.value, weight],
            unit="%",
        )
        if by_boards
        else each.value
        for each, weight in zip(own, weights, strict=True)
    ]
    of = derived(Rule.SUM, "boards" if by_boards else "sessions", weights)
    return derived(Rule.QUOTIENT, "the mean", [_sum(parts, rules), of], unit="%")

"""The figure a contestant brings from each session, by the rules of the stage, and the total of its figures."""

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from typing import NamedTuple

from ledger.bridge import Side
from ledger.kernel.in_force import EventsInForce
from ledger.labels import Phrase, direction
from ledger.laws.regulations import Added, StageRules
from ledger.laws.rounding import RoundTo, round_by_regulation, short_text
from ledger.overall.field_of_play import FieldOfPlay
from ledger.projections.match_boards import total_unit
from ledger.projections.matches import part_won
from ledger.projections.scoreboard import Scoreboard
from ledger.projections.standings import Row, exact_percent, total_in_short
from ledger.projections.tally import Mark
from ledger.scoring.derivation import Derivation, Number, Rule, derive, leaf, round_off, round_to_unit
from ledger.subjects.tournaments.facts import SessionAdded
from ledger.subjects.tournaments.state import Tournament

UNITS: dict[Added, str] = {"percent": "%", "matchpoints": "MP", "imps": "IMP", "victory-points": "VP", "wins": ""}
"""The units of figures and totals; board-a-match points are added up as matchpoints, see `unit_of`."""


def totals_unit(rules: StageRules) -> str:
    """Return the unit of a stage's totals, in words."""
    return Phrase("%(unit)s a board", unit=UNITS[rules.adds]) if rules.per_board else UNITS[rules.adds]


def unit_of(scoreboard: Scoreboard, adds: Added) -> str:
    """Return the unit of a session's figures; board-a-match points keep their unit where matchpoints are added up."""
    return scoreboard.unit if adds == "matchpoints" and scoreboard.top else UNITS[adds]


class Figure(NamedTuple):
    """The score a contestant brings from a session to the stage, with its label and boards in the session.

    `mark`: its mark in that session. `factored_to`: the number of boards a total is factored to, if more than it
    played; else 0.
    """

    entrant: str
    of: SessionAdded
    contestant: str
    value: Number
    boards: int
    mark: Mark | None = None
    factored_to: int = 0

    @property
    def counts(self) -> bool:
        """False for a contestant that played without standing (White Book 2025 §2.4.9)."""
        return self.mark is None or self.mark.standing != "without-standing"

    @property
    def direction(self) -> Side | None:
        """The direction in the contestant's label ('3NS'); None where pairs have one number for both."""
        letters = direction(self.contestant)
        return Side(letters) if letters else None


def figures(tournament: Tournament, fields: Sequence[FieldOfPlay], rules: StageRules) -> Iterator[Figure]:
    """Yield the figure of each contestant with boards, by session; sessions without the stage's unit yield none."""
    most = Fraction(0)
    if rules.factored != "none" and rules.adds == "matchpoints":
        most = max((_find_top(each.scoreboard, rules) for each in fields), default=most)
    for field in fields:
        known = field.kept.get("figures")
        if not isinstance(known, _Known) or not known.is_current(tournament, rules, most):
            computed = tuple(_compute_figures(tournament, field, most, rules))
            known = field.kept["figures"] = _Known(tournament.facts, rules, most, computed)
        yield from known.figures


class _Known(NamedTuple):
    facts: EventsInForce
    rules: StageRules
    most: Fraction
    figures: tuple[Figure, ...]

    def is_current(self, tournament: Tournament, rules: StageRules, most: Fraction) -> bool:
        return self.facts is tournament.facts and (self.rules, self.most) == (rules, most)


def _compute_figures(tournament: Tournament, field: FieldOfPlay, most: Fraction, rules: StageRules) -> Iterator[Figure]:
    if why_not_added(field.scoreboard, rules.adds):
        return
    top, value_of = _find_top(field.scoreboard, rules), _choose_value(field.scoreboard, rules)
    in_totals = not (field.scoreboard.in_matches or rules.per_board) and rules.adds in ("matchpoints", "imps")
    for row in field.rows:
        value = value_of(row)
        if value is not None and row.boards:
            added, contestant = field.origin(row.contestant)
            worth = _carry_to_top(
                _get_value(field, row, added, contestant, value, rules), added, _Tops(most, top), rules
            )
            # A session may factor a total up to more boards than were played: the standing notes how many
            to = field.scoreboard.tally.boards_factored_to(row.contestant) if in_totals else 0
            entrant = tournament.entrant_of(added.session, contestant)
            yield Figure(entrant, added, contestant, worth, row.boards, row.mark, to if to != row.boards else 0)


def why_not_added(scoreboard: Scoreboard, adds: Added) -> str:
    """Return why a session has no figures in the unit that the stage adds up; '' if it has figures."""
    has = {
        "percent": bool(scoreboard.top) and total_unit(scoreboard) != "VP",
        "matchpoints": bool(scoreboard.top) and total_unit(scoreboard) != "VP",
        "imps": scoreboard.unit == "IMP",
        "victory-points": total_unit(scoreboard) == "VP",
        "wins": scoreboard.in_matches,
    }
    what = {
        "percent": Phrase("percentages"),
        "matchpoints": Phrase("matchpoints"),
        "imps": Phrase("IMPs"),
        "victory-points": Phrase("victory points"),
        "wins": Phrase("matches"),
    }
    return "" if has[adds] else Phrase("it has no %(get)s", get=what[adds])


def why_never_added(field: FieldOfPlay, adds: Added) -> str:
    """Return why a session will never have figures in the stage's unit; '' if it has some or may still get them."""
    # without any result a board has no top yet
    to_come = adds in ("percent", "matchpoints") and field.scoreboard.top == 0
    return "" if to_come and not any(row.boards for row in field.rows) else why_not_added(field.scoreboard, adds)


def _choose_value(scoreboard: Scoreboard, rules: StageRules) -> Callable[[Row], Fraction | None]:
    adds = rules.adds
    if adds == "percent":
        return lambda row: _round_percentage(scoreboard, row, rules)
    if adds == "wins":
        won = count_wins(scoreboard)
        return lambda row: won.get(row.contestant)
    if adds == "imps" and total_unit(scoreboard) == "VP":
        matches = [match for match in scoreboard.matches.values() if match.boards]
        return lambda row: sum(
            (match.nets[row.contestant].value for match in matches if row.contestant in match.teams), Fraction(0)
        )
    if rules.per_board and not scoreboard.in_matches:  # an average needs no carrying up to the boards of the field
        return lambda row: scoreboard.tally.uncarried(row.contestant).rounded if row.boards else None
    return lambda row: row.total


def _round_percentage(scoreboard: Scoreboard, row: Row, rules: StageRules) -> Fraction | None:
    """Return a contestant's session percentage, exact or rounded as the stage says; None without a percentage."""
    exact = exact_percent(scoreboard, row)
    return exact if exact is None else round_by_regulation(exact, rules.session_unit, rules.rounding)


def _get_value(
    field: FieldOfPlay, row: Row, added: SessionAdded, contestant: str, value: Fraction, rules: StageRules
) -> Number:
    as_ranked = value == row.total or rules.per_board
    if field.scoreboard.in_matches or not as_ranked or rules.adds not in ("matchpoints", "imps"):
        unit = unit_of(field.scoreboard, rules.adds)
        return Number(value, lambda: leaf(value, _describe(field, row, added, contestant), unit=unit))
    carried = not rules.per_board
    return Number(
        value,
        lambda: total_in_short(
            field.scoreboard, row.contestant, _describe(field, row, added, contestant), carried=carried
        ),
    )


def _describe(field: FieldOfPlay, row: Row, added: SessionAdded, contestant: str) -> str:
    boards = Phrase.counted("%(number)s board", "%(number)s boards", row.boards)
    where = Phrase(" across the sections") if field.together else ""
    return Phrase(
        "sitting %(sitting)s, %(session)s, as %(contestant)s, %(boards)s%(where)s",
        sitting=added.sitting,
        session=added.session,
        contestant=contestant,
        boards=boards,
        where=where,
    )


class _Tops(NamedTuple):
    """The largest top of the stage, to which scores are factored, and the top of this session."""

    most: Fraction
    of_session: Fraction


def _carry_to_top(value: Number, added: SessionAdded, tops: _Tops, rules: StageRules) -> Number:
    if not tops.most or not tops.of_session or tops.most == tops.of_session:
        return value
    carried = round_by_regulation(value.value * (tops.most / tops.of_session), rules.session_unit, rules.rounding)
    return Number(carried, lambda: _derive_carried(value.derivation(), added, tops, rules))


def _derive_carried(uncarried: Derivation, added: SessionAdded, tops: _Tops, rules: StageRules) -> Derivation:
    most, top = tops
    whole = Phrase("the most there was to have in a session")
    what = Phrase("the largest top") if rules.factored == "top" else whole
    at = Phrase("sitting %(sitting)s, %(session)s", sitting=added.sitting, session=added.session)
    factor = leaf(
        most / top,
        Phrase(
            "carried to %(what)s, %(most)s instead of %(own)s", what=what, most=short_text(most), own=short_text(top)
        ),
    )
    carried = derive(Rule.PRODUCT, Phrase("%(at)s, carried", at=at), [uncarried, factor], unit=uncarried.unit)
    if rules.session_unit == "exact":
        return carried
    to = RoundTo(Fraction(rules.session_unit), rules.rounding)
    return round_off(carried, Phrase("%(at)s, rounded to %(session_unit)s", at=at, session_unit=rules.session_unit), to)


def _find_top(scoreboard: Scoreboard, rules: StageRules) -> Fraction:
    """Return a session's top, of a board or of the most boards a contestant played; 0 where scores have no top."""
    top = scoreboard.top or Fraction(0)
    if rules.factored != "session" or scoreboard.in_matches:
        return top
    return top * max(scoreboard.tally.sums.boards.values(), default=0)


def count_wins(scoreboard: Scoreboard) -> dict[str, Fraction]:
    """Return the number of matches each contestant has won, a tie counting half; void matches are left out."""
    won: dict[str, Fraction] = {}
    for match in scoreboard.matches.values():
        for team in match.teams if match.boards and not match.void else ():
            won[team] = won.get(team, Fraction(0)) + part_won(match.winner, team)
    return won


def total(counting: Sequence[Figure], rules: StageRules) -> Number:
    """Return the total of the figures that count, by the rules of the stage; 0 without figures."""
    weights = [_weigh(each, rules) for each in counting]
    # One sum of whole numbers a denominator: adding Fractions one by one is slow
    numerators = dict[int, int]()
    for figure, weight in zip(counting, weights, strict=True):
        value = figure.value.value
        numerators[value.denominator] = numerators.get(value.denominator, 0) + value.numerator * weight
    exact = sum((Fraction(sum_, denominator) for denominator, sum_ in numerators.items()), Fraction(0))
    if _is_mean(counting, rules):
        exact /= sum(weights)
    if rules.per_board and counting:
        exact /= sum(each.boards for each in counting) or 1
    return Number(
        round_by_regulation(exact, rules.unit, rules.rounding), lambda: _derive_total(sort_by_sitting(counting), rules)
    )


def sort_by_sitting(unordered: Sequence[Figure]) -> list[Figure]:
    """Return figures in the order in which their sessions were played."""
    return sorted(unordered, key=lambda figure: (figure.of.sitting, figure.of.section, figure.of.session))


def _is_mean(counting: Sequence[Figure], rules: StageRules) -> bool:
    return bool(rules.adds == "percent" and rules.weight != "sum" and counting)


def _weigh(figure: Figure, rules: StageRules) -> int:
    return figure.boards if rules.adds == "percent" and rules.weight == "boards" else 1


def _derive_total(counting: Sequence[Figure], rules: StageRules) -> Derivation:
    parts = [each.value.derivation() for each in counting]
    exact = _derive_mean(counting, parts, rules) if _is_mean(counting, rules) else _derive_sum(parts, rules)
    if rules.per_board and counting:
        played = "sitting %(sitting)s, %(session)s"
        boards = [
            leaf(each.boards, Phrase(played, sitting=each.of.sitting, session=each.of.session)) for each in counting
        ]
        many = derive(Rule.SUM, "boards", boards) if any(each.boards for each in counting) else leaf(1, "no boards")
        exact = derive(Rule.QUOTIENT, "a board", [exact, many], unit=exact.unit)
    return round_total(exact, rules)


def round_total(exact: Derivation, rules: StageRules) -> Derivation:
    """Return a total rounded as the rules of its stage say."""
    return round_to_unit(exact, rules.unit, rules.rounding)


def select_counted_figures(all_figures: Sequence[Figure], rules: StageRules) -> Sequence[Figure]:
    """Return the figures that count: all with standing, or the best of these if the stage counts only the best.

    Of equal figures the earlier counts. If a contestant has no figure with standing, all count: it is shown without a
    place.
    """
    eligible = [figure for figure in all_figures if figure.counts] or all_figures
    if not rules.best:
        return eligible
    by_worth = sorted(eligible, key=lambda figure: (-figure.value.value, figure.of.sitting, figure.of.session))
    return by_worth[: rules.best]


def _derive_sum(parts: Sequence[Derivation], rules: StageRules) -> Derivation:
    text = Phrase.counted("%(number)s session", "%(number)s sessions", len(parts))
    if rules.best:
        text = Phrase("the best of its sessions: %(sessions)s", sessions=text)
    return derive(Rule.SUM, text, parts, unit=parts[0].unit if parts else UNITS[rules.adds])


def _derive_mean(counting: Sequence[Figure], values: Sequence[Derivation], rules: StageRules) -> Derivation:
    by_boards = rules.weight == "boards"
    weights = [leaf(_weigh(each, rules), "boards" if by_boards else "once") for each in counting]
    parts = [
        derive(
            Rule.PRODUCT,
            Phrase("sitting %(sitting)s, by its boards", sitting=each.of.sitting),
            [value, weight],
            unit="%",
        )
        if by_boards
        else value
        for each, value, weight in zip(counting, values, weights, strict=True)
    ]
    whole = derive(Rule.SUM, "boards" if by_boards else "sessions", weights)
    return derive(Rule.QUOTIENT, "the mean", [_derive_sum(parts, rules), whole], unit="%")

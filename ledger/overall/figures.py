"""What a contestant brings from each session as a figure, by the rules of the stage; and what the figures come to."""

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from typing import NamedTuple

from ledger.bridge import Side
from ledger.kernel.in_force import EventsInForce
from ledger.labels import Phrase, direction
from ledger.laws.regulations import Added, StageRules
from ledger.laws.rounding import RoundTo, short_text, to_unit
from ledger.overall.field_of_play import FieldOfPlay
from ledger.projections.match_boards import total_unit
from ledger.projections.matches import part_won
from ledger.projections.scoreboard import Scoreboard
from ledger.projections.standings import Row, exact_percent, total_in_short
from ledger.projections.tally import Mark
from ledger.scoring.derivation import Derivation, Number, Rule, derived, given, in_unit, rounded
from ledger.subjects.tournaments.facts import SessionAdded
from ledger.subjects.tournaments.state import Tournament

UNITS: dict[Added, str] = {"percent": "%", "matchpoints": "MP", "imps": "IMP", "victory-points": "VP", "wins": ""}
"""What figures and totals are in; board-a-match has its points added up as matchpoints, see `unit_of`."""


def totals_in(rules: StageRules) -> str:
    """What the totals of a stage are in, in words."""
    return Phrase("%(unit)s a board", unit=UNITS[rules.adds]) if rules.per_board else UNITS[rules.adds]


def unit_of(scoreboard: Scoreboard, adds: Added) -> str:
    """What a session's figure is in: the points of board-a-match are no matchpoints, though they are added up so."""
    return scoreboard.unit if adds == "matchpoints" and scoreboard.top else UNITS[adds]


class Figure(NamedTuple):
    """What a contestant of the tournament has of a session: as whom it played there, and on how many boards.

    `mark` is what it is marked with in that session. `factored_to`: so many boards a total is of, where that is more
    than it played; else 0.
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
        """Whether it is its own: who played without standing has none by that (White Book 2025 §2.4.9)."""
        return self.mark is None or self.mark.standing != "without-standing"

    @property
    def direction(self) -> Side | None:
        """The direction it played throughout; None where pairs have one number for both."""
        said = direction(self.contestant)
        return Side(said) if said else None


def figures(tournament: Tournament, fields: Sequence[FieldOfPlay], rules: StageRules) -> Iterator[Figure]:
    """The figures of every session, by contestant with a score; those of a field are kept as long as it is."""
    most = Fraction(0)
    if rules.factored != "none" and rules.adds == "matchpoints":
        most = max((_tops(each.scoreboard, rules) for each in fields), default=most)
    for field in fields:
        known = field.kept.get("figures")
        if not isinstance(known, _Known) or not known.rests_on(tournament, rules, most):
            found = tuple(_figures(tournament, field, most, rules))
            known = field.kept["figures"] = _Known(tournament.facts, rules, most, found)
        yield from known.found


class _Known(NamedTuple):
    facts: EventsInForce
    rules: StageRules
    most: Fraction
    found: tuple[Figure, ...]

    def rests_on(self, tournament: Tournament, rules: StageRules, most: Fraction) -> bool:
        """Whether they are those by just this."""
        return self.facts is tournament.facts and (self.rules, self.most) == (rules, most)


def _figures(tournament: Tournament, field: FieldOfPlay, most: Fraction, rules: StageRules) -> Iterator[Figure]:
    if not_added(field.scoreboard, rules.adds):
        return
    own, value_of = _tops(field.scoreboard, rules), _values(field.scoreboard, rules)
    in_totals = not (field.scoreboard.in_matches or rules.per_board) and rules.adds in ("matchpoints", "imps")
    for row in field.rows:
        value = value_of(row)
        if value is not None and row.boards:
            of, contestant = field.own(row.contestant)
            worth = _worth(_said(field, row, of, contestant, value, rules), of, _Tops(most, own), rules)
            # How many boards a total that is added up is of, where its session factored it to more than were played
            to = field.scoreboard.tally.boards_of_total(row.contestant) if in_totals else 0
            entrant = tournament.entrant_of(of.session, contestant)
            yield Figure(entrant, of, contestant, worth, row.boards, row.mark, to if to != row.boards else 0)


def not_added(scoreboard: Scoreboard, adds: Added) -> str:
    """Why a session has nothing of what the stage adds up, in words; '' where it has it."""
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


def never_added(field: FieldOfPlay, adds: Added) -> str:
    """The same, and '' where results that are still to come may bring it: without any a board has no top."""
    to_come = adds in ("percent", "matchpoints") and field.scoreboard.top == 0
    return "" if to_come and not any(row.boards for row in field.rows) else not_added(field.scoreboard, adds)


def _values(scoreboard: Scoreboard, rules: StageRules) -> Callable[[Row], Fraction | None]:
    adds = rules.adds
    if adds == "percent":
        return lambda row: _percentage(scoreboard, row, rules)
    if adds == "wins":
        won = wins(scoreboard)
        return lambda row: won.get(row.contestant)
    if adds == "imps" and total_unit(scoreboard) == "VP":
        matches = [match for match in scoreboard.matches.values() if match.boards]
        return lambda row: sum(
            (match.nets[row.contestant].value for match in matches if row.contestant in match.teams), Fraction(0)
        )
    if rules.per_board and not scoreboard.in_matches:  # an average needs no carrying up to the boards of the field
        return lambda row: scoreboard.tally.uncarried(row.contestant).rounded if row.boards else None
    return lambda row: row.total


def _percentage(scoreboard: Scoreboard, row: Row, rules: StageRules) -> Fraction | None:
    """A session's percentage as it is, or rounded as the stage wants it: never as the session shows it."""
    exact = exact_percent(scoreboard, row)
    return exact if exact is None else to_unit(exact, rules.session_unit, rules.rounding)


def _said(
    field: FieldOfPlay, row: Row, of: SessionAdded, contestant: str, value: Fraction, rules: StageRules
) -> Number:
    as_ranked = value == row.total or rules.per_board
    if field.scoreboard.in_matches or not as_ranked or rules.adds not in ("matchpoints", "imps"):
        unit = unit_of(field.scoreboard, rules.adds)
        return Number(value, lambda: given(value, _in_words(field, row, of, contestant), unit=unit))
    carried = not rules.per_board
    return Number(
        value,
        lambda: total_in_short(
            field.scoreboard, row.contestant, _in_words(field, row, of, contestant), carried=carried
        ),
    )


def _in_words(field: FieldOfPlay, row: Row, of: SessionAdded, contestant: str) -> str:
    boards = Phrase.counted("%(number)s board", "%(number)s boards", row.boards)
    where = Phrase(" across the sections") if field.together else ""
    return Phrase(
        "sitting %(sitting)s, %(session)s, as %(contestant)s, %(boards)s%(where)s",
        sitting=of.sitting,
        session=of.session,
        contestant=contestant,
        boards=boards,
        where=where,
    )


class _Tops(NamedTuple):
    """What a figure is carried to, the largest top of the stage; and its own."""

    most: Fraction
    own: Fraction


def _worth(said: Number, of: SessionAdded, tops: _Tops, rules: StageRules) -> Number:
    if not tops.most or not tops.own or tops.most == tops.own:
        return said
    carried = to_unit(said.value * (tops.most / tops.own), rules.session_unit, rules.rounding)
    return Number(carried, lambda: _carried(said.derivation(), of, tops, rules))


def _carried(said: Derivation, of: SessionAdded, tops: _Tops, rules: StageRules) -> Derivation:
    most, own = tops
    whole = Phrase("the most there was to have in a session")
    what = Phrase("the largest top") if rules.factored == "top" else whole
    at = Phrase("sitting %(sitting)s, %(session)s", sitting=of.sitting, session=of.session)
    factor = given(
        most / own,
        Phrase(
            "carried to %(what)s, %(most)s instead of %(own)s", what=what, most=short_text(most), own=short_text(own)
        ),
    )
    carried = derived(Rule.PRODUCT, Phrase("%(at)s, carried", at=at), [said, factor], unit=said.unit)
    if rules.session_unit == "exact":
        return carried
    to = RoundTo(Fraction(rules.session_unit), rules.rounding)
    return rounded(carried, Phrase("%(at)s, rounded to %(session_unit)s", at=at, session_unit=rules.session_unit), to)


def _tops(scoreboard: Scoreboard, rules: StageRules) -> Fraction:
    """The top of a board, or of all the boards that anybody played in the session; 0 where scores have no top."""
    top = scoreboard.top or Fraction(0)
    if rules.factored != "session" or scoreboard.in_matches:
        return top
    return top * max(scoreboard.tally.sums.boards.values(), default=0)


def wins(scoreboard: Scoreboard) -> dict[str, Fraction]:
    """How many matches each has won; a tie is half of one."""
    found: dict[str, Fraction] = {}
    for match in scoreboard.matches.values():
        for team in match.teams if match.boards and not match.void else ():
            found[team] = found.get(team, Fraction(0)) + part_won(match.winner, team)
    return found


def total(found: Sequence[Figure], rules: StageRules) -> Number:
    """The total of the figures that count; nothing has none but 0."""
    weights = [_weight(each, rules) for each in found]
    # In whole numbers over the few denominators there are
    numerators = dict[int, int]()
    for figure, weight in zip(found, weights, strict=True):
        value = figure.value.value
        numerators[value.denominator] = numerators.get(value.denominator, 0) + value.numerator * weight
    exact = sum((Fraction(sum_, denominator) for denominator, sum_ in numerators.items()), Fraction(0))
    if _is_mean(found, rules):
        exact /= sum(weights)
    if rules.per_board and found:
        exact /= sum(each.boards for each in found) or 1
    return Number(to_unit(exact, rules.unit, rules.rounding), lambda: _derivation(by_sitting(found), rules))


def by_sitting(found: Sequence[Figure]) -> list[Figure]:
    """Figures in the order they were played."""
    return sorted(found, key=lambda figure: (figure.of.sitting, figure.of.section, figure.of.session))


def _is_mean(own: Sequence[Figure], rules: StageRules) -> bool:
    return bool(rules.adds == "percent" and rules.weight != "sum" and own)


def _weight(figure: Figure, rules: StageRules) -> int:
    return figure.boards if rules.adds == "percent" and rules.weight == "boards" else 1


def _derivation(own: Sequence[Figure], rules: StageRules) -> Derivation:
    parts = [each.value.derivation() for each in own]
    exact = _mean(own, parts, rules) if _is_mean(own, rules) else _sum(parts, rules)
    if rules.per_board and own:
        played = "sitting %(sitting)s, %(session)s"
        boards = [given(each.boards, Phrase(played, sitting=each.of.sitting, session=each.of.session)) for each in own]
        many = derived(Rule.SUM, "boards", boards) if any(each.boards for each in own) else given(1, "no boards")
        exact = derived(Rule.QUOTIENT, "a board", [exact, many], unit=exact.unit)
    return in_units(exact, rules)


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

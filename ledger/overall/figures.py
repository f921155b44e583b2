"""What a contestant brings from one session: its figure, as the rules of the stage add it up."""

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from typing import NamedTuple

from ledger.bridge import Side
from ledger.facts.tournaments import SessionAdded
from ledger.labels import direction
from ledger.labels.phrases import Phrase
from ledger.laws.rounding import RoundTo, short_text, to_unit
from ledger.laws.stage_rules import Added, StageRules
from ledger.overall.field_of_play import FieldOfPlay
from ledger.projections.marks import Mark
from ledger.projections.matches import part_won
from ledger.projections.scoreboard import Scoreboard
from ledger.projections.standings import Row, exact_percent, total_in_short
from ledger.projections.victory_points import total_unit
from ledger.scoring.derivation import Derivation, Number, Rule, derived, given, rounded
from ledger.session.in_force import EventsInForce
from ledger.session.tournaments import Tournament

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
    """The figures of every session, by contestant: whoever has a score there.

    Those of a field are kept as long as it is: where one session of forty moves, the others are as they were.
    """
    most = _most(fields, rules)
    for field in fields:
        known = field.kept.get("figures")
        if not isinstance(known, _Known) or not known.rests_on(tournament, rules, most):
            found = tuple(_figures(tournament, field, most, rules))
            known = field.kept["figures"] = _Known(tournament.facts, rules, most, found)
        yield from known.found


class _Known(NamedTuple):
    """The figures of a field, and what else they rest on."""

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
    for row in field.rows:
        value = value_of(row)
        if value is not None and row.boards:
            of, contestant = field.own(row.contestant)
            worth = _worth(_said(field, row, of, contestant, value, rules), of, _Tops(most, own), rules)
            entrant, to = tournament.entrant_of(of.session, contestant), _factored_to(field, row, rules)
            yield Figure(entrant, of, contestant, worth, row.boards, row.mark, to)


def _factored_to(field: FieldOfPlay, row: Row, rules: StageRules) -> int:
    """How many boards a total that is added up is of, where its session factored it to more than were played."""
    if field.scoreboard.in_matches or rules.per_board or rules.adds not in ("matchpoints", "imps"):
        return 0
    of = field.scoreboard.tally.boards_of_total(row.contestant)
    return of if of != row.boards else 0


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
    """What of a session's rows is added up; IMPs also where the session makes victory points of them."""
    adds = rules.adds
    if adds == "percent":
        return lambda row: _percentage(scoreboard, row, rules)
    if adds == "wins":
        won = wins(scoreboard)
        return lambda row: won.get(row.contestant)
    if adds == "imps" and total_unit(scoreboard) == "VP":
        return lambda row: _imps(scoreboard, row.contestant)
    if rules.per_board and not scoreboard.in_matches:  # an average needs no carrying up to the boards of the field
        return lambda row: scoreboard.tally.uncarried(row.contestant).rounded if row.boards else None
    return lambda row: row.total


def _percentage(scoreboard: Scoreboard, row: Row, rules: StageRules) -> Fraction | None:
    """A session's percentage as it is, or rounded as the stage wants it: never as the session shows it."""
    exact = exact_percent(scoreboard, row)
    return exact if exact is None else to_unit(exact, rules.session_unit, rules.rounding)


def _imps(scoreboard: Scoreboard, team: str) -> Fraction:
    """What a team won in all its matches less what it lost."""
    own = (match.nets[team].value for match in scoreboard.matches.values() if team in match.teams and match.boards)
    return sum(own, Fraction(0))


def _said(
    field: FieldOfPlay, row: Row, of: SessionAdded, contestant: str, value: Fraction, rules: StageRules
) -> Number:
    """The figure as its session has it."""
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
    """The figure carried to the largest top of the stage where the rules want that."""
    if not tops.most or not tops.own or tops.most == tops.own:
        return said
    carried = to_unit(said.value * (tops.most / tops.own), rules.session_unit, rules.rounding)
    return Number(carried, lambda: _carried(said.derivation(), of, tops, rules))


def _carried(said: Derivation, of: SessionAdded, tops: _Tops, rules: StageRules) -> Derivation:
    """How a figure is carried to the largest top."""
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


def _most(fields: Sequence[FieldOfPlay], rules: StageRules) -> Fraction:
    """The largest top of any session of the stage, or the most there was to have in any; 0 where nothing is carried."""
    if rules.factored == "none" or rules.adds != "matchpoints":
        return Fraction(0)
    return max((_tops(each.scoreboard, rules) for each in fields), default=Fraction(0))


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

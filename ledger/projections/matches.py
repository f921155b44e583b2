"""Matches of teams: what each side has, and by how much one of them leads, in IMPs and in victory points.

A match is told as IMPs for each side: a board is worth its swing to the team that wins it and nothing to the other, and
what a team carries in or is fined changes its own figure alone (golden W01–W03, D19). Where a ruling split a board, so
that the two scores for it do not balance, each team has its own total instead, and its own victory points (golden D13).
Penalties in IMPs come off before the conversion, penalties in VPs after it.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from ledger.bridge import Side
from ledger.laws.rounding import Rounding, RoundTo
from ledger.projections.meetings import MatchKey
from ledger.projections.scoreboard import Scoreboard
from ledger.scoring.derivation import Derivation, derived, given, rounded
from ledger.scoring.rule import Rule
from ledger.session import Penalty, TableBoard
from ledger.session.participation import is_cancelled


@dataclass(frozen=True, slots=True)
class Match:
    """Two teams' match in a round (a knockout match is one over all its sets): boards that count, and scores.

    `scores` are what each side has, 12 : 10; `nets` what each has of the boards it won less those it lost, which is
    what victory points are read from. Both have the team's own carry-over and penalties in them. Where the boards are
    not `balanced`, both are the same: each team's own total. `lead`: what the first team has more than the second;
    where a board does not balance, half the difference of the two teams' own scores for it (as in Law 12C4).
    """

    round: int | None
    teams: tuple[str, str]
    boards: int
    scores: dict[str, Derivation]
    nets: dict[str, Derivation]
    victory_points: dict[str, Derivation]
    balanced: bool
    lead: Fraction

    @property
    def winner(self) -> str | None:
        """Who leads; None where it is tied."""
        return self.teams[self.lead < 0] if self.lead else None


def matches(scoreboard: Scoreboard) -> list[Match]:
    """Every match, in order of rounds and names."""
    found: dict[MatchKey, _Boards] = {}
    for played in scoreboard.session.table_boards():
        if is_cancelled(played, scoreboard.scoring.cancelled):
            continue
        boards = found.setdefault(scoreboard.meetings.match_of(played), {})
        at = scoreboard.meetings.round_of(played) or 0, played.board
        boards[at] = _scored(scoreboard, boards.get(at), played)
    first = _first_matches(found)
    return [_match(scoreboard, key, list(found[key].values()), first) for key in sorted(found)]


_Boards = dict[tuple[int, int], TableBoard]
"""The boards of a match by round and number, each once, from either room; the round is 0 where none was said."""


def _scored(scoreboard: Scoreboard, earlier: TableBoard | None, played: TableBoard) -> TableBoard:
    """The room a board of a match is read from: the first, or one that counts where that has no other room."""
    return earlier if earlier and scoreboard.score(earlier, Side.NS).counts else played


def _first_matches(found: dict[MatchKey, _Boards]) -> dict[str, MatchKey]:
    """The match a team's carry-over and general penalties belong to: its first."""
    in_order = sorted(found, key=lambda key: (min(round_ for round_, _ in found[key]), key[1]))
    return {team: key for key in reversed(in_order) for team in key[1]}


class _OwnScore(NamedTuple):
    """What makes up a team's score in a match: its own scores on the boards, and what it carries in or is fined."""

    team: str
    boards: list[Derivation]
    beside: list[Derivation]

    @property
    def on_boards(self) -> Fraction:
        return sum((board.value for board in self.boards), Fraction(0))

    @property
    def off_boards(self) -> Fraction:
        return sum((part.value for part in self.beside), Fraction(0))

    def total(self, unit: str, worth: Callable[[Derivation], Derivation] = lambda board: board) -> Derivation:
        text = f"{self.team}: {len(self.boards)} board{'' if len(self.boards) == 1 else 's'}"
        return derived(Rule.SUM, text, [*map(worth, self.boards), *self.beside], unit=unit)


def _match(scoreboard: Scoreboard, key: MatchKey, tables: Sequence[TableBoard], first: dict[str, MatchKey]) -> Match:
    home, unit = tables[0].seating.pair, scoreboard.unit
    counted = [played for played in tables if scoreboard.score(played, Side.NS).counts]
    one, two = (_own_score(scoreboard, team, counted, first=first[team] == key) for team in home)
    nets = {own.team: own.total(unit) for own in (one, two)}
    balanced = all(_balance(scoreboard, *both) for both in zip(one.boards, two.boards, strict=True))
    scores = {own.team: own.total(unit, _if_won) for own in (one, two)} if balanced else nets
    points = {team: _victory_points(scoreboard, net, len(counted)) for team, net in nets.items()}
    shown = points if scale_of(scoreboard) else {}
    return Match(key[0] or None, home, len(counted), scores, nets, shown, balanced, _lead(scoreboard, one, two))


def _balance(scoreboard: Scoreboard, one: Derivation, two: Derivation) -> bool:
    """Whether what one team has on a board the other has not: of the board won, or of no IMPs."""
    return one.value + two.value == (scoreboard.top or 0)


def _lead(scoreboard: Scoreboard, one: _OwnScore, two: _OwnScore) -> Fraction:
    """A swing of IMPs is in both teams' own scores, once each way; a board won is a point in one of them."""
    on_boards = one.on_boards - two.on_boards
    return (on_boards if scoreboard.top else on_boards / 2) + one.off_boards - two.off_boards


def _own_score(scoreboard: Scoreboard, team: str, counted: Sequence[TableBoard], *, first: bool) -> _OwnScore:
    boards = [_on_board(scoreboard, team, played) for played in counted]
    beside = [
        taken(scoreboard, penalty)
        for penalty in scoreboard.session.penalties_of(team)
        if penalty.imposed.unit != "VP" and _falls_on(scoreboard, penalty, counted, first)
    ]
    if first and (carried := scoreboard.session.carry_over.get(team)):
        last = carried[-1]
        beside.insert(0, given(last.imps, "carried over", events=(last.number,), unit=scoreboard.unit))
    return _OwnScore(team, boards, beside)


def _on_board(scoreboard: Scoreboard, team: str, played: TableBoard) -> Derivation:
    """A team's score on a board of a match, resting on the events of both rooms."""
    return given(
        scoreboard.score(played, Side.NS if played.seating.ns == team else Side.EW).value,
        f"board {played.board}",
        events=tuple(sorted({number for room in scoreboard.rooms(played) for number in room.events})),
        unit=scoreboard.unit,
    )


def _if_won(board: Derivation) -> Derivation:
    """The board as its winner's: nothing for the team that lost it."""
    return board if board.value >= 0 else given(0, f"{board.text}, lost", events=board.events, unit=board.unit)


def _falls_on(scoreboard: Scoreboard, penalty: Penalty, counted: Sequence[TableBoard], first: bool) -> bool:
    imposed = penalty.imposed
    if imposed.opponent is None:
        return first
    return any(
        played.seating.match == {imposed.contestant, imposed.opponent}
        and (imposed.round is None or scoreboard.meetings.round_of(played) in (None, imposed.round))
        for played in counted
    )


def taken(scoreboard: Scoreboard, penalty: Penalty) -> Derivation:
    """A penalty as what it takes from a total."""
    law = penalty.imposed.laws[0] if penalty.imposed.laws else "90"
    amount, unit = penalty.amount(scoreboard.top), penalty.imposed.unit
    unit = scoreboard.unit if unit == "%" else unit  # type: ignore[assignment]
    return given(-amount, f"{penalty.imposed.case}, penalty", law=law, events=(penalty.number,), unit=unit)


_SCALES = {
    Rule.VP_CONTINUOUS: "by the WBF's continuous scale",
    Rule.VP_DISCRETE: "by the discrete scale",
    Rule.VP_TABLE: "by the regulations' table",
}
_TO_WHOLE = RoundTo(Fraction(1), Rounding.HALF_AWAY_FROM_AVERAGE)


def _victory_points(scoreboard: Scoreboard, net: Derivation, boards: int) -> Derivation:
    """By the scale of the regulations (Law 78D), which is entered with whole IMPs, halves away from 0 (golden W06)."""
    scale = scale_of(scoreboard)
    if scale is None or not boards:
        return net
    text, whole = f"victory points {_SCALES[scale]}", rounded(net, "rounded to whole IMPs for the scale", _TO_WHOLE)
    if scale is Rule.VP_TABLE:
        return derived(scale, text, [whole], law="78D", unit="VP", terms=scoreboard.regulations.matches.table)
    return derived(scale, text, [whole, given(boards, "boards")], law="78D", unit="VP")


def scale_of(scoreboard: Scoreboard) -> Rule | None:
    """By which scale matches become victory points; None where they are not converted."""
    return scoreboard.form.victory_points(scoreboard.regulations)


def team_total(
    scoreboard: Scoreboard, team: str, played: Sequence[Match], missed: Sequence[Derivation] = ()
) -> Derivation:
    """A team's total: victory points of its matches less penalties in VPs; or IMPs where there is no scale.

    Those are what it has in its knockout match, and elsewhere what it won less what it lost. `missed`: what it has for
    matches it could not play.
    """
    own = [match for match in played if team in match.teams and match.boards]
    text = f"{len(own)} match{'' if len(own) == 1 else 'es'}" + (f", {len(missed)} not played" if missed else "")
    if not scale_of(scoreboard):
        parts = [(match.scores if scoreboard.form.one_match else match.nets)[team] for match in own] + [*missed]
        return derived(Rule.SUM, text, parts, unit=scoreboard.unit)
    parts = [match.victory_points[team] for match in own] + [*missed]
    parts += [
        taken(scoreboard, penalty) for penalty in scoreboard.session.penalties_of(team) if penalty.imposed.unit == "VP"
    ]
    return derived(Rule.SUM, text, parts, unit="VP")


def total_unit(scoreboard: Scoreboard) -> str:
    """What totals are in: 'VP' where matches are converted, else the unit of a board."""
    return "VP" if scale_of(scoreboard) else scoreboard.unit

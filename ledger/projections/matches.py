"""Matches of teams, and of pairs where the regulations convert them: what each side has, who leads, victory points.

A match is told as IMPs for each side: a board is worth its swing to the team that wins it and nothing to the other, and
what a team carries in or is fined changes its own figure alone (golden W01–W03, D19). Where a ruling split a board, so
that the two scores for it do not balance, each team has its own total instead, and its own victory points (golden D13).
Penalties in IMPs or matchpoints come off before the conversion, penalties in VPs after it.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, NamedTuple

from ledger.projections.match_boards import board_scores, not_played, note, playable, void_share
from ledger.projections.match_tables import MatchTables, first_matches, match_tables
from ledger.projections.meetings import MatchKey
from ledger.projections.mismatches import mismatched
from ledger.projections.victory_points import pool, scale, victory_points
from ledger.scoring.derivation import Derivation, derived, given
from ledger.scoring.rule import Rule
from ledger.session import PenaltyInForce

if TYPE_CHECKING:
    from ledger.projections.scoreboard import Scoreboard


@dataclass(frozen=True, slots=True)
class Match:
    """Two teams' or pairs' match in a round (a knockout match is one over all its sets): boards that count, scores.

    `scores` are what each side has, 12 : 10; `nets` what each has of the boards it won less those it lost, which is
    what victory points are read from. Both have the contestant's own carry-over and penalties in them. Where the boards
    are not `balanced`, both are the same: each one's own total. `lead`: what the first has more than the second; where
    a board does not balance, half the difference of the two own scores for it (as in Law 12C4). `pool` are the victory
    points of a whole match, 0 where it is not converted; `note` says what was found of it: 'shortened', 'void',
    'wrong seating', 'mismatch'.
    """

    round: int | None
    teams: tuple[str, str]
    boards: int
    scores: dict[str, Derivation]
    nets: dict[str, Derivation]
    victory_points: dict[str, Derivation]
    balanced: bool
    lead: Fraction
    pool: Fraction = Fraction(0)
    note: str = ""

    @property
    def void(self) -> bool:
        """Whether nobody has won it, nor tied."""
        return self.note in ("void", "wrong seating")

    @property
    def winner(self) -> str | None:
        """Who leads; None where it is tied, or void."""
        return None if self.void or not self.lead else self.teams[self.lead < 0]


def part_won(winner: str | None, team: str) -> Fraction:
    """What of a match one of its two has won: all of it, nothing, or half where nobody leads.

    >>> part_won("Oslo", "Oslo"), part_won("Oslo", "Rome"), part_won(None, "Rome")
    (Fraction(1, 1), Fraction(0, 1), Fraction(1, 2))
    """
    return Fraction(1, 2) if winner is None else Fraction(winner == team)


def worked_out(scoreboard: Scoreboard) -> dict[MatchKey, Match]:
    """Every match by its round and who met, in that order; `Scoreboard.matches` keeps them."""
    tables = match_tables(scoreboard)
    met = [each.key for each in tables if each.by_round]
    beside = _Beside(first_matches(tables), met, _penalties(scoreboard))
    return mismatched(scoreboard, {each.key: _match(scoreboard, each, beside) for each in tables})


class _Beside(NamedTuple):
    """What falls on a match beside its boards: the penalties of each contestant, and the first match of each.

    To that belong its carry-over, and the penalties that name no match. `met` are all the matches with boards, in
    order of rounds.
    """

    first: Mapping[str, MatchKey]
    met: Sequence[MatchKey]
    penalties: Mapping[str, Sequence[PenaltyInForce]]

    def of(self, team: str, match: MatchKey) -> list[PenaltyInForce]:
        """The penalties of a team that fall on a match."""
        return [each for each in self.penalties.get(team, ()) if self._match_of(each) == match]

    def _match_of(self, penalty: PenaltyInForce) -> MatchKey | None:
        """The one match a penalty falls on: of the round it names, else the first of the two, or of the contestant."""
        imposed = penalty.imposed
        if imposed.opponent is None:
            return self.first.get(imposed.contestant)
        between = [key for key in self.met if {*key[1]} == {imposed.contestant, imposed.opponent}]
        return next((key for key in between if key[0] == imposed.round), next(iter(between), None))


def _penalties(scoreboard: Scoreboard) -> dict[str, list[PenaltyInForce]]:
    """The penalties in force that come off before the conversion."""
    found: dict[str, list[PenaltyInForce]] = {}
    for penalty in scoreboard.session.penalties_in_force():
        if penalty.imposed.unit != "VP":
            found.setdefault(penalty.imposed.contestant, []).append(penalty)
    return found


class _OwnScore(NamedTuple):
    """What makes up a contestant's score in a match: what it has of the boards, and what it carries in or is fined."""

    team: str
    played: int
    boards: list[Derivation]
    beside: list[Derivation]

    @property
    def on_boards(self) -> Fraction:
        return sum((board.value for board in self.boards), Fraction(0))

    @property
    def off_boards(self) -> Fraction:
        return sum((part.value for part in self.beside), Fraction(0))

    def total(self, unit: str, worth: Callable[[Derivation], Derivation] = lambda board: board) -> Derivation:
        text = f"{self.team}: {self.played} board{'' if self.played == 1 else 's'}"
        return derived(Rule.SUM, text, [*map(worth, self.boards), *self.beside], unit=unit)


def _match(scoreboard: Scoreboard, tables: MatchTables, beside: _Beside) -> Match:
    one, two = (_own_score(scoreboard, team, tables, beside) for team in tables.home)
    nets = {own.team: own.total(scoreboard.unit) for own in (one, two)}
    balanced = _balance(scoreboard, one, two)
    scores = {own.team: own.total(scoreboard.unit, _if_won) for own in (one, two)} if balanced else nets
    whole = pool(scoreboard, tables.half) if scale(scoreboard) else Fraction(0)
    return Match(
        tables.key[0] or None,
        tables.home,
        one.played,
        scores,
        nets,
        {team: _points(scoreboard, team, net, one.played, tables) for team, net in nets.items()} if whole else {},
        balanced,
        _lead(scoreboard, one, two),
        whole,
        note(tables.finding),
    )


def _points(scoreboard: Scoreboard, team: str, net: Derivation, boards: int, tables: MatchTables) -> Derivation:
    void = void_share(team, tables.found, pool(scoreboard, tables.half))
    return void or victory_points(scoreboard, net, boards, tables.half)


def _balance(scoreboard: Scoreboard, one: _OwnScore, two: _OwnScore) -> bool:
    """Whether what one has on a board the other has not: of the top, or of no IMPs."""
    if scoreboard.top:
        return one.on_boards + two.on_boards == scoreboard.top * one.played
    return all(own.value + theirs.value == 0 for own, theirs in zip(one.boards, two.boards, strict=True))


def _lead(scoreboard: Scoreboard, one: _OwnScore, two: _OwnScore) -> Fraction:
    """A swing of IMPs is in both own scores, once each way; a board won is a point in one of them."""
    on_boards = one.on_boards - two.on_boards
    return (on_boards if scoreboard.top else on_boards / 2) + one.off_boards - two.off_boards


def _own_score(scoreboard: Scoreboard, team: str, tables: MatchTables, beside: _Beside) -> _OwnScore:
    counted = [each for each in playable(tables.boards, tables.finding) if scoreboard.counts(each)]
    is_first = beside.first.get(team, tables.key) == tables.key
    off_boards = [taken(scoreboard, penalty) for penalty in beside.of(team, tables.key)]
    if is_first and (carried := scoreboard.session.carry_over.get(team)):
        last = carried[-1]
        off_boards.insert(0, given(last.imps, "carried over", events=(last.number,), unit=scoreboard.unit))
    boards = len(counted) + not_played(tables.finding)
    return _OwnScore(team, boards, board_scores(scoreboard, team, counted, tables.found), off_boards)


def _if_won(board: Derivation) -> Derivation:
    """The board as its winner's: nothing for the team that lost it."""
    return board if board.value >= 0 else given(0, f"{board.text}, lost", events=board.events, unit=board.unit)


def taken(scoreboard: Scoreboard, penalty: PenaltyInForce) -> Derivation:
    """A penalty as what it takes from a total; where a decision varied it, that is named too."""
    law = penalty.imposed.laws[0] if penalty.imposed.laws else "90"
    amount, unit = penalty.amount(scoreboard.top), penalty.imposed.unit
    unit = scoreboard.unit if unit == "%" else unit  # type: ignore[assignment]
    varied = f" as varied in {penalty.case}" if penalty.case != penalty.imposed.case else ""
    text = f"{penalty.imposed.case}, {penalty.name}{varied}"
    return given(-amount, text, law=law, events=(penalty.number,), unit=unit)


def team_total(
    scoreboard: Scoreboard, team: str, played: Collection[Match], missed: Sequence[Derivation] = ()
) -> Derivation:
    """A team's total: victory points of its matches less penalties in VPs; or IMPs where there is no scale.

    Those are what it has in its knockout match, and elsewhere what it won less what it lost. `missed`: what it has for
    matches it could not play.
    """
    own = [match for match in played if team in match.teams and match.boards]
    text = f"{len(own)} match{'' if len(own) == 1 else 'es'}" + (f", {len(missed)} not played" if missed else "")
    if not scale(scoreboard):
        parts = [(match.scores if scoreboard.form.one_match else match.nets)[team] for match in own] + [*missed]
        return derived(Rule.SUM, text, parts, unit=scoreboard.unit)
    parts = [match.victory_points[team] for match in own] + [*missed]
    parts += [
        taken(scoreboard, penalty) for penalty in scoreboard.session.penalties_of(team) if penalty.imposed.unit == "VP"
    ]
    return derived(Rule.SUM, text, parts, unit="VP")

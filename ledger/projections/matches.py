"""Matches of teams, and of pairs where the regulations convert them: what each side has, who leads, victory points.

A match is told as IMPs for each side: a board is worth its swing to the team that wins it and nothing to the other, and
what a team carries in or is fined changes its own figure alone (golden W01–W03, D19). Where a ruling split a board, so
that the two scores for it do not balance, each team has its own total instead, and its own victory points (golden D13).
Penalties in IMPs or matchpoints come off before the conversion, penalties in VPs after it.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from ledger.bridge import Side
from ledger.events.matches import MatchVoided, OfMatch
from ledger.projections.match_boards import Found, board_scores, not_played, note, playable, void_share
from ledger.projections.meetings import MatchKey
from ledger.projections.mismatches import mismatched
from ledger.projections.scoreboard import Scoreboard
from ledger.projections.victory_points import pool, scale, victory_points
from ledger.scoring.derivation import Derivation, derived, given
from ledger.scoring.rule import Rule
from ledger.session import PenaltyInForce, TableBoard
from ledger.session.participation import is_cancelled


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


_Boards = dict[tuple[int, int], TableBoard]
"""The boards of a match by round and number, each once, from either room; the round is 0 where none was said."""


class _Tables(NamedTuple):
    """What is known of a match: its boards, what was found of it, and whether it is a half match."""

    key: MatchKey
    boards: list[TableBoard]
    found: Found | None
    half: bool

    @property
    def finding(self) -> OfMatch | None:
        return self.found[1] if self.found else None

    @property
    def home(self) -> tuple[str, str]:
        if self.boards:
            return self.boards[0].seating.pair
        return self.finding.teams if self.finding else self.key[1]


def matches(scoreboard: Scoreboard) -> list[Match]:
    """Every match, in order of rounds and names."""
    played, findings = _played(scoreboard), _findings(scoreboard)
    keys = sorted(played.keys() | findings.keys())
    halves = frozenset[MatchKey]() if scoreboard.teams else _halves(keys, findings)
    first = _first_matches(played)
    tables = (_Tables(key, list(played.get(key, {}).values()), findings.get(key), key in halves) for key in keys)
    return mismatched(scoreboard, [_match(scoreboard, each, first) for each in tables])


def _played(scoreboard: Scoreboard) -> dict[MatchKey, _Boards]:
    """The boards of every match; one contestant alone at a table plays none, and what was cancelled is none."""
    found: dict[MatchKey, _Boards] = {}
    for played in scoreboard.session.table_boards():
        if all(played.seating.pair) and not is_cancelled(played, scoreboard.scoring.cancelled):
            boards = found.setdefault(scoreboard.meetings.match_of(played), {})
            at = scoreboard.meetings.round_of(played) or 0, played.board
            boards[at] = _scored(scoreboard, boards.get(at), played)
    return found


def _scored(scoreboard: Scoreboard, earlier: TableBoard | None, played: TableBoard) -> TableBoard:
    """The room a board of a match is read from: the first, or one that counts where that has no other room."""
    return earlier if earlier and scoreboard.score(earlier, Side.NS).counts else played


def _findings(scoreboard: Scoreboard) -> dict[MatchKey, Found]:
    """What was found of matches: that they were shortened, or void."""
    return {
        scoreboard.meetings.match_between(finding.teams, finding.round): (number, finding)
        for number, finding in scoreboard.session.findings.items()
        if isinstance(finding, OfMatch)
    }


def _halves(keys: Iterable[MatchKey], findings: Mapping[MatchKey, Found]) -> frozenset[MatchKey]:
    """The half matches: of one who meets two opponents in a round, neither match being void."""
    whole = [key for key in keys if key[0] and not (key in findings and isinstance(findings[key][1], MatchVoided))]
    met = Counter((round_, team) for round_, teams in whole for team in teams)
    return frozenset((round_, teams) for round_, teams in whole if any(met[round_, team] > 1 for team in teams))


def _first_matches(found: Mapping[MatchKey, _Boards]) -> dict[str, MatchKey]:
    """The match a team's carry-over and general penalties belong to: its first."""
    in_order = sorted(found, key=lambda key: (min(round_ for round_, _ in found[key]), key[1]))
    return {team: key for key in reversed(in_order) for team in key[1]}


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


def _match(scoreboard: Scoreboard, tables: _Tables, first: Mapping[str, MatchKey]) -> Match:
    one, two = (_own_score(scoreboard, team, tables, first) for team in tables.home)
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


def _points(scoreboard: Scoreboard, team: str, net: Derivation, boards: int, tables: _Tables) -> Derivation:
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


def _own_score(scoreboard: Scoreboard, team: str, tables: _Tables, first: Mapping[str, MatchKey]) -> _OwnScore:
    counted = [each for each in playable(tables.boards, tables.finding) if scoreboard.score(each, Side.NS).counts]
    is_first = first.get(team, tables.key) == tables.key
    beside = [
        taken(scoreboard, penalty)
        for penalty in scoreboard.session.penalties_of(team)
        if penalty.imposed.unit != "VP" and _falls_on(scoreboard, penalty, tables, is_first)
    ]
    if is_first and (carried := scoreboard.session.carry_over.get(team)):
        last = carried[-1]
        beside.insert(0, given(last.imps, "carried over", events=(last.number,), unit=scoreboard.unit))
    boards = len(counted) + not_played(tables.finding)
    return _OwnScore(team, boards, board_scores(scoreboard, team, counted, tables.found), beside)


def _if_won(board: Derivation) -> Derivation:
    """The board as its winner's: nothing for the team that lost it."""
    return board if board.value >= 0 else given(0, f"{board.text}, lost", events=board.events, unit=board.unit)


def _falls_on(scoreboard: Scoreboard, penalty: PenaltyInForce, tables: _Tables, first: bool) -> bool:
    imposed = penalty.imposed
    if imposed.opponent is None:
        return first
    return any(
        played.seating.match == {imposed.contestant, imposed.opponent}
        and (imposed.round is None or scoreboard.meetings.round_of(played) in (None, imposed.round))
        for played in tables.boards
    )


def taken(scoreboard: Scoreboard, penalty: PenaltyInForce) -> Derivation:
    """A penalty as what it takes from a total; where a decision varied it, that is named too."""
    law = penalty.imposed.laws[0] if penalty.imposed.laws else "90"
    amount, unit = penalty.amount(scoreboard.top), penalty.imposed.unit
    unit = scoreboard.unit if unit == "%" else unit  # type: ignore[assignment]
    varied = f" as varied in {penalty.case}" if penalty.case != penalty.imposed.case else ""
    text = f"{penalty.imposed.case}, {penalty.name}{varied}"
    return given(-amount, text, law=law, events=(penalty.number,), unit=unit)


def team_total(
    scoreboard: Scoreboard, team: str, played: Sequence[Match], missed: Sequence[Derivation] = ()
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

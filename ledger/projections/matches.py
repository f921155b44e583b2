"""Matches of teams: what the two scored against each other, in IMPs and in victory points.

Each team's total is its own: where a ruling split a board, the two need not balance, and neither need their
victory points (golden D13). Penalties in IMPs come off before the conversion, penalties in VPs after it.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from ledger.bridge import Side
from ledger.projections.scoreboard import Scoreboard
from ledger.scoring.derivation import Derivation, derived, given
from ledger.scoring.rule import Rule
from ledger.session import Penalty, TableBoard
from ledger.session.participation import is_cancelled


@dataclass(frozen=True, slots=True)
class Match:
    """Two teams' match in a round (a knockout match is one over all its sets): boards that count, and scores."""

    round: int | None
    teams: tuple[str, str]
    boards: int
    scores: dict[str, Derivation]
    victory_points: dict[str, Derivation]

    @property
    def winner(self) -> str | None:
        """Who has more IMPs; None where it is tied."""
        one, two = (self.scores[team].value for team in self.teams)
        return None if one == two else self.teams[0] if one > two else self.teams[1]


Teams = tuple[str, ...]
Boards = dict[tuple[int, int], TableBoard]
"""The boards of a match by round and number, each once, from either room; the round is 0 where none was said."""


def matches(scoreboard: Scoreboard) -> list[Match]:
    """Every match, in order of rounds and names."""
    found: dict[tuple[int, Teams], Boards] = {}
    rounds, one_match = _rounds(scoreboard), scoreboard.form.one_match
    for played in scoreboard.session.table_boards():
        teams = tuple(sorted(played.seating.pair))
        round_ = next((room.round for room in scoreboard.rooms(played) if room.round), rounds.get(teams, 0))
        boards = found.setdefault((0 if one_match else round_, teams), {})
        boards[round_, played.board] = _scored(scoreboard, boards.get((round_, played.board)), played)
    return [
        _match(scoreboard, round_ or None, list(boards.values()))
        for (round_, _), boards in sorted(found.items(), key=_order)
    ]


def _order(found: tuple[tuple[int, Teams], Boards]) -> tuple[int, Teams]:
    return found[0]


def _scored(scoreboard: Scoreboard, earlier: TableBoard | None, played: TableBoard) -> TableBoard:
    """The room a board of a match is read from: the first, or one that counts where that has no other room."""
    return earlier if earlier and scoreboard.score(earlier, Side.NS).counts else played


def _rounds(scoreboard: Scoreboard) -> dict[Teams, int]:
    """The round two teams met in, where they met in one only: a ruling on an unplayed board belongs to it too."""
    met: dict[Teams, set[int]] = {}
    for played in scoreboard.session.table_boards():
        if played.round:
            met.setdefault(tuple(sorted(played.seating.pair)), set()).add(played.round)
    return {teams: rounds.pop() for teams, rounds in met.items() if len(rounds) == 1}


def _match(scoreboard: Scoreboard, round_: int | None, tables: Sequence[TableBoard]) -> Match:
    home = tables[0].seating.pair
    counted = [played for played in tables if scoreboard.score(played, Side.NS).counts]
    scores = {team: _total(scoreboard, team, counted) for team in home}
    points = {team: _victory_points(scoreboard, scores[team], len(counted)) for team in home}
    return Match(round_, home, len(counted), scores, points if scale_of(scoreboard) else {})


def _total(scoreboard: Scoreboard, team: str, counted: Sequence[TableBoard]) -> Derivation:
    parts = [_on_board(scoreboard, team, played) for played in counted]
    first = _first(scoreboard, team, counted)
    if first and (carried := scoreboard.session.carry_over.get(team)):
        parts.append(given(carried[-1].imps, "carried over", events=(carried[-1].number,), unit=scoreboard.unit))
    parts += [
        taken(scoreboard, penalty)
        for penalty in scoreboard.session.penalties_of(team)
        if penalty.imposed.unit != "VP" and _falls_on(penalty, counted, first)
    ]
    return derived(
        Rule.SUM, f"{team}: {len(counted)} board{'' if len(counted) == 1 else 's'}", parts, unit=scoreboard.unit
    )


def _on_board(scoreboard: Scoreboard, team: str, played: TableBoard) -> Derivation:
    """A team's score on a board of a match, resting on the events of both rooms."""
    return given(
        scoreboard.score(played, Side.NS if played.seating.ns == team else Side.EW).value,
        f"board {played.board}",
        events=tuple(sorted({number for room in scoreboard.rooms(played) for number in room.events})),
        unit=scoreboard.unit,
    )


def _first(scoreboard: Scoreboard, team: str, counted: Sequence[TableBoard]) -> bool:
    """Whether this is the match a team's carry-over and general penalties belong to: its first."""
    cancelled = scoreboard.scoring.cancelled
    own = [played for _, played in scoreboard.session.boards_of(team) if not is_cancelled(played, cancelled)]
    if not own:
        return False
    earliest = min(own, key=lambda played: (played.round or 0, sorted(played.seating.pair)))
    return any(played.seating.match == earliest.seating.match and played.round == earliest.round for played in counted)


def _falls_on(penalty: Penalty, counted: Sequence[TableBoard], first: bool) -> bool:
    imposed = penalty.imposed
    if imposed.opponent is None:
        return first
    return any(
        played.seating.match == {imposed.contestant, imposed.opponent}
        and (imposed.round in (None, played.round) or played.round is None)
        for played in counted
    )


def taken(scoreboard: Scoreboard, penalty: Penalty) -> Derivation:
    """A penalty as what it takes from a total."""
    law = penalty.imposed.laws[0] if penalty.imposed.laws else "90"
    amount, unit = penalty.amount(scoreboard.top), penalty.imposed.unit
    unit = scoreboard.unit if unit == "%" else unit  # type: ignore[assignment]
    return given(-amount, f"{penalty.imposed.case}, penalty", law=law, events=(penalty.number,), unit=unit)


def _victory_points(scoreboard: Scoreboard, score: Derivation, boards: int) -> Derivation:
    scale = scale_of(scoreboard)
    if scale is None or not boards:
        return score
    if scale is Rule.VP_TABLE:
        table = scoreboard.regulations.matches.table
        text = "victory points by the regulations' table"
        return derived(scale, text, [score], law="78C", unit="VP", terms=table)
    return derived(scale, "victory points", [score, given(boards, "boards")], law="78C", unit="VP")


def scale_of(scoreboard: Scoreboard) -> Rule | None:
    """By which scale matches become victory points; None where they are not converted."""
    return scoreboard.form.victory_points(scoreboard.regulations)


def team_total(
    scoreboard: Scoreboard, team: str, played: Sequence[Match], missed: Sequence[Derivation] = ()
) -> Derivation:
    """A team's total: victory points of its matches less penalties in VPs, or IMPs where there is no scale.

    `missed`: what it has for matches it could not play.
    """
    own = [match for match in played if team in match.teams and match.boards]
    if not scale_of(scoreboard):
        parts = [match.scores[team] for match in own] + [*missed]
        return derived(Rule.SUM, _counted(own, missed), parts, unit=scoreboard.unit)
    parts = [match.victory_points[team] for match in own] + [*missed]
    parts += [
        taken(scoreboard, penalty) for penalty in scoreboard.session.penalties_of(team) if penalty.imposed.unit == "VP"
    ]
    return derived(Rule.SUM, _counted(own, missed), parts, unit="VP")


def _counted(own: Sequence[Match], missed: Sequence[Derivation]) -> str:
    """'6 matches, 1 not played'."""
    more = f", {len(missed)} not played" if missed else ""
    return f"{len(own)} match{'' if len(own) == 1 else 'es'}{more}"


def total_unit(scoreboard: Scoreboard) -> str:
    """What totals are in: 'VP' where matches are converted, else the unit of a board."""
    return "VP" if scale_of(scoreboard) else scoreboard.unit

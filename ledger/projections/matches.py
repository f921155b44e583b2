"""Matches of teams, and of pairs where the regulations convert them: what the two scored, and their victory points.

Each contestant's total is its own: where a ruling split a board, the two need not balance, and neither need their
victory points (golden D13). Penalties in IMPs or matchpoints come off before the conversion, penalties in VPs after it.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from ledger.bridge import Side
from ledger.events.matches import MatchVoided, OfMatch
from ledger.projections.match_boards import Found, board_scores, not_played, note, playable, void_share
from ledger.projections.mismatches import mismatched
from ledger.projections.scoreboard import Scoreboard
from ledger.projections.victory_points import pool, scale, victory_points
from ledger.scoring.derivation import Derivation, derived, given
from ledger.scoring.rule import Rule
from ledger.session import Penalty, TableBoard


@dataclass(frozen=True, slots=True)
class Match:
    """Two teams' or pairs' match in a round (a knockout match is one over all its sets): boards that count, scores.

    `pool` are the victory points of a whole match, 0 where it is not converted; `note` says what was found of it:
    'shortened', 'void', 'wrong seating', 'mismatch'.
    """

    round: int | None
    teams: tuple[str, str]
    boards: int
    scores: dict[str, Derivation]
    victory_points: dict[str, Derivation]
    pool: Fraction = Fraction(0)
    note: str = ""

    @property
    def void(self) -> bool:
        """Whether nobody has won it, nor tied."""
        return self.note in ("void", "wrong seating")

    @property
    def winner(self) -> str | None:
        """Who has more IMPs; None where it is tied, or void."""
        if self.void:
            return None
        one, two = (self.scores[team].value for team in self.teams)
        return None if one == two else self.teams[0] if one > two else self.teams[1]


Teams = tuple[str, str]
Key = tuple[int, Teams]
"""A match: its round, 0 where none was said, and who met, in the order of their names."""
Boards = dict[tuple[int, int], TableBoard]
"""The boards of a match by round and number, each once, from either room; the round is 0 where none was said."""


def matches(scoreboard: Scoreboard) -> list[Match]:
    """Every match, in order of rounds and names."""
    rounds = _rounds(scoreboard)
    played, findings = _played(scoreboard, rounds), _findings(scoreboard, rounds)
    keys = sorted(played.keys() | findings.keys())
    halves = frozenset[Key]() if scoreboard.teams else _halves(keys, findings)
    found = [
        _match(scoreboard, key, list(played.get(key, {}).values()), findings.get(key), half=key in halves)
        for key in keys
    ]
    return mismatched(scoreboard, found)


def _played(scoreboard: Scoreboard, rounds: Mapping[Teams, int]) -> dict[Key, Boards]:
    """The boards of every match; one contestant alone at a table plays none."""
    found: dict[Key, Boards] = {}
    for played in scoreboard.session.table_boards():
        if all(played.seating.pair):
            teams = _teams(played.seating.pair)
            round_ = next((room.round for room in scoreboard.rooms(played) if room.round), rounds.get(teams, 0))
            boards = found.setdefault((0 if scoreboard.form.one_match else round_, teams), {})
            boards[round_, played.board] = _scored(scoreboard, boards.get((round_, played.board)), played)
    return found


def _findings(scoreboard: Scoreboard, rounds: Mapping[Teams, int]) -> dict[Key, Found]:
    """What was found of matches: that they were shortened, or void."""
    found: dict[Key, Found] = {}
    for number, finding in scoreboard.session.findings.items():
        if isinstance(finding, OfMatch):
            teams = _teams(finding.teams)
            round_ = 0 if scoreboard.form.one_match else finding.round or rounds.get(teams, 0)
            found[round_, teams] = number, finding
    return found


def _teams(pair: tuple[str, str]) -> Teams:
    one, two = sorted(pair)
    return one, two


def _halves(keys: Iterable[Key], findings: Mapping[Key, Found]) -> frozenset[Key]:
    """The half matches: of one who meets two opponents in a round, neither match being void."""
    whole = [key for key in keys if key[0] and not (key in findings and isinstance(findings[key][1], MatchVoided))]
    met = Counter((round_, team) for round_, teams in whole for team in teams)
    return frozenset((round_, teams) for round_, teams in whole if any(met[round_, team] > 1 for team in teams))


def _scored(scoreboard: Scoreboard, earlier: TableBoard | None, played: TableBoard) -> TableBoard:
    """The room a board of a match is read from: the first, or one that counts where that has no other room."""
    return earlier if earlier and scoreboard.score(earlier, Side.NS).counts else played


def _rounds(scoreboard: Scoreboard) -> dict[Teams, int]:
    """The round two teams met in, where they met in one only: a ruling on an unplayed board belongs to it too."""
    met: dict[Teams, set[int]] = {}
    for played in scoreboard.session.table_boards():
        if played.round:
            met.setdefault(_teams(played.seating.pair), set()).add(played.round)
    return {teams: rounds.pop() for teams, rounds in met.items() if len(rounds) == 1}


def _match(scoreboard: Scoreboard, key: Key, tables: Sequence[TableBoard], found: Found | None, *, half: bool) -> Match:
    finding = found[1] if found else None
    home = tables[0].seating.pair if tables else finding.teams if finding else key[1]
    counted = [played for played in playable(tables, finding) if scoreboard.score(played, Side.NS).counts]
    boards = len(counted) + not_played(finding)
    scores = {team: _total(scoreboard, team, counted, tables, found) for team in home}
    if not scale(scoreboard):
        return Match(key[0] or None, home, boards, scores, {}, note=note(finding))
    all_ = pool(scoreboard, half)
    points = {
        team: void_share(team, found, all_) or victory_points(scoreboard, scores[team], boards, half) for team in home
    }
    return Match(key[0] or None, home, boards, scores, points, all_, note(finding))


def _total(
    scoreboard: Scoreboard, team: str, counted: Sequence[TableBoard], tables: Sequence[TableBoard], found: Found | None
) -> Derivation:
    parts = board_scores(scoreboard, team, counted, found)
    first = _first(scoreboard, team, counted)
    if first and (carried := scoreboard.session.carry_over.get(team)):
        parts.append(given(carried[-1].imps, "carried over", events=(carried[-1].number,), unit=scoreboard.unit))
    parts += [
        taken(scoreboard, penalty)
        for penalty in scoreboard.session.penalties_of(team)
        if penalty.imposed.unit != "VP" and _falls_on(penalty, tables, first)
    ]
    boards = len(counted) + not_played(found[1] if found else None)
    text = f"{team}: {boards} board{'' if boards == 1 else 's'}"
    return derived(Rule.SUM, text, parts, unit=scoreboard.unit)


def _first(scoreboard: Scoreboard, team: str, counted: Sequence[TableBoard]) -> bool:
    """Whether this is the match a team's carry-over and general penalties belong to: its first."""
    own = [played for _, played in scoreboard.session.boards_of(team)]
    if not own:
        return True
    earliest = min(own, key=lambda played: (played.round or 0, sorted(played.seating.pair)))
    return any(played.seating.match == earliest.seating.match and played.round == earliest.round for played in counted)


def _falls_on(penalty: Penalty, tables: Sequence[TableBoard], first: bool) -> bool:
    imposed = penalty.imposed
    if imposed.opponent is None:
        return first
    return any(
        played.seating.match == {imposed.contestant, imposed.opponent}
        and (imposed.round in (None, played.round) or played.round is None)
        for played in tables
    )


def taken(scoreboard: Scoreboard, penalty: Penalty) -> Derivation:
    """A penalty as what it takes from a total."""
    law = penalty.imposed.laws[0] if penalty.imposed.laws else "90"
    amount, unit = penalty.amount(scoreboard.top), penalty.imposed.unit
    unit = scoreboard.unit if unit == "%" else unit  # type: ignore[assignment]
    return given(-amount, f"{penalty.imposed.case}, {penalty.name}", law=law, events=(penalty.number,), unit=unit)


def team_total(scoreboard: Scoreboard, team: str, played: Sequence[Match]) -> Derivation:
    """A team's total: victory points of its matches less penalties in VPs, or IMPs where there is no scale."""
    own = [match for match in played if team in match.teams and match.boards]
    if not scale(scoreboard):
        parts = [match.scores[team] for match in own]
        return derived(Rule.SUM, f"{len(own)} match{'' if len(own) == 1 else 'es'}", parts, unit=scoreboard.unit)
    parts = [match.victory_points[team] for match in own]
    parts += [
        taken(scoreboard, penalty) for penalty in scoreboard.session.penalties_of(team) if penalty.imposed.unit == "VP"
    ]
    return derived(Rule.SUM, f"{len(own)} match{'' if len(own) == 1 else 'es'}", parts, unit="VP")

"""What belongs to each match: the boards the two met on, in either room, and what the director found of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from ledger.events.matches import MatchVoided, OfMatch
from ledger.projections.match_boards import Found
from ledger.projections.meetings import MatchKey
from ledger.session import TableBoard
from ledger.session.participation import is_cancelled

if TYPE_CHECKING:
    from ledger.projections.scoreboard import Scoreboard

_Boards = dict[tuple[int, int], TableBoard]
"""The boards of a match by round and number, each once, from either room; the round is 0 where none was said."""


class MatchTables(NamedTuple):
    """What is known of a match: its boards by round and number, what was found of it, and whether it is a half match.

    The round of a board is 0 where none was said.
    """

    key: MatchKey
    by_round: Mapping[tuple[int, int], TableBoard]
    found: Found | None
    half: bool

    @property
    def boards(self) -> list[TableBoard]:
        """Its boards, each once."""
        return list(self.by_round.values())

    @property
    def finding(self) -> OfMatch | None:
        """What was found of it."""
        return self.found[1] if self.found else None

    @property
    def home(self) -> tuple[str, str]:
        """The two, first who sat North–South on the first board."""
        if self.by_round:
            return self.boards[0].seating.pair
        return self.finding.teams if self.finding else self.key[1]


def match_tables(scoreboard: Scoreboard) -> list[MatchTables]:
    """What belongs to every match, in order of rounds and names."""
    played, findings = _played(scoreboard), _findings(scoreboard)
    keys = sorted(played.keys() | findings.keys())
    halves = frozenset[MatchKey]() if scoreboard.teams else _halves(keys, findings)
    return [MatchTables(key, played.get(key, {}), findings.get(key), key in halves) for key in keys]


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
    return earlier if earlier and scoreboard.counts(earlier) else played


def _findings(scoreboard: Scoreboard) -> dict[MatchKey, Found]:
    """What was found of matches: that they were shortened, or void."""
    return {
        scoreboard.meetings.match_between(finding.teams, finding.round): (number, finding)
        for number, finding in scoreboard.session.findings.facts.items()
        if isinstance(finding, OfMatch)
    }


def _halves(keys: Iterable[MatchKey], findings: Mapping[MatchKey, Found]) -> frozenset[MatchKey]:
    """The half matches: of one who meets two opponents in a round, neither match being void."""
    whole = [key for key in keys if key[0] and not (key in findings and isinstance(findings[key][1], MatchVoided))]
    met = Counter((round_, team) for round_, teams in whole for team in teams)
    return frozenset((round_, teams) for round_, teams in whole if any(met[round_, team] > 1 for team in teams))


def first_matches(tables: Sequence[MatchTables]) -> dict[str, MatchKey]:
    """The match a team's carry-over and general penalties belong to: the first it has boards of."""
    played = [each for each in tables if each.by_round]
    in_order = sorted(played, key=lambda each: (min(round_ for round_, _ in each.by_round), each.key[1]))
    return {team: each.key for each in reversed(in_order) for team in each.key[1]}

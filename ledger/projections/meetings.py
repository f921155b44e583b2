"""Who met whom and when: the rooms of a board, its round, the match it belongs to, and the order it was played in."""

from functools import cached_property

from ledger.scoring.board import ScoredBoard
from ledger.scoring.forms import FORMS
from ledger.scoring.teams import same_way_rooms
from ledger.session import Session, TableBoard

Teams = tuple[str, str]
MatchKey = tuple[int, Teams]
"""A match: its round (0 where none is known, or where it goes over all rounds), and the two by name."""


class Meetings:
    """The meetings of a session. Where a round was not said, it is the only one in which the two are known to have met.

    So a ruling on a board that nobody played belongs where its match does, although it names two contestants only.
    """

    def __init__(self, session: Session, form: type[ScoredBoard]) -> None:
        self.session = session
        self.form = form

    def rooms(self, played: TableBoard) -> list[TableBoard]:
        """The tables whose results make a score: one, or all rooms of a team's board."""
        return [played, *self.form.other_tables(self.session.boards[played.board], played.seating)]

    def round_of(self, played: TableBoard) -> int | None:
        """The round of a table's board, said of it or of its other room, or the only one in which the two met."""
        said = (room.round for room in self.rooms(played) if room.round)
        return next(said, self._only_rounds.get(played.seating.match))

    def match_of(self, played: TableBoard) -> MatchKey:
        """The match of a table's board: the two in their round; in a knockout all that the two play."""
        return self.match_between(played.seating.pair, self.round_of(played))

    def match_between(self, pair: tuple[str, str], round_: int | None) -> MatchKey:
        """The match two play in a round; where that was not said, in the only one in which they met."""
        known = None if self.form.one_match else round_ or self._only_rounds.get(frozenset(pair))
        one, two = sorted(pair)
        return known or 0, (one, two)

    def order(self, played: TableBoard) -> tuple[bool, int, int]:
        """Sort key: boards in order of play, by round and within it by number; those of an unknown round come last."""
        round_ = self.round_of(played)
        return round_ is None, round_ or 0, played.board

    @cached_property
    def _only_rounds(self) -> dict[frozenset[str], int]:
        met: dict[frozenset[str], set[int]] = {}
        for played in self.session.table_boards():
            if played.round:
                met.setdefault(played.seating.match, set()).add(played.round)
        return {match: rounds.pop() for match, rounds in met.items() if len(rounds) == 1}


def same_way_round(session: Session) -> list[TableBoard]:
    """Boards of a match where a team sat North–South in both rooms, one room of each; ruled on or not (Law 86B2)."""
    if FORMS[session.opening.scoring].rooms != 2:
        return []
    found = []
    for board in session.boards.values():
        twos = same_way_rooms(board)
        found += [board[one] for one, other in twos.items() if one.order < other.order]
    return found

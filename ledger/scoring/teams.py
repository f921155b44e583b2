"""Teams of four: a board is played in two rooms, and each team scores its own result against its own other one.

A team's score on a board is IMP(its score in one room − what it conceded in the other), or a win, a tie, a loss
at board-a-match. Where a ruling splits a room, each team is scored by its own entry, so the two need not
balance (spec §4.7). Knockout matches then give each team half the difference of the two (Law 12C4).
"""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import TypeVar

from ledger.bridge import Side
from ledger.laws.regulations import BoardRounding, Regulations
from ledger.laws.rounding import round_to
from ledger.scoring.board import entry_of, sum_of
from ledger.scoring.derivation import Derivation, Rule, derived, given
from ledger.scoring.imp_board import ImpBoard
from ledger.scoring.line import Line, Outcome, Score, Seating
from ledger.scoring.matchpoints import points

T = TypeVar("T")


def other_room(board: Mapping[Seating, T], seating: Seating) -> T | None:
    """What stands for the other room of a team's board: where the same two teams sit the other way round.

    It is of the same round; where a round was not said, the only room left that it can be. None where none is, or where
    a room more sits one of the ways, so that nobody can tell which two belong together: whichever was typed first.
    """
    rooms = [each for each in board if each.match == seating.match]
    met = [each for each in rooms if each.round == seating.round]
    if len({each.ns for each in met}) == 1:  # of this round there is no other room
        sat: dict[int | None, set[str]] = {}
        for each in rooms:
            sat.setdefault(each.round, set()).add(each.ns)
        met = [each for each in rooms if len(sat[each.round]) == 1]
    other = _opposite(met, seating)
    return board[other] if other and _opposite(met, other) == seating else None


def _opposite(rooms: Sequence[Seating], seating: Seating) -> Seating | None:
    found = [
        each
        for each in rooms
        if each.ns == seating.ew and (None in (each.round, seating.round) or each.round == seating.round)
    ]
    return found[0] if len(found) == 1 else None


class TeamBoard(ImpBoard):
    """One board of all matches of a session of teams."""

    alike = False  # the other room is another at every table

    def __init__(self, lines: Sequence[Line], expected: int, regulations: Regulations) -> None:
        super().__init__(lines, expected, regulations)
        at = {line.seating: line for line in lines}
        self._others = {seating: other_room(at, seating) for seating in at}

    def other_room(self, line: Line) -> Line | None:
        """Where the same two teams sit the other way round."""
        return self._others[line.seating]

    def counts(self, line: Line) -> bool:
        """A board counts when both rooms have a result, or a ruling says what it is worth."""
        other = self.other_room(line)
        return bool(line.charts and other and other.charts)

    def worth(self, line: Line, side: Side, outcome: Outcome) -> Fraction:
        """Against every outcome of the other room, each with its weight."""
        other = self.other_room(line)
        assert other
        own = outcome.seen_from(side)
        return sum_of(each.weight * self.compare(own, each.seen_from(side)) for each in entry_of(other, side.other))

    def tell(self, line: Line, side: Side, outcome: Outcome) -> Derivation:
        """The comparison with the other room."""
        other = self.other_room(line)
        assert other
        own = outcome.seen_from(side)
        turned = Line(
            other.seating,
            other.table,
            {side: entry_of(other, side.other)} if other.charts else None,
            events=other.events,
            note=other.note,
        )
        compared = self.comparison(own, turned, side, self.versus)
        text = f"{outcome.name or 'the score'} {own:+d} in one room, in the other"
        return derived(Rule.SUM, text, [compared], events=line.events, unit=self.unit)

    def compare(self, own: int, theirs: int) -> Fraction:
        """What a score is worth against the other room's."""
        return self.versus(own, theirs).value

    def score(self, line: Line, side: Side) -> Score:
        """An award in one room is the team's score for the board, whichever room is asked for."""
        other = self.other_room(line)
        if line.award is None and other and other.award is not None:
            return super().score(other, side.other)
        return super().score(line, side)


class BoardAMatch(TeamBoard):
    """Won, tied or lost: 1, ½, 0 (spec §2.7; golden D20, D21)."""

    unit = "points"
    average = Fraction(1, 2)

    def versus(self, own: int, theirs: int) -> Derivation:
        """A win, a tie or a loss."""
        earned = points(own, theirs)
        return given(Fraction(earned, 2), ("loss", "tie", "win")[earned], unit=self.unit)

    def share(self, line: Line, share: Derivation) -> Derivation:
        """60, 50 or 40 per cent of a board."""
        return share.saying(share.text, law=line.law, events=line.events)


class KnockoutBoard(TeamBoard):
    """Teams in a knockout match: what does not balance is averaged (Law 12C4; golden D10–D12)."""

    @property
    def rounding(self) -> BoardRounding:
        """Each team's score is rounded before the averaging only where the regulations say so."""
        own = super().rounding
        return own if self.regulations.knockout.rounded == "before" else BoardRounding("exact", own.rounding)

    def score(self, line: Line, side: Side) -> Score:
        """A team's score for the board; half the difference of the two where they do not balance."""
        own, theirs = super().score(line, side), super().score(line, side.other)
        if not own.counts or own.value == -theirs.value:
            return own
        value = self._after((own.value - theirs.value) / 2)
        return Score(value, lambda: self._averaged(own, theirs, value))

    def _averaged(self, own: Score, theirs: Score, value: Fraction) -> Derivation:
        scores = [
            own.derivation().saying(f"own score before the averaging: {own.explain().text}"),
            theirs.derivation().saying(f"the opponents' own score: {theirs.explain().text}"),
        ]
        difference = derived(Rule.DIFFERENCE, "own score less the opponents'", scores, unit=self.unit)
        half = derived(Rule.QUOTIENT, "halved", [difference, given(2, "two teams")], law="12C4", unit=self.unit)
        if half.value == value:
            return half
        return Derivation(value, f"rounded to {super().rounding.unit}", Rule.ROUNDED, (half,), unit=self.unit)

    def _after(self, value: Fraction) -> Fraction:
        to = super().rounding
        if self.regulations.knockout.rounded != "after" or to.unit == "exact":
            return value
        return round_to(value, Fraction(to.unit), to.rounding)

"""Teams of four: a board is played in two rooms, and each team scores its own result against its own other one.

A team's score on a board is IMP(its score in one room − what it conceded in the other), or a win, a tie, a loss
at board-a-match. Where a ruling splits a room, each team is scored by its own entry, so the two need not
balance (spec §4.7). Knockout matches then give each team half the difference of the two (Law 12C4).
"""

from collections.abc import Sequence
from fractions import Fraction

from ledger.bridge import Side
from ledger.laws.regulations import BoardRounding, Regulations
from ledger.laws.rounding import round_to
from ledger.scoring.board import entry_of, sum_of
from ledger.scoring.derivation import Derivation, Rule, derived, given
from ledger.scoring.imp_board import ImpBoard
from ledger.scoring.line import Line, Outcome, Score
from ledger.scoring.matchpoints import points


class TeamBoard(ImpBoard):
    """One board of all matches of a session of teams."""

    alike = False  # the other room is another at every table

    def __init__(self, lines: Sequence[Line], expected: int, regulations: Regulations) -> None:
        super().__init__(lines, expected, regulations)
        self.at = {line.seating: line for line in lines}

    def other_room(self, line: Line) -> Line | None:
        """Where the same two teams sit the other way round."""
        return self.at.get(line.seating.turned)

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

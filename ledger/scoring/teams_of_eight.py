"""Teams of eight: a board is played at four tables, two each way, and each is compared with both of the other way.

A team's score on a board is the sum of the four comparisons in IMPs. No source that is known converts such a sum into
victory points: it stays in IMPs, unless the regulations have a table of their own (`matches.vp` table). An artificial
score of a table takes the place of its two comparisons; A+ is 3 IMPs for each, as where cross-IMPs are summed up
(golden P17).
"""

from collections.abc import Mapping, Sequence
from fractions import Fraction

from ledger.bridge import Side
from ledger.labels.phrases import Phrase
from ledger.laws.regulations import Regulations
from ledger.scoring.derivation import Arithmetic, N, Rule
from ledger.scoring.form import T, imp_scale
from ledger.scoring.line import Damage, GivenOutright, Line, Outcome, Seating, Share
from ledger.scoring.teams import TeamBoard

_EACH_WAY = 2
_COMPARISONS = _EACH_WAY * _EACH_WAY


class EightBoard(TeamBoard):
    """A board of teams of eight; it counts once both teams have two tables each way."""

    name = "teams-of-eight"
    rooms = _COMPARISONS

    @classmethod
    def victory_points(cls, regulations: Regulations) -> Rule | None:
        """By a table of the regulations' own; the scales there are, are for one comparison a board."""
        return imp_scale(regulations) if regulations.matches.vp == "table" else None

    @classmethod
    def comparisons(cls, expected: int, regulations: Regulations) -> int:
        """Four, whoever else plays the board."""
        return _COMPARISONS

    @classmethod
    def other_tables(cls, board: Mapping[Seating, T], seating: Seating) -> list[T]:
        """Where else the two teams met on the board in this round."""
        return [
            it for at, it in board.items() if at != seating and (at.match, at.round) == (seating.match, seating.round)
        ]

    def counts(self, line: Line) -> bool:
        """A board counts once all its tables have something to compare, or a score was given outright."""
        return self._outright(line) is not None or (self._whole(line) and all(map(_has_score, self._met(line))))

    def compares(self, line: Line) -> bool:
        """Whether a table, and both of the other way, count as some result for either team."""
        tables = line, *self._other_way(line)
        return self._whole(line) and all(each.in_field(side) for each in tables for side in Side)

    def deciding(self, line: Line, side: Side) -> tuple[Line, Side]:
        """The table whose ruling says outright what the team scores on the board; without one, that asked for."""
        outright = self._outright(line)
        if outright is None:
            return line, side
        return outright, side if outright.seating.ns == line.seating.ns else side.other

    def worth(self, line: Line, side: Side, outcome: Outcome, by: Arithmetic[N]) -> N:
        """Against both tables of the other way. ValueError where these are not in."""
        if not self._whole(line):
            raise ValueError(f"{line.name} is not compared with two tables yet")
        own = outcome.seen_from(side)
        compared = [self._compared(own, other, side, by) for other in self._other_way(line)]
        text = Phrase(
            "%(name)s %(own)s at %(table)s, against both of the other way",
            name=outcome.name or Phrase("the score"),
            own=f"{own:+d}",
            table=line.name,
        )
        return by.derived(Rule.SUM, text, compared, events=line.events, unit=self.unit)

    def share(self, line: Line, share: N, by: Arithmetic[N]) -> N:
        """What is awarded is for the four comparisons of a board: two of them are this table's."""
        return self._part_of(share, _EACH_WAY, Phrase("of the award at %(name)s", name=line.name), line, by)

    def elsewhere(self, line: Line) -> Sequence[Line]:
        """The three other tables at which the two teams met."""
        return self.other_tables(self._at, line.seating)

    def compared(self, line: Line, side: Side, by: Arithmetic[N]) -> N:
        """A team's score for the board by its results and rulings alone, whichever of its four tables is asked for."""
        if self._outright(line) is not None:
            return super().compared(line, side, by)
        tables, there = self._summed_over(line, side)
        parts = [self.exact(each.of(there), there, by) for each in tables]
        total = by.derived(Rule.SUM, "the four comparisons of the board", parts, unit=self.unit)
        return self.rounded(total, line, side, by)

    def _summed_over(self, line: Line, side: Side) -> tuple[Sequence[Line], Side]:
        """The two tables of one way, and the side the team has there: those where Law 12C1(e) was ruled, if any."""
        own, facing = self._same_way_as(line), self._other_way(line)
        if any(isinstance(each.award, Damage) for each in facing):
            return facing, side.other
        return own, side

    def _compared(self, own: int, other: Line, side: Side, by: Arithmetic[N]) -> N:
        """One comparison; where the other table has an artificial score, a fourth of what that is for the board."""
        there = other.of(side.other)
        if isinstance(there.award, Share):
            share = by.known(there.award.of(side.other))
            return self._part_of(share, 1, Phrase("of the award at %(name)s", name=other.name), other, by)
        return self.against_room(own, other, side, by)

    def _part_of(self, share: N, comparisons: int, text: str, line: Line, by: Arithmetic[N]) -> N:
        parts = [
            share,
            by.given(
                Fraction(comparisons, _COMPARISONS),
                Phrase("%(comparisons)s of %(all)s comparisons", comparisons=comparisons, all=_COMPARISONS),
            ),
        ]
        return by.derived(Rule.PRODUCT, text, parts, law=line.law, events=line.events, unit=self.unit)

    # The tables of a match

    def _met(self, line: Line) -> list[Line]:
        return [line, *self.elsewhere(line)]

    def _same_way_as(self, line: Line) -> list[Line]:
        return [each for each in self._met(line) if each.seating.ns == line.seating.ns]

    def _other_way(self, line: Line) -> list[Line]:
        return [each for each in self._met(line) if each.seating.ns != line.seating.ns]

    def _whole(self, line: Line) -> bool:
        """Whether two tables each way are in: with one more nobody could tell which belong together."""
        return len(self._same_way_as(line)) == len(self._other_way(line)) == _EACH_WAY

    def _outright(self, line: Line) -> Line | None:
        return next((each for each in self._met(line) if isinstance(each.award, GivenOutright)), None)


def _has_score(line: Line) -> bool:
    """Whether both sides of a table can be compared, or have an artificial score instead."""
    return all(line.in_field(side) or isinstance(line.of(side).award, Share) for side in Side)

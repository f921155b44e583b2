"""Teams of eight: a board is played at four tables, two each way; a team scores the sum of four comparisons in IMPs.

No known source converts this sum into victory points: it stays in IMPs unless the regulations have a table
(`matches.vp` table). An artificial score replaces its table's two comparisons; A+ is 3 IMPs for each, as where
cross-IMPs are summed (golden P17).
"""

from collections.abc import Mapping, Sequence
from fractions import Fraction

from ledger.bridge import Side
from ledger.labels import Phrase
from ledger.laws.regulations import Regulations
from ledger.scoring.derivation import Arithmetic, N, Rule
from ledger.scoring.form import T, imp_scale
from ledger.scoring.line import Damage, GivenOutright, Line, Outcome, Seating, Share
from ledger.scoring.teams import TeamBoard

_EACH_WAY = 2
_COMPARISONS = _EACH_WAY * _EACH_WAY


class EightBoard(TeamBoard):
    """A board of teams of eight, scored once the two teams have met at two tables each way."""

    name = "teams-of-eight"
    rooms = _COMPARISONS

    @classmethod
    def victory_points(cls, regulations: Regulations) -> Rule | None:
        """Return the rule for the regulations' own table of victory points, else None: common scales do not fit."""
        return imp_scale(regulations) if regulations.matches.vp == "table" else None

    @classmethod
    def comparisons(cls, expected: int, regulations: Regulations) -> int:
        """Return four, the number of comparisons that a score adds up."""
        return _COMPARISONS

    @classmethod
    def other_tables(cls, board: Mapping[Seating, T], seating: Seating) -> list[T]:
        """Return the values of the further tables at which the two teams met on the board in this round."""
        return [
            table
            for at, table in board.items()
            if at != seating and (at.match, at.round) == (seating.match, seating.round)
        ]

    def counts(self, line: Line) -> bool:
        """Return whether all four tables can be compared, or a score was awarded outright."""
        return self._table_awarded_outright(line) is not None or (
            self._is_complete(line)
            and all(
                each.in_field(side) or isinstance(each.of(side).award, Share)
                for each in self._tables_of_match(line)
                for side in Side
            )
        )

    def is_comparable(self, line: Line) -> bool:
        """Return whether a table, and the two at which the teams sit the other way, have results for both teams."""
        tables = line, *self._other_way(line)
        return self._is_complete(line) and all(each.in_field(side) for each in tables for side in Side)

    def deciding(self, line: Line, side: Side) -> tuple[Line, Side]:
        """Return the table and side with an award given outright to a team; without one, this table and side."""
        outright = self._table_awarded_outright(line)
        if outright is None:
            return line, side
        return outright, side if outright.seating.ns == line.seating.ns else side.other

    def worth(self, line: Line, side: Side, outcome: Outcome, by: Arithmetic[N]) -> N:
        """Return an outcome compared with the two tables of the other way; ValueError if one of the four is missing."""
        if not self._is_complete(line):
            raise ValueError(f"{line.name} is not compared with two tables yet")
        own_score = outcome.seen_from(side)
        compared = [self._compare_with_table(own_score, table, side, by) for table in self._other_way(line)]
        text = Phrase(
            "%(name)s %(own)s at %(table)s, against both of the other way",
            name=outcome.name or Phrase("the score"),
            own=f"{own_score:+d}",
            table=line.name,
        )
        return by.derived(Rule.SUM, text, compared, events=line.events, unit=self.unit)

    def share(self, line: Line, share: N, by: Arithmetic[N]) -> N:
        """Return the part of an award that belongs to this table: two of four comparisons."""
        return self._share_of_comparisons(
            share, _EACH_WAY, Phrase("of the award at %(name)s", name=line.name), line, by
        )

    def elsewhere(self, line: Line) -> Sequence[Line]:
        """Return the lines of the further tables at which the two teams met on the board in this round."""
        return self.other_tables(self._at, line.seating)

    def compared(self, line: Line, side: Side, by: Arithmetic[N]) -> N:
        """Return a team's score for the board: the score awarded outright, else the sum of the four comparisons."""
        if self._table_awarded_outright(line) is not None:
            return super().compared(line, side, by)
        # add up the two tables of one way: the way with a ruling by Law 12C1(e), if any
        tables, own_side = self._same_way_as(line), side
        facing = self._other_way(line)
        if any(isinstance(each.award, Damage) for each in facing):
            tables, own_side = facing, side.other
        parts = [self.exact(each.of(own_side), own_side, by) for each in tables]
        total = by.derived(Rule.SUM, "the four comparisons of the board", parts, unit=self.unit)
        return self.rounded(total, line, side, by)

    def _compare_with_table(self, own_score: int, table: Line, side: Side, by: Arithmetic[N]) -> N:
        opponents = table.of(side.other)
        if isinstance(opponents.award, Share):
            share = by.known(opponents.award.of(side.other))
            return self._share_of_comparisons(share, 1, Phrase("of the award at %(name)s", name=table.name), table, by)
        return self.compare_with_room(own_score, table, side, by)

    def _share_of_comparisons(self, share: N, comparisons: int, text: str, line: Line, by: Arithmetic[N]) -> N:
        parts = [
            share,
            by.given(
                Fraction(comparisons, _COMPARISONS),
                Phrase("%(comparisons)s of %(all)s comparisons", comparisons=comparisons, all=_COMPARISONS),
            ),
        ]
        return by.derived(Rule.PRODUCT, text, parts, law=line.law, events=line.events, unit=self.unit)

    def _tables_of_match(self, line: Line) -> list[Line]:
        return [line, *self.elsewhere(line)]

    def _same_way_as(self, line: Line) -> list[Line]:
        return [each for each in self._tables_of_match(line) if each.seating.ns == line.seating.ns]

    def _other_way(self, line: Line) -> list[Line]:
        return [each for each in self._tables_of_match(line) if each.seating.ns != line.seating.ns]

    def _is_complete(self, line: Line) -> bool:
        # with a third table one way nobody could tell which belong together
        return len(self._same_way_as(line)) == len(self._other_way(line)) == _EACH_WAY

    def _table_awarded_outright(self, line: Line) -> Line | None:
        return next((each for each in self._tables_of_match(line) if isinstance(each.award, GivenOutright)), None)

"""Teams of four: a board is played in two rooms, and each team scores its own result against its own other one.

A team's score on a board is IMP(its score in one room − what it conceded in the other). Where a ruling splits a
room, each team is scored by its own entry, so the two need not balance (spec §4.7).

At board-a-match a team wins, ties or loses the board against its own other room: 1, ½, 0 (golden D20, D21); or twice
that, where the regulations say so: point-a-board as EBUScore prints it (golden P27). In a knockout each team gets half
the difference where a ruling left a board unbalanced (Law 12C4).

Teams of eight: a board is played at four tables, two each way, and each is compared with both of the other way.

A team's score on a board is the sum of the four comparisons in IMPs. No source that is known converts such a sum into
victory points: it stays in IMPs, unless the regulations have a table of their own (`matches.vp` table). An artificial
score of a table takes the place of its two comparisons; A+ is 3 IMPs for each, as where cross-IMPs are summed up
(golden P17).
"""

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction

from msgspec import structs

from ledger.bridge import Side
from ledger.bridge.scales import imps
from ledger.labels import Phrase, phrase_of
from ledger.laws.regulations import BoardRounding, Regulations
from ledger.laws.rounding import Rounding, RoundTo
from ledger.scoring.board import ImpBoard
from ledger.scoring.derivation import HOW, Arithmetic, N, Rule
from ledger.scoring.form import Letter, T, imp_scale, no_damage, sign
from ledger.scoring.line import Damage, EachSide, Entry, Field, GivenOutright, Line, Outcome, Seating, Share
from ledger.scoring.matchpoints import points


def other_room(board: Mapping[Seating, T], seating: Seating) -> T | None:
    """What stands for the other room of a team's board: where the same two teams sit the other way round.

    It is of the same round; where a round was not said, the only room left that it can be. None where none is, or where
    a room more sits one of the ways, so that nobody can tell which two belong together: whichever was typed first.
    """
    other = _other([each for each in board if each.match == seating.match], seating)
    return board[other] if other else None


def other_rooms(board: Iterable[Seating]) -> dict[Seating, Seating]:
    """The same for every room of a board that has another."""
    matches: dict[frozenset[str], list[Seating]] = {}
    for seating in board:
        matches.setdefault(seating.match, []).append(seating)
    return {each: other for rooms in matches.values() for each in rooms if (other := _other(rooms, each))}


def same_way_room(board: Mapping[Seating, T], seating: Seating) -> T | None:
    """The other room, where both teams sat the same way in both: such a board is unplayable (Law 86B2).

    What it is worth is for the director to say, once for both rooms.
    """
    other = same_way_rooms([each for each in board if each.match == seating.match]).get(seating)
    return board[other] if other else None


def same_way_rooms(board: Iterable[Seating]) -> dict[Seating, Seating]:
    """The same for every room of a board that has such another."""
    meetings: dict[tuple[frozenset[str], int | None], list[Seating]] = {}
    for seating in board:
        meetings.setdefault((seating.match, seating.round), []).append(seating)
    twos = [(met[0], met[1]) for met in meetings.values() if len(met) == 2 and met[0].ns == met[1].ns]
    return dict(twos) | {other: one for one, other in twos}


def _other(rooms: Sequence[Seating], seating: Seating) -> Seating | None:
    met = [each for each in rooms if each.round == seating.round]
    if len({each.ns for each in met}) == 1:  # of this round there is no other room
        sat: dict[int | None, set[str]] = {}
        for each in rooms:
            sat.setdefault(each.round, set()).add(each.ns)
        met = [each for each in rooms if len(sat[each.round]) == 1]
    other = _opposite(met, seating)
    return other if other and _opposite(met, other) == seating else None


def _opposite(rooms: Sequence[Seating], seating: Seating) -> Seating | None:
    found = [
        each
        for each in rooms
        if each.ns == seating.ew and (None in (each.round, seating.round) or each.round == seating.round)
    ]
    return found[0] if len(found) == 1 else None


class RoomsBoard(ImpBoard):
    """What every form of teams shares: one board of all matches, each table compared with its other room."""

    rooms = 2
    equal_results_score_alike = False  # the other room is another at every table

    def __init__(self, field: Field, expected: int, regulations: Regulations) -> None:
        super().__init__(field, expected, regulations)
        self._at = {line.seating: line for line in field.lines}
        self._others = other_rooms(self._at)
        self._same_way = same_way_rooms(self._at)

    @classmethod
    def other_tables(cls, board: Mapping[Seating, T], seating: Seating) -> list[T]:
        """The other room; where the teams sat the same way round in it too, a ruling says what that is worth."""
        other = other_room(board, seating) or same_way_room(board, seating)
        return [other] if other else []

    def other_room(self, line: Line) -> Line | None:
        """The line of the other room; None while nothing is recorded there."""
        other = self._others.get(line.seating)
        return self._at[other] if other else None

    def counts(self, line: Line) -> bool:
        """A board counts when both rooms have a result, or rulings say what it is worth to each team."""
        return all(
            self._compares_for(line, side) or _precedence(*self.deciding(line, side)) == _WHOLE_BOARD for side in Side
        )

    def compares(self, line: Line) -> bool:
        """Whether both rooms count as some result, for either team."""
        return all(self._compares_for(line, side) for side in Side)

    def _compares_for(self, line: Line, side: Side) -> bool:
        other = self.other_room(line)
        return line.in_field(side) and other is not None and other.in_field(side.other)

    def deciding(self, line: Line, side: Side) -> tuple[Line, Side]:
        """The room whose ruling says what the team scores on the board; without one, the room that is asked for."""
        if (other := self.other_room(line)) is None:
            same = self._same_way.get(line.seating)
            return self._at[same] if line.award is None and same and self._at[same].award is not None else line, side
        return min(((line, side), (other, side.other)), key=lambda room: _precedence(*room))

    def offenders(self, line: Line) -> frozenset[Side] | None:
        """The teams that offended in any room, as the sides of this one: the board has one score, not two."""
        found = line.offenders
        for other in self.elsewhere(line):
            if other.offenders is not None:
                found = (found or frozenset()) | {_as_in(line, other, side) for side in other.offenders}
        return found

    def elsewhere(self, line: Line) -> Sequence[Line]:
        """The other rooms whose results make the score of a line."""
        other = self.other_room(line)
        return [other] if other else []

    def scored(self, line: Line, side: Side, by: Arithmetic[N]) -> N:
        """A team's score for the board; what the others leave of it, where the ruling says so (Law 86B2(b))."""
        rooms = line, *self.elsewhere(line)
        sides = {_as_in(line, each, each.complement) for each in rooms if each.complement}
        if sides != {side}:  # where rulings disagree, no score is the other's complement
            return self.compared(line, side, by)
        whole = by.given(2 * self.average, "what the two teams share", unit=self.unit)
        parts = [whole, self.compared(line, side.other, by)]
        text = Phrase("the offenders have the complement of the non-offenders' score")
        return by.derived(Rule.DIFFERENCE, text, parts, law="86B2(b)", events=line.events, unit=self.unit)

    def compared(self, line: Line, side: Side, by: Arithmetic[N]) -> N:
        """A team's score for the board by its results and rulings alone."""
        return super().scored(line, side, by)

    # Law 12C1(e) in both rooms

    def stated(self, line: Line, damage: Damage, letter: Letter, by: Arithmetic[N]) -> N:
        """A, B or C of this room; together with that of the other where the same team hurt itself in both."""
        other, joint = self._damage_in_the_other_room(line, damage)
        if other is None or joint is None:
            return super().stated(line, damage, letter, by)
        return self._facing(other, joint.entry(letter)).stated(line, damage, letter, by)

    def stated_outcomes(
        self, line: Line, damage: Damage, letter: Letter, by: Arithmetic[N]
    ) -> Sequence[tuple[Outcome, N]]:
        """Every outcome of this room; with every one of the other where the same team hurt itself in both."""
        other, joint = self._damage_in_the_other_room(line, damage)
        if other is None or joint is None:
            return super().stated_outcomes(line, damage, letter, by)
        found: list[tuple[Outcome, N]] = []
        for there in joint.entry(letter):
            facing = self._facing(other, (there._replace(weight=Fraction(1)),))
            for here, worth in facing.stated_outcomes(line, damage, letter, by):
                name = Phrase("%(here)s with %(there)s in the other room", here=here.called, there=there.called)
                found.append((Outcome(here.weight * there.weight, here.ns_score, name), worth))
        return found

    def undamaged(self, line: Line, damage: Damage) -> bool:
        """Whether the infraction in this room did no damage; or those in both, where the same team hurt itself in both.

        It is measured against the other room as it would have been without the infraction there.
        """
        other, joint = self._damage_in_the_other_room(line, damage)
        if other is None or joint is None:
            return no_damage(self, line, damage)
        return no_damage(self._facing(other, joint.b), line, damage) or no_damage(self, line, damage)

    def _damage_in_the_other_room(self, line: Line, damage: Damage) -> tuple[Line | None, Damage | None]:
        other, there = self.other_room(line), damage.nos.other
        award = other.of(there).award if other else None
        return other, award if isinstance(award, Damage) and award.nos is there else None

    def _facing(self, other: Line, entry: Entry) -> "RoomsBoard":
        return self.replacing([structs.replace(other, entries=dict.fromkeys(Side, entry), award=None)])

    def worth(self, line: Line, side: Side, outcome: Outcome, by: Arithmetic[N]) -> N:
        """Against every outcome of the other room, each with its weight. ValueError where that has none yet."""
        other = self.other_room(line)
        if other is None:
            raise ValueError(f"{line.name} has no other room yet")
        own = outcome.seen_from(side)
        text = Phrase(
            "%(name)s %(own)s in one room, in the other", name=outcome.name or Phrase("the score"), own=f"{own:+d}"
        )
        return by.derived(Rule.SUM, text, [self.against_room(own, other, side, by)], events=line.events, unit=self.unit)

    def against_room(self, own: int, other: Line, side: Side, by: Arithmetic[N]) -> N:
        """A score of a team's against what its opponents have, or may have, in another room."""
        seen = structs.replace(other.of(side.other), entries={side: other.entry(side.other)})
        return self.comparison(own, seen, side, self.versus, by)


def _as_in(line: Line, other: Line, side: Side) -> Side:
    return side if line.seating.ns == other.seating.ns else side.other


_WHOLE_BOARD = 0


def _precedence(line: Line, side: Side) -> int:
    """How far a room's ruling says by itself what a team scores on the board; the least decides.

    An artificial score or one given outright says all; Law 12C1(e) says it to the side that hurt itself, then to the
    offenders; any other ruling only says how the room counts.
    """
    match line.of(side).award:
        case Share() | GivenOutright():
            return _WHOLE_BOARD
        case Damage(nos=nos):
            return 1 if side is nos else 2
        case EachSide() | None:
            return 3


class TeamBoard(RoomsBoard):
    """A board of teams in IMPs, the matches perhaps converted into victory points."""

    name = "teams"
    laws = ("86", "12C2(b)")
    penalty_units = ("IMP", "VP")

    @classmethod
    def verdict(cls, margin: int) -> int:
        """How many IMPs it is."""
        return imps(margin)

    @classmethod
    def victory_points(cls, regulations: Regulations) -> Rule | None:
        """By the scale the regulations name; None where they leave IMPs as they are."""
        return imp_scale(regulations)


class BoardAMatch(RoomsBoard):
    """A board of teams that is won, tied or lost."""

    name = "board-a-match"
    unit = "points"
    laws = ("86",)
    penalty_units = ("%", "points")

    def __init__(self, field: Field, expected: int, regulations: Regulations) -> None:
        super().__init__(field, expected, regulations)
        self.average = self.top(expected, regulations) / 2

    @classmethod
    def verdict(cls, margin: int) -> int:
        """Whether it is won, tied or lost."""
        return sign(margin)

    @classmethod
    def top(cls, expected: int, regulations: Regulations) -> Fraction:
        """The board won."""
        return Fraction(2 if regulations.board_a_match.scale == "2/1/0" else 1)

    def share(self, line: Line, share: N, by: Arithmetic[N]) -> N:
        """A share of the board won, which may be one point or two (Law 12C2)."""
        if self.average == Fraction(1, 2):
            return super().share(line, share, by)
        parts = [share, by.given(2 * self.average, "the board won", unit=self.unit)]
        return by.derived(Rule.PRODUCT, "of the board", parts, law=line.law, events=line.events, unit=self.unit)

    def versus(self, own: int, theirs: int, by: Arithmetic[N]) -> N:
        """A win, a tie or a loss."""
        earned = points(own, theirs)
        return by.given(earned * self.average, HOW[earned], unit=self.unit)


class KnockoutBoard(RoomsBoard):
    """Teams in a knockout match: what does not balance is averaged (Law 12C4; golden D10–D12)."""

    name = "knockout"
    one_match = True
    laws = ("12C4", "86", "12C2(b)")

    @classmethod
    def verdict(cls, margin: int) -> int:
        """How many IMPs it is."""
        return imps(margin)

    @property
    def rounding(self) -> BoardRounding:
        """Each team's score is rounded before the averaging only where the regulations say so."""
        own = super().rounding
        return own if self.regulations.knockout.rounded == "before" else BoardRounding("exact", own.rounding)

    def scored(self, line: Line, side: Side, by: Arithmetic[N]) -> N:
        """A team's score for the board; half the difference of the two where they do not balance."""
        own, theirs = super().scored(line, side, by), super().scored(line, side.other, by)
        if by.value(own) == -by.value(theirs):
            return self._rounded_after(own, line, side, by)
        scores = [
            by.saying(own, Phrase("own score before the averaging: %(what)s", what=phrase_of(by.text(own)))),
            by.saying(theirs, Phrase("the opponents' own score: %(what)s", what=phrase_of(by.text(theirs)))),
        ]
        difference = by.derived(Rule.DIFFERENCE, "own score less the opponents'", scores, unit=self.unit)
        parts = [difference, by.given(2, "two teams")]
        half = by.derived(Rule.QUOTIENT, "halved", parts, law="12C4", unit=self.unit)
        return self._rounded_after(half, line, side, by)

    def _rounded_after(self, score: N, line: Line, side: Side, by: Arithmetic[N]) -> N:
        """The two scores balance and still do: toward the non-offenders only where one side alone has offended."""
        to = super().rounding
        if self.regulations.knockout.rounded != "after" or to.unit == "exact":
            return score
        offenders = self.offenders(line) if to.rounding is Rounding.TOWARD_NOS else None
        up = side not in offenders if offenders and len(offenders) == 1 else None
        return by.rounded(
            score, Phrase("rounded to %(unit)s", unit=to.unit), RoundTo(Fraction(to.unit), to.rounding, up=up)
        )


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
        return self._outright(line) is not None or (
            self._whole(line)
            and all(
                each.in_field(side) or isinstance(each.of(side).award, Share)
                for each in self._met(line)
                for side in Side
            )
        )

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
        # The two tables of one way: those where Law 12C1(e) was ruled, if any
        tables, there = self._same_way_as(line), side
        facing = self._other_way(line)
        if any(isinstance(each.award, Damage) for each in facing):
            tables, there = facing, side.other
        parts = [self.exact(each.of(there), there, by) for each in tables]
        total = by.derived(Rule.SUM, "the four comparisons of the board", parts, unit=self.unit)
        return self.rounded(total, line, side, by)

    def _compared(self, own: int, other: Line, side: Side, by: Arithmetic[N]) -> N:
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

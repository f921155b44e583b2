"""Teams of four: a board is played in two rooms, and each team scores its own result against its own other one.

A team's score on a board is IMP(its score in one room − what it conceded in the other). Where a ruling splits a
room, each team is scored by its own entry, so the two need not balance (spec §4.7).
"""

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction

from msgspec import structs

from ledger.bridge import Side
from ledger.bridge.imp import imps
from ledger.labels.phrases import Phrase
from ledger.laws.regulations import Regulations
from ledger.scoring.board import ImpBoard
from ledger.scoring.damage import Letter, no_damage
from ledger.scoring.derivation import Arithmetic, N, Rule
from ledger.scoring.field import Field
from ledger.scoring.form import T, imp_scale
from ledger.scoring.line import Damage, EachSide, Entry, GivenOutright, Line, Outcome, Seating, Share


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
    """The other room of a team's board where the two teams sat the same way round in both: no result can be compared.

    Such a board is unplayable (Law 86B2); what it is worth is for the director to say, once for both rooms.
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
    """The room of a match's rooms on a board that belongs to another of them."""
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
            return self._deciding_same_way(line), side
        return min(((line, side), (other, side.other)), key=lambda room: _precedence(*room))

    def _deciding_same_way(self, line: Line) -> Line:
        """Of two rooms in which the teams sat the same way round, the one with an award; else the one asked for."""
        same = self._same_way.get(line.seating)
        return self._at[same] if line.award is None and same and self._at[same].award is not None else line

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
        if self._complement(line) is not side:
            return self.compared(line, side, by)
        whole = by.given(2 * self.average, "what the two teams share", unit=self.unit)
        parts = [whole, self.compared(line, side.other, by)]
        text = Phrase("the offenders have the complement of the non-offenders' score")
        return by.derived(Rule.DIFFERENCE, text, parts, law="86B2(b)", events=line.events, unit=self.unit)

    def compared(self, line: Line, side: Side, by: Arithmetic[N]) -> N:
        """A team's score for the board by its results and rulings alone."""
        return super().scored(line, side, by)

    def _complement(self, line: Line) -> Side | None:
        """The team, as a side of this room, whose score is the other's complement; None where rulings disagree."""
        rooms = line, *self.elsewhere(line)
        sides = {_as_in(line, each, each.complement) for each in rooms if each.complement}
        return sides.pop() if len(sides) == 1 else None

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
        return [
            (_both(here, there), worth)
            for there in joint.entry(letter)
            for here, worth in self._facing(other, (there._replace(weight=Fraction(1)),)).stated_outcomes(
                line, damage, letter, by
            )
        ]

    def undamaged(self, line: Line, damage: Damage) -> bool:
        """Whether the infraction in this room did no damage; or those in both, where the same team hurt itself in both.

        It is measured against the other room as it would have been without the infraction there.
        """
        other, joint = self._damage_in_the_other_room(line, damage)
        if other is None or joint is None:
            return no_damage(self, line, damage)
        return no_damage(self._facing(other, joint.b), line, damage) or no_damage(self, line, damage)

    def _damage_in_the_other_room(self, line: Line, damage: Damage) -> tuple[Line | None, Damage | None]:
        """The other room, and what the same team did to itself there."""
        other, there = self.other_room(line), damage.nos.other
        award = other.of(there).award if other else None
        return other, award if isinstance(award, Damage) and award.nos is there else None

    def _facing(self, other: Line, entry: Entry) -> "RoomsBoard":
        """The board if the other room simply counted so."""
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
    """A team that sits at a side of another room, as it sits in this one."""
    return side if line.seating.ns == other.seating.ns else side.other


def _both(here: Outcome, there: Outcome) -> Outcome:
    """An outcome of one room together with one of the other."""
    name = Phrase("%(here)s with %(there)s in the other room", here=here.called, there=there.called)
    return Outcome(here.weight * there.weight, here.ns_score, name)


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

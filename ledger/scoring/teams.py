"""Teams of four: a board is played in two rooms, and a team scores its result in one room against that in the other.

A team's score on a board is IMP(its score in one room − what it conceded in the other). Where a ruling splits a room,
each team is scored by its own entry, so the two need not balance (spec §4.7).

At board-a-match a team wins, ties or loses the board: 1, ½, 0 (golden D20, D21); or twice that by regulation:
point-a-board as EBUScore prints it (golden P27). In a knockout each team gets half the difference where a ruling left a
board unbalanced (Law 12C4).
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
from ledger.scoring.derivation import COMPARISON_NAMES, Arithmetic, N, Rule
from ledger.scoring.form import Letter, T, imp_scale, no_damage, score_itself, sign
from ledger.scoring.line import Damage, EachSide, Entry, Field, GivenOutright, Line, Outcome, Seating, Share
from ledger.scoring.matchpoints import points


def other_room(board: Mapping[Seating, T], seating: Seating) -> T | None:
    """Return the value in `board` of the second room, in which the two teams sit the other way; else None.

    The second room has the same round; without a recorded round it is the only room left that fits. None if there is
    none, or if several rooms sit one way, so that nobody can tell which two belong together.
    """
    room = _second_room([each for each in board if each.match == seating.match], seating)
    return board[room] if room else None


def other_rooms(board: Iterable[Seating]) -> dict[Seating, Seating]:
    """Return the second room of each room on a team board; rooms without a second one are left out."""
    matches: dict[frozenset[str], list[Seating]] = {}
    for seating in board:
        matches.setdefault(seating.match, []).append(seating)
    return {each: room for rooms in matches.values() for each in rooms if (room := _second_room(rooms, each))}


def same_way_room(board: Mapping[Seating, T], seating: Seating) -> T | None:
    """Return the value in `board` of a second room with both teams in the same directions: unplayable (Law 86B2).

    The director states its worth, once for both rooms.
    """
    room = same_way_rooms([each for each in board if each.match == seating.match]).get(seating)
    return board[room] if room else None


def same_way_rooms(board: Iterable[Seating]) -> dict[Seating, Seating]:
    """Return the second room of each room if both teams sat in the same directions twice in a round (Law 86B2)."""
    meetings: dict[tuple[frozenset[str], int | None], list[Seating]] = {}
    for seating in board:
        meetings.setdefault((seating.match, seating.round), []).append(seating)
    twos = [(met[0], met[1]) for met in meetings.values() if len(met) == 2 and met[0].ns == met[1].ns]
    return dict(twos) | {second: first for first, second in twos}


def _second_room(rooms: Sequence[Seating], seating: Seating) -> Seating | None:
    same_round = [each for each in rooms if each.round == seating.round]
    if len({each.ns for each in same_round}) == 1:  # this round has no second room
        teams_by_round: dict[int | None, set[str]] = {}
        for room in rooms:
            teams_by_round.setdefault(room.round, set()).add(room.ns)
        same_round = [each for each in rooms if len(teams_by_round[each.round]) == 1]
    opposite = _opposite_room(same_round, seating)
    return opposite if opposite and _opposite_room(same_round, opposite) == seating else None


def _opposite_room(rooms: Sequence[Seating], seating: Seating) -> Seating | None:
    candidates = [
        each
        for each in rooms
        if each.ns == seating.ew and (None in (each.round, seating.round) or each.round == seating.round)
    ]
    return candidates[0] if len(candidates) == 1 else None


class RoomsBoard(ImpBoard):
    """A board of all team matches: a room is compared with its second room; the base of all team forms."""

    rooms = 2
    equal_results_score_alike = False  # every table has its own second room

    def __init__(self, field: Field, expected: int, regulations: Regulations) -> None:
        super().__init__(field, expected, regulations)
        self._at = {line.seating: line for line in field.lines}
        self._others = other_rooms(self._at)
        self._same_way = same_way_rooms(self._at)

    @classmethod
    def other_tables(cls, board: Mapping[Seating, T], seating: Seating) -> list[T]:
        """Return the value of the second room, also of one in which both teams sit in the same directions."""
        room = other_room(board, seating) or same_way_room(board, seating)
        return [room] if room else []

    def other_room(self, line: Line) -> Line | None:
        """Return the line of the second room; None if the second room is not recorded yet."""
        seating = self._others.get(line.seating)
        return self._at[seating] if seating else None

    def counts(self, line: Line) -> bool:
        """Return whether the board can be scored: both rooms have results, or a ruling gives each team its score."""
        return all(
            self._compares_for(line, side) or _precedence(*self.deciding(line, side)) == _WHOLE_BOARD for side in Side
        )

    def is_comparable(self, line: Line) -> bool:
        """Return whether both rooms have a result for each of the two teams."""
        return all(self._compares_for(line, side) for side in Side)

    def _compares_for(self, line: Line, side: Side) -> bool:
        room = self.other_room(line)
        return line.in_field(side) and room is not None and room.in_field(side.other)

    def deciding(self, line: Line, side: Side) -> tuple[Line, Side]:
        """Return the line and side of the room whose ruling decides a team's score; without a ruling, of this room."""
        if (room := self.other_room(line)) is None:
            same_way = self._same_way.get(line.seating)
            return self._at[same_way] if line.award is None and same_way and self._at[
                same_way
            ].award is not None else line, side
        return min(((line, side), (room, side.other)), key=lambda deciding: _precedence(*deciding))

    def offenders(self, line: Line) -> frozenset[Side] | None:
        """Return the teams that offended in either room, as sides of this room; None without a ruling."""
        offenders = line.offenders  # of all rooms: the board has one score, not two
        for room in self.elsewhere(line):
            if room.offenders is not None:
                offenders = (offenders or frozenset()) | {_side_in(line, room, side) for side in room.offenders}
        return offenders

    def elsewhere(self, line: Line) -> Sequence[Line]:
        """Return the lines of the other rooms that count for a room's score."""
        room = self.other_room(line)
        return [room] if room else []

    def scored(self, line: Line, side: Side, by: Arithmetic[N]) -> N:
        """Return a team's score for the board; where ruled so, the part its opponents' score leaves (Law 86B2(b))."""
        rooms = line, *self.elsewhere(line)
        sides = {_side_in(line, each, each.complement) for each in rooms if each.complement}
        if sides != {side}:  # if rulings disagree, neither score is a complement
            return self.compared(line, side, by)
        shared = by.given(2 * self.average, "what the two teams share", unit=self.unit)
        parts = [shared, self.compared(line, side.other, by)]
        text = Phrase("the offenders have the complement of the non-offenders' score")
        return by.derived(
            Rule.DIFFERENCE,
            text,
            parts,
            law=self.regulations.cited("result-of-other-room"),
            events=line.events,
            unit=self.unit,
        )

    def compared(self, line: Line, side: Side, by: Arithmetic[N]) -> N:
        """Return a team's score by results and rulings alone, without regard to Law 86B2(b)."""
        return super().scored(line, side, by)

    def stated(self, line: Line, damage: Damage, letter: Letter, by: Arithmetic[N]) -> N:
        """Return the worth of A, B or C; for a team that damaged itself in both rooms, of both rooms together."""
        room, joint = self._damage_in_second_room(line, damage)
        if room is None or joint is None:
            return super().stated(line, damage, letter, by)
        return self._board_with_entry(room, joint.entry(letter)).stated(line, damage, letter, by)

    def stated_outcomes(
        self, line: Line, damage: Damage, letter: Letter, by: Arithmetic[N]
    ) -> Sequence[tuple[Outcome, N]]:
        """Return the outcomes of B or C; for a team that damaged itself in both rooms, of both together."""
        room, joint = self._damage_in_second_room(line, damage)
        if room is None or joint is None:
            return super().stated_outcomes(line, damage, letter, by)
        outcomes: list[tuple[Outcome, N]] = []
        for second in joint.entry(letter):
            facing = self._board_with_entry(room, (second._replace(weight=Fraction(1)),))
            for first, worth in facing.stated_outcomes(line, damage, letter, by):
                name = Phrase("%(here)s with %(there)s in the other room", here=first.called, there=second.called)
                outcomes.append((Outcome(first.weight * second.weight, first.ns_score, name), worth))
        return outcomes

    def undamaged(self, line: Line, damage: Damage) -> bool:
        """Return whether the infraction did no damage in this room, or in both if a team damaged itself in both."""
        room, joint = self._damage_in_second_room(line, damage)
        if room is None or joint is None:
            return no_damage(self, line, damage)
        # measured against the second room as it would have been without the infraction
        return no_damage(self._board_with_entry(room, joint.b), line, damage) or no_damage(self, line, damage)

    def _damage_in_second_room(self, line: Line, damage: Damage) -> tuple[Line | None, Damage | None]:
        room, side = self.other_room(line), damage.nos.other
        award = room.of(side).award if room else None
        return room, award if isinstance(award, Damage) and award.nos is side else None

    def _board_with_entry(self, room: Line, entry: Entry) -> "RoomsBoard":
        return self.replacing([structs.replace(room, entries=dict.fromkeys(Side, entry), award=None)])

    def worth(self, line: Line, side: Side, outcome: Outcome, by: Arithmetic[N]) -> N:
        """Return the comparison of an outcome with the second room; ValueError if the second room has no result."""
        room = self.other_room(line)
        if room is None:
            raise ValueError(f"{line.name} has no other room yet")
        own_score = outcome.seen_from(side)
        text = Phrase(
            "%(name)s %(own)s in one room, in the other",
            name=outcome.name or Phrase("the score"),
            own=f"{own_score:+d}",
        )
        return by.derived(
            Rule.SUM, text, [self.compare_with_room(own_score, room, side, by)], events=line.events, unit=self.unit
        )

    def compare_with_room(self, own_score: int, room: Line, side: Side, by: Arithmetic[N]) -> N:
        """Return a team's score compared with the weighted outcomes of its opponents in another room."""
        seen = structs.replace(room.of(side.other), entries={side: room.entry(side.other)})
        return self.comparison(own_score, seen, side, self.versus, by)


def _side_in(line: Line, room: Line, side: Side) -> Side:
    return side if line.seating.ns == room.seating.ns else side.other


_WHOLE_BOARD = 0
_MOST_POINTS = 2 * 7600


def _precedence(line: Line, side: Side) -> int:
    """Return the rank of a room's ruling for deciding a team's score on the board; the lowest rank decides.

    An artificial score or one given outright decides for both; Law 12C1(e) for the side that damaged itself, then for
    the offenders; any further ruling only sets how the room is compared.
    """
    match line.of(side).award:
        case Share() | GivenOutright():
            return _WHOLE_BOARD
        case Damage(nos=nos):
            return 1 if side is nos else 2
        case EachSide() | None:
            return 3


class TeamBoard(RoomsBoard):
    """A board of teams in IMPs; the IMPs of a match may be converted into victory points."""

    name = "teams"
    matters = ("team-play", "artificial-in-imps")
    penalty_units = ("IMP", "VP")

    @classmethod
    def verdict(cls, margin: int) -> int:
        """Return the IMPs for a margin."""
        return imps(margin)

    @classmethod
    def victory_points(cls, regulations: Regulations) -> Rule | None:
        """Return the scale of victory points in the regulations; None if matches stay in IMPs."""
        return imp_scale(regulations) or score_itself(regulations)


class TotalPointsBoard(RoomsBoard):
    """A board of teams at total points: the points won in one room less those conceded in the other (Law 78C).

    An artificial score moves no points: no Law and no source says what it would be worth.
    """

    name = "total-points"
    unit = "points"
    matters = ("team-play",)
    penalty_units = ("points",)

    @classmethod
    def verdict(cls, margin: int) -> int:
        """Return the margin itself."""
        return margin

    @classmethod
    def awardable(cls, expected: int, regulations: Regulations) -> tuple[Fraction, Fraction]:
        """Return the limits of a score awarded outright: thirteen down redoubled and vulnerable, in both rooms."""
        return Fraction(-_MOST_POINTS), Fraction(_MOST_POINTS)

    @classmethod
    def board_rounding(cls, regulations: Regulations) -> BoardRounding:
        """Return no rounding: units of IMPs do not fit."""
        return BoardRounding()

    @classmethod
    def victory_points(cls, regulations: Regulations) -> Rule | None:
        """Return the rule for the regulations' own table of victory points, else None: scales of IMPs do not fit."""
        return imp_scale(regulations) if regulations.matches.vp == "table" else score_itself(regulations)

    def versus(self, own: int, theirs: int, by: Arithmetic[N]) -> N:
        """Return one score less another."""
        parts = [by.given(own, "own score"), by.given(theirs, "theirs")]
        return by.derived(Rule.DIFFERENCE, f"{own - theirs:+d}", parts, unit=self.unit)


class BoardAMatch(RoomsBoard):
    """A board of teams that is won, tied or lost as a whole."""

    name = "board-a-match"
    unit = "points"
    matters = ("team-play",)
    penalty_units = ("%", "points")

    def __init__(self, field: Field, expected: int, regulations: Regulations) -> None:
        super().__init__(field, expected, regulations)
        self.average = self.top(expected, regulations) / 2

    @classmethod
    def verdict(cls, margin: int) -> int:
        """Return 1 for a margin that wins, 0 for a tie, −1 for one that loses."""
        return sign(margin)

    @classmethod
    def victory_points(cls, regulations: Regulations) -> Rule | None:
        """Return the rule that takes the points as they are, if matches are scored by something else too."""
        return score_itself(regulations)

    @classmethod
    def top(cls, expected: int, regulations: Regulations) -> Fraction:
        """Return the points for winning the board."""
        return Fraction(2 if regulations.board_a_match.scale == "2/1/0" else 1)

    def share(self, line: Line, share: N, by: Arithmetic[N]) -> N:
        """Return an artificial score as a share of the points for winning the board (Law 12C2)."""
        if self.average == Fraction(1, 2):
            return super().share(line, share, by)
        parts = [share, by.given(2 * self.average, "the board won", unit=self.unit)]
        return by.derived(Rule.PRODUCT, "of the board", parts, law=line.law, events=line.events, unit=self.unit)

    def versus(self, own: int, theirs: int, by: Arithmetic[N]) -> N:
        """Return the points for a win, a tie or a loss."""
        earned = points(own, theirs)
        return by.given(earned * self.average, COMPARISON_NAMES[earned], unit=self.unit)


class KnockoutBoard(RoomsBoard):
    """A board of a knockout match: the two teams' scores are averaged if they do not balance (Law 12C4; D10–D12)."""

    name = "knockout"
    one_match = True
    matters = ("non-balancing", "team-play", "artificial-in-imps")

    @classmethod
    def verdict(cls, margin: int) -> int:
        """Return the IMPs for a margin."""
        return imps(margin)

    @property
    def rounding(self) -> BoardRounding:
        """The rounding of scores before they are averaged: 'exact' unless the regulations round before."""
        rules = super().rounding
        return rules if self.regulations.knockout.rounded == "before" else BoardRounding("exact", rules.rounding)

    def scored(self, line: Line, side: Side, by: Arithmetic[N]) -> N:
        """Return a team's score for the board: half the difference if the two teams' scores do not balance."""
        ours, theirs = super().scored(line, side, by), super().scored(line, side.other, by)
        if by.value(ours) == -by.value(theirs):
            return self._rounded_after(ours, line, side, by)
        scores = [
            by.saying(ours, Phrase("own score before the averaging: %(what)s", what=phrase_of(by.text(ours)))),
            by.saying(theirs, Phrase("the opponents' own score: %(what)s", what=phrase_of(by.text(theirs)))),
        ]
        difference = by.derived(Rule.DIFFERENCE, "own score less the opponents'", scores, unit=self.unit)
        parts = [difference, by.given(2, "two teams")]
        half = by.derived(Rule.QUOTIENT, "halved", parts, law=self.regulations.cited("non-balancing"), unit=self.unit)
        return self._rounded_after(half, line, side, by)

    def _rounded_after(self, score: N, line: Line, side: Side, by: Arithmetic[N]) -> N:
        rules = super().rounding
        if self.regulations.knockout.rounded != "after" or rules.unit == "exact":
            return score
        offenders = self.offenders(line) if rules.rounding is Rounding.TOWARD_NOS else None
        # toward the non-offenders only if one side alone offended: the two must still balance
        up = side not in offenders if offenders and len(offenders) == 1 else None
        return by.rounded(
            score, Phrase("rounded to %(unit)s", unit=rules.unit), RoundTo(Fraction(rules.unit), rules.rounding, up=up)
        )

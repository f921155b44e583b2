"""Boards of teams: IMPs against one's own other room, board-a-match, and knockout with Law 12C4."""

from fractions import Fraction

from tests.oracle.evening import SIDES, Evening, Mixture, Ruling, Table
from tests.oracle.figures import down, imps, nearest, up
from tests.oracle.pairs import FLAT, HALF, blamed_for, certain, is_artificial

Board = tuple[int | None, int, frozenset[str]]
"""A board of a match: its round, its number, the two teams."""


class TeamBoards:
    """Every score of an evening of teams, by team."""

    def __init__(self, evening: Evening) -> None:
        self.evening = evening
        self.rooms: dict[Board, list[Table]] = {}
        for table in evening.tables:
            self.rooms.setdefault((table.round, table.board, frozenset((table.ns, table.ew))), []).append(table)
        self.gave_way: list[Table] = []
        self.work_out()
        self.gave_way = [room for board in self.artificial for room in self.rooms[board] if self.gives_way(board, room)]
        if self.gave_way:
            self.work_out()

    def work_out(self) -> None:
        """Every score: those with results first, as the averages of 12C2(c) are made of them."""
        self.exact: dict[tuple[Board, str], Fraction | None] = {}
        self.scores: dict[tuple[Board, str], Fraction | None] = {}
        self.artificial = {board for board, rooms in self.rooms.items() if any(map(self.is_artificial, rooms))}
        for board in self.rooms:
            if board not in self.artificial:
                self.score(board)
        real = dict(self.scores)
        for board in self.artificial:
            for team in board[2]:
                self.exact[board, team] = self.award(board, team, real)
            self.finish(board)

    def is_artificial(self, room: Table) -> bool:
        """Whether a room has an artificial score that counts."""
        return is_artificial(room) and room not in self.gave_way

    def gives_way(self, board: Board, room: Table) -> bool:
        """Whether a result that is to count where it is better is so, for the team with the higher award."""
        if not room.rulings or not (room.rulings[0].kind == "artificial" and room.rulings[0].ns):
            return False
        beside = [each for each in self.rooms[board] if each is not room]
        if not beside or is_artificial(beside[0]) or beside[0].result is None or self.given_outright(board):
            return False
        side = max(SIDES, key=lambda each: FLAT[room.rulings[0].grades[SIDES.index(each)]])
        return self.own(board, room.seat(side)) > (self.exact[board, room.seat(side)] or 0)

    def rule(self, name: str, default: str) -> str:
        return self.evening.rules.get(name, default)

    @property
    def bam(self) -> bool:
        return self.evening.form == "board-a-match"

    @property
    def aggregate(self) -> bool:
        return self.evening.form == "total-points"

    @property
    def top(self) -> Fraction:
        return Fraction((2 if self.rule("board_a_match.scale", "") == "2/1/0" else 1) if self.bam else 0)

    # What both teams have on a board, before it is rounded

    def score(self, board: Board) -> None:
        """A board without an artificial score; None where a room is missing."""
        given = self.given_outright(board)
        for team in board[2]:
            if given:
                self.exact[board, team] = given[team]
            elif len(self.rooms[board]) < 2 or any(
                room.result is None and room not in self.gave_way for room in self.rooms[board]
            ):
                self.scores[board, team] = self.exact[board, team] = None
            else:
                self.exact[board, team] = self.own(board, team)
        self.finish(board)

    def given_outright(self, board: Board) -> dict[str, Fraction]:
        for room in self.rooms[board]:
            for ruling in room.rulings:
                if ruling.kind == "awarded":
                    return {room.ns: ruling.values[0], room.ew: ruling.values[1]}
        return {}

    def own(self, board: Board, team: str) -> Fraction:
        """A team's own score: every outcome of its room against every one of the other."""
        at_ns = next(room for room in self.rooms[board] if room.ns == team)
        at_ew = next(room for room in self.rooms[board] if room.ew == team)
        if all(room.rulings and room.rulings[0].kind == "self-inflicted" for room in (at_ns, at_ew)):
            return self.self_inflicted_in_both(at_ns, at_ew)
        for room, side in ((at_ns, "NS"), (at_ew, "EW")):
            for ruling in room.rulings:
                if ruling.kind == "self-inflicted":
                    return self.self_inflicted(at_ns, at_ew, room, side, ruling)
        return self.between(entry(at_ns, "NS"), entry(at_ew, "EW"))

    def between(self, at_ns: Mixture, at_ew: Mixture) -> Fraction:
        """What a team has that sat North–South where the first was scored, and East–West where the second was."""
        return sum((p * q * self.worth(one - two) for p, one in at_ns for q, two in at_ew), Fraction(0))

    def worth(self, difference: int) -> Fraction:
        if self.aggregate:
            return Fraction(difference)
        if not self.bam:
            return Fraction(imps(difference))
        return self.top * Fraction(2 if difference > 0 else 1 if difference == 0 else 0, 2)

    def self_inflicted(self, at_ns: Table, at_ew: Table, room: Table, side: str, ruling: Ruling) -> Fraction:
        """Law 12C1(e) in one room, as in pairs; the field is the other room."""

        def with_room(mixture: Mixture) -> Fraction:
            if room is at_ns:
                return self.between(mixture, entry(at_ew, "EW"))
            return self.between(entry(at_ns, "NS"), mixture)

        a, b, c = (with_room(each) for each in (certain(room.result), ruling.b, ruling.c))
        if side == ruling.nos:
            if self.rule("self_inflicted.weighted", "weight-first") == "weight-first":
                return formula(a, b, c)
            parts = [
                p * q * formula(a, with_room(certain(one)), with_room(certain(two)))
                for p, one in ruling.b
                for q, two in ruling.c
            ]
            return sum(parts, Fraction(0))
        return b if b < a else a  # seen by the offenders: damage is what they gained

    def self_inflicted_in_both(self, at_ns: Table, at_ew: Table) -> Fraction:
        """Both rooms, each with damage: see `help rulings`.

        Who hurt itself in one room is measured there against B of the other; who did in both, by one formula on both.
        """
        one, two = at_ns.rulings[0], at_ew.rulings[0]
        hurt = one.nos == "NS", two.nos == "EW"
        sets = [
            tuple(
                certain(room.result) if of == "a" else getattr(each, of) for room, each in ((at_ns, one), (at_ew, two))
            )
            for of in ("a", "b", "c")
        ]
        in_turn = [(mine[0] if hurt[0] else one.b, mine[1] if hurt[1] else two.b) for mine in sets]
        return formula(*(self.between(*each) for each in in_turn))

    # Rounding, and Law 12C4

    def finish(self, board: Board) -> None:
        """Round both teams' scores; in a knockout bring them together where they do not balance."""
        one, two = sorted(board[2])
        first, second = self.exact[board, one], self.exact[board, two]
        if first is None or second is None:
            return
        knockout, given = self.evening.form == "knockout", bool(self.given_outright(board))
        when = self.rule("knockout.rounded", "never") if knockout else "before"
        if when == "before" and not given:
            first, second = self.rounded(board, one, first), self.rounded(board, two, second)
        if knockout:
            first, second = (first - second) / 2, (second - first) / 2
        if when == "after":
            first = self.rounded_after(board, one, two, first)
            second = -first
        self.scores[board, one], self.scores[board, two] = first, second

    def rounded_after(self, board: Board, one: str, two: str, exact: Fraction) -> Fraction:
        """Rounded once the two scores balance: they still do, so only where one team alone offended is it favoured."""
        if self.offends(board, one) != self.offends(board, two):
            return self.rounded(board, one, exact)
        return nearest(exact, self.rule("imps.board.unit", "exact"), HALF)

    def rounded(self, board: Board, team: str, exact: Fraction) -> Fraction:
        unit, how = self.rule("imps.board.unit", "exact"), self.rule("imps.board.rounding", HALF)
        unit = "exact" if self.aggregate else unit
        ruled = any(room.rulings or room.unplayed for room in self.rooms[board])
        if how != "toward-nos" or unit == "exact" or not ruled:
            return nearest(exact, unit, HALF if how == "toward-nos" else how, self.top / 2)
        return down(exact, Fraction(unit)) if self.offends(board, team) else up(exact, Fraction(unit))

    def offends(self, board: Board, team: str) -> bool:
        """Whether a team offended in either room."""
        return any(
            room.seat(side) == team and (side in blamed_for(room) or "both" in blamed_for(room))
            for room in self.rooms[board]
            for side in SIDES
        )

    # Artificial scores: for the whole board, whichever room they were given in

    def award(self, board: Board, team: str, real: dict[tuple[Board, str], Fraction | None]) -> Fraction:
        room = next(room for room in self.rooms[board] if self.is_artificial(room))
        side = "NS" if room.ns == team else "EW"
        if room.unplayed:
            fault, partly = room.unplayed
            grade = "A-" if fault in (side, "both") else "A" if partly in (side, "both") else "A+"
        else:
            grade = room.rulings[0].grades[SIDES.index(side)]
        if self.aggregate:
            return Fraction(0)  # no Law says what an average would be worth
        named = {"60": "A+", "50": "A", "40": "A-"}.get(grade, grade)
        if self.rule("artificial.percents", "fixed") == "grades":
            grade = named
        if (then := self.varied(grade, board, team)) is not None:
            return self.flat(then)
        flat = self.flat(named)
        window = self.rule("artificial.window", "session")
        others = [
            score
            for (where, whose), score in real.items()
            if whose == team and score is not None and (window == "session" or self.same_match(where, board))
        ]
        average = sum(others, Fraction(0)) / len(others) if others else flat
        if grade == "A+":
            return max(flat, average)
        if grade == "A-" and (self.bam or self.rule("artificial.session_imps", "both") == "both"):
            return min(flat, average)
        return flat

    def flat(self, grade: str) -> Fraction:
        """An award before Law 12C2(c)."""
        if self.bam or self.aggregate:
            return FLAT[grade] * self.top
        imps = {"A+": self.rule("artificial.imps_plus", "3"), "A": "0", "A-": self.rule("artificial.imps_minus", "-3")}
        return Fraction(imps[grade])

    def varied(self, grade: str, board: Board, team: str) -> str | None:
        """Law 12C2(d), in order of play: see `pairs`."""
        lines = [line.split() for line in self.rule("artificial.further", "").split(";") if line]
        before = sum(1 for each in self.artificial if team in each[2] and each[:2] < board[:2])
        reached = [(int(boards), then) for award, boards, then in lines if award == grade and before >= int(boards)]
        return max(reached)[1] if reached else None

    def same_match(self, one: Board, two: Board) -> bool:
        """Whether two boards are of one match: of one round, or in a knockout of all its sets."""
        return one[2] == two[2] and (one[0] == two[0] or self.evening.form == "knockout")


def formula(a: Fraction, b: Fraction, c: Fraction) -> Fraction:
    """What a team has that hurt itself."""
    return a if b <= a else a + max(Fraction(0), b - max(a, c))


def entry(room: Table, side: str) -> Mixture:
    """What a side is scored on in a room."""
    rulings = room.rulings if len(room.rulings) == 1 else [each for each in room.rulings if each.offends(side)]
    if rulings and rulings[0].kind == "artificial":
        return rulings[0].ns  # the result that counts instead
    if not rulings or rulings[0].kind in ("stands", "self-inflicted"):
        return certain(room.result)
    return rulings[0].ns if side == "NS" else rulings[0].ew

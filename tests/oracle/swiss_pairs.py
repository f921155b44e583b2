"""Swiss pairs: matches of two pairs, converted by the percentage of the match or by XIMPQ (White Book 3.1)."""

from decimal import ROUND_HALF_UP, Decimal, localcontext
from fractions import Fraction

from tests.oracle.evening import SIDES, Evening, Found, Table
from tests.oracle.figures import nearest, up
from tests.oracle.matches import Match, Matches, victory_points
from tests.oracle.pairs import FLAT, PairsBoards
from tests.oracle.teams import Board


class BoardsOfMatches:
    """The boards of pairs as those of matches: each table is one of a match."""

    def __init__(self, evening: Evening) -> None:
        self.evening, self.pairs = evening, PairsBoards(evening)
        self.rooms: dict[Board, list[Table]] = {
            (table.round, table.board, frozenset((table.ns, table.ew))): [table] for table in evening.tables
        }
        self.scores = {
            (board, table.seat(side)): self.pairs.scores[table.board, table.name, side, table.seat(side)]
            for board, (table,) in self.rooms.items()
            for side in SIDES
        }

    def flat(self, grade: str) -> Fraction:
        """What a board that was not played is worth."""
        if self.pairs.matchpoints:
            return FLAT[grade] * self.pairs.top
        imps = {
            "A+": self.pairs.rule("artificial.imps_plus", "3"),
            "A-": self.pairs.rule("artificial.imps_minus", "-3"),
        }
        return Fraction(imps.get(grade, 0))


class SwissPairs(Matches):
    """Everybody's matches, victory points and total."""

    by_law: BoardsOfMatches  # type: ignore[assignment]

    def __init__(self, evening: Evening) -> None:
        super().__init__(BoardsOfMatches(evening), halves=True)  # type: ignore[arg-type]

    @property
    def in_points(self) -> bool:
        """They always are."""
        return True

    @property
    def pairs(self) -> PairsBoards:
        """How the boards were scored."""
        return self.by_law.pairs

    def is_half(self, match: Match) -> bool:
        """Whether one of its two plays another pair in the round; a void match takes nobody's half."""
        whole = [each for each in self.boards if each[0] == match[0] and not self.is_void(each)]
        return match in whole and any(each != match and each[1] & match[1] for each in whole)

    def is_void(self, match: Match) -> bool:
        """Whether it was found void."""
        found = self.finding(match)
        return found is not None and found.kind != "shortened"

    def before_mismatch(self, match: Match, team: str) -> Fraction:
        """A pair's victory points of a match."""
        found, half = self.finding(match), self.is_half(match)
        if found and found.kind == "wrong seating":
            return Fraction(20) * (40 if found.fault in (team, "both") else 60) / 100
        score, boards = self.net(match, team)
        score += self.beside(match, team)
        if not self.pairs.matchpoints:
            return victory_points(self.evening.rules, Fraction(self.ximpq(match, team)), boards, half)
        return self.by_percentage(
            100 * score / (self.pairs.top * boards) if self.pairs.top else Fraction(50), boards, half
        )

    def by_percentage(self, percent: Fraction, boards: int, half: bool) -> Fraction:
        """Upper limits that are not exceeded, from a drawn match on; who lost has the rest (White Book 3.1.7)."""
        lines = [
            line.split() for line in self.evening.rules[f"matches.percent_{'half' if half else 'full'}"].split(";")
        ]
        limits = next((line[1:] for line in lines if boards <= int(line[0])), lines[-1][1:])
        drawn = Fraction(len(limits))
        if percent < 50:
            return 2 * drawn - self.by_percentage(100 - percent, boards, half)
        return drawn + sum(1 for limit in limits if percent > Fraction(limit))

    def ximpq(self, match: Match, pair: str) -> int:
        """The sum of each board's comparisons over the root of r(r − 1)/2, rounded once (White Book 3.1.3)."""
        found = self.finding(match)
        removed = found.removed if found and found.kind == "shortened" else ()
        whole = Fraction(0)
        with localcontext() as exact:
            exact.prec = 60
            total = Decimal(0)
            for board in () if self.is_void(match) else self.boards[match]:
                (table,) = self.by_law.rooms[board]
                score = self.by_law.scores[board, pair]
                if score is None or board[1] in removed:
                    continue
                side = "NS" if table.ns == pair else "EW"
                divided_by = self.pairs.rule("cross_imps.divisor", "comparisons")
                if self.pairs.is_artificial(table):
                    whole += score / (self.pairs.expected - 1) if divided_by == "none" else score
                    continue
                others = len(self.pairs.field(table, side))
                undivided = score * {"none": 1, "comparisons": others, "results": others + 1}[divided_by]
                if others:
                    root = (Decimal(others * (others + 1)) / 2).sqrt()
                    total += Decimal(undivided.numerator) / undivided.denominator / root
            whole += self.flat_of(found, pair) + self.beside(match, pair)
            total += Decimal(whole.numerator) / whole.denominator
            return int(total.quantize(Decimal("1e-40")).quantize(Decimal(1), ROUND_HALF_UP))

    def flat_of(self, found: Found | None, pair: str) -> Fraction:
        """What boards that were removed or void are worth together."""
        if found is None:
            return Fraction(0)
        if found.kind == "shortened":
            return len(found.removed) * self.removed(found, pair)
        half = (len(found.boards) + 1) // 2
        return half * self.removed(found, pair) + (len(found.boards) - half) * self.by_law.flat("A")

    def totals(self) -> dict[str, Fraction]:
        """Everybody's victory points, with what a round is worth that was sat out, less penalties."""
        found = super().totals()
        for who, _ in self.evening.sat_out:
            if who not in found and self.pairs.rule("participation.sit_out", "none") == "none":
                continue
            found[who] = found.get(who, Fraction(0)) + self.sitting_out(who)
        return found

    def sitting_out(self, who: str) -> Fraction:
        """What a round that was sat out is worth by regulation: 12, 10, one's own average, or the better of 12 and it.

        It is rounded upward, as what is given for a match that was lost to a withdrawal (White Book 2.4.2).
        """
        parts = [(self.points(match, who), 2 if self.is_half(match) else 1) for match in self.matches_of(who)]
        average = Fraction(10)
        if parts:
            average = sum((points for points, _ in parts), Fraction(0)) / sum(Fraction(1, part) for _, part in parts)
        rule = self.pairs.rule("participation.sit_out", "none")
        worth = {
            "none": 0,
            "60%": 12,
            "average": 10,
            "own-average": average,
            "average-plus": max(Fraction(12), average),
        }
        whole = not self.pairs.matchpoints and self.evening.rules["matches.vp"] == "discrete"
        return up(Fraction(worth[rule]), Fraction("1" if whole else "0.01"))

    def places(self) -> dict[str, int]:
        """Everybody's place."""
        totals = {who: nearest(total, "0.01", "half-up") for who, total in self.totals().items()}
        return {who: 1 + sum(1 for each in totals.values() if each > total) for who, total in totals.items()}

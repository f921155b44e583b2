"""Teams of eight: a board at four tables, two each way, each compared with both of the other way."""

from fractions import Fraction

from tests.oracle.teams import Board, TeamBoards, entry


class EightBoards(TeamBoards):
    """Every score of an evening of teams of eight, by team; one table of a board at most has an artificial score."""

    def score(self, board: Board) -> None:
        """A board without an artificial score; None until all four tables are in."""
        complete = len(self.rooms[board]) == 4 and all(table.result is not None for table in self.rooms[board])
        for team in board[2]:
            self.exact[board, team] = self.own(board, team) if complete else None
            if not complete:
                self.scores[board, team] = None
        self.finish(board)

    def own(self, board: Board, team: str) -> Fraction:
        """The sum of the comparisons of a team's tables, without those of a table with an artificial score."""
        tables = [table for table in self.rooms[board] if not self.is_artificial(table)]
        ns, ew = ([table for table in tables if table.seat(side) == team] for side in ("NS", "EW"))
        return sum((self.between(entry(one, "NS"), entry(two, "EW")) for one in ns for two in ew), Fraction(0))

    def award(self, board: Board, team: str, real: dict[tuple[Board, str], Fraction | None]) -> Fraction | None:
        """An artificial score for the two comparisons of its table, half of what it would be for all four."""
        if len(self.rooms[board]) < 4:
            return None
        return super().award(board, team, real) / 2 + self.own(board, team)

    def flat(self, grade: str) -> Fraction:
        """An award for all four comparisons."""
        return 4 * super().flat(grade)

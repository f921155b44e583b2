"""The sections of a scoring file and its movement: who is to meet whom at which table, on which boards."""

import re
from collections import defaultdict
from collections.abc import Iterator
from typing import Literal

from ledger.bridge.board import LAST_BOARD
from ledger.exchange.bridgemate.access_rows import Row
from ledger.exchange.bridgemate.tables import DeviceTables, number, text

_LETTERS = re.compile(r"[A-Z]{1,3}")


class Movement:
    """How tables and contestants of a file are called, who meets whom, and how many results there will be.

    `boards` are all that are played, none where it does not say.
    `winners` is None where neither the sections nor the movement say how many rankings there are.
    """

    def __init__(self, tables: DeviceTables) -> None:
        self._sections = {number(row, "ID"): row for row in tables["Section"]}
        self._rounds = [row for row in tables["RoundData"] if number(row, "NSPair") > 0 and number(row, "EWPair") > 0]
        self.boards = frozenset(board for row in tables["RoundData"] for board in boards_of(row))
        self.winners = self._winners()

    @property
    def expected(self) -> int:
        """How many results the movement leads to, as far as it is known."""
        return sum(len(boards_of(row)) for row in self._rounds)

    def letters(self, section: int) -> str:
        """What goes before the numbers of a section: its letters, where there are several."""
        if len(self._sections) < 2:
            return ""
        said = text(self._sections.get(section, {}), "Letter").upper()
        return said if _LETTERS.fullmatch(said) else chr(64 + section) if 0 < section < 27 else "Z" * 3

    def label(self, section: int, pair: int) -> str:
        """How a contestant is called, without its direction."""
        return f"{self.letters(section)}{pair}"

    def first_round(self) -> Iterator[Row]:
        """Who meets whom in the first round of each table."""
        first: dict[tuple[int, int], Row] = {}
        for row in sorted(self._rounds, key=lambda row: number(row, "Round")):
            first.setdefault((number(row, "Section"), number(row, "Table")), row)
        yield from first.values()

    def _winners(self) -> Literal[1, 2] | None:
        """As the sections say; else two, where in a round a number stands for a pair of each direction."""
        said = {number(row, "Winners") for row in self._sections.values()} - {0}
        if said in ({1}, {2}):
            return 2 if said == {2} else 1
        sides: dict[tuple[int, int, str], set[int]] = defaultdict(set)
        for row in self._rounds:
            for column in ("NSPair", "EWPair"):
                sides[number(row, "Section"), number(row, "Round"), column].add(number(row, column))
        twice = (
            pairs & sides[section, round_, "EWPair"]
            for (section, round_, side), pairs in list(sides.items())
            if side == "NSPair"
        )
        return 2 if any(twice) else None


def boards_of(row: Row) -> list[int]:
    """The boards a table plays in a round: as listed, else from the first to the last."""
    if listed := text(row, "CustomBoards"):
        found = [int(each) for each in re.findall(r"[0-9]{1,4}", listed)]
    else:
        found = list(range(max(1, number(row, "LowBoard")), min(LAST_BOARD, number(row, "HighBoard")) + 1))
    return [board for board in found if 1 <= board <= LAST_BOARD]

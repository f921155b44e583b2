"""The travellers of a USEBIO file: of pairs and individuals, board by board or match by match; who sat at the tables of
an individual event stands as four players to a line, or as two lines to a table.

Programs made for pairs write a table as two lines: North with East, then South with West, every one beside a partner
there is not, numbered as himself with a 1 (North–South) or a 2 (East–West) behind: N 10, S 101, E 8, W 82.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple
from xml.etree.ElementTree import Element

from ledger.exchange.sheet import board_number, round_number, shortened, table_name
from ledger.exchange.usebio.document import Reading, is_individual, text_of
from ledger.facts import Where


class Seats(NamedTuple):
    """The four players of a line, by their numbers."""

    n: str
    s: str
    e: str
    w: str

    @property
    def is_half(self) -> bool:
        """Whether two of them are no players, but stand for partners who have a line of their own."""
        return bool(self.n and self.e) and self.s == f"{self.n}1" and self.w == f"{self.e}2"


def seats_of(line: Element) -> Seats:
    """Who sat there, as the line says."""
    return Seats(*(text_of(line, f"{seat}_PLAYER_NUMBER").upper() for seat in "NSEW"))


def in_halves(event: Element) -> bool:
    """Whether every line of the event is half a table."""
    lines = list(event.iter("TRAVELLER_LINE"))
    return bool(lines) and all(seats_of(line).is_half for line in lines)


def whole_table(lines: Sequence[Element]) -> Seats:
    """Who sat at the table that two lines tell; ValueError where they tell of different results."""
    if len(lines) != 2:
        raise ValueError("it is half a table, and the line with the partners is missing")
    (one, two), scores = map(seats_of, lines), {text_of(line, "SCORE").upper() for line in lines}
    if len(scores) != 1:
        one_score, two_score = sorted(map(shortened, scores))
        raise ValueError(f"the two lines of the table say {one_score} and {two_score}")
    return Seats(one.n, two.n, one.e, two.e)


class _Traveller(NamedTuple):
    """A board with its lines, in a section, and in a match of a round where pairs play matches."""

    letters: str
    board: Element
    match: Element | None = None

    def said(self, line: Element, tag: str) -> str:
        """What the line says, else the match it is of."""
        return text_of(line, tag) or ("" if self.match is None else text_of(self.match, tag))


def read_travellers(reading: Reading) -> None:
    """Every traveller line; lines of the same board in several sections are one field."""
    individual = is_individual(reading.event)
    to_a_table = 2 if individual and in_halves(reading.event) else 1
    for traveller in _travellers(reading):
        lines = traveller.board.findall("TRAVELLER_LINE")
        for at in range(0, len(lines), to_a_table):
            _read_table(reading, traveller, at + 1, lines[at : at + to_a_table], individual, to_a_table == 2)
        _keep_datum(reading, traveller.board)


def _read_table(
    reading: Reading, traveller: _Traveller, at: int, lines: Sequence[Element], individual: bool, halves: bool
) -> None:
    board, line = text_of(traveller.board, "BOARD_NUMBER"), lines[0]
    place = _place(reading, traveller, board, at, traveller.said(line, "ROUND_NUMBER"))
    try:
        ns, ew = _individuals(traveller, lines, halves) if individual else _pairs(reading, traveller, line)
        round_ = round_number(traveller.said(line, "ROUND_NUMBER"))
        table = text_of(line, "TABLE_NUMBER")
        table = f"{traveller.letters}{table}" if table else ""
        where = Where(board_number(board), table_name(table), ns, ew, round_)
        reading.record(place, where, line)
    except ValueError as error:
        reading.problem(place, error)


def _travellers(reading: Reading) -> Iterator[_Traveller]:
    for letters, section in reading.sections():
        in_matches = {board: match for match in section.iter("MATCH") for board in match.findall("BOARD")}
        for board in section.iter("BOARD"):
            yield _Traveller(letters, board, in_matches.get(board))


def _place(reading: Reading, traveller: _Traveller, board: str, at: int, round_: str) -> str:
    of_round = f" round {shortened(round_)}" if round_ else ""
    of_section = f" section {traveller.letters}" if traveller.letters else ""
    return f"{reading.path.name}{of_round} board {shortened(board)} line {at}{of_section}"


def _pairs(reading: Reading, traveller: _Traveller, line: Element) -> tuple[str, str]:
    """Who sat there: as the line says, else as its match does."""
    ns, ew = (
        reading.label(traveller.letters, traveller.said(line, f"{side}_PAIR_NUMBER"), side) for side in ("NS", "EW")
    )
    return ns, ew


def _individuals(traveller: _Traveller, lines: Sequence[Element], halves: bool) -> tuple[str, str]:
    """Who sat there, two players to a side: '3+8'."""
    found = whole_table(lines) if halves else seats_of(lines[0])
    n, s, e, w = (f"{traveller.letters}{number}" for number in found)
    return f"{n}+{s}", f"{e}+{w}"


def _keep_datum(reading: Reading, board: Element) -> None:
    if not (datum := text_of(board, "BOARD_AVERAGE")):
        return
    try:
        reading.sheet.printed.datums[board_number(text_of(board, "BOARD_NUMBER"))] = shortened(datum)
    except ValueError:
        return  # its lines are problems already

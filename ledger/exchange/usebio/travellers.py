"""The travellers of a USEBIO file: of pairs and individuals, board by board or match by match."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple
from xml.etree.ElementTree import Element

from ledger.commands import Where
from ledger.exchange.sheet import board_number, round_number, shortened, table_name
from ledger.exchange.usebio.document import text_of
from ledger.exchange.usebio.forms import is_individual
from ledger.exchange.usebio.individuals import in_halves, seats_of, whole_table
from ledger.exchange.usebio.reading import Reading


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

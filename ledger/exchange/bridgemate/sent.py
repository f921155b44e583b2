"""What was sent of a table's play of a board, as a line of a sheet."""

from collections.abc import Iterable, Sequence
from contextlib import suppress

from ledger.bridge import Result, parse_result
from ledger.commands import SheetLine, Where
from ledger.exchange.bridgemate.messages import ResultMessage
from ledger.exchange.bridgemate.undecided import not_played, one_side
from ledger.exchange.sheet import board_number
from ledger.laws.adjustment import Artificial, Grade

_NS, _EW, _BOTH = 1, 2, 3
_NOT_PLAYED, _WORST = -10, -9
_GRADES = ("A-", "A", "A+")
_STRAINS = {1: "C", 2: "D", 3: "H", 4: "S", 5: "NT"}
_SEATS = {1: "N", 2: "E", 3: "S", 4: "W"}
_STAKES = {0: "", 1: "X", 2: "XX"}
_RANKS = {**{rank: str(rank) for rank in range(2, 10)}, 10: "T", 11: "J", 12: "Q", 13: "K", 14: "A"}


class Labels:
    """How tables and contestants of sections are called.

    The letters of a section stand before its numbers, but for a section A that is the only one as far as one knows.
    """

    def __init__(self, sections: Iterable[str], known: Iterable[str] = ()) -> None:
        lettered = any(each[0] == "A" and each[1:2].isdigit() for each in known)
        self._plain = "" if lettered or len(set(sections)) > 1 else "A"

    def of(self, letters: str, number: int) -> str:
        """A contestant, without its direction."""
        section = letters.strip()
        return f"{'' if section == self._plain else section}{number}"

    table = of


def line_of(place: str, said: Sequence[ResultMessage], labels: Labels) -> SheetLine:
    """The line that what was said last makes; ValueError where a person has to look at it."""
    last = said[-1]
    if last.is_deleted:
        table = labels.table(last.section_letters, last.table_number)
        return SheetLine(place, Where(_board(last), table, round=last.round_number), erased=True)
    where = _where(last, labels)
    if last.scoring_direction not in (0, _BOTH):
        return _split(place, where, _each_side(said))
    if last.level == _NOT_PLAYED:
        return SheetLine(place, where, undecided=not_played(where))
    if last.level < 0:
        return SheetLine(place, where, adjustment=Artificial(*_grades(last.level)))
    return SheetLine(place, where, _result(last))


def lead_of(message: ResultMessage) -> str:
    """The opening lead that was sent; '' where none was."""
    if not message.lead_card_rank:
        return ""
    return f"{_STRAINS.get(message.lead_card_suit, '?')[:1]}{_RANKS.get(message.lead_card_rank, '?')}"


def about_of(message: ResultMessage, labels: Labels) -> Where | None:
    """Which table and board a message is about, and who sat there as far as it says; None where there is no board."""
    with suppress(ValueError):
        return _where(message, labels)
    with suppress(ValueError):
        table = labels.table(message.section_letters, message.table_number)
        return Where(_board(message), table, round=message.round_number)
    return None


def _board(message: ResultMessage) -> int:
    return board_number(str(message.board_number))


def _where(message: ResultMessage, labels: Labels) -> Where:
    pairs = message.pair_north_south, message.pair_east_west
    if min(pairs) < 1:
        raise ValueError("nobody sat North–South, or East–West: it has a result of one pair alone")
    ns, ew = (labels.of(message.section_letters, pair) for pair in pairs)
    table = labels.table(message.section_letters, message.table_number)
    return Where(_board(message), table, ns, ew, message.round_number)


def _result(message: ResultMessage) -> Result:
    if message.level == 0:
        return parse_result("PASS")
    strain, seat = _STRAINS.get(message.denomination), _SEATS.get(message.declarer_direction)
    stake = _STAKES.get(message.stake)
    if strain is None or seat is None or stake is None:
        raise ValueError("its denomination, declarer or stake is none of those the Data Connector has")
    return parse_result(f"{message.level}{strain}{stake} {seat} {message.total_tricks} tricks")


def _grades(level: int) -> tuple[Grade, Grade]:
    """The two averages an artificial level stands for: -1 is A-/A-, -3 is A-/A+, -9 is A+/A+."""
    if level < _WORST:
        raise ValueError(f"{level} is no level")
    first, second = divmod(-level - 1, len(_GRADES))
    return Grade(_GRADES[first]), Grade(_GRADES[second])


# A result for one side, and another for the other


def _each_side(said: Sequence[ResultMessage]) -> dict[int, ResultMessage]:
    """What was said last of each side, since something was said of both."""
    found: dict[int, ResultMessage] = {}
    for each in said:
        if each.scoring_direction in (0, _BOTH):
            found.clear()
        else:
            found[each.scoring_direction] = each
    return found


def _split(place: str, where: Where, sides: dict[int, ResultMessage]) -> SheetLine:
    """Averages of the two sides together; a director's own split score is for him to record."""
    ns, ew = sides.get(_NS), sides.get(_EW)
    if ns and ew and _NOT_PLAYED < ns.level < 0 and _NOT_PLAYED < ew.level < 0:
        # of East–West's own, the first average is East–West's
        return SheetLine(place, where, adjustment=Artificial(_grades(ns.level)[0], _grades(ew.level)[0]))
    if ns and ew and min(ns.level, ew.level) >= 0 and _result(ns) == _result(ew):
        return SheetLine(place, where, _result(ns))
    raise ValueError(one_side(where))

"""What the Bridgemate Data Connector sends: results, and calls for the director, as JSON.

It is sent until the receiver says that it was stored, so it may come more than once. It holds only what is new.
What was sent of a table's play of a board becomes a line of a sheet.
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from contextlib import suppress
from pathlib import Path

from msgspec.structs import replace

from ledger.bridge import Result, parse_result
from ledger.errors import Misuse
from ledger.exchange.bridgemate.meanings import (
    BOTH_SIDES,
    EW_ALONE,
    GRADES,
    NOT_PLAYED,
    NS_ALONE,
    RANKS,
    SEATS,
    STAKES,
    STRAINS,
    WORST,
)
from ledger.exchange.bridgemate.messages import CallMessage, Message, ResultMessage, read_messages
from ledger.exchange.bridgemate.undecided import not_played, one_side
from ledger.exchange.sheet import Sheet, board_number, require_few, why
from ledger.facts import DeviceCall, SheetLine, Where
from ledger.laws.adjustment import Artificial, Grade


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
    if last.scoring_direction not in (0, BOTH_SIDES):
        return _split(place, where, _each_side(said))
    if last.level == NOT_PLAYED:
        return SheetLine(place, where, undecided=not_played(where))
    if last.level < 0:
        return SheetLine(place, where, adjustment=Artificial(*_grades(last.level)))
    return SheetLine(place, where, _result(last))


def lead_of(message: ResultMessage) -> str:
    """The opening lead that was sent; '' where none was."""
    if not message.lead_card_rank:
        return ""
    return f"{STRAINS.get(message.lead_card_suit, '?')}{RANKS.get(message.lead_card_rank, '?')}"


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
    if _is_switched(message):
        return Where(_board(message), table, ew, ns, message.round_number, switched=True)
    return Where(_board(message), table, ns, ew, message.round_number)


def _is_switched(message: ResultMessage) -> bool:
    """Whether the two sat the other way round: North declared, and it was the pair of East–West."""
    pairs = message.pair_north_south, message.pair_east_west
    if message.level < 1 or pairs[0] == pairs[1] or message.declaring_pair not in pairs:
        return False
    seat = SEATS.get(message.declarer_direction, "")
    return bool(seat) and (seat in "NS") != (message.declaring_pair == pairs[0])


def _result(message: ResultMessage) -> Result:
    if message.level == 0:
        return parse_result("PASS")
    strain, seat = STRAINS.get(message.denomination), SEATS.get(message.declarer_direction)
    stake = STAKES.get(message.stake)
    if strain is None or seat is None or stake is None:
        raise ValueError("its denomination, declarer or stake is none of those the Data Connector has")
    return parse_result(f"{message.level}{strain}{stake} {seat} {message.total_tricks} tricks")


def _grades(level: int) -> tuple[Grade, Grade]:
    """The two averages an artificial level stands for: -1 is A-/A-, -3 is A-/A+, -9 is A+/A+."""
    if level < WORST:
        raise ValueError(f"{level} is no level")
    first, second = divmod(-level - 1, len(GRADES))
    return Grade(GRADES[first]), Grade(GRADES[second])


# A result for one side, and another for the other


def _each_side(said: Sequence[ResultMessage]) -> dict[int, ResultMessage]:
    """What was said last of each side, since something was said of both."""
    found: dict[int, ResultMessage] = {}
    for each in said:
        if each.scoring_direction in (0, BOTH_SIDES):
            found.clear()
        else:
            found[each.scoring_direction] = each
    return found


def _split(place: str, where: Where, sides: dict[int, ResultMessage]) -> SheetLine:
    """Averages of the two sides together; a director's own split score is for him to record."""
    ns, ew = sides.get(NS_ALONE), sides.get(EW_ALONE)
    if ns and ew and NOT_PLAYED < ns.level < 0 and NOT_PLAYED < ew.level < 0:
        # of East–West's own, the first average is East–West's
        return SheetLine(place, where, adjustment=Artificial(_grades(ns.level)[0], _grades(ew.level)[0]))
    if ns and ew and min(ns.level, ew.level) >= 0 and _result(ns) == _result(ew):
        return SheetLine(place, where, _result(ns))
    raise ValueError(one_side(where))


DEVICE = "Data Connector"
"""Under this name its lines wait in the queue, whatever the file is called in which they came."""

_RESOLVED = 3


def is_sent(content: bytes) -> bool:
    """Whether a file of JSON is of the Data Connector, and not of another program."""
    return b"SectionLetters" in content


def read_connector(path: Path, content: bytes, known: Iterable[str] = ()) -> Sheet:
    """Read what was sent; Misuse (bad-file) where it is no such thing. `known`: the session's contestants."""
    try:
        said = list(read_messages(content))
    except ValueError as error:
        raise Misuse(
            "bad-file",
            f"{'standard input' if str(path) == '-' else path} is no JSON of the Data Connector: {error}",
            "save what it sent as it is",
        ) from error
    require_few(path, len(said))
    messages = [each for each in said if not isinstance(each, str)]
    _require_one_session(path, messages)
    return sheet_of(said, Labels({each.section_letters.strip() for each in messages}, known))


def sheet_of(said: Iterable[Message | str], labels: Labels) -> Sheet:
    """What was sent, in the order it was; a text says why something is no message."""
    sheet = Sheet(name="", title=DEVICE, program=DEVICE, device=DEVICE, partial=True)
    said = list(said)
    sheet.problems = [(f"{DEVICE} message", each) for each in said if isinstance(each, str)]
    _add_lines(sheet, [each for each in said if isinstance(each, ResultMessage)], labels)
    sheet.calls = _calls([each for each in said if isinstance(each, CallMessage)], labels)
    return sheet


def _require_one_session(path: Path, messages: Iterable[Message]) -> None:
    """Misuse where results of two evenings stand in one file."""
    sessions = sorted({each.session_guid for each in messages if each.session_guid})
    if len(sessions) > 1:
        named = " and ".join(each[:40] for each in sessions[:2])
        raise Misuse(
            "bad-file", f"{path} holds what was sent of {len(sessions)} sessions: {named}", "one file a session"
        )


def _add_lines(sheet: Sheet, results: Iterable[ResultMessage], labels: Labels) -> None:
    """A line for each table's play of a board: what was said of it last."""
    found: dict[str, list[ResultMessage]] = defaultdict(list)
    for each in results:
        table = labels.table(each.section_letters, each.table_number)
        found[f"{DEVICE} table {table}, round {each.round_number}, board {each.board_number}"].append(each)
    for place, said in found.items():
        try:
            line = line_of(place, said, labels)
            lead = sheet.lead(place, lead_of(said[-1])) if line.result else None
            sheet.lines.append(replace(line, lead=lead))
        except ValueError as error:
            sheet.problems.append((place, why(error)))
            if about := about_of(said[-1], labels):
                sheet.about[place] = about


def _calls(calls: Iterable[CallMessage], labels: Labels) -> list[DeviceCall]:
    """Each call once, however often it was sent as it went on."""
    found: dict[DeviceCall, bool] = {}
    for each in calls:
        table = labels.table(each.section_letters, each.table_number)
        call = DeviceCall(table, each.round_number, f"{each.hour:02}:{each.minute:02}")
        found[call] = found.get(call, False) or each.status == _RESOLVED
    return [DeviceCall(call.table, call.round, call.at, settled) for call, settled in found.items()]

"""What the Bridgemate Data Connector sends: results, and calls for the director, as JSON.

It is sent until the receiver says that it was stored, so it may come more than once; and it holds only what is new.
"""

from collections import defaultdict
from collections.abc import Iterable
from pathlib import Path

from msgspec.structs import replace

from ledger.commands import DeviceCall
from ledger.errors import Misuse
from ledger.exchange.bridgemate.messages import CallMessage, Message, ResultMessage, read_messages
from ledger.exchange.bridgemate.sent import Labels, about_of, lead_of, line_of
from ledger.exchange.sheet import Sheet, require_few, why

DEVICE = "Data Connector"
"""Under this name its lines wait in the queue, whatever the file is called in which they came."""

_RESOLVED = 3


def is_sent(content: bytes) -> bool:
    """Whether a file of JSON is of the Data Connector, and not of another program."""
    return b"SectionLetters" in content


def read_connector(path: Path, content: bytes, known: Iterable[str] = ()) -> Sheet:
    """Read what was sent; Misuse (bad-file) where it is no such thing. `known`: the session's contestants."""
    sheet = Sheet(name="", title=DEVICE, program=DEVICE, device=DEVICE, partial=True)
    messages: list[Message] = []
    try:
        for each in read_messages(content):
            if isinstance(each, str):
                sheet.problems.append((f"{DEVICE} message", each))
            else:
                messages.append(each)
    except ValueError as error:
        raise Misuse(
            "bad-file",
            f"{'standard input' if str(path) == '-' else path} is no JSON of the Data Connector: {error}",
            "save what it sent as it is",
        ) from error
    require_few(path, len(messages))
    _require_one_session(path, messages)
    labels = Labels({each.section_letters.strip() for each in messages}, known)
    _add_lines(sheet, [each for each in messages if isinstance(each, ResultMessage)], labels)
    sheet.calls = _calls([each for each in messages if isinstance(each, CallMessage)], labels)
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

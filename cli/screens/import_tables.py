"""What the desk says of the columns of a table, and the first lines of a file as they were understood."""

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import NamedTuple

from cli.desk.desk import Desk
from ledger.bridge import Result, ns_score
from ledger.errors import Misuse
from ledger.exchange.csv.columns import KNOWN
from ledger.facts.play import ResultCorrected, ResultRecorded
from ledger.facts.rulings import RulingAmended, RulingGiven
from ledger.laws.adjustment import Adjustment
from ledger.recording.effect import Effect
from ledger.scoring.line import Seating
from ledger.session import session_of

_FIRST = 5


def columns_said(said: Sequence[str]) -> dict[str, str]:
    """What --map says: their names of columns by ours."""
    found: dict[str, str] = {}
    for each in said:
        ours, equals, theirs = each.partition("=")
        name = ours.strip().lower()
        if not equals or not theirs.strip() or name not in KNOWN or name in found:
            wrong = f"{each!r} maps no column" if name not in found else f"{name} is mapped twice"
            raise Misuse("usage", wrong, f'--map board="Bd No"; ours are {", ".join(KNOWN)}')
        found[name] = theirs
    return found


class _Line(NamedTuple):
    """What would be recorded of a table's play of a board."""

    board: int
    seating: Seating
    result: Result | None = None
    lead: str | None = None
    award: Adjustment | None = None


def print_first_lines(desk: Desk, effect: Effect) -> None:
    """The first lines of those that would be recorded, as they were understood."""
    if lines := list(islice(_lines(effect), _FIRST)):
        desk.say("", "The first lines that would be recorded, as understood:")
        columns = ["board", "round", "table", "NS", "EW", "result", "lead", ">NS score"]
        desk.table(columns, [_understood(line) for line in lines])


def _lines(effect: Effect) -> Iterator[_Line]:
    """Result and award of each line, which are events one after the other."""
    found: dict[tuple[int, Seating], _Line] = {}
    for event in (each.event for each in effect.events):
        match event:
            case ResultRecorded() | ResultCorrected():
                line = _Line(event.board, event.seating, event.result, event.lead)
            case RulingGiven() | RulingAmended():
                ruling = session_of(effect.after).rulings[event.case]
                line = _Line(ruling.board, ruling.seating, award=event.adjustment)
            case _:
                continue
        before = found.get(line[:2])
        found[line[:2]] = before._replace(award=line.award) if before else line
    yield from found.values()


def _understood(line: _Line) -> list[str]:
    result, seating = line.result, line.seating
    said = "" if result is None or result.bare_score is not None else str(result)
    award = repr(line.award) if line.award else ""
    score = "" if result is None else f"{ns_score(result, line.board):+d}"
    place = [str(line.board), str(seating.round or ""), seating.table or "", *seating.pair]
    return [*place, ", ".join(filter(None, (said, award))), line.lead or "", score]

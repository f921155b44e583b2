"""What a director keeps an eye on, all of it at one moment: what waits, what runs out, who leads, what came last."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from cli.screens.event_texts import event_text
from cli.screens.events import event_json
from cli.screens.rankings import standings_json
from cli.screens.times import clock, span_text
from cli.shell.clocks import endings
from ledger.events import Envelope
from ledger.laws.rounding import Rounding
from ledger.projections.names import names_of
from ledger.projections.scoreboard import Scoreboard
from ledger.projections.standings import Ranking, standings
from ledger.session import Appeal, Call, Ruling, Session, TableBoard
from ledger.session.appeal_states import appeal_state
from ledger.session.call_states import call_state, is_open
from ledger.session.case_numbers import provisional_rulings
from ledger.session.moment import MICROSECONDS, iso
from ledger.session.queue import WaitingLine
from ledger.session.waiting import waiting

_MINUTE = 60 * MICROSECONDS


@dataclass(frozen=True)
class Overview:
    """A session at a time (µs UTC), and the last events of it, oldest first."""

    scoreboard: Scoreboard
    now: int
    events: Sequence[Envelope]
    fields: tuple[Ranking, ...] = field(init=False)
    names: dict[str, str] = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "fields", standings(self.scoreboard))
        object.__setattr__(self, "names", names_of(self.session))

    @property
    def session(self) -> Session:
        """The session."""
        return self.scoreboard.session

    @property
    def mode(self) -> Rounding:
        """How its totals are rounded."""
        return self.scoreboard.totals.rounding

    # What waits for a person

    @property
    def calls(self) -> list[Call]:
        """The calls that the director still owes an answer."""
        return [call for call in self.session.calls.values() if is_open(self.session, call)]

    @property
    def provisional(self) -> list[Ruling]:
        """The rulings that are still to be given."""
        return [self.session.rulings[case] for case in provisional_rulings(self.session)]

    @property
    def appeals(self) -> list[Appeal]:
        """The appeals nobody has decided yet."""
        return [appeal for appeal in self.session.appeals.values() if appeal.open]

    @property
    def lines(self) -> list[WaitingLine]:
        """The lines of devices' files that were set aside."""
        return waiting(self.session)

    @property
    def queried(self) -> list[TableBoard]:
        """The tables whose result was queried, and neither confirmed nor corrected."""
        return [played for played in self.session.table_boards() if list(played.open_queries)]

    @property
    def clocks(self) -> dict[int, list[str]]:
        """What still runs out, by when."""
        return {ends: what for ends, what in endings(self.session, self.now).items() if ends > self.now}

    def since(self, then: int) -> str:
        """How long ago something was."""
        return span_text(self.now - then) if self.now - then >= _MINUTE else "just now"


def call_text(seen: Overview, call: Call) -> str:
    """'C-0001  12 minutes  board 5 table 3  facts agreed  "W hesitated"'."""
    called = call.called
    where = [f"board {called.board}"] if called.board else []
    where += [f"table {called.table}"] if called.table else []
    state = call_state(seen.session, call)
    parts = [call.case, seen.since(call.at), " ".join(where), "" if state == "open" else state, f'"{called.alleged}"']
    return "  ".join(part for part in parts if part)


def ruling_text(seen: Overview, ruling: Ruling) -> str:
    """'R-0002  board 5, 3NS v 16EW  for now A+/A-'."""
    return f"{ruling.case}  {_where(ruling.board, ruling.seating)}  for now {ruling.judgement.adjustment!r}"


def appeal_text(seen: Overview, appeal: Appeal) -> str:
    """'A-0001  12 minutes  against R-0001  lodged'."""
    return f"{appeal.case}  {seen.since(appeal.at)}  against {appeal.against}  {appeal_state(seen.session, appeal)}"


def line_text(each: WaitingLine) -> str:
    """'#57  board 3 table 2  another result is there'."""
    return f"#{each.number}  {each.line.place}  {each.line.why}"


def queried_text(played: TableBoard) -> str:
    """'board 7, 5NS v 2EW  4SN=  "both sides asked"'."""
    asked = ", ".join(f'"{query.question}"' for query in played.open_queries)
    return f"{_where(played.board, played.seating)}  {played.results[-1].result}  {asked}"


def clock_text(seen: Overview, ends: int, what: Sequence[str]) -> str:
    """'14 minutes  until 23:10  appeals against R-0001'."""
    return f"{span_text(ends - seen.now)}  until {clock(ends)}  {', '.join(what)}"


def event_line(envelope: Envelope) -> str:
    """'#208  21:43  Bertens  board 5, 3NS v 16EW: 4SN='."""
    return f"#{envelope.number}  {clock(envelope.recorded_at)}  {envelope.by}  {event_text(envelope.event)}"


def _where(board: int, seating: object) -> str:
    return f"board {board}, {seating}"


def overview_json(seen: Overview) -> dict[str, object]:
    """All of it as JSON."""
    return {
        "now": iso(seen.now),
        "open_calls": [_call_json(seen, call) for call in seen.calls],
        "provisional": [each.case for each in seen.provisional],
        "queue": [{"number": each.number, "where": each.line.place, "why": each.line.why} for each in seen.lines],
        "queried": [_played_json(played) for played in seen.queried],
        "clocks": [
            {"ends": iso(ends), "minutes_left": (ends - seen.now) // _MINUTE, "what": what}
            for ends, what in seen.clocks.items()
        ],
        "open_appeals": [{"case": each.case, "against": each.against, "lodged": iso(each.at)} for each in seen.appeals],
        "events": [event_json(each) for each in seen.events],
    } | standings_json(seen.scoreboard, seen.fields)


def _call_json(seen: Overview, call: Call) -> dict[str, object]:
    return {
        "case": call.case,
        "board": call.called.board,
        "table": call.called.table,
        "at": iso(call.at),
        "minutes": (seen.now - call.at) // _MINUTE,
        "state": call_state(seen.session, call),
        "alleged": call.called.alleged,
    }


def _played_json(played: TableBoard) -> dict[str, object]:
    seating = played.seating
    return {"board": played.board, "table": played.table, "ns": seating.ns, "ew": seating.ew}

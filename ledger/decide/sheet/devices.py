"""What devices at the tables say besides results: calls, recorded once and answered when the device says that they are
settled; lines taken back where they were entered; tables that sat the other way round; and what a person may type of a
line that cannot be recorded.

Every line is held against the movement: that of the session, and the one a device has itself. What a device says
otherwise than planned waits for a person, and so does what it says of a number that is nobody's. Another program's line
is recorded, and it is told what is planned.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence

from ledger.errors import Refusal
from ledger.guards.entering import enter
from ledger.guards.seats import check_free, check_seating, unentered
from ledger.kernel.fact import Envelope
from ledger.labels import DIRECTED
from ledger.scoring.line import Seating
from ledger.session.cases import Call
from ledger.session.places import labelled, sits_once
from ledger.session.response import ProposedEvent, Remark
from ledger.session.state import Session
from ledger.session.tables import TableBoard
from ledger.subjects.calls.facts import CallAnswered, DeviceCall, DirectorCalled
from ledger.subjects.calls.state import call_state
from ledger.subjects.evolving import evolve
from ledger.subjects.movement.state import plan_of, planned_text
from ledger.subjects.play.decide import void
from ledger.subjects.rulings.facts import RulingWithdrawn
from ledger.subjects.seating.decide import reseated
from ledger.subjects.sheets import ImportSheet, SheetLine


class SheetPlan:
    """What is planned where a file says that somebody played; `notes` are of lines that are recorded all the same."""

    def __init__(self, session: Session, command: ImportSheet) -> None:
        self._session, self._device = session, bool(command.device)
        self._plan = plan_of(session)
        self._known = frozenset(command.known)
        self.notes: list[Remark] = []

    def against(self, line: SheetLine, seating: Seating) -> str:
        """Why a line has to wait for a person; '' where it need not. What is recorded, or was voided here, was seen."""
        played, gone = (
            self._session.line(line.where.board, seating),
            self._session.last_voided(line.where.board, seating),
        )
        if (played and (played.results or played.cases or played.absence)) or (gone and not gone.erased):
            return ""
        nobody = [who for who in seating.everyone if self._is_nobody(who)] if self._device else []
        found = self._plan.deviation(line.where.board, seating)
        if nobody:
            planned = f"; planned: {planned_text(found.planned)}" if found and found.planned else ""
            late = f"to be put right at the table; who comes late: `session enter {nobody[0]}`"
            return _says(line, f"{nobody[0]} is nobody's number{planned}; {late}")
        if found is None or (found.what == "direction" and line.where.switched):
            return ""
        if not self._device:
            self.notes.append(Remark(line.place, str(found)))
            return ""
        typed = f"result add {line.where.typed} {line.result}"
        records = f"; `{typed}` records it" if line.result else ""
        return _says(line, f"{found}{records}")

    def _is_nobody(self, who: str) -> bool:
        """Whether nobody has a number: by the movement of the session, else by that which the device was given."""
        if who in self._session.contestants:
            return False
        if self._plan.covers([who]):
            return who not in self._plan.contestants
        directed = DIRECTED.fullmatch(who)
        return bool(self._known) and (directed[1] if directed else who) not in self._known


def _says(line: SheetLine, why: str) -> str:
    said = line.result or line.adjustment
    return f"it says {said}, and {why}" if said else why


ELSEWHERE = ("played-already", "table-twice", "which-round")
"""What lines of another evening are refused for, where the same contestants met otherwise."""

_IN_THE_WAY = (*ELSEWHERE, "no-such-board", "bad-table")
"""For these what is typed is refused as the file is."""


def what_helps(session: Session, line: SheetLine, refusal: Refusal) -> str:
    """What a line says, why it cannot be recorded, and what records it: or what has to be put right first."""
    if not (line.result or line.adjustment):
        return refusal.message
    if refusal.code in _IN_THE_WAY:
        return f"it says {line.result or line.adjustment}, and {_with_hint(_in_the_way(session, line, refusal))}"
    add = f"result add {line.where.typed} {line.result}"
    rule = f"ruling add {line.where.typed} --artificial {line.adjustment}"
    why = _with_hint(refusal)
    return f"it says {line.result or line.adjustment}, and {why}; `{add if line.result else rule}` records it"


def _in_the_way(session: Session, line: SheetLine, refusal: Refusal) -> Refusal:
    """The refusal that the desk would have, which knows how to undo what is recorded; else the file's own."""
    where = labelled(session, line.where)
    try:
        if where.board in session.boards:
            check_free(session, where.board, Seating(where.ns or "", where.ew or "", where.round, where.table))
    except Refusal as recorded:
        return recorded
    return refusal


def _with_hint(refusal: Refusal) -> str:
    return f"{refusal.message}: {refusal.hint}" if refusal.hint else refusal.message


_UNANSWERED = ("open", "facts agreed", "facts disputed")


def device_calls(session: Session, calls: Iterable[DeviceCall]) -> Iterator[ProposedEvent]:
    """What is new of the calls; who said more of one at the desk is not overruled by the device."""
    cases = len(session.calls)
    for call in calls:
        known = _known(session, call)
        if known is None:
            cases += 1
            pressed = f"the table pressed for the director at {call.at}"
            case, table, round_ = f"C-{cases:04d}", call.table, call.round
            called = DirectorCalled(
                case, None, pressed, "table", "not-said", table=table, round=round_, on_device=call.at
            )
            yield ProposedEvent(called)
        if call.settled and (known is None or call_state(session, known) in _UNANSWERED):
            case, because = (known.case, known.events[-1:]) if known else (f"C-{cases:04d}", ())
            yield ProposedEvent(CallAnswered(case, "at-table"), because)


def _known(session: Session, call: DeviceCall) -> Call | None:
    """The call as it was recorded: nobody presses twice in a minute, and devices tell it more than once."""
    same = (call.table, call.round, call.at)
    calls = session.calls.values()
    return next((it for it in calls if (it.called.table, it.called.round, it.called.on_device) == same), None)


_TURNED = "sat the other way round, the device says"


def turned(session: Session, lines: tuple[SheetLine, ...]) -> Iterator[ProposedEvent]:
    """The seats of each table that was recorded from the file the other way round than the file now says."""
    for line in (each for each in lines if each.where.switched and each.where.board in session.boards):
        where = labelled(session, line.where)
        before = Seating(where.ew or "", where.ns or "", where.round, where.table)
        played = session.boards[where.board].get(before)
        if played and not played.reseated and any(result.imported for result in played.results):
            yield reseated({played: Seating(where.ns or "", where.ew or "", played.round, played.table)}, _TURNED)


_WRITTEN_OVER = "who sat there was put right where it was entered"


def written_over(session: Session, command: ImportSheet) -> Iterator[ProposedEvent]:
    """The seats of each table whose row now has others than those it was recorded with: the row is followed.

    Not where somebody said more of it here, where the others have the board already, or where they wait for a person.
    """
    plan = SheetPlan(session, command)
    told: dict[int, set[tuple[str | None, str | None]]] = defaultdict(set)
    for line in command.lines:
        told[line.where.board].add(labelled(session, line.where).pair)
    entered: set[str] = set()
    for line in command.lines if command.device and sits_once(session) else ():
        where = labelled(session, line.where)
        now = Seating(where.ns or "", where.ew or "", where.round, where.table)
        board = session.boards.get(where.board, {})
        there = next((each for each in board.values() if (each.table, each.round) == (where.table, where.round)), None)
        if there is None or line.erased or not line.result or line.where.switched or not (where.round and where.table):
            continue
        others = {who for each in board.values() if each is not there for who in each.seating.everyone}
        taken = there.seating.pair in told[where.board] or others & {*now.everyone}
        if _is_the_devices_own(there) and not taken and not plan.against(line, now) and _can_sit(session, now):
            yield from enter([who for who in unentered(session, now) if who not in entered], session.opening)
            entered |= {*now.everyone}
            yield reseated({there: now}, _WRITTEN_OVER)


def _can_sit(session: Session, seating: Seating) -> bool:
    try:
        check_seating(session, seating)
    except Refusal:
        return False
    return True


def _is_the_devices_own(played: TableBoard) -> bool:
    by_hand = played.reseated or played.cases or played.absence or played.queries or played.confirmations
    return bool(played.results) and not by_hand and all(each.imported for each in played.results)


_ERASED = "erased where it was entered"


class ErasedLines:
    """What is voided of a session because a device no longer holds it, and what a person has to look at instead.

    `about` are the tables' plays that it said were erased.
    """

    def __init__(self, session: Session, command: ImportSheet) -> None:
        self.session = session
        self.skipped: list[Remark] = []
        self.uncommitted: list[ProposedEvent] = []
        self.about: list[TableBoard] = []
        for line in (each for each in command.lines if each.erased):
            try:
                self.uncommitted += self._taken_back(line)
            except Refusal as refusal:
                self.skipped.append(Remark(line.place, f"{_ERASED}: {refusal.message}"))

    def _taken_back(self, line: SheetLine) -> Iterator[ProposedEvent]:
        played = self._played(line)
        if played is None:
            return
        self.about.append(played)
        by_file = [ruling for ruling in self.session.rulings_of(played) if ruling.by_file]
        if not by_file and not any(result.imported for result in played.results):
            return
        if played.reseated or (played.results and not played.results[-1].imported):
            now = f"{played.seating} have {played.result}" if played.result else str(played.seating)
            since = f"corrected here since (#{played.events[-1]}): {now}, and stays so"
            table = f"/{played.table}" if played.table else f" --ns {played.seating.ns}"
            raise Refusal("has-dependants", f"{since}; `result void {played.board}{table}`, if it never was")
        others = [case for case in played.cases if case not in {ruling.case for ruling in by_file}]
        if others:
            stays = f"{' and '.join(others)} stands on it, and it stays so"
            withdraw = " and ".join(f"`ruling withdraw {case}`" for case in others)
            raise Refusal("has-dependants", f"{stays}; {withdraw}, if it never was")
        for ruling in by_file:
            yield ProposedEvent(RulingWithdrawn(ruling.case, _ERASED, imported=True), (ruling.events[-1],))
        if played.results:
            yield void(played, _ERASED, imported=True)

    def _played(self, line: SheetLine) -> TableBoard | None:
        where = labelled(self.session, line.where)
        lines = self.session.boards.get(where.board, {}).values()
        if not (where.ns and where.ew):  # a device that takes a result back need not say whose it was
            return next((each for each in lines if (each.table, each.round) == (where.table, where.round)), None)
        seating = Seating(where.ns, where.ew, where.round, where.table)
        return next((each for each in lines if each.first_seating.may_be(seating)), None)


def supposing(session: Session, uncommitted: Sequence[ProposedEvent]) -> Session:
    """The session as it will be when these events are recorded, which what follows is checked against."""
    numbered = enumerate(uncommitted, start=session.number + 1)
    return evolve(session, *(Envelope(session.id, at, "", it.event, "", 0, 0, 0, "", ()) for at, it in numbered))

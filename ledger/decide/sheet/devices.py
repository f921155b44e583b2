"""Reports of devices other than results: calls, recorded once and answered when the device reports them settled; erased
lines; switched tables; and hints for lines that cannot be recorded.

Every line is compared with the movement, the session's and the device's own. A device's line that deviates from the
plan, or has an unknown number, waits for a person. Another program's line is recorded, with a note of the plan.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence

from ledger.errors import Refusal
from ledger.guards.entering import enter_new
from ledger.guards.seats import check_free, check_seating, typed_seats
from ledger.kernel.fact import Envelope
from ledger.labels import DIRECTED
from ledger.scoring.line import Seating
from ledger.session.places import label_address, sits_at_one_table
from ledger.session.response import ProposedEvent, Remark
from ledger.session.state import Session
from ledger.session.tables import TableBoard
from ledger.subjects.calls.facts import CallAnswered, DeviceCall, DirectorCalled
from ledger.subjects.calls.state import call_state
from ledger.subjects.evolving import evolve
from ledger.subjects.movement.state import plan_of, planned_text
from ledger.subjects.play.decide import voiding_event
from ledger.subjects.rulings.facts import RulingWithdrawn
from ledger.subjects.seating.decide import seating_correction
from ledger.subjects.sheets import ImportSheet, SheetLine


class SheetPlan:
    """The movement with which the lines of a file are compared; `notes`: remarks on recorded lines that deviate."""

    def __init__(self, session: Session, command: ImportSheet) -> None:
        self._session, self._device = session, bool(command.device)
        self._plan = plan_of(session)
        self._known = frozenset(command.known)
        self.notes: list[Remark] = []

    def against(self, line: SheetLine, seating: Seating) -> str:
        """Return why a line must wait for a person; '' if it need not, or its play is recorded or voided already."""
        played, gone = (
            self._session.line(line.where.board, seating),
            self._session.last_voided(line.where.board, seating),
        )
        if (played and (played.results or played.cases or played.absence)) or (gone and not gone.erased):
            return ""
        nobody = [who for who in seating.everyone if self._device and self._is_nobody(who)]
        deviation = self._plan.deviation(line.where.board, seating)
        if nobody:
            planned = f"; planned: {planned_text(deviation.planned)}" if deviation and deviation.planned else ""
            late = f"correct it at the table, or enter a late contestant: `session enter {nobody[0]}`"
            return _with_score(line, f"{nobody[0]} is nobody's number{planned}; {late}")
        if deviation is None or (deviation.what == "direction" and line.where.switched):
            return ""
        if not self._device:
            self.notes.append(Remark(line.place, str(deviation)))
            return ""
        typed = f"result add {line.where.typed} {line.result}"
        records = f"; `{typed}` records it" if line.result else ""
        return _with_score(line, f"{deviation}{records}")

    def _is_nobody(self, who: str) -> bool:
        """Return whether a number belongs to no contestant of the session, of its movement, or of the device's list."""
        if who in self._session.contestants:
            return False
        if self._plan.covers([who]):
            return who not in self._plan.contestants
        directed = DIRECTED.fullmatch(who)
        return bool(self._known) and (directed[1] if directed else who) not in self._known


def _with_score(line: SheetLine, why: str) -> str:
    score = line.result or line.adjustment
    return f"it says {score}, and {why}" if score else why


ELSEWHERE = ("played-already", "table-twice", "which-round")
"""Refusals that show lines of another session, in which the same contestants met at other tables."""

_IN_THE_WAY = (*ELSEWHERE, "no-such-board", "bad-table")
"""Refusals that a line typed by hand meets as well."""


def explain_refused_line(session: Session, line: SheetLine, refusal: Refusal) -> str:
    """Return the score of a line that cannot be recorded, the reason, and what to type or correct first."""
    if not (line.result or line.adjustment):
        return refusal.message
    in_the_way = refusal.code in _IN_THE_WAY
    if in_the_way and line.where.board in session.boards:
        # The desk's own refusal knows how to undo what is recorded
        where = label_address(session, line.where)
        try:
            check_free(session, where.board, typed_seats(where))
        except Refusal as recorded:
            refusal = recorded
    says = _with_score(line, f"{refusal.message}: {refusal.hint}" if refusal.hint else refusal.message)
    add = f"result add {line.where.typed} {line.result}"
    rule = f"ruling add {line.where.typed} --artificial {line.adjustment}"
    return says if in_the_way else f"{says}; `{add if line.result else rule}` records it"


_UNANSWERED = ("open", "facts agreed", "facts disputed")


def device_calls(session: Session, calls: Iterable[DeviceCall]) -> Iterator[ProposedEvent]:
    """Yield a device's new calls, and an answer to each call it reports settled, unless the desk has answered."""
    cases = len(session.calls)
    # devices report a call more than once; table, round and minute identify it
    recorded = {(it.called.table, it.called.round, it.called.on_device): it for it in [*session.calls.values()][::-1]}
    for call in calls:
        known = recorded.get((call.table, call.round, call.at))
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


_TURNED = "sat the other way round, the device says"


def correct_switched(session: Session, lines: tuple[SheetLine, ...]) -> Iterator[ProposedEvent]:
    """Yield seat corrections for imported, uncorrected tables that the device now reports with directions exchanged."""
    for line in (each for each in lines if each.where.switched and each.where.board in session.boards):
        where = label_address(session, line.where)
        before = Seating(where.ew or "", where.ns or "", where.round, where.table)
        played = session.boards[where.board].get(before)
        if played and not played.reseated and any(result.imported for result in played.results):
            yield seating_correction(
                {played: Seating(where.ns or "", where.ew or "", played.round, played.table)}, _TURNED
            )


_WRITTEN_OVER = "who sat there was put right where it was entered"


def correct_overwritten_seats(session: Session, command: ImportSheet) -> Iterator[ProposedEvent]:
    """Yield seat corrections for recorded tables that the device now reports with other contestants; none for teams.

    A table is left as it is if the desk has added facts, or if the new contestants have the board already or wait for a
    person.
    """
    plan = SheetPlan(session, command)
    pairs_in_file: dict[int, set[tuple[str | None, str | None]]] = defaultdict(set)
    for line in command.lines:
        pairs_in_file[line.where.board].add(label_address(session, line.where).pair)
    entered: set[str] = set()
    for line in command.lines if command.device and sits_at_one_table(session) else ():
        where = label_address(session, line.where)
        seating = typed_seats(where)
        board = session.boards.get(where.board, {})
        played = next((each for each in board.values() if (each.table, each.round) == (where.table, where.round)), None)
        if played is None or line.erased or not line.result or line.where.switched or not (where.round and where.table):
            continue
        occupied = {who for each in board.values() if each is not played for who in each.seating.everyone}
        taken = played.seating.pair in pairs_in_file[where.board] or occupied & {*seating.everyone}
        by_hand = played.reseated or played.cases or played.absence or played.queries or played.confirmations
        of_device = played.results and not by_hand and all(each.imported for each in played.results)
        if of_device and not taken and not plan.against(line, seating) and _can_sit(session, seating):
            yield from enter_new((who for who in seating.everyone if who not in entered), session)
            entered |= {*seating.everyone}
            yield seating_correction({played: seating}, _WRITTEN_OVER)


def _can_sit(session: Session, seating: Seating) -> bool:
    try:
        check_seating(session, seating)
    except Refusal:
        return False
    return True


_ERASED = "erased where it was entered"


class VoidedByDevice:
    """The events that void plays erased on a device, and remarks on erased lines about which a person must decide.

    `about`: the plays erased on the device.
    """

    def __init__(self, session: Session, command: ImportSheet) -> None:
        self.session = session
        self.skipped: list[Remark] = []
        self.uncommitted: list[ProposedEvent] = []
        self.about: list[TableBoard] = []
        for line in (each for each in command.lines if each.erased):
            try:
                self.uncommitted += self._voiding_events(line)
            except Refusal as refusal:
                self.skipped.append(Remark(line.place, f"{_ERASED}: {refusal.message}"))

    def _voiding_events(self, line: SheetLine) -> Iterator[ProposedEvent]:
        where = label_address(self.session, line.where)
        lines = self.session.boards.get(where.board, {}).values()
        if where.ns and where.ew:
            seating = Seating(where.ns, where.ew, where.round, where.table)
            played = next((each for each in lines if each.first_seating.may_be(seating)), None)
        else:  # a device may erase a result without naming the contestants
            played = next((each for each in lines if (each.table, each.round) == (where.table, where.round)), None)
        if played is None:
            return
        self.about.append(played)
        by_file = [ruling for ruling in self.session.rulings_of(played) if ruling.by_file]
        if not by_file and not any(result.imported for result in played.results):
            return
        if played.reseated or (played.results and not played.results[-1].imported):
            current = f"{played.seating} have {played.result}" if played.result else str(played.seating)
            since = f"corrected here since (#{played.events[-1]}): {current}, and stays so"
            table = f"/{played.table}" if played.table else f" --ns {played.seating.ns}"
            raise Refusal("has-dependants", f"{since}; `result void {played.board}{table}`, if it never was")
        other_rulings = [case for case in played.cases if case not in {ruling.case for ruling in by_file}]
        if other_rulings:
            stays = f"{' and '.join(other_rulings)} stands on it, and it stays so"
            withdraw = " and ".join(f"`ruling withdraw {case}`" for case in other_rulings)
            raise Refusal("has-dependants", f"{stays}; {withdraw}, if it never was")
        for ruling in by_file:
            yield ProposedEvent(RulingWithdrawn(ruling.case, _ERASED, imported=True), (ruling.events[-1],))
        if played.results:
            yield voiding_event(played, _ERASED, imported=True)


def session_after(session: Session, uncommitted: Sequence[ProposedEvent]) -> Session:
    """Return the session as it would be once these events are recorded."""
    numbered = enumerate(uncommitted, start=session.number + 1)
    return evolve(session, *(Envelope(session.id, at, "", it.event, "", 0, 0, 0, "", ()) for at, it in numbered))

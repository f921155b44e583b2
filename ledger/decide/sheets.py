"""A whole result file: what it says and the log does not yet say.

A line is new, changed, or as it was when it was last imported. Only new and changed lines are recorded,
so a file imported twice records nothing twice, and what directors and scorers recorded by hand since is
never overwritten by a line that did not change.
"""

from collections.abc import Iterator

from ledger.commands import ImportSheet, OpenSession, SheetLine
from ledger.decide.opening import enter, open_session
from ledger.decide.response import Remark, Response, Uncommitted
from ledger.decide.seats import check_seating
from ledger.errors import Refusal
from ledger.events import Envelope, Event
from ledger.events.play import BoardsAdded, ResultCorrected, ResultRecorded
from ledger.events.rulings import RulingAmended, RulingGiven, RulingWithdrawn
from ledger.scoring.line import Seating
from ledger.session import Ruling, Session, TableBoard, evolve
from ledger.session.places import labelled, plays_once

IMPORTED = "imported, not stated"
"""The reason of an award a file states without one."""


def import_sheet(command: ImportSheet, session: Session) -> Response:
    """Open the session if need be, then record what is new in the file. Refused while lines need a person."""
    opening = _opening(command, session)
    sheet = _Sheet(_opened(session, opening), command)
    proposals = [*opening, *sheet.proposals()]
    _check_same_evening(session, proposals)
    nothing_left = session.opened is None and not command.lines[len(sheet.skipped) - len(command.problems) :]
    if sheet.skipped and not command.only_show and (nothing_left or not command.skip_bad):
        first = "; ".join(f"{remark.where}: {remark.why}" for remark in sheet.skipped[:3])
        more = f"; and {len(sheet.skipped) - 3} more" if len(sheet.skipped) > 3 else ""
        lines = "1 line needs" if len(sheet.skipped) == 1 else f"{len(sheet.skipped)} lines need"
        raise Refusal(
            "bad-lines", f"{lines} a person: {first}{more}", "--skip-bad records the rest; --dry-run lists everything"
        )
    return Response(tuple(proposals), tuple(sheet.skipped), tuple(sheet.notes))


def _opening(command: ImportSheet, session: Session) -> tuple[Uncommitted, ...]:
    wanted, opened = command.opening, session.opened
    if opened is None:
        return open_session(wanted, session)
    for what, ours, theirs in _identity(wanted, session):
        if ours != theirs:
            raise Refusal(
                "other-event",
                f"session {session.id} holds another event: its {what} is {ours or 'not stated'}, the file's {theirs or 'not stated'}",
                "--session NAME records the file as a session of its own",
            )
    if command.profile_stated and wanted.regulations != session.regulations:
        raise Refusal(
            "regulations-pinned",
            f"session {session.id} is under {session.regulations.profile}, not {wanted.regulations.profile}",
            "leave --profile out, or import into a new session: --session NAME",
        )
    new_boards = tuple(sorted(set(wanted.boards) - set(session.boards)))
    boards = (Uncommitted(BoardsAdded(new_boards)),) if new_boards else ()
    newcomers = [contestant for contestant in wanted.contestants if contestant not in session.contestants]
    return *boards, *enter(newcomers, opened)


def _check_same_evening(session: Session, proposals: list[Uncommitted]) -> None:
    """A file that would correct most of what is recorded is another evening's."""
    corrections = sum(1 for proposal in proposals if isinstance(proposal.event, ResultCorrected))
    results = sum(1 for played in session.table_boards() if played.results)
    if corrections > _MOST_CORRECTIONS and 2 * corrections > results:
        raise Refusal(
            "other-event",
            f"the file contradicts {corrections} of the {results} results of session {session.id}",
            "--session NAME records it as a session of its own",
        )


def _identity(wanted: OpenSession, session: Session) -> Iterator[tuple[str, object, object]]:
    opened = session.opening
    yield "date", opened.date, wanted.date
    yield "number of winners", opened.winners, wanted.winners
    yield "form of scoring", opened.scoring, wanted.scoring


def _opened(session: Session, opening: tuple[Uncommitted, ...]) -> Session:
    """The session as it will be when the opening events are recorded, which the lines are checked against."""
    supposed = [Envelope(session.id, 0, "", proposal.event, "", 0, 0, 0, "", ()) for proposal in opening]
    return evolve(session, *supposed)


_MOST_CORRECTIONS = 5


class _Sheet:
    def __init__(self, session: Session, command: ImportSheet) -> None:
        self.session = session
        self.lines = command.lines
        self.skipped = [Remark(*problem) for problem in command.problems]
        self.notes: list[Remark] = []
        self.cases = len(session.rulings)
        self.rulings: dict[tuple[int, Seating], Ruling] = {
            (ruling.board, ruling.seating): ruling for ruling in _in_force_last(session)
        }
        self.seated: dict[tuple[int, str], Seating] = {}  # who has a line on a board already
        self.tables: dict[tuple[int, str, frozenset[str]], Seating] = {}
        for played in session.table_boards():
            self._seat(played.board, played.seating, played.table)

    def proposals(self) -> list[Uncommitted]:
        found: list[Uncommitted] = []
        in_file: set[tuple[int, Seating]] = set()
        for line in self.lines:
            try:
                seating = self._seating(line, in_file)
            except Refusal as refusal:
                self.skipped.append(Remark(line.place, refusal.message))
                continue
            in_file.add((line.where.board, seating))
            found.extend(self._line(line, seating))
        self._note_missing(in_file)
        return [*self._entering(found), *found]

    def _seating(self, line: SheetLine, in_file: set[tuple[int, Seating]]) -> Seating:
        """Who the line is about; refused where it cannot be or contradicts another line."""
        session, where = self.session, labelled(self.session, line.where)
        seating = Seating(where.ns or "", where.ew or "")
        if where.board not in session.boards:
            raise Refusal("no-such-board", f"board {where.board} is not in this session")
        check_seating(session, seating)
        for contestant in seating.everyone:
            if plays_once(session) and self.seated.get((where.board, contestant), seating) != seating:
                raise Refusal("played-already", f"{contestant} has another line on board {where.board}")
        if (where.board, seating) in in_file:
            raise Refusal("played-already", f"{' v '.join(seating)} stands twice on board {where.board}")
        if where.table and self.tables.get(self._at(where.board, where.table, seating), seating) != seating:
            raise Refusal("table-twice", f"table {where.table} has another line on board {where.board}")
        self._seat(where.board, seating, where.table)
        return seating

    def _at(self, board: int, table: str, seating: Seating) -> tuple[int, str, frozenset[str]]:
        """A table of a board: every match of teams has rooms of its own, whatever they are called."""
        return board, table, frozenset() if plays_once(self.session) else frozenset(seating)

    def _seat(self, board: int, seating: Seating, table: str | None) -> None:
        self.seated.update({(board, contestant): seating for contestant in seating.everyone})
        if table:
            self.tables[self._at(board, table, seating)] = seating

    def _line(self, line: SheetLine, seating: Seating) -> Iterator[Uncommitted]:
        played = self.session.boards[line.where.board].get(seating)
        gone = None if played else self.session.last_voided(line.where.board, seating)
        if gone and _as_the_file_said(line, gone):
            self.notes.append(Remark(line.place, "was voided here and stays so: `result add` records it again"))
        elif line.result and (event := _result_event(line, seating, played)):
            yield Uncommitted(event, (played.results[-1].number,) if played and played.results else ())
        yield from self._ruling(line, seating, played)

    def _ruling(self, line: SheetLine, seating: Seating, played: TableBoard | None) -> Iterator[Uncommitted]:
        ruling = self.rulings.get((line.where.board, seating))
        if line.adjustment == (ruling.file_says if ruling else None):
            return  # as the file said last time; whatever was ruled by hand since stays
        if ruling and not ruling.by_file:
            stays = "was withdrawn here and stays so" if ruling.withdrawn else "was given here and stays"
            self.notes.append(
                Remark(line.place, f"the file says {line.adjustment or 'no award'}, {ruling.case} {stays}")
            )
            return
        because = (ruling.events[-1],) if ruling else (played.results[-1].number,) if played and played.results else ()
        if line.adjustment is None:
            assert ruling
            yield Uncommitted(RulingWithdrawn(ruling.case, "the file no longer has it", imported=True), because)
        elif ruling and not ruling.withdrawn:
            yield Uncommitted(
                RulingAmended(case=ruling.case, adjustment=line.adjustment, reason=IMPORTED, imported=True), because
            )
        else:
            yield Uncommitted(self._given(line, seating), because)

    def _given(self, line: SheetLine, seating: Seating) -> Event:
        assert line.adjustment
        self.cases += 1
        return RulingGiven(
            case=f"R-{self.cases:04d}",
            board=line.where.board,
            ns=seating.ns,
            ew=seating.ew,
            table=line.where.table,
            adjustment=line.adjustment,
            reason=IMPORTED,
            imported=True,
        )

    def _entering(self, proposals: list[Uncommitted]) -> tuple[Uncommitted, ...]:
        if self.session.opening.entry == "listed":
            return ()
        new: dict[str, None] = {}
        for proposal in proposals:
            if isinstance(proposal.event, ResultRecorded | RulingGiven):
                new.update(dict.fromkeys(Seating(proposal.event.ns, proposal.event.ew).everyone))
        return enter(
            (contestant for contestant in new if contestant not in self.session.contestants), self.session.opening
        )

    def _note_missing(self, in_file: set[tuple[int, Seating]]) -> None:
        for played in self.session.table_boards():
            if (played.board, played.seating) not in in_file and played.results and played.results[0].imported:
                self.notes.append(
                    Remark(played.name, "recorded earlier, and no longer in the file: `result void` takes it away")
                )


def _in_force_last(session: Session) -> list[Ruling]:
    """Every ruling, those in force after those that are not: of a table's board the last word comes last."""
    in_force = {played.case for played in session.table_boards()}
    return sorted(session.rulings.values(), key=lambda ruling: ruling.case in in_force)


def _result_event(line: SheetLine, seating: Seating, played: TableBoard | None) -> Event | None:
    assert line.result
    where = line.where
    if played is None or not played.results:
        return ResultRecorded(where.board, *seating, line.result, where.table, line.round, line.lead, imported=True)
    if _as_the_file_said(line, played) or (played.result, played.lead) == (line.result, line.lead):
        return None  # what a person recorded by hand since stays
    return ResultCorrected(where.board, *seating, line.result, line.lead, "the file was changed", imported=True)


def _as_the_file_said(line: SheetLine, played: TableBoard) -> bool:
    said = next((result for result in reversed(played.results) if result.imported), None)
    return said is not None and (said.result, said.lead) == (line.result, line.lead)

"""The lines of a result file, one by one: the play of each, and its events."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

from msgspec import structs

from ledger.decide.sheet.devices import ELSEWHERE, SheetPlan, explain_refused_line, session_after
from ledger.decide.sheet.doubles import SeatedLine, sort_repeated_lines
from ledger.errors import Refusal
from ledger.guards.boards import check_is_playing
from ledger.guards.entering import check_label, enter_new
from ledger.guards.judging import check_artificial
from ledger.guards.seats import check_seating, typed_seats
from ledger.projections.finality import outdated_at
from ledger.scoring.forms import FORMS
from ledger.scoring.line import Seating
from ledger.session.places import label_address, rounds_text, sits_at_one_table
from ledger.session.response import ProposedEvent, Remark, SheetTally
from ledger.session.state import Session
from ledger.session.tables import TableBoard
from ledger.subjects.deals import ManualOverride, auction_events
from ledger.subjects.play.decide import correction_event
from ledger.subjects.play.facts import ResultCorrected, ResultRecorded
from ledger.subjects.rulings.facts import RulingAmended, RulingGiven, RulingWithdrawn
from ledger.subjects.sheets import ImportSheet, SheetLine


class SheetSeats:
    """The seats recorded in a session and those of the file's lines, added line by line.

    A pair's seats identify its play, because it plays a board once. Teams' meetings differ by round and table.
    """

    def __init__(self, session: Session, lines: Iterable[tuple[int, Seating]]) -> None:
        self._once = sits_at_one_table(session)
        self._one_match = session.opened is not None and FORMS[session.opening.scoring].one_match
        self._met: dict[tuple[int, tuple[str, str]], list[Seating]] = defaultdict(list)
        self._seated: dict[tuple[int, str], tuple[str, str]] = {}  # the seats in which a contestant plays a board
        self._tables: dict[tuple[int, str], list[Seating]] = defaultdict(list)
        self._file: set[tuple[int, Seating]] = set()
        self._rounds: dict[tuple[frozenset[str], int | None], set[int | None]] = defaultdict(set)
        self._corrected = [played for played in (*session.table_boards(), *session.voided.values()) if played.reseated]
        for played in session.table_boards():
            self._add_seating(played.board, played.seating, played.table)
            self._rounds_of(played.board, played.seating).add(played.round)
        for board, seating in lines:  # all rounds in which a file's teams meet are known first
            self._rounds_of(board, seating).add(seating.round)

    def since_corrected(self, board: int, seating: Seating, fits: Callable[[TableBoard], bool]) -> TableBoard | None:
        """Return the play a line is about if the seats of the play were corrected after its import; else None.

        If exchanged contestants make two plays possible, the one that `fits` the line's contents is returned.
        """
        first = [
            each for each in self._corrected if each.board == board and self._is_same_play(each.first_seating, seating)
        ]
        current = [
            each for each in self._corrected if each.board == board and self._is_same_play(each.seating, seating)
        ]
        best = min((*first, *current), key=lambda each: not fits(each), default=None) if first else None
        return None if best in current else best

    def _is_same_play(self, first: Seating, second: Seating) -> bool:
        return first.pair == second.pair if self._once else first.may_be(second)

    def take(self, board: int, seating: Seating) -> Seating:
        """Return the seats first recorded for a line's play. Refusal: another line contradicts it, or two plays fit."""
        known = self._find_known(board, seating)
        if not known:
            rounds = self._rounds_of(board, seating)
            if not self._once and seating.round is None and len(rounds - {None}) > 1:
                raise Refusal("which-round", f"{seating} meet in {rounds_text(rounds - {None})}: which round?")
        for contestant in seating.everyone if self._once else ():
            if (pair := self._seated.get((board, contestant), seating.pair)) != seating.pair:
                raise Refusal("played-already", f"{contestant} has another line on board {board}, {Seating(*pair)}")
        if known and (board, known) in self._file:
            raise Refusal("played-already", f"{seating} stands twice on board {board}")
        at_table = self._tables[board, seating.table] if seating.table else []
        if taken := next((each for each in at_table if self._is_taken(each, seating)), None):
            raise Refusal("table-twice", f"table {seating.table} has another line on board {board}, {taken}")
        self._add_seating(board, seating, seating.table)
        self._file.add((board, known or seating))
        return known or seating

    def mention(self, board: int, seating: Seating) -> None:
        """Note that the file mentions a play, though the line is not recorded."""
        self._file |= {(board, each) for each in self._met[board, seating.pair] if self._is_same_play(each, seating)}

    def in_file(self, played: TableBoard) -> bool:
        """Return whether the file has a line about this play."""
        return (played.board, played.seating) in self._file

    def _find_known(self, board: int, seating: Seating) -> Seating | None:
        met = self._met[board, seating.pair]
        if self._once or seating in met:
            return seating if seating in met else next(iter(met), None)
        same = [each for each in met if each.may_be(seating)]
        if len(same) > 1:
            raise Refusal("bad-table", f"{len(same)} tables of board {board} are {seating}: which round, which table?")
        return same[0] if same else None

    def _rounds_of(self, board: int, seating: Seating) -> set[int | None]:
        """Return the rounds in which two teams meet: on any board, or, in a knockout, on this board."""
        return self._rounds[seating.match, board if self._one_match else None]

    def _is_taken(self, seated: Seating, seating: Seating) -> bool:
        """Return whether other contestants sat at the table; for teams, the same two teams the other way round."""
        if self._once:
            rounds = {seated.round, seating.round}
            return seated.pair != seating.pair and (None in rounds or len(rounds) == 1)
        meeting_again = seated.round and seating.round and seated.round != seating.round
        return seated.match == seating.match and seated.pair != seating.pair and not meeting_again

    def _add_seating(self, board: int, seating: Seating, table: str | None) -> None:
        if not self._find_known(board, seating):
            self._met[board, seating.pair].append(seating)
        self._seated.update({(board, contestant): seating.pair for contestant in seating.everyone})
        if table:
            self._tables[board, table].append(seating)


IMPORTED = "imported, not stated"
"""The reason of an award that a file states without a reason."""


class _ReadLine(NamedTuple):
    """A line of the file with its seats; `played`: the recorded play of the board with these seats, if any."""

    line: SheetLine
    seating: Seating
    played: TableBoard | None

    @property
    def result_number(self) -> tuple[int, ...]:
        return (self.played.results[-1].number,) if self.played and self.played.results else ()


class SheetLines:
    """The lines of a result file compared with the log: events to record, lines left out, and remarks.

    `elsewhere`: lines left out because their contestants or table are recorded in another place; `undecided`: questions
    about lines without a score; `beneath`: rulings a director must look at again. `erased`: plays the file reports
    erased.
    """

    def __init__(self, session: Session, command: ImportSheet, erased: Iterable[TableBoard] = ()) -> None:
        self.session = session
        self._partial, self._device, self._erased = command.partial, command.device, tuple(erased)
        self._correction_reason = "put right where it was entered" if command.partial else "the file was changed"
        doubles = sort_repeated_lines(self._seat_lines(command.lines), once=sits_at_one_table(session))
        self.lines, self._aside = doubles.counting, [each for each, _ in doubles.aside]
        self.skipped = [*(Remark(*problem) for problem in command.problems), *(why for _, why in doubles.aside)]
        self.elsewhere: list[Remark] = []
        self.notes = doubles.repeated
        self._repeated, self._recorded, self._known, self._left_out = len(doubles.repeated), 0, 0, len(doubles.aside)
        self.undecided: list[Remark] = []
        self.beneath: list[Remark] = []
        self._cases = len(session.rulings)
        in_force = {case for played in session.table_boards() for case in played.cases}
        # a later ruling replaces an earlier one in the table: those in force win, among them the file's
        last = [ruling for ruling in session.rulings.values() if ruling.case in in_force]
        last.sort(key=lambda ruling: ruling.score_in_file is not None)
        self._rulings = {(each.board, each.seating): each for each in (*session.rulings.values(), *last)}
        self._plan = SheetPlan(session, command)
        seats = ((line.where.board, typed_seats(label_address(session, line.where))) for line in self.lines)
        self._seats = SheetSeats(session, seats)

    def _seat_lines(self, lines: Iterable[SheetLine]) -> Iterator[SeatedLine]:
        for at, line in enumerate(lines):
            if not line.erased:
                seating = typed_seats(label_address(self.session, line.where))
                played = self.session.boards.get(line.where.board, {}).get(seating)
                yield SeatedLine(at, line, seating, played is not None and _is_as_in_file(line, played))

    def uncommitted(self) -> list[ProposedEvent]:
        """Return the events of all lines; a line that cannot be recorded is added to `skipped`."""
        events: list[ProposedEvent] = []
        for line in self.lines:
            try:
                seating = self._seating_of(line)
                if why := self._plan.against(line, seating):
                    self.skipped.append(Remark(line.place, why))
                    self._left_out += 1
                    continue
                before, of_line = len(self.undecided), self._events_of_line(line, seating)
                events += of_line
                if of_line:
                    self._recorded += 1
                elif len(self.undecided) > before:
                    self._left_out += 1
                else:
                    self._known += 1
            except Refusal as refusal:
                self._left_out += 1
                self.skipped.append(
                    Remark(
                        line.place,
                        explain_refused_line(self.session, line, refusal) if self._device else refusal.message,
                    )
                )
                self.elsewhere += self.skipped[-1:] if refusal.code in ELSEWHERE else []
        for line_aside in self._aside:
            self._seats.mention(line_aside.board, line_aside.seating)
        for played in self._erased:
            self._seats.mention(played.board, played.seating)
        if not (self._partial or (self._device and self.skipped)):  # a line left out may be the missing one
            gone = "recorded earlier, and no longer in the file: `result void` takes it away"
            for played in self.session.table_boards():
                if not self._seats.in_file(played) and played.results and played.results[0].imported:
                    self.notes.append(Remark(played.name, gone))
        self.notes += self._plan.notes
        return [*self._entry_events(events), *events]

    def tally(self, erased: int, refused: int) -> SheetTally:
        """Return the number of lines by outcome; `refused` of the `erased` lines of the device could not be voided."""
        return SheetTally(self._recorded, self._known, self._repeated, self._left_out + refused, erased - refused)

    def _events_of_line(self, line: SheetLine, seating: Seating) -> list[ProposedEvent]:
        """Return the events of one line. Refusal: this line alone cannot be recorded."""
        seating = self._seats.take(line.where.board, seating)
        read = _ReadLine(line, seating, self.session.boards[line.where.board].get(seating))
        if line.undecided and not (read.played and (read.played.cases or read.played.absence)):
            if read.played is None or not read.played.results:
                self.undecided.append(Remark(line.place, line.undecided))
            elif read.played.results[-1].imported:
                till_then = f"{read.played.result} (#{read.played.results[-1].number}) stays till then"
                self.undecided.append(Remark(line.place, f"{line.undecided}; {till_then}"))
        events = [*self._result_events(read), *self._ruling_events(read)]
        corrections = [proposed for proposed in events if isinstance(proposed.event, ResultCorrected)]
        if (played := read.played) and line.result and played.cases and (corrections or played.result == line.result):
            # rulings given on another result than the file's: a director must look at them again
            corrected_session = session_after(self.session, corrections)
            outdated = outdated_at(corrected_session, corrected_session.boards[played.board][played.seating])
            self.beneath += [Remark(line.place, proposed.text) for proposed in outdated]
        if events or read.played:
            place = seating.at(line.where.round, line.where.table)
            try:
                events += list(auction_events(line.where.board, place, read.played, line.record))
            except ManualOverride:
                stays = "the file has another auction or play; what was recorded here by hand stays"
                self.notes.append(Remark(line.place, stays))
        for proposed in events:
            check_is_playing(self.session, proposed.event)
        return events

    def _seating_of(self, line: SheetLine) -> Seating:
        where = label_address(self.session, line.where)
        seating = typed_seats(where)
        if where.board not in self.session.boards:
            raise Refusal("no-such-board", f"board {where.board} is not in this session")
        for newcomer in (each for each in seating.everyone if each not in self.session.contestants):
            check_label(newcomer, self.session.opening)
        # A file may say of both contestants that they sat the other way round: 1EW North–South, 1NS East–West
        check_seating(self.session, seating, either_way=seating.ns.endswith("EW") and seating.ew.endswith("NS"))
        if corrected_play := self._seats.since_corrected(
            where.board, seating, lambda played: _is_as_in_file(line, played)
        ):
            since = f"{corrected_play.seating} since #{corrected_play.reseated[-1].number}, and stays so"
            self.notes.append(Remark(line.place, f"board {where.board}, {seating}: corrected here to {since}"))
            seating = structs.replace(corrected_play.seating, round=corrected_play.round, table=corrected_play.table)
        return seating

    def _result_events(self, read: _ReadLine) -> Iterator[ProposedEvent]:
        line, played = read.line, read.played
        if line.result is None:
            return
        gone = None if played else self.session.last_voided(line.where.board, read.seating)
        if gone and not gone.erased and _is_as_in_file(line, gone):
            self.notes.append(Remark(line.place, "was voided here and stays so: `result add` records it again"))
        elif played is None or not played.results:
            where, place = line.where, read.seating.at(line.where.round, line.where.table).place
            event = ResultRecorded(where.board, *read.seating.pair, line.result, line.lead, imported=True, **place)
            yield ProposedEvent(event)
        elif not _is_as_in_file(line, played) and (played.result, played.lead) != (line.result, line.lead):
            # an unchanged line leaves what was recorded by hand
            yield correction_event(played, line.result, line.lead, self._correction_reason, imported=True)

    def _ruling_events(self, read: _ReadLine) -> Iterator[ProposedEvent]:
        line = read.line
        ruling = self._rulings.get((line.where.board, read.seating))
        if line.adjustment:
            check_artificial(line.adjustment, self.session)
        if line.adjustment == (ruling.score_in_file if ruling else None):
            return  # unchanged in the file: later rulings by hand stay
        if ruling and not ruling.by_file:
            stays = "was withdrawn here and stays so" if ruling.withdrawn else "was given here and stays"
            says = f"the file says {line.adjustment or 'no award'}, {ruling.case} {stays}"
            self.notes.append(Remark(line.place, says))
        elif ruling and line.adjustment is None:
            withdrawn = RulingWithdrawn(ruling.case, "the file no longer has it", imported=True)
            yield ProposedEvent(withdrawn, (ruling.events[-1],))
        elif ruling and line.adjustment and not ruling.withdrawn:
            amended = RulingAmended(case=ruling.case, adjustment=line.adjustment, reason=IMPORTED, imported=True)
            yield ProposedEvent(amended, (ruling.events[-1],))
        elif line.adjustment:
            self._cases += 1
            given = RulingGiven(
                case=f"R-{self._cases:04d}",
                board=line.where.board,
                **structs.asdict(read.seating),
                adjustment=line.adjustment,
                reason=IMPORTED,
                imported=True,
            )
            yield ProposedEvent(given, (ruling.events[-1],) if ruling else read.result_number)

    def _entry_events(self, events: Iterable[ProposedEvent]) -> tuple[ProposedEvent, ...]:
        if self.session.opening.entry == "listed":
            return ()
        named = dict.fromkeys(
            contestant
            for each in events
            if isinstance(each.event, ResultRecorded | RulingGiven)
            for contestant in each.event.seating.everyone
        )
        return enter_new(named, self.session)


def _is_as_in_file(line: SheetLine, played: TableBoard) -> bool:
    imported = next((result for result in reversed(played.results) if result.imported), None)
    return imported is not None and (imported.result, imported.lead) == (line.result, line.lead)

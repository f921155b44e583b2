"""The lines of a result file, one by one: which table's play each is about, and what it says that the log does not."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple

from msgspec import structs

from ledger.decide.sheet.devices import ELSEWHERE, SheetPlan, supposing, what_helps
from ledger.decide.sheet.doubles import SeatedLine, without_doubles
from ledger.errors import Refusal
from ledger.guards.boards import check_takes_part
from ledger.guards.entering import check_label, enter
from ledger.guards.judging import check_artificial
from ledger.guards.seats import check_seating
from ledger.kernel.at_table import Where
from ledger.projections.finality import outdated_at
from ledger.scoring.forms import FORMS
from ledger.scoring.line import Seating
from ledger.session.cases import Ruling
from ledger.session.places import labelled, rounds_text, sits_once
from ledger.session.response import ProposedEvent, Remark, SheetTally
from ledger.session.state import Session
from ledger.session.tables import TableBoard
from ledger.subjects.deals import ManualOverride, of_sheet
from ledger.subjects.play.decide import corrected
from ledger.subjects.play.facts import ResultCorrected, ResultRecorded
from ledger.subjects.rulings.facts import RulingAmended, RulingGiven, RulingWithdrawn
from ledger.subjects.sheets import ImportSheet, SheetLine


class SheetSeats:
    """The seats of a session, and of the lines of a file as they are read.

    A pair's seats say all: it plays a board once. Of teams, round and table tell one meeting from another.
    """

    def __init__(self, session: Session) -> None:
        self._once = sits_once(session)
        self._one_match = session.opened is not None and FORMS[session.opening.scoring].one_match
        self._met: dict[tuple[int, tuple[str, str]], list[Seating]] = defaultdict(list)
        self._seated: dict[tuple[int, str], tuple[str, str]] = {}  # whom a pair has on a board already
        self._tables: dict[tuple[int, str], list[Seating]] = defaultdict(list)
        self._file: set[tuple[int, Seating]] = set()
        self._rounds: dict[tuple[frozenset[str], int | None], set[int | None]] = defaultdict(set)
        self._corrected = [played for played in (*session.table_boards(), *session.voided.values()) if played.reseated]
        for played in session.table_boards():
            self._seat(played.board, played.seating, played.table)
            self._rounds_of(played.board, played.seating).add(played.round)

    def meet(self, lines: Iterable[tuple[int, Seating]]) -> None:
        """Take notice of the rounds the teams of a file meet in, before its lines are taken one by one."""
        for board, seating in lines:
            self._rounds_of(board, seating).add(seating.round)

    def since_corrected(self, board: int, seating: Seating, fits: Callable[[TableBoard], bool]) -> TableBoard | None:
        """The table's play that a line says to be theirs who were first recorded there, where that was corrected here.

        Where others were taken for these, so that it may be about either, it is about what `fits` what it says.
        """
        first = [each for each in self._corrected if each.board == board and self._same(each.first_seating, seating)]
        there = [each for each in self._corrected if each.board == board and self._same(each.seating, seating)]
        found = min((*first, *there), key=lambda each: not fits(each), default=None) if first else None
        return None if found in there else found

    def _same(self, one: Seating, other: Seating) -> bool:
        return one.pair == other.pair if self._once else one.may_be(other)

    def take(self, board: int, seating: Seating) -> Seating:
        """The play of the board a line is about, as it was first said; refused where it contradicts another line."""
        known = self._known(board, seating)
        if not known:
            rounds = self._rounds_of(board, seating)
            if not self._once and seating.round is None and len(rounds - {None}) > 1:
                raise Refusal("which-round", f"{seating} meet in {rounds_text(rounds - {None})}: which round?")
        self._check(board, seating, known)
        self._seat(board, seating, seating.table)
        self._file.add((board, known or seating))
        return known or seating

    def mention(self, board: int, seating: Seating) -> None:
        """Take notice that the file speaks of this play, though what it says does not count."""
        self._file |= {(board, each) for each in self._met[board, seating.pair] if self._same(each, seating)}

    def in_file(self, played: TableBoard) -> bool:
        """Whether a line of the file was about this."""
        return (played.board, played.seating) in self._file

    def _known(self, board: int, seating: Seating) -> Seating | None:
        met = self._met[board, seating.pair]
        if self._once or seating in met:
            return seating if seating in met else next(iter(met), None)
        same = [each for each in met if each.may_be(seating)]
        if len(same) > 1:
            raise Refusal("bad-table", f"{len(same)} tables of board {board} are {seating}: which round, which table?")
        return same[0] if same else None

    def _rounds_of(self, board: int, seating: Seating) -> set[int | None]:
        """The rounds in which two meet: over all their boards, and in a knockout, which is one match, over this one."""
        return self._rounds[seating.match, board if self._one_match else None]

    def _check(self, board: int, seating: Seating, known: Seating | None) -> None:
        for contestant in seating.everyone if self._once else ():
            if (pair := self._seated.get((board, contestant), seating.pair)) != seating.pair:
                raise Refusal("played-already", f"{contestant} has another line on board {board}, {Seating(*pair)}")
        if known and (board, known) in self._file:
            raise Refusal("played-already", f"{seating} stands twice on board {board}")
        there = self._tables[board, seating.table] if seating.table else []
        if taken := next((each for each in there if self._taken(each, seating)), None):
            raise Refusal("table-twice", f"table {seating.table} has another line on board {board}, {taken}")

    def _taken(self, other: Seating, seating: Seating) -> bool:
        """Whether others sat at the table; every match of teams has rooms of its own, whatever they are called."""
        if self._once:
            rounds = {other.round, seating.round}
            return other.pair != seating.pair and (None in rounds or len(rounds) == 1)
        meeting_again = other.round and seating.round and other.round != seating.round
        return other.match == seating.match and other.pair != seating.pair and not meeting_again

    def _seat(self, board: int, seating: Seating, table: str | None) -> None:
        if not self._known(board, seating):
            self._met[board, seating.pair].append(seating)
        self._seated.update({(board, contestant): seating.pair for contestant in seating.everyone})
        if table:
            self._tables[board, table].append(seating)


IMPORTED = "imported, not stated"
"""The reason of an award a file states without one."""


class _Read(NamedTuple):
    """A line of the file, the table's play of a board it is about, and what is recorded of that."""

    line: SheetLine
    seating: Seating
    played: TableBoard | None

    @property
    def result_number(self) -> tuple[int, ...]:
        return (self.played.results[-1].number,) if self.played and self.played.results else ()


class SheetLines:
    """A result file against what is recorded: the events it leads to, the lines left out, what to look at.

    `elsewhere` are those of the lines left out whose contestants, or table, are recorded in another place; `undecided`
    what a person has to say of lines without a score; `beneath` which rulings a director has to look at again. `erased`
    are those of whom the file says that they are no more.
    """

    def __init__(self, session: Session, command: ImportSheet, erased: Iterable[TableBoard] = ()) -> None:
        self.session = session
        self._partial, self._device, self._erased = command.partial, command.device, tuple(erased)
        self._why_otherwise = "put right where it was entered" if command.partial else "the file was changed"
        doubles = without_doubles(self._seated(command.lines), once=sits_once(session))
        self.lines, self._aside = doubles.counting, [each for each, _ in doubles.aside]
        self.skipped = [*(Remark(*problem) for problem in command.problems), *(why for _, why in doubles.aside)]
        self.elsewhere: list[Remark] = []
        self.notes = doubles.again
        self._repeated, self._recorded, self._known, self._left = len(doubles.again), 0, 0, len(doubles.aside)
        self.undecided: list[Remark] = []
        self.beneath: list[Remark] = []
        self._cases = len(session.rulings)
        self._rulings = {(ruling.board, ruling.seating): ruling for ruling in _in_force_last(session)}
        self._plan = SheetPlan(session, command)
        self._seats = SheetSeats(session)
        self._seats.meet((line.where.board, _seating(labelled(session, line.where))) for line in self.lines)

    def _seated(self, lines: Iterable[SheetLine]) -> Iterator[SeatedLine]:
        for at, line in enumerate(lines):
            if not line.erased:
                seating = _seating(labelled(self.session, line.where))
                played = self.session.boards.get(line.where.board, {}).get(seating)
                yield SeatedLine(at, line, seating, played is not None and _as_the_file_said(line, played))

    def uncommitted(self) -> list[ProposedEvent]:
        """What is to be recorded of the file."""
        found: list[ProposedEvent] = []
        for line in self.lines:
            try:
                seating = self._who(line)
                if why := self._plan.against(line, seating):
                    self.skipped.append(Remark(line.place, why))
                    self._left += 1
                else:
                    found += self._counted(line, seating)
            except Refusal as refusal:
                self._left += 1
                self.skipped.append(
                    Remark(line.place, what_helps(self.session, line, refusal) if self._device else refusal.message)
                )
                self.elsewhere += self.skipped[-1:] if refusal.code in ELSEWHERE else []
        for each in self._aside:
            self._seats.mention(each.board, each.seating)
        for played in self._erased:
            self._seats.mention(played.board, played.seating)
        if not (self._partial or (self._device and self.skipped)):  # else a line left out may be what is missing
            gone = "recorded earlier, and no longer in the file: `result void` takes it away"
            for played in self.session.table_boards():
                if not self._seats.in_file(played) and played.results and played.results[0].imported:
                    self.notes.append(Remark(played.name, gone))
        self.notes += self._plan.notes
        return [*self._entering(found), *found]

    def _counted(self, line: SheetLine, seating: Seating) -> list[ProposedEvent]:
        asked = len(self.undecided)
        found = self._line(line, seating)
        if found:
            self._recorded += 1
        elif len(self.undecided) > asked:
            self._left += 1
        else:
            self._known += 1
        return found

    def tally(self, erased: int, refused: int) -> SheetTally:
        """What became of the lines; of those a device erased, so many are refused."""
        return SheetTally(self._recorded, self._known, self._repeated, self._left + refused, erased - refused)

    def _line(self, line: SheetLine, seating: Seating) -> list[ProposedEvent]:
        """What one line leads to; refused where it cannot be, for who is absent too: the rest of the file stands."""
        seating = self._seats.take(line.where.board, seating)
        read = _Read(line, seating, self.session.boards[line.where.board].get(seating))
        self._ask(read)
        found = [*self._result(read), *self._ruling(read)]
        self._ask_again(read, [each for each in found if isinstance(each.event, ResultCorrected)])
        if found or read.played:
            place = seating.at(line.where.round, line.where.table)
            try:
                found += list(of_sheet(line.where.board, place, read.played, line.record))
            except ManualOverride:
                stays = "the file has another auction or play; what was recorded here by hand stays"
                self.notes.append(Remark(line.place, stays))
        for each in found:
            check_takes_part(self.session, each.event)
        return found

    def _ask(self, read: _Read) -> None:
        line, played = read.line, read.played
        if not line.undecided or (played and (played.cases or played.absence)):
            return
        if played is None or not played.results:
            self.undecided.append(Remark(line.place, line.undecided))
        elif played.results[-1].imported:
            till_then = f"{played.result} (#{played.results[-1].number}) stays till then"
            self.undecided.append(Remark(line.place, f"{line.undecided}; {till_then}"))

    def _ask_again(self, read: _Read, corrections: Sequence[ProposedEvent]) -> None:
        """What a director has to look at again: rulings that were given on something else than the file now has."""
        played, now = read.played, read.line.result
        if played is None or now is None or not (played.cases and (corrections or played.result == now)):
            return
        then = supposing(self.session, corrections)
        for each in outdated_at(then, then.boards[played.board][played.seating]):
            self.beneath.append(Remark(read.line.place, each.text))

    def _who(self, line: SheetLine) -> Seating:
        where = labelled(self.session, line.where)
        seating = _seating(where)
        if where.board not in self.session.boards:
            raise Refusal("no-such-board", f"board {where.board} is not in this session")
        for newcomer in (each for each in seating.everyone if each not in self.session.contestants):
            check_label(newcomer, self.session.opening)
        # A file may say of both contestants that they sat the other way round: 1EW North–South, 1NS East–West
        check_seating(self.session, seating, either_way=seating.ns.endswith("EW") and seating.ew.endswith("NS"))
        if now := self._seats.since_corrected(where.board, seating, lambda played: _as_the_file_said(line, played)):
            since = f"{now.seating} since #{now.reseated[-1].number}, and stays so"
            self.notes.append(Remark(line.place, f"board {where.board}, {seating}: corrected here to {since}"))
            seating = structs.replace(now.seating, round=now.round, table=now.table)
        return seating

    def _result(self, read: _Read) -> Iterator[ProposedEvent]:
        line, played = read.line, read.played
        if line.result is None:
            return
        gone = None if played else self.session.last_voided(line.where.board, read.seating)
        if gone and not gone.erased and _as_the_file_said(line, gone):
            self.notes.append(Remark(line.place, "was voided here and stays so: `result add` records it again"))
        elif played is None or not played.results:
            yield ProposedEvent(_recorded(read))
        elif not _as_the_file_said(line, played) and (played.result, played.lead) != (line.result, line.lead):
            # else what a person recorded by hand since stays
            yield corrected(played, line.result, line.lead, self._why_otherwise, imported=True)

    def _ruling(self, read: _Read) -> Iterator[ProposedEvent]:
        line = read.line
        ruling = self._rulings.get((line.where.board, read.seating))
        if line.adjustment:
            check_artificial(line.adjustment, self.session)
        if line.adjustment == (ruling.file_says if ruling else None):
            return  # as the file said last time; whatever was ruled by hand since stays
        if ruling and not ruling.by_file:
            stays = "was withdrawn here and stays so" if ruling.withdrawn else "was given here and stays"
            says = f"the file says {line.adjustment or 'no award'}, {ruling.case} {stays}"
            self.notes.append(Remark(line.place, says))
        elif ruling:
            yield self._changed(read, ruling)
        else:
            yield ProposedEvent(self._given(read), read.result_number)

    def _changed(self, read: _Read, ruling: Ruling) -> ProposedEvent:
        because, adjustment = (ruling.events[-1],), read.line.adjustment
        if adjustment is None:
            return ProposedEvent(RulingWithdrawn(ruling.case, "the file no longer has it", imported=True), because)
        if ruling.withdrawn:
            return ProposedEvent(self._given(read), because)
        amended = RulingAmended(case=ruling.case, adjustment=adjustment, reason=IMPORTED, imported=True)
        return ProposedEvent(amended, because)

    def _given(self, read: _Read) -> RulingGiven:
        adjustment = read.line.adjustment
        if adjustment is None:
            raise ValueError(f"{read.line.place} states no award")
        self._cases += 1
        return RulingGiven(
            case=f"R-{self._cases:04d}",
            board=read.line.where.board,
            **structs.asdict(read.seating),
            adjustment=adjustment,
            reason=IMPORTED,
            imported=True,
        )

    def _entering(self, found: Iterable[ProposedEvent]) -> tuple[ProposedEvent, ...]:
        if self.session.opening.entry == "listed":
            return ()
        named = dict.fromkeys(
            contestant
            for each in found
            if isinstance(each.event, ResultRecorded | RulingGiven)
            for contestant in each.event.seating.everyone
        )
        new = (contestant for contestant in named if contestant not in self.session.contestants)
        return enter(new, self.session.opening)


def _seating(where: Where) -> Seating:
    return Seating(where.ns or "", where.ew or "", where.round, where.table)


def _in_force_last(session: Session) -> list[Ruling]:
    """Every ruling, those in force last, and of those the file's: of a table's board the last word comes last."""
    in_force = {case for played in session.table_boards() for case in played.cases}

    def order(ruling: Ruling) -> tuple[bool, bool]:
        standing = ruling.case in in_force
        return standing, standing and ruling.file_says is not None

    return sorted(session.rulings.values(), key=order)


def _recorded(read: _Read) -> ResultRecorded:
    line, seating = read.line, read.seating
    if line.result is None:
        raise ValueError(f"{line.place} states no result")
    place = seating.at(line.where.round, line.where.table).place
    return ResultRecorded(line.where.board, *seating.pair, line.result, line.lead, imported=True, **place)


def _as_the_file_said(line: SheetLine, played: TableBoard) -> bool:
    said = next((result for result in reversed(played.results) if result.imported), None)
    return said is not None and (said.result, said.lead) == (line.result, line.lead)

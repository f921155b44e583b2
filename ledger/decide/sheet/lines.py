"""The lines of a result file, one by one: what each says that the log does not yet say."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from msgspec import structs

from ledger.decide.auctions import ManualOverride, of_sheet
from ledger.decide.entering import check_label, enter
from ledger.decide.guards.boards import check_takes_part
from ledger.decide.judging import check_artificial
from ledger.decide.play import corrected
from ledger.decide.response import ProposedEvent, Remark
from ledger.decide.seats import check_seating
from ledger.decide.sheet.devices import ELSEWHERE, what_helps
from ledger.decide.sheet.doubles import SeatedLine, without_doubles
from ledger.decide.sheet.planned import SheetPlan
from ledger.decide.sheet.seats import SheetSeats
from ledger.decide.sheet.supposing import supposing
from ledger.errors import Refusal
from ledger.facts import ImportSheet, SheetLine, Where
from ledger.facts.play import ResultCorrected, ResultRecorded
from ledger.facts.rulings import RulingAmended, RulingGiven, RulingWithdrawn
from ledger.scoring.line import Seating
from ledger.session import Ruling, Session, TableBoard
from ledger.session.overtaken import overtaken_at
from ledger.session.places import labelled, sits_once

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
                else:
                    found += self._line(line, seating)
            except Refusal as refusal:
                self.skipped.append(Remark(line.place, self._why(line, refusal)))
                self.elsewhere += self.skipped[-1:] if refusal.code in ELSEWHERE else []
        for each in self._aside:
            self._seats.mention(each.board, each.seating)
        for played in self._erased:
            self._seats.mention(played.board, played.seating)
        if not (self._partial or (self._device and self.skipped)):  # else a line left out may be what is missing
            self._note_missing()
        self.notes += self._plan.notes
        return [*self._entering(found), *found]

    def _line(self, line: SheetLine, seating: Seating) -> list[ProposedEvent]:
        """What one line leads to; refused where it cannot be, for who is absent too: the rest of the file stands."""
        seating = self._seats.take(line.where.board, seating)
        read = _Read(line, seating, self.session.boards[line.where.board].get(seating))
        self._ask(read)
        found = [*self._result(read), *self._ruling(read)]
        self._ask_again(read, [each for each in found if isinstance(each.event, ResultCorrected)])
        found += self._record(read) if found or read.played else ()
        for each in found:
            check_takes_part(self.session, each.event)
        return found

    def _why(self, line: SheetLine, refusal: Refusal) -> str:
        """Why a line is left out; of a device, whose line nobody has on paper, also what it says and what helps."""
        return what_helps(self.session, line, refusal) if self._device else refusal.message

    def _ask(self, read: _Read) -> None:
        """What a person has to say of a line without a score, until one has said it here."""
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
        for each in overtaken_at(then, then.boards[played.board][played.seating]):
            self.beneath.append(Remark(read.line.place, each.text))

    def _who(self, line: SheetLine) -> Seating:
        """Who the line is about, as it was corrected here; refused where it cannot be."""
        where = labelled(self.session, line.where)
        seating = _seating(where)
        if where.board not in self.session.boards:
            raise Refusal("no-such-board", f"board {where.board} is not in this session")
        for newcomer in (each for each in seating.everyone if each not in self.session.contestants):
            check_label(newcomer, self.session.opening)
        check_seating(self.session, seating, either_way=_turned(seating))
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

    def _record(self, read: _Read) -> list[ProposedEvent]:
        """What the line says of the auction and the play."""
        line, place = read.line, read.seating.at(read.line.where.round, read.line.where.table)
        try:
            return list(of_sheet(line.where.board, place, read.played, line.record))
        except ManualOverride:
            stays = "the file has another auction or play; what was recorded here by hand stays"
            self.notes.append(Remark(line.place, stays))
            return []

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
        """The file's award, where it said another or none when it was last imported."""
        because, adjustment = (ruling.events[-1],), read.line.adjustment
        if adjustment is None:
            return ProposedEvent(RulingWithdrawn(ruling.case, "the file no longer has it", imported=True), because)
        if ruling.withdrawn:
            return ProposedEvent(self._given(read), because)
        amended = RulingAmended(case=ruling.case, adjustment=adjustment, **_grounds(read.line), imported=True)
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
            **_grounds(read.line),
            imported=True,
        )

    def _entering(self, found: Iterable[ProposedEvent]) -> tuple[ProposedEvent, ...]:
        """The contestants an open entry takes in with these lines."""
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

    def _note_missing(self) -> None:
        for played in self.session.table_boards():
            if not self._seats.in_file(played) and played.results and played.results[0].imported:
                gone = "recorded earlier, and no longer in the file: `result void` takes it away"
                self.notes.append(Remark(played.name, gone))


def _seating(where: Where) -> Seating:
    return Seating(where.ns or "", where.ew or "", where.round, where.table)


def _turned(seating: Seating) -> bool:
    """Whether a file says of both contestants that they sat the other way round: 1EW North–South, 1NS East–West."""
    return seating.ns.endswith("EW") and seating.ew.endswith("NS")


def _in_force_last(session: Session) -> list[Ruling]:
    """Every ruling, those in force after those that are not: of a table's board the last word comes last.

    Of several in force it is that of the file, where one is.
    """
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


def _grounds(line: SheetLine) -> dict[str, Any]:
    """What the award of a line rests on, as far as the file says."""
    said = {name: value for name, value in structs.asdict(line.grounds).items() if value is not None}
    return {"reason": IMPORTED, **said}


def _as_the_file_said(line: SheetLine, played: TableBoard) -> bool:
    said = next((result for result in reversed(played.results) if result.imported), None)
    return said is not None and (said.result, said.lead) == (line.result, line.lead)

"""Lines that were taken back where they were entered: what they said is voided, unless a person said more since."""

from collections.abc import Iterator

from ledger.commands import ImportSheet, SheetLine
from ledger.decide.response import Remark, Uncommitted
from ledger.decide.results import void
from ledger.errors import Refusal
from ledger.events.rulings import RulingWithdrawn
from ledger.scoring.line import Seating
from ledger.session import Session, TableBoard
from ledger.session.places import labelled

_ERASED = "erased where it was entered"


class ErasedLines:
    """What is voided of a session because a device no longer holds it, and what a person has to look at instead.

    `about` are the tables' plays that it said were erased.
    """

    def __init__(self, session: Session, command: ImportSheet) -> None:
        self.session = session
        self.skipped: list[Remark] = []
        self.uncommitted: list[Uncommitted] = []
        self.about: list[TableBoard] = []
        for line in (each for each in command.lines if each.erased):
            try:
                self.uncommitted += self._taken_back(line)
            except Refusal as refusal:
                self.skipped.append(Remark(line.place, f"{_ERASED}: {refusal.message}"))

    def _taken_back(self, line: SheetLine) -> Iterator[Uncommitted]:
        played = self._played(line)
        self.about += [played] if played else []
        if played is None or not _is_from_file(self.session, played):
            return
        if played.reseated or (played.results and not played.results[-1].imported):
            now = f"{played.seating} have {played.result}" if played.result else str(played.seating)
            since = f"corrected here since (#{played.events[-1]}): {now}, and stays so"
            raise Refusal("has-dependants", f"{since}; `result void {_named(played)}`, if it never was")
        by_file = [ruling for ruling in self.session.rulings_of(played) if ruling.by_file]
        others = [case for case in played.cases if case not in {ruling.case for ruling in by_file}]
        if others:
            stays = f"{' and '.join(others)} stands on it, and it stays so"
            withdraw = " and ".join(f"`ruling withdraw {case}`" for case in others)
            raise Refusal("has-dependants", f"{stays}; {withdraw}, if it never was")
        for ruling in by_file:
            yield Uncommitted(RulingWithdrawn(ruling.case, _ERASED, imported=True), (ruling.events[-1],))
        if played.results:
            yield void(played, _ERASED, imported=True)

    def _played(self, line: SheetLine) -> TableBoard | None:
        """The table's play the line was about, whoever is said to have sat there since."""
        where = labelled(self.session, line.where)
        lines = self.session.boards.get(where.board, {}).values()
        if not (where.ns and where.ew):  # a device that takes a result back need not say whose it was
            return next((each for each in lines if (each.table, each.round) == (where.table, where.round)), None)
        seating = Seating(where.ns, where.ew, where.round, where.table)
        return next((each for each in lines if each.first_seating.may_be(seating)), None)


def _named(played: TableBoard) -> str:
    """A table of which something is recorded, as it is typed."""
    return f"{played.board}/{played.table}" if played.table else f"{played.board} --ns {played.seating.ns}"


def _is_from_file(session: Session, played: TableBoard) -> bool:
    said = any(result.imported for result in played.results)
    return said or any(ruling.by_file for ruling in session.rulings_of(played))

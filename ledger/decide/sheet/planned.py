"""The lines of a result file held against the movement: that of the session, and the one a device has itself.

What a device says otherwise than planned waits for a person. So does what it says of a number that is nobody's, which
is in no movement and was not entered. Another program's line is recorded, and it is told what is planned.
"""

from ledger.decide.response import Remark
from ledger.facts import ImportSheet, SheetLine
from ledger.labels import DIRECTED
from ledger.scoring.line import Seating
from ledger.session import Session
from ledger.session.movement import Deviation, plan_of, planned_text


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
            return _says(line, _nobody_text(nobody[0], found))
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


def _nobody_text(who: str, found: Deviation | None) -> str:
    planned = f"; planned: {planned_text(found.planned)}" if found and found.planned else ""
    return f"{who} is nobody's number{planned}; to be put right at the table; who comes late: `session enter {who}`"

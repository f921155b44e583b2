"""What the desk asks for, in the imperative. `decide` turns a command into events or refuses it."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

from ledger.bridge import Result
from ledger.events import Offender, PenaltyUnit, Recorded
from ledger.laws.adjustment import Adjustment
from ledger.laws.regulations import Regulations
from ledger.scoring.forms import FormName


@dataclass(frozen=True, slots=True)
class Where:
    """A table's play of a board, as the desk names it: by table, or by who sat there, or both."""

    board: int
    table: str | None = None
    ns: str | None = None
    ew: str | None = None

    def __str__(self) -> str:
        if self.table:
            return f"board {self.board} table {self.table}"
        if self.ns and self.ew:
            return f"board {self.board}, {self.ns} v {self.ew}"
        sat = f", NS {self.ns}" if self.ns else f", EW {self.ew}" if self.ew else ""
        return f"board {self.board}{sat}"


@dataclass(frozen=True, slots=True)
class OpenSession:
    """Open a session; without contestants, results enter them as they come."""

    title: str
    date: str | None
    boards: tuple[int, ...]
    winners: Literal[1, 2]
    regulations: Regulations
    contestants: tuple[str, ...] = ()
    scoring: FormName = "matchpoints"


@dataclass(frozen=True, slots=True)
class EnterContestants:
    """Enter contestants who come late."""

    contestants: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class RecordResult:
    """Record a table's result on a board."""

    where: Where
    result: Result
    round: int | None = None
    lead: str | None = None


@dataclass(frozen=True, slots=True)
class CorrectResult:
    """Put a scoring error right."""

    where: Where
    result: Result
    lead: str | None = None
    reason: str = ""


@dataclass(frozen=True, slots=True)
class VoidResult:
    """Take away a result that never was."""

    where: Where
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Grounds:
    """What a ruling rests on. None keeps, when amending, what the ruling said before."""

    offender: Offender | None = None
    laws: tuple[str, ...] | None = None
    disallowed: tuple[str, ...] | None = None
    legal_route: str | None = None
    facts: str | None = None
    reason: str | None = None


@dataclass(frozen=True, slots=True)
class GiveRuling:
    """Rule on a table's board."""

    where: Where
    adjustment: Adjustment
    grounds: Grounds = Grounds()


@dataclass(frozen=True, slots=True)
class AmendRuling:
    """Replace what a ruling says; None keeps its score."""

    case: str
    adjustment: Adjustment | None
    grounds: Grounds = Grounds()


@dataclass(frozen=True, slots=True)
class WithdrawRuling:
    """Take a ruling back."""

    case: str
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Undo:
    """Compensate one event. `whole_case`: the case was named, so all its amendments go with it."""

    target: Recorded
    reason: str = ""
    whole_case: bool = False


@dataclass(frozen=True, slots=True)
class ImposePenalty:
    """Penalise or (amount 0) warn a contestant."""

    contestant: str
    amount: Fraction
    unit: PenaltyUnit
    laws: tuple[str, ...] = ()
    reason: str = ""
    opponent: str | None = None
    round: int | None = None


@dataclass(frozen=True, slots=True)
class WithdrawPenalty:
    """Take a penalty back."""

    case: str
    reason: str = ""


@dataclass(frozen=True, slots=True)
class SetCarryOver:
    """Say what a team brings into its knockout match."""

    contestant: str
    imps: Fraction
    reason: str = ""


@dataclass(frozen=True, slots=True)
class FoulBoard:
    """Say which tables played another version of a board."""

    board: int
    version: str
    tables: tuple[str, ...]
    reason: str = ""


@dataclass(frozen=True, slots=True)
class AmendRegulations:
    """Score the session by other regulations from now on."""

    regulations: Regulations
    reason: str = ""


@dataclass(frozen=True, slots=True)
class CloseSession:
    """Close the session: nothing more is recorded."""

    reason: str = ""


@dataclass(frozen=True, slots=True)
class SheetLine:
    """One line of a result file: a result, or an award, or both. `place` is where in the file it stands."""

    place: str
    where: Where
    result: Result | None = None
    adjustment: Adjustment | None = None
    round: int | None = None
    lead: str | None = None


@dataclass(frozen=True, slots=True)
class ImportSheet:
    """Record a whole result file: what it says and the log does not yet say.

    `problems` are (place, why) of lines that could not be read; with `skip_bad` they, and lines the office
    refuses, are left out instead of stopping the import. `profile_stated`: the desk asked for these
    regulations by name, so a session pinned to others is not silently kept. `only_show`: nothing will be
    recorded, so nothing is refused for its lines' sake.
    """

    opening: OpenSession
    lines: tuple[SheetLine, ...]
    problems: tuple[tuple[str, str], ...] = ()
    skip_bad: bool = False
    profile_stated: bool = False
    only_show: bool = False


Command = (
    OpenSession
    | EnterContestants
    | RecordResult
    | CorrectResult
    | VoidResult
    | GiveRuling
    | AmendRuling
    | WithdrawRuling
    | Undo
    | FoulBoard
    | AmendRegulations
    | ImposePenalty
    | WithdrawPenalty
    | SetCarryOver
    | CloseSession
    | ImportSheet
)

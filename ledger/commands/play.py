"""Sessions, contestants and results, in the imperative."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

from ledger.bridge import Result
from ledger.commands.rulings import Reopenable, Where
from ledger.laws.adjustment import Adjustment
from ledger.laws.regulations import Regulations
from ledger.scoring.forms import FormName


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
class RecordResult(Reopenable):
    """Record a table's result on a board."""

    where: Where
    result: Result
    lead: str | None = None


@dataclass(frozen=True, slots=True)
class CorrectResult(Reopenable):
    """Put a scoring error right."""

    where: Where
    result: Result
    lead: str | None = None
    reason: str = ""


@dataclass(frozen=True, slots=True)
class VoidResult(Reopenable):
    """Take away a result that never was."""

    where: Where
    reason: str = ""


@dataclass(frozen=True, slots=True)
class FoulBoard(Reopenable):
    """Say which tables played another version of a board."""

    board: int
    version: str
    tables: tuple[str, ...]
    reason: str = ""


@dataclass(frozen=True, slots=True)
class SetCarryOver(Reopenable):
    """Say what a team brings into its knockout match."""

    contestant: str
    imps: Fraction
    reason: str = ""


@dataclass(frozen=True, slots=True)
class AmendRegulations(Reopenable):
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
    lead: str | None = None


@dataclass(frozen=True, slots=True)
class ImportSheet(Reopenable):
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


PlayCommand = (
    OpenSession
    | EnterContestants
    | RecordResult
    | CorrectResult
    | VoidResult
    | FoulBoard
    | AmendRegulations
    | SetCarryOver
    | CloseSession
    | ImportSheet
)

"""Sessions, contestants and results, in the imperative."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

from ledger.bridge import Result
from ledger.commands.rulings import Reopening, Where
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
class RecordResult:
    """Record a table's result on a board."""

    where: Where
    result: Result
    round: int | None = None
    lead: str | None = None
    reopening: Reopening | None = None


@dataclass(frozen=True, slots=True)
class CorrectResult:
    """Put a scoring error right."""

    where: Where
    result: Result
    lead: str | None = None
    reason: str = ""
    reopening: Reopening | None = None


@dataclass(frozen=True, slots=True)
class VoidResult:
    """Take away a result that never was."""

    where: Where
    reason: str = ""
    reopening: Reopening | None = None


@dataclass(frozen=True, slots=True)
class FoulBoard:
    """Say which tables played another version of a board."""

    board: int
    version: str
    tables: tuple[str, ...]
    reason: str = ""
    reopening: Reopening | None = None


@dataclass(frozen=True, slots=True)
class SetCarryOver:
    """Say what a team brings into its knockout match."""

    contestant: str
    imps: Fraction
    reason: str = ""
    reopening: Reopening | None = None


@dataclass(frozen=True, slots=True)
class AmendRegulations:
    """Score the session by other regulations from now on."""

    regulations: Regulations
    reason: str = ""
    reopening: Reopening | None = None


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
    reopening: Reopening | None = None

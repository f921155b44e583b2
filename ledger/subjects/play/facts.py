"""Sessions, contestants, boards and results: events and commands."""

from fractions import Fraction
from typing import Literal

from msgspec import Struct

from ledger.bounds.types import BoardNumber, Results
from ledger.bridge import Result
from ledger.kernel.at_table import AtTable, SideName, Where
from ledger.kernel.fact import Fact
from ledger.kernel.free_text import FreeText
from ledger.laws.regulations import Regulations
from ledger.scoring.forms import FormName
from ledger.scoring.line import Seating
from ledger.subjects.people.facts import Player
from ledger.subjects.reopening import Reopenable, Reopening


class SessionOpened(Fact, frozen=True):
    """A session was opened, with the regulations by which it is scored.

    `winners`: 1 for one field, 2 if North–South and East–West are ranked apart. `entry`: 'listed' if only entered
    contestants may score, 'open' if a result enters the contestants it names.
    """

    title: str
    date: str | None
    scoring: FormName
    winners: Literal[1, 2]
    entry: Literal["listed", "open"]
    boards: tuple[BoardNumber, ...]
    regulations: Regulations


class ContestantsEntered(Fact, frozen=True):
    """Contestants were entered by number: '7', or '7NS' if the directions are ranked apart."""

    contestants: tuple[str, ...]


class ContestantsRemoved(Fact, frozen=True):
    """Contestants entered by mistake were removed with their names; no event was about them."""

    contestants: tuple[str, ...]
    reason: FreeText = ""


class BoardsAdded(Fact, frozen=True):
    """Boards were added to the session, at the desk or by a result file."""

    boards: tuple[BoardNumber, ...]


class BoardsRemoved(Fact, frozen=True):
    """Boards without a result, a ruling or a call were removed from the session."""

    boards: tuple[BoardNumber, ...]
    reason: FreeText = ""


class ResultRecorded(AtTable, frozen=True):
    """A table's result on a board was recorded: board 23, 1NS v 14EW, 5HXE-1, lead SA."""

    result: Result
    lead: str | None = None


class ResultCorrected(AtTable, frozen=True):
    """A scoring error was corrected (Law 79C); `agreed`: the sides that agree to the correction (Law 79B)."""

    result: Result
    lead: str | None = None
    reason: FreeText = ""
    agreed: tuple[SideName, ...] = ()


class ResultVoided(AtTable, frozen=True):
    """A result that was recorded by mistake was voided: wrong board, wrong table."""

    reason: FreeText = ""


class BoardFouled(Fact, frozen=True):
    """These tables played another version of the board (Law 87) and are compared among themselves."""

    board: BoardNumber
    version: str
    tables: tuple[Seating, ...]
    reason: FreeText = ""


class RegulationsAmended(Fact, frozen=True):
    """The regulations of the session were changed; every score follows them from then on."""

    regulations: Regulations
    reason: FreeText = ""


class CarryOverSet(Fact, frozen=True):
    """The IMPs a team brings into its knockout match were set."""

    contestant: str
    imps: Fraction
    reason: FreeText = ""


class ResultsExpected(Fact, frozen=True):
    """The number of results a board should have was set; None: as many as the board with most results has."""

    results: Results | None
    reason: FreeText = ""


class SessionClosed(Fact, frozen=True):
    """The session was closed: nothing more is recorded until it is reopened."""

    reason: FreeText = ""


class OpenSession(Struct, frozen=True):
    """Open a session; without `contestants`, each result enters the contestants it names."""

    title: str
    date: str | None
    boards: tuple[int, ...]
    winners: Literal[1, 2]
    regulations: Regulations
    contestants: tuple[str, ...] = ()
    scoring: FormName = "matchpoints"


class EnterContestants(Struct, frozen=True):
    """Enter late contestants, with the names of their players if known."""

    contestants: tuple[str, ...]
    players: tuple[Player, ...] = ()


class AddBoards(BoardsAdded, frozen=True):
    """Add boards to the session."""


class RemoveContestants(ContestantsRemoved, frozen=True):
    """Remove contestants who were entered by mistake."""


class RemoveBoards(BoardsRemoved, frozen=True):
    """Remove boards that were not played from the session."""


class RecordResult(Reopenable, frozen=True):
    """Record a table's result on a board."""

    where: Where
    result: Result
    lead: str | None = None


class CorrectResult(Reopenable, frozen=True):
    """Correct a scoring error; `agreed`: the sides that agree.

    The lead recorded before is kept if it is possible with the new result, unless `no_lead`.
    """

    where: Where
    result: Result
    lead: str | None = None
    reason: str = ""
    agreed: tuple[SideName, ...] = ()
    no_lead: bool = False


class VoidResult(Reopenable, frozen=True):
    """Void a result that was recorded by mistake."""

    where: Where
    reason: str = ""


class MoveResult(Reopenable, frozen=True):
    """Move a result to the board it belongs to; with `exchange` the table's two results change places."""

    where: Where
    board: int
    exchange: bool = False
    reason: str = ""


class FoulBoard(Reopenable, frozen=True):
    """Record which tables played another version of a board; `round`: needed if teams meet more than once."""

    board: int
    version: str
    tables: tuple[str, ...]
    reason: str = ""
    round: int | None = None


class SetCarryOver(CarryOverSet, frozen=True, kw_only=True):
    """Set the IMPs a team brings into its knockout match."""

    reopening: Reopening | None = None


class ExpectResults(ResultsExpected, frozen=True, kw_only=True):
    """Set how many results a board should have, so that a missing result changes no other board's scores."""

    reopening: Reopening | None = None


class AmendRegulations(RegulationsAmended, frozen=True, kw_only=True):
    """Score the session by other regulations from now on."""

    reopening: Reopening | None = None


class CloseSession(SessionClosed, frozen=True):
    """Close the session: nothing more is recorded."""

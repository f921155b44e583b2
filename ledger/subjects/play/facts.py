"""What the office set up and what the tables played: sessions, contestants, boards, results."""

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
    """A session was opened, with the regulations its arithmetic will follow for good.

    `winners`: 1 for one field, 2 where North–South and East–West are ranked apart. `entry`: 'listed' where
    only the contestants entered may score, 'open' where a result enters the contestants it names.
    """

    title: str
    date: str | None
    scoring: FormName
    winners: Literal[1, 2]
    entry: Literal["listed", "open"]
    boards: tuple[BoardNumber, ...]
    regulations: Regulations


class ContestantsEntered(Fact, frozen=True):
    """Contestants were entered, by number only: '7', or '7NS' where the directions are ranked apart."""

    contestants: tuple[str, ...]


class ContestantsRemoved(Fact, frozen=True):
    """Contestants who were entered by mistake were taken out, with their names: nothing was recorded of them."""

    contestants: tuple[str, ...]
    reason: FreeText = ""


class BoardsAdded(Fact, frozen=True):
    """Boards were added to the session: at the desk, or by a result file that grew during the evening."""

    boards: tuple[BoardNumber, ...]


class BoardsRemoved(Fact, frozen=True):
    """Boards that nobody had a result, a ruling or a call on were taken out of the session."""

    boards: tuple[BoardNumber, ...]
    reason: FreeText = ""


class ResultRecorded(AtTable, frozen=True):
    """A table's result on a board: 23, 1NS v 14EW, 5HXE-1, lead SA. `imported`: a result file said so."""

    result: Result
    lead: str | None = None


class ResultCorrected(AtTable, frozen=True):
    """A scoring error was put right (Law 79C): the result that was recorded is not what happened.

    `agreed` are the sides that agree to it (Law 79B).
    """

    result: Result
    lead: str | None = None
    reason: FreeText = ""
    agreed: tuple[SideName, ...] = ()


class ResultVoided(AtTable, frozen=True):
    """A result was recorded that never was: wrong board, wrong table."""

    reason: FreeText = ""


class BoardFouled(Fact, frozen=True):
    """These tables played another version of the board (Law 87): they are compared among themselves."""

    board: BoardNumber
    version: str
    tables: tuple[Seating, ...]
    reason: FreeText = ""


class RegulationsAmended(Fact, frozen=True):
    """The regulations of the session were changed in its course; every score follows them from then on."""

    regulations: Regulations
    reason: FreeText = ""


class CarryOverSet(Fact, frozen=True):
    """A team brings IMPs into its knockout match from before."""

    contestant: str
    imps: Fraction
    reason: FreeText = ""


class ResultsExpected(Fact, frozen=True):
    """How many results a board of the session should have; None: as many as any board has."""

    results: Results | None
    reason: FreeText = ""


class SessionClosed(Fact, frozen=True):
    """The session was closed: nothing more is recorded until it is reopened."""

    reason: FreeText = ""


class OpenSession(Struct, frozen=True):
    """Open a session; without contestants, results enter them as they come."""

    title: str
    date: str | None
    boards: tuple[int, ...]
    winners: Literal[1, 2]
    regulations: Regulations
    contestants: tuple[str, ...] = ()
    scoring: FormName = "matchpoints"


class EnterContestants(Struct, frozen=True):
    """Enter contestants who come late, and say who they are, as far as that is known."""

    contestants: tuple[str, ...]
    players: tuple[Player, ...] = ()


class AddBoards(BoardsAdded, frozen=True):
    """Add boards to the session."""


class RemoveContestants(ContestantsRemoved, frozen=True):
    """Take out contestants who were entered by mistake."""


class RemoveBoards(BoardsRemoved, frozen=True):
    """Take boards out of the session that nobody has recorded anything on: they were not played."""


class RecordResult(Reopenable, frozen=True):
    """Record a table's result on a board."""

    where: Where
    result: Result
    lead: str | None = None


class CorrectResult(Reopenable, frozen=True):
    """Put a scoring error right; `agreed` are the sides that agree to it.

    A lead recorded before is kept where it can have been one to this result, unless it is said that there is `no_lead`.
    """

    where: Where
    result: Result
    lead: str | None = None
    reason: str = ""
    agreed: tuple[SideName, ...] = ()
    no_lead: bool = False


class VoidResult(Reopenable, frozen=True):
    """Take away a result that never was."""

    where: Where
    reason: str = ""


class MoveResult(Reopenable, frozen=True):
    """Move a result to the board it is of; with `exchange`, what the same table has there comes here."""

    where: Where
    board: int
    exchange: bool = False
    reason: str = ""


class FoulBoard(Reopenable, frozen=True):
    """Say which tables played another version of a board; in which round, where teams meet again."""

    board: int
    version: str
    tables: tuple[str, ...]
    reason: str = ""
    round: int | None = None


class SetCarryOver(CarryOverSet, frozen=True, kw_only=True):
    """Say what a team brings into its knockout match."""

    reopening: Reopening | None = None


class ExpectResults(ResultsExpected, frozen=True, kw_only=True):
    """Say how many results a board should have, so that one table more or fewer somewhere changes no other board."""

    reopening: Reopening | None = None


class AmendRegulations(RegulationsAmended, frozen=True, kw_only=True):
    """Score the session by other regulations from now on."""

    reopening: Reopening | None = None


class CloseSession(SessionClosed, frozen=True):
    """Close the session: nothing more is recorded."""

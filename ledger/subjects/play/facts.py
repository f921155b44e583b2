"""Sessions, contestants, boards and results: events and commands."""

from fractions import Fraction
from typing import Literal

from ledger.bounds.types import BoardNumber, Results
from ledger.bridge import Result
from ledger.kernel.at_table import AtTable, SideName, Where
from ledger.kernel.fact import Command, Fact
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
    """Contestants were entered under their labels: '7', or '7NS' if the directions are ranked apart."""

    contestants: tuple[str, ...]


class ContestantsRemoved(Fact, frozen=True):
    """Contestants that were entered by mistake, and that no event is about, were removed with their names."""

    contestants: tuple[str, ...]
    reason: FreeText = ""


class BoardsAdded(Fact, frozen=True):
    """Boards were added to the session, at the desk or by a result file."""

    boards: tuple[BoardNumber, ...]


class BoardsRemoved(Fact, frozen=True):
    """Boards that no event was about were removed from the session."""

    boards: tuple[BoardNumber, ...]
    reason: FreeText = ""


class ResultRecorded(AtTable, frozen=True):
    """The result of a table on a board was recorded: board 23, 1NS v 14EW, 5HXE-1, lead SA."""

    result: Result
    lead: str | None = None


class ResultCorrected(AtTable, frozen=True):
    """A scoring error in a table's result was corrected (Law 79C); `agreed`: the sides that agree (Law 79B)."""

    result: Result
    lead: str | None = None
    reason: FreeText = ""
    agreed: tuple[SideName, ...] = ()


class ResultVoided(AtTable, frozen=True):
    """A result was voided, because it was recorded by mistake, such as for a wrong board or table."""

    reason: FreeText = ""


class BoardFouled(Fact, frozen=True):
    """Some tables played another version of a board (Law 87), and are compared with one another only."""

    board: BoardNumber
    version: str
    tables: tuple[Seating, ...]
    reason: FreeText = ""


class RegulationsAmended(Fact, frozen=True):
    """The regulations of the session were changed; all its scores are computed by the new ones."""

    regulations: Regulations
    reason: FreeText = ""


class CarryOverSet(Fact, frozen=True):
    """The carry-over of a team was set: the IMPs it brings into its knockout match."""

    contestant: str
    imps: Fraction
    reason: FreeText = ""


class ResultsExpected(Fact, frozen=True):
    """The number of results that a board should have was set; None: the most that any board has."""

    results: Results | None
    reason: FreeText = ""


class SessionClosed(Fact, frozen=True):
    """The session or tournament was closed; until reopened, it takes only bundles, erasures and casebook remarks."""

    reason: FreeText = ""


class OpenSession(Command, frozen=True):
    """Open a session; without `contestants`, a result may name new contestants, who are entered then."""

    title: str
    date: str | None
    boards: tuple[int, ...]
    winners: Literal[1, 2]
    regulations: Regulations
    contestants: tuple[str, ...] = ()
    scoring: FormName = "matchpoints"


class EnterContestants(Command, frozen=True):
    """Enter contestants who come late, with the names of their players if known."""

    contestants: tuple[str, ...]
    players: tuple[Player, ...] = ()


class AddBoards(BoardsAdded, Command, frozen=True):
    """Add boards to the session."""


class RemoveContestants(ContestantsRemoved, Command, frozen=True):
    """Remove contestants who were entered by mistake."""


class RemoveBoards(BoardsRemoved, Command, frozen=True):
    """Remove boards that were not played from the session."""


class RecordResult(Reopenable, frozen=True):
    """Record a table's result on a board."""

    where: Where
    result: Result
    lead: str | None = None


class CorrectResult(Reopenable, frozen=True):
    """Correct a scoring error in a table's result; `agreed`: the sides that agree to the correction.

    The opening lead recorded before is kept if it is possible with the new result, unless `no_lead`.
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
    """Move a table's result to the `board` it belongs to; `exchange`: its results on the two boards change places."""

    where: Where
    board: int
    exchange: bool = False
    reason: str = ""


class FoulBoard(Reopenable, frozen=True):
    """Record that tables played another version of a board; `round`: needed if teams meet more than once."""

    board: int
    version: str
    tables: tuple[str, ...]
    reason: str = ""
    round: int | None = None


class SetCarryOver(CarryOverSet, Command, frozen=True, kw_only=True):
    """Set the IMPs a team brings into its knockout match."""

    reopening: Reopening | None = None


class ExpectResults(ResultsExpected, Command, frozen=True, kw_only=True):
    """Set how many results a board should have, so that a missing result changes no other board's scores."""

    reopening: Reopening | None = None


class AmendRegulations(RegulationsAmended, Command, frozen=True, kw_only=True):
    """Amend the regulations of the session: all its scores are computed anew."""

    reopening: Reopening | None = None


class CloseSession(SessionClosed, Command, frozen=True):
    """Close a session or tournament; until reopened, it takes only bundles, erasures and casebook remarks."""

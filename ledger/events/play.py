"""What the office set up and what the tables played: sessions, contestants, results, boards."""

from fractions import Fraction
from typing import Literal

from msgspec import Struct

from ledger.bridge import Result
from ledger.events.fact import Fact, Stated
from ledger.events.free_text import FreeText
from ledger.laws.regulations import Regulations
from ledger.scoring.forms import FormName
from ledger.scoring.line import Seating

SideName = Literal["NS", "EW"]


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
    boards: tuple[int, ...]
    regulations: Regulations


class ContestantsEntered(Fact, frozen=True):
    """Contestants were entered, by number only: '7', or '7NS' where the directions are ranked apart."""

    contestants: tuple[str, ...]


class BoardsAdded(Fact, frozen=True):
    """Boards were added to the session: at the desk, or by a result file that grew during the evening."""

    boards: tuple[int, ...]


class BoardsRemoved(Fact, frozen=True):
    """Boards that nobody had a result, a ruling or a call on were taken out of the session."""

    boards: tuple[int, ...]
    reason: FreeText = ""


class _AtSeats(Stated, frozen=True):
    board: int
    ns: str
    ew: str


class AtTable(_AtSeats, frozen=True, kw_only=True):
    """What is about one table's play of a board: who met there, in which round, at which table."""

    round: int | None = None
    table: str | None = None

    @property
    def seating(self) -> Seating:
        """What tells it from every other play of the board."""
        return Seating(self.ns, self.ew, self.round, self.table)


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


class Reseated(Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """A table's play of a board: whose it was said to be, and whose it is."""

    was: Seating
    now: Seating


class SeatingCorrected(Fact, frozen=True):
    """Who sat at tables of a board, which way, in which round or at which table had been recorded wrongly (Law 79C).

    What was played, ruled and appealed there stays, and is theirs who sat there. Several tables, where contestants
    were taken for one another.
    """

    board: int
    tables: tuple[Reseated, ...]
    reason: FreeText = ""


class ResultVoided(AtTable, frozen=True):
    """A result was recorded that never was: wrong board, wrong table."""

    reason: FreeText = ""


class BoardFouled(Fact, frozen=True):
    """These tables played another version of the board (Law 87): they are compared among themselves."""

    board: int
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


class SessionClosed(Fact, frozen=True):
    """The session was closed: nothing more is recorded until it is reopened."""

    reason: FreeText = ""


class SessionReopened(Fact, frozen=True):
    """A closed session was opened again."""

    reason: FreeText

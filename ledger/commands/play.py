"""Sessions, contestants and results, in the imperative."""

from collections.abc import Mapping
from fractions import Fraction
from typing import TYPE_CHECKING, Literal

from msgspec import Struct, field

from ledger.bridge import Result
from ledger.bridge.deal import Deal
from ledger.commands.calls import DeviceCall
from ledger.commands.rulings import Grounds, Reopenable, Where
from ledger.events.auctions import PlayRecord
from ledger.events.people import Player
from ledger.events.play import SideName
from ledger.laws.adjustment import Adjustment
from ledger.laws.regulations import Regulations
from ledger.scoring.forms import FormName

if TYPE_CHECKING:
    from ledger.commands import Command


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
    """Enter contestants who come late."""

    contestants: tuple[str, ...]


class AddBoards(Struct, frozen=True):
    """Add boards to the session."""

    boards: tuple[int, ...]


class RemoveBoards(Struct, frozen=True):
    """Take boards out of the session that nobody has recorded anything on: they were not played."""

    boards: tuple[int, ...]
    reason: str = ""


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


class CorrectSeating(Reopenable, frozen=True):
    """Say who really sat at a table: `now` has what was recorded wrongly of contestants, table and round.

    `swapped`: North–South and East–West changed places. `exchange`: whoever is named sat where the others are recorded.
    """

    where: Where
    now: Where
    swapped: bool = False
    exchange: bool = False
    reason: str = ""


class VoidResult(Reopenable, frozen=True):
    """Take away a result that never was."""

    where: Where
    reason: str = ""


class FoulBoard(Reopenable, frozen=True):
    """Say which tables played another version of a board; in which round, where teams meet again."""

    board: int
    version: str
    tables: tuple[str, ...]
    reason: str = ""
    round: int | None = None


class SetCarryOver(Reopenable, frozen=True):
    """Say what a team brings into its knockout match."""

    contestant: str
    imps: Fraction
    reason: str = ""


class AmendRegulations(Reopenable, frozen=True):
    """Score the session by other regulations from now on."""

    regulations: Regulations
    reason: str = ""


class CloseSession(Struct, frozen=True):
    """Close the session: nothing more is recorded."""

    reason: str = ""


class SheetLine(Struct, frozen=True):
    """One line of a result file: a result, or an award, or both. `place` is where in the file it stands.

    `grounds` are what the award rests on, where the file says. `undecided`: what a person has to say of a line that
    has neither. `erased`: where it was entered it was taken back. `record`: the auction and the play.
    """

    place: str
    where: Where
    result: Result | None = None
    adjustment: Adjustment | None = None
    lead: str | None = None
    grounds: Grounds = Grounds()
    undecided: str = ""
    erased: bool = False
    record: PlayRecord | None = None


class ImportSheet(Reopenable, frozen=True):
    """Record a whole result file: what it says and the log does not yet say.

    `problems` are (place, why) of lines that could not be read; with `skip_bad` they, and lines the office
    refuses, are left out instead of stopping the import. `profile_stated`: the desk asked for these
    regulations by name, so a session pinned to others is not silently kept. `only_show`: nothing will be
    recorded, so nothing is refused for its lines' sake. `players` are those the file names, `deals` the cards
    of its boards, by board. `device`: the name of the file where devices write it: what of it needs a person waits
    in the queue, and what they took back is voided; `partial`: it holds only what is new. `calls` for the director
    are those that tables made on devices. `about`: which table and board a place of a device's file is about that could
    not be read as a line. `besides`: what else the file says, each with its place in it and the command that says it
    at the desk.
    """

    opening: OpenSession
    lines: tuple[SheetLine, ...]
    problems: tuple[tuple[str, str], ...] = ()
    skip_bad: bool = False
    profile_stated: bool = False
    only_show: bool = False
    players: tuple[Player, ...] = ()
    deals: tuple[tuple[int, Deal], ...] = ()
    device: str = ""
    partial: bool = False
    calls: tuple[DeviceCall, ...] = ()
    besides: tuple[tuple[str, "Command"], ...] = ()
    about: Mapping[str, Where] = field(default_factory=dict)


PlayCommand = (
    OpenSession
    | EnterContestants
    | AddBoards
    | RemoveBoards
    | RecordResult
    | CorrectResult
    | CorrectSeating
    | VoidResult
    | FoulBoard
    | AmendRegulations
    | SetCarryOver
    | CloseSession
    | ImportSheet
)

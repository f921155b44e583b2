"""The vocabulary of the log: what happened, in the past tense, never what it is worth.

An event holds facts and judgements only. Matchpoints, totals and ranks are derived from it anew each time.
The envelope (number, times, who recorded it, digest) is the same for all and outside the event: `Recorded`.
"""

from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

from msgspec import Struct

from ledger.bridge import Result
from ledger.laws.adjustment import Adjustment
from ledger.laws.regulations import Regulations
from ledger.scoring.forms import FormName

PenaltyUnit = Literal["%", "MP", "IMP", "VP", "points"]
Offender = Literal["NS", "EW", "both", "none", "outside"]


class SessionOpened(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
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


class ContestantsEntered(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Contestants were entered, by number only: '7', or '7NS' where the directions are ranked apart."""

    contestants: tuple[str, ...]


class BoardsAdded(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Boards were added to the session: a result file that grew during the evening brought them."""

    boards: tuple[int, ...]


class ResultRecorded(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A table's result on a board: 23, 1NS v 14EW, 5HXE-1, lead SA. `imported`: a result file said so."""

    board: int
    ns: str
    ew: str
    result: Result
    table: str | None = None
    round: int | None = None
    lead: str | None = None
    imported: bool = False


class ResultCorrected(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A scoring error was put right (Law 79C): the result that was recorded is not what happened."""

    board: int
    ns: str
    ew: str
    result: Result
    lead: str | None = None
    reason: str = ""
    imported: bool = False


class ResultVoided(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A result was recorded that never was: wrong board, wrong table."""

    board: int
    ns: str
    ew: str
    reason: str = ""


class BoardFouled(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """These tables played another version of the board (Law 87): they are compared among themselves."""

    board: int
    version: str
    tables: tuple[tuple[str, str], ...]
    reason: str = ""


class RegulationsAmended(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The regulations of the session were changed in its course; every score follows them from then on."""

    regulations: Regulations
    reason: str = ""


class Judgement(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """What a director decides about a table's board, and on what grounds.

    `laws` are citations ('16B'), `disallowed` the calls or results that may not be in a weighting
    (Law 12C1(c)) unless `legal_route` says how they are reached without the infraction; `advice` are the advisory codes shown when it was recorded.
    """

    adjustment: Adjustment
    offender: Offender = "none"
    laws: tuple[str, ...] = ()
    disallowed: tuple[str, ...] = ()
    legal_route: str = ""
    facts: str = ""
    reason: str = ""
    advice: tuple[str, ...] = ()
    imported: bool = False


class RulingGiven(Judgement, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """A director ruled on a table's board: R-0001, board 23, 1NS v 14EW, weighted 60% 4SN=, 40% 4SN-1."""

    case: str
    board: int
    ns: str
    ew: str
    table: str | None = None


class RulingAmended(Judgement, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """A ruling was replaced by a better one; it keeps its case number. All its grounds are stated anew."""

    case: str


class RulingWithdrawn(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A ruling was taken back; the table result is in force again."""

    case: str
    reason: str = ""
    imported: bool = False


class RulingReinstated(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A withdrawal was taken back; the ruling is in force again as it last was."""

    case: str
    reason: str = ""


class PenaltyImposed(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A contestant was penalised (Laws 90, 91), or warned (amount 0). Nobody else gains by it.

    `unit`: '%' of a top, 'MP', 'IMP', 'VP' or 'points'. `opponent` (and `round`) name the match, where IMPs are
    taken before their conversion into victory points.
    """

    case: str
    contestant: str
    amount: Fraction
    unit: PenaltyUnit
    laws: tuple[str, ...] = ()
    reason: str = ""
    opponent: str | None = None
    round: int | None = None


class PenaltyWithdrawn(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A penalty was taken back."""

    case: str
    reason: str = ""


class PenaltyReinstated(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A withdrawal of a penalty was taken back; the penalty is in force as it was imposed."""

    case: str
    reason: str = ""


class CarryOverSet(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A team brings IMPs into its knockout match from before."""

    contestant: str
    imps: Fraction
    reason: str = ""


class SessionClosed(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The session was closed: nothing more is recorded until it is reopened."""

    reason: str = ""


class SessionReopened(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A closed session was opened again."""

    reason: str


Event = (
    SessionOpened
    | ContestantsEntered
    | BoardsAdded
    | ResultRecorded
    | ResultCorrected
    | ResultVoided
    | BoardFouled
    | RegulationsAmended
    | RulingGiven
    | RulingAmended
    | RulingWithdrawn
    | RulingReinstated
    | PenaltyImposed
    | PenaltyWithdrawn
    | PenaltyReinstated
    | CarryOverSet
    | SessionClosed
    | SessionReopened
)


@dataclass(frozen=True, slots=True)
class Recorded:
    """An event as it stands in the log: with its number in the session, times (µs UTC), author and digest.

    `because` are the numbers of the events it answers; `command_id` and `part` make recording idempotent.
    """

    session: str
    number: int
    name: str
    event: Event
    command_id: str
    part: int
    occurred_at: int
    recorded_at: int
    by: str
    because: tuple[int, ...]
    digest: bytes = b""

"""The cases of a session, each as far as the log has brought it: calls, rulings, appeals, penalties, publications.

What they hold are facts. The states they are in (standing, under appeal, final …) follow from these and the clock:
`ledger.subjects.rulings.state`, `ledger.subjects.appeals.state` and `ledger.subjects.calls.state`.
"""

from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from msgspec import Struct, field
from msgspec.structs import replace

from ledger.kernel.in_force import FactsInForce
from ledger.laws.adjustment import Adjustment
from ledger.laws.regulations import Regulations
from ledger.scoring.line import Seating
from ledger.subjects.appeals.facts import (
    AppealDecided,
    AppealHeard,
    AppealLodged,
    AppealScreened,
    AppealWithdrawn,
    DecisionReviewed,
    FurtherAppealLodged,
    FurtherAppealWithdrawn,
)
from ledger.subjects.calls.facts import CallAnswered, DirectorCalled, EvidenceFiled, FactsStated, PollOpened, PollTaken
from ledger.subjects.queue.facts import LineSetAside, LineSettled
from ledger.subjects.rulings.facts import Offender, PenaltyImposed, RulingAmended, RulingGiven


class EventTime(NamedTuple):
    """When something happened (µs UTC), and the number of the event that says so."""

    number: int
    at: int


class Version(NamedTuple):
    """A ruling as it was stated once: the number of the event, what it said, when (µs UTC) and by whom."""

    number: int
    judgement: RulingGiven | RulingAmended
    at: int
    by: str


class Ruling(Struct, frozen=True):
    """A case: how it was given, and what is said in it now.

    `versions` are oldest first; the last is what it says unless withdrawn; `stated` is the number of the event that
    last gave, amended, withdrew or reinstated it. `superseded_by` is the ruling that took its place, `back` when it
    came back into force after something had, `told` when both sides were first told of its score.
    `file_says` is what a result file last said of it, `by_file` whether its latest event came from a file;
    `confirmed` are the numbers of the events by which a director confirmed it on what is beneath it now.
    """

    case: str
    board: int
    seating: Seating
    versions: tuple[Version, ...]
    withdrawn: bool = False
    stated: int = 0
    superseded_by: str | None = None
    back: EventTime | None = None
    told: EventTime | None = None
    right_to_appeal: bool = False
    events: tuple[int, ...] = ()
    file_says: Adjustment | None = None
    by_file: bool = False
    confirmed: tuple[int, ...] = ()

    @property
    def judgement(self) -> RulingGiven | RulingAmended:
        """What the director decided, as last amended."""
        return self.versions[-1].judgement

    @property
    def given(self) -> RulingGiven:
        """How it was first given."""
        first = self.versions[0].judgement
        assert isinstance(first, RulingGiven)
        return first

    @property
    def number(self) -> int:
        """The number of the event that gave it."""
        return self.versions[0].number

    @property
    def scored(self) -> Version:
        """The version that first stated the score it gives: amending the grounds alone states none anew."""
        said = self.versions[-1]
        for version in reversed(self.versions):
            if _score(version) != _score(said):
                break
            said = version
        return said

    @property
    def notified_at(self) -> int | None:
        """When both sides were first told of its score (µs UTC); None where they were not."""
        return self.told.at if self.told else None

    @property
    def put_in_force_by(self) -> int:
        """The number of the event by which its score was stated, or came back into force: then it can be appealed."""
        return max(self.scored.number, self.back.number if self.back else 0)


def _score(version: Version) -> tuple[Adjustment, Offender, bool]:
    said = version.judgement
    return said.adjustment, said.offender, said.provisional


class ScoreInForce(NamedTuple):
    """The score in force on a ruled board: the event and the case it comes from, what it is, and under which Laws."""

    number: int
    case: str
    adjustment: Adjustment
    offender: Offender
    laws: tuple[str, ...]


class DecidedAppeal(NamedTuple):
    """A decision: the number of its event, the ruling or penalty it is on, what it says, when (µs UTC) and by whom."""

    number: int
    on: str
    decision: AppealDecided | DecisionReviewed
    at: int
    by: str


class FurtherAppeal(NamedTuple):
    """A decision taken further: how, after how many decisions, by which event, and whether it was given up."""

    lodged: FurtherAppealLodged
    above: int
    number: int
    given_up: FurtherAppealWithdrawn | None = None


class Appeal(Struct, frozen=True):
    """An appeal as far as it has come; `last_at` is when its last step was (µs UTC).

    `subjects` are the rulings it was against, the last the one it is against now; or the penalty. `furthers` are the
    next instances it was taken to, oldest first.
    """

    case: str
    number: int
    lodged: AppealLodged
    at: int
    subjects: tuple[str, ...]
    last_at: int = 0
    late: str = ""
    screened: AppealScreened | None = None
    heard: AppealHeard | None = None
    withdrawn: AppealWithdrawn | None = None
    furthers: tuple[FurtherAppeal, ...] = ()
    decisions: tuple[DecidedAppeal, ...] = ()
    events: tuple[int, ...] = ()

    @property
    def against(self) -> str:
        """The case of the ruling, or of the penalty, that it is against."""
        return self.subjects[-1]

    @property
    def decision(self) -> AppealDecided | DecisionReviewed | None:
        """The last decision on it."""
        return self.decisions[-1].decision if self.decisions else None

    @property
    def awaiting(self) -> FurtherAppealLodged | None:
        """How the last decision was taken to the next instance, which has not decided yet; None where it was not."""
        last = self.furthers[-1] if self.furthers else None
        waits = last and not last.given_up and last.above == len(self.decisions)
        return last.lodged if last and waits else None

    @property
    def open(self) -> bool:
        """Whether somebody still has to decide it."""
        if self.withdrawn or (self.screened and not self.screened.admitted):
            return False
        return not self.decisions or self.awaiting is not None


class OpenedPoll(NamedTuple):
    """A poll that waits for answers, and the number of the event that opened it."""

    number: int
    opened: PollOpened


class Piece(Struct, frozen=True):
    """A piece of evidence: the number of the event that filed it, when (µs UTC), by whom; that withdrew it, or 0."""

    number: int
    filed: EvidenceFiled
    at: int
    by: str
    withdrawn: int = 0


class Call(Struct, frozen=True):
    """A call to a table, and what became of it."""

    case: str
    number: int
    called: DirectorCalled
    at: int
    facts: tuple[FactsStated, ...] = ()
    polls: tuple[PollTaken, ...] = ()
    poll: OpenedPoll | None = None
    answers: tuple[CallAnswered, ...] = ()
    evidence: tuple[Piece, ...] = ()
    rulings: tuple[str, ...] = ()
    withdrawn: bool = False
    events: tuple[int, ...] = ()

    @property
    def last_said(self) -> int:
        """The number of the last event of the call that is no evidence: what is filed nobody answers."""
        filed = {number for each in self.evidence for number in (each.number, each.withdrawn)}
        return next(number for number in reversed(self.events) if number not in filed)


class Penalty(Struct, frozen=True):
    """A penalty, the event that imposed it, by whom, when it was imposed or came back, and whether it was withdrawn."""

    number: int
    imposed: PenaltyImposed
    by: str
    put_in_force: EventTime
    withdrawn: bool = False
    events: tuple[int, ...] = ()

    @property
    def since(self) -> int:
        """When it was imposed, or came back into force (µs UTC)."""
        return self.put_in_force.at


class PenaltyInForce(NamedTuple):
    """What is in force of a penalty: the event and the case it comes from, and the penalty as it now is."""

    number: int
    case: str
    imposed: PenaltyImposed

    @property
    def name(self) -> str:
        """What it is called where it is taken off: 'penalty', 'standard penalty'."""
        return f"{self.imposed.named} penalty" if self.imposed.named else "penalty"

    def amount(self, top: Fraction | None) -> Fraction:
        """What it takes, in the unit of the board scores: per cent are of the top of a board."""
        return self.imposed.amount * (top or 0) / 100 if self.imposed.unit == "%" else self.imposed.amount


class Publication(NamedTuple):
    """Scores that were given out: the number of the event, when, and when it was said (µs UTC); the numbers' digest.

    `from_then`: the chief director says that the periods run from when it was, and not from when it was recorded.
    """

    number: int
    at: int
    said_at: int
    numbers: str
    from_then: bool = False


class SignedRegulations(NamedTuple):
    """Regulations that were signed: the number of the event, when (µs UTC), by whom, and what they were."""

    number: int
    at: int
    by: str
    regulations: Regulations


class Officials(Struct, frozen=True):
    """Who holds what offices, by name in small letters; nobody appointed means that everybody may record.

    `keys`: the public keys of those who are tied to one; `logins`: so their logins of the database server.
    """

    held: dict[str, frozenset[str]] = field(default_factory=dict)
    names: dict[str, str] = field(default_factory=dict)
    keys: dict[str, str] = field(default_factory=dict)
    logins: dict[str, str] = field(default_factory=dict)

    def __bool__(self) -> bool:
        return any(self.held.values())

    def offices(self, name: str) -> frozenset[str]:
        """The offices somebody holds."""
        return self.held.get(name.casefold(), frozenset())

    def holders(self, *offices: str) -> list[str]:
        """The names of those who hold one of these offices."""
        return [self.names[key] for key, held in self.held.items() if held & set(offices)]

    def key_of(self, name: str) -> str:
        """The public key somebody is tied to; '' where he is to none."""
        return self.keys.get(name.casefold(), "")

    def login_of(self, name: str) -> str:
        """The login of the database server somebody is tied to; '' where he is to none."""
        return self.logins.get(name.casefold(), "")

    def appointed(self, name: str, office: str, key: str = "", login: str = "") -> "Officials":
        """With one more office held, and tied to a key and a login, where they are given."""
        who = name.casefold()
        keys = {**self.keys, who: key} if key else self.keys
        logins = {**self.logins, who: login} if login else self.logins
        return self._holding(name, self.offices(name) | {office}, keys, logins)

    def relieved(self, name: str, office: str) -> "Officials":
        """With one office fewer; who holds none is tied to nothing."""
        left = self.offices(name) - {office}
        tied = [
            {who: each for who, each in ties.items() if left or who != name.casefold()}
            for ties in (self.keys, self.logins)
        ]
        return self._holding(name, left, *tied)

    def _holding(self, name: str, offices: frozenset[str], keys: dict[str, str], logins: dict[str, str]) -> "Officials":
        who = name.casefold()
        return Officials({**self.held, who: offices}, {**self.names, who: name}, keys, logins)


class WaitingLine(Struct, frozen=True):
    """A line that was set aside: by which event, when (µs UTC), and how and by which event it was settled."""

    number: int
    line: LineSetAside
    at: int
    settled: LineSettled | None = None
    settled_by: int = 0


@dataclass(slots=True)
class Queue(FactsInForce[WaitingLine]):
    """The lines that nobody settled; those that were settled are taken back by what settled them."""

    @property
    def lines(self) -> list[WaitingLine]:
        """All of them, oldest first."""
        settled = (
            replace(line, settled=by.event, settled_by=by.number)
            for line, by in self.taken_back.values()
            if isinstance(by.event, LineSettled)
        )
        return sorted([*self.facts.values(), *settled], key=lambda each: each.number)

"""The cases of a session as the log has them: calls, rulings, appeals, penalties, publications.

They hold facts. Their states (standing, under appeal, final …) follow from the facts and the clock:
`ledger.subjects.rulings.state`, `ledger.subjects.appeals.state` and `ledger.subjects.calls.state`.
"""

from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from msgspec import Struct, field
from msgspec.structs import replace

from ledger.kernel.in_force import FactsInForce
from ledger.laws.adjustment import Adjustment
from ledger.laws.citation import Matter
from ledger.laws.regulations import Regulations
from ledger.scoring.line import Seating
from ledger.subjects.appeals import facts as appeals
from ledger.subjects.calls.facts import CallAnswered, DirectorCalled, EvidenceFiled, FactsStated, PollOpened, PollTaken
from ledger.subjects.queue.facts import LineSetAside, LineSettled
from ledger.subjects.rulings.facts import Offender, PenaltyImposed, RulingAmended, RulingGiven


class EventTime(NamedTuple):
    """The number of an event, and the time at which the event happened (µs UTC)."""

    number: int
    at: int


class Version(NamedTuple):
    """A version of a ruling: the event that stated it, the judgement, its time (µs UTC) and its author."""

    number: int
    judgement: RulingGiven | RulingAmended
    at: int
    by: str


class Ruling(Struct, frozen=True):
    """A ruling with all its versions.

    `versions`: oldest first; the last holds unless the ruling is withdrawn. `stated`: the event that last gave,
    amended, withdrew or reinstated it. `superseded_by`: the ruling that took its place; `back`: when it last came back
    into force. `told`: when both sides were first told its score. `score_in_file`: the score a result file last gave
    for it; `by_file`: its latest event came from a file. `confirmed`: the events by which a director confirmed it
    after the result or seating it rests on was corrected.
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
    score_in_file: Adjustment | None = None
    by_file: bool = False
    confirmed: tuple[int, ...] = ()

    @property
    def is_in_force(self) -> bool:
        """False once the ruling was withdrawn or superseded."""
        return not (self.withdrawn or self.superseded_by)

    @property
    def judgement(self) -> RulingGiven | RulingAmended:
        """The director's decision, as last amended."""
        return self.versions[-1].judgement

    @property
    def given(self) -> RulingGiven:
        """The event that first gave the ruling."""
        first = self.versions[0].judgement
        assert isinstance(first, RulingGiven)
        return first

    @property
    def number(self) -> int:
        """The number of the event that gave the ruling."""
        return self.versions[0].number

    @property
    def scored(self) -> Version:
        """The version that first stated the present score; a version that changes only the grounds does not count."""
        first = self.versions[-1]
        for version in reversed(self.versions):
            if _score(version) != _score(first):
                break
            first = version
        return first

    @property
    def notified_at(self) -> int | None:
        """The time both sides were first told the score (µs UTC); None if they were not."""
        return self.told.at if self.told else None

    @property
    def put_in_force_by(self) -> int:
        """The number of the event from which the ruling can be appealed: it set the score or restored the ruling."""
        return max(self.scored.number, self.back.number if self.back else 0)


def _score(version: Version) -> tuple[Adjustment, Offender, bool]:
    judgement = version.judgement
    return judgement.adjustment, judgement.offender, judgement.provisional


class ScoreInForce(NamedTuple):
    """The score in force on a ruled board: its event and case, the score, the offender, Laws and matters."""

    number: int
    case: str
    adjustment: Adjustment
    offender: Offender
    laws: tuple[str, ...]
    matters: tuple[Matter, ...]


class DecidedAppeal(NamedTuple):
    """A decision on appeal: its event, the ruling or penalty it is on, its content, time (µs UTC) and author."""

    number: int
    on: str
    decision: appeals.AppealDecided | appeals.DecisionReviewed
    at: int
    by: str


class FurtherAppeal(NamedTuple):
    """A further appeal: its event and content, its withdrawal, and the number of decisions made before it (`above`)."""

    lodged: appeals.FurtherAppealLodged
    above: int
    number: int
    given_up: appeals.FurtherAppealWithdrawn | None = None


class Appeal(Struct, frozen=True):
    """An appeal with the steps taken so far; `last_at`: the time of the last step (µs UTC).

    `subjects`: the ruling or penalty appealed; after a confirmation also the superseding rulings, the present one last.
    `late`: why the appeal was accepted after its time. `furthers`: its further appeals, oldest first.
    """

    case: str
    number: int
    lodged: appeals.AppealLodged
    at: int
    subjects: tuple[str, ...]
    last_at: int = 0
    late: str = ""
    screened: appeals.AppealScreened | None = None
    heard: appeals.AppealHeard | None = None
    withdrawn: appeals.AppealWithdrawn | None = None
    furthers: tuple[FurtherAppeal, ...] = ()
    decisions: tuple[DecidedAppeal, ...] = ()
    events: tuple[int, ...] = ()

    @property
    def against(self) -> str:
        """The case number of the ruling or penalty appealed; after a confirmation, of the superseding ruling."""
        return self.subjects[-1]

    @property
    def decision(self) -> appeals.AppealDecided | appeals.DecisionReviewed | None:
        """The last decision on the appeal; None if no body has decided it."""
        return self.decisions[-1].decision if self.decisions else None

    @property
    def awaiting(self) -> appeals.FurtherAppealLodged | None:
        """The further appeal that the next instance has not decided yet; None if there is none."""
        last = self.furthers[-1] if self.furthers else None
        waits = last and not last.given_up and last.above == len(self.decisions)
        return last.lodged if last and waits else None

    @property
    def open(self) -> bool:
        """True if a body still has to decide the appeal, or its further appeal."""
        if self.withdrawn or (self.screened and not self.screened.admitted):
            return False
        return not self.decisions or self.awaiting is not None


class OpenedPoll(NamedTuple):
    """A poll that waits for the players' answers, with the number of the event that opened it."""

    number: int
    opened: PollOpened


class EvidencePiece(Struct, frozen=True):
    """A piece of evidence: its event, time (µs UTC) and author, and the event that withdrew it (0 if none did)."""

    number: int
    filed: EvidenceFiled
    at: int
    by: str
    withdrawn: int = 0


class Call(Struct, frozen=True):
    """A call to a table, with the facts, polls, answers, evidence and rulings that followed."""

    case: str
    number: int
    called: DirectorCalled
    at: int
    facts: tuple[FactsStated, ...] = ()
    polls: tuple[PollTaken, ...] = ()
    poll: OpenedPoll | None = None
    answers: tuple[CallAnswered, ...] = ()
    evidence: tuple[EvidencePiece, ...] = ()
    rulings: tuple[str, ...] = ()
    withdrawn: bool = False
    events: tuple[int, ...] = ()

    @property
    def last_step(self) -> int:
        """The number of the last event on the call; the filing and withdrawal of evidence do not count."""
        filed = {number for piece in self.evidence for number in (piece.number, piece.withdrawn)}
        return next(number for number in reversed(self.events) if number not in filed)


class Penalty(Struct, frozen=True):
    """A penalty: its event, the person who imposed it, when it came into force, and whether it was withdrawn."""

    number: int
    imposed: PenaltyImposed
    by: str
    put_in_force: EventTime
    withdrawn: bool = False
    events: tuple[int, ...] = ()

    @property
    def since(self) -> int:
        """The time from which the penalty is in force (µs UTC): when it was imposed, or its withdrawal was undone."""
        return self.put_in_force.at


class PenaltyInForce(NamedTuple):
    """A penalty as now in force, with the event and the case that set its amount: the penalty's, or an appeal's."""

    number: int
    case: str
    imposed: PenaltyImposed

    @property
    def name(self) -> str:
        """The penalty's name in a table of scores: 'standard penalty', or 'penalty' if the amount has no name."""
        return f"{self.imposed.named} penalty" if self.imposed.named else "penalty"

    def amount(self, top: Fraction | None) -> Fraction:
        """Return the amount in the penalty's unit; a percentage becomes that part of `top`, a board's top (None: 0)."""
        return self.imposed.amount * (top or 0) / 100 if self.imposed.unit == "%" else self.imposed.amount


class Publication(NamedTuple):
    """A publication of scores: its event, stated and recorded time (µs UTC), and the digest of the scores.

    `from_then`: by the chief director's word the periods run from the time of publication, not of recording.
    """

    number: int
    at: int
    recorded_at_time: int
    numbers: str
    from_then: bool = False


class SignedRegulations(NamedTuple):
    """Regulations that the chief director signed, with the event, its time (µs UTC) and the signer."""

    number: int
    at: int
    by: str
    regulations: Regulations


class Officials(Struct, frozen=True):
    """The officials and their offices; while nobody holds an office, everybody may record.

    `held`: the offices by name, `names`: the names as written, `keys` and `logins`: the public key and the database
    login that belong to an official; all four by the name in lower case.
    """

    held: dict[str, frozenset[str]] = field(default_factory=dict)
    names: dict[str, str] = field(default_factory=dict)
    keys: dict[str, str] = field(default_factory=dict)
    logins: dict[str, str] = field(default_factory=dict)

    def __bool__(self) -> bool:
        return any(self.held.values())

    def offices(self, name: str) -> frozenset[str]:
        """Return the offices a person holds."""
        return self.held.get(name.casefold(), frozenset())

    def holders(self, *offices: str) -> list[str]:
        """Return the names of the officials who hold at least one of the given offices."""
        return [self.names[key] for key, held in self.held.items() if held & set(offices)]

    def key_of(self, name: str) -> str:
        """Return the public key of a person; '' if none is recorded."""
        return self.keys.get(name.casefold(), "")

    def login_of(self, name: str) -> str:
        """Return the database login of a person; '' if none is recorded."""
        return self.logins.get(name.casefold(), "")

    def appointed(self, name: str, office: str, key: str = "", login: str = "") -> "Officials":
        """Return the officials after an appointment, with the new official's key and login if they are given."""
        who = name.casefold()
        keys = {**self.keys, who: key} if key else self.keys
        logins = {**self.logins, who: login} if login else self.logins
        return self._holding(name, self.offices(name) | {office}, keys, logins)

    def relieved(self, name: str, office: str) -> "Officials":
        """Return the officials after a person is relieved of an office; with the last office, key and login go too."""
        offices = self.offices(name) - {office}
        tied = [
            {who: tie for who, tie in ties.items() if offices or who != name.casefold()}
            for ties in (self.keys, self.logins)
        ]
        return self._holding(name, offices, *tied)

    def _holding(self, name: str, offices: frozenset[str], keys: dict[str, str], logins: dict[str, str]) -> "Officials":
        who = name.casefold()
        return Officials({**self.held, who: offices}, {**self.names, who: name}, keys, logins)


class PairedDevice(Struct, frozen=True):
    """A device of an official: its public key, the event that paired it, and when it last signed anything (µs UTC)."""

    official: str
    key: str
    number: int
    heard: int


class WaitingLine(Struct, frozen=True):
    """A line of a result file that was set aside for a person: its event, time (µs UTC) and settlement, if any."""

    number: int
    line: LineSetAside
    at: int
    settled: LineSettled | None = None
    settled_by: int = 0


@dataclass(slots=True)
class Queue(FactsInForce[WaitingLine]):
    """The lines of result files that were set aside and not settled; `taken_back` keeps those that were settled."""

    @property
    def lines(self) -> list[WaitingLine]:
        """The lines that were set aside, settled ones included, oldest first."""
        settled = (
            replace(line, settled=by.event, settled_by=by.number)
            for line, by in self.taken_back.values()
            if isinstance(by.event, LineSettled)
        )
        return sorted([*self.facts.values(), *settled], key=lambda each: each.number)

"""The session as a whole: everything the desk may ask about at one moment."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Set
from dataclasses import dataclass, field
from fractions import Fraction
from typing import NamedTuple

from msgspec.structs import replace

from ledger.bridge import Side
from ledger.bridge.board import Deal
from ledger.errors import Refusal
from ledger.kernel.in_force import EventsInForce, FactsInForce
from ledger.laws.regulations import Regulations
from ledger.scoring.forms import FORMS
from ledger.scoring.line import Seating
from ledger.session.cases import Appeal, Call, DecidedAppeal, Penalty, PenaltyInForce, Queue, Ruling, ScoreInForce
from ledger.session.stream import Stream
from ledger.session.tables import CarryOver, ParticipationState, RecordedDeal, TableBoard
from ledger.subjects.appeals.facts import AppealLodged
from ledger.subjects.matches.facts import Finding, MatchScored
from ledger.subjects.movement.facts import MovementSet
from ledger.subjects.participation.facts import BoardNotPlayed, ContestantDisqualified, ContestantWithdrew, SatOut
from ledger.subjects.people.facts import Player
from ledger.subjects.play.facts import SessionOpened


@dataclass(slots=True)
class Session(Stream):
    """Everything the desk may ask about one session at one moment; one that nobody opened yet has no `opened`.

    `players`: who is known to play, by contestant and seat; `players_in_file`: who a result file last said that is.
    `findings`: what was found of matches. `amendments`: the regulations, as they were amended; `carry_over`: the IMPs
    that each team brings; `expecting`: how many results a board should have: of each the latest that was not taken back
    holds. `deals`: what was said of the cards of each board, oldest first. `queue`: lines of result files that were set
    aside. `movements`: who is to sit where, as it was laid down section by section. `beside_cases`: what
    is said of cases for the book. `named_elsewhere`: who plays, as
    other sessions of its tournament name them. No event here says it, and nothing is decided on it: it is told where
    nobody is named here.
    """

    opened: SessionOpened | None = None
    contestants: dict[str, None] = field(default_factory=dict)
    players: dict[tuple[str, int], Player] = field(default_factory=dict)
    players_in_file: dict[tuple[str, int], Player] = field(default_factory=dict)
    boards: dict[int, dict[Seating, TableBoard]] = field(default_factory=dict)
    rulings: dict[str, Ruling] = field(default_factory=dict)
    voided: dict[int, TableBoard] = field(default_factory=dict)
    deals: dict[int, tuple[RecordedDeal, ...]] = field(default_factory=dict)
    participation: ParticipationState = field(default_factory=ParticipationState)
    calls: dict[str, Call] = field(default_factory=dict)
    appeals: dict[str, Appeal] = field(default_factory=dict)
    penalties: dict[str, Penalty] = field(default_factory=dict)
    beside_cases: EventsInForce = field(default_factory=EventsInForce)
    carry_over: dict[str, FactsInForce[Fraction]] = field(default_factory=dict)
    findings: FactsInForce[Finding] = field(default_factory=FactsInForce)
    queue: Queue = field(default_factory=Queue)
    movements: FactsInForce[MovementSet] = field(default_factory=FactsInForce)
    amendments: FactsInForce[Regulations] = field(default_factory=FactsInForce)
    expecting: FactsInForce[int | None] = field(default_factory=FactsInForce)
    named_elsewhere: Mapping[tuple[str, int], Player] = field(default_factory=dict, repr=False, compare=False)
    _own: set[int] = field(default_factory=set, repr=False, compare=False)

    @property
    def regulations(self) -> Regulations:
        """The regulations in force: those the session was opened with, or as last amended."""
        return amended[1] if (amended := self.amendments.latest) else self.opening.regulations

    @property
    def expected(self) -> int:
        """How many results a board should have: as was said, else the most any has; what is no board has none."""
        return self.expected_without(self.cancelled)

    @property
    def results_expected(self) -> int | None:
        """How many results somebody said that a board should have; None where it is as many as any has."""
        return said[1] if (said := self.expecting.latest) else None

    def carried(self, contestant: str) -> CarryOver | None:
        """What a team brings into its match, where somebody says so."""
        said = self.carry_over[contestant].latest if contestant in self.carry_over else None
        return CarryOver(*said) if said else None

    def expected_without(self, cancelled: Set[str]) -> int:
        """The same, where it was worked out already whose scores are `cancelled`."""
        if said := self.results_expected:
            return said
        if not self.participation.facts and all(all(ruling.seating.pair) for ruling in self.rulings.values()):
            return max(map(len, self.boards.values()), default=0)
        counted = (sum(is_expected(self, each, cancelled) for each in board.values()) for board in self.boards.values())
        return max(counted, default=0)

    @property
    def cancelled(self) -> frozenset[str]:
        """The contestants who withdrew so early that all scores against them are cancelled."""
        return withdrawn_before_half(self) if self.participation.facts else frozenset()

    def penalties_in_force(self) -> Iterator[PenaltyInForce]:
        """What is in force of every penalty that was neither taken back nor overturned."""
        return (now for case in self.penalties if (now := self.penalty_in_force(case)))

    def penalties_of(self, contestant: str) -> list[PenaltyInForce]:
        """The penalties in force against a contestant."""
        return [each for each in self.penalties_in_force() if each.imposed.contestant == contestant]

    @property
    def opening(self) -> SessionOpened:
        """How the session was opened; Refusal (no-such-session) where it was not."""
        if self.opened is None:
            raise Refusal("no-such-session", f"there is no session {self.id}", "`session open`, or `import FILE`")
        return self.opened

    def table_boards(self) -> Iterator[TableBoard]:
        """Every table's play of every board, by board."""
        for board in sorted(self.boards):
            yield from self.boards[board].values()

    @property
    def has_results(self) -> bool:
        """Whether anything was played: a board with its result, or a match whose boards were not kept."""
        scored = any(isinstance(finding, MatchScored) for finding in self.findings.facts.values())
        return scored or any(played.results for played in self.table_boards())

    def deal(self, board: int) -> Deal | None:
        """The cards of a board, where they are known."""
        history = self.deals.get(board)
        return history[-1].deal if history else None

    def line(self, board: int, seating: Seating) -> TableBoard | None:
        """A table's play of a board: exactly that one, or the only one it may be; None: there is none, or several."""
        lines = self.boards.get(board, {})
        if exact := lines.get(seating):
            return exact
        found = [played for key, played in lines.items() if key.may_be(seating)]
        return found[0] if len(found) == 1 else None

    def last_voided(self, board: int, seating: Seating) -> TableBoard | None:
        """What was last voided of a table's play of a board, if it was; no ruling is in force on it."""
        gone = [played for played in reversed(self.voided.values()) if played.board == board]
        exact = (played for played in gone if played.seating == seating)
        return next(exact, next((played for played in gone if played.seating.may_be(seating)), None))

    def rulings_of(self, played: TableBoard) -> list[Ruling]:
        """The rulings in force on a table's board, in the order of their numbers."""
        return [self.rulings[case] for case in played.cases]

    def latest(self, ruling: Ruling) -> Ruling:
        """The ruling itself, or the last of those that have taken its place."""
        while ruling.superseded_by:
            ruling = self.rulings[ruling.superseded_by]
        return ruling

    def appeals_of(self, case: str) -> list[Appeal]:
        """The appeals that are now against a ruling or a penalty, oldest first."""
        return [appeal for appeal in self.appeals.values() if appeal.against == case]

    def subject(self, appeal: Appeal | AppealLodged) -> Ruling | Penalty:
        """The ruling or the penalty an appeal is against."""
        return self.rulings.get(appeal.against) or self.penalties[appeal.against]

    def decisions_on(self, case: str) -> list[DecidedAppeal]:
        """The decisions that were taken on a ruling or a penalty, oldest first; what decided several appeals, once."""
        found = {each.number: each for appeal in self.appeals.values() for each in appeal.decisions if each.on == case}
        return [found[number] for number in sorted(found)]

    def penalty_in_force(self, case: str) -> PenaltyInForce | None:
        """What is in force of a penalty: as imposed, or as decided since on appeal; None where nothing is."""
        penalty = self.penalties[case]
        now: PenaltyInForce | None = PenaltyInForce(penalty.number, case, penalty.imposed)
        for number, _, decision, *_ in self.decisions_on(case):
            if decision.verdict == "overturned":
                now = None
            elif decision.amount is not None and decision.unit is not None:
                varied = replace(penalty.imposed, amount=decision.amount, unit=decision.unit, named=None)
                now = PenaltyInForce(number, decision.case, varied)
        return None if penalty.withdrawn else now

    def in_force(self, ruling: Ruling) -> ScoreInForce:
        """The score as last stated, or as decided since on appeal: by the order of the log, never by the clock."""
        said, since = ruling.versions[-1], ruling.scored.number
        score = ScoreInForce(
            said.number, ruling.case, said.judgement.adjustment, said.judgement.offender, said.judgement.laws
        )
        for decided in self.decisions_on(ruling.case):
            decision = decided.decision
            if decision.adjustment is not None and decided.number > since:
                laws = decision.laws or score.laws
                score = ScoreInForce(decided.number, decision.case, decision.adjustment, decision.offender, laws)
        return score

    def boards_of(self, contestant: str) -> Iterator[tuple[Side, TableBoard]]:
        """Where a contestant sat, board by board."""
        for played in self.table_boards():
            for side in Side:
                if contestant in played.seating.contestants(side):
                    yield side, played

    # For `evolve` alone: it changes the session it is making

    def put(self, played: TableBoard) -> None:
        """Write down a table's board."""
        self.own_board(played.board)[played.seating] = played

    def own_board(self, board: int) -> dict[Seating, TableBoard]:
        """The board, as this session's own copy: sessions it evolved from keep theirs."""
        if board not in self._own:
            self.boards[board] = dict(self.boards[board])
            self._own.add(board)
        return self.boards[board]

    def owns(self, boards: Iterable[int]) -> None:
        """Take new boards for its own."""
        self._own.update(boards)


class PartPlayed(NamedTuple):
    """How far a contestant had come: boards (or matches) of so many; `stands`: what was scored stands in any case."""

    done: int
    of: int
    stands: bool = False

    @property
    def before_half(self) -> bool:
        """Whether less than half was done: then it never played (golden U03, U09)."""
        return not self.stands and 2 * self.done < self.of


def all_play_all(session: Session) -> bool:
    """Whether the event is advertised as all-play-all."""
    form, rule = FORMS[session.opening.scoring], session.regulations.participation.all_play_all
    return rule == "always" or (rule == "teams" and form.teams())


def stage_of(session: Session, withdrew: ContestantWithdrew) -> PartPlayed:
    """How far a contestant had come: in boards, or in matches of an all-play-all, that have a result or a ruling."""
    whose, own = withdrew.contestant, []
    for side, played in session.boards_of(whose):
        if played.results or played.cases:
            own.append((played.seating.contestant(side.other), played))
    if all_play_all(session):
        done = len({(opponent, played.round) for opponent, played in own})
        return PartPlayed(done, withdrew.of or opponents_of(session, whose), withdrew.stand)
    return PartPlayed(len({played.board for _, played in own}), withdrew.of or len(session.boards), withdrew.stand)


def opponents_of(session: Session, contestant: str) -> int:
    """How many a contestant meets who meets everybody: those of the other direction, where they are ranked apart."""
    others = [each for each in session.contestants if not session.participation.is_phantom(each)]
    if session.opening.winners == 1:
        return len(others) - 1
    return sum(1 for each in others if each[-2:] != contestant[-2:])


def left_after_half(session: Session, contestant: str) -> bool:
    """Return whether a contestant left and what was scored against it stands, so that others miss a match with it."""
    if withdrew := session.participation.last(ContestantWithdrew, contestant):
        return not stage_of(session, withdrew[1]).before_half
    return session.participation.last(ContestantDisqualified, contestant) is not None


def withdrawn_before_half(session: Session) -> frozenset[str]:
    """Who withdrew before half: all scores against them are cancelled. A knockout match stands as it was played."""
    if FORMS[session.opening.scoring].one_match:
        return frozenset()
    withdrawals = session.participation.all(ContestantWithdrew)
    return frozenset(each.contestant for _, each in withdrawals if stage_of(session, each).before_half)


def is_cancelled(played: TableBoard, cancelled: Set[str]) -> bool:
    """Whether one of those at a table is one whose scores are cancelled."""
    return bool(cancelled) and not cancelled.isdisjoint(played.seating.everyone)


def is_expected(session: Session, played: TableBoard, cancelled: Set[str]) -> bool:
    """Whether a board is expected to have a result, or a score instead of one, at a table; one alone is no table."""
    if is_cancelled(played, cancelled) or is_no_board(played) or not all(played.seating.pair):
        return False
    return not (isinstance(played.absent, BoardNotPlayed) and met_nobody(session, played))


def is_no_board(played: TableBoard) -> bool:
    """Whether it was to be no board for either side: a sit-out, or one not played and not scored."""
    absent = played.absent
    return isinstance(absent, SatOut) or (isinstance(absent, BoardNotPlayed) and not absent.scored)


def met_nobody(session: Session, played: TableBoard) -> bool:
    """Whether one of those at a table is a phantom."""
    return any(map(session.participation.is_phantom, played.seating.everyone))

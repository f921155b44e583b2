"""The state of a session at one moment."""

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
    """The state of one session at one moment; `opened` is None before the session is opened.

    `players`: the players by contestant and seat; `players_in_file`: the players as a result file last named them.
    `voided`: voided plays, by the number of the event that voided each. `findings`: the findings on matches.
    `amendments`, `carry_over` and `expecting` keep all statements, the latest in force counts: amended regulations, the
    IMPs each team brings, and how many results a board should have. `deals`: the cards of each board as stated, oldest
    first. `queue`: lines of result files set aside. `movements`: those of the session or its sections.
    `casebook_facts`: subjects, comments and differences for the casebook. `named_elsewhere`: players named in other
    sessions of the tournament, shown if this session does not name them; no decision uses it.
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
    casebook_facts: EventsInForce = field(default_factory=EventsInForce)
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
        """The regulations in force: as last amended, or as the session was opened."""
        return amended[1] if (amended := self.amendments.latest) else self.opening.regulations

    @property
    def expected(self) -> int:
        """The number of results a board should have: set by the office, else the most plays to score on any board."""
        return self.results_due(self.cancelled)

    @property
    def results_expected(self) -> int | None:
        """The number of results that the office expects on a board; None if the office set no number."""
        return stated[1] if (stated := self.expecting.latest) else None

    def carried(self, contestant: str) -> CarryOver | None:
        """Return the carry-over of a team: the IMPs it brings into its match; None if nobody stated them."""
        imps = self.carry_over[contestant].latest if contestant in self.carry_over else None
        return CarryOver(*imps) if imps else None

    def results_due(self, cancelled: Set[str]) -> int:
        """Return the number of results a board should have, for a caller who knows the `cancelled` contestants."""
        if stated := self.results_expected:
            return stated
        if not self.participation.facts and all(all(ruling.seating.pair) for ruling in self.rulings.values()):
            return max(map(len, self.boards.values()), default=0)
        counted = (sum(is_expected(self, each, cancelled) for each in board.values()) for board in self.boards.values())
        return max(counted, default=0)

    @property
    def cancelled(self) -> frozenset[str]:
        """The contestants who withdrew before playing half, so that all scores against them are cancelled."""
        return withdrawn_before_half(self) if self.participation.facts else frozenset()

    def penalties_in_force(self) -> Iterator[PenaltyInForce]:
        """Yield the penalties that were neither withdrawn nor overturned on appeal, with their present amounts."""
        return (penalty for case in self.penalties if (penalty := self.penalty_in_force(case)))

    def penalties_of(self, contestant: str) -> list[PenaltyInForce]:
        """Return the penalties in force against a contestant."""
        return [each for each in self.penalties_in_force() if each.imposed.contestant == contestant]

    @property
    def opening(self) -> SessionOpened:
        """The event that opened the session; Refusal (no-such-session) if the session is not opened."""
        if self.opened is None:
            raise Refusal("no-such-session", f"there is no session {self.id}", "`session open`, or `import FILE`")
        return self.opened

    def table_boards(self) -> Iterator[TableBoard]:
        """Yield the plays of all boards at all tables, in the order of the boards."""
        for board in sorted(self.boards):
            yield from self.boards[board].values()

    @property
    def has_results(self) -> bool:
        """True if any board has a result, or any match has a bare result."""
        scored = any(isinstance(finding, MatchScored) for finding in self.findings.facts.values())
        return scored or any(played.results for played in self.table_boards())

    def deal(self, board: int) -> Deal | None:
        """Return the cards of a board; None if they are not recorded."""
        history = self.deals.get(board)
        return history[-1].deal if history else None

    def line(self, board: int, seating: Seating) -> TableBoard | None:
        """Return the play of a board with a seating, else the only one that may have it; None for none or several."""
        lines = self.boards.get(board, {})
        if exact := lines.get(seating):
            return exact
        matching = [played for key, played in lines.items() if key.may_be(seating)]
        return matching[0] if len(matching) == 1 else None

    def last_voided(self, board: int, seating: Seating) -> TableBoard | None:
        """Return the last voided play of a board with a seating, else the last that may have it; None if none may."""
        gone = [played for played in reversed(self.voided.values()) if played.board == board]
        exact = (played for played in gone if played.seating == seating)
        return next(exact, next((played for played in gone if played.seating.may_be(seating)), None))

    def rulings_of(self, played: TableBoard) -> list[Ruling]:
        """Return the rulings in force on a table's play of a board, in the order of their numbers."""
        return [self.rulings[case] for case in played.cases]

    def latest(self, ruling: Ruling) -> Ruling:
        """Return the ruling that superseded a ruling, directly or in several steps; the ruling itself if none did."""
        while ruling.superseded_by:
            ruling = self.rulings[ruling.superseded_by]
        return ruling

    def appeals_of(self, case: str) -> list[Appeal]:
        """Return the appeals against a ruling or penalty, oldest first; not those now against a later ruling."""
        return [appeal for appeal in self.appeals.values() if appeal.against == case]

    def subject(self, appeal: Appeal | AppealLodged) -> Ruling | Penalty:
        """Return the ruling or penalty that an appeal is against."""
        return self.rulings.get(appeal.against) or self.penalties[appeal.against]

    def decisions_on(self, case: str) -> list[DecidedAppeal]:
        """Return the decisions on a ruling or penalty, oldest first; one on several appeals comes once."""
        decisions = {
            taken.number: taken for appeal in self.appeals.values() for taken in appeal.decisions if taken.on == case
        }
        return [decisions[number] for number in sorted(decisions)]

    def penalty_in_force(self, case: str) -> PenaltyInForce | None:
        """Return a penalty with its amount after appeals; None if it was withdrawn or overturned."""
        penalty = self.penalties[case]
        current: PenaltyInForce | None = PenaltyInForce(penalty.number, case, penalty.imposed)
        for number, _, decision, *_ in self.decisions_on(case):
            if decision.verdict == "overturned":
                current = None
            elif decision.amount is not None and decision.unit is not None:
                varied = replace(penalty.imposed, amount=decision.amount, unit=decision.unit, named=None)
                current = PenaltyInForce(number, decision.case, varied)
        return None if penalty.withdrawn else current

    def in_force(self, ruling: Ruling) -> ScoreInForce:
        """Return the score in force of a ruling: as the director last stated it, or as a later decision changed it."""
        version, since = ruling.versions[-1], ruling.scored.number
        score = ScoreInForce(
            version.number,
            ruling.case,
            version.judgement.adjustment,
            version.judgement.offender,
            version.judgement.laws,
            version.judgement.matters,
        )
        for decided in self.decisions_on(ruling.case):
            decision = decided.decision
            if decision.adjustment is not None and decided.number > since:
                cited = (decision.laws, decision.matters) if decision.laws else (score.laws, score.matters)
                score = ScoreInForce(decided.number, decision.case, decision.adjustment, decision.offender, *cited)
        return score

    def boards_of(self, contestant: str) -> Iterator[tuple[Side, TableBoard]]:
        """Yield (side, play) for each play with a contestant, those postponed or not played included."""
        for played in self.table_boards():
            for side in Side:
                if contestant in played.seating.contestants(side):
                    yield side, played

    # For `evolve` alone: these change the session in place

    def put(self, played: TableBoard) -> None:
        """Store the changed state of a table's play of a board."""
        self.own_board(played.board)[played.seating] = played

    def own_board(self, board: int) -> dict[Seating, TableBoard]:
        """Return a board that may be changed in place: it is copied first if an earlier state shares it."""
        if board not in self._own:
            self.boards[board] = dict(self.boards[board])
            self._own.add(board)
        return self.boards[board]

    def owns(self, boards: Iterable[int]) -> None:
        """Note that no earlier state of the session shares these boards, so that they may be changed in place."""
        self._own.update(boards)


class PartPlayed(NamedTuple):
    """The boards (or matches) that a contestant played (`done`), and of how many; `stands`: its scores always stand."""

    done: int
    of: int
    stands: bool = False

    @property
    def before_half(self) -> bool:
        """True if scores against the contestant are cancelled: it played less than half, and `stands` is False."""
        return not self.stands and 2 * self.done < self.of


def all_play_all(session: Session) -> bool:
    """Return whether each contestant meets all others, by the regulations and the form of scoring."""
    form, rule = FORMS[session.opening.scoring], session.regulations.participation.all_play_all
    return rule == "always" or (rule == "teams" and form.teams())


def part_played(session: Session, withdrew: ContestantWithdrew) -> PartPlayed:
    """Return how many boards (in an all-play-all: matches) a withdrawn contestant had played, and out of how many."""
    contestant, plays = withdrew.contestant, []
    for side, played in session.boards_of(contestant):
        if played.results or played.cases:
            plays.append((played.seating.contestant(side.other), played))
    if all_play_all(session):
        done = len({(opponent, played.round) for opponent, played in plays})
        return PartPlayed(done, withdrew.of or opponents_of(session, contestant), withdrew.stand)
    return PartPlayed(len({played.board for _, played in plays}), withdrew.of or len(session.boards), withdrew.stand)


def opponents_of(session: Session, contestant: str) -> int:
    """Return how many opponents, without phantoms, a contestant has: all others, or all of the opposite direction."""
    real = [each for each in session.contestants if not session.participation.is_phantom(each)]
    if session.opening.winners == 1:
        return len(real) - 1
    return sum(1 for each in real if each[-2:] != contestant[-2:])  # labels end in NS or EW


def has_left_after_half(session: Session, contestant: str) -> bool:
    """Return whether a contestant was disqualified, or withdrew and its scores stand: later opponents miss a match."""
    if withdrew := session.participation.last(ContestantWithdrew, contestant):
        return not part_played(session, withdrew[1]).before_half
    return session.participation.last(ContestantDisqualified, contestant) is not None


def withdrawn_before_half(session: Session) -> frozenset[str]:
    """Return the contestants whose scores are cancelled as they withdrew before half; none in a knockout match."""
    if FORMS[session.opening.scoring].one_match:  # a knockout match stands as it was played
        return frozenset()
    withdrawals = session.participation.all(ContestantWithdrew)
    return frozenset(each.contestant for _, each in withdrawals if part_played(session, each).before_half)


def is_cancelled(played: TableBoard, cancelled: Set[str]) -> bool:
    """Return whether one of the `cancelled` contestants sits at the table of a play."""
    return bool(cancelled) and not cancelled.isdisjoint(played.seating.everyone)


def is_expected(session: Session, played: TableBoard, cancelled: Set[str]) -> bool:
    """Return whether a play should have a score; False if cancelled, unscored, unopposed, or not played v a phantom."""
    if is_cancelled(played, cancelled) or is_unscored_play(played) or not all(played.seating.pair):
        return False
    return not (isinstance(played.absent, BoardNotPlayed) and is_against_phantom(session, played))


def is_unscored_play(played: TableBoard) -> bool:
    """Return whether a play is no board for either side: a sit-out, or a board not played that is not scored."""
    absent = played.absent
    return isinstance(absent, SatOut) or (isinstance(absent, BoardNotPlayed) and not absent.scored)


def is_against_phantom(session: Session, played: TableBoard) -> bool:
    """Return whether one of the contestants at a table is a phantom."""
    return any(map(session.participation.is_phantom, played.seating.everyone))

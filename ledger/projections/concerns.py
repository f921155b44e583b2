"""Concerns: what needs a person's look before scores are published, and results that other tables contradict.

A doubtful result is far from the field, declared by the wrong side, led by the wrong hand, or typed on the wrong board;
or the recorded auction or play contradicts the result.

Without known cards only the results of the field can be compared. Of 19 real evenings with some 4,300 results these
rules list a dozen, four of them clearly slips; of 500 results whose declarer was moved to the next seat they list nine
in ten. `python -m tests.bench.concerns FOLDER` measures both.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from statistics import median_low
from typing import Literal, NamedTuple, get_args

from msgspec import Struct

from ledger.bridge import Result, Seat, Side, Unreadable, can_be_scored, ns_score, parse_card, vulnerability
from ledger.bridge.auction import Contract
from ledger.bridge.board import SUITS, Deal
from ledger.bridge.double_dummy import Tricks, points
from ledger.bridge.result import Played
from ledger.projections.scoreboard import Scoreboard
from ledger.scoring.form import sign
from ledger.scoring.line import Seating
from ledger.session import Board, TableBoard

ConcernCode = Literal[
    "no-score",
    "no-sit-out",
    "to-play",
    "not-as-planned",
    "not-as-drawn",
    "pair-twice",
    "impossible-score",
    "far-from-field",
    "other-side-declares",
    "lead-elsewhere",
    "boards-exchanged",
    "far-from-cards",
    "other-contract",
    "other-tricks",
    "other-cards",
    "revoke",
    "sides-unbalanced",
    "nothing-to-compare",
    "queried",
    "provisional-ruling",
    "untold-ruling",
    "other-result",
    "ruled-otherwise",
    "open-call",
    "open-appeal",
    "set-aside",
    "said-in-time",
    "late-by-clock",
]
CONCERNS: tuple[ConcernCode, ...] = get_args(ConcernCode)
"""Every kind of concern, in the order they are listed."""


class Concern(Struct, frozen=True):
    """A matter for a person to look at, about a table's play of a board, or about the call, ruling or appeal `case`."""

    code: ConcernCode
    text: str
    board: int | None = None
    seating: Seating | None = None
    table: str | None = None
    case: str | None = None


def concern_about(code: ConcernCode, played: TableBoard, text: str) -> Concern:
    """Return a concern about a table's play of a board."""
    return Concern(code, text, played.board, played.seating, played.table)


FAR = 500
"""A result is far from the field if it is more than this many points from every other result."""

FEWEST_OTHERS = 3
"""The fewest other results that make a field with which a result is compared."""

FEWEST_IN_THE_STRAIN = 5
"""The fewest other declarers of a side in a strain with whose tricks a result is compared."""

FAR_TRICKS = 4
"""The least difference in tricks, from all other declarers or from double dummy, that is a concern."""

TRICKS_OF_BOTH = 15
"""The tricks two opposing declarers cannot take together in one strain (13 with best play; 14 are common)."""

FEWEST_LEADERS = 2
"""If the cards are unknown: the tables that must have led a card from one seat to show that it holds the card."""

FEW_TRUMPS_MADE, FEW_TRUMPS, FEW_POINTS = 5, 6, 19
"""Limits: trumps with which no contract makes; trumps, and points at notrumps, that make a declarer unlikely."""

_STRAINS = {"C": "clubs", "D": "diamonds", "H": "hearts", "S": "spades", "N": "notrumps"}

_FOR = {1: "NS", 0: "neither side", -1: "EW"}


class _Declared(NamedTuple):
    strain: str
    side: Side

    @property
    def by_others(self) -> "_Declared":
        """The same strain, declared by the other side."""
        return _Declared(self.strain, self.side.other)

    def __str__(self) -> str:
        return f"{_STRAINS[self.strain]} by {self.side.value}"


class _Field:
    """The results of all tables that played one version of a board."""

    def __init__(self, lines: Sequence[TableBoard], deal: Deal | None = None, tricks: Tricks | None = None) -> None:
        self.lines = lines
        self.deal = deal
        self.double_dummy = tricks
        self.scores = Counter(map(_score, lines))
        self.signs = Counter(map(sign, map(_score, lines)))
        self.tricks: dict[_Declared, list[int]] = defaultdict(list)
        self.leaders: dict[str, Counter[Seat]] = defaultdict(Counter)
        for played in lines:
            if (declared := _declared(played)) and (contract := _played(played)):
                self.tricks[declared].append(contract.tricks)
            if (card := _find_led_card(played)) and (seat := _find_leader(played)):
                self.leaders[card][seat] += 1

    def times(self, declared: _Declared) -> int:
        return len(self.tricks.get(declared, ()))

    def holder(self, card: str, leader: Seat) -> Seat | None:
        """Return the seat that holds a card: by the deal, or because other tables led it from there; else None."""
        if self.deal:
            return self.deal.holder(card)
        leads = self.leaders[card] - Counter([leader])
        seat, times = next(iter(leads.items()), (None, 0))
        return seat if len(leads) == 1 and times >= FEWEST_LEADERS else None


def implausible_results(scoreboard: Scoreboard, tricks: Mapping[int, Tricks] | None = None) -> Iterator[Concern]:
    """Yield concerns about doubtful results of a session; versions of a fouled board are compared separately.

    `tricks`: double-dummy tricks of the boards' deals, as far as computed.
    """
    session = scoreboard.session
    fields = dict[int, list[list[TableBoard]]]()
    for number, board in session.boards.items():
        by_version = dict[str, list[TableBoard]]()
        for played in board.values():
            if played.result:
                by_version.setdefault(played.version, []).append(played)
        fields[number] = list(by_version.values())
    for number, versions in fields.items():
        for lines in versions:
            known = not lines[0].version  # the cards that are known are those of the board as it was dealt
            field = _Field(
                lines, session.deal(number) if known else None, (tricks or {}).get(number) if known else None
            )
            leads = [(card, seat) for card, seats in field.leaders.items() for seat in seats.elements()]
            if field.deal and len(leads) > 1 and not any(field.deal.holder(card) is seat for card, seat in leads):
                text = f"none of the {len(leads)} leads is in the leader's hand: are these the cards of another board?"
                yield Concern("other-cards", text, number)
            for played in lines:
                yield from _first_concern(played, field)
    # two boards of a table whose results fit each other's field: one concern, at the first board
    boards = {number: versions[0] for number, versions in fields.items() if len(versions) == 1}
    tables: dict[object, list[TableBoard]] = defaultdict(list)
    for lines in boards.values():
        for played in lines:
            tables[played.seating, played.round].append(played)
    alone = {number: _Field(lines) for number, lines in boards.items()}
    for lines in tables.values():
        for at, first in enumerate(lines):
            for second in lines[at + 1 :]:
                if _fits_other_board(first, second, alone) and _fits_other_board(second, first, alone):
                    results = f"{first.result} here and {second.result} on board {second.board}"
                    strains = f"{_declared(first)} there, and {_declared(second)} here"
                    text = f"{results}: others played {strains}; are the two exchanged?"
                    yield concern_about("boards-exchanged", first, text)


def concerns_at(played: TableBoard, board: Board, deal: Deal | None) -> Iterator[Concern]:
    """Yield the concerns about one table's result, recorded or about to be, given the results of the board.

    `deal`: the cards of the board, if known.
    """
    rows = [
        each
        for each in board.values()
        if each.result and each.version == played.version and each.seating != played.seating
    ]
    known = None if played.version else deal
    concerns = list(_first_concern(played, _Field([*rows, played], known)))
    yield from concerns
    card, leader = _find_led_card(played), _find_leader(played)
    # whoever holds the slip can check the lead: here every lead from a wrong hand is reported
    if known and not concerns and card and leader and (holder := known.holder(card)) is not leader:
        text = (
            f"lead {played.lead} against {_result_text(played)} would be {leader.value}'s: {holder.value} has the card"
        )
        yield concern_about("lead-elsewhere", played, text)


def _first_concern(played: TableBoard, field: _Field) -> Iterator[Concern]:
    yield from islice(filter(None, (look(played, field) for look in _RESULT_CHECKS)), 1)


def _impossible_score(played: TableBoard, _field: _Field) -> Concern | None:
    text = impossible_text(played.result, played.board) if played.result else ""
    return concern_about("impossible-score", played, text) if text else None


def impossible_text(result: Result, board: int) -> str:
    """Format 'no contract scores +620 …'; '' if some contract gives the score, or if the contract is recorded.

    >>> impossible_text(Result("+620"), 1), impossible_text(Result("+620"), 2)
    ('no contract scores +620 on board 1, vulnerable None', '')
    """
    score = result.bare_score
    if score is None or can_be_scored(score, board):
        return ""
    return f"no contract scores {score:+d} on board {board}, vulnerable {vulnerability(board).value}"


def _far_from_field(played: TableBoard, field: _Field) -> Concern | None:
    """Find a result over 500 points from all others: its side's only plus score, or a contract no table shares.

    A contract that failed is not far: a sacrifice is no slip, nor is a game that fails by a trick.
    """
    score, declared, contract = _score(played), _declared(played), _played(played)
    if len(field.lines) <= FEWEST_OTHERS or (contract and contract.margin < 0):
        return None
    scores = sorted((field.scores - Counter([score])).keys())
    gap = min(abs(score - each) for each in scores)
    alone = [f"no other table played {declared}"] if declared and field.times(declared) == 1 else []
    if field.signs[sign(score)] == 1:
        alone.append(f"no other table has a score for {_FOR[sign(score)]}")
    if gap <= FAR or not alone:
        return None
    field_range = f"the others are {scores[0]:+d} to {scores[-1]:+d}"
    return concern_about(
        "far-from-field", played, f"{_result_text(played)} is {gap} points from any other: {field_range}; {alone[0]}"
    )


def _unusual_tricks(played: TableBoard, field: _Field) -> Concern | None:
    """Find a number of tricks four or more off every other declarer's in the strain: '−' typed for '+'."""
    declared, contract = _declared(played), _played(played)
    if declared is None or contract is None:
        return None
    tricks = sorted(field.tricks[declared])
    tricks.remove(contract.tricks)
    if len(tricks) < FEWEST_IN_THE_STRAIN or min(abs(contract.tricks - each) for each in tricks) < FAR_TRICKS:
        return None
    field_tricks = f"all {len(tricks)} others took {_format_range(tricks)} in {declared}"
    text = f"{_result_text(played)} is {contract.tricks} tricks: {field_tricks}"
    return concern_about("far-from-field", played, text)


def _declared_by_others(played: TableBoard, field: _Field) -> Concern | None:
    """Find a contract that only opponents declare elsewhere, if both declarers together take 15 tricks or more."""
    declared, contract = _declared(played), _played(played)
    if declared is None or contract is None or field.times(declared) > 1 or not field.times(declared.by_others):
        return None
    # a side that really declares its opponents' strain has few trumps, and takes few tricks
    theirs = sorted(field.tricks[declared.by_others])
    if contract.tricks + median_low(theirs) < TRICKS_OF_BOTH:
        return None
    tables = "the other table" if len(theirs) == 1 else f"all {len(theirs)} other tables"
    text = (
        f"{_result_text(played)} is {contract.tricks} tricks: at {tables} in {_STRAINS[declared.strain]}, "
        f"{declared.side.other.value} declared, and took {_format_range(theirs)}"
    )
    return concern_about("other-side-declares", played, text)


def _lead_by_declarer(played: TableBoard, field: _Field) -> Concern | None:
    """Find a lead from declarer's or dummy's hand, if further signs show that the opponents declared.

    The signs: their side declared the strain at more tables; or no other table of this side declared it, and this side
    has few trumps, or few points. A lead from the leader's partner is ignored: the card, or the declarer of the two, is
    mistyped, and neither moves a score.
    """
    declared, card, seat = _declared(played), _find_led_card(played), _find_leader(played)
    holder = field.holder(card, seat) if card and seat else None
    if declared is None or seat is None or holder is None or holder.side is not declared.side:
        return None
    reason = _why_opponents_declared(declared, field)
    if not reason:
        return None
    lead = f"lead {played.lead} against {_result_text(played)}"
    text = f"{lead} would be {seat.value}'s: {holder.value} has the card, {reason}"
    return concern_about("lead-elsewhere", played, text)


def _why_opponents_declared(declared: _Declared, field: _Field) -> str:
    """Return the reason why the opponents are the likelier declarers; '' if there is none."""
    ours, theirs = field.times(declared) - 1, field.times(declared.by_others)
    if theirs > ours:
        return f"and {declared.side.other.value} declared {_STRAINS[declared.strain]} at {theirs} of the other tables"
    if ours or field.deal is None:
        return ""
    if declared.strain == "N":
        held = sum(number for seat, number in points(field.deal).items() if seat.side is declared.side)
        return f"and {declared.side.value} have {held} points" if held <= FEW_POINTS else ""
    trumps = _count_trumps(field.deal, declared)
    return f"and {declared.side.value} have {trumps} trumps" if trumps <= FEW_TRUMPS else ""


def _made_on_few_trumps(played: TableBoard, field: _Field) -> Concern | None:
    declared, contract = _declared(played), _played(played)
    if declared is None or contract is None or field.deal is None or declared.strain == "N" or contract.margin < 0:
        return None
    trumps = _count_trumps(field.deal, declared)
    if trumps > FEW_TRUMPS_MADE:
        return None
    return concern_about(
        "far-from-cards", played, f"{_result_text(played)} was made, and {declared.side.value} have {trumps} trumps"
    )


def _far_from_cards(played: TableBoard, field: _Field) -> Concern | None:
    contract = _played(played)
    if contract is None or field.double_dummy is None:
        return None
    double_dummy = field.double_dummy[contract.strain, contract.declarer]
    if abs(contract.tricks - double_dummy) < FAR_TRICKS:
        return None
    text = f"{_result_text(played)} is {contract.tricks} tricks, and the cards have {double_dummy} at double dummy"
    return concern_about("far-from-cards", played, text)


_RESULT_CHECKS = (
    _impossible_score,
    _declared_by_others,
    _lead_by_declarer,
    _made_on_few_trumps,
    _far_from_field,
    _unusual_tricks,
    _far_from_cards,
)
"""The checks of a result, the clearest first; only the first concern is reported."""


def _fits_other_board(one: TableBoard, other: TableBoard, fields: Mapping[int, _Field]) -> bool:
    """Return whether a result fits another board's field within a trick, but occurs at most twice on its own board."""
    declared, contract = _declared(one), _played(one)
    if declared is None or contract is None or declared == _declared(other) or fields[one.board].times(declared) > 2:
        return False
    tricks_elsewhere = fields[other.board].tricks.get(declared, [])
    return len(tricks_elsewhere) > 1 and min(abs(contract.tricks - each) for each in tricks_elsewhere) <= 1


def _count_trumps(deal: Deal, declared: _Declared) -> int:
    suit = SUITS.index(declared.strain)
    return sum(len(hand[suit]) for seat, hand in deal.hands.items() if seat.side is declared.side)


def _format_range(tricks: Sequence[int]) -> str:
    least, most = min(tricks), max(tricks)
    return f"{least}" if least == most else f"{least}–{most}"


def _find_leader(played: TableBoard) -> Seat | None:
    contract = _played(played)
    return contract.declarer.left if contract else None  # Law 22B1


def _find_led_card(played: TableBoard) -> str | None:
    try:
        return parse_card(played.lead or "")
    except Unreadable:
        return None


def _played(played: TableBoard) -> Played | None:
    return played.result.played if played.result else None


def _declared(played: TableBoard) -> _Declared | None:
    contract = _played(played)
    return _Declared(contract.strain, contract.declarer.side) if contract else None


def _score(played: TableBoard) -> int:
    return ns_score(played.result, played.board) if played.result else 0


def _result_text(played: TableBoard) -> str:
    result = played.result
    bare = result is not None and result.bare_score is not None
    return f"{result}" if bare else f"{result} ({_score(played):+d})"


_ALL_TRICKS = 13


def played_otherwise(scoreboard: Scoreboard) -> Iterator[Concern]:
    """Yield concerns about auctions and plays that contradict the result or the cards, and about revokes."""
    session = scoreboard.session
    for played in session.table_boards():
        deal = None if played.version else session.deal(played.board)  # a fouled version has unknown cards
        if played.result and played.auctions:
            auction, play, result = played.record.auction, played.record.play, played.result
            contract = result.played
            recorded = Contract.of(contract) if contract else None
            if auction and auction.is_over and result.bare_score is None and auction.contract != recorded:
                ends = f"the auction ends in {auction.contract}" if auction.contract else "nobody bid"
                yield concern_about("other-contract", played, f"{ends}, and {result} is recorded")
            if play is not None and contract is not None:
                won = [seat for seat in play.winners(contract.strain) if seat]
                ours = sum(1 for seat in won if seat.side is contract.declarer.side)
                # More of a side's tricks were played than the result has, or not all of them
                if ours > contract.tricks or len(won) - ours > _ALL_TRICKS - contract.tricks:
                    first = "" if len(won) == _ALL_TRICKS else "first "
                    took = f"declarer took {ours} of the {first}{len(won)} tricks as they were played"
                    yield concern_about("other-tricks", played, f"{took}, and {result} is {contract.tricks}")
            wrong = play.first_card_not_held(deal) if play and deal else None
            if deal and wrong:
                seat, card = wrong
                text = f"{seat.value} is said to have played {card}: {deal.holder(card).value} has the card"
                yield concern_about("other-cards", played, text)
            if play and deal and contract and not wrong:
                for trick, at, led, held in play.revokes(deal, contract.strain):  # Law 61
                    text = f"{at.value} played {led} to trick {trick}, and had {held}"
                    yield concern_about("revoke", played, text)

"""Concerns: what wants a person before scores are given out; and the results that other tables' results contradict.

A doubtful result is far from the field, declared by the wrong side, led by another hand, or typed on another board; an
auction or a play may contradict what is recorded beside it.

Where nobody knows the cards, what the other tables played is all there is to go by. Of 19 real evenings with some 4,300
results these rules list a dozen, four of them slips by every sign; of 500 results whose declarer was moved to the next
seat they list nine in ten. `python -m tests.bench.concerns FOLDER` measures both.
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
    """Something to look at: the facts, and where: the table's play of a board, or the call, ruling or appeal `case`."""

    code: ConcernCode
    text: str
    board: int | None = None
    seating: Seating | None = None
    table: str | None = None
    case: str | None = None


def concern_about(code: ConcernCode, played: TableBoard, text: str) -> Concern:
    """A concern about a table's play of a board."""
    return Concern(code, text, played.board, played.seating, played.table)


FAR = 500
"""So many points from every other result is far."""

FEWEST_OTHERS = 3
"""With fewer others there is no field to be far from."""

FEWEST_IN_THE_STRAIN = 5
"""So many others of a side took tricks in a strain before one who took four more or fewer than any is told."""

FAR_TRICKS = 4
"""So many tricks more or fewer than all others, or than at double dummy, want a second look."""

TRICKS_OF_BOTH = 15
"""Both sides together cannot take so many tricks in one strain. (Thirteen with best play; fourteen are common.)"""

FEWEST_LEADERS = 2
"""How many other tables must have led the card from another seat, where the cards are not known."""

FEW_TRUMPS_MADE, FEW_TRUMPS, FEW_POINTS = 5, 6, 19
"""Who has so few trumps makes nothing; who led besides did not declare, nor with so few points at notrumps."""

Tricks = Mapping[tuple[str, Seat], int]
"""How many tricks a declarer takes in a strain at double dummy."""

_STRAINS = {"C": "clubs", "D": "diamonds", "H": "hearts", "S": "spades", "N": "notrumps"}

_FOR = {1: "NS", 0: "neither side", -1: "EW"}

_POINTS = {"A": 4, "K": 3, "Q": 2, "J": 1}


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
    """What the tables of one version of a board did, all together: a table is held against the rest of it."""

    def __init__(self, lines: Sequence[TableBoard], deal: Deal | None = None, tricks: Tricks | None = None) -> None:
        self.lines = lines
        self.deal = deal
        self.double_dummy = tricks
        self.scores = Counter(map(_score, lines))
        self.signs = Counter(map(sign, map(_score, lines)))
        self.tricks: dict[_Declared, list[int]] = defaultdict(list)
        self.leaders: dict[str, Counter[Seat]] = defaultdict(Counter)
        for played in lines:
            if (own := _declared(played)) and (contract := _played(played)):
                self.tricks[own].append(contract.tricks)
            if (card := _card(played)) and (seat := _leader(played)):
                self.leaders[card][seat] += 1

    def times(self, declared: _Declared) -> int:
        """How many tables played a strain from a side."""
        return len(self.tricks.get(declared, ()))

    def holder(self, card: str, leader: Seat) -> Seat | None:
        """In whose hand a card is: by the deal, or because only from there others led it; None where nobody knows."""
        if self.deal:
            return self.deal.holder(card)
        others = self.leaders[card] - Counter([leader])
        seat, times = next(iter(others.items()), (None, 0))
        return seat if len(others) == 1 and times >= FEWEST_LEADERS else None


def implausible_results(scoreboard: Scoreboard, tricks: Mapping[int, Tricks] | None = None) -> Iterator[Concern]:
    """The results of a session that want a second look. A fouled board's versions are compared by themselves.

    `tricks`: what the deals of boards have at double dummy, where that was worked out.
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
            # No lead at any table, of two or more, is in the leader's hand
            leads = [(card, seat) for card, seats in field.leaders.items() for seat in seats.elements()]
            if field.deal and len(leads) > 1 and not any(field.deal.holder(card) is seat for card, seat in leads):
                text = f"none of the {len(leads)} leads was the leader's: are the cards of another board?"
                yield Concern("other-cards", text, number)
            for played in lines:
                yield from _looks(played, field)
    yield from _exchanged({number: versions[0] for number, versions in fields.items() if len(versions) == 1})


def concerns_at(played: TableBoard, board: Board, deal: Deal | None) -> Iterator[Concern]:
    """What speaks against one table's result, recorded or about to be, beside the others of a board.

    Whoever has the slip in his hand can look who led: here a lead from any other hand is told.

    `deal`: the cards of the board, where they are known.
    """
    others = [
        each
        for each in board.values()
        if each.result and each.version == played.version and each.seating != played.seating
    ]
    known = None if played.version else deal
    looks = list(_looks(played, _Field([*others, played], known)))
    yield from looks
    card, leader = _card(played), _leader(played)
    if known and not looks and card and leader and (holder := known.holder(card)) is not leader:
        text = f"lead {played.lead} against {_said(played)} would be {leader.value}'s: {holder.value} has the card"
        yield concern_about("lead-elsewhere", played, text)


def _looks(played: TableBoard, field: _Field) -> Iterator[Concern]:
    yield from islice(filter(None, (look(played, field) for look in _LOOKS)), 1)


def _impossible(played: TableBoard, _field: _Field) -> Concern | None:
    text = impossible_text(played.result, played.board) if played.result else ""
    return concern_about("impossible-score", played, text) if text else None


def impossible_text(result: Result, board: int) -> str:
    """That no contract gives a score on a board; '' where one does, or where the contract is known.

    >>> impossible_text(Result("+620"), 1), impossible_text(Result("+620"), 2)
    ('no contract scores +620 on board 1, vulnerable None', '')
    """
    score = result.bare_score
    if score is None or can_be_scored(score, board):
        return ""
    return f"no contract scores {score:+d} on board {board}, vulnerable {vulnerability(board).value}"


def _far(played: TableBoard, field: _Field) -> Concern | None:
    """More than 500 points from every other result, and nobody else scores for the side, or played the strain from it.

    Who goes down is far only where the contract is not known: a sacrifice is, and a game that fails by a trick.
    """
    score, own, contract = _score(played), _declared(played), _played(played)
    if len(field.lines) <= FEWEST_OTHERS or (contract and contract.margin < 0):
        return None
    others = sorted((field.scores - Counter([score])).keys())
    gap = min(abs(score - other) for other in others)
    alone = [f"no other table played {own}"] if own and field.times(own) == 1 else []
    if field.signs[sign(score)] == 1:
        alone.append(f"no other table has a score for {_FOR[sign(score)]}")
    if gap <= FAR or not alone:
        return None
    rest = f"the others are {others[0]:+d} to {others[-1]:+d}"
    return concern_about(
        "far-from-field", played, f"{_said(played)} is {gap} points from any other: {rest}; {alone[0]}"
    )


def _tricks_of_its_own(played: TableBoard, field: _Field) -> Concern | None:
    """Four tricks more or fewer than everybody else took in the strain from that side: '−' was typed for '+'."""
    own, contract = _declared(played), _played(played)
    if own is None or contract is None:
        return None
    others = sorted(field.tricks[own])
    others.remove(contract.tricks)
    if len(others) < FEWEST_IN_THE_STRAIN or min(abs(contract.tricks - each) for each in others) < FAR_TRICKS:
        return None
    text = f"{_said(played)} is {contract.tricks} tricks: all {len(others)} others took {_range(others)} in {own}"
    return concern_about("far-from-field", played, text)


def _declared_by_others(played: TableBoard, field: _Field) -> Concern | None:
    """Both sides together would take 15 tricks or more in the strain, and nobody else of this side declared it.

    Who really declared what the others do declares it with few trumps, and takes few tricks.
    """
    own, contract = _declared(played), _played(played)
    if own is None or contract is None or field.times(own) > 1 or not field.times(own.by_others):
        return None
    theirs = sorted(field.tricks[own.by_others])
    if contract.tricks + median_low(theirs) < TRICKS_OF_BOTH:
        return None
    tables = "the other table" if len(theirs) == 1 else f"all {len(theirs)} other tables"
    text = (
        f"{_said(played)} is {contract.tricks} tricks: at {tables} in {_STRAINS[own.strain]}, "
        f"{own.side.other.value} declared, and took {_range(theirs)}"
    )
    return concern_about("other-side-declares", played, text)


def _led_elsewhere(played: TableBoard, field: _Field) -> Concern | None:
    """The card that was led is declarer's or dummy's, and what else is known says that the other side declared.

    That is: others of that side declared the strain, more than of this one; or nobody else of this side did, and it has
    few trumps for it, or few points. A lead from the partner of who should have led is not told: the card is mistyped,
    or which of two partners declared, and neither moves a score.
    """
    own, card, seat = _declared(played), _card(played), _leader(played)
    holder = field.holder(card, seat) if card and seat else None
    if own is None or seat is None or holder is None or holder.side is not own.side:
        return None
    why = _rather_declared(own, field)
    if not why:
        return None
    text = f"lead {played.lead} against {_said(played)} would be {seat.value}'s: {holder.value} has the card, {why}"
    return concern_about("lead-elsewhere", played, text)


def _rather_declared(own: _Declared, field: _Field) -> str:
    """Why the other side rather declared, beside the lead; '' where nothing says so."""
    ours, theirs = field.times(own) - 1, field.times(own.by_others)
    if theirs > ours:
        return f"and {own.side.other.value} declared {_STRAINS[own.strain]} at {theirs} of the other tables"
    if ours or field.deal is None:
        return ""
    if own.strain == "N":
        hands = (hand for seat, hand in field.deal.hands.items() if seat.side is own.side)
        points = sum(_POINTS.get(card, 0) for hand in hands for suit in hand for card in suit)
        return f"and {own.side.value} have {points} points" if points <= FEW_POINTS else ""
    trumps = _trumps(field.deal, own)
    return f"and {own.side.value} have {trumps} trumps" if trumps <= FEW_TRUMPS else ""


def _made_on_few_trumps(played: TableBoard, field: _Field) -> Concern | None:
    own, contract = _declared(played), _played(played)
    if own is None or contract is None or field.deal is None or own.strain == "N" or contract.margin < 0:
        return None
    trumps = _trumps(field.deal, own)
    if trumps > FEW_TRUMPS_MADE:
        return None
    return concern_about(
        "far-from-cards", played, f"{_said(played)} was made, and {own.side.value} have {trumps} trumps"
    )


def _far_from_cards(played: TableBoard, field: _Field) -> Concern | None:
    contract = _played(played)
    if contract is None or field.double_dummy is None:
        return None
    there = field.double_dummy[contract.strain, contract.declarer]
    if abs(contract.tricks - there) < FAR_TRICKS:
        return None
    text = f"{_said(played)} is {contract.tricks} tricks, and the cards have {there} at double dummy"
    return concern_about("far-from-cards", played, text)


_LOOKS = (
    _impossible,
    _declared_by_others,
    _led_elsewhere,
    _made_on_few_trumps,
    _far,
    _tricks_of_its_own,
    _far_from_cards,
)
"""The clearest first."""

# Two boards of a table on each other's line


def _exchanged(boards: Mapping[int, Sequence[TableBoard]]) -> Iterator[Concern]:
    """Two boards of one table whose results others have on the other board: told at the first of the two."""
    tables: dict[object, list[TableBoard]] = defaultdict(list)
    for lines in boards.values():
        for played in lines:
            tables[played.seating, played.round].append(played)
    fields = {number: _Field(lines) for number, lines in boards.items()}
    for lines in tables.values():
        for at, one in enumerate(lines):
            for other in lines[at + 1 :]:
                if _belongs(one, other, fields) and _belongs(other, one, fields):
                    text = (
                        f"{one.result} here and {other.result} on board {other.board}: others played {_declared(one)} "
                        f"there, and {_declared(other)} here; are the two exchanged?"
                    )
                    yield concern_about("boards-exchanged", one, text)


def _belongs(one: TableBoard, other: TableBoard, fields: Mapping[int, _Field]) -> bool:
    """Whether one result is rather of the other's board: at most one other table played so here, and two or more there,
    with as many tricks or one more or fewer.
    """
    own, contract = _declared(one), _played(one)
    if own is None or contract is None or own == _declared(other) or fields[one.board].times(own) > 2:
        return False
    there = fields[other.board].tricks.get(own, [])
    return len(there) > 1 and min(abs(contract.tricks - each) for each in there) <= 1


# What a line says


def _trumps(deal: Deal, own: _Declared) -> int:
    suit = SUITS.index(own.strain)
    return sum(len(hand[suit]) for seat, hand in deal.hands.items() if seat.side is own.side)


def _range(tricks: Sequence[int]) -> str:
    least, most = min(tricks), max(tricks)
    return f"{least}" if least == most else f"{least}–{most}"


def _leader(played: TableBoard) -> Seat | None:
    """Who leads: the player to the left of declarer (Law 22B1)."""
    contract = _played(played)
    return contract.declarer.left if contract else None


def _card(played: TableBoard) -> str | None:
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


def _said(played: TableBoard) -> str:
    result = played.result
    bare = result is not None and result.bare_score is not None
    return f"{result}" if bare else f"{result} ({_score(played):+d})"


_ALL_TRICKS = 13


def played_otherwise(scoreboard: Scoreboard) -> Iterator[Concern]:
    """Every table whose auction or play does not go with its result, or with the cards. A fouled board has others."""
    session = scoreboard.session
    for played in session.table_boards():
        deal = None if played.version else session.deal(played.board)
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
            wrong = play.not_held(deal) if play and deal else None
            if deal and wrong:
                seat, card = wrong
                text = f"{seat.value} is said to have played {card}: {deal.holder(card).value} has the card"
                yield concern_about("other-cards", played, text)
            if play and deal and contract and not wrong:
                for trick, at, led, held in play.revokes(deal, contract.strain):  # Law 61
                    text = f"{at.value} played {led} to trick {trick}, and had {held}"
                    yield concern_about("revoke", played, text)

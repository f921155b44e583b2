"""Results that other tables' results contradict: far from the field, declared by the wrong side, led by another hand,
typed on each other's board; and auctions and play that contradict what is recorded beside them.

Where nobody knows the cards, what the other tables played is all there is to go by. Of 19 real evenings with some 4,300
results these rules list a dozen, four of them slips by every sign; of 500 results whose declarer was moved to the next
seat they list nine in ten. `python -m tests.bench.doubts FOLDER` measures both.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from statistics import median_low
from typing import NamedTuple

from ledger.bridge import Result, Seat, Side, Unreadable, can_be_scored, ns_score, parse_card, vulnerability
from ledger.bridge.auction import Contract
from ledger.bridge.deal import SUITS, Deal
from ledger.bridge.result import Played
from ledger.projections.concerns import Concern, concern_about
from ledger.projections.scoreboard import Scoreboard
from ledger.scoring.form import sign
from ledger.session import Board, TableBoard

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
    """In what a table played, and which side declared."""

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

    def other_scores(self, score: int) -> list[int]:
        """Every score there is at a table beside the one with this score."""
        return sorted((self.scores - Counter([score])).keys())

    def other_tricks(self, declared: _Declared, own: int) -> list[int]:
        """What others took in the strain from the side where one took so many."""
        rest = sorted(self.tricks[declared])
        rest.remove(own)
        return rest

    def holder(self, card: str, leader: Seat) -> Seat | None:
        """In whose hand a card is: by the deal, or because only from there others led it; None where nobody knows."""
        if self.deal:
            return self.deal.holder(card)
        others = self.leaders[card] - Counter([leader])
        seat, times = next(iter(others.items()), (None, 0))
        return seat if len(others) == 1 and times >= FEWEST_LEADERS else None


def doubts(scoreboard: Scoreboard, tricks: Mapping[int, Tricks] | None = None) -> Iterator[Concern]:
    """The results of a session that want a second look. A fouled board's versions are compared by themselves.

    `tricks`: what the deals of boards have at double dummy, where that was worked out.
    """
    session = scoreboard.session
    fields = {number: list(_fields(board)) for number, board in session.boards.items()}
    for number, versions in fields.items():
        for lines in versions:
            known = not lines[0].version  # the cards that are known are those of the board as it was dealt
            field = _Field(
                lines, session.deal(number) if known else None, (tricks or {}).get(number) if known else None
            )
            yield from _other_deal(number, field)
            for played in lines:
                yield from _looks(played, field)
    yield from _exchanged({number: versions[0] for number, versions in fields.items() if len(versions) == 1})


def doubts_about(played: TableBoard, board: Board, deal: Deal | None) -> Iterator[Concern]:
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
    if known and not looks and (concern := _led_from_another_hand(played, known)):
        yield concern


def _looks(played: TableBoard, field: _Field) -> Iterator[Concern]:
    """What speaks most clearly against a result: one line a table."""
    yield from islice(filter(None, (look(played, field) for look in _LOOKS)), 1)


def _fields(board: Board) -> Iterator[list[TableBoard]]:
    """The tables of each version of a board."""
    lines = [played for played in board.values() if played.result]
    for version in dict.fromkeys(played.version for played in lines):
        yield [played for played in lines if played.version == version]


def _impossible(played: TableBoard, _field: _Field) -> Concern | None:
    """A score without a contract that no contract gives, vulnerable as they are on this board."""
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
    others = field.other_scores(score)
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
    others = field.other_tricks(own, contract.tricks)
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


def _other_deal(board: int, field: _Field) -> Iterator[Concern]:
    """No lead at any table, of two or more, is in the leader's hand: the cards are of another board, or another set."""
    leads = [(card, seat) for card, seats in field.leaders.items() for seat in seats.elements()]
    if field.deal and len(leads) > 1 and not any(field.deal.holder(card) is seat for card, seat in leads):
        text = f"none of the {len(leads)} leads was the leader's: are the cards of another board?"
        yield Concern("other-cards", text, board)


def _led_from_another_hand(played: TableBoard, deal: Deal) -> Concern | None:
    """The card that was led is not in the leader's hand."""
    card, leader = _card(played), _leader(played)
    if card is None or leader is None or (holder := deal.holder(card)) is leader:
        return None
    text = f"lead {played.lead} against {_said(played)} would be {leader.value}'s: {holder.value} has the card"
    return concern_about("lead-elsewhere", played, text)


def _rather_declared(own: _Declared, field: _Field) -> str:
    """Why the other side rather declared, beside the lead; '' where nothing says so."""
    ours, theirs = field.times(own) - 1, field.times(own.by_others)
    if theirs > ours:
        return f"and {own.side.other.value} declared {_STRAINS[own.strain]} at {theirs} of the other tables"
    if ours or field.deal is None:
        return ""
    if own.strain == "N":
        points = _points(field.deal, own.side)
        return f"and {own.side.value} have {points} points" if points <= FEW_POINTS else ""
    trumps = _trumps(field.deal, own)
    return f"and {own.side.value} have {trumps} trumps" if trumps <= FEW_TRUMPS else ""


def _made_on_few_trumps(played: TableBoard, field: _Field) -> Concern | None:
    """A suit contract was made with five trumps or fewer in the two hands."""
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
    """Declarer took many more tricks, or many fewer, than the cards have at double dummy."""
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


def _points(deal: Deal, side: Side) -> int:
    hands = (hand for seat, hand in deal.hands.items() if seat.side is side)
    return sum(_POINTS.get(card, 0) for hand in hands for suit in hand for card in suit)


def _range(tricks: Sequence[int]) -> str:
    least, most = min(tricks), max(tricks)
    return f"{least}" if least == most else f"{least}–{most}"


def _leader(played: TableBoard) -> Seat | None:
    """Who leads: the player to the left of declarer (Law 22B1)."""
    contract = _played(played)
    return contract.declarer.left if contract else None


def _card(played: TableBoard) -> str | None:
    """The card that was led, suit first; None where no card can be read."""
    try:
        return parse_card(played.lead or "")
    except Unreadable:
        return None


def _played(played: TableBoard) -> Played | None:
    return played.result.played if played.result else None


def _declared(played: TableBoard) -> _Declared | None:
    """In what it was played, and by which side; None where no contract is known."""
    contract = _played(played)
    return _Declared(contract.strain, contract.declarer.side) if contract else None


def _score(played: TableBoard) -> int:
    return ns_score(played.result, played.board) if played.result else 0


def _said(played: TableBoard) -> str:
    """'5HE= (-650)', or '-650' where no contract is known."""
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
            yield from _other_contract(played)
            yield from _other_tricks(played)
            yield from _other_cards(played, deal)
            yield from _revokes(played, deal)


def _other_contract(played: TableBoard) -> Iterator[Concern]:
    """The auction ends in another contract than was played, or by another declarer, or nobody bid."""
    auction, result = played.record.auction, played.result
    if not (auction and result and auction.is_over) or result.bare_score is not None:
        return
    recorded = Contract.of(result.played) if result.played else None
    if auction.contract != recorded:
        ends = f"the auction ends in {auction.contract}" if auction.contract else "nobody bid"
        yield concern_about("other-contract", played, f"{ends}, and {result} is recorded")


def _other_tricks(played: TableBoard) -> Iterator[Concern]:
    """The tricks that were played are not those of the result: more of a side's than it has, or not all of them."""
    play, contract = played.record.play, played.result.played if played.result else None
    if play is None or contract is None:
        return
    won = [seat for seat in play.winners(contract.strain) if seat]
    ours = sum(1 for seat in won if seat.side is contract.declarer.side)
    whole = len(won) == _ALL_TRICKS
    if ours > contract.tricks or len(won) - ours > _ALL_TRICKS - contract.tricks:
        took = f"declarer took {ours} of the {'' if whole else 'first '}{len(won)} tricks as they were played"
        yield concern_about("other-tricks", played, f"{took}, and {played.result} is {contract.tricks}")


def _other_cards(played: TableBoard, deal: Deal | None) -> Iterator[Concern]:
    """A card was played from a hand that has not got it."""
    wrong = played.record.play.not_held(deal) if played.record.play and deal else None
    if deal and wrong:
        seat, card = wrong
        text = f"{seat.value} is said to have played {card}: {deal.holder(card).value} has the card"
        yield concern_about("other-cards", played, text)


def _revokes(played: TableBoard, deal: Deal | None) -> Iterator[Concern]:
    """A player did not follow suit, and could have (Law 61)."""
    play, contract = played.record.play, played.result.played if played.result else None
    if not (play and deal and contract) or play.not_held(deal):
        return
    for trick, seat, card, held in play.revokes(deal, contract.strain):
        text = f"{seat.value} played {card} to trick {trick}, and had {held}"
        yield concern_about("revoke", played, text)

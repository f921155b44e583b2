"""Results that other tables' results contradict: far from the field, declared by the wrong side, led by another hand;
and auctions and play that contradict what is recorded beside them.

Where nobody knows the cards, what the other tables played is all there is to go by. Of some 4,700 results of
real evenings these three rules list 78; of results whose declarer was moved to the next seat they list four in five.
"""

from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence

from ledger.bridge import Result, Seat, Side, Unreadable, can_be_scored, ns_score, parse_card, vulnerability
from ledger.bridge.auction import Contract
from ledger.bridge.deal import Deal
from ledger.bridge.result import Played
from ledger.projections.concerns import Concern, concern_about
from ledger.projections.scoreboard import Scoreboard
from ledger.scoring.form import sign
from ledger.session import Board, TableBoard

FAR = 300
"""So many points from every other result is far."""

FEWEST_OTHERS = 4
"""With fewer others there is no field to be far from, nor a side that declares, unless they are all of one kind."""

FEWEST_ALIKE = 3
"""So many others are a field that did all the same: scored for one side, or declared the strain from there."""

FEWEST_LEADERS = 2
"""How many other tables must have led the card from another seat."""

FAR_TRICKS = 4
"""So many tricks more or fewer than at double dummy want a second look: a contract, a declarer, a board mistaken."""

Tricks = Mapping[tuple[str, Seat], int]
"""How many tricks a declarer takes in a strain at double dummy."""

_STRAINS = {"C": "clubs", "D": "diamonds", "H": "hearts", "S": "spades", "N": "notrumps"}

_FOR = {1: "NS", 0: "neither side", -1: "EW"}


class _Field:
    """What the tables of one version of a board did, all together: a table is held against the rest of it."""

    def __init__(self, lines: Sequence[TableBoard], deal: Deal | None = None, tricks: Tricks | None = None) -> None:
        self.lines = lines
        self.deal = deal
        self.tricks = tricks
        self.scores = sorted(map(_score, lines))
        self.signs = Counter(map(sign, self.scores))
        self.declared = Counter(_strain_and_side(played) for played in lines)
        self.leaders: dict[str, Counter[Seat]] = defaultdict(Counter)
        for played in lines:
            if (card := _card(played)) and (seat := _leader(played)):
                self.leaders[card][seat] += 1

    def others(self, score: int) -> list[int]:
        """The scores beside one of them that count here: the least, its two neighbours, and the highest."""
        at = bisect_left(self.scores, score)
        below, above = self.scores[:at], self.scores[at + 1 :]
        return [*below[:1], *below[-1:], *above[:1], *above[-1:]]


def doubts(scoreboard: Scoreboard, tricks: Mapping[int, Tricks] | None = None) -> Iterator[Concern]:
    """The results of a session that want a second look. A fouled board's versions are compared by themselves.

    `tricks`: what the deals of boards have at double dummy, where that was worked out.
    """
    for number, board in scoreboard.session.boards.items():
        for field in _fields(board, scoreboard.session.deal(number), (tricks or {}).get(number)):
            for played in field.lines:
                yield from _looks(played, field)


def doubts_about(played: TableBoard, board: Board, deal: Deal | None) -> Iterator[Concern]:
    """What speaks against one table's result, recorded or about to be, beside the others of a board.

    `deal`: the cards of the board, where they are known.
    """
    others = [
        each
        for each in board.values()
        if each.result and each.version == played.version and each.seating != played.seating
    ]
    yield from _looks(played, _Field([*others, played], None if played.version else deal))


def _looks(played: TableBoard, field: _Field) -> Iterator[Concern]:
    looks = _impossible(played), _far(played, field), _declared_by_others(played, field), _led_elsewhere(played, field)
    yield from filter(None, (*looks, _far_from_cards(played, field)))


def _fields(board: Board, deal: Deal | None, tricks: Tricks | None) -> Iterator[_Field]:
    """The tables of each version of a board; the cards that are known are those of the board as it was dealt."""
    lines = [played for played in board.values() if played.result]
    for version in dict.fromkeys(played.version for played in lines):
        same = [played for played in lines if played.version == version]
        yield _Field(same) if version else _Field(same, deal, tricks)


def _impossible(played: TableBoard) -> Concern | None:
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
    """More than 300 points from every other result, on a side or in a strain that nobody else has.

    Among three others only where it is alone in both, and made: who goes down in a sacrifice is far too. One trick from
    what another table took in the same strain, from the same side, is ordinary, whatever that trick was worth.
    """
    if len(field.lines) <= FEWEST_ALIKE or _a_trick_from_another(played, field):
        return None
    score = _score(played)
    others = field.others(score)
    gap = min(abs(score - other) for other in others)
    alone = _alone(played, field)
    if gap <= FAR or not alone or (len(field.lines) <= FEWEST_OTHERS and not (len(alone) > 1 and _made(played))):
        return None
    rest = f"the others are {min(others):+d} to {max(others):+d}"
    return concern_about(
        "far-from-field", played, f"{_said(played)} is {gap} points from any other: {rest}; {alone[0]}"
    )


def _alone(played: TableBoard, field: _Field) -> list[str]:
    """What only this table did."""
    own, won_by = _strain_and_side(played), sign(_score(played))
    alone = [f"no other table played {_STRAINS[own[0]]} by {own[1].value}"] if own and field.declared[own] == 1 else []
    if field.signs[won_by] == 1:
        alone.append(f"no other table has a score for {_FOR[won_by]}")
    return alone


def _made(played: TableBoard) -> bool:
    contract = _played(played)
    return contract is not None and contract.margin >= 0


def _a_trick_from_another(played: TableBoard, field: _Field) -> bool:
    """Whether another table took as many tricks, or one more or fewer, in the same strain from the same side."""
    own, contract = _strain_and_side(played), _played(played)
    return contract is not None and any(
        other is not played and _strain_and_side(other) == own and abs(took.tricks - contract.tricks) <= 1
        for other in field.lines
        if (took := _played(other))
    )


def _declared_by_others(played: TableBoard, field: _Field) -> Concern | None:
    """Every other table in the strain was declared by the other side: four of them, or all three there are."""
    own = _strain_and_side(played)
    if own is None or field.declared[own] > 1:
        return None
    strain, side = own
    times = field.declared[strain, side.other]
    if times < (FEWEST_ALIKE if times == len(field.lines) - 1 else FEWEST_OTHERS):
        return None
    text = f"{_said(played)}: at all {times} other tables in {_STRAINS[strain]}, {side.other.value} declared"
    return concern_about("other-side-declares", played, text)


def _led_elsewhere(played: TableBoard, field: _Field) -> Concern | None:
    """The card that was led is in another hand: from there other tables led it, and none from this one."""
    card, seat = _card(played), _leader(played)
    if card is None or seat is None:
        return None
    if field.deal:
        return _led_by_another(played, field.deal, card, seat)
    leaders = {each: times for each, times in field.leaders[card].items() if each is not seat}
    if field.leaders[card][seat] > 1 or sum(leaders.values()) < FEWEST_LEADERS:
        return None
    where = " and ".join(f"{each.value} at {leaders[each]}" for each in Seat if each in leaders)
    text = f"lead {played.lead} against {_said(played)} would be {seat.value}'s: it was led by {where} of the others"
    return concern_about("lead-elsewhere", played, text)


def _led_by_another(played: TableBoard, deal: Deal, card: str, leader: Seat) -> Concern | None:
    """The card that was led is not in the leader's hand."""
    holder = deal.holder(card)
    if holder is leader:
        return None
    text = f"lead {played.lead} against {_said(played)} would be {leader.value}'s: {holder.value} has the card"
    return concern_about("lead-elsewhere", played, text)


def _far_from_cards(played: TableBoard, field: _Field) -> Concern | None:
    """Declarer took many more tricks, or many fewer, than the cards have at double dummy."""
    contract = _played(played)
    if contract is None or field.tricks is None:
        return None
    there = field.tricks[contract.strain, contract.declarer]
    if abs(contract.tricks - there) < FAR_TRICKS:
        return None
    text = f"{_said(played)} is {contract.tricks} tricks, and the cards have {there} at double dummy"
    return concern_about("far-from-cards", played, text)


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


def _strain_and_side(played: TableBoard) -> tuple[str, Side] | None:
    """In what it was played, and by which side; None where no contract is known."""
    contract = _played(played)
    return (contract.strain, contract.declarer.side) if contract else None


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

"""Auctions and play against what is recorded beside them: the result, and the cards of the board."""

from collections.abc import Iterator

from ledger.bridge.auction import Contract
from ledger.bridge.deal import Deal
from ledger.projections.concerns import Concern, concern_about
from ledger.projections.scoreboard import Scoreboard
from ledger.session import TableBoard

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

"""What was played as JSON: deals, auctions and tricks, who took part, what has to be checked, what still waits."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from cli.words.auctions import strain_of
from cli.words.events import event_text
from ledger.bridge import Seat, dealer, vulnerability
from ledger.bridge.card_play import CardPlay
from ledger.bridge.deal import SUITS, Deal
from ledger.exchange.double_dummy import STRAINS, Tricks
from ledger.facts.participation import AtTableFact, TakingPart
from ledger.projections.checking import CheckReport
from ledger.projections.concerns import Concern
from ledger.projections.marks import marks
from ledger.session import Session, TableBoard
from ledger.session.moment import iso
from ledger.session.participation import still_to_play
from ledger.session.queue import decided_by

if TYPE_CHECKING:
    from ledger.session.cases import WaitingLine


STRAIN_NAMES = {"C": "C", "D": "D", "H": "H", "S": "S", "N": "NT"}


def waiting_json(session: Session, each: WaitingLine) -> dict[str, object]:
    """A line that waits for a person to settle it."""
    decided = 0 if each.settled else decided_by(session, each)
    return {
        "number": each.number,
        "since": iso(each.at),
        "where": each.line.place,
        "why": each.line.why,
        "settled": each.settled.outcome if each.settled else "decided" if decided else None,
        "settled_by": each.settled_by or decided or None,
        "reason": each.settled.reason if each.settled else "",
    }


def tricks_json(tricks: Tricks) -> dict[str, dict[str, int]]:
    """The same for a program: by declarer and strain."""
    return {seat.value: {STRAIN_NAMES[strain]: tricks[strain, seat] for strain in STRAINS} for seat in Seat}


def statements_json(session: Session) -> dict[str, object]:
    """What was said of who takes part, and of what was not played."""
    marked = marks(session)
    return {
        "contestants": [
            {"contestant": contestant, "standing": mark.standing, "ranked": mark.ranked, "event": mark.number}
            for contestant, mark in sorted(marked.items())
        ],
        "statements": [
            {"number": number, "contestant": _whose(fact), "text": event_text(fact)}
            for number, fact in session.participation.facts.items()
        ],
        "to_play": [_place_json(played) for played in still_to_play(session)],
    }


def _whose(fact: TakingPart) -> str | None:
    return None if isinstance(fact, AtTableFact) else fact.contestant


def _place_json(played: TableBoard) -> dict[str, object]:
    ns, ew = played.seating.pair
    return {"board": played.board, "table": played.table, "ns": ns, "ew": ew, "round": played.round}


def place_json(played: TableBoard) -> dict[str, object]:
    """Which table's play of the board it is."""
    return {"table": played.table, "ns": played.seating.ns or None, "ew": played.seating.ew or None}


def record_json(played: TableBoard) -> dict[str, object]:
    """The same for a program: the notations, each call and each trick; None for what is not known."""
    record = played.record
    return {
        "auction": str(record.auction) if record.auction else None,
        "contract": str(record.auction.contract) if record.auction and record.auction.contract else None,
        "notes": list(record.notes),
        "play": str(record.play) if record.play else None,
        "tricks": list(_tricks_json(record.play, strain_of(played))) if record.play else [],
    }


def deal_json(board: int, deal: Deal) -> dict[str, object]:
    """The four hands of a board."""
    hands = {seat.value: dict(zip(SUITS, hand, strict=True)) for seat, hand in deal.hands.items()}
    return {
        "board": board,
        "dealer": dealer(board).value,
        "vulnerable": vulnerability(board).value,
        "deal": str(deal),
        "hands": hands,
    }


def _tricks_json(play: CardPlay, strain: str | None) -> Iterator[dict[str, str | None]]:
    won = play.winners(strain) if strain else [None] * len(play.tricks)
    for trick, who in zip(play.tricks, won, strict=True):
        yield {**{seat.value: trick.get(seat) for seat in Seat}, "won_by": who.value if who else None}


def concerned(concern: Concern, session: Session) -> TableBoard | None:
    """The play of a board that a concern is about; None where it is about none."""
    return session.boards.get(concern.board or 0, {}).get(concern.seating) if concern.seating else None


def checked_json(found: CheckReport, session: Session) -> dict[str, object]:
    """What is open and what was worked off, as JSON."""
    settled = [
        concern_json(each.concern, session) | {"how": each.how, "event": each.number} for each in found.worked_off
    ]
    return {"open": [concern_json(each, session) for each in found.open], "worked_off": settled}


def concern_json(concern: Concern, session: Session) -> dict[str, object]:
    """A concern as JSON."""
    seating, played = concern.seating, concerned(concern, session)
    return {
        "code": concern.code,
        "board": concern.board,
        "table": concern.table,
        "round": seating.round if seating else None,
        "ns": seating.ns if seating else None,
        "ew": seating.ew if seating else None,
        "case": concern.case,
        "text": concern.text,
        "confirmed_by": sorted(played.confirmed_by) if played else [],
    }

"""What every kind of USEBIO file is made of: elements, what stands in them of a line or a contestant, the cards."""

from collections.abc import Iterator
from typing import NamedTuple
from xml.etree.ElementTree import Element, SubElement

from ledger.bridge import Seat
from ledger.bridge.deal import Deal
from ledger.exchange.writing.given_out import GivenLine, GivenOut, member_number, score_text
from ledger.laws.rounding import decimal_text
from ledger.projections.standings import Row
from ledger.scoring.forms import FormName


class Method(NamedTuple):
    """How a form of scoring is called, and the tags of a line's scores; '' where a line has none."""

    boards: str
    points: str = ""


METHODS: dict[FormName, Method] = {
    "matchpoints": Method("MATCH_POINTS", "MATCH_POINTS"),
    "butler": Method("BUTLER_IMPS", "BUTLER_POINTS"),
    "cross-imps": Method("CROSS_IMPS", "CROSS_IMP_POINTS"),
    "teams": Method("IMPS"),
    "knockout": Method("IMPS"),
    "board-a-match": Method("BAM"),
}

_SUITS = ("SPADES", "HEARTS", "DIAMONDS", "CLUBS")
_COMPASS = {Seat.N: "North", Seat.E: "East", Seat.S: "South", Seat.W: "West"}


def add(parent: Element, **texts: str) -> None:
    """Elements with these texts; none for what is not known."""
    for tag, text in texts.items():
        if text or tag.startswith("CLUB"):
            SubElement(parent, tag).text = text


def rows(out: GivenOut) -> Iterator[Row]:
    """The standings, a contestant each."""
    for ranking in out.rankings:
        yield from ranking.rows


def score(who: Element, out: GivenOut, row: Row) -> None:
    """A contestant's total, percentage and place."""
    mode = out.scoreboard.totals.rounding
    add(
        who,
        TOTAL_SCORE=decimal_text(row.total, 2, mode) if row.boards or row.rank else "",
        PERCENTAGE="" if row.percent is None else decimal_text(row.percent, 2),
        PLACE=str(row.rank or ""),
    )


def players(who: Element, out: GivenOut, contestant: str) -> None:
    """Who a contestant's players are, as far as that is known."""
    for player in out.players.get(contestant, []):
        element = SubElement(who, "PLAYER")
        add(element, PLAYER_NAME=player.name, NATIONAL_ID_NUMBER=member_number(player))


def earned(element: Element, out: GivenOut, line: GivenLine) -> None:
    """What a line earned each side, in the unit of the session."""
    points = METHODS[out.session.opening.scoring].points
    ns, ew = map(score_text, line.scores)
    add(element, **{f"NS_{points}": ns, f"EW_{points}": ew})


def played(element: Element, line: GivenLine) -> None:
    """Contract, declarer, lead and tricks, as far as there are any, and the score."""
    if line.result is None:
        add(element, SCORE=line.artificial)
        return
    if play := line.result.played:
        strain = "NT" if play.strain == "N" else play.strain
        add(
            element,
            CONTRACT=f"{play.level}{strain}{play.doubling}",
            PLAYED_BY=play.declarer.value,
            LEAD=line.played.lead or "",
            TRICKS=str(play.tricks),
        )
    elif line.result.bare_score is None:
        add(element, CONTRACT="PASS")
    add(element, SCORE=str(line.ns_score))


def hands(handset: Element, board: int, deal: Deal) -> None:
    """The cards of a board."""
    element = SubElement(handset, "BOARD")
    add(element, BOARD_NUMBER=str(board))
    for seat, hand in deal.hands.items():
        holding = SubElement(element, "HAND")
        SubElement(holding, "DIRECTION").text = _COMPASS[seat]
        for suit, ranks in zip(_SUITS, hand, strict=True):
            SubElement(holding, suit).text = ranks

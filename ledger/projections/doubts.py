"""Results that other tables' results contradict: far from the field, declared by the wrong side, led by another seat.

Nobody knows the cards: what the other tables played is all there is to go by. Of 3,525 results of fourteen real
evenings these three rules list 54; of results whose declarer was moved to the next seat they list two in three.
"""

import re
from collections import Counter
from collections.abc import Iterator, Sequence

from ledger.bridge import Seat, ns_score
from ledger.bridge.result import Played
from ledger.projections.concerns import Concern, concern_about
from ledger.projections.scoreboard import Scoreboard
from ledger.session import TableBoard

FAR = 300
"""So many points from every other result is far."""

FEWEST_OTHERS = 4
"""With fewer others there is no field to be far from, nor a side that declares."""

FEWEST_LEADERS = 2
"""How many other tables must have led the card from another seat."""

_LEFT_HAND = {Seat.N: Seat.E, Seat.E: Seat.S, Seat.S: Seat.W, Seat.W: Seat.N}
_STRAINS = {"C": "clubs", "D": "diamonds", "H": "hearts", "S": "spades", "N": "notrumps"}
_CARD = re.compile(r"([CDHS])(10|[2-9TJQKA])|(10|[2-9TJQKA])([CDHS])")
_SYMBOLS = str.maketrans("♣♦♥♠", "CDHS")


def doubts(scoreboard: Scoreboard) -> Iterator[Concern]:
    """The results of a session that want a second look. A fouled board's versions are compared by themselves."""
    for board in scoreboard.session.boards.values():
        lines = [played for played in board.values() if played.result]
        for played in lines:
            others = [other for other in lines if other is not played and other.version == played.version]
            for found in (_far(played, others), _declared_by_others(played, others), _led_elsewhere(played, others)):
                if found:
                    yield found


def _far(played: TableBoard, others: Sequence[TableBoard]) -> Concern | None:
    """More than 300 points from every other result, on a side or in a strain that nobody else has."""
    if len(others) < FEWEST_OTHERS:
        return None
    score, scores = _score(played), [_score(other) for other in others]
    gap = min(abs(score - other) for other in scores)
    alone = _alone(played, others, score, scores)
    if gap <= FAR or not alone:
        return None
    field = f"the others are {min(scores):+d} to {max(scores):+d}"
    return concern_about("far-from-field", played, f"{_said(played)} is {gap} points from any other: {field}; {alone}")


def _alone(played: TableBoard, others: Sequence[TableBoard], score: int, scores: Sequence[int]) -> str:
    """What only this table did; '' where others did it too."""
    mine, theirs = _played(played), [each for other in others if (each := _played(other))]
    if mine and (mine.strain, mine.declarer.side) not in {(each.strain, each.declarer.side) for each in theirs}:
        return f"no other table played {_STRAINS[mine.strain]} by {mine.declarer.side.value}"
    if not any(_sign(other) == _sign(score) for other in scores):
        return f"no other table has a score for {'NS' if score > 0 else 'EW' if score < 0 else 'neither side'}"
    return ""


def _declared_by_others(played: TableBoard, others: Sequence[TableBoard]) -> Concern | None:
    """Every other table in the strain was declared by the other side."""
    mine = _played(played)
    if mine is None:
        return None
    same = [each.declarer.side for other in others if (each := _played(other)) and each.strain == mine.strain]
    if len(same) < FEWEST_OTHERS or mine.declarer.side in same:
        return None
    other_side = mine.declarer.side.other.value
    text = f"{_said(played)}: at all {len(same)} other tables in {_STRAINS[mine.strain]}, {other_side} declared"
    return concern_about("other-side-declares", played, text)


def _led_elsewhere(played: TableBoard, others: Sequence[TableBoard]) -> Concern | None:
    """The card that was led is in another hand: from there other tables led it, and none from this one."""
    card, seat = _card(played), _leader(played)
    if not (card and seat):
        return None
    leaders = Counter(leader for other in others if _card(other) == card and (leader := _leader(other)))
    if seat in leaders or sum(leaders.values()) < FEWEST_LEADERS:
        return None
    where = " and ".join(f"{leader.value} at {times}" for leader, times in leaders.items())
    text = f"lead {played.lead} against {_said(played)} would be {seat.value}'s: it was led by {where} of the others"
    return concern_about("lead-elsewhere", played, text)


def _leader(played: TableBoard) -> Seat | None:
    """Who leads: the player to the left of declarer (Law 22B1)."""
    contract = _played(played)
    return _LEFT_HAND[contract.declarer] if contract else None


def _card(played: TableBoard) -> tuple[str, str] | None:
    """The card that was led, in either way of writing it; None where no card can be read.

    >>> [_CARD.fullmatch(text) is not None for text in ("SA", "10D", "DT", "a club")]
    [True, True, True, False]
    """
    tidy = "".join((played.lead or "").translate(_SYMBOLS).upper().split())
    found = _CARD.fullmatch(tidy)
    return (found[1] or found[4], (found[2] or found[3]).replace("10", "T")) if found else None


def _played(played: TableBoard) -> Played | None:
    return played.result.played if played.result else None


def _score(played: TableBoard) -> int:
    return ns_score(played.result, played.board) if played.result else 0


def _said(played: TableBoard) -> str:
    """'5HE= (-650)', or '-650' where no contract is known."""
    result = played.result
    bare = result is not None and result.bare_score is not None
    return f"{result}" if bare else f"{result} ({_score(played):+d})"


def _sign(score: int) -> int:
    return (score > 0) - (score < 0)

"""Law 77: what a result scores."""

from functools import cache, lru_cache

from ledger.bridge.board import Vulnerability, is_vulnerable, vulnerability
from ledger.bridge.result import Played, Result
from ledger.bridge.seat import Seat, Side

_TRICK = {"C": 20, "D": 20, "H": 30, "S": 30, "N": 30}
_DOUBLINGS = {"": 1, "X": 2, "XX": 4}


def contract_score(played: Played, vulnerable: bool) -> int:
    """Declarer's score for a contract (Law 77; golden D40).

    >>> from ledger.bridge import Result
    >>> contract_score(Result("6HXS=").played, vulnerable=True)
    1660
    >>> contract_score(Result("1NTXS-4").played, vulnerable=True)
    -1100
    """
    return _made(played, vulnerable) if played.margin >= 0 else -_undertricks(played, vulnerable)


def _made(played: Played, vulnerable: bool) -> int:
    factor = _DOUBLINGS[played.doubling]
    first_trick = 10 if played.strain == "N" else 0
    tricks = (played.level * _TRICK[played.strain] + first_trick) * factor
    game = (500 if vulnerable else 300) if tricks >= 100 else 50
    slam = {6: 750 if vulnerable else 500, 7: 1500 if vulnerable else 1000}.get(played.level, 0)
    insult = {1: 0, 2: 50, 4: 100}[factor]
    overtrick = _TRICK[played.strain] if factor == 1 else (100 if vulnerable else 50) * factor
    return tricks + game + slam + insult + played.margin * overtrick


def _undertricks(played: Played, vulnerable: bool) -> int:
    down = -played.margin
    factor = _DOUBLINGS[played.doubling]
    if factor == 1:
        return down * (100 if vulnerable else 50)
    # Doubled: 200 and then 300 each when vulnerable; otherwise 100, twice 200, then 300 each.
    doubled = 300 * down - 100 if vulnerable else 100 + 200 * (min(down, 3) - 1) + 300 * max(0, down - 3)
    return doubled * factor // 2


@lru_cache(maxsize=65536)
def ns_score(result: Result, board: int) -> int:
    """North–South's score for a result on a board.

    >>> ns_score(Result("5HXE-1"), 23), ns_score(Result("4HE="), 1), ns_score(Result("PASS"), 1)
    (200, -420, 0)
    """
    if (bare := result.bare_score) is not None:
        return bare
    if not (played := result.played):
        return 0
    side = played.declarer.side
    score = contract_score(played, is_vulnerable(board, side))
    return score if side is Side.NS else -score


def can_be_scored(score: int, board: int) -> bool:
    """Whether any contract gives North–South this score on a board.

    >>> can_be_scored(620, 2), can_be_scored(620, 1), can_be_scored(10, 1)
    (True, False, False)
    """
    return score in _scores(vulnerability(board))


@cache
def _scores(vulnerable: Vulnerability) -> frozenset[int]:
    """Every score of North–South there is, at a vulnerability."""
    ours, theirs = (_declared(vulnerable.covers(side)) for side in (Side.NS, Side.EW))
    return frozenset({0, *ours, *(-score for score in theirs)})


@cache
def _declared(vulnerable: bool) -> frozenset[int]:
    """Every score declarer can have."""
    contracts = (
        Played(level, strain, doubling, Seat.N, tricks)
        for level in range(1, 8)
        for strain in _TRICK
        for doubling in _DOUBLINGS
        for tricks in range(14)
    )
    return frozenset(contract_score(each, vulnerable) for each in contracts)

"""Who sits where; and dealer and vulnerability, which the number of a board decides (Law 2)."""

from enum import Enum


class Side(Enum):
    """The two sides of a table. A ruling addresses sides; contestants sit on them."""

    NS = "NS"
    EW = "EW"

    @property
    def other(self) -> "Side":
        """The opponents.

        >>> Side.NS.other
        EW
        """
        return Side.EW if self is Side.NS else Side.NS

    def __repr__(self) -> str:
        return self.value


class Seat(Enum):
    """One player's compass seat."""

    N = "N"
    E = "E"
    S = "S"
    W = "W"

    @property
    def side(self) -> Side:
        """The side this seat plays for.

        >>> Seat.W.side
        EW
        """
        return Side.NS if self in (Seat.N, Seat.S) else Side.EW

    @property
    def left(self) -> "Seat":
        """Who sits to the left: the leader, of declarer's seat (Law 22B1).

        >>> Seat.W.left
        N
        """
        return Seat("NESW"[("NESW".index(self.value) + 1) % 4])

    def __repr__(self) -> str:
        return self.value


class Vulnerability(Enum):
    """Which sides are vulnerable on a board."""

    NONE = "None"
    NS = "NS"
    EW = "EW"
    BOTH = "Both"

    def covers(self, side: Side) -> bool:
        """Whether this side is vulnerable.

        >>> Vulnerability.NS.covers(Side.EW)
        False
        """
        return self is Vulnerability.BOTH or self.value == side.value

    def __repr__(self) -> str:
        return self.value


_NONE, _NS, _EW, _BOTH = Vulnerability.NONE, Vulnerability.NS, Vulnerability.EW, Vulnerability.BOTH

_CYCLE = (_NONE, _NS, _EW, _BOTH, _NS, _EW, _BOTH, _NONE, _EW, _BOTH, _NONE, _NS, _BOTH, _NONE, _NS, _EW)

_DEALERS = (Seat.N, Seat.E, Seat.S, Seat.W)


def dealer(board: int) -> Seat:
    """The dealer of a board (Law 2).

    >>> dealer(1), dealer(4), dealer(18)
    (N, W, E)
    """
    return _DEALERS[(board - 1) % 4]


def vulnerability(board: int) -> Vulnerability:
    """The vulnerability of a board; boards 17, 33 … repeat board 1 (Law 2).

    >>> vulnerability(1), vulnerability(4), vulnerability(23)
    (None, Both, Both)
    """
    return _CYCLE[(board - 1) % 16]


def is_vulnerable(board: int, side: Side) -> bool:
    """Whether a side is vulnerable on a board.

    >>> is_vulnerable(2, Side.NS)
    True
    """
    return vulnerability(board).covers(side)

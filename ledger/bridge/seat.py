"""Who sits where."""

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

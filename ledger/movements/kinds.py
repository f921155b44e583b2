"""The register of movements: under each name what it is, which options it takes, and how it is made."""

from collections.abc import Callable
from typing import Literal, NamedTuple

from ledger.movements.barometer import barometer
from ledger.movements.howell import howell, three_quarter
from ledger.movements.individual import rainbow, whist
from ledger.movements.mitchell import Missing, mitchell
from ledger.movements.mitchells import bowman, double_weave, hesitation, rover, web
from ledger.movements.movement import Movement, Winners, none_such
from ledger.movements.teams import all_play_all, american_whist, head_to_head, triangle

Field = Literal["pairs", "teams", "individuals"]


class Wanted(NamedTuple):
    """What somebody wants of a movement."""

    contestants: int
    rounds: int | None = None
    winners: Winners | None = None
    share: bool = False
    skip: bool = False
    switched: int | None = None
    missing: Missing = ""

    @property
    def tables(self) -> int:
        """How many tables these pairs need: half a table is one."""
        return (self.contestants + 1) // 2

    @property
    def odd(self) -> bool:
        """Whether one sits out in each round."""
        return self.contestants % 2 == 1

    @property
    def ranked(self) -> Winners:
        """In a Mitchell the lines are ranked apart, unless one winner is wanted, or rounds are switched."""
        return self.winners or (1 if self.switched else 2)

    def phantom(self, usual: Missing = "ew") -> Missing:
        """In which line somebody is missing: where half a table is, and it is not said, in the usual one."""
        return (self.missing or usual) if self.odd else ""


class MovementKind(NamedTuple):
    """A movement by name: a sentence on it, who plays it, which options it takes beside the rounds, how it is made."""

    sentence: str
    field: Field
    takes: frozenset[str]
    make: Callable[[Wanted], Movement]


_LINES = frozenset({"winners", "switch", "missing"})
"""What a movement of two lines takes."""


def _mitchell(wanted: Wanted) -> Movement:
    # Where the first and the last table share, the phantom sits at the last: then nothing is shared.
    missing = wanted.phantom("ns" if wanted.share else "ew")
    return mitchell(
        wanted.tables,
        rounds=wanted.rounds,
        winners=wanted.ranked,
        share=wanted.share,
        skip=wanted.skip,
        missing=missing,
        switch=wanted.switched,
    )


def _rover(wanted: Wanted) -> Movement:
    if not wanted.odd:
        message = f"a rover is one pair more than fills the tables: {wanted.contestants} pairs fill them"
        raise none_such(message, f"`movement set mitchell --pairs {wanted.contestants}`")
    return rover(
        wanted.contestants // 2,
        rounds=wanted.rounds,
        winners=wanted.ranked,
        share=wanted.share,
        skip=wanted.skip,
        switch=wanted.switched,
    )


def _of_lines(make: Callable[..., Movement]) -> Callable[[Wanted], Movement]:
    return lambda wanted: make(
        wanted.tables, rounds=wanted.rounds, winners=wanted.ranked, missing=wanted.phantom(), switch=wanted.switched
    )


def _hesitation(wanted: Wanted) -> Movement:
    return hesitation(wanted.tables, rounds=wanted.rounds, missing=wanted.phantom(), switch=wanted.switched)


def _only(contestants: int, what: str, make: Callable[[int | None], Movement]) -> Callable[[Wanted], Movement]:
    """A movement of one size only."""

    def made(wanted: Wanted) -> Movement:
        if wanted.contestants != contestants:
            message = f"{what} is of {contestants} teams, not {wanted.contestants}"
            raise none_such(message, "`movement set all-play-all`, or american-whist")
        return make(wanted.rounds)

    return made


def _triangle(rounds: int | None) -> Movement:
    if rounds not in (None, 2):
        raise none_such(f"a triangle goes over 2 rounds, not {rounds}", "--rounds 2")
    return triangle()


_NONE: frozenset[str] = frozenset()
KINDS: dict[str, MovementKind] = {
    "mitchell": MovementKind(
        "North–South stay, East–West go up a table, the boards go down one; an even number of tables takes --share or"
        " --skip",
        "pairs",
        _LINES | {"share", "skip"},
        _mitchell,
    ),
    "howell": MovementKind(
        "One winner: everybody meets everybody, 2 to 13 tables",
        "pairs",
        _NONE,
        lambda wanted: howell(wanted.tables, rounds=wanted.rounds, missing=wanted.odd),
    ),
    "three-quarter": MovementKind(
        "One winner in fewer rounds than a Howell: some pairs stay, and do not meet one another",
        "pairs",
        _NONE,
        lambda wanted: three_quarter(wanted.tables, rounds=wanted.rounds, missing=wanted.odd),
    ),
    "hesitation": MovementKind(
        "One winner, a round more than tables: who comes to the last table sits there twice",
        "pairs",
        frozenset({"switch", "missing"}),
        _hesitation,
    ),
    "rover": MovementKind(
        "A Mitchell for one pair more than fills the tables: it takes the seats of one pair after the other",
        "pairs",
        frozenset({"winners", "switch", "skip", "share"}),
        _rover,
    ),
    "web": MovementKind(
        "A Mitchell of few boards at many tables, an even number, with two copies of the boards",
        "pairs",
        _LINES,
        _of_lines(web),
    ),
    "bowman": MovementKind(
        "A Mitchell of an odd number of tables with two sets fewer: some tables share",
        "pairs",
        _LINES,
        _of_lines(bowman),
    ),
    "double-weave": MovementKind(
        "A complete Mitchell of 4, 8, 12 or 16 tables in which nothing is shared: odd pairs go up, even ones down",
        "pairs",
        _LINES,
        _of_lines(double_weave),
    ),
    "barometer": MovementKind(
        "One winner: everybody meets everybody, and all play the same boards at the same time",
        "pairs",
        _NONE,
        lambda wanted: barometer(wanted.contestants, rounds=wanted.rounds),
    ),
    "head-to-head": MovementKind(
        "Two teams at two tables",
        "teams",
        _NONE,
        _only(2, "a match head to head", lambda rounds: head_to_head(rounds=rounds)),
    ),
    "all-play-all": MovementKind(
        "Teams: everybody meets everybody, each match at two tables at the same time",
        "teams",
        _NONE,
        lambda wanted: all_play_all(wanted.contestants, rounds=wanted.rounds),
    ),
    "american-whist": MovementKind(
        "Teams: North–South stay, and the halves of a match come in two rounds; nothing is shared",
        "teams",
        _NONE,
        lambda wanted: american_whist(wanted.contestants, rounds=wanted.rounds),
    ),
    "triangle": MovementKind("Three teams over two rounds", "teams", _NONE, _only(3, "a triangle", _triangle)),
    "rainbow": MovementKind(
        "Individuals, 20 or 28 or more: North stays, the others move, and no two sit at one table twice",
        "individuals",
        _NONE,
        lambda wanted: rainbow(wanted.contestants, rounds=wanted.rounds),
    ),
    "whist": MovementKind(
        "Individuals, 5 to 32: everybody partners everybody once and meets everybody twice",
        "individuals",
        _NONE,
        lambda wanted: whist(wanted.contestants, rounds=wanted.rounds),
    ),
}

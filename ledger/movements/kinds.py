"""The register of movements: names, options and constructors; proposals for a number of contestants."""

from collections.abc import Callable, Iterator
from operator import itemgetter
from typing import Any, Literal, NamedTuple

from ledger.bounds.tournaments import IN_MOVEMENT
from ledger.errors import Refusal
from ledger.movements.howell import LARGEST, barometer, howell, reduced_rounds, three_quarter
from ledger.movements.mitchell import Missing, bowman, double_weave, hesitation, mitchell, rover, web
from ledger.movements.movement import Movement, Winners, no_such_movement
from ledger.movements.teams import all_play_all, american_whist, head_to_head, rainbow, triangle, whist

Field = Literal["pairs", "teams", "individuals"]


class Wanted(NamedTuple):
    """The size and the options of a movement to be built."""

    contestants: int
    rounds: int | None = None
    winners: Winners | None = None
    share: bool = False
    skip: bool = False
    switched: int | None = None
    missing: Missing = ""

    @property
    def tables(self) -> int:
        """The number of tables that the contestants need; a half table counts as one."""
        return (self.contestants + 1) // 2

    @property
    def odd(self) -> bool:
        """True if the number of contestants is odd, so that one sits out in each round."""
        return self.contestants % 2 == 1

    @property
    def of_lines(self) -> dict[str, Any]:
        """The options of every movement of two lines; the winners as stated, else 1 if rounds are switched, else 2."""
        winners = self.winners or (1 if self.switched else 2)
        return {"rounds": self.rounds, "winners": winners, "switch": self.switched}

    def phantom(self, usual: Missing = "ew") -> Missing:
        """Return the line ('ns' or 'ew') that lacks a pair: as stated, else `usual`; '' if the number is even."""
        return (self.missing or usual) if self.odd else ""


class MovementKind(NamedTuple):
    """A kind of movement by name: its description, the function that builds it, its field, and its options."""

    sentence: str
    make: Callable[[Wanted], Movement]
    field: Field = "pairs"
    takes: frozenset[str] = frozenset()


_LINES = frozenset({"winners", "switch", "missing"})
"""The options of a movement of two lines."""


def _make_mitchell(wanted: Wanted) -> Movement:
    # With a phantom at the last table, the first and the last need not share
    missing = wanted.phantom("ns" if wanted.share else "ew")
    return mitchell(wanted.tables, **wanted.of_lines, share=wanted.share, skip=wanted.skip, missing=missing)


def _make_rover(wanted: Wanted) -> Movement:
    if not wanted.odd:
        message = f"a rover is one pair more than fills the tables: {wanted.contestants} pairs fill them"
        raise no_such_movement(message, f"`movement set mitchell --pairs {wanted.contestants}`")
    return rover(wanted.contestants // 2, **wanted.of_lines, share=wanted.share, skip=wanted.skip)


def _make_of_lines(make: Callable[..., Movement]) -> Callable[[Wanted], Movement]:
    return lambda wanted: make(wanted.tables, **wanted.of_lines, missing=wanted.phantom())


def _make_for_size(contestants: int, what: str, make: Callable[[int | None], Movement]) -> Callable[[Wanted], Movement]:
    def made(wanted: Wanted) -> Movement:
        if wanted.contestants != contestants:
            message = f"{what} is for {contestants} teams, not {wanted.contestants}"
            raise no_such_movement(message, "`movement set all-play-all`, or american-whist")
        return make(wanted.rounds)

    return made


def _make_triangle(rounds: int | None) -> Movement:
    if rounds not in (None, 2):
        raise no_such_movement(f"a triangle goes over 2 rounds, not {rounds}", "--rounds 2")
    return triangle()


KINDS: dict[str, MovementKind] = {
    "mitchell": MovementKind(
        "North–South stay, East–West go up a table, the boards go down one; an even number of tables takes --share or"
        " --skip",
        _make_mitchell,
        takes=_LINES | {"share", "skip"},
    ),
    "howell": MovementKind(
        "One winner: everybody meets everybody, 2 to 13 tables",
        lambda wanted: howell(wanted.tables, rounds=wanted.rounds, missing=wanted.odd),
    ),
    "three-quarter": MovementKind(
        "One winner in fewer rounds than a Howell: some pairs stay, and do not meet one another",
        lambda wanted: three_quarter(wanted.tables, rounds=wanted.rounds, missing=wanted.odd),
    ),
    "hesitation": MovementKind(
        "One winner, a round more than tables: who comes to the last table sits there twice",
        lambda wanted: hesitation(
            wanted.tables, rounds=wanted.rounds, missing=wanted.phantom(), switch=wanted.switched
        ),
        takes=frozenset({"switch", "missing"}),
    ),
    "rover": MovementKind(
        "A Mitchell for one pair more than fills the tables: it takes the seats of one pair after the other",
        _make_rover,
        takes=frozenset({"winners", "switch", "skip", "share"}),
    ),
    "web": MovementKind(
        "A Mitchell of few boards at many tables, an even number, with two copies of the boards",
        _make_of_lines(web),
        takes=_LINES,
    ),
    "bowman": MovementKind(
        "A Mitchell of an odd number of tables with two sets fewer: some tables share",
        _make_of_lines(bowman),
        takes=_LINES,
    ),
    "double-weave": MovementKind(
        "A complete Mitchell of 4, 8, 12 or 16 tables in which nothing is shared: odd pairs go up, even ones down",
        _make_of_lines(double_weave),
        takes=_LINES,
    ),
    "barometer": MovementKind(
        "One winner: everybody meets everybody, and all play the same boards at the same time",
        lambda wanted: barometer(wanted.contestants, rounds=wanted.rounds),
    ),
    "head-to-head": MovementKind(
        "Two teams at two tables",
        _make_for_size(2, "a match head to head", lambda rounds: head_to_head(rounds=rounds)),
        "teams",
    ),
    "all-play-all": MovementKind(
        "Teams: everybody meets everybody, each match at two tables at the same time",
        lambda wanted: all_play_all(wanted.contestants, rounds=wanted.rounds),
        "teams",
    ),
    "american-whist": MovementKind(
        "Teams: North–South stay, and the halves of a match come in two rounds; nothing is shared",
        lambda wanted: american_whist(wanted.contestants, rounds=wanted.rounds),
        "teams",
    ),
    "triangle": MovementKind("Three teams over two rounds", _make_for_size(3, "a triangle", _make_triangle), "teams"),
    "rainbow": MovementKind(
        "Individuals, 20 or 28 or more: North stays, the others move, and no two sit at one table twice",
        lambda wanted: rainbow(wanted.contestants, rounds=wanted.rounds),
        "individuals",
    ),
    "whist": MovementKind(
        "Individuals, 5 to 32: everybody partners everybody once and meets everybody twice",
        lambda wanted: whist(wanted.contestants, rounds=wanted.rounds),
        "individuals",
    ),
}


NAMES: dict[str, str] = {name: kind.sentence for name, kind in KINDS.items()}
"""The description of every movement, by name."""

_FEWEST_ROUNDS = 5
"""The fewest rounds of a web that is proposed."""


def build(
    name: str,
    *,
    contestants: int,
    rounds: int | None = None,
    winners: Winners | None = None,
    share: bool = False,
    skip: bool = False,
    switched: int | None = None,
    missing: Missing = "",
) -> Movement:
    """Build the named movement for a number of pairs, teams or players; Refusal (no-such-movement) if impossible.

    >>> build("mitchell", contestants=12, share=True).name
    'Mitchell 6 tables, share (1 and 6) and relay'
    """
    if name not in KINDS:
        raise no_such_movement(f"no movement is called {name}", f"there are: {', '.join(NAMES)}")
    if not IN_MOVEMENT.hold(contestants):
        message = f"a movement is of {IN_MOVEMENT.least} to {IN_MOVEMENT.most}, not {contestants}"
        raise no_such_movement(message, "each section has a movement of its own: --section A")
    wanted = Wanted(contestants, rounds, winners, share, skip, switched, missing)
    # Refuse an option the movement cannot use, rather than ignore it silently
    takes = KINDS[name].takes
    given_options = {
        "share": wanted.share,
        "skip": wanted.skip,
        "switch": wanted.switched is not None,
        "missing": bool(wanted.missing),
        "winners": wanted.winners == 2,
    }
    if useless := [f"--{option}" for option, given in given_options.items() if given and option not in takes]:
        why = "it has one winner" if useless == ["--winners"] else f"{useless[0]} does not go with this movement"
        how = f"`movement set {name}`" + "".join(f", --{option}" for option in sorted(takes))
        raise no_such_movement(f"there is no {name} with {', '.join(useless)}: {why}", how)
    if wanted.missing and not wanted.odd:
        message = f"nobody is missing: {wanted.contestants} pairs fill the tables"
        raise no_such_movement(message, f"--pairs {wanted.contestants - 1} has half a table")
    return KINDS[name].make(wanted)


class Proposal(NamedTuple):
    """A proposed movement: its name and options as typed, and how many boards each set has."""

    name: str
    options: str
    boards_each: int
    movement: Movement

    @property
    def typed(self) -> str:
        """The movement's name with its options, for a command line."""
        return f"{self.name} {self.options}".strip()


class _Candidate(NamedTuple):
    name: str
    sets: int
    rounds: int | None = None
    share: bool = False
    skip: bool = False

    @property
    def options(self) -> str:
        words = ["--share"] * self.share + ["--skip"] * self.skip
        return " ".join(words if self.rounds is None else [*words, f"--rounds {self.rounds}"])


def proposals(
    contestants: int, boards: int, winners: Winners | None = None, field: Field = "pairs", missing: Missing = ""
) -> list[Proposal]:
    """Return the movements for these contestants and boards, best first; `missing`: the line that lacks a pair, if odd.

    The cost of a movement is the number of boards a contestant does not play. Inconveniences add to the cost: copies,
    sharing, sets in an irregular order, sets of one board or more than four.
    """
    fitting = _yield_fitting(contestants, boards, winners, field, missing)
    return [each for _, each in sorted(fitting, key=itemgetter(0))]


def _yield_fitting(
    contestants: int, boards: int, winners: Winners | None, field: Field, missing: Missing
) -> Iterator[tuple[int, Proposal]]:
    for candidate in _list_candidates(contestants, winners, field):
        if not 1 <= candidate.sets <= boards:
            continue
        try:
            movement = build(
                candidate.name,
                contestants=contestants,
                rounds=candidate.rounds,
                winners=1 if winners == 1 else None,
                share=candidate.share,
                skip=candidate.skip,
                missing=missing if "missing" in KINDS[candidate.name].takes else "",
            )
        except Refusal:
            continue  # the movement does not exist in this size
        size = boards // movement.sets
        sat_out = max(map(len, movement.sit_outs.values()), default=0)
        lost = boards - size * (movement.rounds - sat_out)
        trouble = 3 * (movement.copies > 1) + 2 * bool(movement.sharing) + 2 * (candidate.name == "double-weave")
        cost = lost + trouble + (4 if size == 1 else 2 * max(0, size - 4))
        yield cost, Proposal(candidate.name, candidate.options, size, movement)


def _list_candidates(contestants: int, winners: Winners | None, field: Field) -> Iterator[_Candidate]:
    if field == "teams":
        yield _Candidate("head-to-head", 1)
        yield _Candidate("triangle", 3)
        yield _Candidate("all-play-all", contestants - (contestants % 2 == 0))
        yield _Candidate("american-whist", contestants)
    elif field == "individuals":
        yield _Candidate("whist", contestants - (contestants % 4 == 0))
        yield _Candidate("rainbow", contestants // 4)
    else:
        tables = (contestants + 1) // 2
        everybody = [_Candidate("howell", 2 * tables - 1)] if tables <= LARGEST else []
        everybody += [_Candidate("three-quarter", rounds, rounds) for rounds in reversed(reduced_rounds(tables))]
        everybody.append(_Candidate("hesitation", tables + 1))
        everybody.append(_Candidate("barometer", contestants - (contestants % 2 == 0)))
        few_rounds = range(max(_FEWEST_ROUNDS, tables // 2), min(tables, 16))
        of_lines = [
            _Candidate("mitchell", tables),
            _Candidate("mitchell", tables, share=True),
            _Candidate("mitchell", tables, skip=True),
            _Candidate("double-weave", tables),
            _Candidate("rover", contestants // 2),
            _Candidate("rover", contestants // 2, skip=True),
            *(_Candidate("web", rounds, rounds) for rounds in few_rounds),
            _Candidate("bowman", tables - 2),
        ]
        # With few tables Howells compare more evenly, with many Mitchells
        if winners == 2:
            yield from of_lines
        else:
            yield from (*everybody, *of_lines) if contestants <= 14 else (*of_lines, *everybody)

"""Every movement under its name, as it is typed; and which ones fit so many contestants and boards."""

from collections.abc import Iterator
from typing import NamedTuple

from ledger.bounds.tournaments import IN_MOVEMENT
from ledger.errors import Refusal
from ledger.movements.howell import LARGEST, reduced_rounds
from ledger.movements.kinds import KINDS, Field, Wanted
from ledger.movements.mitchell import Missing
from ledger.movements.movement import Movement, Winners, none_such

NAMES: dict[str, str] = {name: kind.sentence for name, kind in KINDS.items()}
"""Every movement by its name, and what it is."""

_FEWEST_ROUNDS = 5
"""Fewer rounds than these are proposed only where no others are."""


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
    """The movement of that name for so many pairs, teams or players; Refusal (no-such-movement) where there is none.

    >>> build("mitchell", contestants=12, share=True).name
    'Mitchell 6 tables, share (1 and 6) and relay'
    """
    if name not in KINDS:
        raise none_such(f"no movement is called {name}", f"there are: {', '.join(NAMES)}")
    if not IN_MOVEMENT.hold(contestants):
        message = f"a movement is of {IN_MOVEMENT.least} to {IN_MOVEMENT.most}, not {contestants}"
        raise none_such(message, "each section has a movement of its own: --section A")
    wanted = Wanted(contestants, rounds, winners, share, skip, switched, missing)
    _check_options(name, wanted)
    return KINDS[name].make(wanted)


def teams_play(name: str) -> bool:
    """Whether it is a movement of teams: they sit at two tables in each round."""
    return name in KINDS and KINDS[name].field == "teams"


def _check_options(name: str, wanted: Wanted) -> None:
    """Refuse what a movement has no use for, rather than leave it out unsaid."""
    takes = KINDS[name].takes
    said = {
        "share": wanted.share,
        "skip": wanted.skip,
        "switch": wanted.switched is not None,
        "missing": bool(wanted.missing),
        "winners": wanted.winners == 2,
    }
    if useless := [f"--{option}" for option, given in said.items() if given and option not in takes]:
        why = "it has one winner" if useless == ["--winners"] else f"{useless[0]} means nothing there"
        raise none_such(f"there is no {name} with {', '.join(useless)}: {why}", _how(name, takes))
    if wanted.missing and not wanted.odd:
        message = f"nobody is missing: {wanted.contestants} pairs fill the tables"
        raise none_such(message, f"--pairs {wanted.contestants - 1} has half a table")


def _how(name: str, takes: frozenset[str]) -> str:
    return f"`movement set {name}`" + "".join(f", --{option}" for option in sorted(takes))


class Proposal(NamedTuple):
    """A movement, as it is typed after its name, and how many boards each set has."""

    name: str
    options: str
    boards_each: int
    movement: Movement

    @property
    def typed(self) -> str:
        """The name with its options."""
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


def proposed(contestants: int, boards: int, winners: Winners | None = None, field: Field = "pairs") -> list[str]:
    """The names of the movements that fit, best first, each once.

    >>> proposed(17, 27, 2)[0]
    'mitchell'
    """
    return list(dict.fromkeys(each.name for each in proposals(contestants, boards, winners, field)))


def proposals(
    contestants: int, boards: int, winners: Winners | None = None, field: Field = "pairs", missing: Missing = ""
) -> list[Proposal]:
    """The movements that fit, best first, with their options; `missing`: in which line somebody is, if that is known.

    A movement costs as many boards as somebody does not get to play. What is a trouble costs as if it were boards:
    copies, tables that share, sets that each table gets in an order of its own, sets of one board or more than four.
    """
    fit = [(cost, at, each) for at, (cost, each) in enumerate(_fitting(contestants, boards, winners, field, missing))]
    return [each for _, _, each in sorted(fit, key=lambda known: known[:2])]


def _fitting(
    contestants: int, boards: int, winners: Winners | None, field: Field, missing: Missing
) -> Iterator[tuple[int, Proposal]]:
    for each in _candidates(contestants, winners, field):
        if not 1 <= each.sets <= boards:
            continue
        try:
            movement = build(
                each.name,
                contestants=contestants,
                rounds=each.rounds,
                winners=1 if winners == 1 else None,
                share=each.share,
                skip=each.skip,
                missing=missing if "missing" in KINDS[each.name].takes else "",
            )
        except Refusal:
            continue  # there is none of that size
        size = boards // movement.sets
        yield (
            _cost(movement, size, boards, each.name == "double-weave"),
            Proposal(each.name, each.options, size, movement),
        )


def _cost(movement: Movement, size: int, boards: int, each_its_own: bool) -> int:
    sat_out = max(map(len, movement.sit_outs.values()), default=0)
    lost = boards - size * (movement.rounds - sat_out)
    trouble = 3 * (movement.copies > 1) + 2 * bool(movement.sharing) + 2 * each_its_own
    return lost + trouble + (4 if size == 1 else 2 * max(0, size - 4))


def _candidates(contestants: int, winners: Winners | None, field: Field) -> Iterator[_Candidate]:
    if field == "teams":
        yield from _for_teams(contestants)
    elif field == "individuals":
        yield _Candidate("whist", contestants - (contestants % 4 == 0))
        yield _Candidate("rainbow", contestants // 4)
    else:
        # Of few tables the Howells are the more even, of many the Mitchells.
        few = contestants <= 14
        everybody = list(_for_one_winner(contestants)) if winners != 2 else []
        of_lines = list(_for_two_lines(contestants))
        yield from (*everybody, *of_lines) if few and winners != 2 else (*of_lines, *everybody)


def _for_two_lines(pairs: int) -> Iterator[_Candidate]:
    tables = (pairs + 1) // 2
    yield _Candidate("mitchell", tables)
    yield _Candidate("mitchell", tables, share=True)
    yield _Candidate("mitchell", tables, skip=True)
    yield _Candidate("double-weave", tables)
    yield _Candidate("rover", pairs // 2)
    yield _Candidate("rover", pairs // 2, skip=True)
    for rounds in range(max(_FEWEST_ROUNDS, tables // 2), min(tables, 16)):
        yield _Candidate("web", rounds, rounds)
    yield _Candidate("bowman", tables - 2)


def _for_one_winner(pairs: int) -> Iterator[_Candidate]:
    tables = (pairs + 1) // 2
    if tables <= LARGEST:
        yield _Candidate("howell", 2 * tables - 1)
    for rounds in reversed(reduced_rounds(tables)):
        yield _Candidate("three-quarter", rounds, rounds)
    yield _Candidate("hesitation", tables + 1)
    yield _Candidate("barometer", pairs - (pairs % 2 == 0))


def _for_teams(teams: int) -> Iterator[_Candidate]:
    yield _Candidate("head-to-head", 1)
    yield _Candidate("triangle", 3)
    yield _Candidate("all-play-all", teams - (teams % 2 == 0))
    yield _Candidate("american-whist", teams)

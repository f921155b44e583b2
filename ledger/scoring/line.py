"""Who met whom on a board, and the line of their table: what it hands to the form of scoring.

A line counts as outcomes with their weights, or as what is awarded in the place of a comparison.

A `Field` has the tables of one board, or of one version of a fouled one: how each counts, which count in the same way,
and how often each score counts: what a score is compared with, thousands of tables at a time.
"""

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from typing import Literal, NamedTuple, Protocol, TypedDict, TypeVar

from msgspec import Struct, structs

from ledger.bounds.types import RoundNumber
from ledger.bridge import Result, Side
from ledger.labels import Phrase, members, natural
from ledger.scoring.derivation import Derivation


class Outcome(NamedTuple):
    """One outcome a table may count as: its weight, North–South's score, and its name on screens."""

    weight: Fraction | int
    ns_score: int
    name: str = ""

    def seen_from(self, side: Side) -> int:
        """The score with the side's own sign."""
        return self.ns_score if side is Side.NS else -self.ns_score

    @property
    def called(self) -> str:
        """Its name; North–South's score where that alone was said: '+140'."""
        return self.name or f"{self.ns_score:+d}"


Entry = tuple[Outcome, ...]
"""How a table counts for the others; the weights sum to one. A plain result is one outcome of weight 1."""


class Share(Struct, frozen=True):
    """An artificial score: a derivation of the fraction of the top, or of the IMPs, for each side (Law 12C2).

    A side has one, or one for each of two individuals, whose other boards are not the same. `unless` counts instead
    where it is better for the side that has more; of two individuals, for both. A side that is not there has none.
    """

    ns: tuple[Derivation, ...]
    ew: tuple[Derivation, ...]
    unless: Entry = ()

    def of(self, side: Side) -> Derivation:
        """One side's; of two individuals the first one's."""
        return self._own(side)[0]

    def has(self, side: Side) -> bool:
        """Whether a side has a score."""
        return bool(self._own(side))

    def most(self, side: Side) -> Derivation:
        """The most that any of a side has."""
        return max(self._own(side), key=lambda share: share.value)

    def for_seat(self, at: int) -> "Share":
        """The award as the first or the second of a side has it."""
        return Share(self.ns[at : at + 1] or self.ns, self.ew[at : at + 1] or self.ew, self.unless)

    def _own(self, side: Side) -> tuple[Derivation, ...]:
        return self.ns if side is Side.NS else self.ew


class Damage(Struct, frozen=True):
    """Law 12C1(e): the non-offenders, and how the table would count as A, as B and as C."""

    nos: Side
    a: Entry
    b: Entry
    c: Entry

    def entry(self, letter: Literal["a", "b", "c"]) -> Entry:
        """How the table would count as one of them."""
        return {"a": self.a, "b": self.b, "c": self.c}[letter]


class GivenOutright(Struct, frozen=True):
    """A score in the form's own unit that the director gave outright."""

    ns: Fraction
    ew: Fraction


class PlaceOfLine(TypedDict):
    """In which round and at which table, as far as that was said."""

    round: int | None
    table: str | None


class Seating(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, gc=False):
    """Who met whom on a board, in which round and at which table: what tells one score of a board from every other.

    Round and table are as they were first said, None where they were not. A side is '' where nobody sat: its contestant
    was deprived of the board, and has an award alone.
    """

    ns: str
    ew: str
    round: RoundNumber | None = None
    table: str | None = None

    def __str__(self) -> str:
        return (
            Phrase("%(ns)s v %(ew)s", ns=self.ns, ew=self.ew)
            if self.ns and self.ew
            else Phrase("%(who)s alone", who=self.ns or self.ew)
        )

    @property
    def pair(self) -> tuple[str, str]:
        """North–South's contestant and East–West's."""
        return self.ns, self.ew

    @property
    def place(self) -> "PlaceOfLine":
        """Round and table, by the names an event has for them."""
        return {"round": self.round, "table": self.table}

    def at(self, round_: int | None, table: str | None) -> "Seating":
        """The same seats in this round and at this table, where another was not said first."""
        return Seating(*self.pair, self.round or round_, self.table or table)

    @property
    def match(self) -> frozenset[str]:
        """The two, whichever way they sit."""
        return frozenset((self.ns, self.ew))

    @property
    def order(self) -> tuple[str, str, int, str]:
        """Sort key: by who met, then by round and table."""
        return self.ns, self.ew, self.round or 0, self.table or ""

    def may_be(self, other: "Seating") -> bool:
        """Whether both may name one table's play: the same seats, and no other round or table.

        >>> Seating("H", "A", 1, "open").may_be(Seating("H", "A", 1)), Seating("H", "A", 1).may_be(Seating("H", "A", 2))
        (True, False)
        """
        return self.pair == other.pair and _agree(self.round, other.round) and _agree(self.table, other.table)

    @property
    def less_exact(self) -> "tuple[Seating, ...]":
        """The same seats with the round, the table or both not said."""
        said = (Seating(*self.pair, self.round), Seating(*self.pair, None, self.table), Seating(*self.pair))
        return tuple(dict.fromkeys(each for each in said if each != self))

    def contestant(self, side: Side) -> str:
        """The label of a side: a pair, a team, or two individuals who play this board together ('3+8')."""
        return self.ns if side is Side.NS else self.ew

    def contestants(self, side: Side) -> tuple[str, ...]:
        """Who scores what the side scores: one contestant, or the two individuals.

        >>> Seating("3+8", "5+2").contestants(Side.NS)
        ('3', '8')
        """
        return members(self.contestant(side))

    @property
    def members(self) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """Who scores what North–South score, and who what East–West do."""
        return members(self.ns), members(self.ew)

    @property
    def everyone(self) -> tuple[str, ...]:
        """All contestants at the table."""
        return members(self.ns) + members(self.ew)


def _agree(one: object, other: object) -> bool:
    return one is None or other is None or one == other


class EachSide(Struct, frozen=True):
    """Each side scores by a line of its own.

    Both sides offended, and each scores what the ruling in which it is the offender says; or, not `ruled`, one side's
    result is cancelled and the other's is not.
    """

    ns: "Line"
    ew: "Line"
    ruled: bool = True

    def of(self, side: Side) -> "Line":
        """One side's."""
        return self.ns if side is Side.NS else self.ew


class Line(Struct, frozen=True, gc=False):
    """One table's line on a board.

    `entries` says how the table counts in the comparison of each side's field; a side is missing where the table is
    outside its field, and it is None where it is outside both. `award` replaces what the comparison would give the two
    sides at this table; None: the comparison decides. `offenders` are the sides that offended, None where no ruling
    says; `complement` is the side that scores what the other leaves of the board (Law 86B2(b)). `events` and `note`
    tell where the line comes from ('R-0001'), for the explanation.
    """

    seating: Seating
    table: str | None
    entries: Mapping[Side, Entry] | None
    award: Share | GivenOutright | Damage | EachSide | None = None
    law: str | None = None
    events: tuple[int, ...] = ()
    note: str = ""
    offenders: frozenset[Side] | None = None
    complement: Side | None = None

    @property
    def name(self) -> str:
        """How an explanation calls this table: 'table 3', or who sat there."""
        return Phrase("table %(table)s", table=self.table) if self.table else str(self.seating)

    def as_of(self, contestant: str) -> "Line":
        """The line as it stands for one contestant: of two individuals each may have an artificial score of his own."""
        at = next((names.index(contestant) for names in self.seating.members if contestant in names), 0)
        return self._for_seat(at) if at else self

    def _for_seat(self, at: int) -> "Line":
        match self.award:
            case Share() as award:
                return structs.replace(self, award=award.for_seat(at))
            case EachSide(ns, ew) as award:
                return structs.replace(self, award=EachSide(ns._for_seat(at), ew._for_seat(at), award.ruled))
        return self

    def entry(self, side: Side) -> Entry:
        """How the table counts for a side's field. ValueError where it is outside."""
        if self.entries is None or side not in self.entries:
            raise ValueError(f"{self.name} is outside the field")
        return self.entries[side]

    def in_field(self, side: Side) -> bool:
        """Whether the others of a side's field are compared with the table."""
        return self.entries is not None and side in self.entries

    def has_result(self, side: Side) -> bool:
        """Whether a side's score is compared with others, and not awarded."""
        return self.in_field(side) and not isinstance(self.of(side).award, Share | GivenOutright)

    def of(self, side: Side) -> "Line":
        """The line that says what a side scores: this one, or the one by the ruling against that side."""
        return self.award.of(side) if isinstance(self.award, EachSide) else self


def each_side(ns: Line, ew: Line) -> Line:
    """The line of a table both sides of which offended: each side, and its field, by the ruling against it."""
    entries = {side: line.entry(side) for side, line in ((Side.NS, ns), (Side.EW, ew)) if line.in_field(side)}
    offenders = (ns.offenders or frozenset()) | (ew.offenders or frozenset())
    one, two = (
        structs.replace(each, entries=entries or None, offenders=offenders, complement=None) for each in (ns, ew)
    )
    events = tuple(sorted({*ns.events, *ew.events}))
    return structs.replace(one, award=EachSide(one, two), law="12C1", events=events, note=f"{ns.note}, {ew.note}")


def by_table(line: Line) -> tuple[tuple[int, str], tuple[int, str], int]:
    """Sort key: lines as a traveller has them, by table, or by North–South's number, and by round."""
    return natural(line.table or ""), natural(line.seating.ns), line.seating.round or 0


T = TypeVar("T")


class _Recorded(Protocol):
    @property
    def result(self) -> Result: ...
    @property
    def number(self) -> int: ...


class _Played(Protocol):
    @property
    def table(self) -> str | None: ...
    @property
    def results(self) -> Sequence[_Recorded]: ...


class Field:
    """Thousands of tables share a few results, so a board is worked out by kinds: tables that count in the same way.

    `kinds` has one line for each, by its result, and of which `keys` names each table's. A table that counts in a way
    of its own, by a ruling or without a result, is a kind by itself, named by its seating. `board` has the tables whose
    kind is a result.
    """

    def __init__(
        self,
        seatings: Sequence[Seating],
        keys: Sequence[Hashable],
        kinds: Mapping[Hashable, Line],
        board: Mapping[Seating, _Played],
        versions: Sequence["Field"] = (),
    ) -> None:
        self.seatings = seatings
        self.kinds = kinds
        self._keys = keys
        self._board = board
        self.versions = versions

    @classmethod
    def of(cls, lines: Iterable[Line]) -> "Field":
        """A field in which every table is a kind of its own.

        >>> len(Field.of([]).lines)
        0
        """
        own = {line.seating: line for line in lines}
        return cls(list(own), list(own), dict[Hashable, Line](own.items()), {})

    @cached_property
    def lines(self) -> list[Line]:
        """Every table's own line."""
        return [self.at(seating) for seating in self.seatings]

    def at(self, seating: Seating) -> Line:
        """A table's own line, as the others of the field see it."""
        if (own := self.kinds.get(seating)) is not None:
            return own
        played = self._board[seating]
        last = played.results[-1]
        return structs.replace(self.kinds[last.result], seating=seating, table=played.table, events=(last.number,))

    @cached_property
    def compared(self) -> list[Line]:
        """The lines that count for others."""
        return [line for line in self.lines if line.entries is not None]

    @cached_property
    def by_kind(self) -> list[tuple[Line, int]]:
        """A line of each kind, and how many tables are of it."""
        tables = Counter(self._keys)
        return [(line, tables[key]) for key, line in self.kinds.items()]

    def entries(self, side: Side) -> list[tuple[Entry, int]]:
        """How tables count for a side's field, and how many count so."""
        return [(line.entry(side), tables) for line, tables in self.by_kind if line.in_field(side)]

    @property
    def awarded(self) -> list[Line]:
        """The lines whose score a ruling states instead of a result."""
        return [line for line in self.kinds.values() if line.award is not None]

    def results(self, side: Side) -> int:
        """How many tables count for the others of a side's field."""
        return sum(tables for line, tables in self.by_kind if line.in_field(side))

    def by_table(self, of_kind: Callable[[Line], T]) -> dict[Seating, T]:
        """What every table has, worked out once for each kind."""
        found = {key: of_kind(line) for key, line in self.kinds.items()}
        return dict(zip(self.seatings, map(found.__getitem__, self._keys), strict=True))

    def replacing(self, lines: Sequence[Line]) -> "Field":
        """This field with other lines at their tables, each a kind of its own."""
        other: dict[Hashable, Line] = {line.seating: line for line in lines}
        keys, kinds = self._keys, {**self.kinds, **other}
        if not other.keys() <= self.kinds.keys():  # a table with a ruling is a kind of its own already
            keys = [at if at in other else key for at, key in zip(self.seatings, keys, strict=True)]
            left = {*keys}
            kinds = {key: line for key, line in kinds.items() if key in left}
        return Field(self.seatings, keys, kinds, self._board, self.versions)


def frequencies(entries: Iterable[tuple[Entry, int]]) -> dict[int, Fraction | int]:
    """How often each North–South score counts: `entries` are how tables count, and how many count so."""
    found: dict[int, Fraction | int] = {}
    for entry, tables in entries:
        for outcome in entry:
            found[outcome.ns_score] = found.get(outcome.ns_score, 0) + outcome.weight * tables
    return found

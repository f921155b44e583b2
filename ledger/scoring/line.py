"""The line of a table on a board, which goes to the form of scoring, and the field of lines it is compared with.

A line counts as weighted outcomes, or as an award in place of a comparison. A `Field` has the tables of one board, or
of one version of a fouled board, grouped by kind, and the frequency of each score, for thousands of tables at a time.
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
    """One possible outcome at a table: its weight, North–South's score, and its name on screens."""

    weight: Fraction | int
    ns_score: int
    name: str = ""

    def seen_from(self, side: Side) -> int:
        """Return the outcome's score with a side's own sign."""
        return self.ns_score if side is Side.NS else -self.ns_score

    @property
    def called(self) -> str:
        """The outcome's name; without a name, North–South's score: '+140'."""
        return self.name or f"{self.ns_score:+d}"


Entry = tuple[Outcome, ...]
"""The outcomes of a table in a field; their weights sum to one. A plain result is one outcome of weight 1."""


class Share(Struct, frozen=True):
    """An artificial score: each side's fraction of the top, or IMPs, with the derivation (Law 12C2).

    A side has one, or one for each of two individuals, whose further boards differ; a side where nobody sat has none.
    `unless` counts instead, for the whole table, if it is worth more to the side with the larger share than that share.
    """

    ns: tuple[Derivation, ...]
    ew: tuple[Derivation, ...]
    unless: Entry = ()

    def of(self, side: Side) -> Derivation:
        """Return a side's share; if two individuals differ, that of the first."""
        return self._shares(side)[0]

    def has(self, side: Side) -> bool:
        """Return whether a side has an award; a side on which nobody sat has none."""
        return bool(self._shares(side))

    def most(self, side: Side) -> Derivation:
        """Return the largest share of a side's individuals."""
        return max(self._shares(side), key=lambda share: share.value)

    def for_seat(self, at: int) -> "Share":
        """Return the award for one individual of each side: the first (`at` 0) or the second (1)."""
        return Share(self.ns[at : at + 1] or self.ns, self.ew[at : at + 1] or self.ew, self.unless)

    def _shares(self, side: Side) -> tuple[Derivation, ...]:
        return self.ns if side is Side.NS else self.ew


class Damage(Struct, frozen=True):
    """The outcomes A, B and C of Law 12C1(e) at a table; `nos` is the non-offending side, which damaged itself."""

    nos: Side
    a: Entry
    b: Entry
    c: Entry

    def entry(self, letter: Literal["a", "b", "c"]) -> Entry:
        """Return the weighted outcomes called A, B or C."""
        return {"a": self.a, "b": self.b, "c": self.c}[letter]


class GivenOutright(Struct, frozen=True):
    """A score awarded outright to both sides, in the unit of the form: matchpoints or IMPs."""

    ns: Fraction
    ew: Fraction


class PlaceOfLine(TypedDict):
    """The round and the table of a line; each may be unrecorded."""

    round: int | None
    table: str | None


class Seating(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, gc=False):
    """The two sides at a table, the round and the table: they identify one play of a board.

    Round and table are as first recorded, None if unrecorded. A side is '' if nobody sat there: the contestant at the
    table was deprived of the board, and has an award alone.
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
        """The contestants as (North–South, East–West)."""
        return self.ns, self.ew

    @property
    def place(self) -> "PlaceOfLine":
        """The round and the table, as the fields of an event."""
        return {"round": self.round, "table": self.table}

    def at(self, round_: int | None, table: str | None) -> "Seating":
        """Return the seating with this round and table in place of unrecorded ones."""
        return Seating(*self.pair, self.round or round_, self.table or table)

    @property
    def match(self) -> frozenset[str]:
        """The two contestants, the same whichever directions they have."""
        return frozenset((self.ns, self.ew))

    @property
    def order(self) -> tuple[str, str, int, str]:
        """The sort key: contestants, then round and table."""
        return self.ns, self.ew, self.round or 0, self.table or ""

    def may_be(self, other: "Seating") -> bool:
        """Return whether two seatings may mean one table's play: equal seats, no different round or table.

        >>> Seating("H", "A", 1, "open").may_be(Seating("H", "A", 1)), Seating("H", "A", 1).may_be(Seating("H", "A", 2))
        (True, False)
        """
        return self.pair == other.pair and _agree(self.round, other.round) and _agree(self.table, other.table)

    @property
    def less_exact_seatings(self) -> "tuple[Seating, ...]":
        """The less exact forms of the seating: without round, without table, and without both, as far as different."""
        seatings = (Seating(*self.pair, self.round), Seating(*self.pair, None, self.table), Seating(*self.pair))
        return tuple(dict.fromkeys(each for each in seatings if each != self))

    def contestant(self, side: Side) -> str:
        """Return the label of a side: a pair, a team, or two individuals who play this board together ('3+8')."""
        return self.ns if side is Side.NS else self.ew

    def contestants(self, side: Side) -> tuple[str, ...]:
        """Return the contestants that score with a side: one, or two individuals; () if nobody sat there.

        >>> Seating("3+8", "5+2").contestants(Side.NS)
        ('3', '8')
        """
        return members(self.contestant(side))

    @property
    def members(self) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """The contestants of North–South, and those of East–West."""
        return members(self.ns), members(self.ew)

    @property
    def everyone(self) -> tuple[str, ...]:
        """The contestants at the table."""
        return members(self.ns) + members(self.ew)


def _agree(one: object, other: object) -> bool:
    return one is None or other is None or one == other


class EachSide(Struct, frozen=True):
    """Two lines for one table, one for each side, by which the sides are scored differently.

    Both sides offended, and each scores by the ruling against it; or, not `ruled`, only one side's result is cancelled.
    """

    ns: "Line"
    ew: "Line"
    ruled: bool = True

    def of(self, side: Side) -> "Line":
        """Return the line by which a side is scored."""
        return self.ns if side is Side.NS else self.ew


class Line(Struct, frozen=True, gc=False):
    """The row of one table on a board: outcomes that other tables are compared with, and an award, if any.

    `entries`: by side, the outcomes with which that side's scores at other tables are compared; None if no side's are.
    `award` replaces the comparison at this table. `offenders` are the sides that offended, None without a ruling;
    `complement` is the side that scores what its opponents leave of the board (Law 86B2(b)). `events` and `note` name
    the source ('R-0001') for explanations.
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
        """The table's name in explanations: 'table 3', or its contestants."""
        return Phrase("table %(table)s", table=self.table) if self.table else str(self.seating)

    def as_of(self, contestant: str) -> "Line":
        """Return the line as it scores one contestant; two individuals of a side may have different awards."""
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
        """Return the outcomes with which a side's scores at other tables are compared; ValueError if there are none."""
        if self.entries is None or side not in self.entries:
            raise ValueError(f"{self.name} is outside the field")
        return self.entries[side]

    def in_field(self, side: Side) -> bool:
        """Return whether a side's scores at other tables are compared with this table."""
        return self.entries is not None and side in self.entries

    def has_result(self, side: Side) -> bool:
        """Return whether a side's score comes from a comparison, not from an award."""
        return self.in_field(side) and not isinstance(self.of(side).award, Share | GivenOutright)

    def of(self, side: Side) -> "Line":
        """Return the line by which a side is scored: this one, or its own line if the sides are scored apart."""
        return self.award.of(side) if isinstance(self.award, EachSide) else self


def each_side(ns: Line, ew: Line, law: str | None = None) -> Line:
    """Return the line of a table at which both sides offended: each side is scored by the ruling against it."""
    entries = {side: line.entry(side) for side, line in ((Side.NS, ns), (Side.EW, ew)) if line.in_field(side)}
    offenders = (ns.offenders or frozenset()) | (ew.offenders or frozenset())
    one, two = (
        structs.replace(each, entries=entries or None, offenders=offenders, complement=None) for each in (ns, ew)
    )
    events = tuple(sorted({*ns.events, *ew.events}))
    return structs.replace(one, award=EachSide(one, two), law=law, events=events, note=f"{ns.note}, {ew.note}")


def by_table(line: Line) -> tuple[tuple[int, str], tuple[int, str], int]:
    """Return the key to sort lines as on a traveller: by table, North–South's number, then round."""
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
    """The tables of a board, grouped by equal result, so that each kind of result is scored once.

    `kinds` has one line for each result, and `keys` names each table's kind. A table with a ruling, or without a
    result, is a kind of its own, named by its seating. `board` has the tables whose kind is a result.
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
        """Return the field of these lines, in which each line is a kind by itself.

        >>> len(Field.of([]).lines)
        0
        """
        kinds = {line.seating: line for line in lines}
        return cls(list(kinds), list(kinds), dict[Hashable, Line](kinds.items()), {})

    @cached_property
    def lines(self) -> list[Line]:
        """The line of every table."""
        return [self.at(seating) for seating in self.seatings]

    def at(self, seating: Seating) -> Line:
        """Return the line of a table: that of its kind, with the table's own seating and event."""
        if (line := self.kinds.get(seating)) is not None:
            return line
        played = self._board[seating]
        last = played.results[-1]
        return structs.replace(self.kinds[last.result], seating=seating, table=played.table, events=(last.number,))

    @cached_property
    def compared(self) -> list[Line]:
        """The lines with which other tables are compared."""
        return [line for line in self.lines if line.entries is not None]

    @cached_property
    def by_kind(self) -> list[tuple[Line, int]]:
        """One line for each kind of table, with the number of tables of that kind."""
        tables = Counter(self._keys)
        return [(line, tables[key]) for key, line in self.kinds.items()]

    def entries(self, side: Side) -> list[tuple[Entry, int]]:
        """Return (outcomes, number of tables) for each kind of table with which a side's scores are compared."""
        return [(line.entry(side), tables) for line, tables in self.by_kind if line.in_field(side)]

    @property
    def awarded(self) -> list[Line]:
        """The lines with an award instead of a comparison."""
        return [line for line in self.kinds.values() if line.award is not None]

    def results(self, side: Side) -> int:
        """Return the number of tables with which a side's scores are compared."""
        return sum(tables for line, tables in self.by_kind if line.in_field(side))

    def by_table(self, of_kind: Callable[[Line], T]) -> dict[Seating, T]:
        """Return a function's value for each table, by seating; tables with the same result share one call."""
        values = {key: of_kind(line) for key, line in self.kinds.items()}
        return dict(zip(self.seatings, map(values.__getitem__, self._keys), strict=True))

    def replacing(self, lines: Sequence[Line]) -> "Field":
        """Return the field with these lines in place of the present lines of their tables."""
        replaced: dict[Hashable, Line] = {line.seating: line for line in lines}
        keys, kinds = self._keys, {**self.kinds, **replaced}
        if not replaced.keys() <= self.kinds.keys():  # a table with a ruling is a kind of its own already
            keys = [at if at in replaced else key for at, key in zip(self.seatings, keys, strict=True)]
            remaining = {*keys}
            kinds = {key: line for key, line in kinds.items() if key in remaining}
        return Field(self.seatings, keys, kinds, self._board, self.versions)


def frequencies(entries: Iterable[tuple[Entry, int]]) -> dict[int, Fraction | int]:
    """Return the frequency of each North–South score, from (outcomes, number of tables); fractions for weightings."""
    by_score: dict[int, Fraction | int] = {}
    for entry, tables in entries:
        for outcome in entry:
            by_score[outcome.ns_score] = by_score.get(outcome.ns_score, 0) + outcome.weight * tables
    return by_score

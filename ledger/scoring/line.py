"""Who met whom on a board, and the line of their table: what it hands to the form of scoring.

A line counts as outcomes with their weights, or as what is awarded in the place of a comparison.
"""

from collections.abc import Mapping
from fractions import Fraction
from typing import Literal, NamedTuple, TypedDict

from msgspec import Struct, structs

from ledger.bounds.types import RoundNumber
from ledger.bridge import Side
from ledger.labels import members, natural
from ledger.labels.phrases import Phrase
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
    """Both sides offended, and each scores what the ruling in which it is the offender says: the line by that."""

    ns: "Line"
    ew: "Line"

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
            case EachSide(ns, ew):
                return structs.replace(self, award=EachSide(ns._for_seat(at), ew._for_seat(at)))
        return self

    def entry(self, side: Side) -> Entry:
        """How the table counts for a side's field. ValueError where it is outside."""
        if self.entries is None or side not in self.entries:
            raise ValueError(f"{self.name} is outside the field")
        return self.entries[side]

    def in_field(self, side: Side) -> bool:
        """Whether the others of a side's field are compared with the table."""
        return self.entries is not None and side in self.entries

    def of(self, side: Side) -> "Line":
        """The line that says what a side scores: this one, or the one by the ruling against that side."""
        return self.award.of(side) if isinstance(self.award, EachSide) else self


def each_side(ns: Line, ew: Line) -> Line:
    """The line of a table both sides of which offended, from the line by the ruling against each.

    Each side's field is compared with what the ruling against that side makes of the table.
    """
    entries = {side: line.entry(side) for side, line in ((Side.NS, ns), (Side.EW, ew)) if line.in_field(side)}
    offenders = (ns.offenders or frozenset()) | (ew.offenders or frozenset())
    own = [structs.replace(each, entries=entries or None, offenders=offenders, complement=None) for each in (ns, ew)]
    events = tuple(sorted({*ns.events, *ew.events}))
    return structs.replace(own[0], award=EachSide(*own), law="12C1", events=events, note=f"{ns.note}, {ew.note}")


def by_table(line: Line) -> tuple[tuple[int, str], tuple[int, str], int]:
    """Sort key: lines as a traveller has them, by table, or by North–South's number, and by round."""
    return natural(line.table or ""), natural(line.seating.ns), line.seating.round or 0

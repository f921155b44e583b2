"""What every form of scoring shares on a board: weighted outcomes, artificial scores, rounding, Law 12C1(e).

A side's score comes back with its derivation; `settle` says what each award counts as, once it has been compared with
what else it might be; `BoardScores` has both sides' scores at every table, and which of them a change moved. What the
forms scored in IMPs share is here too.

A form says what one outcome is worth at one table (`worth`); the rest is here, once. What is written against an
`Arithmetic` is the score and its derivation at the same time.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from itertools import islice
from typing import ClassVar, Self

from msgspec import Struct, structs

from ledger.bridge import Side
from ledger.bridge.scales import imps
from ledger.labels import Phrase, phrase_of
from ledger.laws.adjustment import weight_text
from ledger.laws.regulations import BoardRounding, Regulations
from ledger.laws.rounding import Rounding, RoundTo
from ledger.scoring.derivation import NUMBERS, TELLING, Arithmetic, N, Number, Rule, given
from ledger.scoring.form import Form, Letter, damaged_side, no_damage
from ledger.scoring.line import Damage, EachSide, Entry, Field, GivenOutright, Line, Outcome, Seating, Share, each_side


class Score(Number, frozen=True):
    """One side's score at one table; `counts` is False where there is none: no board for it, or no second room."""

    counts: bool = True


class Pair(Struct, frozen=True, gc=False):
    """What both sides have at a table; None where there is none, or none yet.

    A side of two individuals has what the first of them has; `beside` is how much more, or less, a second one has.
    """

    ns: Fraction | None
    ew: Fraction | None
    beside: tuple[tuple[str, Fraction], ...] = ()

    def of(self, side: Side, contestant: str | None = None) -> Fraction | None:
        """A side's score, or that of one contestant of it.

        >>> str(Pair(Fraction(4), Fraction(0), (("2", Fraction(-2)),)).of(Side.NS, "2"))
        '2'
        """
        score = self.ns if side is Side.NS else self.ew
        own = next((more for whose, more in self.beside if whose == contestant), None)
        return score if own is None or score is None else score + own


NO_SCORES = Pair(None, None)
"""What both sides have at a table that is not there."""


class ScoredBoard(Form, ABC):
    """One board in one form of scoring. `expected` is how many results a board of the session should have."""

    equal_results_score_alike: ClassVar[bool] = True
    """Whether equal results are worth the same at every table; not where each is compared with its own other room."""

    average: Fraction = Fraction(0)
    """The score halves lean on, and a balanced pair of scores is symmetrical about."""

    short: Fraction = Fraction(0)
    """How much of a whole board it lacks, where its top is smaller than the session's and nothing makes up for it."""

    cancelled: frozenset[Seating] = frozenset()
    """The tables whose results are cancelled, because there is no other to compare them with."""

    def __init__(self, field: Field, expected: int, regulations: Regulations) -> None:
        self.field = field
        self.expected = expected
        self.regulations = regulations
        self._made_for = expected

    # What a form says

    @abstractmethod
    def worth(self, line: Line, side: Side, outcome: Outcome, by: Arithmetic[N]) -> N:
        """What an outcome is worth to a side at this table; exact."""

    def share(self, line: Line, share: N, by: Arithmetic[N]) -> N:
        """What an artificial award is worth: in IMPs it is in the form's unit already (Law 12C2(b))."""
        return by.saying(share, by.text(share), events=line.events)

    def counts(self, line: Line) -> bool:
        """Whether both sides of the line can be scored yet."""
        return line.entries is not None or line.award is not None

    def compares(self, line: Line) -> bool:
        """Whether what the line is compared with is there."""
        return not (self.cancels_lone_results(self.expected, self.regulations) and lone_sides(self, line))

    def deciding(self, line: Line, side: Side) -> tuple[Line, Side]:
        """The line, and which side of it, that says what a side scores at a table."""
        return line, side

    def offenders(self, line: Line) -> frozenset[Side] | None:
        """The sides that offended on this board, as rulings say; None where no ruling does."""
        return line.offenders

    def stated(self, line: Line, damage: Damage, letter: Letter, by: Arithmetic[N]) -> N:
        """What A, B or C is worth to the side that hurt itself (Law 12C1(e))."""
        return self.weighed(line, damage.nos, damage.entry(letter), by)

    def stated_outcomes(
        self, line: Line, damage: Damage, letter: Letter, by: Arithmetic[N]
    ) -> Sequence[tuple[Outcome, N]]:
        """Every outcome of B or C, and what it is worth to that side."""
        return [(outcome, self.worth(line, damage.nos, outcome, by)) for outcome in damage.entry(letter)]

    def undamaged(self, line: Line, damage: Damage) -> bool:
        """Whether there was no damage, so that the table result stands (Law 12B1)."""
        return no_damage(self, line, damage)

    @property
    def rounding(self) -> BoardRounding:
        """To what one contestant's score on this board is rounded."""
        return self.board_rounding(self.regulations)

    @property
    def shared_out(self) -> bool:
        """Whether what one side of a table has on this board the other has not, where nothing was ruled."""
        return self.balanced

    def datum(self) -> int | None:
        """The score the others are measured by, North–South's; None where results are compared with each other."""
        return None

    # What follows

    def pairs(self) -> dict[Seating, Pair]:
        """What both sides score at each table."""
        if self.equal_results_score_alike:
            return self.field.by_table(self.pair)
        return {line.seating: self.pair(line) for line in self.field.lines}

    def pair(self, line: Line) -> Pair:
        """What both sides score at a table, and each of two individuals where they differ."""
        ns, ew = self.score(line, Side.NS), self.score(line, Side.EW)
        beside = list[tuple[str, Fraction]]()
        if isinstance(line.award, Share | EachSide):
            for side, first, names in zip(Side, (ns, ew), line.seating.members, strict=True):
                for contestant in names[1:]:
                    if more := self.score(line.as_of(contestant), side).value - first.value:
                        beside.append((contestant, more))
        return Pair(ns.value if ns.counts else None, ew.value if ew.counts else None, tuple(beside))

    def score(self, line: Line, side: Side) -> Score:
        """What a side scores at a table, with how that comes about."""
        decided, its = self.deciding(line, side)
        outside = isinstance(decided.award, Share) and not decided.award.has(its)
        if outside or not line.seating.contestant(side) or not self.counts(line):
            if not decided.seating.contestant(its):
                return Score(Fraction(0), lambda: given(0, "nobody sat there"), counts=False)
            if decided.entries is not None or not decided.note:
                return Score(Fraction(0), lambda: given(0, "not compared yet"), counts=False)
            return Score(
                Fraction(0), lambda: given(0, decided.note, law=decided.law, events=decided.events), counts=False
            )
        return Score(self.scored(line, side, NUMBERS), lambda: self.scored(line, side, TELLING))

    def scored(self, line: Line, side: Side, by: Arithmetic[N]) -> N:
        """What a side scores at a table, rounded by regulation; a score given outright stays as it was given."""
        line, side = self.deciding(line, side)
        said = line.of(side)
        if isinstance(said.award, GivenOutright):
            value = said.award.ns if side is Side.NS else said.award.ew
            score = by.given(value, "awarded outright", events=said.events, unit=self.unit)
        else:
            score = self.rounded(self.exact(said, side, by), said, side, by)
        if said is line or not (isinstance(line.award, EachSide) and line.award.ruled):
            return score
        text = Phrase(
            "both sides offended, and %(side)s score by the ruling against them (%(note)s)",
            side=Phrase(side.value),
            note=said.note,
        )
        return by.saying(
            score, lambda: Phrase("%(text)s: %(what)s", text=text, what=phrase_of(by.text(score))), events=said.events
        )

    def exact(self, line: Line, side: Side, by: Arithmetic[N]) -> N:
        """The same before it is rounded."""
        match line.award:
            case Share() as award if (share := award.of(side)) is not None:
                return self.share(line, by.known(share), by)
            case Damage() as damage if side is damage.nos:
                return damaged_side(self, line, damage, by)
            case Damage(b=b):
                whole = self.weighed(line, side, b, by)
                text = Phrase("the offenders have B in full: %(what)s", what=phrase_of(by.text(whole)))
                return by.saying(whole, text, law=line.law, events=line.events)
        return self.weighed(line, side, line.entry(side), by)

    def weighed(self, line: Line, side: Side, entry: Entry, by: Arithmetic[N]) -> N:
        """What an entry is worth to a side at this table: its one outcome, or each of them with its weight."""
        worth = [self.worth(line, side, outcome, by) for outcome in entry]
        if len(entry) == 1:
            return worth[0]
        parts = [
            self.weigh(outcome, Phrase("of %(name)s", name=outcome.name or signed(outcome, side)), each, by)
            for outcome, each in zip(entry, worth, strict=True)
        ]
        return by.derived(Rule.SUM, "weighted", parts, law=line.law, events=line.events, unit=self.unit)

    def weigh(self, outcome: Outcome, text: str, worth: N, by: Arithmetic[N]) -> N:
        """The weight of an outcome times what it is worth."""
        weight = Fraction(outcome.weight)
        parts = [by.given(weight, "weight"), worth]
        return by.derived(
            Rule.PRODUCT, Phrase("%(weight)s %(text)s", weight=weight_text(weight), text=text), parts, unit=self.unit
        )

    def rounded(self, exact: N, line: Line, side: Side, by: Arithmetic[N]) -> N:
        """A score rounded as the regulations say, toward the non-offenders where they say so."""
        to = self.rounding
        if to.unit == "exact":
            return exact
        offenders = self.offenders(line) if to.rounding is Rounding.TOWARD_NOS else None
        up = None if offenders is None else side not in offenders
        terms = RoundTo(Fraction(to.unit), to.rounding, self.average, up)
        return by.rounded(exact, Phrase("rounded to %(unit)s", unit=to.unit), terms)

    def comparison(
        self, own: int, other: Line, side: Side, versus: Callable[[int, int, Arithmetic[N]], N], by: Arithmetic[N]
    ) -> N:
        """A score against another table: one comparison, or one for each outcome it counts as, weighted."""
        entry = other.entry(side)
        source = Phrase("%(table)s (%(case)s)", table=other.name, case=other.note) if other.note else other.name
        against = [versus(own, outcome.seen_from(side), by) for outcome in entry]
        if len(entry) == 1:
            text = Phrase(
                "%(source)s %(score)s: %(how)s",
                source=source,
                score=signed(entry[0], side),
                how=phrase_of(by.text(against[0])),
            )
            return by.saying(against[0], text, events=other.events)
        parts = [
            self.weigh(
                outcome,
                Phrase(
                    "%(name)s %(score)s: %(how)s",
                    name=outcome.name,
                    score=signed(outcome, side),
                    how=phrase_of(by.text(each)),
                ),
                each,
                by,
            )
            for outcome, each in zip(entry, against, strict=True)
        ]
        return by.derived(
            Rule.SUM, Phrase("%(source)s, weighted", source=source), parts, events=other.events, unit=self.unit
        )

    def replacing(self, lines: Sequence[Line]) -> Self:
        """The board as it would be with other lines at their tables."""
        return type(self)(self.field.replacing(lines), self._made_for, self.regulations)


def signed(outcome: Outcome, side: Side) -> str:
    """The score of an outcome as a side writes it: '+620', '-100'."""
    return f"{outcome.seen_from(side):+d}"


class ImpBoard(ScoredBoard):
    """A board scored in IMPs; each contestant's IMPs are from its own point of view."""

    def versus(self, own: int, theirs: int, by: Arithmetic[N]) -> N:
        """IMPs for a score against another."""
        parts = [by.given(own, "own score"), by.given(theirs, "theirs")]
        text = Phrase("%(own)s is %(imps)s", own=f"{own - theirs:+d}", imps=f"{imps(own - theirs):+d}")
        return by.derived(Rule.IMPS, text, parts, unit=self.unit)


def score_board(form: type[ScoredBoard], field: Field, expected: int, regulations: Regulations) -> ScoredBoard:
    """One board, or one version of a fouled board, scored.

    Lines are settled all at once, and then those that are left anew: the order of the tables makes no difference.
    """
    board = form(field, expected, regulations)
    while other := [then for line in board.field.awarded if (then := _settled(board, line)) is not line]:
        board = board.replacing(other)
    return board


def _settled(board: ScoredBoard, line: Line) -> Line:
    """The line after its comparison: no damage (12C1(e)) leaves the result, a better assigned score replaces A+."""
    match line.award:
        case EachSide(ns, ew):
            own = _settled(board, ns), _settled(board, ew)
            return line if own == (ns, ew) else each_side(*own)
        case Damage(a=a) as damage if board.compares(line) and board.undamaged(line, damage):
            entries = dict.fromkeys(Side, a)
            return structs.replace(
                line, entries=entries, award=None, note=Phrase("%(case)s, no damage", case=phrase_of(line.note))
            )
        case Share(unless=unless) as award if unless:
            assigned = structs.replace(line, entries=dict.fromkeys(Side, unless), award=None)
            return assigned if _better(board, assigned, award) else line
    return line


def _better(board: ScoredBoard, assigned: Line, award: Share) -> bool:
    side = max(Side, key=lambda side: award.most(side).value)
    other = board.replacing([assigned])
    if not other.compares(assigned):
        return False
    worth = other.weighed(assigned, side, award.unless, NUMBERS)
    return worth > board.share(assigned, award.most(side).value, NUMBERS)


def lone_lines(board: ScoredBoard) -> list[Line]:
    """The lines on which a side has a result with no other to compare it with (Law 87); none of a board of teams.

    A team is compared with its own other room: a board that lacks that has no score at all.
    """
    # Nearly every board has two results a side: two kinds of thousands say it
    if board.rooms > 1 or all(sum(islice(_counting(board, side), 2)) > 1 for side in Side):
        return []
    return [line for line in board.field.lines if lone_sides(board, line)]


def lone_sides(board: ScoredBoard, line: Line) -> list[Side]:
    """The sides of a line that have a result, with no other to compare it with."""
    itself = board.field.at(line.seating)
    return [
        side
        for side in Side
        if line.has_result(side) and sum(_counting(board, side)) == bool(board.counted(itself, side, board.regulations))
    ]


def _counting(board: ScoredBoard, side: Side) -> Iterator[int]:
    return (tables for line, tables in board.field.by_kind if board.counted(line, side, board.regulations))


class BoardScores(Mapping[Seating, Mapping[Side, Score]]):
    """The scores of a board, explained only where that is asked for; a fouled board has several parts."""

    def __init__(self, *parts: ScoredBoard) -> None:
        self._parts = parts

    @cached_property
    def pairs(self) -> Mapping[Seating, Pair]:
        """What both sides have at each table."""
        if len(self._parts) == 1:
            return self._parts[0].pairs()
        return {seating: pair for part in self._parts for seating, pair in part.pairs().items()}

    @cached_property
    def short(self) -> dict[Seating, Fraction]:
        """How much of a whole board each table lacks; only those that lack some."""
        return {line.seating: part.short for part in self._parts if part.short for line in part.field.lines}

    @cached_property
    def _lines(self) -> dict[Seating, tuple[ScoredBoard, Line]]:
        return {line.seating: (part, line) for part in self._parts for line in part.field.lines}

    def _at(self, seating: Seating) -> tuple[ScoredBoard, Line]:
        if len(self._parts) == 1:
            return self._parts[0], self._parts[0].field.at(seating)
        return self._lines[seating]

    def __getitem__(self, seating: Seating) -> Mapping[Side, Score]:
        part, line = self._at(seating)
        return {side: part.score(line, side) for side in Side}

    def score_of(self, seating: Seating, side: Side, contestant: str) -> Score:
        """What one contestant of a side has: of two individuals each may have a score of his own."""
        part, line = self._at(seating)
        return part.score(line.as_of(contestant), side)

    def shared_out(self, seating: Seating) -> bool:
        """Whether what one side of a table has the other has not, where nothing was ruled."""
        return self._at(seating)[0].shared_out

    def line(self, seating: Seating) -> Line:
        """How a table's board counts, once its award was compared with what else it might be."""
        return self._at(seating)[1]

    @property
    def cancelled(self) -> frozenset[Seating]:
        """The tables whose results are cancelled, because there is no other to compare them with."""
        return frozenset[Seating]().union(*(part.cancelled for part in self._parts))

    @property
    def lone(self) -> frozenset[Seating]:
        """The tables whose results have no other to be compared with, cancelled ones too."""
        return self.cancelled.union(line.seating for part in self._parts for line in lone_lines(part))

    def __iter__(self) -> Iterator[Seating]:
        return iter(self._lines)

    def __len__(self) -> int:
        return len(self._lines)

    def part(self, seating: Seating) -> ScoredBoard:
        """The board a table's line was scored on: of a fouled board, its own version."""
        return self._at(seating)[0]

    @property
    def datum(self) -> int | None:
        """The datum of the board; None where its versions have one each, or the form has none."""
        return self._parts[0].datum() if len(self._parts) == 1 else None


def moved_pairs(
    before: Mapping[Seating, Pair], after: Mapping[Seating, Pair]
) -> Iterator[tuple[Seating, Pair | None, Pair | None]]:
    """The tables where a board is not worth what it was, and both sides' scores before and after; None: not there."""
    if not before:
        yield from ((seating, None, now) for seating, now in after.items())
        return
    same: dict[tuple[int, int], bool] = {}
    for seating, now in after.items():
        was = before.get(seating)
        kind = (id(was), id(now))  # tables with the same result share their pair
        if kind not in same:
            same[kind] = was == now
        if not same[kind]:
            yield seating, was, now
    yield from ((seating, was, None) for seating, was in before.items() if seating not in after)

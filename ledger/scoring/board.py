"""Scoring one board, shared by all forms: weighted outcomes, artificial scores, rounding, and Law 12C1(e).

A form defines the worth of one outcome at one table (`worth`). Code written against an `Arithmetic` computes the score
and its derivation alike. `BoardScores` has both sides' scores at every table, `moved_pairs` the tables a change moved.
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
from ledger.scoring.derivation import DERIVATIONS, NUMBERS, Arithmetic, N, Number, Rule, leaf
from ledger.scoring.form import Form, Letter, damaged_side, no_damage
from ledger.scoring.line import Damage, EachSide, Entry, Field, GivenOutright, Line, Outcome, Seating, Share, each_side


class Score(Number, frozen=True):
    """A side's score at a table; `counts` is False without a score: no board for the side, or no comparison yet."""

    counts: bool = True


class Pair(Struct, frozen=True, gc=False):
    """The scores of both sides at a table; None for a side without a score yet.

    A side of two individuals has the score of its first one; `beside` has the difference of the second one's score.
    """

    ns: Fraction | None
    ew: Fraction | None
    beside: tuple[tuple[str, Fraction], ...] = ()

    def of(self, side: Side, contestant: str | None = None) -> Fraction | None:
        """Return a side's score, or that of one of its contestants.

        >>> str(Pair(Fraction(4), Fraction(0), (("2", Fraction(-2)),)).of(Side.NS, "2"))
        '2'
        """
        score = self.ns if side is Side.NS else self.ew
        difference = next((more for whose, more in self.beside if whose == contestant), None)
        return score if difference is None or score is None else score + difference


NO_SCORES = Pair(None, None)
"""The pair of a table that did not play the board."""


class ScoredBoard(Form, ABC):
    """A board in one form of scoring; `expected` is the number of results that a board of the session should have."""

    equal_results_score_alike: ClassVar[bool] = True
    """True if equal results score alike at every table; in team play each is compared with its own second room."""

    average: Fraction = Fraction(0)
    """The average score of a board: balanced scores are symmetrical about it, and halves are rounded from it."""

    short: Fraction = Fraction(0)
    """The part of a board lost because its top is smaller than the session's; 0 with the full top."""

    cancelled: frozenset[Seating] = frozenset()
    """The tables with results cancelled for lack of a comparison."""

    def __init__(self, field: Field, expected: int, regulations: Regulations) -> None:
        self.field = field
        self.expected = expected
        self.regulations = regulations
        self._made_for = expected

    @abstractmethod
    def worth(self, line: Line, side: Side, outcome: Outcome, by: Arithmetic[N]) -> N:
        """Return the worth of an outcome of a table to a side, before rounding."""

    def share(self, line: Line, share: N, by: Arithmetic[N]) -> N:
        """Return what an awarded share is worth on the board; in pairs' IMPs the share itself (Law 12C2(b))."""
        return by.saying(share, by.text(share), events=line.events)

    def counts(self, line: Line) -> bool:
        """Return whether both sides of a table can be scored yet."""
        return line.entries is not None or line.award is not None

    def is_comparable(self, line: Line) -> bool:
        """Return False if a line has no other result to compare with, and the form cancels lone results."""
        return not (self.cancels_lone_results(self.expected, self.regulations) and lone_sides(self, line))

    def deciding(self, line: Line, side: Side) -> tuple[Line, Side]:
        """Return the line, and the side on it, that decide a side's score: this line, or for teams another room's."""
        return line, side

    def offenders(self, line: Line) -> frozenset[Side] | None:
        """Return the sides that offended at a table, by the rulings on the board; None if there is no ruling."""
        return line.offenders

    def stated(self, line: Line, damage: Damage, letter: Letter, by: Arithmetic[N]) -> N:
        """Return the worth of outcome A, B or C of Law 12C1(e) to the side that damaged itself."""
        return self.weighed(line, damage.nos, damage.entry(letter), by)

    def stated_outcomes(
        self, line: Line, damage: Damage, letter: Letter, by: Arithmetic[N]
    ) -> Sequence[tuple[Outcome, N]]:
        """Return each outcome in B or C of Law 12C1(e) with its worth to the side that damaged itself."""
        return [(outcome, self.worth(line, damage.nos, outcome, by)) for outcome in damage.entry(letter)]

    def undamaged(self, line: Line, damage: Damage) -> bool:
        """Return whether there was no damage under Law 12C1(e), so that the table result stands (Law 12B1)."""
        return no_damage(self, line, damage)

    @property
    def rounding(self) -> BoardRounding:
        """The rounding of one contestant's score on this board."""
        return self.board_rounding(self.regulations)

    @property
    def shares_fixed_total(self) -> bool:
        """True if the scores of a table's two sides add up to the same total at every table, rulings aside."""
        return self.balanced

    def datum(self) -> int | None:
        """Return North–South's datum; None in a form that compares results with each other."""
        return None

    def pairs(self) -> dict[Seating, Pair]:
        """Return both sides' scores at each table."""
        if self.equal_results_score_alike:
            return self.field.by_table(self.pair)
        return {line.seating: self.pair(line) for line in self.field.lines}

    def pair(self, line: Line) -> Pair:
        """Return both sides' scores at a table, and how far an individual's differs from its partner's."""
        ns, ew = self.score(line, Side.NS), self.score(line, Side.EW)
        beside = list[tuple[str, Fraction]]()
        if isinstance(line.award, Share | EachSide):
            for side, first, names in zip(Side, (ns, ew), line.seating.members, strict=True):
                for contestant in names[1:]:
                    if more := self.score(line.as_of(contestant), side).value - first.value:
                        beside.append((contestant, more))
        return Pair(ns.value if ns.counts else None, ew.value if ew.counts else None, tuple(beside))

    def score(self, line: Line, side: Side) -> Score:
        """Return a side's score at a table; the score is explained on demand."""
        decided, deciding_side = self.deciding(line, side)
        outside = isinstance(decided.award, Share) and not decided.award.has(deciding_side)
        if outside or not line.seating.contestant(side) or not self.counts(line):
            if not decided.seating.contestant(deciding_side):
                return Score(Fraction(0), lambda: leaf(0, "nobody sat there"), counts=False)
            if decided.entries is not None or not decided.note:
                return Score(Fraction(0), lambda: leaf(0, "not compared yet"), counts=False)
            return Score(
                Fraction(0), lambda: leaf(0, decided.note, law=decided.law, events=decided.events), counts=False
            )
        return Score(self.scored(line, side, NUMBERS), lambda: self.scored(line, side, DERIVATIONS))

    def scored(self, line: Line, side: Side, by: Arithmetic[N]) -> N:
        """Return a side's score at a table, rounded by regulation; a score awarded outright is not rounded."""
        line, side = self.deciding(line, side)
        own_line = line.of(side)
        if isinstance(own_line.award, GivenOutright):
            value = own_line.award.ns if side is Side.NS else own_line.award.ew
            score = by.given(value, "awarded outright", events=own_line.events, unit=self.unit)
        else:
            score = self.rounded(self.exact(own_line, side, by), own_line, side, by)
        if own_line is line or not (isinstance(line.award, EachSide) and line.award.ruled):
            return score
        text = Phrase(
            "both sides offended, and %(side)s score by the ruling against them (%(note)s)",
            side=Phrase(side.value),
            note=own_line.note,
        )
        return by.saying(
            score,
            lambda: Phrase("%(text)s: %(what)s", text=text, what=phrase_of(by.text(score))),
            events=own_line.events,
        )

    def exact(self, line: Line, side: Side, by: Arithmetic[N]) -> N:
        """Return a side's score at a table before it is rounded."""
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
        """Return the worth of weighted outcomes to a side: their weighted sum."""
        worth = [self.worth(line, side, outcome, by) for outcome in entry]
        if len(entry) == 1:
            return worth[0]
        parts = [
            self.weigh(outcome, Phrase("of %(name)s", name=outcome.name or signed_score(outcome, side)), each, by)
            for outcome, each in zip(entry, worth, strict=True)
        ]
        return by.derived(Rule.SUM, "weighted", parts, law=line.law, events=line.events, unit=self.unit)

    def weigh(self, outcome: Outcome, text: str, worth: N, by: Arithmetic[N]) -> N:
        """Return an outcome's worth multiplied by its weight."""
        weight = Fraction(outcome.weight)
        parts = [by.given(weight, "weight"), worth]
        return by.derived(
            Rule.PRODUCT, Phrase("%(weight)s %(text)s", weight=weight_text(weight), text=text), parts, unit=self.unit
        )

    def rounded(self, exact: N, line: Line, side: Side, by: Arithmetic[N]) -> N:
        """Return a score rounded by regulation, in favour of the non-offenders if the regulation says so."""
        rules = self.rounding
        if rules.unit == "exact":
            return exact
        offenders = self.offenders(line) if rules.rounding is Rounding.TOWARD_NOS else None
        up = None if offenders is None else side not in offenders
        terms = RoundTo(Fraction(rules.unit), rules.rounding, self.average, up)
        return by.rounded(exact, Phrase("rounded to %(unit)s", unit=rules.unit), terms)

    def comparison(
        self, own: int, other: Line, side: Side, versus: Callable[[int, int, Arithmetic[N]], N], by: Arithmetic[N]
    ) -> N:
        """Return a score compared with another table's outcome, or with each of its weighted outcomes."""
        entry = other.entry(side)
        source = Phrase("%(table)s (%(case)s)", table=other.name, case=other.note) if other.note else other.name
        against = [versus(own, outcome.seen_from(side), by) for outcome in entry]
        if len(entry) == 1:
            text = Phrase(
                "%(source)s %(score)s: %(how)s",
                source=source,
                score=signed_score(entry[0], side),
                how=phrase_of(by.text(against[0])),
            )
            return by.saying(against[0], text, events=other.events)
        parts = [
            self.weigh(
                outcome,
                Phrase(
                    "%(name)s %(score)s: %(how)s",
                    name=outcome.name,
                    score=signed_score(outcome, side),
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
        """Return the board scored again, with these lines in place of the present lines of their tables."""
        return type(self)(self.field.replacing(lines), self._made_for, self.regulations)


def signed_score(outcome: Outcome, side: Side) -> str:
    """Format an outcome's score with its sign for a side: '+620', '-100'."""
    return f"{outcome.seen_from(side):+d}"


class ImpBoard(ScoredBoard):
    """A board scored in IMPs: each contestant's score comes from its own comparisons."""

    def versus(self, own: int, theirs: int, by: Arithmetic[N]) -> N:
        """Return the IMPs for one score compared with another."""
        parts = [by.given(own, "own score"), by.given(theirs, "theirs")]
        text = Phrase("%(own)s is %(imps)s", own=f"{own - theirs:+d}", imps=f"{imps(own - theirs):+d}")
        return by.derived(Rule.IMPS, text, parts, unit=self.unit)


def score_board(form: type[ScoredBoard], field: Field, expected: int, regulations: Regulations) -> ScoredBoard:
    """Score a board, or one version of a fouled board; awards that depend on other scores are decided first."""
    board = form(field, expected, regulations)
    # all lines are settled in one pass, then those still open: so the order of the tables does not matter
    while changed := [after for line in board.field.awarded if (after := _settle(board, line)) is not line]:
        board = board.replacing(changed)
    return board


def _settle(board: ScoredBoard, line: Line) -> Line:
    """Return a line with its award decided: the result if there was no damage, an assigned score if better than A+."""
    match line.award:
        case EachSide(ns, ew):
            sides = _settle(board, ns), _settle(board, ew)
            return line if sides == (ns, ew) else each_side(*sides, line.law)
        case Damage(a=a) as damage if board.is_comparable(line) and board.undamaged(line, damage):
            entries = dict.fromkeys(Side, a)
            return structs.replace(
                line, entries=entries, award=None, note=Phrase("%(case)s, no damage", case=phrase_of(line.note))
            )
        case Share(unless=unless) as award if unless:
            assigned = structs.replace(line, entries=dict.fromkeys(Side, unless), award=None)
            return assigned if _is_better(board, assigned, award) else line
    return line


def _is_better(board: ScoredBoard, assigned: Line, award: Share) -> bool:
    # in total points both awards are worth nothing: then the non-offenders' score counts
    side = max(Side, key=lambda side: (award.most(side).value, side not in (assigned.offenders or ())))
    compared_board = board.replacing([assigned])
    if not compared_board.is_comparable(assigned):
        return False
    worth = compared_board.weighed(assigned, side, award.unless, NUMBERS)
    return worth > board.share(assigned, award.most(side).value, NUMBERS)


def lone_lines(board: ScoredBoard) -> list[Line]:
    """Return the lines that have a result but no other result to compare it with (Law 87); [] for teams."""
    # A team without its second room has no score at all. On most boards two kinds show that a side has two results.
    if board.rooms > 1 or all(sum(islice(_tables_counting(board, side), 2)) > 1 for side in Side):
        return []
    return [line for line in board.field.lines if lone_sides(board, line)]


def lone_sides(board: ScoredBoard, line: Line) -> list[Side]:
    """Return the sides of a line that have a result but no other result to compare it with."""
    itself = board.field.at(line.seating)
    return [
        side
        for side in Side
        if line.has_result(side)
        and sum(_tables_counting(board, side)) == bool(board.counted(itself, side, board.regulations))
    ]


def _tables_counting(board: ScoredBoard, side: Side) -> Iterator[int]:
    return (tables for line, tables in board.field.by_kind if board.counted(line, side, board.regulations))


class BoardScores(Mapping[Seating, Mapping[Side, Score]]):
    """The scores of a board, explained on demand; a fouled board has one part for each version."""

    def __init__(self, *parts: ScoredBoard) -> None:
        self._parts = parts

    @cached_property
    def pairs(self) -> Mapping[Seating, Pair]:
        """The scores of both sides at each table."""
        if len(self._parts) == 1:
            return self._parts[0].pairs()
        return {seating: pair for part in self._parts for seating, pair in part.pairs().items()}

    @cached_property
    def short(self) -> dict[Seating, Fraction]:
        """The part of a board lost through a smaller top (`ScoredBoard.short`), by table, where any is lost."""
        return {line.seating: part.short for part in self._parts if part.short for line in part.field.lines}

    @cached_property
    def _lines(self) -> dict[Seating, tuple[ScoredBoard, Line]]:
        return {line.seating: (part, line) for part in self._parts for line in part.field.lines}

    def _part_and_line(self, seating: Seating) -> tuple[ScoredBoard, Line]:
        if len(self._parts) == 1:
            return self._parts[0], self._parts[0].field.at(seating)
        return self._lines[seating]

    def __getitem__(self, seating: Seating) -> Mapping[Side, Score]:
        part, line = self._part_and_line(seating)
        return {side: part.score(line, side) for side in Side}

    def score_of(self, seating: Seating, side: Side, contestant: str) -> Score:
        """Return the score of one contestant; the two individuals of a side may have different scores."""
        part, line = self._part_and_line(seating)
        return part.score(line.as_of(contestant), side)

    def shares_fixed_total(self, seating: Seating) -> bool:
        """Return whether the scores of a table's two sides add up to a fixed total, rulings aside."""
        return self._part_and_line(seating)[0].shares_fixed_total

    def line(self, seating: Seating) -> Line:
        """Return the line of a table on the board, with its award decided."""
        return self._part_and_line(seating)[1]

    @property
    def cancelled(self) -> frozenset[Seating]:
        """The tables with results cancelled for lack of a comparison."""
        return frozenset[Seating]().union(*(part.cancelled for part in self._parts))

    @property
    def lone(self) -> frozenset[Seating]:
        """The tables with results that have no comparison, cancelled ones included."""
        return self.cancelled.union(line.seating for part in self._parts for line in lone_lines(part))

    def __iter__(self) -> Iterator[Seating]:
        return iter(self._lines)

    def __len__(self) -> int:
        return len(self._lines)

    def part(self, seating: Seating) -> ScoredBoard:
        """Return the scored board that a table belongs to; on a fouled board, that of the version the table played."""
        return self._part_and_line(seating)[0]

    @property
    def datum(self) -> int | None:
        """The datum of the board; None for a fouled board with versions, and in forms without a datum."""
        return self._parts[0].datum() if len(self._parts) == 1 else None


def moved_pairs(
    before: Mapping[Seating, Pair], after: Mapping[Seating, Pair]
) -> Iterator[tuple[Seating, Pair | None, Pair | None]]:
    """Yield the tables whose scores changed, with the scores before and after; None for a table not on the board."""
    if not before:
        yield from ((seating, None, new) for seating, new in after.items())
        return
    unchanged: dict[tuple[int, int], bool] = {}
    for seating, new in after.items():
        old = before.get(seating)
        kind = (id(old), id(new))  # tables with the same result share their pair
        if kind not in unchanged:
            unchanged[kind] = old == new
        if not unchanged[kind]:
            yield seating, old, new
    yield from ((seating, old, None) for seating, old in before.items() if seating not in after)

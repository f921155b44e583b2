"""What every form of scoring shares: weighted outcomes, artificial scores, rounding, and how they are told.

A form says what one outcome is worth at one table (`worth`), and tells it (`tell`); the rest is here, once.
"""

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from typing import ClassVar

from msgspec import structs

from ledger.bridge import Side
from ledger.laws.regulations import BoardRounding, Regulations
from ledger.laws.rounding import Rounding, round_for, round_to, short_text
from ledger.laws.self_inflicted import damage_case, undamaged
from ledger.laws.weighting import weight_text
from ledger.scoring.derivation import Derivation, Rule, derived, given, rounded
from ledger.scoring.line import Damage, Entry, GivenOutright, Line, Outcome, Pair, Score, Seating, Share

_NOT_YET = Score(Fraction(0), lambda: given(0, "not compared yet"), counts=False)


class ScoredBoard(ABC):
    """One board of one form of scoring. `expected` is how many results a board of the session should have."""

    unit: ClassVar[str]
    alike: ClassVar[bool] = True
    """Whether equal results are worth the same at every table, so that each need be worked out only once."""

    def __init__(self, lines: Sequence[Line], expected: int, regulations: Regulations) -> None:
        self.lines = lines
        self.expected = expected
        self.regulations = regulations
        self.compared = [line for line in lines if line.charts is not None]
        self.kinds = _kinds(self.compared)
        self._pairs: dict[int, Pair] = {}

    def pair(self, line: Line) -> Pair:
        """What both sides score at a table."""
        if not self.alike or line.award is not None or line.offenders is not None:
            return self._pair(line)
        charts = id(line.charts)  # tables with the same plain result share it
        if (found := self._pairs.get(charts)) is None:
            found = self._pairs[charts] = self._pair(line)
        return found

    def _pair(self, line: Line) -> Pair:
        ns, ew = self.score(line, Side.NS), self.score(line, Side.EW)
        return ns.value if ns.counts else None, ew.value if ew.counts else None

    # What a form says

    @abstractmethod
    def worth(self, line: Line, side: Side, outcome: Outcome) -> Fraction:
        """What an outcome is worth to a side at this table; exact."""

    @abstractmethod
    def tell(self, line: Line, side: Side, outcome: Outcome) -> Derivation:
        """The same, told."""

    @abstractmethod
    def share(self, line: Line, share: Derivation) -> Derivation:
        """What an artificial award is worth."""

    @property
    @abstractmethod
    def rounding(self) -> BoardRounding:
        """To what one contestant's score on one board is rounded."""

    average: Fraction = Fraction(0)
    """The score halves lean on, and a balanced pair of scores is symmetrical about."""

    def counts(self, line: Line) -> bool:
        """Whether the line can be scored yet."""
        return True

    # What follows

    def settled(self, line: Line) -> Line:
        """The line as it counts once its award has been compared with what else it might be.

        No damage under 12C1(e) lets the table result stand; a better assigned score takes the place of A+.
        """
        match line.award:
            case Damage() as damage if self.counts(line) and self._no_damage(line, damage):
                return structs.replace(
                    line, charts=dict.fromkeys(Side, damage.a), award=None, note=f"{line.note}, no damage"
                )
            case Share(unless=unless) as award if unless:
                better = max(Side, key=lambda side: award.of(side).value)
                assigned = structs.replace(line, charts=dict.fromkeys(Side, unless), award=None)
                lines = [assigned if each is line else each for each in self.lines]
                board = type(self)(lines, self.expected, self.regulations)
                worth = board.weighed(assigned, better, unless) if board.counts(assigned) else None
                if worth is not None and worth > self.share(line, award.of(better)).value:
                    return assigned
        return line

    def _no_damage(self, line: Line, damage: Damage) -> bool:
        return self._undamaged(line, damage) == self.weighed(line, damage.nos, damage.a) and (
            self.weighed(line, damage.nos, damage.b) <= self.weighed(line, damage.nos, damage.a)
        )

    def weighed(self, line: Line, side: Side, entry: Entry) -> Fraction:
        """What an entry would be worth to a side at this table, weighted."""
        return sum_of(self.worth(line, side, outcome) * outcome.weight for outcome in entry)

    def score(self, line: Line, side: Side) -> Score:
        """What a side scores at a table, with how that comes about."""
        match line.award:
            case Share() as award:
                return self._told(self.share(line, award.of(side)), line, side)
            case Damage() as damage if side is damage.nos:
                if not self.counts(line):
                    return _NOT_YET
                value = self._round(self._undamaged(line, damage), line, side)
                return Score(value, lambda: self._tell_rounded(self._tell_damage(line, damage), line, side))
            case Damage() as damage:
                if not self.counts(line):
                    return _NOT_YET
                value = self._round(self.weighed(line, side, damage.b), line, side)
                return Score(value, lambda: self._tell_rounded(self._tell_b(line, damage), line, side))
            case GivenOutright(ns, ew):
                value = ns if side is Side.NS else ew
                outright = given(value, "awarded outright", events=line.events, unit=self.unit)
                return Score(value, lambda: outright)
            case None:
                if not self.counts(line):
                    return _NOT_YET
                entry = entry_of(line, side)
                value = self._round(self.weighed(line, side, entry), line, side)
                return Score(value, lambda: self._tell_rounded(self.tell_entry(line, side, entry), line, side))

    def _told(self, exact: Derivation, line: Line, side: Side) -> Score:
        told = self._tell_rounded(exact, line, side)
        return Score(told.value, lambda: told)

    def _round(self, value: Fraction, line: Line, side: Side) -> Fraction:
        to = self.rounding
        if to.unit == "exact":
            return value
        if to.rounding is Rounding.TOWARD_NOS and line.offenders is not None:
            return round_for(value, Fraction(to.unit), up=side not in line.offenders)
        return round_to(value, Fraction(to.unit), to.rounding, self.average)

    def _tell_rounded(self, exact: Derivation, line: Line, side: Side) -> Derivation:
        value = self._round(exact.value, line, side)
        return exact if exact.value == value else rounded(value, f"rounded to {self.rounding.unit}", exact)

    def tell_entry(self, line: Line, side: Side, entry: Entry, what: str = "weighted") -> Derivation:
        """An entry told: its one outcome, or each of them with its weight."""
        outcomes = [self.tell(line, side, outcome) for outcome in entry]
        if len(entry) == 1:
            return outcomes[0]
        parts = [
            weigh(outcome, f"of {outcome.name or signed(outcome, side)}", told)
            for outcome, told in zip(entry, outcomes, strict=True)
        ]
        return derived(Rule.SUM, what, parts, law=line.law, events=line.events, unit=self.unit)

    # Law 12C1(e)

    def _undamaged(self, line: Line, damage: Damage) -> Fraction:
        a = self.weighed(line, damage.nos, damage.a)
        if self.regulations.self_inflicted.weighted == "weight-first":
            b, c = (self.weighed(line, damage.nos, entry) for entry in (damage.b, damage.c))
            return undamaged(a, b, c)
        return sum_of(
            b.weight * c.weight * undamaged(a, self.worth(line, damage.nos, b), self.worth(line, damage.nos, c))
            for b in damage.b
            for c in damage.c
        )

    def _tell_damage(self, line: Line, damage: Damage) -> Derivation:
        side = damage.nos
        if self.regulations.self_inflicted.weighted == "weight-first":
            told = [self.tell_entry(line, side, entry) for entry in (damage.a, damage.b, damage.c)]
            return self._tell_case(line, told)
        parts = [
            weigh(
                Outcome(b.weight * c.weight, 0),
                f"of B {b.name} with C {c.name}",
                self._tell_case(
                    line, [self.tell_entry(line, side, damage.a), self.tell(line, side, b), self.tell(line, side, c)]
                ),
            )
            for b in damage.b
            for c in damage.c
        ]
        return derived(
            Rule.SUM, "the formula for each outcome, weighted", parts, law=line.law, events=line.events, unit=self.unit
        )

    def _tell_case(self, line: Line, told: list[Derivation]) -> Derivation:
        a, b, c = (each.value for each in told)
        real, own = short_text(max(b - c, Fraction(0))), short_text(c - a)
        text = f"{damage_case(a, b, c).replace('-', ' ')}: real damage B − C = {real}, self-inflicted C − A = {own}"
        named = [each.saying(f"{name}: {each.text}") for name, each in zip("ABC", told, strict=True)]
        return derived(Rule.SELF_INFLICTED, text, named, law=line.law, events=line.events, unit=self.unit)

    def _tell_b(self, line: Line, damage: Damage) -> Derivation:
        told = self.tell_entry(line, damage.nos.other, damage.b)
        return told.saying(f"the offenders have B in full: {told.text}", law=line.law, events=line.events)

    def comparison(self, own: int, other: Line, side: Side, versus: Callable[[int, int], Derivation]) -> Derivation:
        """A score against another table: one comparison, or one for each outcome it counts as, weighted."""
        entry = entry_of(other, side)
        source = f"{other.name} ({other.note})" if other.note else other.name
        against = [versus(own, outcome.seen_from(side)) for outcome in entry]
        if len(entry) == 1:
            (only,) = against
            return only.saying(f"{source} {signed(entry[0], side)}: {only.text}", events=other.events)
        parts = [
            weigh(outcome, f"{outcome.name} {signed(outcome, side)}: {told.text}", told)
            for outcome, told in zip(entry, against, strict=True)
        ]
        return derived(Rule.SUM, f"{source}, weighted", parts, events=other.events, unit=self.unit)


def _kinds(lines: Sequence[Line]) -> list[tuple[Line, int]]:
    """The lines that count in different ways, and how many tables each stands for: equal plain results share their charts."""
    kinds = {(id(line.charts), line.offenders): line for line in lines}
    tables = Counter((id(line.charts), line.offenders) for line in lines)
    return [(line, tables[kind]) for kind, line in kinds.items()]


class BoardScores(Mapping[Seating, Mapping[Side, Score]]):
    """Both sides' scores at every table of a board, told only where that is asked for; a fouled board has several parts."""

    def __init__(self, *parts: ScoredBoard) -> None:
        self._parts = parts
        self._lines = {line.seating: line for board in parts for line in board.lines}

    @cached_property
    def pairs(self) -> Mapping[Seating, Pair]:
        """What both sides have at each table."""
        return {line.seating: board.pair(line) for board in self._parts for line in board.lines}

    def __getitem__(self, seating: Seating) -> Mapping[Side, Score]:
        line = self._lines[seating]
        board = next(part for part in self._parts if len(self._parts) == 1 or line in part.lines)
        return {side: board.score(line, side) for side in Side}

    def __iter__(self) -> Iterator[Seating]:
        return iter(self._lines)

    def __len__(self) -> int:
        return len(self._lines)

    def line(self, seating: Seating) -> Line:
        """How the table counts."""
        return self._lines[seating]


def moved_pairs(
    before: Mapping[Seating, Pair], after: Mapping[Seating, Pair]
) -> Iterator[tuple[Seating, Pair | None, Pair | None]]:
    """The tables at which a board is not worth what it was, and both sides' scores before and after; None: not there."""
    same: dict[tuple[int, int], bool] = {}
    for seating, now in after.items():
        was = before.get(seating)
        kind = (id(was), id(now))  # tables with the same result share their pair
        if kind not in same:
            same[kind] = was == now
        if not same[kind]:
            yield seating, was, now
    yield from ((seating, was, None) for seating, was in before.items() if seating not in after)


def score_board(form: type[ScoredBoard], lines: Sequence[Line], expected: int, regulations: Regulations) -> ScoredBoard:
    """One board, or one version of a fouled board, scored."""
    board = form(lines, expected, regulations)
    settled = [board.settled(line) if line.award else line for line in lines]
    return board if settled == lines else form(settled, expected, regulations)


def weigh(outcome: Outcome, text: str, told: Derivation) -> Derivation:
    """The weight of an outcome times what it is worth."""
    weight = Fraction(outcome.weight)
    return derived(Rule.PRODUCT, f"{weight_text(weight)} {text}", [given(weight, "weight"), told], unit=told.unit)


def signed(outcome: Outcome, side: Side) -> str:
    """The score of an outcome as a side writes it: '+620', '-100'."""
    return f"{outcome.seen_from(side):+d}"


def entry_of(line: Line, side: Side) -> Entry:
    """How a line counts in a side's chart; it must count."""
    assert line.charts is not None, f"{line.name} is outside the field"
    return line.charts[side]


def sum_of(values: Iterable[Fraction]) -> Fraction:
    """The exact sum."""
    return sum(values, Fraction(0))

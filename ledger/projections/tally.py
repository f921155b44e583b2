"""The totals of pairs and individuals from their board scores, their marks, and their places.

A tally can continue an earlier one: only contestants whose scores changed are added again. Sums are whole numbers over
one denominator, so that thousands add up fast; `standings.total_derivation` must come to the same totals.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from math import ceil, lcm
from typing import Literal, NamedTuple, TypeVar

from ledger.bridge import Side
from ledger.labels import members, natural
from ledger.laws.regulations import Totals
from ledger.laws.rounding import units_of_ratio
from ledger.scoring.board import NO_SCORES, Pair, moved_pairs
from ledger.scoring.line import Seating
from ledger.session import Board, Session
from ledger.session.state import is_cancelled, part_played
from ledger.subjects.participation import facts as participation

Standing = Literal["disqualified", "withdrawn", "without-standing", "too-few-boards", "substitute"]


class Mark(NamedTuple):
    """A remark on a contestant's standing ('withdrawn', …), its event, and whether the contestant keeps a place."""

    standing: Standing
    number: int | None
    ranked: bool = False


Field = tuple[Mapping[str, int], int]
"""Contestants ranked together with their numbers of boards, and the largest number they are compared with."""


def standing_marks(session: Session, fields: Sequence[Field]) -> dict[str, Mark]:
    """Return each contestant's mark, recorded or for too few boards; a mark that costs the place outweighs others."""
    marked, scored = marks(session), {contestant for boards, _ in fields for contestant in boards}
    too_few = list[dict[str, Mark]]()
    for boards, most in fields:
        least = ceil(session.regulations.standings.least(most))  # boards are whole ones
        too_few.append({each: Mark("too-few-boards", None) for each, number in boards.items() if number < least})
    cancelled = session.cancelled
    cancelled_boards = (each for each in (session.table_boards() if cancelled else ()) if is_cancelled(each, cancelled))
    everyone = (contestant for played in cancelled_boards for contestant in played.seating.everyone)
    too_few.append({each: Mark("too-few-boards", None) for each in everyone if each not in scored})
    for few in too_few:
        for contestant, mark in few.items():
            marked[contestant] = min(marked.get(contestant, mark), mark, key=_weight)
    return marked


def marks(session: Session) -> dict[str, Mark]:
    """Return each contestant's recorded mark; a mark that costs the place outweighs one that does not."""
    marked: dict[str, Mark] = {}
    for number, fact in sorted(session.participation.facts.items(), reverse=True):
        match fact:
            case participation.ContestantDisqualified():
                mark = Mark("disqualified", number)
            case participation.ContestantWithdrew():
                mark = Mark("withdrawn", number, fact.good_reason and not part_played(session, fact).before_half)
            case participation.StandingWithheld():
                mark = Mark("without-standing", number)
            case participation.SubstituteSeated():
                mark = Mark("substitute", number, ranked=True)
            case _:
                continue
        marked[fact.contestant] = min(marked.get(fact.contestant, mark), mark, key=_weight)
    return marked


def _weight(mark: Mark) -> tuple[bool, int]:
    return mark.ranked, _ORDER.index(mark.standing)


_ORDER: tuple[Standing, ...] = ("disqualified", "withdrawn", "without-standing", "too-few-boards", "substitute")


T = TypeVar("T", int, Fraction)

Ranking = TypeVar("Ranking", bound=Fraction | int)

_ZERO = Fraction(0)


class TableScores(NamedTuple):
    """The tables of a board, both sides' scores at each table, and the part of the top that some tables lack."""

    played: Board
    pairs: Mapping[Seating, Pair]
    short: Mapping[Seating, Fraction]

    @property
    def ruled(self) -> set[Seating]:
        """The tables with rulings in force."""
        return {seating for seating, played in self.played.items() if played.cases}


NOTHING = TableScores({}, {}, {})


class Sums:
    """Sums by contestant: of scores (`totals` / `denominator`), of `boards`, and of boards `ruled` on.

    `short`: the part of the tops that a contestant's boards lack, in whole boards; only contestants that lack some.
    """

    def __init__(self, before: "Sums | None" = None) -> None:
        self.denominator: int = before.denominator if before else 1
        self.totals: dict[str, int] = dict(before.totals) if before else {}
        self.boards: dict[str, int] = dict(before.boards) if before else {}
        self.ruled: dict[str, int] = dict(before.ruled) if before else {}
        self.short: dict[str, Fraction] = dict(before.short) if before else {}

    def tops(self, contestant: str) -> Fraction | int:
        """Return a contestant's number of boards, a board with a smaller top counting in part."""
        return self.boards[contestant] - self.short.get(contestant, 0)

    def total(self, contestant: str) -> Fraction:
        """Return the sum of a contestant's board scores."""
        return Fraction(self.totals[contestant], self.denominator)

    def bring_up(self, changes: Iterable[tuple[TableScores, TableScores]]) -> set[str]:
        """Update the sums for changed boards, and return the contestants whose sum changed."""
        gains = _Gains(self, changes)
        moved = _add(self.totals, gains.totals)
        _add(self.short, gains.short)
        _add(self.boards, gains.boards)
        _add(self.ruled, gains.ruled)
        departed = [contestant for contestant in moved if not self.boards.get(contestant)]
        for contestant in departed:
            del self.totals[contestant]
            self.boards.pop(contestant, None)
        if gains.boards:
            self.totals = {each: self.totals[each] for each in sorted(self.totals, key=natural)}
        return moved

    def fit(self, pairs: Mapping[Seating, Pair]) -> None:
        """Raise the denominator so that every score of a board is a whole number of parts."""
        kinds = {id(pair): pair for pair in pairs.values()}.values()
        values = (value for pair in kinds for value in (pair.ns, pair.ew, *(more for _, more in pair.beside)) if value)
        denominator = lcm(self.denominator, *{value.denominator for value in values})
        times = denominator // self.denominator
        if times > 1:
            self.totals = {contestant: total * times for contestant, total in self.totals.items()}
            self.denominator = denominator


class _Gains:
    """The changes of the sums, by label at a table: a pair, or two individuals ('3+8')."""

    def __init__(self, sums: Sums, changes: Iterable[tuple[TableScores, TableScores]]) -> None:
        self.totals: dict[str, int] = {}
        self.boards: dict[str, int] = {}
        self.ruled: dict[str, int] = {}
        self.short: dict[str, Fraction] = {}
        pairs_of_scores = list(changes)
        for change in pairs_of_scores:
            for scored in change:
                sums.fit(scored.pairs)
        for old, new in pairs_of_scores:
            denominator = sums.denominator
            totals, boards, gained = self.totals, self.boards, dict[tuple[int, int], _Gained]()
            for seating, before, after in moved_pairs(old.pairs, new.pairs):
                kind = (id(before), id(after))  # tables with the same result gained the same
                if kind not in gained:
                    old_pair, new_pair = before or NO_SCORES, after or NO_SCORES
                    gained[kind] = _Gained(
                        int(((new_pair.ns or _ZERO) - (old_pair.ns or _ZERO)) * denominator),
                        int(((new_pair.ew or _ZERO) - (old_pair.ew or _ZERO)) * denominator),
                        (new_pair.ns is not None) - (old_pair.ns is not None),
                        (new_pair.ew is not None) - (old_pair.ew is not None),
                    )
                gain = gained[kind]
                ns, ew = seating.ns, seating.ew
                totals[ns] = totals.get(ns, 0) + gain.ns
                totals[ew] = totals.get(ew, 0) + gain.ew
                if gain.ns_boards or gain.ew_boards:
                    boards[ns] = boards.get(ns, 0) + gain.ns_boards
                    boards[ew] = boards.get(ew, 0) + gain.ew_boards
                losses = ((contestant, -more) for contestant, more in (before or NO_SCORES).beside)
                for contestant, more in (*(after or NO_SCORES).beside, *losses):
                    totals[contestant] = totals.get(contestant, 0) + int(more * denominator)
            for seating in old.ruled ^ new.ruled:
                for label in seating.pair:
                    self.ruled[label] = self.ruled.get(label, 0) + (1 if seating in new.ruled else -1)
                    self.totals.setdefault(label, 0)
            self._add_short(old, -1)
            self._add_short(new, 1)

    def _add_short(self, scored: TableScores, sign: int) -> None:
        for seating, missing_part in scored.short.items():
            pair = scored.pairs[seating]
            for label, score in zip(seating.pair, (pair.ns, pair.ew), strict=True):
                if score is not None:  # a side without a score has no board, and so lacks nothing of a top
                    self.short[label] = self.short.get(label, _ZERO) + sign * missing_part
                    self.totals.setdefault(label, 0)


def _add(sums: dict[str, T], gains: Mapping[str, T]) -> set[str]:
    moved = set[str]()
    for label, gain in gains.items():
        for contestant in members(label):
            sums[contestant] = sums[contestant] + gain if contestant in sums else gain
            moved.add(contestant)
    return moved


class _Gained(NamedTuple):
    ns: int
    ew: int
    ns_boards: int
    ew_boards: int


class Total(NamedTuple):
    """A contestant's total, exact and rounded, factored to `of` boards and less penalties."""

    exact: Fraction
    rounded: Fraction
    of: int


class Tally:
    """The sums, totals and places of a session; `changes` are the boards that changed since `before`."""

    def __init__(
        self,
        session: Session,
        rules: Totals,
        top: Fraction | None,
        changes: Iterable[tuple[TableScores, TableScores]],
        before: "Tally | None",
    ) -> None:
        self.session = session
        self.rules = rules
        self.top = top
        self._unit = None if rules.unit == "exact" else Fraction(rules.unit)
        self.sums: Sums = Sums(before.sums if before else None)
        self._moved = self.sums.bring_up(changes)
        self._known = (before._most, before._penalties, before.units) if before else None

    @cached_property
    def fields(self) -> tuple[tuple[Side | None, list[str]], ...]:
        """The contestants ranked together: all in one field, or one field a direction."""
        if self.session.opening.winners == 1:
            return ((None, list(self.sums.totals)),)
        return tuple((side, [each for each in self.sums.totals if each.endswith(side.value)]) for side in Side)

    def boards_factored_to(self, contestant: str) -> int:
        """Return how many boards a contestant's total is factored to."""
        one_field = self.session.opening.winners == 1
        return self._find_boards_to_factor_to(contestant, self._most[None if one_field else Side(contestant[-2:])])

    def total(self, contestant: str) -> Total:
        """Return a contestant's total, factored by regulation and less penalties."""
        of = self.boards_factored_to(contestant)
        rounded = self.units[contestant] * (self._unit or Fraction(1))
        return Total(Fraction(*self._ratio(contestant, of)), rounded, of)

    def uncarried(self, contestant: str) -> Total:
        """Return a contestant's total on the boards it played, not factored, less penalties."""
        ratio = self._ratio(contestant, None)
        rounded = self._in_units(*ratio) * (self._unit or Fraction(1))
        return Total(Fraction(*ratio), rounded, self.sums.boards[contestant])

    @cached_property
    def units(self) -> dict[str, Fraction | int]:
        """Every contestant's total as a number of rounding units; the exact total if totals are not rounded."""
        totals, rounded = dict[str, Fraction | int](), dict[tuple[int, int], Fraction | int]()
        if self._known and self._known[:2] == (self._most, self._penalties):
            known, current = self._known[2], self.sums.totals
            totals = {each: units for each, units in known.items() if each not in self._moved and each in current}
        for direction, field in self.fields:
            for contestant in field:
                if contestant not in totals:
                    ratio = self._ratio(contestant, self._find_boards_to_factor_to(contestant, self._most[direction]))
                    if ratio not in rounded:
                        rounded[ratio] = self._in_units(*ratio)
                    totals[contestant] = rounded[ratio]
        return totals

    def _in_units(self, numerator: int, denominator: int) -> Fraction | int:
        if self._unit is None:
            return Fraction(numerator, denominator)
        return units_of_ratio(numerator, denominator, self._unit, self.rules.rounding)

    def _find_boards_to_factor_to(self, contestant: str, most: int) -> int:
        return self.sums.boards[contestant] if self.rules.factoring == "none" else most

    def _ratio(self, contestant: str, of: int | None) -> tuple[int, int]:
        numerator, denominator = self.sums.totals[contestant], self.sums.denominator
        boards = self.sums.tops(contestant)
        if of is not None and of != boards and boards:
            if self.rules.sum_unit != "exact":
                unit = Fraction(self.rules.sum_unit)
                units = units_of_ratio(numerator, denominator, unit, self.rules.rounding)
                numerator, denominator = units * unit.numerator, unit.denominator
            numerator, denominator = numerator * of * boards.denominator, denominator * boards.numerator
        if penalty := self._penalties.get(contestant):
            numerator = numerator * penalty.denominator - penalty.numerator * denominator
            denominator *= penalty.denominator
        return numerator, denominator

    @cached_property
    def _most(self) -> dict[Side | None, int]:
        boards = self.sums.boards
        most = max(boards.values(), default=0)
        if self.rules.factoring != "field":
            return {direction: most for direction, _ in self.fields}
        return {direction: max((boards[each] for each in field), default=0) for direction, field in self.fields}

    @cached_property
    def _penalties(self) -> dict[str, Fraction]:
        penalties: dict[str, Fraction] = {}
        for penalty in self.session.penalties_in_force():
            contestant = penalty.imposed.contestant
            penalties[contestant] = penalties.get(contestant, _ZERO) + penalty.amount(self.top)
        return penalties

    @cached_property
    def places(self) -> dict[str, int]:
        """Each ranked contestant's place in its field."""
        ranks: dict[str, int] = {}
        for _, field in self.fields:
            ranked = (each for each in field if each not in self.marks or self.marks[each].ranked)
            ranks |= places(ranked, self.units)
        return ranks

    @cached_property
    def marks(self) -> dict[str, Mark]:
        """The marks of contestants, recorded or for too few boards."""
        boards = self.sums.boards
        fields = [({each: boards[each] for each in field}, self._most[direction]) for direction, field in self.fields]
        return standing_marks(self.session, fields)


def places(field: Iterable[str], totals: Mapping[str, Ranking]) -> dict[str, int]:
    """Return each contestant's place by total, the highest first; equal totals share the better place.

    >>> places("ABCD", {"A": 40, "B": 60, "C": 40, "D": 10})
    {'A': 2, 'B': 1, 'C': 2, 'D': 4}
    """
    field_totals = {contestant: totals[contestant] for contestant in field}
    counts = Counter(field_totals.values())
    ahead, place = 0, dict[Ranking, int]()
    for total in sorted(counts, reverse=True):
        place[total] = ahead + 1
        ahead += counts[total]
    return {contestant: place[total] for contestant, total in field_totals.items()}

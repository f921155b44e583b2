"""Boards of pairs: matchpoints, Butler and cross-IMPs, every table against every other one (Laws 12, 78)."""

from collections.abc import Collection
from dataclasses import dataclass, replace
from fractions import Fraction

from tests.oracle.evening import SIDES, Evening, Mixture, Ruling, Table, players
from tests.oracle.figures import down, imps, nearest, up

Scores = dict[tuple[int, str, str, str], Fraction | None]
"""What somebody has at a table on a board: by board, table, side, and who of the side."""

FLAT = {"A+": Fraction(60, 100), "A": Fraction(50, 100), "A-": Fraction(40, 100)}
HALF, HALF_UP = "half-away-from-average", "half-up"


class PairsBoards:
    """Every score of an evening of pairs, worked out when it is made."""

    def __init__(self, evening: Evening, elsewhere: dict[str, list[tuple[Fraction, Fraction]]] | None = None) -> None:
        """`elsewhere`: what contestants scored in other sessions of the stage, each score with its top."""
        self.evening, self.elsewhere = evening, elsewhere or {}
        self.expected = max((len(evening.at(board)) for board in range(1, evening.boards + 1)), default=0)
        self.gave_way: list[Table] = []
        self.cancelled = self.lone_results()
        self.scores = self.all_scores()
        gave_way = [table for table in evening.tables if self.is_better_without(table)]
        if gave_way:
            self.give_way(gave_way)
            self.scores = self.all_scores()

    def give_way(self, tables: list[Table]) -> None:
        """Let results count in the place of awards at these tables and no other."""
        self.gave_way = tables
        self.cancelled = self.lone_results()

    def lone_results(self) -> list[Table]:
        """The tables whose result has no other with the same cards to be compared with, where regulations have groups.

        It is cancelled, through no fault of the two sides (Laws 87B, 12C2(a)); what was compared with it alone is too.
        """
        self.cancelled: list[Table] = []
        groups = self.rule("matchpoints.fewer_results", "neuberg") in ("small-groups", "acbl-groups")
        while groups and self.matchpoints and self.expected > 1:
            more = [table for table in self.evening.tables if self.is_lone(table)]
            if not more:
                break
            self.cancelled = [*self.cancelled, *more]
        return self.cancelled

    def is_lone(self, table: Table) -> bool:
        """Whether a table has a result, and there is nothing to compare it with."""
        counts = table.rulings or table.result is not None
        given = self.is_artificial(table) or any(ruling.kind == "awarded" for ruling in table.rulings)
        return bool(counts) and not given and not any(self.field(table, side) for side in SIDES)

    def all_scores(self) -> Scores:
        """Everybody's score at every table: those with results first, as the averages of 12C2(c) are made of them."""
        every = [
            (table, side, who) for table in self.evening.tables for side in SIDES for who in players(table.seat(side))
        ]
        self.scores = {
            (table.board, table.name, side, who): self.board_score(table, side)
            for table, side, who in every
            if not self.is_artificial(table)
        }
        artificial = {
            (table.board, table.name, side, who): self.artificial(table, side, who)
            for table, side, who in every
            if self.is_artificial(table)
        }
        return self.scores | artificial

    def is_artificial(self, table: Table) -> bool:
        """Whether the board has an artificial score: not where a result is better that was to count then.

        It has one too where its result is cancelled.
        """
        return (is_artificial(table) and table not in self.gave_way) or table in self.cancelled

    def is_better_without(self, table: Table) -> bool:
        """Whether a result that is to count where it is better is so for the side with the higher award."""
        if not table.rulings or table.rulings[0].kind != "artificial" or not table.rulings[0].ns:
            return False
        ruling = table.rulings[0]
        side = max(SIDES, key=lambda each: FLAT[ruling.grades[SIDES.index(each)]])
        award = self.award(table, side, table.seat(side))
        self.give_way([table])
        better = table not in self.cancelled and self.worth(table, side, ruling.ns) > award
        self.give_way([])
        return better

    def rule(self, name: str, default: str) -> str:
        return self.evening.rules.get(name, default)

    @property
    def in_matches(self) -> bool:
        """Whether a round is a match of two pairs."""
        return self.rule("matches.pairs", "none") == "converted"

    def real(self) -> list[tuple[str, Fraction, Fraction]]:
        """What everybody scored where it has a result, with the top of the board."""
        return [
            (who, score, self.top_at(table))
            for table in self.evening.tables
            if not self.is_artificial(table)
            for side in SIDES
            for who in players(table.seat(side))
            for score in [self.scores[table.board, table.name, side, who]]
            if score is not None
        ]

    # Which form

    @property
    def matchpoints(self) -> bool:
        return self.evening.form in ("matchpoints", "swiss-matchpoints")

    @property
    def scale(self) -> str:
        return self.rule("matchpoints.scale", "2/1/0")

    @property
    def top(self) -> Fraction:
        """The most there is to have on a board; no matchpoints: 0."""
        return self.top_of(self.expected)

    def top_of(self, results: int) -> Fraction:
        """The most there is to have among so many results."""
        if not self.matchpoints:
            return Fraction(0)
        return Fraction({"2/1/0": 2 * (results - 1), "1/0.5/0": results - 1, "ascherman": 2 * results}[self.scale])

    def top_at(self, table: Table) -> Fraction:
        """The top of a table's board: by regulation that of the results there are of its cards."""
        if self.rule("matchpoints.fewer_results", "neuberg") != "own-top":
            return self.top
        same = [each for each in self.evening.at(table.board) if each.version == table.version]
        counted = max(sum(1 for each in same if self.entry(each, side)) for side in SIDES)
        return self.top_of(counted or self.expected)

    # One table's board

    def board_score(self, table: Table, side: str) -> Fraction | None:
        """A side's score on a board that has no artificial score."""
        if not table.rulings:
            return None if table.result is None else self.rounded(table, self.worth(table, side, certain(table.result)))
        if len(table.rulings) == 2:
            return self.of_two(table, side)
        return self.ruled(table, side, table.rulings[0])

    def of_two(self, table: Table, side: str) -> Fraction | None:
        """Where each side has offended, each scores what the ruling in which it is the offender says."""
        ruling = next(each for each in table.rulings if each.offends(side))
        return self.ruled(table, side, ruling)

    def ruled(self, table: Table, side: str, ruling: Ruling) -> Fraction | None:
        if ruling.kind == "artificial":
            return self.rounded_ruled(table, side, ruling, self.worth(table, side, ruling.ns))
        if ruling.kind == "awarded":
            return ruling.values[SIDES.index(side)]
        if ruling.kind == "stands":
            exact = self.worth(table, side, certain(table.result))
        elif ruling.kind == "self-inflicted":
            exact = self.self_inflicted(table, side, ruling)
        else:
            exact = self.worth(table, side, ruling.ns if side == "NS" else ruling.ew)
        return self.rounded_ruled(table, side, ruling, exact)

    def self_inflicted(self, table: Table, side: str, ruling: Ruling) -> Fraction:
        """Law 12C1(e) by A, B and C, each measured as the non-offenders' score.

        The offenders have what they would have been given for the infraction alone (12C1(e)(ii)): all of B.
        """
        if side != ruling.nos:
            counts = ruling.b if self.damage(table, ruling) else certain(table.result)
            return self.worth(table, side, counts)
        if self.rule("self_inflicted.weighted", "weight-first") == "weight-first":
            return self.abc(table, side, ruling.b, ruling.c)
        return sum(
            (p * q * self.abc(table, side, certain(b), certain(c)) for p, b in ruling.b for q, c in ruling.c),
            Fraction(0),
        )

    def abc(self, table: Table, nos: str, b_is: Mixture, c_is: Mixture) -> Fraction:
        """What the non-offenders have."""
        a, b, c = (self.worth(table, nos, each) for each in (certain(table.result), b_is, c_is))
        return a if b <= a else a + max(Fraction(0), b - max(a, c))

    def worth(self, table: Table, side: str, mine: Mixture) -> Fraction:
        """A mixture of outcomes at a table, measured in the field of its side, not rounded."""
        field = self.field(table, side)
        if self.matchpoints:
            return self.in_matchpoints(table, side, mine, field)
        if self.evening.form == "butler":
            return self.in_butler(table, side, mine, field)
        return self.in_cross_imps(side, mine, field)

    def field(self, table: Table, side: str) -> list[Mixture]:
        """How every other table with the same cards counts in the chart of a side."""
        return [
            entry
            for each in self.evening.at(table.board)
            if each is not table and each.version == table.version
            for entry in [self.entry(each, side)]
            if entry
        ]

    def entry(self, table: Table, side: str) -> Mixture:
        """How a table counts for the others in the chart of a side: () where it is outside."""
        if self.is_artificial(table):
            return ()
        if not table.rulings:
            return () if table.result is None else certain(table.result)
        rulings = table.rulings
        ruling = rulings[0] if len(rulings) == 1 else next(each for each in rulings if each.offends(side))
        if ruling.kind == "awarded":
            return certain(table.result) if ruling.stays and table.result is not None else ()
        if ruling.kind == "stands":
            return certain(table.result)
        if ruling.kind == "artificial":
            mixture = ruling.ns
        elif ruling.kind == "self-inflicted":
            mixture = self.entry_12c1e(table, side, ruling)
        else:
            mixture = ruling.ns if side == "NS" else ruling.ew
        if self.rule("matchpoints.weighted_field", "fractional") == "excluded" and self.has_weights(table):
            return ()
        if self.rule("matchpoints.weighted_field", "fractional") == "heaviest":
            return self.heaviest(mixture, ruling)
        return mixture

    def has_weights(self, table: Table) -> bool:
        """Whether any score that counts at a table is weighted: an average is entered for the whole table then."""
        counted = [mixture for each in table.rulings for mixture in self.mixtures(table, each)]
        return any(len({score for _, score in mixture}) > 1 for mixture in counted)

    def mixtures(self, table: Table, ruling: Ruling) -> tuple[Mixture, ...]:
        if ruling.kind != "self-inflicted":
            return ruling.ns, ruling.ew
        return (ruling.b,) if self.damage(table, ruling) else ()

    def damage(self, table: Table, ruling: Ruling) -> bool:
        """Law 12B1: whether the non-offenders would have done better without the infraction."""
        return self.worth(table, ruling.nos, ruling.b) > self.worth(table, ruling.nos, certain(table.result))

    def entry_12c1e(self, table: Table, side: str, ruling: Ruling) -> Mixture:
        """The field sees what somebody was given: A in the chart of the non-offenders, B in the offenders'.

        Where there is no damage both sides were given the table result.
        """
        how = self.rule("self_inflicted.field", "table-result")
        if how == "table-result" and side == ruling.nos:
            return certain(table.result)
        if not self.damage(table, ruling):
            return certain(table.result)
        if how == "signed-mixture" and side == ruling.nos:
            return (*certain(table.result), *ruling.b, *((-weight, score) for weight, score in ruling.c))
        return ruling.b

    def heaviest(self, mixture: Mixture, ruling: Ruling) -> Mixture:
        """The outcome with the largest weight; of equal ones the best for the non-offenders."""
        weights: dict[int, Fraction] = {}
        for weight, score in mixture:
            weights[score] = weights.get(score, Fraction(0)) + weight
        most = max(weights.values())
        level = [score for score, weight in weights.items() if weight == most]
        return certain(min(level) if ruling.offender == "NS" else max(level))

    # The forms

    def in_matchpoints(self, table: Table, side: str, mine: Mixture, field: list[Mixture]) -> Fraction:
        """Each outcome against every other table, then weighted; fewer results by regulation."""
        sign = 1 if side == "NS" else -1
        points = Fraction(0)  # on 2/1/0
        for weight, score in mine:
            for entry in field:
                for part, against in entry:
                    points += weight * part * (2 if sign * score > sign * against else 1 if score == against else 0)
        return self.of_fewer(points, 1 + len(field), self.other_groups(table, side))

    def other_groups(self, table: Table, side: str) -> list[int]:
        """How many results there are of the other versions of the board."""
        others = [each for each in self.evening.at(table.board) if each.version != table.version]
        versions = {each.version for each in others}
        return [sum(1 for each in others if each.version == version and self.entry(each, side)) for version in versions]

    def of_fewer(self, points: Fraction, here: int, other_groups: list[int]) -> Fraction:
        """Matchpoints of so many results (itself among them), carried to those that are expected."""
        how, expected = self.rule("matchpoints.fewer_results", "neuberg"), self.expected
        itself = 1 if self.scale == "ascherman" else 0
        halves = Fraction(1, 2) if self.scale == "1/0.5/0" else Fraction(1)
        if how == "own-top":
            return halves * (points + itself)
        if how == "proportion":
            own = self.top_of(here)
            return halves * (points + itself) / own * self.top if own else self.top / 2
        small = how == "small-groups" and here <= 3 and here * 3 <= expected
        if how == "acbl-groups" and here < expected:  # ACBLscore's manual: three are a group where no other is larger
            small = here == 2 or (here == 3 and max(other_groups, default=0) > 3)
        if small:
            return (60 + 5 * (points - (here - 1))) / 100 * self.top
        if how == "shrink":
            return halves * (points + itself + expected - here)
        return halves * ((points + 1) * expected / here - 1 + itself)

    def in_butler(self, table: Table, side: str, mine: Mixture, field: list[Mixture]) -> Fraction:
        """IMPs against the datum of the side's chart, in which the table's own entry stands too."""
        datum = self.datum([*field, self.entry(table, side)])
        total = sum((weight * imps(score - datum) for weight, score in mine), Fraction(0))
        return total if side == "NS" else -total

    def datum(self, entries: list[Mixture]) -> int:
        """The mean of the results between the ends that are cut off, rounded."""
        mass = sorted(((score, part) for entry in entries for part, score in entry), key=lambda each: each[0])
        count = sum((part for _, part in mass), Fraction(0))
        trim = self.rule("butler.trim", "0")
        if trim == "median":
            return int(nearest(middle(mass), self.rule("butler.unit", "10"), self.rule("butler.rounding", HALF)))
        if trim == "1/7":  # whole results, and none of four or fewer
            cut = nearest(count / 7, "1", HALF_UP) if count > 4 else Fraction(0)
        else:
            cut = Fraction(trim) if "%" not in trim else nearest(Fraction(trim[:-1]) / 100 * count, "1", HALF_UP)
        if 2 * cut >= count:
            cut = Fraction(0)
        kept = [(score, inside(begins, part, cut, count - cut)) for begins, score, part in placed(mass)]
        mean = sum((score * part for score, part in kept), Fraction(0)) / sum((part for _, part in kept), Fraction(0))
        return int(nearest(mean, self.rule("butler.unit", "10"), self.rule("butler.rounding", HALF)))

    def in_cross_imps(self, side: str, mine: Mixture, field: list[Mixture]) -> Fraction:
        """IMPs against every other table, added up, and divided by regulation."""
        most = int(self.rule("cross_imps.most", "24"))
        total = Fraction(0)
        for weight, score in mine:
            for entry in field:
                for part, against in entry:
                    total += weight * part * max(-most, min(most, imps(score - against)))
        others = sum((part for entry in field for part, _ in entry), Fraction(0))
        if not others:
            return Fraction(0)
        divided_by = self.rule("cross_imps.divisor", "comparisons")
        divisor = {"none": Fraction(1), "comparisons": others, "results": others + 1}[divided_by]
        if (
            not self.in_matches and self.rule("cross_imps.fewer_results", "comparisons") == "results"
        ):  # White Book 4.2.4: times E/A
            total *= Fraction(self.expected, others + 1)
            divisor = {"none": 1, "comparisons": self.expected - 1, "results": self.expected}[divided_by]
        elif divided_by == "none" and not self.in_matches:
            total *= Fraction(self.expected - 1) / others  # undivided totals: as if all had been compared
        return total / divisor if side == "NS" else -total / divisor

    # Rounding

    @property
    def unit(self) -> tuple[str, str]:
        table = "board" if self.matchpoints else "imps.last"
        return self.rule(f"{table}.unit", "exact"), self.rule(f"{table}.rounding", HALF)

    def rounded(self, table: Table, exact: Fraction) -> Fraction:
        unit, how = self.unit
        return nearest(exact, unit, HALF if how == "toward-nos" else how, self.top_at(table) / 2)

    def rounded_ruled(self, table: Table, side: str, ruling: Ruling, exact: Fraction) -> Fraction:
        """What a ruling made: where the regulations favour the non-offenders, up for them and down for offenders."""
        unit, how = self.unit
        if how != "toward-nos" or unit == "exact":
            return self.rounded(table, exact)
        return down(exact, Fraction(unit)) if ruling.offends(side) else up(exact, Fraction(unit))

    # Artificial scores

    def artificial(self, table: Table, side: str, who: str) -> Fraction:
        """What somebody has on a board without a result, rounded."""
        at_fault = () if table in self.cancelled else blamed_for(table)
        blamed = side in at_fault or "both" in at_fault
        ruling = Ruling("artificial", offender=side if blamed else "none")
        return self.rounded_ruled(table, side, ruling, self.award(table, side, who))

    def award(self, table: Table, side: str, who: str) -> Fraction:
        """Law 12C2: the flat award, or by 12C2(c) the average of the contestant's other boards."""
        grade = self.grade(table, side)
        if self.rule("artificial.percents", "fixed") == "grades":
            grade = {"60": "A+", "50": "A", "40": "A-"}.get(grade, grade)
        if (then := self.varied(grade, table, who)) is not None:
            return self.flat(table, then)
        flat, top = self.flat(table, grade), self.top_at(table)
        real = [
            (score, self.top_at(each))
            for each, sat in self.others(table, who)
            for score in [self.scores.get((each.board, each.name, sat, who))]
            if score is not None
        ]
        real += self.elsewhere.get(who, [])
        average = sum((score for score, _ in real), Fraction(0)) / len(real) if real else flat
        if self.matchpoints:  # the percentage obtained; where there was nothing to have there is none
            tops = sum((each for _, each in real), Fraction(0))
            average = sum((score for score, _ in real), Fraction(0)) / tops * top if tops else flat
        if grade == "A+":
            return max(flat, average)
        if grade == "A-" and (self.matchpoints or self.rule("artificial.session_imps", "both") == "both"):
            return min(flat, average)
        return flat

    def others(self, table: Table, who: str) -> list[tuple[Table, str]]:
        """Which of a contestant's boards the average is of: those with a result, of the session or of the match."""
        own = [(each, side) for each, side in self.evening.of(who) if not self.is_artificial(each)]
        if not self.in_matches or self.rule("artificial.window", "session") not in ("match", "by-event"):
            return own
        return [
            (each, side)
            for each, side in own
            if each.round == table.round and {each.ns, each.ew} == {table.ns, table.ew}
        ]

    def flat(self, table: Table, grade: str) -> Fraction:
        """An award before Law 12C2(c)."""
        if self.matchpoints:
            return (FLAT[grade] if grade in FLAT else Fraction(grade) / 100) * self.top_at(table)
        plus, minus = int(self.rule("artificial.imps_plus", "3")), int(self.rule("artificial.imps_minus", "-3"))
        flat = Fraction({"A+": plus, "60": plus, "A": 0, "50": 0, "A-": minus, "40": minus}[grade])
        return flat * (self.expected - 1) if self.rule("cross_imps.divisor", "") == "none" else flat

    def varied(self, grade: str, table: Table, who: str) -> str | None:
        """Law 12C2(d): what the regulations give instead where so many boards without a result came before."""
        lines = [line.split() for line in self.rule("artificial.further", "").split(";") if line]
        without = [each for each, _ in self.evening.of(who) if self.is_artificial(each)]
        before = sum(1 for each in without if (each.round or 0, each.board) < (table.round or 0, table.board))
        reached = [(int(boards), then) for award, boards, then in lines if award == grade and before >= int(boards)]
        return max(reached)[1] if reached else None

    def grade(self, table: Table, side: str) -> str:
        """What was awarded; a board that was not played is A− to who was at fault, A to who was so in part.

        Nobody is at fault where a result has nothing to be compared with.
        """
        if table in self.cancelled:
            return "A+"
        if table.unplayed is None:
            return table.rulings[-1].grades[SIDES.index(side)]
        fault, partly = table.unplayed
        return "A-" if fault in (side, "both") else "A" if partly in (side, "both") else "A+"

    # The session

    def totals(self) -> dict[str, "Total"]:
        """What everybody has: the sum, factored to the most boards, less penalties."""
        rule = "total" if self.matchpoints else "imps.total"
        factoring, unit = self.rule(f"{rule}.factoring", "field"), self.rule(f"{rule}.unit", "0.01")
        sums, tops, boards = dict[str, Fraction](), dict[str, Fraction](), dict[str, int]()
        for table in self.evening.tables:
            for side in SIDES:
                for who in players(table.seat(side)):
                    score = self.scores[table.board, table.name, side, who]
                    if score is not None:
                        sums[who], boards[who] = sums.get(who, Fraction(0)) + score, boards.get(who, 0) + 1
                        tops[who] = tops.get(who, Fraction(0)) + self.top_at(table)
        for who, _, _ in self.evening.benched:
            score = self.sat_out(who)
            if score is not None:
                sums[who], boards[who] = sums.get(who, Fraction(0)) + score, boards.get(who, 0) + 1
                tops[who] = tops.get(who, Fraction(0)) + self.top
        found = {}
        for who, total in sums.items():
            field = boards if factoring == "session" else self.beside(who, boards)
            most = boards[who] if factoring == "none" else max(boards[each] for each in field)
            exact = total
            if boards[who] < most or tops[who] < most * self.top:
                carried = Fraction(most, boards[who]) if not tops[who] else most * self.top / tops[who]
                exact = nearest(total, self.rule(f"{rule}.sum_unit", "exact"), HALF_UP) * carried
            for penalty in self.evening.penalties:
                if penalty.contestant == who:
                    exact -= penalty.amount / 100 * self.top if penalty.unit == "%" else penalty.amount
            rounded = nearest(exact, unit, self.rule(f"{rule}.rounding", HALF_UP))
            percent = None
            if self.top:
                of = rounded if self.rule("percent.of", "exact-sum") == "rounded-total" else exact
                decimals, half = self.rule("percent.unit", "0.01"), self.rule("percent.rounding", HALF_UP)
                percent = nearest(100 * of / (most * self.top), decimals, half)
            found[who] = Total(exact, rounded, percent, boards[who], None)
        return {who: replace(total, rank=self.place(who, found)) for who, total in found.items()}

    def sat_out(self, who: str) -> Fraction | None:
        """What a board is worth that somebody sits out as scheduled; None where it is no board."""
        rule = self.rule("participation.sit_out", "none")
        if rule == "none":
            return None
        plus, average = self.top * 3 / 5, self.top / 2
        if not self.matchpoints:
            plus, average = Fraction(self.rule("artificial.imps_plus", "3")), Fraction(0)
            plus *= self.expected - 1 if self.rule("cross_imps.divisor", "") == "none" else 1
        own = [
            (score, self.top_at(table))
            for table, side in self.evening.of(who)
            if not self.is_artificial(table)
            for score in [self.scores[table.board, table.name, side, who]]
            if score is not None
        ]
        real = sum((score for score, _ in own), Fraction(0))
        tops = sum((top for _, top in own), Fraction(0)) if self.matchpoints else Fraction(len(own))
        has = real / tops * (self.top if self.matchpoints else 1) if tops else None
        exact = {
            "60%": plus,
            "average": average,
            "own-average": average if has is None else has,
            "average-plus": plus if has is None else max(plus, has),
        }[rule]
        rules = "board" if self.matchpoints else "imps.last"
        how = self.rule(f"{rules}.rounding", HALF)
        return nearest(exact, self.rule(f"{rules}.unit", "exact"), HALF if how == "toward-nos" else how, self.top / 2)

    def place(self, who: str, totals: dict[str, "Total"]) -> int | None:
        """One more than are better; no place for who has too few boards."""
        ranked = [each for each in self.beside(who, totals) if self.has_place(each, totals)]
        if who not in ranked:
            return None
        return 1 + sum(1 for each in ranked if totals[each].rounded > totals[who].rounded)

    def has_place(self, who: str, totals: dict[str, "Total"]) -> bool:
        most = max(totals[each].boards for each in self.beside(who, totals))
        least = self.rule("standings.least_boards", "50%")
        wanted = most * Fraction(least[:-1]) / 100 if "%" in least else min(Fraction(least), Fraction(most))
        return totals[who].boards >= wanted

    def beside(self, who: str, everybody: Collection[str]) -> list[str]:
        """Who is ranked with a contestant."""
        return [each for each in everybody if self.evening.winners == 1 or each[-2:] == who[-2:]]


@dataclass(frozen=True)
class Total:
    """A contestant's session."""

    exact: Fraction
    rounded: Fraction
    percent: Fraction | None
    boards: int
    rank: int | None


def middle(mass: list[tuple[int, Fraction]]) -> Fraction:
    """The score in the middle: the mean of what stands half a result before and behind it."""
    half = sum((part for _, part in mass), Fraction(0)) / 2
    parts = [
        (score, inside(begins, part, half - Fraction(1, 2), half + Fraction(1, 2)))
        for begins, score, part in placed(mass)
    ]
    return sum((score * part for score, part in parts), Fraction(0))


def placed(mass: list[tuple[int, Fraction]]) -> list[tuple[Fraction, int, Fraction]]:
    """Every result with its share, and how much lies below it."""
    return [(sum((part for _, part in mass[:at]), Fraction(0)), *each) for at, each in enumerate(mass)]


def inside(begins: Fraction, part: Fraction, low: Fraction, high: Fraction) -> Fraction:
    """How much of a share lies between two limits."""
    return max(Fraction(0), min(begins + part, high) - max(begins, low))


def blamed_for(table: Table) -> tuple[str, ...]:
    """Whose fault an artificial score is, in full or in part: only who is in no way at fault is favoured."""
    return table.unplayed or tuple(ruling.offender for ruling in table.rulings)


def certain(score: int | None) -> Mixture:
    """One outcome for certain."""
    assert score is not None
    return ((Fraction(1), score),)


def is_artificial(table: Table) -> bool:
    """Whether the board has an artificial score."""
    return table.unplayed is not None or any(ruling.kind == "artificial" for ruling in table.rulings)

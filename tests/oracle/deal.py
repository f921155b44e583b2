"""Evenings out of a seed: who met whom, what was scored, what was ruled. The same seed is the same evening."""

from dataclasses import replace
from fractions import Fraction
from random import Random

from tests.oracle.evening import SIDES, Evening, Mixture, Penalty, Ruling, Table, other

SCORES = [
    *(-1100, -800, -500, -420, -300, -170, -140, -110, -100, -50, 0, 50, 90, 110, 120, 140, 170, 200),
    *(400, 420, 430, 450, 480, 500, 620, 630, 650, 680, 800, 980, 1430, 1700),
]
UNITS = ("exact", "0.01", "0.1", "1")
HALVES = ("half-even", "half-up", "half-away-from-average", "half-toward-average", "toward-nos")


class Dealer:
    """Deals an evening of one form."""

    def __init__(self, seed: int, form: str) -> None:
        self.random = Random(f"{form} {seed}")
        self.form = form

    def one(self, *these):
        return self.random.choice(these)

    def chance(self, percent: int) -> bool:
        return self.random.randrange(100) < percent

    # Evenings

    def pairs(self) -> Evening:
        """An evening of pairs: every board by its own lot of who meets whom."""
        winners, tables, boards = self.one(1, 2), self.random.randint(2, 8), self.random.randint(1, 6)
        if self.chance(20):
            tables += 6
        rules = self.rules() | {"rulings.skewed": "yes"}
        if winners == 2 and rules[f"{'' if self.form == 'matchpoints' else 'imps.'}total.factoring"] != "field":
            rules["standings.least_boards"] = "0"  # whose most boards count is told only where fields are factored
        evening = Evening(self.form, winners, boards, rules, self.labels(winners, tables))
        few = tuple(self.random.sample(SCORES, self.random.randint(2, 8)))
        for board in range(1, boards + 1):
            for at, (ns, ew) in enumerate(self.seats(winners, tables), start=1):
                if at <= 2 or not self.chance(12):
                    evening.tables.append(Table(board, str(at), ns, ew, self.random.choice(few)))
            self.foul(evening, board)
        often = self.one(5, 20, 40)
        for table in evening.tables:
            if self.chance(often):
                self.what_happened(table, few)
        self.as_far_as_there_is_a_law(evening)
        evening.tables = [table for table in evening.tables if len(evening.at(table.board)) > 0]
        unit = self.one("%", "MP") if self.form == "matchpoints" else "IMP"
        playing = sorted({table.seat(side) for table in evening.tables for side in SIDES})
        while playing and self.chance(30):
            evening.penalties.append(Penalty(self.random.choice(playing), Fraction(self.one(1, 10, 25), 2), unit))
        return evening

    def congress(self) -> tuple[list[Evening], dict[str, str]]:
        """Two sessions of pairs or three, with one winner each, and how they add up."""
        self.form = "matchpoints"
        sessions: list[Evening] = []
        while len(sessions) < self.one(2, 3):
            evening = self.pairs()
            if evening.winners == 1:
                evening.penalties.clear()
                sessions.append(evening)
        return sessions, {"adds": self.one("percent", "matchpoints"), "weight": self.one("boards", "equal", "sum")}

    def teams(self) -> Evening:
        """Matches of teams, round by round, each board in two rooms; of a knockout several sets."""
        teams, rounds, length = self.one(2, 4, 6), self.random.randint(1, 3), self.random.randint(1, 5)
        names = [f"T{at}" for at in range(1, teams + 1)]
        evening = Evening(self.form, 1, rounds * length, self.rules() | {"rulings.skewed": "yes"}, names)
        few = tuple(self.random.sample(SCORES, self.random.randint(2, 8)))
        lot = self.random.sample(names, teams)
        for round_ in range(1, rounds + 1):
            if self.form != "knockout":
                self.random.shuffle(lot)
            for one, two in zip(lot[::2], lot[1::2], strict=True):
                for board in range((round_ - 1) * length + 1, round_ * length + 1):
                    self.rooms(evening, round_, board, (one, two), few)
        unit = "points" if self.form == "board-a-match" else "IMP"
        by_scale = evening.rules.get("matches.vp", "none") != "none"
        unit = "VP" if self.form == "teams" and by_scale else unit
        while evening.tables and (self.form != "teams" or by_scale) and self.chance(30):
            team = self.random.choice(evening.tables).ns
            evening.penalties.append(Penalty(team, Fraction(self.one(1, 3, 6), 2), unit))
        if self.form == "knockout" and evening.tables and self.chance(30):
            evening.carried[self.random.choice(evening.tables).ns] = Fraction(self.random.randint(1, 40), 2)
        return evening

    def rooms(self, evening: Evening, round_: int, board: int, pair: tuple[str, str], few: tuple[int, ...]) -> None:
        """The two rooms of one board of a match: results, and what was ruled of it."""
        one, two = pair
        rooms = [
            Table(board, f"{room}{one}", *seats, self.random.choice(few), round=round_)
            for room, seats in (("a", (one, two)), ("b", (two, one)))
        ]
        if self.chance(6):
            rooms.pop()
        elif self.chance(30):
            room = self.random.choice(rooms)
            self.what_happened(room, few)
            beside = rooms[1 - rooms.index(room)]
            if room.rulings and room.rulings[0].kind in ("assigned", "weighted", "split", "claim") and self.chance(40):
                outcome = self.assigned(few, self.one("NS", "EW", "none"))
                beside.rulings = [outcome]
            if evening.rules["self_inflicted.weighted"] == "per-component":
                room.rulings = [better for each in room.rulings for better in with_damage(room, each)]
        evening.tables += rooms

    def labels(self, winners: int, tables: int) -> list[str]:
        if winners == 2:
            return [f"{at}{side}" for side in SIDES for at in range(1, tables + 1)]
        return [str(at) for at in range(1, 2 * tables + 1)]

    def seats(self, winners: int, tables: int) -> list[tuple[str, str]]:
        """Who meets whom on one board."""
        labels = self.labels(winners, tables)
        ns, ew = labels[:tables], labels[tables:]
        if winners == 1:
            self.random.shuffle(labels)
            ns, ew = labels[::2], labels[1::2]
        else:
            self.random.shuffle(ew)
        return list(zip(ns, ew, strict=True))

    def foul(self, evening: Evening, board: int) -> None:
        """Some tables played other cards, one version of them or two."""
        if self.chance(25):
            for table in evening.at(board):
                table.version = self.one("", "", "B", "C")
            if not any(table.version == "" for table in evening.at(board)):
                for table in evening.at(board):
                    table.version = ""

    def as_far_as_there_is_a_law(self, evening: Evening) -> None:
        """Law 12C1(e) only where the sources say what it comes to: see tests/README.md.

        Once on a board, where its field rests on whether there was damage; and where the formula is taken for each
        outcome, B holds damage alone.
        """
        rests = evening.rules.get("matchpoints.weighted_field") == "excluded"
        once = rests or evening.rules["self_inflicted.field"] != "table-result"
        for board in range(1, evening.boards + 1):
            hurt = [table for table in evening.at(board) if any(each.nos for each in table.rulings)]
            for table in hurt:
                if evening.rules["self_inflicted.weighted"] == "per-component":
                    table.rulings = [better for each in table.rulings for better in with_damage(table, each)]
                if once and table is not hurt[0]:
                    table.rulings = []

    # Rulings

    def what_happened(self, table: Table, few: tuple[int, ...]) -> None:
        """A board that was not played, or one ruling, or one against each side."""
        if self.chance(12):
            table.result, table.version = None, ""
            table.unplayed = self.one(
                ("none", "none"),
                ("NS", "none"),
                ("EW", "none"),
                ("both", "none"),
                ("none", "EW"),
                ("NS", "EW"),
                ("none", "both"),
                ("outside", "none"),
            )
            return
        table.rulings = [self.ruling(few, table.board)]
        if table.rulings[0].kind in ("assigned", "weighted") and self.chance(10):
            first = self.one(*SIDES)
            table.rulings = [self.assigned(few, first), self.assigned(few, other(first))]
        elif table.rulings[0].kind == "artificial" and self.chance(50):
            table.result, table.version = None, ""

    def ruling(self, few: tuple[int, ...], board: int) -> Ruling:
        kind = self.one(
            "assigned",
            "claim",
            "weighted",
            "weighted",
            "split",
            "artificial",
            "artificial",
            "awarded",
            "stands",
            "self-inflicted",
            "self-inflicted",
        )
        offender = self.one("NS", "EW", "both", "none")
        if kind in ("assigned", "weighted"):
            return self.assigned(few, offender, 1 if kind == "assigned" else 5)
        if kind == "claim":
            outcome = self.mixture(few, 1)
            return Ruling("claim", outcome, outcome, offender="none")
        if kind == "split":
            return Ruling("split", self.mixture(few, 3), self.mixture(few, 3), offender=offender)
        if kind == "artificial":
            return Ruling("artificial", grades=(self.grade(), self.grade()), offender=offender)
        if kind == "awarded":
            values = Fraction(self.random.randint(0, 2), 2), Fraction(self.random.randint(0, 2), 2)
            return Ruling("awarded", values=values, stays=self.chance(50), offender=offender)
        if kind == "self-inflicted":
            nos = SIDES[board % 2]  # of two on one board who hurt themselves, each rests on the other: see the README
            b, c = self.mixture(few, 3), self.mixture(few, 3)
            return Ruling("self-inflicted", nos=nos, b=b, c=c, offender=other(nos))
        return Ruling("stands", offender=offender)

    def assigned(self, few: tuple[int, ...], offender: str, most: int = 4) -> Ruling:
        outcome = self.mixture(few, most)
        return Ruling("assigned" if len(outcome) == 1 else "weighted", outcome, outcome, offender=offender)

    def grade(self) -> str:
        fixed = ("60", "50", "40", "45", "100") if self.form == "matchpoints" else ("60", "50", "40")
        return self.one("A+", "A+", "A", "A-", "A-", self.one(*fixed))

    def mixture(self, few: tuple[int, ...], most: int) -> Mixture:
        """Outcomes with weights: halves, thirds, sevenths."""
        scores = self.random.sample(sorted({*few, 10, -200, 600}), self.random.randint(1, most))
        parts = [self.random.randint(1, 4) for _ in scores]
        return tuple((Fraction(part, sum(parts)), score) for part, score in zip(parts, scores, strict=True))

    # Regulations

    def rules(self) -> dict[str, str]:
        """What this evening's regulations say otherwise than the default."""
        every = {
            "self_inflicted.weighted": ("weight-first", "weight-first", "per-component"),
            "self_inflicted.field": ("table-result", "table-result", "assigned-b", "signed-mixture"),
            "artificial.percents": ("fixed", "grades"),
            "standings.least_boards": ("50%", "0", "3", "75%"),
        }
        if self.form == "matchpoints":
            every |= {
                "matchpoints.scale": ("2/1/0", "2/1/0", "1/0.5/0", "ascherman"),
                "matchpoints.fewer_results": ("neuberg", "neuberg", "small-groups", "shrink"),
                "matchpoints.weighted_field": ("fractional", "fractional", "excluded", "heaviest"),
                "board.unit": UNITS,
                "board.rounding": HALVES,
                "total.factoring": ("field", "session", "none"),
                "total.sum_unit": ("exact", "0.1"),
                "percent.of": ("exact-sum", "rounded-total"),
            }
        elif self.form == "board-a-match":
            every |= {
                "imps.board.unit": UNITS[:3],
                "imps.board.rounding": HALVES,
                "artificial.window": ("session", "match"),
            }
        elif self.form in ("teams", "knockout"):
            every |= {
                "imps.board.unit": UNITS,
                "imps.board.rounding": HALVES,
                "artificial.window": ("session", "match"),
                "artificial.session_imps": ("both", "plus"),
                "knockout.rounded": ("before", "after", "never"),
                "matches.vp": ("continuous", "discrete", "none"),
            }
        else:
            every |= {
                "imps.last.unit": UNITS,
                "imps.last.rounding": HALVES,
                "imps.total.factoring": ("field", "session", "none"),
                "artificial.session_imps": ("both", "plus"),
            }
        if self.form == "butler":
            every |= {"butler.trim": ("0", "1", "2", "5%"), "butler.unit": ("10", "1"), "butler.rounding": HALVES[:4]}
        if self.form == "cross-imps":
            every |= {"cross_imps.divisor": ("comparisons", "results", "none"), "cross_imps.most": ("24", "17")}
        found = {name: self.random.choice(values) for name, values in every.items()}
        if found.get("matchpoints.weighted_field") != "fractional":  # no source says what is out of which field then
            found["self_inflicted.field"] = self.one("table-result", "assigned-b")
        if found.get("knockout.rounded") == "after":  # what balances still does
            found["imps.board.rounding"] = self.one("half-away-from-average", "toward-nos")
        if self.form == "butler":  # nor which datum tells whether there was damage
            found["self_inflicted.field"] = "table-result"
        return found


def with_damage(table: Table, ruling: Ruling) -> list[Ruling]:
    """The ruling with those outcomes of B that are better for the non-offenders than the table result, if any."""
    if ruling.kind != "self-inflicted":
        return [ruling]
    assert table.result is not None
    sign = 1 if ruling.nos == "NS" else -1
    better = [(weight, score) for weight, score in ruling.b if sign * score > sign * table.result]
    whole = sum((weight for weight, _ in better), Fraction(0))
    return [replace(ruling, b=tuple((weight / whole, score) for weight, score in better))] if better else []

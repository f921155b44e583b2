"""Evenings out of a seed: who met whom, what was scored, what was ruled. The same seed is the same evening."""

from dataclasses import replace
from fractions import Fraction
from random import Random

from tests.oracle.congress import Event, Session, Stage
from tests.oracle.evening import SIDES, Evening, Found, Mixture, Penalty, Ruling, Table, other, players
from tests.oracle.swiss_teams import Drawn, SwissEvent

SCORES = [
    *(-1100, -800, -500, -420, -300, -170, -140, -110, -100, -50, 0, 50, 90, 110, 120, 140, 170, 200),
    *(400, 420, 430, 450, 480, 500, 620, 630, 650, 680, 800, 980, 1430, 1700),
]
UNITS = ("exact", "0.01", "0.1", "1")
HALVES = ("half-even", "half-up", "half-away-from-average", "half-toward-average", "toward-nos")

AGGREGATE, BOARDS, IMPS = (
    "total-points:30 4 4;400 6 2;900 7 1;901 8 0",
    "board-a-match:0 10 10;1 12 8;3 16 4;4 20 0",
    "teams:1 5 5;6 7 3;12 9 1;13 10 0",
)
ALSO = (AGGREGATE, BOARDS, IMPS, f"{AGGREGATE}|{BOARDS}", f"{AGGREGATE}|{IMPS}")
"""What else a match is scored by: forms with their margins and points."""

TIES = (
    *("between", "wins", "wins-share", "net-imps", "imp-quotient", "count-back", "swiss-points", "common-opponents"),
)

FULL = (
    "4 50.92 52.80 54.71 56.70 58.80 61.08 63.63 66.61 70.36 75.95;"
    "6 50.78 52.39 54.02 55.72 57.51 59.45 61.62 64.17 67.37 72.13;9 50 52.5 55 57.5 60 62.5 65 70 75 80"
)
HALF_MATCHES = "2 51.86 55.70 59.94 65.12 73.15;3 50 55 60 65 70"
"""Limits of percentages; those that are round are met exactly."""


class Dealer:
    """Deals an evening of one form."""

    def __init__(self, seed: int, form: str) -> None:
        self.random = Random(f"{form} {seed}")
        self.form = form
        self.individuals = False
        self.given_way = False
        self.aggregate = form == "total-points"
        self.met: list[tuple[int, tuple[str, str], tuple[int, ...]]] = []

    def one(self, *these):
        return self.random.choice(these)

    def chance(self, percent: int) -> bool:
        return self.random.randrange(100) < percent

    # Evenings

    def pairs(self) -> Evening:
        """An evening of pairs: every board by its own lot of who meets whom."""
        winners, tables, boards = self.one(1, 2), self.random.randint(2, 8), self.random.randint(1, 6)
        self.given_way = False
        self.individuals = self.form == "matchpoints" and winners == 1 and self.chance(15)
        if self.chance(20):
            tables += 6
        rules = self.rules() | {"rulings.skewed": "true"}
        if winners == 2 and rules[f"{'' if self.form == 'matchpoints' else 'imps.'}total.factoring"] != "field":
            rules["standings.least_boards"] = "0"  # whose most boards count is told only where fields are factored
        evening = Evening(self.form, winners, boards, rules, self.labels(winners, tables))
        few = tuple(self.random.sample(SCORES, self.random.randint(2, 8)))
        order = self.random.sample(range(1, boards + 1), boards) if self.chance(50) else [None] * boards
        for board in range(1, boards + 1):
            for at, (ns, ew) in enumerate(self.seats(winners, tables), start=1):
                if at <= 2 or not self.chance(12):
                    table = Table(board, str(at), ns, ew, self.random.choice(few), round=order[board - 1])
                    evening.tables.append(table)
            self.foul(evening, board)
        often = self.one(5, 20, 40)
        for table in evening.tables:
            if self.chance(often):
                self.what_happened(table, few)
        self.as_far_as_there_is_a_law(evening)
        if not self.individuals and rules.get("matchpoints.fewer_results") != "own-top" and self.chance(30):
            self.bench(evening, order)
        if self.given_way or evening.benched:
            rules["artificial.further"] = ""
        evening.tables = [table for table in evening.tables if len(evening.at(table.board)) > 0]
        unit = self.one("%", "MP") if self.form == "matchpoints" else "IMP"
        playing = sorted({who for table in evening.tables for side in SIDES for who in players(table.seat(side))})
        while playing and self.chance(30):
            evening.penalties.append(Penalty(self.random.choice(playing), Fraction(self.one(1, 10, 25), 2), unit))
        return evening

    def bench(self, evening: Evening, order: list[int | None]) -> None:
        """Some of those who have no table on a board sit it out."""
        evening.rules["participation.sit_out"] = self.one("none", "60%", "average", "own-average", "average-plus")
        playing = {who for table in evening.tables for side in SIDES for who in players(table.seat(side))}
        for board in range(1, evening.boards + 1):
            seated = {who for table in evening.at(board) for side in SIDES for who in players(table.seat(side))}
            evening.benched += [
                (who, board, order[board - 1])
                for who in sorted(playing - seated)
                if evening.at(board) and self.chance(60)
            ]

    def congress(self) -> Event:
        """Two sessions of pairs or three with one winner each, or sections of them; how they add up; a final."""
        self.form = self.one("butler", "butler", "cross-imps") if self.form == "imp-congress" else "matchpoints"
        sections = ("A", "B") if self.chance(30) else ("",)
        across = len(sections) > 1 and self.chance(60)
        sessions: list[Session] = []
        for sitting in range(1, self.one(1, 2, 3) + 1):
            same = self.plain_pairs(across)
            for at, section in enumerate(sections):
                evening = same if at == 0 else self.plain_pairs(across, same.rules if across else None, same.boards)
                sessions.append(Session(evening, sitting, section))
        window = {
            "artificial.window": self.one("session", "stage", "by-event"),
            "participation.all_play_all": self.one("teams", "always"),
        }
        for each in sessions:
            each.evening.rules |= window
        rules = {
            "adds": self.one("percent", "matchpoints") if self.form == "matchpoints" else "imps",
            "weight": self.one("boards", "equal", "sum"),
            "factored": self.one("none", "none", "top", "session"),
            "session_unit": self.one("exact", "exact", "0.1", "0.01"),
            "best": self.one("0", "0", "0", "1"),
            "unit": self.one("0.01", "0.1", "1"),
            "ties": self.one("", "last-session", "between", "between last-session", "last-session between shared"),
            "across": "true" if across else "false",
        }
        if rules["adds"] != "matchpoints" or any(each.evening.rules["total.factoring"] == "none" for each in sessions):
            rules["factored"] = "none"
        if rules["adds"] == "percent" and any(each.evening.rules["total.factoring"] == "none" for each in sessions):
            rules["best"] = "0"
        event = Event(sessions, rules)
        if self.form == "matchpoints":
            self.final_of(event)
        return event

    def plain_pairs(self, across: bool, rules: dict[str, str] | None = None, boards: int = 0) -> Evening:
        """A session of pairs with one winner; across sections nobody knows whose fouled board was the same."""
        while True:
            evening = self.pairs()
            if evening.winners == 1 and not (across and any(table.version for table in evening.tables)):
                break
        evening.penalties.clear()
        evening.benched.clear()
        if rules is not None:
            evening.tables = [table for table in evening.tables if table.board <= boards]
            evening.rules, evening.boards = rules, boards
            for table in evening.tables:
                table.rulings = [each for each in table.rulings if each.kind in ("assigned", "weighted", "artificial")][
                    :1
                ]
                table.rulings = [replace(each, ns=()) if each.kind == "artificial" else each for each in table.rulings]
        return evening

    def final_of(self, event: Event) -> None:
        """A final of the best four, six … where a place is not shared across the cut."""
        stage = Stage(event.sessions, event.rules)
        places = stage.places()
        cuts = [n for n in (4, 6, 8) if n < len(places) and sum(1 for each in places.values() if each <= n) == n]
        pairs = all(len(players(table.ns)) == 1 for each in event.sessions for table in each.evening.tables)
        if not cuts or not pairs or self.chance(40):
            return
        event.best = self.random.choice(cuts)
        by = ["over-average", "share", "table", "spread"]
        by += ["white-book", "white-book"] if event.rules["adds"] == "matchpoints" else []
        event.carry = {"by": self.random.choice(by), "unit": self.one("0.01", "0.1")}
        event.carry["share"] = self.one("1/2", "1/3", "1")
        event.carry |= {"table": {"figures": "12 9 7.5 5"}, "spread": {"figures": "10 1"}}.get(event.carry["by"], {})
        tables, boards = event.best // 2, self.random.randint(1, 3)
        evening = Evening("matchpoints", 1, boards, self.rules() | {"rulings.skewed": "true"}, [])
        evening.rules["matchpoints.fewer_results"] = "neuberg"
        self.individuals, labels = False, [str(at) for at in range(1, event.best + 1)]
        for board in range(1, boards + 1):
            self.random.shuffle(labels)
            for at in range(tables):
                score = self.random.choice(SCORES)
                evening.tables.append(Table(board, str(at + 1), *labels[2 * at : 2 * at + 2], score))
        go_on = sorted((who for who in places if places[who] <= event.best), key=lambda who: (places[who], who))
        event.final = Session(evening, 1, "", {str(at): who for at, who in enumerate(go_on, start=1)})

    def teams(self, swiss: bool = False) -> Evening:
        """Matches of teams, round by round, each board in two rooms; of a knockout several sets."""
        teams = self.one(2, 4, 6, *((3, 5, 7) if self.form == "teams" else ()))
        rounds, length = self.random.randint(1, 3), self.random.randint(1 if teams % 2 == 0 else 3, 6)
        names = [str(at) if swiss else f"T{at}" for at in range(1, teams + 1)]
        evening = Evening(self.form, 1, rounds * length, self.rules() | {"rulings.skewed": "true"}, names)
        if swiss:
            evening.rules["matches.vp"] = self.one("continuous", "discrete", "table")
        few = tuple(self.random.sample(SCORES, self.random.randint(2, 8)))
        lot, self.met = self.random.sample(names, teams), []
        for round_ in range(1, rounds + 1):
            if self.form != "knockout":
                self.random.shuffle(lot)
            boards = range((round_ - 1) * length + 1, round_ * length + 1)
            even = lot[3:] if teams % 2 else lot
            self.met += [(round_, pair, tuple(boards)) for pair in zip(even[::2], even[1::2], strict=True)]
            if teams % 2 and swiss and self.chance(50):  # the third alone of the three has a bye
                self.met.append((round_, (lot[0], lot[1]), tuple(boards)))
            elif teams % 2:
                pairs = (lot[0], lot[1]), (lot[1], lot[2]), (lot[0], lot[2])
                self.met += [(round_, pair, tuple(boards[at::3])) for at, pair in enumerate(pairs)]
        for round_, pair, boards in self.met:
            for board in boards:
                if self.form == "teams-of-eight":
                    self.four_tables(evening, round_, board, pair, few)
                else:
                    self.rooms(evening, round_, board, pair, few)
        if self.given_way:
            evening.rules["artificial.further"] = ""
        self.of_matches(evening, swiss)
        if swiss and teams % 2:  # what the opponents had beside their matches is the office's to find
            evening.found = [each for each in evening.found if each.kind == "shortened"]
        if self.form == "knockout" and evening.tables and self.chance(30):
            evening.carried[self.random.choice(evening.tables).ns] = Fraction(self.random.randint(1, 40), 2)
        return evening

    def swiss_teams(self) -> SwissEvent:
        """Rounds of teams with victory points; of an odd field one has a bye, or three meet one another."""
        self.form = "teams"
        evening = self.teams(swiss=True)
        rounds = []
        for number in sorted({each[0] for each in self.met}):
            pairs = [pair for round_, pair, _ in self.met if round_ == number]
            playing = [team for pair in pairs for team in pair]
            three = tuple(dict.fromkeys(team for team in playing if playing.count(team) > 1))
            bye = next((team for team in evening.contestants if team not in playing), "")
            two = [pair for pair in pairs if not {*pair} & {*three}]
            rounds.append(Drawn(number, two, bye, three))
        if evening.rules["matches.vp"] == "discrete" and self.chance(50):  # so that there are equal totals
            for table in evening.tables:
                table.result = self.one(0, 0, 50, 90) if table.result is not None else None
        ties = self.random.sample(TIES, self.random.randint(0, 4)) + (["draw"] if self.chance(30) else [])
        lot = self.random.sample(evening.contestants, len(evening.contestants))
        return SwissEvent(evening, rounds, self.one(12, 10, 15), ties, lot)

    def swiss_pairs(self) -> Evening:
        """Rounds of matches of two pairs; of an odd field one sits out, or three play half matches."""
        pairs, rounds, length = self.random.randint(4, 9), self.random.randint(1, 3), self.random.randint(2, 6)
        names, form = [str(at) for at in range(1, pairs + 1)], self.form
        self.form = "matchpoints" if form == "swiss-matchpoints" else "cross-imps"
        rules = self.rules() | {"rulings.skewed": "true", "matches.pairs": "converted", "standings.least_boards": "0"}
        rules |= {"matches.percent_full": FULL, "matches.percent_half": HALF_MATCHES}
        rules |= {"imps.last.unit": "exact", "artificial.window": self.one("session", "match", "by-event")}
        rules |= {
            "matches.vp": self.one("continuous", "discrete", "table"),
            "matches.half": self.one("halved", "doubled"),
        }
        rules |= {"matches.table": "2 10 10; 7 13 7; 14 16 4; 30 20 0"}
        rules["participation.sit_out"] = self.one("none", "60%", "average", "own-average", "average-plus")
        if rules.get("matchpoints.fewer_results") == "own-top":
            rules["matchpoints.fewer_results"] = "neuberg"
        evening = Evening(self.form, 1, rounds * length, rules, names)
        few, lot = tuple(self.random.sample(SCORES, self.random.randint(2, 8))), [*names]
        self.met, self.given_way = [], False
        for round_ in range(1, rounds + 1):
            self.random.shuffle(lot)
            boards = tuple(range((round_ - 1) * length + 1, round_ * length + 1))
            even = lot
            if pairs % 2 and self.chance(50):
                evening.sat_out.append((lot[0], round_))
                even = lot[1:]
            elif pairs % 2:
                even, parts = lot[3:], (boards[0::3], boards[1::3], boards[2::3])
                three = (lot[0], lot[1]), (lot[1], lot[2]), (lot[0], lot[2])
                self.met += [(round_, two, part) for two, part in zip(three, parts, strict=True) if part]
            self.met += [(round_, two, boards) for two in zip(even[::2], even[1::2], strict=True)]
        for at, (round_, two, boards) in enumerate(self.met, start=1):
            for board in boards:
                ns, ew = self.random.sample(two, 2)
                evening.tables.append(Table(board, str(at), ns, ew, self.random.choice(few), round=round_))
        for table in evening.tables:
            if self.chance(12):
                self.what_happened(table, few)
                table.rulings = [each for each in table.rulings if form != "swiss-imps" or each.kind != "awarded"]
        self.as_far_as_there_is_a_law(evening)
        if self.given_way:
            rules["artificial.further"] = ""
        self.form = "teams"  # what is found of matches is the same
        self.of_matches(evening, swiss=True)
        self.form, evening.form = form, form
        for at, each in enumerate(evening.penalties):
            if each.unit == "IMP" and form == "swiss-matchpoints":
                evening.penalties[at] = replace(each, unit="MP")
        return evening

    def told(self, evening: Evening, pair: tuple[str, str], round_: int, boards: tuple[int, ...]) -> Found:
        """A match of which the boards were not kept: its result alone, in victory points where others are added."""
        both = frozenset(pair)
        evening.tables = [each for each in evening.tables if (each.round, {each.ns, each.ew}) != (round_, {*both})]
        evening.penalties = [each for each in evening.penalties if {each.contestant, each.opponent} != {*both}]
        also, by_table = evening.rules.get("matches.also"), evening.rules.get("matches.vp") == "table"
        points = bool(also) or (self.form == "teams" and evening.rules["matches.vp"] != "none" and self.chance(40))
        points = points or (self.form == "total-points" and by_table and self.chance(40))
        if points:
            scores = Fraction(self.random.randint(0, 8), 2), Fraction(self.random.randint(0, 8), 2)
        elif self.form == "board-a-match":
            scores = Fraction(self.random.randint(0, 2 * len(boards)), 2), Fraction(self.one(0, 1), 2)
        else:
            scores = Fraction(self.random.randint(0, 60)), Fraction(self.random.randint(0, 60))
        return Found("told", pair, round_, boards, scores=scores, in_points=points)

    def of_matches(self, evening: Evening, swiss: bool = False) -> None:
        """Penalties, and what was found of matches: shortened, void, against the wrong opponents."""
        in_points = self.form == "teams" and evening.rules["matches.vp"] != "none"
        unit = {"board-a-match": "points", "total-points": "points", "knockout": "IMP", "teams-of-eight": "IMP"}.get(
            self.form, "VP"
        )
        if evening.rules.get("matches.also") or (
            unit in ("points", "IMP") and self.form != "knockout" and evening.rules.get("matches.vp") == "table"
        ):
            unit = "VP"
        of_imps = self.form == "teams-of-eight" and unit == "IMP"  # nobody says of which match, where IMPs stay
        while evening.tables and (self.form != "teams" or in_points) and not of_imps and self.chance(30):
            team = self.random.choice(evening.tables).ns
            evening.penalties.append(Penalty(team, Fraction(self.one(1, 3, 6), 2), unit))
        if evening.tables and in_points and self.chance(20):
            table = self.random.choice(evening.tables)
            evening.penalties.append(Penalty(table.ns, Fraction(self.one(1, 3, 6)), "IMP", table.ew, table.round))
        in_points = in_points and not evening.rules.get("matches.also")
        lone = self.form != "knockout" or len({pair for _, pair, _ in self.met}) == len(self.met)
        for round_, pair, boards in self.met if lone else ():
            fault = self.one(*pair, "both", "director", "none")
            if sum(each[1] in (pair, pair[::-1]) for each in self.met) > 1:
                continue  # two who meet twice: of which match it is, the round says; but not of a mismatch
            if not swiss and self.form != "knockout" and self.chance(8):
                said = self.told(evening, pair, round_, boards)
            elif len(boards) > 1 and self.chance(10):
                removed = self.random.sample(boards, self.random.randint(1, len(boards) // 2))
                said = Found("shortened", pair, round_, boards, tuple(sorted(removed)), fault)
            elif in_points and self.chance(6):
                said = Found(self.one("void", "wrong seating"), pair, round_, boards, (), fault)
            elif in_points and round_ > 1 and len(evening.contestants) > 2 and self.chance(15):
                who, met = self.random.sample(pair, 2)
                if any(each.round == round_ and who in each.teams for each in evening.found):
                    continue
                right = [each for each in evening.contestants if each not in pair]
                correct = tuple(self.random.sample(right, min(len(right), self.one(1, 1, 2))))
                said = Found("mismatch", (who, met), round_, correct=correct, fault=self.one(who, "none"))
            else:
                continue
            evening.found.append(said)

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
        elif (
            "board-a-match" not in (self.form, *evening.rules.get("matches.also", "").replace("|", ":").split(":"))
            and evening.rules["self_inflicted.weighted"] == "weight-first"
            and self.chance(9)
        ):
            hurt = [self.far_better(room) for room in rooms]
            if all(hurt):
                for room, rulings in zip(rooms, hurt, strict=True):
                    room.rulings = rulings
        evening.tables += rooms

    def four_tables(
        self, evening: Evening, round_: int, board: int, pair: tuple[str, str], few: tuple[int, ...]
    ) -> None:
        """A board of teams of eight: two tables each way, of which one may be ruled on or was not played."""
        tables = [
            Table(board, f"{name}{pair[0]}", *seats, self.random.choice(few), round=round_)
            for name, seats in zip("abcd", (pair, pair, pair[::-1], pair[::-1]), strict=True)
        ]
        if self.chance(6):
            tables.pop()
        elif self.chance(30):
            table = self.random.choice(tables)
            while True:
                self.what_happened(table, few)
                if all(each.kind not in ("awarded", "self-inflicted") for each in table.rulings):
                    break
                table.rulings = []
        evening.tables += tables

    def far_better(self, room: Table) -> list[Ruling]:
        """Law 12C1(e) where the non-offenders were damaged whatever happened in the other room."""
        assert room.result is not None
        nos = self.one(*SIDES)
        sign = 1 if nos == "NS" else -1
        better = tuple(score for score in SCORES if sign * (score - room.result) >= 500)
        if not better:
            return []
        b = self.weighed(self.random.sample(better, min(len(better), self.one(1, 2))))
        return [Ruling("self-inflicted", nos=nos, b=b, c=self.mixture((room.result,), 3), offender=other(nos))]

    def labels(self, winners: int, tables: int) -> list[str]:
        if winners == 2:
            return [f"{at}{side}" for side in SIDES for at in range(1, tables + 1)]
        return [str(at) for at in range(1, (4 if self.individuals else 2) * tables + 1)]

    def seats(self, winners: int, tables: int) -> list[tuple[str, str]]:
        """Who meets whom on one board."""
        labels = self.labels(winners, tables)
        ns, ew = labels[:tables], labels[tables:]
        if winners == 1:
            self.random.shuffle(labels)
            if self.individuals:
                labels = [f"{one}+{two}" for one, two in zip(labels[::2], labels[1::2], strict=True)]
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

        Once on a board, where its field rests on whether there was damage; not beside an award that may give way; and
        where the formula is taken for each outcome, B holds damage alone.
        """
        rests = evening.rules.get("matchpoints.weighted_field") == "excluded"
        once = rests or evening.rules["self_inflicted.field"] != "table-result"
        for board in range(1, evening.boards + 1):
            hurt = [table for table in evening.at(board) if any(each.nos for each in table.rulings)]
            for table in hurt:
                if evening.rules["self_inflicted.weighted"] == "per-component":
                    table.rulings = [better for each in table.rulings for better in with_damage(table, each)]
                if (once and table is not hurt[0]) or any(may_give_way(each) for each in evening.at(board)):
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
        if not self.aggregate and self.may_be_better(table) and self.chance(50):
            table.rulings = [replace(table.rulings[0], ns=self.mixture(few, 3))]
            self.given_way = True

    def may_be_better(self, table: Table) -> bool:
        """Whether a result may count instead of an award: of one side that has more, once on an evening.

        Of two such awards each might rest on the other; where 12C2(d) changes one nobody says which side has more.
        """
        first = table.rulings[0]
        more = first.kind == "artificial" and {*first.grades} in ({"A+", "A-"}, {"A+", "A"}, {"A", "A-"})
        return more and not self.given_way and "+" not in table.ns

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
        return self.weighed(self.random.sample(sorted({*few, 10, -200, 600}), self.random.randint(1, most)))

    def weighed(self, scores: list[int]) -> Mixture:
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
            "artificial.further": ("", "", "A+ 1 A", "A+ 1 A; A+ 3 A-; A- 1 A", "A 1 A-; A+ 2 A"),
            "artificial.imps_plus": ("3", "2"),
            "artificial.imps_minus": ("-3", "-2"),
        }
        if self.form == "matchpoints":
            every |= {
                "matchpoints.scale": ("2/1/0", "2/1/0", "1/0.5/0", "ascherman"),
                "matchpoints.fewer_results": (
                    *("neuberg", "neuberg", "small-groups", "acbl-groups", "shrink", "own-top", "proportion"),
                ),
                "matchpoints.weighted_field": ("fractional", "fractional", "excluded", "heaviest"),
                "board.unit": UNITS,
                "board.rounding": HALVES,
                "total.factoring": ("field", "session", "none"),
                "total.sum_unit": ("exact", "0.1"),
                "percent.of": ("exact-sum", "rounded-total"),
            }
        elif self.form == "total-points":
            every |= {
                "artificial.window": ("session", "match"),
                "matches.vp": ("table", "none", "continuous"),
                "matches.table": ("40 10 10; 300 13 7; 1000 17 3; 2500 20 0",),
            }
        elif self.form == "board-a-match":
            every |= {
                "board_a_match.scale": ("1/0.5/0", "2/1/0"),
                "imps.board.unit": UNITS[:3],
                "imps.board.rounding": HALVES,
                "artificial.window": ("session", "match"),
            }
        elif self.form in ("teams", "knockout", "teams-of-eight"):
            every |= {
                "imps.board.unit": UNITS,
                "imps.board.rounding": HALVES,
                "artificial.window": ("session", "match"),
                "artificial.session_imps": ("both", "plus"),
                "knockout.rounded": ("before", "after", "never"),
                "matches.vp": ("continuous", "discrete", "table", "none"),
                "matches.table": ("2 15 15; 7 17 13; 14 20 10; 30 25 4.5",),
                "matches.half": ("halved", "doubled"),
            }
        else:
            every |= {
                "imps.last.unit": UNITS,
                "imps.last.rounding": HALVES,
                "imps.total.factoring": ("field", "session", "none"),
                "artificial.session_imps": ("both", "plus"),
            }
        if self.form == "butler":
            every |= {
                "butler.trim": ("0", "1", "2", "5%", "1/7", "median"),
                "butler.unit": ("10", "1"),
                "butler.rounding": HALVES[:4],
            }
        if self.form == "cross-imps":
            every |= {
                "cross_imps.divisor": ("comparisons", "results", "none"),
                "cross_imps.fewer_results": ("comparisons", "results"),
                "cross_imps.most": ("24", "17"),
            }
        if self.form in ("teams", "board-a-match", "total-points"):
            every["matches.also"] = ("", "", "", *ALSO)
        found = {name: self.random.choice(values) for name, values in every.items()}
        if self.form == "total-points" and found["matches.vp"] == "table":
            found["matches.also"] = ""
        if self.form in found.get("matches.also", "") or found.get("matches.vp") == "none":
            found["matches.also"] = ""
        # in total points no award is worth more than another: nobody says for whom a result is to be better
        # nor of four comparisons, for which of them it is to be so
        self.aggregate = "total-points" in (self.form + found.get("matches.also", ""))
        self.aggregate |= self.form == "teams-of-eight"
        if self.form == "teams-of-eight":
            found |= {"artificial.further": "", "matches.vp": self.one("table", "none"), "matches.also": ""}
        if found.get("matchpoints.fewer_results") == "own-top":  # of a program that knows nothing of these
            found["matchpoints.weighted_field"] = "fractional"
        if found.get("matchpoints.weighted_field") != "fractional":  # no source says what is out of which field then
            found["self_inflicted.field"] = self.one("table-result", "assigned-b")
        if found.get("knockout.rounded") == "after":  # what balances still does
            found["imps.board.rounding"] = self.one("half-away-from-average", "toward-nos")
        if self.form == "butler":  # nor which datum tells whether there was damage
            found["self_inflicted.field"] = "table-result"
        return found


def may_give_way(table: Table) -> bool:
    """Whether an award is to give way to a result that is better."""
    return any(each.kind == "artificial" and each.ns for each in table.rulings)


def with_damage(table: Table, ruling: Ruling) -> list[Ruling]:
    """The ruling with those outcomes of B that are better for the non-offenders than the table result, if any."""
    if ruling.kind != "self-inflicted":
        return [ruling]
    assert table.result is not None
    sign = 1 if ruling.nos == "NS" else -1
    better = [(weight, score) for weight, score in ruling.b if sign * score > sign * table.result]
    whole = sum((weight for weight, _ in better), Fraction(0))
    return [replace(ruling, b=tuple((weight / whole, score) for weight, score in better))] if better else []

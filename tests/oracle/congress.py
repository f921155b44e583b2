"""Sessions of pairs that add up to an event: sections, what is carried forward, equal totals (White Book 3.2, 3.8)."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction

from tests.oracle.evening import Evening, players
from tests.oracle.figures import nearest
from tests.oracle.pairs import PairsBoards, Total


@dataclass
class Session:
    """An evening as a session of a stage: which of its sittings, in which section, and who plays there as whom."""

    evening: Evening
    sitting: int
    section: str = ""
    links: dict[str, str] = field(default_factory=dict)


@dataclass
class Event:
    """A qualifying stage with its rules; and a final, if there is one, of the best so many, with what they carry."""

    sessions: list[Session]
    rules: dict[str, str]
    final: Session | None = None
    best: int = 0
    carry: dict[str, str] = field(default_factory=dict)


def as_entrants(session: Session) -> Evening:
    """The evening with everybody called as in the stage."""

    def called(seat: str) -> str:
        return "+".join(session.links.get(who, session.section + who) for who in players(seat))

    tables = [replace(table, ns=called(table.ns), ew=called(table.ew)) for table in session.evening.tables]
    return replace(session.evening, tables=tables)


def together(one: Evening, two: Evening) -> Evening:
    """Two sections as one field: a board played in both is scored across them."""
    tables = [replace(table, name=f"{at}{table.name}") for at, each in enumerate((one, two)) for table in each.tables]
    return replace(one, tables=tables, boards=max(one.boards, two.boards))


class Stage:
    """The standing of sessions that add up."""

    def __init__(self, sessions: Sequence[Session], rules: dict[str, str], carried: dict[str, Fraction] | None = None):
        self.rules, self.carried = rules, carried or {}
        sittings: dict[tuple[int, str], Evening] = {}
        for each in sessions:
            key = (each.sitting, "" if rules.get("across") == "true" else each.section)
            own = as_entrants(each)
            sittings[key] = together(sittings[key], own) if key in sittings else own
        self.fields = [(key[0], PairsBoards(evening)) for key, evening in sorted(sittings.items())]
        self.fields = [(sitting, self.with_window(at, boards)) for at, (sitting, boards) in enumerate(self.fields)]
        self.known = [(sitting, boards, boards.totals()) for sitting, boards in self.fields]
        self.entrants = sorted({name for _, _, found in self.known for name in found})
        self.totals = {
            who: nearest(self.sum_of(who), rules.get("unit", "0.01"), "half-up") + self.carried.get(who, Fraction(0))
            for who in self.entrants
        }

    def with_window(self, at: int, boards: PairsBoards) -> PairsBoards:
        """The boards of a session; by regulation the averages of 12C2(c) reach over the stage (White Book 8.80.6.1)."""
        window, all_meet = (
            boards.rule("artificial.window", "session"),
            boards.rule("participation.all_play_all", "teams"),
        )
        if not (window == "stage" or (window == "by-event" and all_meet == "always")):
            return boards
        elsewhere: dict[str, list[tuple[Fraction, Fraction]]] = {}
        for other, (_, each) in enumerate(self.fields):
            for who, score, top in each.real() if other != at else ():
                elsewhere.setdefault(who, []).append((score, top))
        return PairsBoards(boards.evening, elsewhere)

    def most(self, session: PairsBoards, who: str, totals: dict[str, Total]) -> int:
        """Of how many boards a contestant's total is: its own, where they are not factored."""
        if session.rule("total.factoring", "field") == "none":
            return totals[who].boards
        return max(each.boards for each in totals.values())

    def of_session(self, session: PairsBoards, who: str, totals: dict[str, Total]) -> Fraction:
        """What a session counts for: its percentage, or its matchpoints, carried to a larger top by regulation."""
        total, most = totals[who], self.most(session, who, totals)
        if self.rules["adds"] == "percent":
            of = total.rounded if session.rule("percent.of", "exact-sum") == "rounded-total" else total.exact
            worth = 100 * of / (most * session.top)
        else:
            worth = total.rounded
            if self.rules["adds"] == "imps":
                return worth
            if self.rules.get("factored", "none") == "none":
                return worth
            tops = [each.top for _, each in self.fields]
            if self.rules["factored"] == "session":
                tops = [each.top * max(own.boards for own in found.values()) for _, each, found in self.known]
            own = session.top * (most if self.rules["factored"] == "session" else 1)
            if max(tops) == own:
                return worth  # only what is carried is rounded
            worth = worth * max(tops) / own
        return nearest(worth, self.rules.get("session_unit", "exact"), "half-up")

    def counted(self, who: str) -> list[tuple[PairsBoards, dict[str, Total]]]:
        """The sessions of somebody that count: only the best, where it is so many."""
        own = [(each, found) for _, each, found in self.known if who in found]
        best_first = sorted(own, key=lambda each: -self.of_session(each[0], who, each[1]))
        return best_first[: int(self.rules.get("best", "0")) or None]

    def parts(self, who: str) -> list[tuple[Fraction, int]]:
        """What somebody has of each session, and how much that weighs."""
        return [(self.of_session(each, who, found), found[who].boards) for each, found in self.counted(who)]

    def sum_of(self, who: str) -> Fraction:
        """A total before it is rounded."""
        parts = self.parts(who)
        if self.rules["adds"] in ("matchpoints", "imps") or self.rules["weight"] == "sum":
            return sum((worth for worth, _ in parts), Fraction(0))
        weights = [boards if self.rules["weight"] == "boards" else 1 for _, boards in parts]
        exact = sum((worth * weight for (worth, _), weight in zip(parts, weights, strict=True)), Fraction(0))
        return exact / sum(weights) if parts else Fraction(0)

    # Places

    def places(self, who_are_ranked: Sequence[str] | None = None) -> dict[str, int]:
        """Everybody's place; equal totals are split by the rules, in their order."""
        ranked = [who for who in self.entrants if who_are_ranked is None or who in who_are_ranked]
        found: dict[str, int] = {}
        for total in {self.totals[who] for who in ranked}:
            ahead = sum(1 for who in ranked if self.totals[who] > total)
            level = [who for who in ranked if self.totals[who] == total]
            for group in self.split(level, self.rules.get("ties", "").split()):
                found |= dict.fromkeys(group, ahead + 1)
                ahead += len(group)
        return found

    def split(self, level: list[str], rules: list[str]) -> list[list[str]]:
        """Those with equal totals in order, those who share a place together."""
        if len(level) == 1 or not rules or rules[0] == "shared":
            return [level]
        worth = self.last_session(level) if rules[0] == "last-session" else self.between(level)
        if worth is None:
            return self.split(level, rules[1:])
        order = sorted({*worth.values()}, reverse=True)
        groups = [[who for who in level if worth[who] == each] for each in order]
        return [part for group in groups for part in self.split(group, rules[1:])]

    def last_session(self, level: list[str]) -> dict[str, Fraction] | None:
        """What each has of the last session; it says nothing where one of them did not play it."""
        last = max(sitting for sitting, _, _ in self.known)
        own = {
            who: self.of_session(boards, who, found)
            for sitting, boards, found in self.known
            for who in level
            if sitting == last and who in found
        }
        return own if len(own) == len(level) else None

    def between(self, level: list[str]) -> dict[str, Fraction] | None:
        """What each has of the boards they played against each other; all of them must have met."""
        worth, met = dict.fromkeys(level, Fraction(0)), set[frozenset[str]]()
        for _, boards in self.fields:
            for table in boards.evening.tables:
                if {table.ns, table.ew} <= {*level}:
                    ns, ew = (boards.scores[table.board, table.name, side, table.seat(side)] for side in ("NS", "EW"))
                    if ns is not None and ew is not None:
                        met.add(frozenset((table.ns, table.ew)))
                        worth[table.ns] += ns
                        worth[table.ew] += ew
        return worth if 2 * len(met) == len(level) * (len(level) - 1) else None

    # What is carried

    def carries(self, best: int, rules: dict[str, str], final_top: Fraction) -> dict[str, Fraction]:
        """What each of those who go on brings into the final."""
        places = self.places()
        who_go_on = sorted((who for who in places if places[who] <= best), key=lambda who: places[who])
        exact = {who: self.carry_of(who, rules, final_top, places, who_go_on) for who in who_go_on}
        return {who: nearest(each, rules.get("unit", "0.01"), "half-up") for who, each in exact.items()}

    def carry_of(
        self, who: str, rules: dict[str, str], top: Fraction, places: dict[str, int], who_go_on: list[str]
    ) -> Fraction:
        share, by = Fraction(rules.get("share", "1/2")), rules["by"]
        if by in ("table", "spread"):
            figures = [Fraction(each) for each in rules["figures"].split()]
            count = len(who_go_on)
            if by == "spread":
                first, last = figures
                figures = [first - (first - last) * at / max(1, count - 1) for at in range(count)]
            figures += [Fraction(0)] * (count - len(figures))
            level = [at for at, each in enumerate(who_go_on) if places[each] == places[who]]
            return sum((figures[at] for at in level), Fraction(0)) / len(level)
        if by == "share":
            return share * self.totals[who]
        own = [(self.most(each, who, found), each.top) for each, found in self.counted(who)]
        there_was = sum((boards * each for boards, each in own), Fraction(0))
        if by == "over-average":
            return share * (self.totals[who] - (50 if self.rules["adds"] == "percent" else there_was / 2))
        scored = sum(
            (found[who].rounded for _, found in self.counted(who)), Fraction(0)
        )  # SQ, whatever the stage made of it
        return share * scored * sum(boards for boards, _ in own) / there_was * top

"""The referee's evenings, played into the program by its commands, and what the program says of them.

The only module here that knows the program; it does so as anybody would who has `import ledger`.
"""

from collections.abc import Sequence
from fractions import Fraction
from typing import get_type_hints

from msgspec import convert, structs

import ledger
from ledger.kernel.at_table import Where
from ledger.kernel.fact import Envelope
from ledger.laws.adjustment import Grade
from ledger.laws.regulations import CarryRules
from ledger.subjects.calls.facts import AddCall
from ledger.subjects.draws.facts import DrawnMatch
from ledger.subjects.evolving import evolve
from ledger.subjects.matches.facts import FindMismatch, ScoreMatch, ShortenMatch, VoidMatch
from ledger.subjects.participation.facts import LeaveUnplayed, SitOut
from ledger.subjects.play.facts import FoulBoard, RecordResult, SetCarryOver
from ledger.subjects.qualifying.facts import RuleCarryForward
from ledger.subjects.rulings.facts import GiveRuling, Grounds, ImposePenalty
from ledger.subjects.tournaments.facts import AddSession, DrawLot, LinkContestants
from tests.core import spec
from tests.core.stages import Stages
from tests.core.swiss_stage import Swiss
from tests.oracle.congress import Event, Session
from tests.oracle.evening import SIDES, Evening, Found, Mixture, Ruling, Table
from tests.oracle.swiss_teams import SwissEvent

SCORING = {"swiss-matchpoints": "matchpoints", "swiss-imps": "cross-imps"}
"""How the forms are scored that the referee tells apart."""


class Played(spec.Evening):
    """An evening in memory, whose session goes on from what it was."""

    def __init__(self, evening: Evening) -> None:
        self.evening = evening
        self._session = None
        told = any(found.kind == "told" for found in evening.found)  # perhaps of a team with no board
        known = evening.contestants if told or evening.form in (*SCORING, "teams") else ()
        scoring = SCORING.get(evening.form, evening.form)
        super().__init__(range(1, evening.boards + 1), evening.winners, "default", known, scoring)
        for table in evening.tables:
            self.lay(table)
        for board in range(1, evening.boards + 1):
            self.foul(board)
        for table in evening.tables:
            for ruling in table.rulings:
                self.give(table, ruling)
        for team, carried in evening.carried.items():
            self.do(SetCarryOver(team, carried, "as announced"))
        for penalty in evening.penalties:
            against = {"opponent": penalty.opponent, "round": penalty.round}
            self.do(ImposePenalty(penalty.contestant, penalty.amount, penalty.unit, ("90A",), **against))
        for who, round_ in evening.sat_out:
            self.do(SitOut(who, (), None, round_))
        for who, board, round_ in evening.benched:
            self.do(SitOut(who, (board,), None, round_))
        for found in evening.found:
            self.do(finding(found))

    @property
    def session(self):
        return self._session if self._session is not None else super().session

    def do(self, command, by: str = "spec", at: int = 0) -> list[Envelope]:
        """What was recorded."""
        if isinstance(command, ledger.OpenSession):
            command = structs.replace(command, regulations=regulations(self.evening.rules))
        self._session = None if not self.log else self._session
        new = self.enveloped(self.decide(command, by, at), by, at)
        self._session = evolve(self.session, *new)
        self.log += new
        return new

    def lay(self, table: Table) -> None:
        where = self.place(table)
        if table.unplayed is not None:
            self.do(LeaveUnplayed(where, *table.unplayed))
        elif table.result is not None:
            self.do(RecordResult(where, ledger.Result(f"{table.result:+d}")))

    def foul(self, board: int) -> None:
        for version in sorted({table.version for table in self.evening.at(board)} - {""}):
            fouled = tuple(table.name for table in self.evening.at(board) if table.version == version)
            self.do(FoulBoard(board, version, fouled))

    def give(self, table: Table, ruling: Ruling) -> None:
        where, call = self.place(table), None
        if table.result is None:
            call = self.do(AddCall(where, "begun, not finished", "N", "play"))[0].event.case
        laws = {"self-inflicted": ("12C1(e)",), "claim": ("70A",)}.get(ruling.kind, ("16B",))
        grounds = Grounds(**{**spec.blank(), "offender": ruling.offender, "laws": laws})
        self.do(GiveRuling(where, adjustment(ruling), grounds, call=call))

    def place(self, table: Table) -> Where:
        return Where(table.board, table.name, table.ns, table.ew, table.round)


def finding(found: Found):
    """What was found of a match, in the program's words."""
    if found.kind == "mismatch":
        who, met = found.teams
        at_fault = found.fault == who
        return FindMismatch(contestant=who, opponent=met, round=found.round, correct=found.correct, at_fault=at_fault)
    said = {"fault": found.fault, "round": found.round}
    if found.kind == "told":
        told = {"scores": found.scores, "in_points": found.in_points}
        return ScoreMatch(found.teams, found.boards, round=found.round, **told)
    if found.kind == "shortened":
        return ShortenMatch(found.teams, found.boards, removed=found.removed, **said)
    return VoidMatch(found.teams, found.boards, wrong_seating=found.kind == "wrong seating", **said)


def adjustment(ruling: Ruling):
    """A ruling in the program's words."""
    match ruling.kind:
        case "assigned":
            return ledger.Assigned(result(ruling.ns[0][1]))
        case "claim":
            return ledger.Claim(result(ruling.ns[0][1]))
        case "weighted":
            return ledger.Weighted(weighting(ruling.ns))
        case "split":
            return ledger.Split(weighting(ruling.ns), weighting(ruling.ew))
        case "artificial":
            unless = weighting(ruling.ns) if ruling.ns else ()
            return ledger.Artificial(Grade(ruling.grades[0]), Grade(ruling.grades[1]), unless)
        case "awarded":
            return ledger.Awarded(*ruling.values, "keep" if ruling.stays else "out")
        case "self-inflicted":
            return ledger.SelfInflicted(ruling.nos, weighting(ruling.b), weighting(ruling.c))
        case _:
            return ledger.Stands()


def result(score: int) -> ledger.Result:
    return ledger.Result(f"{score:+d}")


def weighting(mixture: Mixture):
    return ledger.parse_weighting(
        ", ".join(
            f"{weight.numerator}/{weight.denominator} {score:+d}" if weight != 1 else f"{score:+d}"
            for weight, score in mixture
        )
    )


def regulations(rules: dict[str, str]):
    """The default regulations with these otherwise: 'board.unit' is the unit of the table board."""
    found = ledger.load_profile("default")
    for name, value in rules.items():
        if name == "matches.also":
            parts = [part.partition(":") for part in value.split("|") if part]
            value = [[form, listed("", lines)] for form, _, lines in parts]
            if not value:
                continue
        found = amended(found, name.split("."), listed(name, value) if name in LISTED else value)
    return found


LISTED = ("artificial.further", "matches.table", "matches.percent_full", "matches.percent_half")
"""The regulations that are lines: 'A+ 3 A; A 5 A-'."""


def listed(name: str, value: str) -> list[list[object]]:
    lines = [line.split() for line in value.split(";") if line]
    return [[line[0], line[1:]] for line in lines] if "percent" in name else [[*line] for line in lines]


def amended(table, path: Sequence[str], value: object):
    if len(path) > 1:
        return structs.replace(table, **{path[0]: amended(getattr(table, path[0]), path[1:], value)})
    kind = get_type_hints(type(table))[path[0]]
    return structs.replace(table, **{path[0]: convert(value, kind, strict=False)})


def scores(played: Played) -> dict:
    """What the program gives every side at every table."""
    board, found = played.scoreboard, {}
    for table in played.session.table_boards():
        for side in SIDES:
            at = ledger.Side(side)
            for who in (table.seating.ns if side == "NS" else table.seating.ew).split("+"):
                worth = board.value(table, at, who) if board.counts(table, at) else None
                found[table.board, table.table, side, who] = worth
    return found


def standing(played: Played) -> dict:
    """What the program ranks: everybody's total, percentage, boards and place."""
    return {
        row.contestant: (row.exact, row.total, row.percent, row.boards, row.rank)
        for ranking in ledger.standings(played.scoreboard)
        for row in ranking.rows
    }


def winners(played: Played) -> dict[frozenset[str], str | None]:
    """Who leads in each match."""
    return {frozenset(each.teams): each.winner for each in played.scoreboard.matches.values()}


def points(played: Played) -> dict:
    """The victory points of everybody in each match."""
    return {
        ((match.round, frozenset(match.teams)), who): worth.value
        for match in played.scoreboard.matches.values()
        for who, worth in match.victory_points.items()
    }


class Tournament(Stages):
    """An event, its sessions played."""

    def __init__(self, event: Event) -> None:
        super().__init__(stage_rules(event.rules))
        for session in event.sessions:
            self.sit("qualifying", session)
        if event.final:
            figures = tuple(map(Fraction, event.carry.get("figures", "").split()))
            share = Fraction(event.carry["share"])
            rules = CarryRules(event.carry["by"], share, figures, unit=event.carry["unit"])
            self.do(RuleCarryForward("qualifying", "final", rules))
            self.qualify(event.best)
            self.sit("final", event.final)

    def sit(self, stage: str, session: Session) -> None:
        name = f"{stage}-{session.sitting}{session.section.lower()}"
        self.evenings[name] = Played(session.evening)
        self.do(AddSession(stage, name, session.sitting, session.section))
        if session.links:
            self.do(LinkContestants(name, tuple(session.links.items())))

    def table(self, stage: str) -> dict:
        """Everybody's total, place, and what it carried in."""
        rows = self.standing(stage).rows
        return {row.entrant: (row.total.value, row.rank, row.carried.value if row.carried else 0) for row in rows}


class SwissStage(Swiss):
    """A Swiss of teams, its rounds drawn by hand as they were played."""

    def __init__(self, event: SwissEvent) -> None:
        self.played = Played(event.evening)
        teams = event.evening.contestants
        super().__init__(len(teams), event.evening.boards, bye=event.bye, ties=tuple(event.ties))
        self.do(DrawLot("swiss", tuple(event.lot), playing=tuple(teams)))
        for drawn in event.rounds:
            matches = tuple(DrawnMatch(at, pair) for at, pair in enumerate(drawn.pairs, start=1))
            said = {"matches": matches, "bye": drawn.bye, "triangle": drawn.triangle, "round": drawn.round}
            self.draw(by_hand=True, repeat=True, early=True, **said)

    def sit(self, name: str, boards: int) -> None:
        """The session there is."""
        self.evenings[name] = self.played
        self.do(AddSession("swiss", name))

    def table(self) -> dict:
        """Everybody's total and place."""
        return {row.entrant: (row.total.value, row.rank) for row in self.standing().rows}


def stage_rules(rules: dict[str, str]) -> ledger.StageRules:
    """The rules of a stage; everybody has a place."""
    said = rules | {"ties": rules.get("ties", "").split(), "least_boards": "0"}
    return convert(said, ledger.StageRules, strict=False)

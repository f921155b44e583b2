"""A small congress by `import ledger` alone: what the same evening by commands is compared with."""

from fractions import Fraction

import ledger
from ledger.bridge.result import Result
from ledger.kernel.at_table import Where
from ledger.kernel.fact import Command
from ledger.laws.regulations import CarryRules, StageRules
from ledger.office import Office
from ledger.subjects.brackets.facts import DecideKnockout, DrawBracket
from ledger.subjects.draws.facts import DrawRound
from ledger.subjects.play.facts import OpenSession, RecordResult
from ledger.subjects.publications.facts import PublishStanding
from ledger.subjects.qualifying.facts import (
    ChangeQualifiers,
    Qualify,
    RuleCarryForward,
    SayCarryForward,
    WithdrawEntrant,
)
from ledger.subjects.tournaments.facts import (
    AddSession,
    AddStage,
    DrawLot,
    EnterEntrants,
    Entrant,
    LinkContestants,
    OpenTournament,
)

TEAMS = ("Norway", "Iceland", "Malta", "Oslo")


def table(board: int, at: str, ns: str, ew: str, result: str, round_: int | None = None) -> Command:
    return RecordResult(Where(board, at, ns, ew, round_), Result(result))


def opened(title: str, *boards: int, **more) -> Command:
    return OpenSession(title, None, boards, 1, ledger.load_profile("default"), **more)


def evening() -> list[tuple[str, Command]]:
    """What is said, in order, each of which stream."""
    spring = [
        OpenTournament("spring", ledger.load_profile("default")),
        AddStage("qualifying", rules=StageRules("matchpoints")),
        AddStage("final", rules=StageRules("matchpoints")),
        AddStage("swiss", "swiss"),
        AddStage("knockout", "knockout"),
        EnterEntrants(tuple(Entrant(str(pair)) for pair in range(1, 7))),
        EnterEntrants(tuple(Entrant(team, seed=at) for at, team in enumerate(TEAMS, start=1))),
        AddSession("qualifying", "friday"),
        AddSession("swiss", "saturday"),
        DrawRound(stage="swiss"),
    ]
    friday = [
        table(1, "1", "1", "2", "4SN="),
        table(1, "2", "3", "4", "4SN-1"),
        table(1, "3", "5", "6", "2SN="),
        table(2, "1", "1", "2", "4SN="),
        table(2, "2", "3", "4", "2SN="),
        table(2, "3", "5", "6", "4SN-1"),
    ]
    round_one = [
        table(1, "1a", "Norway", "Malta", "4SN=", 1),
        table(1, "1b", "Malta", "Norway", "4SN-1", 1),
        table(1, "2a", "Iceland", "Oslo", "4SN=", 1),
        table(1, "2b", "Oslo", "Iceland", "4SN=", 1),
    ]
    cut = [
        DrawLot("qualifying", ("6", "4"), "a card each"),
        Qualify("qualifying", "final", 3),
        RuleCarryForward("qualifying", "final", CarryRules("white-book", top=Fraction(2))),
        SayCarryForward("", "final", "4", Fraction(5, 2), "as announced"),
        WithdrawEntrant("6", "", 1, reason="unwell"),
        ChangeQualifiers("qualifying", "final", "6", "3"),
        ChangeQualifiers("qualifying", "final", enters="5", reason="a full table"),
        AddSession("final", "sunday", links=(("2", "3"), ("3", "4"), ("4", "5"))),
        LinkContestants("sunday", (("3", "4"), ("2", "3"), ("1", "1"))),
        DrawRound(stage="swiss"),
        DrawBracket("knockout", source="swiss", best=2),
        DecideKnockout("knockout", "Norway", "Iceland", "walk-over", "Iceland withdrew"),
        PublishStanding(stage="final"),
        PublishStanding("on the wall"),
    ]
    sunday = [table(1, "1", "1", "2", "4SN="), table(1, "2", "3", "4", "2SN=")]
    return [
        ("friday", opened("friday", 1, 2, contestants=tuple("123456"))),
        ("saturday", opened("saturday", 1, 2, scoring="teams", contestants=TEAMS)),
        ("sunday", opened("sunday", 1, contestants=tuple("1234"))),
        *(("spring", each) for each in spring),
        *(("friday", each) for each in friday),
        *(("saturday", each) for each in round_one),
        *(("spring", each) for each in cut[:8]),
        *(("sunday", each) for each in sunday),
        *(("spring", each) for each in cut[8:]),
    ]


def play(where: str) -> None:
    """The whole congress, in a new ledger."""
    with Office.open(where, by="spec", new=True) as office:
        for stream, command in evening():
            office.submit(stream, command)

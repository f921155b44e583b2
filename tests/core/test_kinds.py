"""Every kind of event and every command is looked up by its type.

Nothing is missing, nothing is left over, all fits.
"""

from fractions import Fraction
from typing import get_args, get_type_hints

import pytest
from msgspec import structs

from ledger.bridge import Result
from ledger.bridge.auction import Auction
from ledger.bridge.deal import Deal
from ledger.decide import HANDLERS, Actor, decide
from ledger.decide.undoing import UNDO
from ledger.errors import Refusal
from ledger.facts import (
    AddBoards,
    AddCall,
    AddSession,
    AddStage,
    Adjudication,
    AmendRegulations,
    AmendRuling,
    AmendStage,
    AppealFurther,
    AppointOfficial,
    ChangeQualifiers,
    ClassifyCase,
    ClosePoll,
    CloseSession,
    Command,
    CommentCase,
    ConfirmAppeal,
    ConfirmResult,
    ConfirmRuling,
    CorrectClock,
    CorrectDeal,
    CorrectResult,
    CorrectSeating,
    DecideAppeal,
    DecideKnockout,
    DeclarePhantom,
    DisqualifyContestant,
    DrawBracket,
    DrawLot,
    DrawRound,
    EnterContestants,
    EnterEntrants,
    ExpectResults,
    FileEvidence,
    FileMemo,
    FindMismatch,
    FoulBoard,
    GiveRuling,
    Grounds,
    ImportSheet,
    ImposePenalty,
    KnownMeeting,
    LeaveUnplayed,
    LinkContestants,
    LodgeAppeal,
    OpenPoll,
    OpenSession,
    PlacedContestant,
    PostponePlay,
    PublishScores,
    Qualify,
    QueryResult,
    RecordAuction,
    RecordDeal,
    RecordResult,
    RelieveOfficial,
    ReviewDecision,
    RuleCarryForward,
    SayCarryForward,
    ScoreMatch,
    SeatSubstitute,
    SetCarryOver,
    SetMovement,
    SettleLine,
    ShortenMatch,
    ShowRunningScores,
    SignRegulations,
    SitOut,
    StageKnown,
    StateDifference,
    Undo,
    VoidMatch,
    VoidResult,
    Where,
    WithdrawAppeal,
    WithdrawContestant,
    WithdrawEntrant,
    WithdrawPenalty,
    WithdrawRuling,
    WithholdStanding,
)
from ledger.facts.polls import PollAnswer
from ledger.facts.register import KINDS
from ledger.facts.tournaments import Entrant
from ledger.facts.upcasting import UPCASTERS
from ledger.laws.adjustment import Assigned, Stands
from ledger.laws.stage_rules import CarryRules, StageRules
from ledger.movements.plan import PlannedTable
from ledger.session import replay
from ledger.session.evolving import EVOLVE
from tests.core.congress import Congress
from tests.core.spec import Evening

MADE, DOWN = Result("4SN="), Result("4SN-1")
AT = Where(1, "1")
DEALT = Deal("N:AKQ32.J54.K7.A98 T9.AKQ.QJ5.QJT76 J654.T987.A86.K2 87.632.T9432.543")
UNDOABLE = {kind.event: kind.undone_by for kind in KINDS if kind.undone_by}


def takes(function, at: int) -> tuple[type, ...]:
    """What a function takes at a place: one class, or any of several."""
    name = list(get_type_hints(function))[at]
    hint = get_type_hints(function)[name]
    return get_args(hint) or (hint,)


@pytest.mark.parametrize(
    ("table", "at"), [(EVOLVE, 2), (UNDO, 0), (HANDLERS, 0)], ids=["evolving", "undoing", "deciding"]
)
def test_what_is_looked_up_takes_what_it_is_looked_up_by(table, at):
    for kind, function in table.items():
        assert any(issubclass(kind, each) for each in takes(function, at)), (
            f"{function.__qualname__} does not take a {kind.__name__}"
        )


def test_every_kind_has_one_row_and_changes_the_session():
    assert list(EVOLVE.keys() - {kind.event for kind in KINDS}) == []
    assert list({kind.event for kind in KINDS} - EVOLVE.keys()) == []
    assert len({kind.name for kind in KINDS}) == len({kind.event for kind in KINDS}) == len(KINDS)


def test_exactly_what_the_rows_say_is_taken_back():
    assert UNDO.keys() == UNDOABLE.keys()


def test_every_command_is_decided():
    assert HANDLERS.keys() == set(get_args(Command))


def test_every_earlier_version_reads_as_the_next():
    assert UPCASTERS.keys() == {(kind.name, version) for kind in KINDS for version in range(1, kind.version)}


# What an undo records is of the kind the row names


def pairs() -> Evening:
    """An evening with every kind of event that can be taken back, but carry-over."""
    evening = Evening()
    evening.do(EnterContestants(("9NS",)))
    evening.play(1, [420, -50, 100])
    evening.do(ExpectResults(4))
    evening.do(RecordDeal(1, DEALT))
    evening.do(last(evening))
    evening.do(last(evening))
    evening.do(CorrectDeal(1, Deal(str(DEALT).replace("N:", "E:"))))
    evening.do(last(evening))
    evening.do(RecordAuction(AT, Auction("N: 1NT P P P")))
    evening.do(last(evening))
    evening.do(last(evening))
    evening.do(QueryResult(AT, "both sides asked"))
    evening.do(CorrectResult(AT, DOWN))
    evening.do(ConfirmResult(AT, ("NS", "EW")))
    evening.do(VoidResult(Where(1, "3")))
    evening.do(FoulBoard(1, "B", ("2",)))
    evening.do(CorrectSeating(Where(1, "2"), Where(1, ns="9NS")))
    evening.do(AddBoards((2,)))
    evening.do(last(evening))
    evening.do(SetMovement((PlannedTable(1, "1", "1NS", "1EW", (1,)),)))
    evening.do(last(evening))
    evening.do(AddBoards((2,)))
    now = evening.session.regulations
    evening.do(AmendRegulations(structs.replace(now, periods=structs.replace(now.periods, appeal_minutes=60))))
    evening.do(AddCall(AT, "slow", "N", "auction"))
    evening.do(OpenPoll("C-0001", "your call?", 5))
    evening.do(ClosePoll("C-0001", (PollAnswer("Pass"),)))
    evening.do(FileEvidence("C-0001", "jpeg", 3, "5" * 64))
    evening.do(GiveRuling(AT, Assigned(MADE), Grounds(laws=("16B",)), call="C-0001", notified=True))
    evening.do(AmendRuling("R-0001", Assigned(DOWN)))
    evening.do(ClassifyCase("R-0001", ("hesitation",)))
    evening.do(CommentCase("R-0001", "Jane Roe", "quite so"))
    evening.do(StateDifference("R-0001", "R-0007", "the tempo was agreed there", "friday"))
    evening.do(FileMemo("AQID", ("ahlborn+8611f421+AQOhB7/zzhC+HXDdGOdLwJln5NYwm6UNXx3chmQSVTG4",)))
    evening.do(WithdrawRuling("R-0001", "wrong table"))
    evening.do(last(evening))
    evening.do(CorrectResult(AT, Result("4SN-3")))
    evening.do(ConfirmRuling("R-0001"))
    for _ in range(2):
        evening.do(LodgeAppeal("R-0001", "EW", "too much", ("E", "W")))
        evening.do(WithdrawAppeal("A-0001", leave="spec")) if len(evening.session.appeals) == 1 else None
    for command in taking_part():
        evening.do(command)
    evening.do(Undo(evening.log[-1]))
    evening.do(last(evening))
    evening.do(ShowRunningScores())
    evening.do(last(evening))
    evening.do(ShowRunningScores())
    evening.do(PublishScores())
    evening.do(AmendRuling("R-0001", Assigned(Result("4SN-2")), cause="second-thoughts"))
    evening.do(ConfirmAppeal("A-0002"))
    evening.do(DecideAppeal("A-0002", Adjudication("varied", Stands())))
    evening.do(AppealFurther("A-0002", "NS", "the authority", "a principle", ("N", "S")))
    evening.do(ReviewDecision("A-0002", Adjudication("upheld")))
    evening.do(ImposePenalty("1NS", 10, "%"))
    evening.do(WithdrawPenalty("P-0001"))
    evening.do(last(evening))
    evening.do(AppointOfficial("spec", "chief-director"))
    evening.do(SignRegulations())
    evening.do(last(evening))
    evening.do(AppointOfficial("Dahl", "scorer"))
    evening.do(RelieveOfficial("Dahl", "scorer"))
    evening.do(CorrectClock(3, 4, 3600))
    evening.do(CloseSession())
    evening.do(last(evening))
    return evening


def taking_part() -> list[Command]:
    return [
        PostponePlay(Where(2, "4", "4NS", "4EW")),
        RecordResult(Where(2, "4"), MADE),
        LeaveUnplayed(Where(2, "5", "5NS", "5EW"), "EW"),
        DeclarePhantom("9EW"),
        SitOut("9NS", (2,), "9EW"),
        SeatSubstitute("1NS", "N", 3),
        WithholdStanding("2NS"),
        WithdrawContestant("2EW"),
        DisqualifyContestant("1EW", "the organiser"),
    ]


def knockout() -> Evening:
    evening = Evening(winners=1, contestants=("X", "Y"), scoring="knockout")
    evening.do(RecordResult(Where(1, "open", "X", "Y", 1), MADE))
    evening.do(SetCarryOver("X", 5))
    return evening


def swiss() -> Evening:
    """Three teams in two rounds, and everything that can be found of a match."""
    evening = Evening((1, 2), 1, contestants=("X", "Y", "Z"), scoring="teams")
    for round_, other in ((1, "Y"), (2, "Z")):
        evening.do(RecordResult(Where(1, "open", "X", other, round_), MADE))
    evening.do(ShortenMatch(("X", "Y"), (1, 2), removed=(2,)))
    evening.do(VoidMatch(("X", "Z"), (1,), fault="Z"))
    evening.do(ScoreMatch(("Y", "Z"), (1, 2), scores=(Fraction(12), Fraction(5)), round=3))
    evening.do(FindMismatch(contestant="X", opponent="Z", round=2, correct=("Y",), at_fault=False))
    evening.do(last(evening))
    evening.do(last(evening))
    return evening


def device() -> Evening:
    """A line of a file that devices write, set aside, and waiting again."""
    evening = Evening(contestants=("1NS", "1EW"))
    unread = (("a.bws table 1, round 1, board 1", "'X' is no declarer"),)
    opened = evening.session.opening
    opening = OpenSession(opened.title, None, (1,), 2, opened.regulations)
    evening.do(ImportSheet(opening, (), unread, skip_bad=True, device="a.bws"))
    evening.do(SettleLine(evening.log[-1].number, "skipped", "nobody sat there"))
    evening.do(last(evening))
    return evening


def congress() -> Congress:
    """A tournament with a session that was linked, another that was taken out, a lot, and a standing that is out."""
    congress = Congress("qualifying")
    congress.do(AmendStage("qualifying", "sessions", StageRules(best=2)))
    congress.do(AddSession("qualifying", "friday"))
    congress.do(EnterEntrants((Entrant("7"), Entrant("8"))))
    congress.do(LinkContestants("friday", (("1", "7"),)))
    congress.do(AddSession("qualifying", "saturday"))
    congress.do(last(congress))
    congress.do(DrawLot("qualifying", ("7", "8"), playing=("7", "8")))
    congress.do(AddStage("swiss", "swiss", StageRules("victory-points")))
    congress.do(DrawRound(stage="swiss", round=1, known=StageKnown(order=("Norway", "Oslo"))))
    congress.do(last(congress))
    congress.do(congress.publish(qualifying="00" * 32))
    return congress


def cup() -> Congress:
    """A tournament with a bracket, in which somebody did not come."""
    cup = Congress("knockout", format_="knockout")
    cup.do(DrawBracket("knockout", ("Norway", "Iceland")))
    meetings = (KnownMeeting("F", ("Norway", "Iceland"), 0, None),)
    cup.do(DecideKnockout("knockout", "Norway", "Iceland", "walk-over", "did not come", meetings))
    cup.do(last(cup))
    return cup


def finalists() -> Congress:
    """A tournament with a cut that was changed, what is carried, and one who withdrew."""
    congress = Congress("qualifying", "final")
    field = tuple(PlacedContestant(str(place), place) for place in range(1, 4))
    congress.do(AddSession("qualifying", "friday"))
    congress.do(RuleCarryForward("qualifying", "final", CarryRules("share")))
    congress.do(Qualify("qualifying", "final", 2, placed=field))
    congress.do(ChangeQualifiers("qualifying", "final", "2", "3", "unwell", field))
    congress.do(SayCarryForward("qualifying", "final", "3", Fraction(4), "as announced"))
    congress.do(WithdrawEntrant("2", "qualifying", 1, playing=("1", "2", "3")))
    return congress


def last(evening) -> Undo:
    return Undo(evening.log[-1])


def test_what_takes_an_event_back_is_what_its_row_says():
    """Every event undone just after it was recorded: refused where it is not the last word, else of the kind named."""
    undone = set()
    for evening in (pairs(), knockout(), swiss(), device(), congress(), cup(), finalists()):
        for envelope in evening.log:
            session = replay(evening.log[: envelope.number], "evening")
            try:
                response = decide(Undo(envelope), session, Actor("spec", 0))
            except Refusal:
                continue
            assert type(response.uncommitted[-1].event) is UNDOABLE[type(envelope.event)]
            undone.add(type(envelope.event))
    assert undone == UNDOABLE.keys()

"""Every kind of event and every command is found by its type.

Nothing is missing, nothing superfluous, and the parts fit.
"""

import re
from fractions import Fraction
from importlib import import_module
from pathlib import Path
from typing import Any, get_args, get_type_hints

import pytest
from msgspec import structs

import ledger.decide
from ledger.bridge import Result
from ledger.bridge.auction import Auction
from ledger.bridge.board import Deal
from ledger.decide import Actor, decide, handler_of
from ledger.errors import Corrupt, Refusal
from ledger.kernel.at_table import Where
from ledger.kernel.fact import CHIEF, DIRECTORS, Command, Envelope, TakenBack
from ledger.kernel.kind import Kind
from ledger.laws.adjustment import Assigned, Stands
from ledger.laws.regulations import CarryRules, StageRules
from ledger.movements.plan import PlannedTable
from ledger.subjects.appeals.facts import (
    Adjudication,
    AppealFurther,
    ConfirmAppeal,
    DecideAppeal,
    LodgeAppeal,
    ReviewDecision,
    WithdrawAppeal,
)
from ledger.subjects.brackets.facts import DecideKnockout, DrawBracket, KnownMeeting
from ledger.subjects.calls.facts import AddCall, ClosePoll, FileEvidence, OpenPoll, PollAnswer
from ledger.subjects.casebook import ClassifyCase, CommentCase, StateDifference
from ledger.subjects.clocks.facts import CorrectClock
from ledger.subjects.deals import CorrectDeal, RecordAuction, RecordDeal
from ledger.subjects.draws.facts import DrawRound, StageFacts
from ledger.subjects.evolving import replay
from ledger.subjects.matches.facts import FindMismatch, ScoreMatch, ShortenMatch, VoidMatch
from ledger.subjects.movement.facts import SetMovement
from ledger.subjects.office.facts import (
    AcceptSchemaDifference,
    AppointOfficial,
    PairDevice,
    RelieveOfficial,
    SignRegulations,
)
from ledger.subjects.participation.facts import (
    DeclarePhantom,
    DisqualifyContestant,
    LeaveUnplayed,
    PostponePlay,
    SeatSubstitute,
    SitOut,
    WithdrawContestant,
    WithholdStanding,
)
from ledger.subjects.play.facts import (
    AddBoards,
    AmendRegulations,
    CloseSession,
    CorrectResult,
    EnterContestants,
    ExpectResults,
    FoulBoard,
    OpenSession,
    RecordResult,
    SessionClosed,
    SetCarryOver,
    VoidResult,
)
from ledger.subjects.publications.facts import PublishScores, ShowRunningScores
from ledger.subjects.qualifying.facts import (
    ChangeQualifiers,
    PlacedContestant,
    Qualify,
    RuleCarryForward,
    SayCarryForward,
    WithdrawEntrant,
)
from ledger.subjects.queries import ConfirmResult, QueryResult
from ledger.subjects.queue.facts import SettleLine
from ledger.subjects.register import KIND_OF, KINDS, SUBJECTS, kind_of
from ledger.subjects.rulings.facts import (
    AmendRuling,
    ConfirmRuling,
    GiveRuling,
    Grounds,
    ImposePenalty,
    Undo,
    WithdrawPenalty,
    WithdrawRuling,
)
from ledger.subjects.seating.facts import CorrectSeating
from ledger.subjects.sheets import ImportSheet
from ledger.subjects.tournaments.facts import (
    AddSession,
    AddStage,
    AmendStage,
    DrawLot,
    EnterEntrants,
    Entrant,
    LinkContestants,
)
from tests.core.congress import Congress
from tests.core.spec import Evening

MADE, DOWN = Result("4SN="), Result("4SN-1")
AT = Where(1, "1")
DEALT = Deal("N:AKQ32.J54.K7.A98 T9.AKQ.QJ5.QJT76 J654.T987.A86.K2 87.632.T9432.543")
DECIDING = [import_module(f"ledger.{module}") for each in SUBJECTS for module in each.decided_by]
UNDO, AGAIN = (
    {kind: back for each in DECIDING for kind, back in getattr(each, table, {}).items()} for table in ("UNDO", "AGAIN")
)
EVOLVE = {kind.event: kind.evolve for kind in KINDS}
UNDOABLE = {kind.event: TakenBack if kind.reversible else kind.undone_by for kind in KINDS if kind.undone_by}
REVERSALS = {kind.event: kind.undone_by for kind in KINDS if kind.reversible}


def commands(kind: type[Command]):
    """Yield the commands of a kind: the classes that no other command is made of."""
    below = [each for each in kind.__subclasses__() if each.__module__.startswith("ledger.")]
    for each in below:
        yield from commands(each)
    if not below:
        yield kind


def takes(function, at: int) -> tuple[type, ...]:
    """Return the classes a function accepts at a position; a lambda, beside its kind, accepts all."""
    hint = dict(enumerate(get_type_hints(function).values())).get(at, Any)
    return (object,) if hint is Any else get_args(hint) or (hint,)


@pytest.mark.parametrize(
    ("table", "at"),
    [
        (EVOLVE, 2),
        ({kind: back.evolve for kind, back in REVERSALS.items()}, 2),
        ({kind: back.again for kind, back in REVERSALS.items() if back.again}, 2),
        (UNDO, 0),
        (AGAIN, 0),
        ({kind: handler_of(kind) for kind in commands(Command)}, 0),
    ],
    ids=["evolving", "taking back", "holding again", "undoing", "undoing that", "deciding"],
)
def test_what_is_looked_up_takes_what_it_is_looked_up_by(table, at):
    for kind, function in table.items():
        assert any(issubclass(kind, each) for each in takes(function, at)), (
            f"{function.__qualname__} does not take a {kind.__name__}"
        )


def test_every_kind_has_one_row():
    assert len({kind.name for kind in KINDS}) == len({kind.event for kind in KINDS}) == len(KINDS)


def test_the_rows_of_a_subject_stand_in_the_module_of_its_name_and_every_deciding_module_is_one_subject_s():
    folder = Path(ledger.decide.__file__).parents[1]
    for each in SUBJECTS:
        state = f".{each.name}.state" if (folder / "subjects" / each.name).is_dir() else f".{each.name}"
        if each.name in ("taking_back", "sheets"):  # shared by all subjects
            continue
        assert each.kinds is import_module(f"ledger.subjects{state}").KINDS
    named = [module for each in SUBJECTS for module in each.decided_by]
    deciding = {
        ".".join(path.relative_to(folder).with_suffix("").parts)
        for path in (*folder.glob("decide/**/*.py"), *folder.glob("subjects/**/*.py"))
        if path.name != "__init__.py" and re.search(", (actor|_): Actor\\)", path.read_text(), re.MULTILINE)
    }
    assert sorted(named) == sorted(deciding)


def test_a_kind_that_does_not_say_who_may_read_it_does_not_load():
    with pytest.raises(TypeError, match="readers"):
        Kind(SessionClosed, CHIEF, EVOLVE[SessionClosed])


def test_exactly_what_the_rows_say_is_taken_back():
    assert UNDO.keys() == UNDOABLE.keys()
    assert AGAIN.keys() <= REVERSALS.keys()
    assert {kind for kind, back in REVERSALS.items() if back.again} <= AGAIN.keys()


def test_taking_back_has_what_the_row_of_what_is_taken_back_says():
    said = {kind.name: kind_of(TakenBack(1, kind.name)) for kind in KINDS if kind.reversible}
    published, called, closed = (said[each] for each in ("scores-published", "director-called", "session-closed"))
    assert (published.offices, published.period, published.readers) == (DIRECTORS, "recall", "hall")
    assert (called.offices, called.period, called.readers) == (DIRECTORS, None, "office")
    assert (closed.offices, closed.period, closed.settles) == (CHIEF, None, False)
    assert all(each.settles is kind.settles for kind in KINDS if (each := said.get(kind.name)))
    with pytest.raises(KeyError):
        kind_of(TakenBack(1, "result-recorded"))


# What an undo records is of the kind the row names


def pairs() -> Evening:
    """Return an evening with every kind of event that can be taken back, except carry-over."""
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
    evening.do(AcceptSchemaDifference("+ member watch of pg_monitor", "our monitoring"))
    evening.do(last(evening))
    evening.do(AppointOfficial("Dahl", "scorer"))
    evening.do(PairDevice("Dahl", "Dahl-1", "A" * 43 + "="))
    (relieved,) = evening.do(RelieveOfficial("Dahl", "scorer"), at=60)
    evening.do(CorrectClock(relieved.number, relieved.number, 3600))
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
    """Return three teams in two rounds, with every finding on a match."""
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
    """Return a line of a device's file that was set aside, settled, and waits again."""
    evening = Evening(contestants=("1NS", "1EW"))
    unread = (("a.bws table 1, round 1, board 1", "'X' is no declarer"),)
    opened = evening.session.opening
    opening = OpenSession(opened.title, None, (1,), 2, opened.regulations)
    evening.do(ImportSheet(opening, (), unread, skip_bad=True, device="a.bws"))
    evening.do(SettleLine(evening.log[-1].number, "skipped", "nobody sat there"))
    evening.do(last(evening))
    return evening


def congress() -> Congress:
    """Return a tournament with a linked session, a removed one, a lot, and a published standing."""
    congress = Congress("qualifying")
    congress.do(AmendStage("qualifying", "sessions", StageRules(best=2)))
    congress.do(AddSession("qualifying", "friday"))
    congress.do(EnterEntrants((Entrant("7"), Entrant("8"))))
    congress.do(LinkContestants("friday", (("1", "7"),)))
    congress.do(AddSession("qualifying", "saturday"))
    congress.do(last(congress))
    congress.do(DrawLot("qualifying", ("7", "8"), playing=("7", "8")))
    congress.do(AddStage("swiss", "swiss", StageRules("victory-points")))
    congress.do(DrawRound(stage="swiss", round=1, known=StageFacts(order=("Norway", "Oslo"))))
    congress.do(last(congress))
    congress.do(congress.publish(qualifying="00" * 32))
    return congress


def cup() -> Congress:
    """Return a tournament with a bracket and a walk-over."""
    cup = Congress("knockout", format_="knockout")
    cup.do(DrawBracket("knockout", ("Norway", "Iceland")))
    meetings = (KnownMeeting("F", ("Norway", "Iceland"), 0, None),)
    cup.do(DecideKnockout("knockout", "Norway", "Iceland", "walk-over", "did not come", meetings))
    cup.do(last(cup))
    return cup


def finalists() -> Congress:
    """Return a tournament with a cut that was changed, a carry-forward, and a withdrawal."""
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
    """Every event undone right after it was recorded: refused unless it is the last, else as its row says."""
    undone, again = set(), set()
    for evening in (pairs(), knockout(), swiss(), device(), congress(), cup(), finalists()):
        for envelope in evening.log:
            session = replay(evening.log[: envelope.number], "evening")
            try:
                response = decide(Undo(envelope), session, Actor("spec", 0, by_clock=True))
            except Refusal:
                continue
            (*_, back) = (each.event for each in response.uncommitted)
            if isinstance(said := envelope.event, TakenBack):
                kind = session.reversible[said.of][1]
                again.add(kind.event)
                assert type(back) is (TakenBack if said.again or kind.undone_by.again else kind.event)
            else:
                assert type(back) is UNDOABLE[type(said)]
                undone.add(type(said))
            if isinstance(back, TakenBack):
                assert (back.of, back.kind) == _named(envelope)
    assert undone == UNDOABLE.keys()
    assert {AGAIN[kind] for kind in again} == {*AGAIN.values()}


def _named(envelope):
    said = envelope.event
    return (said.of, said.kind) if isinstance(said, TakenBack) else (envelope.number, KIND_OF[type(said)].name)


@pytest.mark.parametrize(
    ("wrong", "why"),
    [
        (TakenBack(99, "case-classified", "R-0001"), "KeyError"),
        (TakenBack(2, "contestants-entered"), "KeyError"),
        (TakenBack(4, "case-commented", "R-0001"), "is no case-commented"),
        (TakenBack(4, "case-classified", "R-0002"), "is no case-classified of R-0002"),
        (TakenBack(4, "case-classified", "R-0001", again=True), "holds already"),
        (TakenBack(4, "case-classified", "R-0001"), None),
    ],
)
def test_what_takes_back_another_event_than_it_says_follows_from_nothing(wrong, why):
    evening = Evening()
    evening.play(1, [420, -50])
    evening.rule(1, 1, Stands())
    (said,) = evening.do(ClassifyCase("R-0001", ("hesitation",)))
    wrong = structs.replace(wrong, of=said.number) if wrong.of == 4 else wrong
    log = [*evening.log, enveloped(said.number + 1, wrong)]
    if why:
        with pytest.raises(Corrupt, match=why) as caught:
            replay(log, "evening")
        assert (caught.value.code, caught.value.number) == ("bad-log", said.number + 1)
        return
    assert not replay(log, "evening").casebook_facts.facts
    with pytest.raises(Corrupt, match="is taken back already"):
        replay([*log, enveloped(said.number + 2, wrong)], "evening")
    with pytest.raises(Corrupt, match="does not hold again"):
        replay([*log, enveloped(said.number + 2, structs.replace(wrong, again=True))], "evening")


def enveloped(number, event):
    return Envelope("evening", number, "taken-back/1", event, "c", 0, number, number, "spec", ())

"""An event of each kind with every field said, and the records of them all."""

from fractions import Fraction

from msgspec import structs

from ledger.bridge import Result
from ledger.bridge.auction import Auction, CardPlay
from ledger.bridge.board import Deal
from ledger.kernel import fact as taking_back
from ledger.kernel.fact import Envelope, StreamHead
from ledger.kernel.free_text import commitment
from ledger.laws import profile_loader
from ledger.laws.adjustment import (
    Artificial,
    Assigned,
    Awarded,
    Claim,
    Grade,
    Rectified,
    SelfInflicted,
    Split,
    Stands,
    Weighted,
    parse_weighting,
)
from ledger.laws.regulations import CarryRules, FurtherAward, StageRules
from ledger.movements.plan import PlannedTable
from ledger.scoring.line import Seating
from ledger.store import record
from ledger.subjects import casebook, deals, queries, reopening
from ledger.subjects import deals as auctions
from ledger.subjects.appeals import facts as appeals
from ledger.subjects.brackets import facts as brackets
from ledger.subjects.calls import facts as calls
from ledger.subjects.calls import facts as evidence
from ledger.subjects.calls import facts as polls
from ledger.subjects.clocks import facts as clocks
from ledger.subjects.draws import facts as draws
from ledger.subjects.matches import facts as matches
from ledger.subjects.movement import facts as movement
from ledger.subjects.office import facts as office
from ledger.subjects.participation import facts as participation
from ledger.subjects.people import facts as people
from ledger.subjects.play import facts as play
from ledger.subjects.publications import facts as publications
from ledger.subjects.qualifying import facts as qualifying
from ledger.subjects.queue import facts as queue
from ledger.subjects.rulings import facts as rulings
from ledger.subjects.seating import facts as seating
from ledger.subjects.tournaments import facts as tournaments
from tests.kept import UNSALTED, kept
from tests.store.conftest import new_database, postgresql, store, template  # noqa: F401

PUBLIC = "ahlborn+8611f421+AQOhB7/zzhC+HXDdGOdLwJln5NYwm6UNXx3chmQSVTG4"

ON = (StreamHead("friday-a", 12, "a1" * 32), StreamHead("saturday", 7, "00" * 32))
"""How far two sessions had come."""


def examples():
    """Yield events of every kind, with every field said."""
    default = profile_loader.load_profile("default")
    varied = structs.replace(default.artificial, further=(FurtherAward("A+", 3, "A"), FurtherAward("A+", 5, "A-")))
    regulations = structs.replace(default, artificial=varied)
    yield play.SessionOpened("Thursday", "2026-03-05", "matchpoints", 2, "listed", (1, 2), regulations)
    yield play.ContestantsEntered(("1NS", "1EW"))
    yield play.BoardsAdded((3, 4))
    yield play.ResultRecorded(23, "1NS", "14EW", Result("5HXE-1"), "SA", round=4, table="1", imported=True)
    yield play.ResultCorrected(23, "1NS", "14EW", Result("+620"), "SA", "the slip", round=4, table="1", imported=True)
    yield play.ResultVoided(23, "1NS", "14EW", "wrong board", round=4, table="1")
    said = {
        "offender": "EW",
        "laws": ("86B2(b)",),
        "matters": ("result-of-other-room",),
        "disallowed": ("5H",),
        "legal_route": "none",
        "facts": "slow",
        "reason": "thirds",
        "advice": ("OS_GAINS",),
        "imported": True,
    }
    for adjustment in (
        Weighted(parse_weighting("2/3 4SN=, 1/3 4SN-1")),
        Split(parse_weighting("PASS"), parse_weighting("4SN=")),
        Artificial(Grade("A+"), Grade("40"), parse_weighting("4SN-1")),
        SelfInflicted("NS", parse_weighting("4SN="), parse_weighting("PASS")),
        Claim(Result("4SN=")),
        Awarded(Fraction(41, 2), Fraction(3), "out"),
        Rectified(2),
    ):
        yield rulings.RulingGiven(
            case="R-0001", board=23, ns="1NS", ew="14EW", round=4, table="1", adjustment=adjustment, **said
        )
    yield rulings.RulingAmended(case="R-0001", adjustment=Assigned(Result("4SN=")), **said)
    yield rulings.RulingAmended(case="R-0001", adjustment=Stands(), **said)
    yield rulings.RulingWithdrawn("R-0001", "wrong table", imported=True)
    yield rulings.RulingGiven(
        case="R-0002",
        board=23,
        ns="1NS",
        ew="14EW",
        adjustment=Assigned(Result("4SN=")),
        findings="a hesitation",
        infraction=True,
        damage=False,
        alternatives=("Pass", "5H"),
        consulted=("Cole",),
        provisional=True,
        call="C-0001",
        supersedes="R-0001",
        cause="order",
        order="A-0001",
    )
    yield rulings.SidesNotified("R-0002", True)
    yield reopening.BoardReopened(
        "scoring-error", "the organiser", 23, Seating("1NS", "14EW", 4, "1"), True, "the correction period is over"
    )
    yield calls.DirectorCalled("C-0001", 23, "West hesitated", "N", "play", "1", "1NS", "14EW", 3, ("16B",), 4)
    yield calls.FactsStated("C-0001", "ten seconds", True, (("W", "I was counting"),), ("a system card",))
    answers = (polls.PollAnswer("Pass", ("5H",)), polls.PollAnswer("5H"))
    yield polls.PollTaken("C-0001", "your call?", answers, "experts")
    yield polls.PollOpened("C-0001", "your call?", 5, "experts", "W", "AKQ32.J54.K7.A98", Auction("N: 1S P 2S"))
    yield calls.CallAnswered("C-0001", "referred", "a hard one", "the chief director")
    claim = Weighted(parse_weighting("60% 4SN=, 40% 4SN-1"))
    yield appeals.AppealLodged("A-0001", "R-0001", "EW", "too much", ("E", "W"), True, claim, "20 GBP", "Cole")
    yield appeals.LateAppealAccepted("A-0001", "the notice was late")
    yield appeals.AppealScreened("A-0001", False, "law", "out of time", "returned")
    yield appeals.AppealConfirmed("A-0001", "R-0002")
    yield appeals.AppealWithdrawn("A-0001", "on seeing the poll", "Ahlborn", "forfeited")
    yield rulings.RulingConfirmed("R-0002", "a trick more makes no difference")
    yield appeals.FurtherAppealWithdrawn("A-0001", "no principle", "returned")
    yield appeals.AppealHeard("A-0001", ("Berg", "Ek"), ("N", "S"))
    decision = {
        "case": "A-0001",
        "verdict": "varied",
        "adjustment": claim,
        "offender": "EW",
        "laws": ("69B",),
        "matters": ("claim",),
        "disallowed": ("5C",),
        "legal_route": "by East",
        "findings": "slow",
        "reason": "more often down",
        "merit": "without",
        "deposit": "forfeited",
        "dissent": "one of three",
        "recommendation": "look at 16B",
        "advice": ("OS_GAINS",),
        "amount": Fraction(10),
        "unit": "%",
        "together": ("A-0002",),
        "after": "A-0003",
    }
    yield appeals.AppealDecided(**decision, body="chief-director", point="judgement", alone=True)
    yield appeals.FurtherAppealLodged(
        "A-0001", "NS", "the authority", "a principle", ("N", "S"), True, "75 GBP", "committee"
    )
    yield appeals.DecisionReviewed(**decision, authority="the committee", instance="committee")
    yield office.OfficialAppointed("Ahlborn", "chief-director")
    yield office.OfficialRelieved("Dahl", "scorer", "gone home")
    yield publications.ScoresPublished("00" * 32, "on the board")
    heads = (StreamHead("spring", 5, "00" * 32),)
    stages = (publications.PublishedStage("qualifying", "00" * 32),)
    yield publications.StandingPublished(stages, heads, "on the wall")
    yield office.OfficialAppointed("Ahlborn", "chief-director", PUBLIC)
    yield office.OfficialRelieved("Berg", "director", "gone home", PUBLIC)
    yield office.JudgementSigned("00" * 32, PUBLIC, "A" * 86 + "==")
    yield office.DevicePaired("Ahlborn", "Ahlborn-1", "A" * 43 + "=")
    yield office.DeviceUnpaired("Ahlborn-1", "lost in the hall")
    yield office.CommandSigned("Ahlborn-1", 12, "A" * 86 + "==", '["notify-sides",{"case":"R-0001"},[]]')
    yield office.RegulationsSigned("ebu, total.unit=exact", "00" * 32)
    yield office.SchemaDifferenceAccepted("+ member watch of pg_monitor", "our monitoring")
    yield clocks.ClockCorrected(6, 9, 3600, "it had lost its battery")
    yield office.BundleImported("thursday.zip", 12, "00" * 32, "ebu.example+3a7f01c2")
    yield play.BoardFouled(7, "B", (Seating("4NS", "5EW", 2, "4"),), "two cards turned")
    yield play.RegulationsAmended(regulations, "announced")
    yield rulings.PenaltyImposed("P-0001", "7NS", Fraction(25), "%", ("90B2",), "late", "9EW", 3, "R-0001")
    yield rulings.PenaltyImposed("P-0002", "7", Fraction(1), "VP", ("90B2",), "late", named="standard")
    yield rulings.PenaltyWithdrawn("P-0001", "they were not")
    eight, slow = tuple(range(1, 9)), ("Iceland",)
    yield matches.MatchScored(("Norway", "Iceland"), eight, scores=(Fraction(34), Fraction(20)), round=2, reason="lost")
    yield matches.MatchScored(("Norway", "Iceland"), eight, scores=(Fraction(29, 2), Fraction(11, 2)), unit="VP")
    yield matches.MatchShortened(("Norway", "Iceland"), eight, removed=(7, 8), at_fault=slow, round=2, reason="slow")
    yield movement.MovementSet(
        (PlannedTable(1, "A1", "A1", "A4", (1, 2)), PlannedTable(1, "A2", "A3", "", ())),
        section="A",
        name="howell",
        copies=2,
        sharing=(("A1", "A2"),),
        reason="a pair came late",
    )
    yield matches.MatchVoided(
        ("Norway", "Iceland"), (1, 2, 3, 4), wrong_seating=True, director=True, round=2, reason="the guide cards"
    )
    yield matches.MismatchFound(
        contestant="Norway",
        met="Iceland",
        round=3,
        correct=("Malta", "Wales"),
        beside=(matches.OutsidePoints("Malta", Fraction(12)),),
        at_fault=True,
        reason="sat at the wrong table",
        heads=ON,
    )
    yield play.CarryOverSet("Norway", Fraction(5), "from the qualifying")
    yield play.ResultsExpected(13, "a table more by mistake")
    moved = seating.Reseated(Seating("4NS", "5EW", 2, "4"), Seating("6NS", "5EW", 3, "5"))
    yield seating.SeatingCorrected(7, (moved,), "the slip")
    yield play.BoardsRemoved((3, 4), "not played")
    yield play.ContestantsRemoved(("7NS", "7EW"), "they play on Friday")
    at = {"round": 4, "table": "1", "imported": True}
    yield participation.BoardNotPlayed(
        23, "1NS", "14EW", **at, fault="NS", partly="EW", scored=False, reason="time ran out"
    )
    yield participation.BoardNotPlayed(3, "Oslo", "Malta", round=1, table="1b", scored=False, replaced_by=25)
    yield participation.PlayPostponed(23, "1NS", "14EW", **at, reason="after the last round")
    yield participation.SatOut("7", (5, 6), "13", 3, "nobody came")
    yield participation.PhantomDeclared("13", "nobody came")
    yield participation.SubstituteSeated("7NS", "N", 3, (3, 4), "9NS", "unwell")
    yield participation.StandingWithheld("14", "stand-by", "to fill up")
    yield participation.ContestantWithdrew("7", 3, 24, True, Fraction(10), "unwell", stand=True)
    yield participation.ContestantDisqualified("7", "the organiser", ("91B",), "left in anger")
    players = (people.Player("7NS", 1, "Jane Roe", "123"), people.Player("7NS", 3, "Sam Poe"))
    yield people.PlayersNamed(players, imported=True)
    erased = people.ErasedText(3, "players.1.name", commitment(UNSALTED, "Jane Roe"))
    yield people.TextErased((erased,), "mistaken")
    yield play.SessionClosed("done")
    at = {"round": 4, "table": "1", "imported": True}
    yield play.ResultCorrected(23, "1NS", "14EW", Result("4SN="), "SA", "a slip", ("NS", "EW"), **at)
    dealt = Deal("N:AKQ32.J54.K7.A98 T9.AKQ.QJ5.QJT76 J654.T987.A86.K2 87.632.T9432.543")
    yield deals.DealRecorded(23, dealt, imported=True)
    yield deals.DealCorrected(23, dealt, "the next board's", imported=True)
    bid = auctions.PlayRecord(
        Auction("S: 1NT=1= X P! 2H P P P"), CardPlay("N: SA S2 S3 S4, H2 - - -"), ("twelve to fourteen",)
    )
    yield auctions.AuctionRecorded(23, "1NS", "14EW", bid, "the scorer misread it", round=4, table="1", imported=True)
    yield queries.ResultQueried(23, "1NS", "14EW", "both sides asked", **at)
    yield queries.ResultConfirmed(23, "1NS", "14EW", ("NS", "EW"), "by telephone", **at)
    rules = StageRules("matchpoints", best=2, across=True)
    yield tournaments.TournamentOpened("Spring congress", regulations)
    yield tournaments.StageAdded("qualifying", "sessions", rules)
    yield tournaments.StageAmended("qualifying", "swiss", StageRules(), reason="announced")
    yield tournaments.StageAdded("heats", "sessions", StageRules(), before="qualifying")
    yield tournaments.StageAdded("swiss", "swiss", StageRules("victory-points", bye=Fraction(25, 2)))
    yield tournaments.SessionAdded("qualifying", "friday-a", 1, "A")
    yield tournaments.EntrantsEntered((tournaments.Entrant("A5", "B", 3), tournaments.Entrant("Norway")))
    yield tournaments.ContestantLinked("friday-a", "5NS", "A5")
    yield tournaments.ContestantLinked("friday-a", "7NS", "A7", other_people=True)
    three = tuple(map(brackets.BracketSide, ("Norway", "Iceland", "Malta")))
    final = (brackets.BracketSide(feeder="SF1"), brackets.BracketSide(feeder="SF1", place=2))
    drawn = (brackets.BracketMatch("SF1", 1, three, 2), brackets.BracketMatch("F", 2, final))
    yield brackets.BracketDrawn("knockout", drawn, (2, 4), "matches", "imps", heads=ON)
    went = {"stage": "knockout", "match": "SF1", "winner": "Norway", "loser": "Malta"}
    yield brackets.KnockoutDecided(**went, how="conceded", reason="gave up", heads=ON)
    yield tournaments.LotDrawn("qualifying", ("A5", "B7"), "a card each", heads=ON)
    yield from qualifying_examples()
    yield draws.RoundDrawn(
        stage="swiss",
        round=4,
        matches=(draws.DrawnMatch(1, ("Norway", "Oslo")),),
        bye="Malta",
        triangle=("Rome", "Bern", "Kyiv"),
        by_hand=True,
        repeats=True,
        early=True,
        reason="by lot",
        heads=ON,
    )
    yield queue.LineSetAside("thursday.bws table A3, round 2, board 7", "'X' is no declarer: N, E, S or W")
    yield queue.LineSettled(102, "skipped", "nobody sat there")
    yield calls.DirectorCalled("C-0002", None, "pressed", "table", "not-said", table="A3", round=2, on_device="19:40")
    yield calls.CallAnswered("C-0002", "at-table")
    yield evidence.EvidenceFiled("C-0001", "jpeg", 3_141_592, "5" * 64, "the bidding cards", public=True)
    yield publications.RunningScoresShown()
    yield appeals.AppealHeard("A-0001", ("Berg", "Dahl", "Ek"), ("E", "Ahlborn"), "Berg", "Ek")
    yield casebook.CaseClassified("R-0001", ("hesitation", "misinformation"))
    yield casebook.CaseCommented("A-0001", "Jane Roe", "The poll was too small.")
    yield casebook.DifferenceStated("R-0001", "R-0003", "the tempo was agreed there", "friday-b")
    yield taking_back.TakenBack(12, "evidence-filed", "C-0001", reason="of another table")
    yield taking_back.TakenBack(7, "sat-out", again=True, reason="the right one")


def qualifying_examples():
    """Everything that is said of who goes on from one stage to another."""
    way, half = ("qualifying", "final"), Fraction(1, 2)
    matters = (
        qualifying.ConcernAtCut("provisional-ruling", "friday-a", "R-0003", 7),
        qualifying.ConcernAtCut("no-results", "saturday"),
    )
    names = (("1", "4", "7"), ("2", "9"))
    yield qualifying.EntrantsQualified(*way, 3, "", *names)
    yield qualifying.EntrantsQualified(*way, 2, "section", *names, ("7",), ("3",), matters, "at midnight", heads=ON)
    yield qualifying.QualifiersChanged(*way, "4", "2", "unwell", heads=ON)
    yield qualifying.CarryForwardRuled(*way, CarryRules("white-book", half, top=Fraction(12)))
    yield qualifying.CarryForwardRuled(*way, CarryRules("spread", half, (Fraction(20), Fraction(11, 2))), "announced")
    yield qualifying.CarryForwardRuled(*way, None)
    yield qualifying.CarryForwardSaid(*way, "7", Fraction(25, 2), "as announced", heads=ON)
    yield qualifying.CarryForwardSaid(*way, "7", None)
    yield qualifying.EntrantWithdrew("7", "qualifying", 1, True, "unwell", heads=ON)


def records() -> list[bytes]:
    """A record of each example."""
    return [
        record.write(Envelope("corpus", number, record.name_of(event), kept(event), "c", 0, 5, 6, "Ahlborn", (1,)))
        for number, event in enumerate(examples(), start=1)
    ]

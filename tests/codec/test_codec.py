"""Events ↔ bytes: canonical, total, and never changed once released."""

import json
from fractions import Fraction
from importlib.metadata import version
from pathlib import Path

import pytest
import rfc8785
from hypothesis import given
from hypothesis import strategies as st
from msgspec import structs

from ledger.bounds.events import NUMBER
from ledger.bridge import Result
from ledger.bridge.auction import Auction
from ledger.bridge.card_play import CardPlay
from ledger.bridge.deal import Deal
from ledger.digests import event_digest
from ledger.errors import Corrupt
from ledger.facts import (
    Envelope,
    appeals,
    auctions,
    brackets,
    calls,
    casebook,
    clocks,
    deals,
    draws,
    evidence,
    matches,
    memos,
    movement,
    office,
    participation,
    people,
    play,
    polls,
    publications,
    qualifying,
    queries,
    queue,
    reopening,
    rulings,
    seating,
    tournaments,
)
from ledger.facts.free_text import commitment
from ledger.facts.heads import StreamHead
from ledger.facts.register import KIND_OF, KINDS
from ledger.laws import profile_loader
from ledger.laws.adjustment import (
    Artificial,
    Assigned,
    Awarded,
    Claim,
    Grade,
    SelfInflicted,
    Split,
    Stands,
    Weighted,
    parse_weighting,
)
from ledger.laws.regulations import Further
from ledger.laws.stage_rules import CarryRules, StageRules
from ledger.movements.plan import PlannedTable
from ledger.recording.bodies import body_json, body_text
from ledger.scoring.line import Seating
from ledger.session import replay
from ledger.store import chain, record
from ledger.store.store import Store
from ledger.store.tables import INSERT
from ledger.trust.verification import audit
from ledger.version import __version__
from tests.kept import UNSALTED, kept, read_again
from tests.store.conftest import new_database, postgresql, store, template  # noqa: F401
from tests.strategies import adjustments, results

PUBLIC = "ahlborn+8611f421+AQOhB7/zzhC+HXDdGOdLwJln5NYwm6UNXx3chmQSVTG4"
CORPUS = Path(__file__).parent / "corpus.jsonl"

text = st.text(st.characters(exclude_characters="\0", codec="utf-8"), max_size=30)
numbers = st.integers(1, 9999)
labels = st.from_regex(r"[1-9][0-9]?(NS|EW)?", fullmatch=True)
judged = st.fixed_dictionaries(
    {"adjustment": adjustments, "facts": text, "reason": text, "laws": st.lists(st.just("16B")).map(tuple)}
)
at_table = {"round": st.none() | numbers, "table": st.none() | text}
every_event = st.one_of(
    st.builds(play.ResultRecorded, numbers, labels, labels, results, st.none() | text, **at_table),
    st.builds(play.ResultCorrected, numbers, labels, labels, results, st.none() | text, text, **at_table),
    st.builds(play.ResultVoided, numbers, labels, labels, text, **at_table),
    judged.map(lambda said: rulings.RulingGiven(case="R-0001", board=1, ns="1", ew="2", **said)),
    judged.map(lambda said: rulings.RulingAmended(case="R-0001", **said)),
    st.builds(play.ContestantsEntered, st.lists(labels).map(tuple)),
    st.builds(play.SessionClosed, text),
)


def enveloped(event, session="s", number=1):
    return Envelope(session, number, record.name_of(event), kept(event), "c", 0, 5, 6, "me", (1,))


@given(every_event, text, st.integers(1, NUMBER.most))
def test_what_is_written_is_read(event, session, number):
    envelope = enveloped(event, session, number)
    assert read_again(record.write(envelope), number, envelope.event) == envelope


@given(every_event, text)
def test_records_are_canonical_json(event, session):
    recorded = kept(event)
    written = record.write(enveloped(event, session))
    assert written == rfc8785.dumps(json.loads(written))
    assert json.loads(written)[3] == json.loads(body_text(recorded)) == json.loads(record.encode(recorded))
    assert body_json(recorded) == json.loads(record.canonical(event))


@given(every_event, text.filter(lambda name: "\0" not in name))
def test_a_line_holds_the_record_to_the_byte(event, session):
    row = record.write(enveloped(event, session)), bytes(32)
    line = chain.line_of(row)
    assert line == rfc8785.dumps(json.loads(line))
    assert chain.parse_line(line) == row


ON = (StreamHead("friday-a", 12, "a1" * 32), StreamHead("saturday", 7, "00" * 32))
"""How far two sessions had come."""


def examples():
    """One of each event of this version, with every field said."""
    default = profile_loader.load_profile("default")
    varied = structs.replace(default.artificial, further=(Further("A+", 3, "A"), Further("A+", 5, "A-")))
    regulations = structs.replace(default, artificial=varied)
    yield play.SessionOpened("Thursday", "2026-03-05", "matchpoints", 2, "listed", (1, 2), regulations)
    yield play.ContestantsEntered(("1NS", "1EW"))
    yield play.BoardsAdded((3, 4))
    yield play.ResultRecorded(23, "1NS", "14EW", Result("5HXE-1"), "SA", round=4, table="1", imported=True)
    yield play.ResultCorrected(23, "1NS", "14EW", Result("+620"), "SA", "the slip", round=4, table="1", imported=True)
    yield play.ResultVoided(23, "1NS", "14EW", "wrong board", round=4, table="1")
    said = {
        "offender": "EW",
        "laws": ("16B",),
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
    ):
        yield rulings.RulingGiven(
            case="R-0001", board=23, ns="1NS", ew="14EW", round=4, table="1", adjustment=adjustment, **said
        )
    yield rulings.RulingAmended(case="R-0001", adjustment=Assigned(Result("4SN=")), **said)
    yield rulings.RulingAmended(case="R-0001", adjustment=Stands(), **said)
    yield rulings.RulingWithdrawn("R-0001", "wrong table", imported=True)
    yield rulings.RulingReinstated("R-0001", "right after all")
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
        "79C2", "the organiser", 23, Seating("1NS", "14EW", 4, "1"), True, "the correction period is over"
    )
    yield calls.DirectorCalled("C-0001", 23, "West hesitated", "N", "play", "1", "1NS", "14EW", 3, ("16B",), 4)
    yield calls.FactsStated("C-0001", "ten seconds", True, (("W", "I was counting"),), ("a system card",))
    answers = (polls.PollAnswer("Pass", ("5H",)), polls.PollAnswer("5H"))
    yield polls.PollTaken("C-0001", "your call?", answers, "experts")
    yield polls.PollOpened("C-0001", "your call?", 5, "experts", "W", "AKQ32.J54.K7.A98", Auction("N: 1S P 2S"))
    yield polls.PollTakenBack("C-0001", "the wrong question")
    yield calls.CallAnswered("C-0001", "referred", "a hard one", "the chief director")
    yield calls.CallWithdrawn("C-0001", "wrong board")
    claim = Weighted(parse_weighting("60% 4SN=, 40% 4SN-1"))
    yield appeals.AppealLodged("A-0001", "R-0001", "EW", "too much", ("E", "W"), True, claim, "20 GBP", "Cole")
    yield appeals.LateAppealAccepted("A-0001", "the notice was late")
    yield appeals.AppealScreened("A-0001", False, "law", "out of time", "returned")
    yield appeals.AppealConfirmed("A-0001", "R-0002")
    yield appeals.AppealWithdrawn("A-0001", "on seeing the poll", "Ahlborn", "forfeited")
    yield rulings.NotificationRecalled("R-0001", "only one side")
    yield rulings.RulingConfirmed("R-0002", "a trick more makes no difference")
    yield rulings.RulingConfirmationRecalled("R-0002", "it does make one")
    yield appeals.ConfirmationRecalled("A-0001", "they did not")
    yield appeals.AppealReinstated("A-0001", "they go on")
    yield appeals.FurtherAppealWithdrawn("A-0001", "no principle", "returned")
    yield appeals.AppealHeard("A-0001", ("Berg", "Ek"), ("N", "S"))
    decision = {
        "case": "A-0001",
        "verdict": "varied",
        "adjustment": claim,
        "offender": "EW",
        "laws": ("16B",),
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
    yield appeals.DecisionRecalled("A-0001", "wrong weights")
    yield office.OfficialAppointed("Ahlborn", "chief-director")
    yield office.OfficialRelieved("Dahl", "scorer", "gone home")
    yield publications.ScoresPublished("00" * 32, "on the board")
    heads = (StreamHead("spring", 5, "00" * 32),)
    stages = (publications.PublishedStage("qualifying", "00" * 32),)
    yield publications.StandingPublished(stages, heads, "on the wall")
    yield publications.PublicationRecalled("too early")
    yield office.OfficialAppointed("Ahlborn", "chief-director", PUBLIC)
    yield office.OfficialRelieved("Berg", "director", "gone home", PUBLIC)
    yield office.JudgementSigned("00" * 32, PUBLIC, "A" * 86 + "==")
    yield office.RegulationsSigned("ebu, total.unit=exact", "00" * 32)
    yield office.RegulationsSignatureWithdrawn("the wrong profile")
    yield clocks.ClockCorrected(6, 9, 3600, "it had lost its battery")
    yield clocks.ClockCorrectionRecalled("it had been right")
    yield office.BundleImported("thursday.zip", 12, "00" * 32, "ebu.example+3a7f01c2")
    yield play.BoardFouled(7, "B", (Seating("4NS", "5EW", 2, "4"),), "two cards turned")
    yield play.RegulationsAmended(regulations, "announced")
    yield rulings.PenaltyImposed("P-0001", "7NS", Fraction(25), "%", ("90B2",), "late", "9EW", 3, "R-0001")
    yield rulings.PenaltyImposed("P-0002", "7", Fraction(1), "VP", ("90B2",), "late", named="standard")
    yield rulings.PenaltyReinstated("P-0001", "they were")
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
    yield movement.MovementRecalled("A", "it was that of last week")
    yield matches.MatchVoided(
        ("Norway", "Iceland"), (1, 2, 3, 4), wrong_seating=True, director=True, round=2, reason="the guide cards"
    )
    yield matches.MismatchFound(
        contestant="Norway",
        met="Iceland",
        round=3,
        correct=("Malta", "Wales"),
        beside=(matches.PointsBeside("Malta", Fraction(12)),),
        at_fault=True,
        reason="sat at the wrong table",
        heads=ON,
    )
    yield matches.FindingWithdrawn(3, "another round")
    yield matches.FindingRestored(3, "the right round")
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
    yield participation.PlayPostponed(23, "1NS", "14EW", **at, reason="after the last round")
    yield participation.SatOut("7", (5, 6), "13", 3, "nobody came")
    yield participation.PhantomDeclared("13", "nobody came")
    yield participation.SubstituteSeated("7NS", "N", 3, (3, 4), "9NS", "unwell")
    yield participation.StandingWithheld("14", "stand-by", "to fill up")
    yield participation.ContestantWithdrew("7", 3, 24, True, Fraction(10), "unwell", stand=True)
    yield participation.ContestantDisqualified("7", "the organiser", ("91B",), "left in anger")
    yield participation.ParticipationRecalled(7, "the wrong pair")
    yield participation.ParticipationRestored(7, "the right one")
    players = (people.Player("7NS", 1, "Jane Roe", "123"), people.Player("7NS", 3, "Sam Poe"))
    yield people.PlayersNamed(players, imported=True)
    erased = people.ErasedText(3, "players.1.name", commitment(UNSALTED, "Jane Roe"))
    yield people.TextErased((erased,), "mistaken")
    yield play.SessionClosed("done")
    yield play.SessionReopened("not done")
    at = {"round": 4, "table": "1", "imported": True}
    yield play.ResultCorrected(23, "1NS", "14EW", Result("4SN="), "SA", "a slip", ("NS", "EW"), **at)
    dealt = Deal("N:AKQ32.J54.K7.A98 T9.AKQ.QJ5.QJT76 J654.T987.A86.K2 87.632.T9432.543")
    yield deals.DealRecorded(23, dealt, imported=True)
    yield deals.DealCorrected(23, dealt, "the next board's", imported=True)
    yield deals.DealWithdrawn(23, "another evening's", imported=True)
    bid = auctions.PlayRecord(
        Auction("S: 1NT=1= X P! 2H P P P"), CardPlay("N: SA S2 S3 S4, H2 - - -"), ("twelve to fourteen",)
    )
    yield auctions.AuctionRecorded(23, "1NS", "14EW", bid, "the scorer misread it", round=4, table="1", imported=True)
    yield auctions.AuctionWithdrawn(23, "1NS", "14EW", "another table's", round=4, table="1", imported=True)
    yield queries.ResultQueried(23, "1NS", "14EW", "both sides asked", **at)
    yield queries.ResultConfirmed(23, "1NS", "14EW", ("NS", "EW"), "by telephone", **at)
    yield queries.QueryWithdrawn(23, "1NS", "14EW", "another table", **at)
    yield queries.ConfirmationWithdrawn(23, "1NS", "14EW", "nobody said so", **at)
    rules = StageRules("matchpoints", best=2, across=True)
    yield tournaments.TournamentOpened("Spring congress", regulations)
    yield tournaments.StageAdded("qualifying", "sessions", rules)
    yield tournaments.StageAmended("qualifying", "swiss", StageRules(), reason="announced")
    yield tournaments.StageAdded("heats", "sessions", StageRules(), before="qualifying")
    yield tournaments.StageAdded("swiss", "swiss", StageRules("victory-points", bye=Fraction(25, 2)))
    yield tournaments.StageRemoved("qualifying")
    yield tournaments.SessionAdded("qualifying", "friday-a", 1, "A")
    yield tournaments.SessionRemoved("friday-a", "a club game")
    yield tournaments.EntrantsEntered((tournaments.Entrant("A5", "B", 3), tournaments.Entrant("Norway")))
    yield tournaments.EntryWithdrawn(122, "all or none")
    yield tournaments.ContestantLinked("friday-a", "5NS", "A5")
    yield tournaments.ContestantLinked("friday-a", "7NS", "A7", other_people=True)
    yield tournaments.LinkWithdrawn("friday-a", "5NS", "wrong line")
    three = tuple(map(brackets.BracketSide, ("Norway", "Iceland", "Malta")))
    final = (brackets.BracketSide(feeder="SF1"), brackets.BracketSide(feeder="SF1", place=2))
    drawn = (brackets.BracketMatch("SF1", 1, three, 2), brackets.BracketMatch("F", 2, final))
    yield brackets.BracketDrawn("knockout", drawn, (2, 4), "matches", "imps", heads=ON)
    yield brackets.BracketWithdrawn("knockout", "drawn anew")
    went = {"stage": "knockout", "match": "SF1", "winner": "Norway", "loser": "Malta"}
    yield brackets.KnockoutDecided(**went, how="conceded", reason="gave up", heads=ON)
    yield brackets.KnockoutDecisionWithdrawn(**went, reason="they played on")
    yield tournaments.LotDrawn("qualifying", ("A5", "B7"), "a card each", heads=ON)
    yield tournaments.LotWithdrawn(121, "they were not tied")
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
    yield draws.DrawRecalled("swiss", 4, "the wrong standing")
    yield queue.LineSetAside("thursday.bws table A3, round 2, board 7", "'X' is no declarer: N, E, S or W")
    yield queue.LineSettled(102, "skipped", "nobody sat there")
    yield calls.DirectorCalled("C-0002", None, "pressed", "table", "not-said", table="A3", round=2, on_device="19:40")
    yield calls.CallAnswered("C-0002", "at-table")
    yield evidence.EvidenceFiled("C-0001", "jpeg", 3_141_592, "5" * 64, "the bidding cards", public=True)
    yield evidence.EvidenceWithdrawn("C-0001", 12, "of another table", public=True)
    yield publications.RunningScoresShown()
    yield publications.RunningScoresHidden("the last round")
    yield appeals.AppealHeard("A-0001", ("Berg", "Dahl", "Ek"), ("E", "Ahlborn"), "Berg", "Ek")
    yield casebook.CaseClassified("R-0001", ("hesitation", "misinformation"))
    yield casebook.ClassificationWithdrawn("R-0001", "it was a claim")
    yield casebook.CaseCommented("A-0001", "Jane Roe", "The poll was too small.")
    yield casebook.CommentWithdrawn("A-0001", 12, "of another case")
    yield casebook.DifferenceStated("R-0001", "R-0003", "the tempo was agreed there", "friday-b")
    yield casebook.DifferenceRecalled("R-0001", "R-0003", "it was not", "friday-b")
    yield memos.MemoFiled("M-0001", "AQID", (PUBLIC,))
    yield memos.MemoGranted("M-0001", "AQID", (PUBLIC,))
    yield memos.MemoWithdrawn("M-0001", "another pair")


def qualifying_examples():
    """Everything that is said of who goes on from one stage to another."""
    way, half = ("qualifying", "final"), Fraction(1, 2)
    matters = (
        qualifying.OpenMatter("provisional-ruling", "friday-a", "R-0003", 7),
        qualifying.OpenMatter("no-results", "saturday"),
    )
    names = (("1", "4", "7"), ("2", "9"))
    yield qualifying.EntrantsQualified(*way, 3, "", *names)
    yield qualifying.EntrantsQualified(*way, 2, "section", *names, ("7",), ("3",), matters, "at midnight", heads=ON)
    yield qualifying.QualifiersChanged(*way, "4", "2", "unwell", heads=ON)
    yield qualifying.QualificationWithdrawn(*way, "another list")
    yield qualifying.CarryForwardRuled(*way, CarryRules("white-book", half, top=Fraction(12)))
    yield qualifying.CarryForwardRuled(*way, CarryRules("spread", half, (Fraction(20), Fraction(11, 2))), "announced")
    yield qualifying.CarryForwardRuled(*way, None)
    yield qualifying.CarryForwardSaid(*way, "7", Fraction(25, 2), "as announced", heads=ON)
    yield qualifying.CarryForwardSaid(*way, "7", None)
    yield qualifying.EntrantWithdrew("7", "qualifying", 1, True, "unwell", heads=ON)
    yield qualifying.EntrantReturned("7", "here again")


def test_the_corpus_is_read_and_written_as_it_was_released():
    """Lines are only ever added to corpus.jsonl: what an office has recorded must always be read."""
    lines = CORPUS.read_bytes().splitlines()
    seen = set()
    for number, line in enumerate(lines, start=1):
        envelope = record.READER.read(line, number)
        assert record.READER.is_canonical(envelope, line)
        assert KIND_OF[type(envelope.event)].name == envelope.name.partition("/")[0]
        seen.add(envelope.name)
    assert seen >= {kind.stored_name for kind in KINDS}
    bodies = [json.loads(line)[2:4] for line in lines]
    assert all([record.name_of(event), json.loads(body_text(kept(event)))] in bodies for event in examples())


@pytest.mark.parametrize(
    ("body", "why"),
    [
        (b'{"reason":"","extra":1}', "unknown field"),
        (b'{"reason":"gone home"}', "regex"),
        (b'{"reason":1}', "str"),
        (b"[]", "object"),
    ],
)
def test_unknown_fields_and_wrong_types_stop_the_reader(body, why):
    written = b'["s",7,"session-closed/1",%b,"c",0,5,6,"me",[],"0.1.0"]' % body
    with pytest.raises(Corrupt, match=why) as caught:
        record.READER.read(written, 7)
    assert (caught.value.code, caught.value.number) == ("bad-body", 7)


def test_every_event_names_the_version_of_the_program_that_recorded_it():
    assert version("bridge-ledger") == __version__
    assert json.loads(record.write(enveloped(play.SessionClosed("x"))))[-1] == __version__


# Earlier versions


VOIDED = b'["s",%d,"session-closed/1",{"reason":"%b"},"c",%d,5,6,"me",[],"0.1.0"]'
X = commitment(UNSALTED, "x").encode()
NOT_SAID = commitment(UNSALTED, "not said")


def grown():
    """A reader of a later program: closing a session has a third version, whose reason is never empty."""
    kinds = [kind._replace(version=3) if kind.event is play.SessionClosed else kind for kind in KINDS]
    steps = {
        ("session-closed", 1): lambda body: {**body, "reason": body["reason"].strip()},
        ("session-closed", 2): lambda body: {"reason": body["reason"] or NOT_SAID},
    }
    return kinds, {**record.UPCASTERS, **steps}


def test_an_earlier_version_is_read_as_todays_after_its_digest_was_checked(store, monkeypatch):  # noqa: F811
    """Its name, bytes and digest stay those it was recorded with."""
    monkeypatch.setattr(record, "READER", record.Reader(*grown()))
    written = [VOIDED % (1, b" ", 0), VOIDED % (2, X + b" ", 1)]
    insert(store, written)
    first, second = store.log.read("s")
    assert [first.event.reason.commitment, second.event.reason.commitment] == [NOT_SAID, X.decode()]
    assert first.name == second.name == "session-closed/1"
    assert [stored for stored, _ in store.log.stored("s")] == written
    assert first.digest == event_digest(chain.GENESIS, written[0])
    assert second.digest == event_digest(first.digest, written[1])
    assert all(record.READER.is_canonical(each, stored) for each, stored in zip((first, second), written, strict=True))
    assert not record.READER.is_canonical(first, written[0].replace(b'{"', b'{ "'))


def test_a_correction_of_version_1_is_read_as_one_of_version_2(store):  # noqa: F811
    """It named who sat there, and neither round nor table; its digest is over what it said."""
    opened = record.write(enveloped(next(examples())))
    opened = opened.replace(b'"c",0,5,6,"me",[1]', b'"c",0,5,6,"me",[]')
    played = b'["s",2,"result-recorded/1",{"board":1,"ew":"2EW","ns":"1NS","result":"4SN=","round":3,"table":"7"}'
    corrected = b'["s",3,"result-corrected/1",{"board":1,"ew":"2EW","ns":"1NS","reason":"","result":"4SN-1"}'
    envelopes = [b',"c",%d,%d,6,"me",[],"0.0.9"]' % (part, part) for part in (1, 2)]
    insert(store, [opened, played + envelopes[0], corrected + envelopes[1]])
    event = list(store.log.read("s"))[-1].event
    assert (event.round, event.table, record.name_of(event)) == (None, None, "result-corrected/2")
    (line,) = replay(store.log.read("s"), "s").boards[1].values()
    assert (str(line.result), line.round, line.table) == ("4SN-1", 3, "7")
    assert audit(store, "s", strict=True).ok


def test_an_earlier_version_that_was_changed_never_reaches_the_steps(store, monkeypatch):  # noqa: F811
    monkeypatch.setattr(record, "READER", record.Reader(*grown()))
    insert(store, [VOIDED % (1, X, 0)], digest=bytes(32))
    with pytest.raises(Corrupt) as caught:
        list(store.log.read("s"))
    assert caught.value.code == "chain-broken"


def test_a_step_that_fails_is_reported_and_named(monkeypatch):
    kinds, steps = grown()
    reader = record.Reader(kinds, {**steps, ("session-closed", 1): lambda body: {"reason": body["why"]}})
    with pytest.raises(Corrupt, match="event #1 does not read as session-closed/1") as caught:
        reader.read(VOIDED % (1, X, 0), 1)
    assert caught.value.code == "bad-body"


@pytest.mark.parametrize(
    "changed", [{("session-closed", 2): None}, {("session-shut", 1): dict}, {("session-closed", 3): dict}]
)
def test_steps_lead_to_the_version_of_today(changed):
    kinds, steps = grown()
    steps = {step: leads for step, leads in {**steps, **changed}.items() if leads}
    with pytest.raises(ValueError, match="upcasters"):
        record.Reader(kinds, steps)


def insert(ledger: Store, records, digest=None):
    """Write records as they are, chained right unless a digest is given."""
    previous = chain.GENESIS
    with ledger.connections.writing() as cursor:
        for number, written in enumerate(records, start=1):
            previous = digest or event_digest(previous, written)
            row = ("s", number, "c", number - 1, written, previous)
            cursor.execute(ledger.connections.said(INSERT), row)
